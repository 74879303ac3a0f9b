"""What the tests of Dead Men Tell No Tales share.

In: a view, and the tables of the definition. Out: the ship as everybody sees it, with a search of its own.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from interpreter.knowledge.views import View
from rulelang.compile import compile_bundle
from rulelang.diagnostics import Report
from rulelang.ir.instructions import Finish
from rulelang.ir.nodes import Program
from rulelang.loader import load, load_variants
from tests.helpers import GAMES

FOLDER = GAMES / "dead_men_tell_no_tales"
SIDES = ("north", "east", "south", "west")
STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))
LONGEST = 5_000  # answers; a game by chance takes about 70
WON = "treasures_saved"

Cell = tuple[int, int]


@cache
def program(*variants: str, folder: Path = FOLDER) -> Program:
    report = Report()
    bundle = load(folder, report)
    assert bundle is not None
    compiled = compile_bundle(bundle, report, load_variants(folder, list(variants), report))
    assert compiled is not None and not report.errors
    return compiled


def declared_losses(definition: Program) -> set[str]:
    """Every `lose … because` of the definition."""
    return {
        step.reason
        for body in definition.bodies
        for step in body.code
        if isinstance(step, Finish) and not step.won
    }


@cache
def table(name: str) -> dict[str, dict[str, Any]]:
    text = (FOLDER / f"{name}.yaml").read_text(encoding="utf-8")
    found: dict[str, dict[str, Any]] = yaml.safe_load(text)
    return found


def printed() -> dict[str, dict[str, Any]]:
    return table("rooms")


class Ship:
    """The ship as everybody sees it: rooms, doors and ways, things and people. A room that exploded stays in
    `cells`, but no way leads there."""

    def __init__(self, view: View) -> None:
        zone = view.zone("ship")
        self.cells: dict[str, Cell] = {
            name: place for name, place in zip(zone.cards, zone.places, strict=True) if name
        }
        self.at = {place: name for name, place in self.cells.items()}
        self.tracks = {(track.name, track.owner): str(track.key) for track in view.tracks}
        self.zones = {(z.name, z.owner): tuple(card or "" for card in z.cards) for z in view.zones}
        self.players = [owner for name, owner in self.tracks if name == "location"]
        self.standing = [room for room in self.cells if not self.flag("room.exploded", room)]
        self.exits = {room: self._exits(room) for room in self.cells}

    def number(self, name: str, owner: str = "") -> int:
        return int(self.tracks[name, owner])

    def flag(self, name: str, owner: str = "") -> bool:
        """A mark; nobody sees those of rooms that still lie in the deck."""
        return self.tracks.get((name, owner)) == "yes"

    def doors(self, room: str) -> set[str]:
        return turned_doors(room, self.number("room.turned", room))

    def _exits(self, room: str) -> list[str]:
        """Clockwise from the north."""
        column, row = self.cells[room]
        found = []
        for number, (across, up) in enumerate(STEPS):
            other = self.at.get((column + across, row + up))
            if room not in self.standing or other not in self.standing:
                continue
            if SIDES[number] in self.doors(room) and SIDES[(number + 2) % 4] in self.doors(other):
                found.append(other)
        return found

    def distances(self, *starts: str) -> dict[str, int]:
        found = dict.fromkeys(starts, 0)
        queue = deque(starts)
        while queue:
            room = queue.popleft()
            for other in self.exits[room]:
                if other not in found:
                    found[other] = found[room] + 1
                    queue.append(other)
        return found

    def ways_out(self) -> list[str]:
        return [room for room in ("entrance", self.tracks["dinghy_room", ""]) if room in self.standing]

    def front_of_doors(self) -> set[Cell]:
        """Free places that a door looks at, where a room can be laid."""
        return {
            (column + across, row + up)
            for room, (column, row) in self.cells.items()
            for number, (across, up) in enumerate(STEPS)
            if room in self.standing and SIDES[number] in self.doors(room)
            if row + up >= 1 and (column + across, row + up) not in self.at
        }

    def where(self, player: str) -> str | None:
        room = self.tracks["location", player]
        return None if room == "none" else room

    def manned(self) -> list[str]:
        return sorted({room for player in self.players if (room := self.where(player))})

    # ------------------------------------------------------------ enemies

    def prey(self, room: str) -> set[str]:
        """The rooms with pirates that are nearest to this room."""
        away = self.distances(room)
        near = {other: away[other] for other in self.manned() if other in away}
        return {other for other, far in near.items() if far == min(near.values())}

    def steps(self, room: str, goal: str) -> set[str]:
        """The next rooms on all shortest ways."""
        away = self.distances(goal)
        return {other for other in self.exits[room] if away[other] < away[room]}


def turned_doors(room: str, turned: int) -> set[str]:
    doors: Iterable[str] = printed()[room]["doors"]
    return {SIDES[(SIDES.index(side) + turned) % 4] for side in doors}
