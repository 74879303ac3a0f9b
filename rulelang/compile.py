"""The whole compiler on one screen: text in, a checked and linked `Program` out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import evolve, field, frozen

from rulelang.checks import check
from rulelang.checks.texts import check_length, check_texts
from rulelang.diagnostics import Report, RulesError
from rulelang.ir.from_typed.program import lower_definition
from rulelang.ir.nodes import Program
from rulelang.source import Source, Span
from rulelang.syntax import ast
from rulelang.syntax.parser import parse
from rulelang.tables import read_strings
from rulelang.typed.definition import Definition
from rulelang.typed.from_syntax.definition import type_definition
from rulelang.typed.from_syntax.link import link
from rulelang.variants.patches import Patch, apply_variants, find_patch, ordered

PATCHES = (
    ast.Variant,
    ast.Requirement,
    ast.Replacement,
    ast.Removal,
    ast.RemovalOfComponents,
    ast.MoreWords,
    ast.Sets,
    ast.Preset,
)


@frozen
class Bundle:
    """The texts of one definition. Tables are known by their names in it, so no path leads out of it."""

    rules: tuple[Source, ...]
    tables: Mapping[str, Source] = field(factory=dict)
    strings: Mapping[str, Source] = field(factory=dict)


@frozen
class Compiled:
    """A definition as it is typed, and as it is played."""

    definition: Definition
    program: Program


def compile_bundle(
    bundle: Bundle,
    report: Report,
    variants: Sequence[Bundle] = (),
    checks: Sequence[ast.Value] = (),
) -> Program | None:
    """A definition with the variants played with it. None if something is wrong; the report says what.

    `checks` are values that scenarios add, to be computed in their own words.
    """
    found = read_bundle(bundle, report, variants, checks)
    return None if found is None else found.program


def read_bundle(
    bundle: Bundle,
    report: Report,
    variants: Sequence[Bundle] = (),
    checks: Sequence[ast.Value] = (),
) -> Compiled | None:
    """The same, with what was found out on the way, for those who put rules into words."""
    declarations = _parse(bundle, report)
    if not any(isinstance(node, ast.Game) for node in declarations) and not report.errors:
        first = bundle.rules[0] if bundle.rules else Source("game.rules", "")
        hint = "start with a line like `game my_game for 2 to 4 players`"
        report.error("R0200", "no line says which game this is", first.line_span(1), hint=hint)
    _refuse_patches(declarations, report)
    tables, texts = dict(bundle.tables), list(bundle.strings.items())
    found: dict[str, Bundle] = {}
    patches = []
    for variant in variants:
        patch = find_patch(_parse(variant, report), variant.rules[0].line_span(1), report)
        if patch is not None:
            patches.append(_with_own_tables(patch, variant, tables))
            found[patch.name] = variant
    for patch in ordered(patches):  # as the rules are: what is named first does not matter
        texts += found[patch.name].strings.items()
    try:
        return _compile(declarations, patches, checks, tables, texts, report)
    except RecursionError:
        first = bundle.rules[0] if bundle.rules else Source("game.rules", "")
        report.error("R0108", "something here is nested too deeply to read", first.line_span(1))
        return None


def _compile(
    declarations: Sequence[ast.Node],
    patches: Sequence[Patch],
    checks: Sequence[ast.Value],
    tables: Mapping[str, Source],
    texts: Sequence[tuple[str, Source]],
    report: Report,
) -> Compiled | None:
    world = link([*apply_variants(declarations, patches, report), *checks], tables, report)
    world.variants = tuple(sorted(patch.name for patch in patches))
    if "play" not in world.rules and not report.errors:
        game = next(node for node in declarations if isinstance(node, ast.Game))
        report.error("R0217", "the game has no `play` block", game.span)
    spans: dict[tuple[str, str], Span] = {}
    definition = type_definition(world, _strings(texts, spans, report), report)
    if definition is None:
        return None
    check(definition, report)
    if report.errors:
        return None
    program = lower_definition(definition)
    if not patches:  # a variant may take away what the game has texts for
        check_texts(program, spans, report)
    return Compiled(definition, program)


def _strings(
    texts: Sequence[tuple[str, Source]], spans: dict[tuple[str, str], Span], report: Report
) -> dict[str, dict[str, str]]:
    strings: dict[str, dict[str, str]] = {}
    for language, source in texts:
        known = strings.setdefault(language, {})
        for key, (text, span) in read_strings(source, report).items():
            check_length(key, text, span, report)
            known[key] = text
            spans[(language, key)] = span
    return strings


def _refuse_patches(declarations: Sequence[ast.Node], report: Report) -> None:
    for node in declarations:
        if isinstance(node, PATCHES):
            hint = "put it into a file of its own that starts with `variant … of …`"
            report.error("R0410", "only a variant can change a game", node.span, hint=hint)


def _parse(bundle: Bundle, report: Report) -> list[ast.Node]:
    return [node for source in bundle.rules for node in parse(source, report).declarations]


def _with_own_tables(patch: Patch, variant: Bundle, tables: dict[str, Source]) -> Patch:
    """A variant's tables lie beside the variant: they get its name in front, so that none hides another."""

    def renamed(node: ast.Node) -> ast.Node:
        if isinstance(node, ast.Replacement):
            return evolve(node, declaration=renamed(node.declaration))
        file = node.file if isinstance(node, ast.Table | ast.Component | ast.More) else None
        if file is not None and file.value in variant.tables:
            own = evolve(file, value=f"{patch.name}: {file.value}")
            return evolve(node, file=own)  # type: ignore[call-arg]
        return node

    tables |= {f"{patch.name}: {name}": source for name, source in variant.tables.items()}
    return evolve(patch, declarations=tuple(renamed(node) for node in patch.declarations))


def compile_text(rules: str, tables: Mapping[str, str] | None = None, path: str = "game.rules") -> Program:
    """A definition from memory, for tests and examples. Raises `RulesError` if it is not valid."""
    sources = {name: Source(name, text) for name, text in (tables or {}).items()}
    report = Report()
    program = compile_bundle(Bundle((Source(path, rules),), sources), report)
    if program is None:
        raise RulesError(report)
    return program
