"""What the words of a scenario stand for, for those who follow or change names.

In: a `Scenario` whose names were found to be right, and the `Program` it is played on. Out: `Mention`s: which
word of which line is a zone, a row, an option. Words in the expressions of claims are not among them: those
are typed, and typing notes what they refer to.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from typing import Any

from attrs import frozen

from rulelang.ir import instructions as do
from rulelang.ir import naming
from rulelang.ir.nodes import Program
from rulelang.ir.script import Scenario, Site, Step
from rulelang.source import Span
from rulelang.types import Kind, Pair, Rec, Seq, Type, bare, item_of

Word = tuple[str, str, str]  # its sort, what it belongs to, and the word: ("row", "loot", "hook_5")
NAME_KIND = " name"  # how the kind ends that the names of components make
_WORD = re.compile(r"[a-z]\w*")


@frozen
class Mention:
    sort: str  # zone, track, field, row, word, setting, option, say, reason, variant, body, prompt
    owner: str  # the record, the kind or the body that it belongs to
    name: str
    span: Span


def mentions(scenario: Scenario, program: Program) -> Iterator[Mention]:
    """Everything that a scenario names; lines that it takes over from another are found there."""
    players = program.players[0] if scenario.players is None else scenario.players
    for step in (*scenario.head, *scenario.steps):
        yield from step_mentions(step, program, players)


def step_mentions(step: Step, program: Program, players: int) -> Iterator[Mention]:
    if step.verb == "in_order":
        for event in step.parts[0]:
            yield from step_mentions(event, program, players)
        return
    look = LOOKS.get(step.verb)
    words = [] if look is None else [word for word in look(program, players, *step.parts) if word[2]]
    yield from _placed(words, step.text, step.site)


def _placed(words: list[Word], text: str, site: Site) -> Iterator[Mention]:
    """Words stand in a line in the order of its parts; one that is named twice stands there twice."""
    path, line, column = site
    after = 0
    for sort, owner, name in words:
        found = re.compile(rf"(?<![\w#]){re.escape(name)}(?!\w)")
        match = found.search(text, after) or found.search(text)
        if match is not None:
            start = column + match.start()
            yield Mention(sort, owner, name, Span(path, line, start, line, start + len(name)))
            after = match.end()


# ------------------------------------------------------------ values


def typed_words(program: Program, type_: Type, text: str) -> Iterator[Word]:
    """The words in a text that stands for a value of a type."""
    match bare(type_):
        case Seq(item=item):
            for part in text.split(","):
                yield from typed_words(program, item, part.strip())
        case Pair(first=first, second=second) if text.count(",") == 1:
            for part, inner in zip(text.split(","), (first, second), strict=True):
                yield from typed_words(program, inner, part.strip())
        case Kind(name=name) if text in program.kind(name).words:
            yield _kind_word(name, text)
        case Rec(name=name) if text.split("#")[0] in program.record(name).names:
            yield "row", name, text.split("#")[0]


def _kind_word(kind: str, word: str) -> Word:
    return ("row", kind.removesuffix(NAME_KIND), word) if kind.endswith(NAME_KIND) else ("word", kind, word)


def _card(program: Program, text: str) -> Iterator[Word]:
    try:
        yield "row", naming.record_of(program, text).name, text.split("#")[0]
    except naming.NotKnown:
        return  # `empty`


def _zone(program: Program, players: int, name: str, owner: str | None, cards: Any = ()) -> Iterator[Word]:
    yield "zone", "", name
    zone = next((zone for zone in program.zones if zone.name == name), None)
    if zone is not None and zone.owner is not None and owner is not None:
        yield from typed_words(program, zone.owner, owner)
    for card in cards if isinstance(cards, tuple) else ():
        yield from _card(program, card)


def _cell(
    program: Program, players: int, zone: str, owner: str | None, column: int, row: int, card: str
) -> Iterator[Word]:
    yield from _zone(program, players, zone, owner, (card,))


def _track(
    program: Program, players: int, name: str, owner: str | None, value: str | None = None
) -> Iterator[Word]:
    try:
        track = program.tracks[naming.track_number(program, name, owner)]
    except naming.NotKnown:
        return  # `active`, or what is reported
    record, _, field = track.name.rpartition(".")
    yield ("field", record, field) if record else ("track", "", name)
    if owner is not None and track.owner is not None:
        yield from typed_words(program, track.owner, owner)
    if value is not None:
        yield from typed_words(program, track.type, value)


def _chance(program: Program, players: int, what: str, values: tuple[str, ...]) -> Iterator[Word]:
    for value in values:
        if what == "draw":
            yield from _card(program, value)
        elif what == "pick":
            picks = (op for body in program.bodies for op in body.code if isinstance(op, do.Pick))
            yield from _either(program, [item_of(pick.items.type) for pick in picks], value)
        else:
            yield from _face(program, players, value)


def _face(program: Program, players: int, face: str) -> Iterator[Word]:
    yield from _either(program, [*naming.dice_of_words(program).values()], face)


def _either(program: Program, types: list[Type], text: str) -> Iterator[Word]:
    """A word that could be of one of several types."""
    found = dict.fromkeys(word for type_ in types for word in typed_words(program, type_, text))
    yield from list(found)[:1]


# ------------------------------------------------------------ decisions and options


def _decision(program: Program, name: str) -> Iterator[Word]:
    body, _, asked = name.rpartition(".") if "." in name else (name, "", "")
    yield "body", "", body
    if asked:
        yield "prompt", body, asked


def option_words(program: Program, players: int, text: str) -> Iterator[Word]:
    """An option of a menu with what it is about, or what is chosen; which decision it is, only play tells."""
    name, bracket, rest = text.partition("(")
    menus = [op for _, op in naming.asking(program) if isinstance(op, do.Menu | do.SecretMenu)]
    entries = [entry for menu in menus for entry in menu.entries if entry.name == name.strip()]
    if entries:
        yield "option", "", name.strip()
        if bracket:
            parts = naming.split(rest.rstrip(") "))
            fitting = [e for e in entries if len(do.chosen_types(e.ways)) == len(parts)]
            for index, part in enumerate(parts):
                yield from _either(program, [do.chosen_types(e.ways)[index] for e in fitting], part)
        return
    chosen = [op for _, op in naming.asking(program) if isinstance(op, do.Choose | do.Secret)]
    ways = [do.chosen_types(op.ways) for op in chosen]
    for part in naming.split(text):
        yield from _chosen(program, ways, part)


def _chosen(program: Program, ways: list[tuple[Type, ...]], text: str) -> Iterator[Word]:
    parts = naming.split(text)
    for index, part in enumerate(parts):
        yield from _either(program, [way[index] for way in ways if len(way) == len(parts)], part)


def _answer(program: Program, players: int, player: int, text: str) -> Iterator[Word]:
    yield from option_words(program, players, text)


def _options(program: Program, players: int, player: int, keys: tuple[str, ...]) -> Iterator[Word]:
    for key in keys:
        yield from option_words(program, players, key)


def _itself(
    program: Program, players: int, rule: str, player: int | None, option: str = ""
) -> Iterator[Word]:
    yield from _decision(program, rule)
    if option:
        yield from option_words(program, players, option)


# ------------------------------------------------------------ the rest


def _set(program: Program, players: int, name: str, value: str) -> Iterator[Word]:
    yield "setting", "", name
    setting = next((setting for setting in program.settings if setting.name == name), None)
    if setting is not None:
        yield from typed_words(program, setting.type, value)


def _set_is(program: Program, players: int, name: str, members: tuple[str, ...]) -> Iterator[Word]:
    type_ = next((value.result for value in program.values if value.name == name), None)
    if type_ is not None:
        for member in members:
            yield from typed_words(program, item_of(bare(type_)), member)


def _began(program: Program, players: int, rule: str) -> Iterator[Word]:
    yield from _decision(program, rule)


def _named(sort: str) -> Callable[..., Iterator[Word]]:
    def one(program: Program, players: int, name: str) -> Iterator[Word]:
        yield sort, "", name

    return one


LOOKS: Mapping[str, Callable[..., Iterator[Word]]] = {
    "set": _set, "at": lambda p, n, rule, player: _decision(p, rule), "setup": _chance,
    "variants": lambda p, n, names: (("variant", "", name) for name in names),
    "zone": _zone, "top": _zone, "bottom": _zone, "fill": _zone, "rest": _zone, "cell": _cell,
    "track": _track, "next": _chance, "answer": _answer, "cannot": _answer, "set_is": _set_is,
    "zone_is": _zone, "zone_exactly": _zone, "zone_top": _zone, "zone_bottom": _zone, "cell_is": _cell,
    "decides": lambda p, n, player, rule: _decision(p, rule), "options": _options, "may": _options,
    "may_not": _options, "knows": lambda p, n, player, card: _card(p, card),
    "knows_not": lambda p, n, player, card: _card(p, card),
    "sees": lambda p, n, player, name, owner: _track(p, n, name, owner),
    "sees_not": lambda p, n, player, name, owner: _track(p, n, name, owner),
    "wins": lambda p, n, players, reason: iter([("reason", "", reason)]),
    "itself": _itself, "not_itself": _itself, "skipped": _itself, "chose": _answer,
    "came": lambda p, n, card, name, owner: chain(_card(p, card), _zone(p, n, name, owner)),
    "became": _track, "began": _began, "shuffled": _zone, "said": _named("say"), "rolled": _face,
}  # fmt: skip
