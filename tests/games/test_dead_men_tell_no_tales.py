"""Dead Men Tell No Tales: what must hold in every position, ways against a second search, and a bot that wins."""

from __future__ import annotations

import random
from collections import deque
from functools import cache
from typing import Any

import pytest
import yaml

from interpreter.game import Game
from rulelang.compile import compile_bundle
from rulelang.diagnostics import Report
from rulelang.ir.nodes import Program
from rulelang.loader import load, load_variants
from tests.helpers import definition_folders, random_answer

NAME = "dead_men_tell_no_tales"
SIDES = ("north", "east", "south", "west")
STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))
LOSSES = {
    "explosion", "overwhelmed", "trap", "lost_treasures", "untimely_death", "no_pirates", "dead_pirate",
}  # fmt: skip
ALL_OPTIONS = {
    "deckhands_available": 24, "more_crosswise": 4, "first_explosions": 2, "dead_pirate": "yes",
}  # fmt: skip
LONGEST = 5_000  # answers; a game by chance takes about 70

Cell = tuple[int, int]


@cache
def program(*variants: str) -> Program:
    folder, report = definition_folders()[NAME], Report()
    bundle = load(folder, report)
    assert bundle is not None
    compiled = compile_bundle(bundle, report, load_variants(folder, list(variants), report))
    assert compiled is not None and not report.errors
    return compiled


@cache
def printed() -> dict[str, dict[str, Any]]:
    text = (definition_folders()[NAME] / "rooms.yaml").read_text(encoding="utf-8")
    found: dict[str, dict[str, Any]] = yaml.safe_load(text)
    return found


class Ship:
    """The ship as everybody sees it, with a search of its own."""

    def __init__(self, game: Game) -> None:
        view = game.view(0)
        zone = view.zone("ship")
        self.cells: dict[str, Cell] = {
            name: place for name, place in zip(zone.cards, zone.places, strict=True) if name
        }
        self.at = {place: name for name, place in self.cells.items()}
        self.tracks = {(track.name, track.owner): str(track.value) for track in view.tracks}
        self.zones = {(z.name, z.owner): z.cards for z in view.zones}
        self.exits = {name: self._exits(name) for name in self.cells}

    def number(self, name: str, owner: str = "") -> int:
        return int(self.tracks[name, owner])

    def flag(self, name: str, owner: str = "") -> bool:
        return self.tracks[name, owner] == "yes"

    def doors(self, room: str) -> set[str]:
        turned = self.number("room.turned", room)
        return {SIDES[(SIDES.index(side) + turned) % 4] for side in printed()[room]["doors"]}

    def _exits(self, room: str) -> set[str]:
        found = set()
        column, row = self.cells[room]
        for number, (across, up) in enumerate(STEPS):
            other = self.at.get((column + across, row + up))
            if other is None or self.flag("room.exploded", room) or self.flag("room.exploded", other):
                continue
            if SIDES[number] in self.doors(room) and SIDES[(number + 2) % 4] in self.doors(other):
                found.add(other)
        return found

    def distances(self, *starts: str) -> dict[str, int]:
        found = dict.fromkeys(starts, 0)
        queue = deque(starts)
        while queue:
            room = queue.popleft()
            for other in self.exits[room] - found.keys():
                found[other] = found[room] + 1
                queue.append(other)
        return found

    def ways_out(self) -> list[str]:
        rooms = {"entrance", self.tracks["dinghy_room", ""]} & self.cells.keys()
        return [room for room in rooms if not self.flag("room.exploded", room)]

    def open_doors(self) -> int:
        """Doors that look at a free place, where a room can be laid."""
        return sum(
            SIDES[number] in self.doors(room) and row + up >= 1 and (column + across, row + up) not in self.at
            for room, (column, row) in self.cells.items()
            if not self.flag("room.exploded", room)
            for number, (across, up) in enumerate(STEPS)
        )


def value(game: Game, name: str, *args: int) -> Any:
    """What a value of the definition says, for components and players given by number."""
    number = next(i for i, found in enumerate(game.program.values) if found.name == name)
    return game.machine.names[f"v{number}"](game.state, game.state.active, *args)


def room_number(game: Game, name: str) -> int:
    record = game.program.record("room")
    return record.base + record.names.index(name)


def check_position(game: Game, laid: dict[str, tuple[Cell, int]], players: int, started: int) -> None:
    """Everything lies in one place, numbers are in range, explosions are counted, rooms stay."""
    seen = [component for zone in game.state.z for component in zone if component is not None]
    assert sorted(seen) == list(range(game.program.components))
    ship = Ship(game)
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
        cutlasses = sum("cutlass" in (token or "") for token in ship.zones["board", player])
        assert min(4, cutlasses) <= ship.number("might", player) <= 4
        treasures = [token for token in ship.zones["board", player] if token and token.startswith("guard")]
        assert len(treasures) <= 1
        room = ship.tracks["location", player]
        if room != "none":
            assert set(ship.ways_out()) & ship.distances(room).keys()


