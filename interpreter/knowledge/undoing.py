"""Whether a decision can be taken back fairly.

In: a game now, and the same game at an earlier decision. Out: what somebody has come to know since, which
taking back would not make unknown again: dice and picks, hidden components, the secret choices of others,
or anything else that told something hidden.

Two ways are gone. What happened is looked at: what was rolled, which components a player knows that the
player did not know, who answered in secret. And it is tried: in games that the player could not have told
from this one (`deals`) the same answers are given; if the player would have seen, heard or been offered
something else in one of them, the player has learned that it is not this one. Where trying takes too much,
nobody can tell, and it is as if something had been learned.

Who asks is told whether it can be taken back. What others have learned unseen may not be heard in that: it is
looked for in games that whoever asks cannot tell from this one, so that it is the same answer in all of them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from typing import Any

from interpreter.backend import Position
from interpreter.errors import PlayError, RuleError
from interpreter.game import Game
from interpreter.knowledge.events import entries_of, knows
from interpreter.knowledge.happening import Entry
from interpreter.knowledge.showing import origins_of
from rulelang.ir import instructions as do
from rulelang.limits import STEPS_OF_AN_UNDO

CHANCE, SECRET, HIDDEN, SHOWN = "chance", "secret", "hidden", "shown"
TRIED = 40  # games that look the same, for each player
WORLDS = 6  # games that look the same to whoever asks, in which others may have learned something
Answers = Sequence[tuple[int | None, Any]]


def learned(before: Game, now: Game, players: Collection[int]) -> str:
    """One of the four words; empty if none of these players has learned anything that was not open."""
    return _learned(before, now.answers[len(before.answers) :], players)


def refused(before: Game, now: Game, asking: int, players: Collection[int]) -> str:
    """Why a decision cannot be taken back, one of the four words, by what the player who asks can know."""
    answers = now.answers[len(before.answers) :]
    own = _learned(before, answers, [asking])
    others = [player for player in players if player != asking]
    if own or not others:
        return own
    worlds = list(_worlds(before, answers, asking))
    share = STEPS_OF_AN_UNDO // WORLDS
    found = (_learned(world, answers, others, share) for world in worlds)
    return next(filter(None, found), "") if worlds else SHOWN


def _learned(before: Game, answers: Answers, players: Collection[int], most: int = STEPS_OF_AN_UNDO) -> str:
    return _happened(before, answers, players) or next(
        (SHOWN for player in players if _would_differ(before, answers, player, most)), ""
    )


def _worlds(before: Game, answers: Answers, player: int) -> Iterator[Game]:
    """Games in which the player would have seen the same all the way, each of them once."""
    expected, known = list(_seen(before.copy(), answers, player)), set()
    for seed in range(WORLDS):
        other = before.deal(player, seed)
        if other is None or (position := _position(other)) in known:
            continue
        known.add(position)
        other.state.log = ()
        with suppress(PlayError, RuleError):  # somebody could not have answered so
            if list(_seen(other.copy(), answers, player)) == expected:
                yield other


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


def _would_differ(before: Game, answers: Answers, player: int, most: int) -> bool:
    """Looked for with so many steps of the rules at most.

    A position from which the same came without chance is not tried again: where all lies open, each
    deal is the same one.
    """
    if not answers:
        return False
    played = before.copy()
    expected, spent = list(_seen(played, answers, player)), 0
    same = {_position(before)} if played.state.rng == before.state.rng else set()
    for seed in range(TRIED):
        if spent > most:
            return True
        other = before.deal(player, seed)
        if other is None or (position := _position(other)) in same:
            continue
        state, left, chance = other.state, other.state.left, other.state.rng
        state.log = ()
        try:
            for known, would_be in zip(expected, _seen(other, answers, player), strict=True):
                if known != would_be:
                    return True
            if other.state.rng == chance:
                same.add(position)
        except (PlayError, RuleError):
            continue  # somebody could not have answered so: this is not the game that was played
        finally:
            spent += left - state.left  # of a failed answer, too: the game has another state then
    return False


def _position(game: Game) -> Any:
    """Everything but chance that decides how the game goes on."""
    return game.state.freeze(with_chance=False)


def _seen(game: Game, answers: Answers, player: int) -> Iterator[tuple[Any, ...]]:
    """What a player sees, hears and is offered after each of some answers, which are given to this game."""
    start = game.event_count
    for who, answer in answers:
        game.apply(answer, who)
        request = game.request(player)
        offered = () if request is None else tuple(option.label for option in request.options)
        yield game.view(player), offered, tuple(e.text for e in game.events(start, player)), game.result
