"""What is sent to a seat: the protocol, version 1 (docs/web.md).

In: a game and a seat. Out: plain data for JSON. A frame is made of the seat's scene, of what the seat itself
has answered, and of who sits at the table: nothing else, so that two games which differ only in what the seat
cannot know give equal frames.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from interpreter.game import Game
from interpreter.scene import previewed, scene_of, to_plain

PROTOCOL = 1
PERSON = "person"


def spoken(game: Game, language: str) -> Game:
    """The same game in another language."""
    if language == game.language:
        return game
    return Game(game.program, game.machine, game.setup, game.state, language, game.sampled, game.names)


def scene_frame(
    game: Game, seat: int, since: int, fresh: bool, asked: str, seats: Sequence[str], here: Sequence[bool]
) -> dict[str, Any]:
    """What a seat sees now, and what happened since so many events.

    Whether it is told from the start is not read off that number, which counts what the seat cannot see.
    """
    return {
        "type": "scene",
        "protocol": PROTOCOL,
        "fresh": fresh,
        "asked": asked,
        "seats": [
            {"who": who if who == PERSON else "bot", "bot": "" if who == PERSON else who, "here": there}
            for who, there in zip(seats, here, strict=True)
        ],
        "scene": to_plain(scene_of(game, seat, since)),
    }


def preview_frame(game: Game, seat: int, asked: str, option: int) -> dict[str, Any]:
    """The boards as they would be after an option that puts something on a place."""
    scene = scene_of(game, seat, game.event_count)
    if scene.question is None or not 0 <= option < len(scene.question.options):
        return error_frame("no_option", "there is no such option")
    shown = previewed(game, seat, scene, option)
    return {
        "type": "preview",
        "asked": asked,
        "option": option,
        "boards": to_plain(shown)["boards"] if shown is not scene else [],
    }


def error_frame(code: str, text: str) -> dict[str, Any]:
    return {"type": "error", "code": code, "text": text}
