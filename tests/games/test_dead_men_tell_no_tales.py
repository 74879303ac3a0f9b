"""Dead Men Tell No Tales: what holds in every position, and ways against a second search."""

from __future__ import annotations

import random
from typing import Any

import pytest

from interpreter.game import Game
from tests.games.dead_men import LONGEST, SIDES, STEPS, WON, Cell, Ship, declared_losses, printed, program
from tests.helpers import random_answer

ALL_OPTIONS = {
    "deckhands_available": 24, "more_crosswise": 4, "first_explosions": 2, "dead_pirate": "yes",
}  # fmt: skip


def value(game: Game, name: str, *args: int) -> Any:
    """What a value of the definition says, for components and players given by number."""
    number = next(i for i, found in enumerate(game.program.values) if found.name == name)
    return game.machine.value_of(game.state, number, args, game.state.active)


def room_number(game: Game, name: str) -> int:
    record = game.program.record("room")
    return record.base + record.names.index(name)


def check_position(game: Game, laid: dict[str, tuple[Cell, int]], players: int, started: int) -> None:
    """Everything lies in one place, numbers are in range, explosions are counted, rooms stay."""
    seen = [component for zone in game.state.z for component in zone if component is not None]
    assert sorted(seen) == list(range(game.program.components))
    ship = Ship(game.view(0))
    for room, place in ship.cells.items():
        assert 0 <= ship.number("room.fire", room) <= 5
        here = (place, ship.number("room.turned", room))
        assert laid.setdefault(room, here) == here
    assert laid.keys() == ship.cells.keys()
    rooms = printed()
    went_off = sum(ship.flag("room.keg_used", room) for room in rooms)
    exploded = sum(ship.flag("room.exploded", room) for room in rooms)
    assert ship.number("explosions") == started + went_off + exploded
    for player in (f"player{number + 1}" for number in range(players)):
        assert 0 <= ship.number("fatigue", player) <= 15
        cutlasses = sum("cutlass" in token for token in ship.zones["board", player])
        assert min(4, cutlasses) <= ship.number("might", player) <= 4
        treasures = [token for token in ship.zones["board", player] if token.startswith("guard")]
        assert len(treasures) <= 1
        room = ship.tracks["location", player]
        if room != "none":
            assert set(ship.ways_out()) & ship.distances(room).keys()


def check_ways(game: Game) -> None:
    """The definition's ways against the second search."""
    ship = Ship(game.view(0))
    names = game.program.record("room").names
    base = game.program.record("room").base
    for room in ship.cells:
        number = room_number(game, room)
        assert {names[other - base] for other in value(game, "exits", number)} == set(ship.exits[room])
        assert value(game, "cut_off", number) == (not set(ship.ways_out()) & ship.distances(room).keys())


def check_fit(game: Game) -> None:
    """Every door of a room that was laid meets a door or nothing; every wall a wall or nothing."""
    ship = Ship(game.view(0))
    for room, (column, row) in ship.cells.items():
        assert row >= 1
        for number, (across, up) in enumerate(STEPS):
            other = ship.at.get((column + across, row + up))
            if other and not ship.flag("room.exploded", room) and not ship.flag("room.exploded", other):
                back = SIDES[(number + 2) % 4]
                assert (SIDES[number] in ship.doors(room)) == (back in ship.doors(other))


def play(game: Game, rng: random.Random, *, watch: bool) -> None:
    started = int(dict(game.setup.settings).get("first_explosions", 0))
    laid: dict[str, tuple[Cell, int]] = {}
    for answers in range(LONGEST):
        if game.over:
            break
        if watch and answers % 5 == 0:
            check_position(game, laid, game.setup.players, started)
        if watch and answers % 25 == 0:
            check_ways(game)
            check_fit(game)
        answer, player = random_answer(game, rng)
        game.apply(answer, player)
    assert game.over and game.result is not None
    assert game.result.reason in declared_losses(game.program) | {WON}
    everybody = tuple(range(game.setup.players))
    assert game.result.winners == (everybody if game.result.reason == WON else ())


def games(amount: int, players: int, watch: bool, *variants: str, **settings: Any) -> set[str]:
    reasons = set()
    for seed in range(amount):
        game = Game.new(program(*variants), players, seed, settings, events=False)
        play(game, random.Random(seed), watch=watch)
        assert game.result is not None
        reasons.add(game.result.reason)
    return reasons


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_positions(players: int) -> None:
    games(6, players, True)


@pytest.mark.parametrize("players", [2, 5])
def test_all_options_and_the_captain(players: int) -> None:
    reasons = games(12, players, True, "captain_fromm", difficulty="admiral", **ALL_OPTIONS)
    assert "dead_pirate" in reasons


@pytest.mark.fuzz
@pytest.mark.parametrize("captain", [(), ("captain_fromm",)])
@pytest.mark.parametrize("options", [{}, ALL_OPTIONS])
@pytest.mark.parametrize("difficulty", ["scurvy_dog", "buccaneer", "admiral"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_many_games(players: int, difficulty: str, options: dict[str, Any], captain: tuple[str, ...]) -> None:
    games(500, players, False, *captain, difficulty=difficulty, **options)
