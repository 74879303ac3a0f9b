"""How a board would look after a choice: a tile that is laid and turned.

In: a game, a player and an option. Out: the player's boards with what the option puts on its place. It is
tried in a game that is dealt anew from what the player knows, so that nothing hidden is found out; only the
places that the option itself is about are shown, and only components that the player sees already.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from interpreter.errors import PlayError, RuleError
from interpreter.scene.data import Board, Cell, Scene, components_of
from interpreter.scene.make import scene_of

if TYPE_CHECKING:
    from interpreter.game import Game

SEED = 1  # any: what chance would decide is not shown


def previewed(game: Game, player: int, scene: Scene, option: int) -> Scene:
    """The scene with the option's places as they would be; the same scene if nothing would be there."""
    question = scene.question
    places = {ref for ref in question.options[option].about if "@" in ref} if question is not None else set()
    if not places:
        return scene
    tried = game.sample(player, SEED)
    try:
        tried.apply(option, player)
    except (PlayError, RuleError):
        return scene
    seen = {ref for component in components_of(scene) for ref in component.ids}
    after = {
        cell.ref: cell
        for board in scene_of(tried, player, tried.event_count).boards
        for cell in board.cells
        if _is_of(cell, places) and cell.component is not None and seen.issuperset(cell.component.ids)
    }
    return evolve(scene, boards=tuple(_with(board, after) for board in scene.boards)) if after else scene


def _is_of(cell: Cell, places: set[str]) -> bool:
    """Whether it is one of these places; of a board that several have, whosever it is."""
    board, _, place = cell.ref.partition("@")
    return cell.ref in places or f"{board.partition(':')[0]}@{place}" in places


def _with(board: Board, after: dict[str, Cell]) -> Board:
    kept = tuple(cell for cell in board.cells if cell.ref not in after)
    mine = tuple(cell for ref, cell in after.items() if ref.partition("@")[0] == board.id)
    return evolve(board, cells=(*kept, *mine)) if mine else board
