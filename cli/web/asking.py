"""What somebody asks for in JSON, and a new table among it.

In: JSON of anybody. Out: an object; a `NewTable` whose parts have the right shapes; whether the game knows
them is asked later. What is wrong is refused in words.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Any

from attrs import frozen
from starlette.requests import Request

from cli.web.frames import PERSON
from cli.web.live import Refused

MOST_SEATS = 30
MOST_SETTINGS = 100


@frozen
class NewTable:
    game: str
    variants: tuple[str, ...]
    settings: dict[str, Any]
    seats: tuple[str, ...]
    names: tuple[str, ...]


def read_new_table(data: dict[str, Any], longest_name: int, bots: Collection[str]) -> NewTable:
    game, variants = data.get("game"), data.get("variants", [])
    settings, seats = data.get("settings", {}), data.get("seats")
    if not isinstance(game, str):
        raise Refused("malformed", "`game` is the name of a game")
    if not isinstance(variants, list) or not all(isinstance(name, str) for name in variants):
        raise Refused("malformed", "`variants` is a list of names")
    if not isinstance(settings, dict) or len(settings) > MOST_SETTINGS:
        raise Refused("malformed", "`settings` are values by their names")
    if not all(isinstance(value, str | int) for value in settings.values()):
        raise Refused("malformed", "a setting is a word or a number")
    if not isinstance(seats, list) or not 0 < len(seats) <= MOST_SEATS:
        raise Refused("malformed", "`seats` is a list with an object for each seat")
    read = [_seat(seat, longest_name, bots) for seat in seats]
    names = tuple(name for _, name in read)
    given = [name for name in names if name]
    if len(set(given)) < len(given):
        raise Refused("names", "two players have the same name; give each another one")
    return NewTable(game, tuple(variants), settings, tuple(who for who, _ in read), names)


def _seat(seat: Any, longest_name: int, bots: Collection[str]) -> tuple[str, str]:
    who = seat.get("who") if isinstance(seat, dict) else None
    if who != PERSON and who not in bots:
        raise Refused("malformed", f"`who` sits there is one of {', '.join([PERSON, *bots])}")
    name = seat.get("name", "")
    if not isinstance(name, str):
        raise Refused("malformed", "`name` is a text")
    plain = " ".join(name.split())
    if len(plain) > longest_name or not plain.isprintable():
        raise Refused("names", f"a name has at most {longest_name} letters")
    return str(who), plain


async def read_body(request: Request, most: int) -> dict[str, Any]:
    """An object of at most so many bytes."""
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise Refused("malformed", "this is asked for in JSON")
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > most:
            raise Refused("too_big", f"a message has at most {most} bytes")
    try:
        data = json.loads(body)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        raise Refused("malformed", "this is asked for with an object in JSON")
    return data
