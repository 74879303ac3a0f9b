"""What is different between two definitions, declaration by declaration.

In: two sides, each a game with the variants played with it. Out: `Change`s in the order in which people
think about a game. Texts are compared as trees, so a comment or another indentation is no change.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import define, evolve, frozen

from cli.commands.show import setting_in_words
from rulelang.compile import Bundle
from rulelang.diagnostics import Report
from rulelang.loader import load, load_variants
from rulelang.source import Source, Span
from rulelang.syntax import ast
from rulelang.syntax.parser import parse
from rulelang.tables import read_strings
from rulelang.variants.morewords import with_more_words
from rulelang.variants.patches import Key, Patch, apply_variants, find_patch, keys_of

if TYPE_CHECKING:
    from rulelang.ir.nodes import Column, Program

NEW, GONE, OTHER = "+", "-", "~"
# The parts of a game, in the order in which their changes are told.
PARTS = (
    "players", "played together", "components", "tables and kinds", "zones and tracks", "settings",
    "course of the game", "rules", "values", "abilities", "the end", "for bots", "texts",
)  # fmt: skip
_PART_OF = {
    "type": "components", "kind": "tables and kinds", "zone": "zones and tracks", "track": "zones and tracks",
    "die": "zones and tracks", "setting": "settings", "setup": "course of the game",
    "play": "course of the game", "rule": "rules", "value": "values", "ranking": "the end",
    "score": "the end", "payoff": "the end", "outlook": "for bots",
}  # fmt: skip


@frozen
class Change:
    part: str
    sign: str
    text: str
    places: tuple[Span, ...] = ()
    lines: tuple[str, ...] = ()  # what was taken out and put in, each with its sign


@define
class Side:
    """One definition: its declarations after all patches, its texts and what it was compiled to."""

    name: str
    program: Program
    declarations: list[ast.Node]
    patches: list[Patch]
    strings: dict[tuple[str, str], tuple[str, Span]]
    sources: dict[str, Source]


def side(path: Path, variants: Sequence[str | Path], program: Program) -> Side:
    """Reads again what was compiled without a mistake."""
    report = Report()
    bundle = load(path, report)
    assert bundle is not None
    bundles = load_variants(path, variants, report)
    base = [node for source in bundle.rules for node in parse(source, report).declarations]
    patches = []
    for variant in bundles:
        nodes = [node for source in variant.rules for node in parse(source, report).declarations]
        patch = find_patch(nodes, variant.rules[0].line_span(1), report)
        if patch is not None:
            patches.append(patch)
    name = program.name + (f" with {', '.join(program.variants)}" if program.variants else "")
    declarations = apply_variants(base, patches, report)
    return Side(name, program, declarations, patches, _strings([bundle, *bundles], report), report.sources)


def _strings(bundles: Iterable[Bundle], report: Report) -> dict[tuple[str, str], tuple[str, Span]]:
    return {
        (language, key): entry
        for bundle in bundles
        for language, source in bundle.strings.items()
        for key, entry in read_strings(source, report).items()
    }


def changes(left: Side, right: Side) -> list[Change]:
    found = [
        *_players(left, right),
        *_together(left, right),
        *_words(left, right),
        *_components(left, right),
        *_declared(left, right),
        *_abilities(left, right),
        *_texts(left, right),
    ]
    return sorted(found, key=lambda change: PARTS.index(change.part))


# ------------------------------------------------------------ the head of a variant


def _players(left: Side, right: Side) -> Iterator[Change]:
    def players(of: Side) -> str:
        low, high = of.program.players
        return str(low) if low == high else f"{low} to {high}"

    if players(left) != players(right):
        headers = [patch.header.players.span for patch in right.patches if patch.header.players is not None]
        games = [node.players.span for node in right.declarations if isinstance(node, ast.Game)]
        yield Change(
            "players", OTHER, f"for {players(right)} players, not {players(left)}", (*headers, *games)[:1]
        )


def _together(left: Side, right: Side) -> Iterator[Change]:
    words = {
        "requires": "only played together with",
        "excludes": "never played together with",
        "after": "comes after",
    }
    known = {patch.name for patch in left.patches}
    for patch in right.patches:
        for node in patch.declarations:
            if isinstance(node, ast.Requirement) and patch.name not in known:
                names = ", ".join(name.text for name in node.names)
                text = f"`{patch.name}` is {words[node.how]} {names}".replace("is comes", "comes")
                yield Change("played together", NEW, text, (node.span,))


# ------------------------------------------------------------ kinds by their words


def _more_words(left: Side, right: Side) -> list[ast.MoreWords]:
    known = {patch.name for patch in left.patches}
    found = (node for patch in right.patches if patch.name not in known for node in patch.declarations)
    return [node for node in found if isinstance(node, ast.MoreWords)]


def _words(left: Side, right: Side) -> Iterator[Change]:
    for node in _more_words(left, right):
        words = ", ".join(name.text for name in node.names)
        yield Change("components", NEW, f"more words for `{node.name}`: {words}", (node.span,))


def _with_words(declaration: ast.Node, more: Sequence[ast.MoreWords]) -> ast.Node:
    """A declaration with the words that a variant gives to its kinds: these are told apart from the rest."""
    for node in more:
        declaration = with_more_words(declaration, node.name.text, node.names) or declaration
    return declaration


# ------------------------------------------------------------ components by their rows


def _components(left: Side, right: Side) -> Iterator[Change]:
    """Rows that came or went without a declaration of their own: from tables, by `remove every`, in sets."""
    own = {key for of in (left, right) for node in of.declarations for key in keys_of(node)}
    before = {record.name: record for record in left.program.records}
    for record in right.program.records:
        known = before.get(record.name)
        if known is None:
            continue
        was, now = Counter(known.names), Counter(record.names)
        why = tuple(_causes(right, record.name))
        new = [name for name in now if name not in was and (record.name, name) not in own]
        gone = [name for name in was if name not in now and (record.name, name) not in own]
        more = _copies(was, now)
        for sign, verb, names in (
            (NEW, "more of", new),
            (GONE, "without", gone),
            (OTHER, "other copies of", more),
        ):
            if names:
                yield Change("components", sign, f"{verb} `{record.name}`: {', '.join(names)}", why)
        rows_was, rows_now = _rows(known.names, known.columns), _rows(record.names, record.columns)
        for name in now:
            if name in was and (record.name, name) not in own and rows_was[name] != rows_now[name]:
                text = f"something else is printed on the {record.name} `{name}`"
                yield Change("components", OTHER, text)


def _copies(was: Counter[str], now: Counter[str]) -> list[str]:
    """Rows with another number of copies; in one word if all have the same number of sets."""
    times = {now[name] // was[name] if now[name] % was[name] == 0 else 0 for name in now if was[name]}
    if len(times) == 1 and max(times) > 1:
        return [f"{max(times)} sets of all"]
    return [f"{name} ({was[name]}, now {now[name]})" for name in now if 0 < was[name] != now[name]]


def _rows(names: Sequence[str], columns: Sequence[Column]) -> dict[str, list[object]]:
    found: dict[str, list[object]] = {}
    for number, name in enumerate(names):
        found.setdefault(name, [(c.name, c.type, c.values[number]) for c in columns])
    return found


def _causes(of: Side, record: str) -> Iterator[Span]:
    for node in of.declarations:
        if isinstance(node, ast.RemovalOfComponents | ast.Sets | ast.More) and node.name.text == record:
            yield node.span


# ------------------------------------------------------------ declarations


def _declared(left: Side, right: Side) -> Iterator[Change]:
    more = _more_words(left, right)
    before = _by_key([_with_words(node, more) for node in left.declarations])
    after = _by_key(right.declarations)
    groups: dict[tuple[int, int], tuple[ast.Node | None, ast.Node | None, list[Key]]] = {}
    for key in dict.fromkeys([*before, *after]):
        was, now = before.get(key), after.get(key)
        if was is None or now is None or _plain(was) != _plain(now):
            groups.setdefault((id(was), id(now)), (was, now, []))[2].append(key)
    for was, now, keys in groups.values():
        part = _PART_OF.get(keys[0][0], "components")
        if isinstance(was or now, ast.Table):
            part = "tables and kinds"
        what = _named(keys, was or now)
        if was is None and now is not None:
            yield Change(part, NEW, f"new: {what}", (now.span,), _lines(right, now, NEW))
        elif now is None and was is not None:
            yield Change(part, GONE, f"taken out: {what}", (*_removals(right, keys), was.span))
        elif was is not None and now is not None:
            lines = tuple(_difference(_text(left, was), _text(right, now)))
            if isinstance(now, ast.Setting):
                name, lines = now.name.text, ()
                what += f": {_setting(right.program, name)}; was: {_setting(left.program, name)}"
            yield Change(part, OTHER, f"changed: {what}", (*_presets(right, keys), now.span, was.span), lines)


def _setting(program: Program, name: str) -> str:
    return setting_in_words(next(setting for setting in program.settings if setting.name == name))


def _by_key(declarations: Iterable[ast.Node]) -> dict[Key, ast.Node]:
    return {key: node for node in declarations for key in keys_of(node)}


def _plain(node: ast.Node) -> ast.Node:
    return evolve(node, cases=()) if isinstance(node, ast.Rule | ast.Value) else node


def _named(keys: list[Key], node: ast.Node | None) -> str:
    word, *rest = keys[0]
    if not rest:
        return f"the `{word}` block"
    if isinstance(node, ast.Component):
        word = node.word
    if isinstance(node, ast.Table):
        word = "table"
    cases = [key[2] for key in keys if len(key) > 2]
    return f"{word} `{rest[0]}`" + (f" for {', '.join(cases)}" if cases else "")


def _removals(of: Side, keys: list[Key]) -> Iterator[Span]:
    for patch in of.patches:
        for node in patch.declarations:
            if isinstance(node, ast.Removal) and node.name.text == keys[0][1:2][0]:
                yield node.span


def _presets(of: Side, keys: list[Key]) -> Iterator[Span]:
    for patch in of.patches:
        for node in patch.declarations:
            if isinstance(node, ast.Preset) and keys[0] == ("setting", node.name.text):
                yield node.span


# ------------------------------------------------------------ abilities of the game itself

_ADDED = (ast.Hook, ast.Change, ast.Whenever, ast.MoreOptions)  # what has no name to be replaced by


def _abilities(left: Side, right: Side) -> Iterator[Change]:
    was = [node for node in left.declarations if isinstance(node, _ADDED)]
    now = [node for node in right.declarations if isinstance(node, _ADDED)]
    for node in [node for node in now if node not in was]:
        head = _text(right, node)[0].rstrip(":")
        yield Change("abilities", NEW, f"new: `{head}`", (node.span,), _lines(right, node, NEW)[1:])
    for node in [node for node in was if node not in now]:
        yield Change("abilities", GONE, f"taken out: `{_text(left, node)[0].rstrip(':')}`", (node.span,))


# ------------------------------------------------------------ texts


def _texts(left: Side, right: Side) -> Iterator[Change]:
    for key in sorted(left.strings.keys() | right.strings.keys()):
        was, now = left.strings.get(key), right.strings.get(key)
        name = f"{key[0]} `{key[1]}`"
        if was is None and now is not None:
            yield Change("texts", NEW, f"new: {name}: {now[0]}", (now[1],))
        elif now is None and was is not None:
            yield Change("texts", GONE, f"taken out: {name}: {was[0]}", (was[1],))
        elif was is not None and now is not None and was[0] != now[0]:
            yield Change("texts", OTHER, f"changed: {name}: {now[0]} (was: {was[0]})", (now[1], was[1]))


# ------------------------------------------------------------ the text of a declaration


def _text(of: Side, node: ast.Node) -> list[str]:
    """Its lines as they are written, from where it begins, without comments at its end."""
    span = node.span
    lines = list(of.sources[span.path].lines[span.line - 1 : max(span.end_line, span.line)])
    lines[0] = lines[0][span.column - 1 :]
    while len(lines) > 1 and (not lines[-1].strip() or not lines[-1].startswith(" ")):
        lines.pop()
    return [line.rstrip() for line in lines]


def _lines(of: Side, node: ast.Node, sign: str) -> tuple[str, ...]:
    return tuple(f"{sign} {line}".rstrip() for line in _text(of, node))


def _difference(before: list[str], after: list[str]) -> Iterator[str]:
    """Both texts in one; lines that stay have no sign."""
    for _, low, high, first, last in SequenceMatcher(a=before, b=after, autojunk=False).get_opcodes():
        same = before[low:high] == after[first:last]
        yield from (f"{' ' if same else GONE} {line}".rstrip() for line in before[low:high])
        yield from (f"{NEW} {line}".rstrip() for line in after[first:last] if not same)