def check_ways(game: Game) -> None:
    """The definition's ways against the second search."""
    ship = Ship(game)
    names = game.program.record("room").names
    base = game.program.record("room").base
    for room in ship.cells:
        number = room_number(game, room)
        assert {names[other - base] for other in value(game, "exits", number)} == ship.exits[room]
        assert value(game, "cut_off", number) == (not set(ship.ways_out()) & ship.distances(room).keys())


def check_fit(game: Game) -> None:
    """Every door of a room that was laid meets a door or nothing; every wall a wall or nothing."""
    ship = Ship(game)
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
    assert game.result.reason in LOSSES | {"treasures_saved"}
    everybody = tuple(range(game.setup.players))
    assert game.result.winners == (everybody if game.result.reason == "treasures_saved" else ())


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


def test_the_common_ways_to_lose() -> None:
    reasons = games(60, 5, False)
    assert reasons >= {"explosion", "overwhelmed", "lost_treasures", "no_pirates", "trap"}


@pytest.mark.fuzz
@pytest.mark.parametrize("captain", [(), ("captain_fromm",)])
@pytest.mark.parametrize("options", [{}, ALL_OPTIONS])
@pytest.mark.parametrize("difficulty", ["scurvy_dog", "buccaneer", "admiral"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_many_games(
    players: int, difficulty: str, options: dict[str, Any], captain: tuple[str, ...]
) -> None:
    games(500, players, False, *captain, difficulty=difficulty, **options)


# ---------------------------------------------------------------- a bot that can win


def judged(game: Game, goal: int) -> float:
    """How good a position is for the pirates: treasures, fire, deckhands and fatigue."""
    if game.result is not None:
        return 1e6 if game.result.winners else -1e6
    ship = Ship(game)
    away = ship.distances(*ship.ways_out())
    saved = len(ship.zones["dinghy", ""])
    total = 1000.0 * saved - 40 * ship.number("explosions") ** 1.5 - 150 * len(ship.zones["graves", ""])
    total += 1.5 * min(8, ship.open_doors())
    prizes = []
    foes: dict[str, list[int]] = {}
    for room in ship.cells:
        if ship.flag("room.exploded", room):
            continue
        fire, keg = ship.number("room.fire", room), printed()[room].get("keg", 0)
        total -= (0, 1, 3, 6, 12, 30)[fire]
        if keg and not ship.flag("room.keg_used", room):
            total -= (25, 8, 3, 1, 0, 0)[min(5, max(0, keg - 1 - fire))] if fire < keg else 0
        total -= 2.5 * len(ship.zones["hands", room]) ** 1.7
        for token in ship.zones["lying", room]:
            if token and token[:4] in ("guar", "crew") and not ship.flag("counter.beaten", token):
                foes.setdefault(room, []).append(int(token.split("_")[1][0]))
            if token and token.startswith("guard") and room in away:
                prizes.append(room)
                total += (120 if ship.flag("counter.beaten", token) else 0) - 2 * away[room]
            elif token and token.startswith("crew") and not ship.flag("counter.beaten", token):
                total -= 12
    for player in (f"player{number + 1}" for number in range(game.setup.players)):
        room = ship.tracks["location", player]
        depth = away.get(room, -1) + 1
        might = ship.number("might", player)
        total += 11 * might - 0.35 * ship.number("fatigue", player) ** 1.8
        if room != "none":
            total -= (0, 0, 0, 3, 12, 60)[ship.number("room.fire", room)]
            total -= sum(14 * max(0, foe - might - 2) ** 1.5 for foe in foes.get(room, []))
        if any(token and token.startswith("guard") for token in ship.zones["board", player]):
            total += 420 - 40 * depth
        elif saved >= goal:
            total -= 60 * depth
        elif prizes:
            near = ship.distances(room) if room != "none" else {r: d + 1 for r, d in away.items()}
            total -= 9 * min(near.get(prize, 20) for prize in prizes)
    return total


def greedy(game: Game, goal: int) -> int:
    """The answer with the best position right after it; the turn ends when nothing is better."""
    request = game.request()
    assert request is not None
    best, found = 0, float("-inf")
    for option in request.options:
        if request.rule == "act" and option.key == "finish":
            score = judged(game, goal) + 0.5
        else:
            tried = game.copy()
            tried.apply(option.index)
            score = judged(tried, goal)
        if score > found:
            best, found = option.index, score
    return best


def bot_game(seed: int, players: int = 2) -> Game:
    game = Game.new(program(), players, seed, events=False)
    while not game.over:
        game.apply(greedy(game, 4 if players < 4 else 5))
    return game
