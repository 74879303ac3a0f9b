"""Whether a decision can be taken back fairly.

In: a game now, and the same game at an earlier decision. Out: what somebody has come to know since, which
taking back would not make unknown again: dice and picks, hidden components, the secret choices of others,
or anything else that told something hidden.

Two ways are gone. What happened is looked at: what was rolled, which components a player knows that the
player did not know, who answered in secret. And it is tried: in games that the player could not have told
from this one (`deals`) the same answers are given; if the player would have seen, heard or been offered
something else in one of them, the player has learned that it is not this one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from interpreter.backend import Position
from interpreter.errors import PlayError, RuleError
from interpreter.game import Game
from interpreter.knowledge.events import entries_of, knows
from interpreter.knowledge.happening import Entry
from interpreter.knowledge.showing import origins_of
from rulelang.ir import instructions as do

CHANCE, SECRET, HIDDEN, SHOWN = "chance", "secret", "hidden", "shown"
TRIED = 40  # games that look the same, for each player
Answers = Sequence[tuple[int | None, Any]]


def learned(before: Game, now: Game, players: Collection[int]) -> str:
    """One of the four words; empty if none of these players has learned anything that was not open."""
    answers = now.answers[len(before.answers) :]
    return _happened(before, answers, players) or next(
        (SHOWN for player in players if _would_differ(before, answers, player)), ""
    )


# ------------------------------------------------------------ what happened


def _happened(before: Game, answers: Answers, players: Collection[int]) -> str:
    """The way between the two is played again, since what was shown may be covered by now."""
    mask = sum(1 << player for player in players)
    played, seen = before.copy(), list(before.state.known)
    places = list(before.state.loc)
    for who, answer in answers:
        pending, log = played.state.pending, played.state.log
        played.apply(answer, who)
        if pending is not None and pending[0] == "secret" and not _is_secret(played.state):
            return SECRET
        found = _told(played, entries_of(played.state.log, log), seen, places, mask)
        if found:
            return found
        if any(new & ~old & mask for old, new in zip(seen, played.state.known, strict=True)):
            return HIDDEN
        seen = list(played.state.known)
    return ""


def _told(game: Game, entries: Sequence[Entry], seen: list[int], places: list[int], mask: int) -> str:
    """What some events have told; `seen` and `places`, who knew what and where it was, follow them."""
    layout = game.machine.layout
    for entry in entries:
        kind, _, *data = entry
        if kind == "pick" or (kind == "roll" and any(_is_told(game, entry, mask))):
            return CHANCE
        if kind == "shuffle":  # whoever knew these cards does not know where each of them is any more
            for item, zone in enumerate(places):
                if zone == data[0]:
                    seen[item] &= layout.sees[zone]
        elif kind == "move":
            item, _, zone, known, *_ = data
            if known & ~seen[item] & mask:
                return HIDDEN
            seen[item], places[item] = known, zone
        elif kind == "reveal":
            items, known, *_ = data
            if any(known & ~seen[item] & mask for item in items):
                return HIDDEN
        elif kind in ("set", "say") and any(_is_told(game, entry, mask)) and _speaks_of_hidden(game, entry):
            return SHOWN
    return ""


def _is_told(game: Game, entry: Entry, mask: int) -> Iterator[bool]:
    """For each of these players whether the event is told."""
    seers = entry[-1] if entry[0] in ("set", "roll") else game.machine.layout.everyone
    return (knows(game.machine, seers, player) for player in range(mask.bit_length()) if mask >> player & 1)


def _speaks_of_hidden(game: Game, entry: Entry) -> bool:
    body, pc = entry[1]
    instr = game.program.bodies[body].code[pc]
    parts: tuple[Any, ...] = (instr.value,) if isinstance(instr, do.Set) else ()
    parts = instr.parts if isinstance(instr, do.Say) else parts
    return any("hidden" in origins_of(game.program).of(part, body) for part in parts)


def _is_secret(state: Position) -> bool:
    return state.pending is not None and state.pending[0] == "secret"


# ------------------------------------------------------------ what would have happened


def _would_differ(before: Game, answers: Answers, player: int) -> bool:
    if not answers:
        return False
    expected = list(_seen(before, answers, player))
    for seed in range(TRIED):
        other = before.deal(player, seed)
        if other is None:
            continue
        other.state.log = ()
        try:
            for known, would_be in zip(expected, _seen(other, answers, player), strict=True):
                if known != would_be:
                    return True
        except (PlayError, RuleError):
            continue  # somebody could not have answered so: this is not the game that was played
    return False


def _seen(game: Game, answers: Answers, player: int) -> Iterator[tuple[Any, ...]]:
    """What a player sees, hears and is offered after each of some answers."""
    played, start = game.copy(), game.event_count
    for who, answer in answers:
        played.apply(answer, who)
        request = played.request(player)
        offered = () if request is None else tuple(option.label for option in request.options)
        yield played.view(player), offered, tuple(e.text for e in played.events(start, player)), played.result
