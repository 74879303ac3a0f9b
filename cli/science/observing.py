"""What a designer wants to know of one game, noted while bots play it.

In: the position before each answer, what is asked and what is answered. Out: `Notes`: which options were
offered and taken, how each seat opened, who led and since when the winner did, which components were ever
moved, and who held what at the end. It looks at everything, as a referee may; nothing of it reaches a seat.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from attrs import define, field, frozen

from interpreter.errors import RuleError
from interpreter.game import Game
from interpreter.game.requests import Request
from interpreter.layout import Layout
from rulelang.ir.nodes import Program
from rulelang.types import Player

_COPY = re.compile(r"#\d+")  # `coin#2` is a coin


@frozen
class Notes:
    options: Mapping[tuple[str, str], tuple[int, int]] = field(factory=dict)  # offered and taken
    choices: Mapping[int, int] = field(factory=dict)  # so many options: how often
    openings: tuple[tuple[str, str, int], ...] = ()  # what was asked, the answer, the seat
    moved: tuple[tuple[str, str], ...] = ()  # type and name; also what a player held at the end
    kept: tuple[tuple[str, str, int], ...] = ()  # type, name, seat
    leads: bool = False  # somebody was ahead at some time: the rest says something
    lead_changes: int = 0
    decided: int | None = None  # percent of the decisions after which the only winner led to the end
    half: int | None = None  # who led in the middle of the game


@define
class Observer:
    """Notes one game. `labels` are kept from game to game, because making them takes time."""

    program: Program
    labels: dict[Any, str]
    offered: Counter[tuple[str, str]] = field(factory=Counter)
    taken: Counter[tuple[str, str]] = field(factory=Counter)
    choices: Counter[int] = field(factory=Counter)
    opened: dict[int, tuple[str, str]] = field(factory=dict)
    leaders: list[int | None] = field(factory=list)
    moved: set[int] = field(factory=set)
    _first: list[int] = field(factory=list)
    _ranked: bool = True

    def before(self, game: Game, request: Request, answer: Any) -> None:
        """A question was put and answered; the position has not changed yet."""
        self._look(game)
        self.leaders.append(self._leader(game))
        chosen = answer if isinstance(answer, tuple | list) else (answer,)
        keys = self._keys(request)
        name = request.name
        self.choices[len(keys)] += 1
        words = [_word(request, key) for key in keys]
        self.offered.update((name, word) for word in dict.fromkeys(words) if word)
        self.taken.update((name, word) for word in dict.fromkeys(words[i] for i in chosen) if word)
        if len(keys) > 1 and request.player not in self.opened:
            self.opened[request.player] = (name, " + ".join(sorted(keys[i] for i in chosen)) or "nothing")

    def notes(self, game: Game) -> Notes:
        """All that was noted, once the game is over."""
        self._look(game)
        result = game.result
        winners = result.winners if result is not None else ()
        known = [leader for leader in self.leaders if leader is not None]
        changes = sum(a != b for a, b in pairwise(known))
        decided = None
        if known and len(winners) == 1:
            others = [at for at, leader in enumerate(self.leaders) if leader != winners[0]]
            decided = 100 * (others[-1] + 1 if others else 0) // len(self.leaders)
        half = self.leaders[len(self.leaders) // 2] if self.leaders else None
        names = component_names(self.program)
        at_end = kept(game, names)  # what a player holds matters, also if it lay there from the start
        moved = {names[number] for number in self.moved} | {(sort, name) for sort, name, _ in at_end}
        return Notes(
            {key: (times, self.taken[key]) for key, times in self.offered.items()},
            self.choices,
            tuple((name, answer, seat) for seat, (name, answer) in sorted(self.opened.items())),
            tuple(sorted(moved)),
            tuple(at_end),
            bool(known), changes, decided, half if len(winners) == 1 else None,
        )  # fmt: skip

    def _look(self, game: Game) -> None:
        places = game.state.loc
        if not self._first:
            self._first = list(places)
        elif places != self._first:
            self.moved.update(n for n, (a, b) in enumerate(zip(places, self._first, strict=True)) if a != b)

    def _leader(self, game: Game) -> int | None:
        """Who would win alone if the ranking, or else the score, were asked now."""
        if not self._ranked:
            return None
        state, machine = game.state, game.machine
        players = range(game.setup.players)
        try:
            if machine.ranks:
                standing = [tuple(sign * key(state, p, p) for sign, key in machine.ranks) for p in players]
            elif machine.score_of is not None:
                standing = [(machine.score_of(state, p, p),) for p in players]
            else:
                self._ranked = False
                return None
        except RuleError:  # some rankings can be asked only at the end
            return None
        best = max(standing)
        return standing.index(best) if standing.count(best) == 1 else None

    def _keys(self, request: Request) -> list[str]:
        where = request.pending[0], request.pending[2], request.pending[3]
        labels = self.labels
        raw = request.raw()
        if any((where, value) not in labels for value in raw):
            for value, option in zip(raw, request.options, strict=True):
                labels[where, value] = _COPY.sub("", option.key)
        return [labels[where, value] for value in raw]


def _word(request: Request, key: str) -> str:
    """An option as one thing that is worth counting; nothing for numbers and pairs: there are too many."""
    if request.kind == "menu":
        return key.partition("(")[0]
    return "" if ", " in key or key.lstrip("-").isdecimal() else key


def component_names(program: Program) -> list[tuple[str, str]]:
    """The type and name of each component, by its number."""
    found = [("", "")] * program.components
    for record in program.records:
        if record.physical:
            found[record.base : record.base + record.size] = [(record.name, name) for name in record.names]
    return found


def kept(game: Game, names: list[tuple[str, str]]) -> list[tuple[str, str, int]]:
    """Every component that lies in a zone of a player at the end; copies with one player are one."""
    program, layout = game.program, game.machine.layout
    found: set[tuple[str, str, int]] = set()
    for number, zone in enumerate(program.zones):
        if isinstance(zone.owner, Player):
            for seat in range(game.setup.players):
                cards = game.state.z[layout.zone_base[number] + seat]
                found.update((*names[card], seat) for card in cards if card is not None)
    return sorted(found)


def held(game: Game) -> list[tuple[str, str, int]]:
    """The components whose abilities are active with a player at the end: characters, and the like."""
    return held_in(game.program, game.machine.layout, lambda zone: game.state.z[zone])


def held_in(
    program: Program, layout: Layout, cards: Callable[[int], Sequence[int | None]]
) -> list[tuple[str, str, int]]:
    """The same, of zones of which only the cards are known."""
    names = component_names(program)
    found: set[tuple[str, str, int]] = set()
    for number in sorted({hook.zone for hook in program.hooks if hook.zone is not None}):
        if isinstance(program.zones[number].owner, Player):
            for seat in range(layout.players):
                there = cards(layout.zone_base[number] + seat)
                found.update((*names[card], seat) for card in there if card is not None)
    return sorted(found)
