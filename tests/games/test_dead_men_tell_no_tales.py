"""Dead Men Tell No Tales: what holds in every position, ways against a second search, a bot that wins."""

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
def test_many_games(players: int, difficulty: str, options: dict[str, Any], captain: tuple[str, ...]) -> None:
    games(500, players, False, *captain, difficulty=difficulty, **options)


# ---------------------------------------------------------------- a bot that can win


class Lookout:
    """Judges positions fast: reads the state itself, for it is asked very often."""

    def __init__(self, program: Program, players: int, goal: int) -> None:
        layout = Game.new(program, players).machine.layout
        self.players, self.goal = range(players), goal
        self.tracks = {
            track.name: base - layout.offset(track.owner)
            for track, base in zip(program.tracks, layout.track_base, strict=True)
        }
        self.zones = {
            zone.name: base - layout.offset(zone.owner)
            for zone, base in zip(program.zones, layout.zone_base, strict=True)
        }
        rooms, tokens = program.record("room"), program.record("counter")
        self.rooms = {rooms.base + i: printed()[name] for i, name in enumerate(rooms.names)}
        self.entrance = rooms.base + rooms.names.index("entrance")
        self.width = next(zone.width for zone in program.zones if zone.name == "ship")
        names = {tokens.base + i: name for i, name in enumerate(tokens.names)}
        self.guards = {i: int(name[6]) for i, name in names.items() if name.startswith("guard")}
        self.crew = {i: int(name[5]) for i, name in names.items() if name.startswith("crew")}
        self.doors = {
            (room, turned): [SIDES[(side - turned) % 4] in facts["doors"] for side in range(4)]
            for room, facts in self.rooms.items()
            for turned in range(4)
        }

    def judge(self, game: Game) -> float:
        """How good it looks for the pirates: treasures, fire, deckhands, fatigue, and the way to go."""
        if game.result is not None:
            return 1e6 if game.result.winners else -1e6
        z, t, tr, zo = game.state.z, game.state.t, self.tracks, self.zones
        cells = z[zo["ship"]]
        where = {room: place for place, room in enumerate(cells) if room is not None}
        alive = [room for room in where if not t[tr["room.exploded"] + room]]
        doors = {room: self.doors[room, t[tr["room.turned"] + room]] for room in alive}
        beside: dict[int, list[int]] = {room: [] for room in alive}
        free = 0
        for room in alive:
            for side, step in enumerate((self.width, 1, -self.width, -1)):
                place = where[room] + step
                if not doors[room][side] or place < 0:
                    continue
                other = cells[place]
                if other is None:
                    free += 1
                elif other in doors and doors[other][(side + 2) % 4]:
                    beside[room].append(other)
        outs = [room for room in (self.entrance, t[tr["dinghy_room"]]) if room in doors]
        away = _distances(beside, outs)
        saved = len(z[zo["dinghy"]])
        total: float = 1000.0 * saved - 60 * t[tr["explosions"]] ** 1.5 + 2 * min(8, free)
        total -= 150 * len(z[zo["graves"]])
        total -= 250 * sum(token in self.guards for token in z[zo["lost"]])
        prizes: list[int] = []
        foes: dict[int, int] = {}
        for room in alive:
            fire, keg = t[tr["room.fire"] + room], self.rooms[room].get("keg", 0)
            total -= (0, 1, 3, 7, 16, 40)[fire] * (2 if room == self.entrance else 1)
            if keg > fire and not t[tr["room.keg_used"] + room]:
                total -= (40, 10, 3, 1, 0)[keg - fire - 1]
            total -= 3 * len(z[zo["hands"] + room]) ** 1.6
            for token in z[zo["lying"] + room]:
                beaten = t[tr["counter.beaten"] + token]
                if token in self.guards and room in away:
                    prizes.append(room)
                    total += (150 if beaten else 0) - 3 * away[room]
                if not beaten and (token in self.guards or token in self.crew):
                    foes[room] = self.guards.get(token, self.crew.get(token, 0))
                    total -= 10
        total -= 6 * max(0, 10 - len(z[zo["supply"]])) ** 1.5
        for player in self.players:
            room, might = t[tr["location"] + player], t[tr["might"] + player]
            total += 12 * might - 0.4 * t[tr["fatigue"] + player] ** 1.8
            depth = 0 if room is None else away.get(room, 20) + 1
            if room is not None:
                total -= (0, 0, 0, 3, 12, 60)[t[tr["room.fire"] + room]]
                total -= 14 * max(0, foes.get(room, 0) - might - 3) ** 1.5
            if any(token in self.guards for token in z[zo["board"] + player]):
                total += 450 - 45 * depth
            elif saved >= self.goal:
                total -= 60 * depth
            elif prizes:
                near = _distances(beside, outs if room is None else [room])
                total -= 10 * (min(near.get(prize, 20) for prize in prizes) + (room is None))
        return total


def _distances(beside: dict[int, list[int]], starts: list[int]) -> dict[int, int]:
    found = dict.fromkeys(starts, 0)
    queue = deque(starts)
    while queue:
        room = queue.popleft()
        for other in beside[room]:
            if other not in found:
                found[other] = found[room] + 1
                queue.append(other)
    return found


def best_turn(game: Game, lookout: Lookout, width: int) -> Game:
    """The best end of this turn that a narrow search finds; the bot tries on copies, dice included."""
    mover, front = game.state.active, [game]
    best, found = game, float("-inf")
    while front:
        scored: list[tuple[float, int, Game]] = []
        for node in front:
            for index in range(node.choices):
                tried = node.copy()
                tried.apply(index)
                score = lookout.judge(tried)
                if tried.over or tried.state.active != mover:
                    if score > found:
                        best, found = tried, score
                else:
                    scored.append((score, len(scored), tried))
        scored.sort(key=lambda entry: -entry[0])
        front, known = [], set()
        for score, _, tried in scored:
            if score not in known and len(front) < width:
                known.add(score)
                front.append(tried)
    return best


def bot_game(seed: int, players: int, width: int = 6) -> Game:
    game = Game.new(program(), players, seed, events=False)
    lookout = Lookout(program(), players, 4 if players < 4 else 5)
    while not game.over:
        game = best_turn(game, lookout, width)
    return game


@pytest.mark.fuzz
def test_the_game_can_be_won() -> None:
    """About every third game of the bot is a victory."""
    results = [bot_game(seed, players).result for players, seed in ((3, 1), (3, 2), (2, 1))]
    assert any(result is not None and result.reason == "treasures_saved" for result in results)
