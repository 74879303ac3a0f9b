"""What happened in an order that tells nothing, and only what a listener may hear of.

In: raw events and who listens. Out: the raw events that the listener may hear of, in an order in which
hidden components cannot be told by their places in the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from interpreter.knowledge.seeing import EVERYBODY, sees
from interpreter.layout import Layout

Entry = tuple[Any, ...]  # a raw event: (kind, (body, instruction), ...)
MARKS = ("round", "turns_over")  # raw events without words, which divide a game into chapters
CHAPTERS = ("turn", *MARKS)
STANDING = (
    *CHAPTERS,
    "choice",
    "chose",
    "secret",
    "over",
    "shuffle",
)  # nothing is told before or after these
OWNERS = 7  # where a move to or from a zone of a component says who knows that component


def in_open_order(layout: Layout, raw: Sequence[Entry], player: int | None) -> list[Entry]:
    """Raw events as a listener may hear of them; None hears all, as it was.

    One line of the rules, or one loop, that moves components goes through them in the order of their table: a
    hidden one between two that are known would be known as well. Such moves are told by their ways. If a loop
    does other things, too, they are told after the moves: when they happened would tell of which hidden
    component.
    """
    entries = [
        entry if len(entry) <= OWNERS else _short(entry)
        for entry in raw
        if player is None or len(entry) <= OWNERS or sees(layout, entry[OWNERS], player, EVERYBODY)
    ]
    if player is None:
        return entries
    found: list[Entry] = []
    for looping, group in groupby(entries, key=lambda entry: _loops(layout, entry)):
        found += _told_apart(layout, list(group), player, looping)
    return found


def _short(entry: Entry) -> Entry:
    """A move without what was noted about the owners of its zones."""
    return entry[:6] if entry[6] is None else entry[:7]


def _told_apart(layout: Layout, entries: list[Entry], player: int, looping: bool) -> list[Entry]:
    moves = [entry for entry in entries if entry[0] == "move"]
    if looping and any(not sees(layout, entry[5], player, EVERYBODY) for entry in moves):
        site = min(_line(layout, entry) for entry in moves)  # which branch moved them is not told
        joined = [(entry[0], site, *entry[2:]) for entry in moves]
        return [*_by_ways(layout, joined, player), *(entry for entry in entries if entry[0] != "move")]
    found: list[Entry] = []
    for run, group in groupby(entries, key=lambda entry: _run(layout, entry)):
        together = list(group)
        found += together if run is None else _by_ways(layout, together, player)
    return found


def _by_ways(layout: Layout, moves: list[Entry], player: int) -> list[Entry]:
    """Moves in the order of where from and where to; zones of copies that look alike are alike."""
    if len(moves) < 2:
        return moves
    moves = sorted(moves, key=lambda entry: (entry[3:5], _place(entry)))
    if not layout.attached_zones:
        return moves
    ways = [list(group) for _, group in groupby(moves, key=lambda entry: entry[3:5])]
    ways.sort(key=lambda way: _open_way(layout, way, player))
    return [entry for way in ways for entry in way]


def _open_way(layout: Layout, moves: list[Entry], player: int) -> tuple[Any, ...]:
    """What a listener can say about moves from one zone to another, without numbers of copies."""
    ends = tuple(
        (*map(_rank, others), *(layout.looks[item] for item in components))
        for others, components in (layout.zone_owners[zone] for zone in moves[0][3:5])
    )
    known = [entry[2] for entry in moves if sees(layout, entry[5], player, EVERYBODY)]
    return ends, len(moves), sorted(layout.looks[item] for item in known)


def _rank(owner: int | None) -> int:
    return -1 if owner is None else owner


def _place(entry: Entry) -> int:
    return -1 if len(entry) < 7 or entry[6] is None else int(entry[6])


def _loops(layout: Layout, entry: Entry) -> bool:
    """Whether an event may have happened in a loop that goes through components."""
    if entry[0] in STANDING:
        return False
    body, pc = entry[1]
    return body in layout.called_in_loops or _loop(layout, body, pc) is not None


def _loop(layout: Layout, body: int, pc: int) -> int | None:
    return next((start for start, end in layout.component_loops[body] if start < pc < end), None)


def _line(layout: Layout, entry: Entry) -> tuple[int, int]:
    """The loop that an event happened in, or else its own line."""
    body, pc = entry[1]
    loop = _loop(layout, body, pc)
    return body, pc if loop is None else loop


def _run(layout: Layout, entry: Entry) -> Any:
    return _line(layout, entry) if entry[0] == "move" else None
