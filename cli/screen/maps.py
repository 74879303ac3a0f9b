"""Maps as boards: places with names like `a1` and `g7`, drawn where their names say.

In: a scene. Out: the same scene for a face of lines: each such map is a board whose columns and rows are
called by those letters and numbers, and what lies on its places is on the board and nowhere else. Other maps
stay as they are: their places are told by their names.
"""

from __future__ import annotations

import re

from attrs import evolve

from interpreter.scene.data import Board, Cell, Counter, Map, Mark, Scene, Spot

POINTS = "points"  # the shape of such a board
NAMED = re.compile(r"([a-z])([1-9][0-9]?)")
MOST = 19  # columns and rows that can be drawn


def with_maps(scene: Scene) -> Scene:
    """Twice does no more than once."""
    known = {board.id for board in scene.boards}
    for drawn in scene.maps:
        if drawn.id not in known and _can_be_drawn(drawn):
            scene = _with_map(scene, drawn)
    return scene


def names_of(board: Board) -> tuple[int, int]:
    """What the first column (as a letter's number) and the first row of such a board are called."""
    found = NAMED.fullmatch(board.cells[0].ref.partition(":")[2])
    assert found is not None
    return ord(found[1]) - board.cells[0].column, int(found[2]) - board.cells[0].row


def _can_be_drawn(drawn: Map) -> bool:
    keys = [spot.ref.partition(":")[2] for spot in drawn.spots]
    whole = all(spot.x is not None and spot.x % 1 == 0 == (spot.y or 0) % 1 for spot in drawn.spots)
    near = all(max(spot.x or 0, spot.y or 0) < MOST for spot in drawn.spots)
    return bool(keys) and whole and near and all(map(NAMED.fullmatch, keys))


def _with_map(scene: Scene, drawn: Map) -> Scene:
    refs = {spot.ref for spot in drawn.spots}
    offered = {ref for option in (scene.question.options if scene.question else ()) for ref in option.about}
    cells = tuple(_cell(scene, spot, spot.ref in offered) for spot in drawn.spots)
    width, height = max(cell.column for cell in cells), max(cell.row for cell in cells)
    lying = [area for area in scene.areas if area.owner in refs]
    word = next((area.word for area in lying), "piece")
    board = Board(
        drawn.id, "", "", "", POINTS, width, height, False, (1, width), (1, height), cells, word
    )  # fmt: skip
    return evolve(
        scene,
        boards=(*scene.boards, board),
        areas=tuple(area for area in scene.areas if area.owner not in refs),
        counters=tuple(counter for counter in scene.counters if counter.owner not in refs),
    )


def _cell(scene: Scene, spot: Spot, offered: bool) -> Cell:
    """A place with the first thing that lies there; what else there is, is a mark."""
    areas = [area for area in scene.areas if area.owner == spot.ref]
    lying = [component for area in areas for component in area.components]
    marks = [Mark(c.name, c.name, "", "lies", (c.colours or ("",))[0], c.ids) for c in lying[1:]]
    marks += [_mark(counter) for counter in scene.counters if counter.owner == spot.ref]
    column, row = int(spot.x or 0) + 1, int(spot.y or 0) + 1
    return Cell(spot.ref, column, row, lying[0] if lying else None, offered, tuple(marks))


def _mark(counter: Counter) -> Mark:
    text = counter.name if counter.flag else f"{counter.name} {counter.value}"
    return Mark(text, counter.name, "" if counter.flag else counter.value, "field")
