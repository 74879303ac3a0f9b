"""A scene from a view, a request and events.

In: a game and a seat. Out: a `Scene`. Of the game only what its facade says to that seat is asked, so nothing
hidden can get into it.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.game import Game
from interpreter.game.requests import Request
from interpreter.knowledge.events import Event
from interpreter.knowledge.views import View
from interpreter.scene.data import Chapter, Map, Option, Question, Result, Scene, Seat
from interpreter.scene.maps import maps_of
from interpreter.scene.scoring import Standing
from interpreter.scene.stage import Stage
from interpreter.scene.table import Table
from interpreter.scene.telling import chapters

_stages: dict[tuple[int, str, tuple[str, ...], int], Stage] = {}


def stage_of(game: Game) -> Stage:
    """What all scenes of a game have in common, made once."""
    key = (id(game.program), game.language, game.names, game.setup.players)
    if key not in _stages or _stages[key].program is not game.program:
        _stages[key] = Stage(game.program, game.words, game.setup.players)
    return _stages[key]


def scene_of(game: Game, player: int | None, since: int = 0, until: int | None = None) -> Scene:
    """What a seat may see now, and what happened between two counts of events.

    `EVERYBODY` is for what everybody at the table knows, None for all that anybody knows.
    """
    request = game.request(player) if player is not None and player >= 0 else None
    view = game.view(player)
    happened = game.events(since, player, until, marks=True)
    return make_scene(stage_of(game), view, request, happened, Standing(game, player))


def make_scene(
    stage: Stage, view: View, request: Request | None, events: Sequence[Event], standing: Standing
) -> Scene:
    question = None if request is None else _question(request)
    offered = [ref for option in question.options for ref in option.about] if question else []
    table = Table(stage, view, (ref for ref in offered if "@" in ref))
    areas, boards = table.areas(), table.boards()
    lying = [component for area in areas for component in area.components]
    lying += [cell.component for board in boards for cell in board.cells if cell.component is not None]
    keys = dict.fromkeys(key for component in lying for key in component.texts)
    return Scene(
        stage.program.name,
        stage.title,
        stage.aim,
        stage.words.language,
        view.player,
        view.active,
        _seats(stage, view, table, standing),
        areas,
        boards,
        table.counters(),
        question,
        chapters(stage, events, view.player),
        standing.result(stage.words),
        tuple((key, stage.words.text(key)) for key in keys),
        _maps(stage),
        stage.together,
    )


def _maps(stage: Stage) -> tuple[Map, ...]:
    """Made once: they are the same in every scene."""
    if stage.maps is None:
        stage.maps = maps_of(stage)
    return stage.maps


def happened(game: Game, player: int | None, since: int, until: int | None = None) -> tuple[Chapter, ...]:
    """Only what happened, for whoever tells a game without its table."""
    return chapters(stage_of(game), game.events(since, player, until, marks=True), player)


def _question(request: Request) -> Question:
    options = tuple(
        Option(option.index, option.key, option.label, option.parts, option.about)
        for option in request.options
    )
    return Question(
        request.kind, request.name, request.prompt, request.player, request.least, request.most,
        request.ordered, request.secret, options,
    )  # fmt: skip


def _seats(stage: Stage, view: View, table: Table, standing: Standing) -> tuple[Seat, ...]:
    places = standing.places
    return tuple(
        Seat(
            number,
            ref,
            stage.words.player(number),
            stage.seat_colours[number],
            number == view.player,
            number == view.active,
            number in view.deciding,
            tuple(table.roles.get(ref, ())),
            standing.scores[number],
            places[number],
        )
        for number, ref in enumerate(stage.seat_refs)
    )


__all__ = ["Result", "happened", "make_scene", "scene_of", "stage_of"]
