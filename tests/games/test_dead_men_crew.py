"""Dead Men Tell No Tales: every step of the crew against a second search."""

from __future__ import annotations

import os
import random
from collections import Counter

import pytest

from interpreter.game import Game
from rulelang.types import Rec
from tests.games.dead_men import LONGEST, Ship, program
from tests.helpers import random_answer

LONG = os.environ.get("RULELANG_FUZZ") == "long"


def roaming(game: Game, ship: Ship) -> dict[str, str]:
    """The crew on the ship and its rooms, each token by its own name: views have none to follow."""
    layout, words, state = game.machine.layout, game.words, game.state
    rooms, tokens = Rec("room"), Rec("counter")
    lying = {}
    beaten = set()
    for index, (number, owner) in enumerate(layout.zone_names):
        if number >= 0 and layout.program.zones[number].name == "lying":
            lying[words.key(rooms, owner)] = [words.key(tokens, token) for token in state.z[index]]
    for index, (number, owner) in enumerate(layout.track_names):
        if layout.program.tracks[number].name == "counter.beaten" and state.t[index]:
            beaten.add(words.key(tokens, owner))
    order = sorted(ship.standing, key=lambda room: (ship.cells[room][1], ship.cells[room][0]))
    return {
        token: room
        for room in order
        for token in lying.get(room, ())
        if token.startswith(("crew", "captain")) and token not in beaten
    }


class Watch:
    """Follows the crew from question to question. When a card moves the crew, all of it goes in the order in
    which it stood on the ship, each along a shortest way to a pirate who is nearest; nobody else moves.

    The game has to ask also where there is one option only. Then nothing happens between two questions that
    this class does not see.
    """

    def __init__(self) -> None:
        self.waiting: list[str] | None = None  # the crew that has not moved yet; None: no card moves it now
        self.hunter = ""
        self.goal = ""
        self.expected: dict[str, str] | None = None
        self.seen: Counter[str] = Counter()

    def before(self, game: Game, answer: int) -> None:
        """Looks at what is asked, and at what will be answered."""
        request = game.request()
        assert request is not None
        if self.waiting is None and not request.name.startswith("hunt."):
            return
        ship = Ship(game.view(0))
        crew = roaming(game, ship)
        if self.expected is not None:
            assert crew == self.expected
        self.expected = None
        if self.waiting is None:
            self.waiting = list(crew)
        keys = [option.key for option in request.options]
        assert len(set(keys)) == len(keys)
        if request.name == "hunt.prey":
            self._next_hunter(ship, crew)
            assert self.hunter and set(keys) == ship.prey(crew[self.hunter])
            self.goal = keys[answer]
            self.seen["choices of prey"] += len(keys) > 1
        elif request.name == "hunt.there":
            here = crew[self.hunter]
            assert set(keys) == ship.steps(here, self.goal)
            self.expected = {**crew, self.hunter: keys[answer]}
            self.seen["steps"] += 1
            self.seen["choices of ways"] += len(keys) > 1
        elif not ship.zones["drawn", ""]:  # the card is done
            self._next_hunter(ship, crew)
            assert not self.hunter
            self.waiting = None

    def _next_hunter(self, ship: Ship, crew: dict[str, str]) -> None:
        """Who moves next; nobody if no one is left who sees a way to a pirate."""
        assert self.waiting is not None
        self.hunter = ""
        while self.waiting and not self.hunter:
            token = self.waiting.pop(0)
            if token in crew and ship.prey(crew[token]):
                self.hunter = token
            else:
                self.seen["stayed"] += 1


def watch_games(amount: int, players: int, *variants: str) -> Counter[str]:
    seen: Counter[str] = Counter()
    for seed in range(amount):
        game = Game.new(program(*variants), players, seed, forced="ask", events=False)
        rng, watch = random.Random(seed), Watch()
        for _ in range(LONGEST):
            if game.over:
                break
            answer, player = random_answer(game, rng)
            watch.before(game, answer)
            game.apply(answer, player)
        assert game.over
        seen += watch.seen
    return seen


@pytest.mark.parametrize("players, variants", [(2, ()), (3, ()), (5, ("captain_fromm",))])
def test_the_crew_takes_a_shortest_way_to_a_nearest_pirate(players: int, variants: tuple[str, ...]) -> None:
    seen = watch_games(25, players, *variants)
    assert seen["steps"] >= 40 and seen["choices of prey"] and seen["choices of ways"]


@pytest.mark.fuzz
@pytest.mark.parametrize("variants", [(), ("captain_fromm",)])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_crew_in_many_games(players: int, variants: tuple[str, ...]) -> None:
    seen = watch_games(2000 if LONG else 100, players, *variants)
    assert seen["steps"] >= 300 and seen["choices of prey"] and seen["choices of ways"]
