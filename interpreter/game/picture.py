"""The table as a small page, for notebooks.

In: a game. Out: HTML of what one seat sees: whoever decides, or the first seat. Plain tables without style
sheets or scripts; every text of the definition is escaped.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING

from interpreter.game.requests import NATURE
from interpreter.knowledge.views import TrackView, View, ZoneView
from interpreter.words import readable

if TYPE_CHECKING:
    from interpreter.game.facade import Game

MOST_CARDS, MOST_OPTIONS = 30, 20


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
    rows = [(_name(game, "zone", zone), escape(_cards(zone))) for zone in view.zones if zone.count]
    return _table(rows)


def _tracks(game: Game, view: View) -> str:
    rows = [
        (_name(game, "track", track), escape(track.label))
        for track in view.tracks
        if not track.hidden and "." not in track.name
    ]
    return _table(rows)


def _name(game: Game, sort: str, part: ZoneView | TrackView) -> str:
    name = game.words.text(f"{sort}.{part.name}")
    seats = {f"player{seat + 1}": game.words.player(seat) for seat in range(game.setup.players)}
    return escape(f"{name} of {seats.get(part.owner, readable(part.owner))}" if part.owner else name)


def _cards(zone: ZoneView) -> str:
    if zone.places:
        shown = [
            f"{label} ({column}, {row})"
            for label, (column, row) in zip(zone.labels, zone.places, strict=True)
        ]
    elif all(card is None for card in zone.cards):
        return f"{zone.count} face down"
    else:
        shown = list(zone.labels)
    more = [f"… and {len(shown) - MOST_CARDS} more"] if len(shown) > MOST_CARDS else []
    return ", ".join(shown[:MOST_CARDS] + more)


def _table(rows: Iterable[tuple[str, str]]) -> str:
    cells = "".join(f"<tr><th style='text-align:left'>{name}</th><td>{text}</td></tr>" for name, text in rows)
    return f"<table>{cells}</table>" if cells else ""


def _items(labels: Iterable[str]) -> str:
    return "".join(f"<li>{label}</li>" for label in labels)
