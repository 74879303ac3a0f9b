"""`rulelang show`: what is in a definition.

In: a game, with variants and settings. Out: its components, zones, tracks, settings, rules and values with
the abilities that hook each of them, how it is won, and the variants that can be added; plain text that fits
80 columns. With `--rulebook`, its rules in words, in Markdown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Annotated

import typer

from cli.options import GameArgument, Language, Settings, Variants
from rulelang.types import ByPlayer, Kind, Num, Rec, Seq, Type, bare

if TYPE_CHECKING:
    from rulelang.ir.nodes import HookDef, Program, RecordDef, RuleDef, SettingDef, Site

WIDTH = 80
SEEN_BY = {"all": "public", "none": "hidden", "owner": "seen by its owner", "top": "only the top is public"}
HOW = {
    "instead": "instead of it",
    "change": "changes it",
    "enters": "when something enters",
    "changes": "when it changes",
}


def show(
    game: GameArgument,
    variants: Variants = None,
    settings: Settings = None,
    rulebook: Annotated[
        bool, typer.Option("--rulebook", help="The rules of the game in words, in Markdown.")
    ] = False,
    lang: Language = None,
) -> None:
    """Show what is in a game: components, zones, settings, rules and the hooks on each rule."""
    from cli.errors import Misuse
    from cli.games import find_game, load_program
    from cli.options import language_for, read_settings
    from cli.playing.rules_in_words import RulesInWords
    from cli.screen.terminal import say

    program = load_program(game, variants or (), read_settings(settings or ()))
    if rulebook:
        words = RulesInWords(find_game(game), variants or (), program, language_for(lang, program))
        say(words.rulebook().removesuffix("\n"))
        return
    if lang is not None:
        raise Misuse("--lang is for --rulebook: without it, a definition is shown by its own names")
    for line in described(program):
        say(line)
    for line in section("variants", variant_lines(find_game(game), program.variants)):
        say(line)


def described(program: Program) -> Iterator[str]:
    from cli.commands.list_games import players_of

    yield f"{program.name}, {players_of(program)} players"
    if program.variants:
        yield f"with {', '.join(program.variants)}"
    yield from section(
        "components and tables", (line for record in program.records for line in _record(program, record))
    )
    words = (f"{kind.name}: {', '.join(kind.words)}" for kind in program.kinds)
    yield from section("kinds", (line for text in words for line in folded(text)))
    yield from section("zones", _zones(program))
    yield from section("tracks", _tracks(program))
    yield from section("settings", (line for setting in program.settings for line in _setting(setting)))
    yield from section("rules", _rules(program))
    yield from section("values", _values(program))
    yield from section("the end", _ending(program))


def section(title: str, lines: Iterable[str]) -> Iterator[str]:
    found = list(lines)
    if found:
        yield ""
        yield title
        yield from found


def folded(text: str, indent: int = 2) -> list[str]:
    """A text of several lines, later ones set in; words are not broken, so that names can be searched."""
    return wrap(
        text, WIDTH, initial_indent=" " * indent, subsequent_indent=" " * (indent + 4),
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip


def type_in_words(type_: Type) -> str:
    match bare(type_):
        case Seq(item=item) | ByPlayer(item=item):
            return f"set of {type_in_words(item)}"
        case Kind(name=name) | Rec(name=name):
            return name
        case other:
            return str(other).removeprefix("a ")


def place(site: Site) -> str:
    return f"{site[0]}:{site[1]}"


def _of_each(owner: Type | None) -> str:
    return f" of each {type_in_words(owner)}" if owner is not None else ""


# ------------------------------------------------------------ things


def _record(program: Program, record: RecordDef) -> Iterator[str]:
    different = Counter(record.names)
    total = (
        f"{record.size}" if len(different) == record.size else f"{record.size}, {len(different)} different"
    )
    yield from folded(f"{record.word} {record.name} ({total})")
    for column in record.columns:
        yield from folded(f"{column.name}: {_column(column.type, column.values)}", 4)
    for track in program.tracks:
        if track.owner == Rec(record.name) and "." in track.name:
            yield from folded(
                f"{track.name.partition('.')[2]}: {type_in_words(track.type)}, changes in play", 4
            )
    names = (f"{name} x{count}" if count > 1 else name for name, count in different.items())
    yield from folded(", ".join(names), 4)


def _column(type_: Type, values: tuple[object, ...]) -> str:
    numbers = [value for value in values if type(value) is int]
    if isinstance(bare(type_), Num) and numbers:
        return f"number {min(numbers)} to {max(numbers)}"
    return type_in_words(type_)


def _zones(program: Program) -> Iterator[str]:
    for zone in program.zones:
        size = f" {zone.width} by {zone.height}" if zone.ordering == "grid" else ""
        text = f"{zone.name}{_of_each(zone.owner)}: {zone.ordering}{size} of {zone.item}"
        yield from folded(f"{text}, {SEEN_BY.get(zone.sees, zone.sees)}")
        yield from _hooks(program, [h for h in program.hooks if h.how == "enters" and h.target == zone.name])


def _tracks(program: Program) -> Iterator[str]:
    from cli.reports.formula import formula

    for track in program.tracks:
        kind = type_in_words(track.type)
        if isinstance(track.type, Num):
            kind += f" {track.type.low} to {track.type.high}{' (capped)' if track.capped else ''}"
        seen = "" if track.sees == "all" else f", {SEEN_BY.get(track.sees, track.sees)}"
        text = f"{track.name}{_of_each(track.owner)}: {kind}, starting {formula(program, track.start)}{seen}"
        yield from folded(text)
        yield from _hooks(
            program, [h for h in program.hooks if h.how == "changes" and h.target == track.name]
        )


def setting_in_words(setting: SettingDef) -> str:
    default = setting.called(setting.default)
    if isinstance(number := bare(setting.type), Num):
        return f"number {number.low} to {number.high}{' or none' if setting.words else ''}, default {default}"
    return f"{' or '.join(setting.words)}, default {default}"


def _setting(setting: SettingDef) -> list[str]:
    return folded(f"{setting.name}: {setting_in_words(setting)}")


def variant_lines(game: Path, played: Sequence[str] = ()) -> Iterator[str]:
    """The variants beside a game, with the settings that each one adds or sets."""
    from cli.commands.list_games import about_variant
    from cli.games import variants_of
    from rulelang.diagnostics import Report
    from rulelang.loader import load_variants
    from rulelang.syntax import ast
    from rulelang.syntax.parser import parse

    for name in variants_of(game):
        yield from folded(about_variant(game, name) + (" (played here)" if name in played else ""))
        report = Report()
        sources = [source for bundle in load_variants(game, [name], report)[:1] for source in bundle.rules]
        for source in sources:
            for node in parse(source, report).declarations:
                if isinstance(node, ast.Setting | ast.Preset):
                    yield from folded(source.lines[node.span.line - 1].partition("#")[0].strip(), 4)


# ------------------------------------------------------------ rules


def _rules(program: Program) -> Iterator[str]:
    for rule in program.rules:
        takes = f"({', '.join(map(type_in_words, rule.params))})" if rule.params else ""
        yield from folded(f"{rule.name}{takes}{_where(program, rule)}")
        for _, body in rule.cases:
            sites = program.bodies[body].sites
            yield from folded(program.bodies[body].name + (f"  {place(sites[0])}" if sites else ""), 4)
        yield from _hooks(program, [program.hooks[number] for number in rule.hooks])


def _where(program: Program, rule: RuleDef) -> str:
    if rule.default is None:
        return ""
    sites = program.bodies[rule.default].sites
    return f"  {place(sites[0])}" if sites else ""


def _values(program: Program) -> Iterator[str]:
    for value in program.values:
        takes = f"({', '.join(map(type_in_words, value.params))})" if value.params else ""
        yield from folded(f"{value.name}{takes}: {type_in_words(value.result)}  {place(value.site)}")
        yield from _hooks(program, [program.hooks[number] for number in value.changes])


def _hooks(program: Program, hooks: list[HookDef]) -> Iterator[str]:
    for hook in hooks:
        who = hook.owner or "the game"
        while_in = f" in {program.zones[hook.zone].name}" if hook.zone is not None else ""
        only = " under a condition" if hook.when is not None else ""
        first = f", priority {hook.priority}" if hook.priority else ""
        yield from folded(
            f"<- {who}{while_in}: {HOW.get(hook.how, hook.how)}{only}{first}  {place(hook.site)}", 4
        )


def _ending(program: Program) -> Iterator[str]:
    from cli.reports.formula import formula

    if program.score is not None:
        yield from folded(f"score of p: {formula(program, program.score)}")
    if program.payoff is not None:
        yield from folded(f"payoff of p: {formula(program, program.payoff)}")
    if program.outlook is not None:
        yield from folded(f"outlook of p: {formula(program, program.outlook)}")
    ranking = program.ranking
    if ranking is None:
        yield from folded("no ranking: the rules name the winners")
        return
    if ranking.condition is not None:
        yield from folded(f"can win: p where {formula(program, ranking.condition)}")
    keys = [f"{way} {formula(program, key)}" for way, key in ranking.keys]
    yield from folded(f"ranking of p: {', then '.join([*keys, ranking.ties])}")
