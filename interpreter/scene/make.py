"""A scene from a view, a request and events.

In: a game and a seat. Out: a `Scene`. Of the game only what its facade says to that seat is asked, so nothing
hidden can get into it.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from interpreter.decisions import Request
from interpreter.game import Game
from interpreter.scene.data import Chapter, Option, Question, Result, Scene, Seat
from interpreter.scene.scoring import Standing
from interpreter.scene.stage import Stage
from interpreter.scene.table import Table
from interpreter.scene.telling import chapters
from interpreter.trace import EVERYBODY, Event
from interpreter.view import TrackView, View, ZoneView

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
    is_seat = player is not None and player >= 0
    view = game.view(player) if is_seat and player is not None else common_view(game, player)
    request = game.request(player) if is_seat else None
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
    )


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
        request.ordered, options,
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


# ---------------------------------------------------------------- who is no player


def common_view(game: Game, player: int | None) -> View:
    """What every player knows (`EVERYBODY`), or what at least one of them knows (None)."""
    views = [game.view(number) for number in range(game.setup.players)]
    first = views[0]
    all_know = player == EVERYBODY
    zones = tuple(
        _common_zone([view.zones[number] for view in views], all_know) for number in range(len(first.zones))
    )
    tracks = tuple(
        _common_track([view.tracks[number] for view in views], all_know)
        for number in range(len(first.tracks))
    )
    number = EVERYBODY if all_know else None
    return evolve(first, player=number, zones=zones, tracks=tracks, options=())  # type: ignore[arg-type]


def _common_zone(zones: Sequence[ZoneView], all_know: bool) -> ZoneView:
    first = zones[0]
    if first.ordering == "set":
        known: dict[str, str] = {}
        for zone in zones:
            known |= {key: label for key, label in zip(zone.cards, zone.labels, strict=True) if key}
        if all_know:
            known = {key: label for key, label in known.items() if all(key in zone.cards for zone in zones)}
        hidden = first.count - len(known)
        cards = (*known, *[None] * hidden)
        return evolve(first, cards=cards, labels=(*known.values(), *["?"] * hidden))
    pick = _if_all if all_know else _if_any
    cards = tuple(pick(keys) for keys in zip(*(zone.cards for zone in zones), strict=True))
    labels = {key: label for zone in zones for key, label in zip(zone.cards, zone.labels, strict=True) if key}
    return evolve(first, cards=cards, labels=tuple("?" if key is None else labels[key] for key in cards))


def _if_all(keys: Sequence[str | None]) -> str | None:
    return None if None in keys else keys[0]


def _if_any(keys: Sequence[str | None]) -> str | None:
    return next((key for key in keys if key is not None), None)


def _common_track(tracks: Sequence[TrackView], all_know: bool) -> TrackView:
    if all_know:
        return next((track for track in tracks if track.value is None), tracks[0])
    return next((track for track in tracks if track.value is not None), tracks[0])


__all__ = ["Result", "happened", "make_scene", "scene_of", "stage_of"]
