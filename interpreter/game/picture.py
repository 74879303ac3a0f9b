"""The table as a small page, for notebooks.

In: a game. Out: HTML of what one seat sees: whoever decides, or the first seat. Plain tables without style
sheets or scripts, boards as tables too; every text of the definition is escaped.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from itertools import groupby
from typing import TYPE_CHECKING

from interpreter.game.requests import NATURE
from interpreter.knowledge.views import TrackView, View, ZoneView
from interpreter.words import readable
from rulelang.types import Kind, Player, Rec, bare

if TYPE_CHECKING:
    from interpreter.game.facade import Game

MOST_CARDS, MOST_OPTIONS, MOST_PLACES = 30, 20, 400
HEAD, CELL = "<th style='color:#888'>", "<td style='border:1px solid #ccc;text-align:center;min-width:3em'"


def page(game: Game) -> str:
    words = game.words
    seat = next((player for player in game.deciding if player != NATURE), 0)
    view = game.view(seat)
    title = words.text("game.name", readable(game.program.name))
    parts = [f"<b>{escape(title)}</b>, {escape(status(game))}; as {escape(words.player(seat))} sees it"]
    parts += [_zones(game, view), _tracks(game, view)]
    request = game.request(seat)
    if request is not None:
        labels = [escape(option.label) for option in request.options[:MOST_OPTIONS]]
        more = f"<li>… and {len(request) - MOST_OPTIONS} more</li>" if len(request) > MOST_OPTIONS else ""
        asked = f"{words.player(seat)}: {request.prompt}"
        parts.append(f"<p>{escape(asked)}</p><ol start='0'>{_items(labels)}{more}</ol>")
    return f"<div>{''.join(parts)}</div>"


def status(game: Game) -> str:
    """How a game stands, in a few words."""
    if game.result is not None:
        return game.words.verdict(game.result.winners, game.result.reason)
    if NATURE in game.deciding:
        return "chance decides"
    return f"{', '.join(map(game.words.player, game.deciding))} to decide"


def _zones(game: Game, view: View) -> str:
    rows = []
    for zone in view.zones:
        board, name = _board(game, zone), _name(game, "zone", zone)
        if name and (zone.count or board):
            rows.append((name, board or escape(_cards(zone))))
    return _table(rows)


def _board(game: Game, zone: ZoneView) -> str:
    """A grid, the first row at the bottom; without an edge, or if it is large, where something lies."""
    if zone.ordering != "grid":
        return ""
    declared = game.program.zone(zone.name)
    columns, rows = (range(1, number + 1) for number in zone.size)
    if declared.open_edge or len(columns) * len(rows) > MOST_PLACES:
        if not zone.places:
            return ""
        columns, rows = (range(min(part), max(part) + 1) for part in zip(*zone.places, strict=True))
    if len(columns) * len(rows) > MOST_PLACES:
        return ""
    there = dict(zip(zone.places, zone.labels, strict=True))
    wide = 2 if declared.hexagonal else 1  # each row half a place further right than the one below
    head = "".join(f"<th colspan='{wide}' style='color:#888'>{column}</th>" for column in columns)
    lines = []
    for row in reversed(rows):
        shift = f"<td colspan='{row - rows[0]}'></td>" if declared.hexagonal and row > rows[0] else ""
        cells = "".join(
            f"{CELL} colspan='{wide}'>{escape(there.get((column, row), '') or '·')}</td>"
            for column in columns
        )
        lines.append(f"<tr>{HEAD}{row}</th>{shift}{cells}</tr>")
    return f"<table>{''.join(lines)}<tr><td></td>{head}</tr></table>"


def _tracks(game: Game, view: View) -> str:
    rows = [
        (name, escape(track.label))
        for track in view.tracks
        if not track.hidden and "." not in track.name and (name := _name(game, "track", track))
    ]
    return _table(rows)


def _name(game: Game, sort: str, part: ZoneView | TrackView) -> str:
    """ "" for what is never shown: an author calls it `-`."""
    words, program = game.words, game.program
    name = words.text(f"{sort}.{part.name}")
    if name == "-" or not part.owner:
        return "" if name == "-" else escape(name)
    if isinstance(part, ZoneView):
        owner = program.zone(part.name).owner
    else:
        owner = next(track.owner for track in program.tracks if track.name == part.name)
    called = readable(part.owner)
    match bare(owner) if owner is not None else None:
        case Player():
            called = words.player(int(part.owner.removeprefix("player")) - 1)
        case Rec(name=type_) as things:
            record = program.record(type_)
            numbers = range(record.base, record.base + record.size)
            called = next(
                (words.value(things, n) for n in numbers if words.key(things, n) == part.owner), called
            )
        case Kind(name=type_) as kind:
            keys = list(program.kind(type_).words)
            called = words.value(kind, keys.index(part.owner)) if part.owner in keys else called
    return escape(f"{name} of {called}")


def _cards(zone: ZoneView) -> str:
    if zone.places:
        shown = [
            f"{label} ({column}, {row})"
            for label, (column, row) in zip(zone.labels, zone.places, strict=True)
        ]
    elif all(card is None for card in zone.cards):
        return f"{zone.count} face down"
    else:
        counted = [(label, len(list(each))) for label, each in groupby(zone.labels)]
        shown = [f"{many} × {label}" if many > 1 else label for label, many in counted]
    more = [f"… and {len(shown) - MOST_CARDS} more"] if len(shown) > MOST_CARDS else []
    return ", ".join(shown[:MOST_CARDS] + more)


def _table(rows: Iterable[tuple[str, str]]) -> str:
    cells = "".join(f"<tr><th style='text-align:left'>{name}</th><td>{text}</td></tr>" for name, text in rows)
    return f"<table>{cells}</table>" if cells else ""


def _items(labels: Iterable[str]) -> str:
    return "".join(f"<li>{label}</li>" for label in labels)
