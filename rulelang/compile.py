"""The whole compiler on one screen: text in, a checked and linked `Program` out."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from attrs import define, evolve, field, frozen

from rulelang.allowances import apply_allowances
from rulelang.checks import check
from rulelang.checks.numbers import check_numbers
from rulelang.checks.texts import check_keys, check_length, check_texts
from rulelang.diagnostics import Report, RulesError
from rulelang.ir.from_typed.program import lower_definition
from rulelang.ir.nodes import Program
from rulelang.memo import once_for_each_text
from rulelang.outdated import drop_outdated
from rulelang.source import Source, Span
from rulelang.syntax import ast
from rulelang.syntax.parser import parse
from rulelang.tables import read_strings
from rulelang.typed.definition import Definition
from rulelang.typed.from_syntax.definition import type_definition
from rulelang.typed.from_syntax.link import link
from rulelang.typed.from_syntax.second_look import second_look
from rulelang.typed.from_syntax.typing import Site
from rulelang.typed.symbols import World
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
    others: tuple[str, ...] = ()  # files beside them that are not read, but look as if they should be

    def sources(self) -> Iterable[Source]:
        return (*self.rules, *self.tables.values(), *self.strings.values())


@frozen
class Compiled:
    """A definition as it is typed, and as it is played."""

    definition: Definition
    program: Program


@define
class Study:
    """What is known of a definition also where something is wrong with it, for editors. Filled on the way."""

    patches: list[Patch] = field(factory=list)
    base: list[ast.Node] = field(factory=list)  # the declarations of the game itself
    world: World | None = None
    sites: list[Site] | None = None  # a list if they are wanted
    strings: list[tuple[str, Source]] = field(factory=list)
    definition: Definition | None = None
    program: Program | None = None
    names_only: bool = False  # whether typing is all that is asked for
    findings_only: bool = False  # whether nobody wants the program, unless a finding depends on it
    sound: bool = False  # whether it can be played
    keys: bool = False  # whether to look for texts that nobody asks for, with variants too
    linked_only: bool = False  # whether the world is all that is asked for


def compile_bundle(
    bundle: Bundle,
    report: Report,
    variants: Sequence[Bundle] = (),
    checks: Sequence[ast.Value] | None = None,
) -> Program | None:
    """A definition with the variants played with it. None if something is wrong; the report says what.

    `checks` are values that scenarios add, to be computed in their own words. With them nothing is said about
    what could be better in the definition itself.
    """
    found = read_bundle(bundle, report, variants, checks)
    return None if found is None else found.program


def read_bundle(
    bundle: Bundle,
    report: Report,
    variants: Sequence[Bundle] = (),
    checks: Sequence[ast.Value] | None = None,
    study: Study | None = None,
) -> Compiled | None:
    """The same, with what was found out on the way, for those who put rules into words."""
    declarations = _parse(bundle, report)
    study = study or Study()
    study.base = declarations
    if not any(isinstance(node, ast.Game) for node in declarations) and not report.errors:
        first = bundle.rules[0] if bundle.rules else Source("game.rules", "")
        changes = any(isinstance(node, PATCHES) for node in declarations)
        hint = "start with a line like `game my_game for 2 to 4 players`; a variant starts like "
        hint = f"{'start with a line like ' if changes else hint}`variant my_variant of some_game`"
        report.error("R0200", "no line says which game this is", first.line_span(1), hint=hint)
        return None
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
        paths = {source.path for variant in variants for source in variant.rules}
        unread = [*bundle.others, *(name for variant in variants for name in variant.others)]
        study.patches, study.strings = patches, texts
        compiled = _compile(declarations, patches, checks, tables, texts, paths, unread, report, study)
    except RecursionError:
        first = bundle.rules[0] if bundle.rules else Source("game.rules", "")
        report.error("R0108", "something here is nested too deeply to read", first.line_span(1))
        return None
    if checks is None:
        sources = [source for each in (bundle, *variants) for source in each.sources()]
        apply_allowances(sources, report, finished=study.sound)
    return compiled


def _compile(
    declarations: Sequence[ast.Node],
    patches: Sequence[Patch],
    checks: Sequence[ast.Value] | None,
    tables: Mapping[str, Source],
    texts: Sequence[tuple[str, Source]],
    variants: Collection[str],
    unread: Sequence[str],
    report: Report,
    study: Study,
) -> Compiled | None:
    patched = apply_variants(declarations, patches, report)
    world = study.world = link([*patched, *(checks or ())], tables, report, unread)
    if study.linked_only:
        return None
    second_look(world, variants, report)
    world.variants = tuple(sorted(patch.name for patch in patches))
    if "play" not in world.rules and not report.errors:
        game = next(node for node in declarations if isinstance(node, ast.Game))
        report.error("R0217", "the game has no `play` block", game.span)
    spans: dict[tuple[str, str], Span] = {}
    strings = _strings(texts, spans, report)
    drop_outdated(strings, spans, patches)
    definition = study.definition = type_definition(world, strings, report, study.sites)
    if definition is None or study.names_only:
        return None
    check(definition, report, lint=checks is None)
    if report.errors:
        return None
    study.sound = True
    if patches and study.findings_only and not study.keys:
        return None
    program = study.program = lower_definition(definition)
    if not patches:
        check_texts(program, spans, report)
        check_numbers(program, spans, report)
    elif study.keys:
        check_keys(program, spans, report)
    return Compiled(definition, program)


def _strings(
    texts: Sequence[tuple[str, Source]], spans: dict[tuple[str, str], Span], report: Report
) -> dict[str, dict[str, str]]:
    strings: dict[str, dict[str, str]] = {}
    for language, source in texts:
        known = strings.setdefault(language, {})
        for key, (text, span) in _short_strings(source, report).items():
            known[key] = text
            spans[(language, key)] = span
    return strings


@once_for_each_text
def _short_strings(source: Source, report: Report) -> dict[str, tuple[str, Span]]:
    found = read_strings(source, report)
    for key, (text, span) in found.items():
        check_length(key, text, span, report)
    return found


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
    texts = frozenset(source.path for source in variant.strings.values())
    return evolve(patch, declarations=tuple(renamed(node) for node in patch.declarations), texts=texts)


def compile_text(rules: str, tables: Mapping[str, str] | None = None, path: str = "game.rules") -> Program:
    """A definition from memory, for tests and examples. Raises `RulesError` if it is not valid."""
    sources = {name: Source(name, text) for name, text in (tables or {}).items()}
    report = Report()
    program = compile_bundle(Bundle((Source(path, rules),), sources), report)
    if program is None:
        raise RulesError(report)
    return program
