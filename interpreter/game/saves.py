"""Saves: the digest of the definition, how the game was started, and the answers.

In: a game. Out: text, and back by playing the answers again. A changed definition is refused, never
played wrongly; a checksum finds files that were cut or edited.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from interpreter.errors import PlayError, RuleError, SaveError
from rulelang.ir.codec import digest
from rulelang.ir.nodes import Program

if TYPE_CHECKING:
    from interpreter.game import Game, Setup

FORMAT = 1
_PARTS: dict[str, type] = {
    "game": str, "digest": str, "players": int, "seed": int, "settings": dict, "chance": str, "forced": str,
    "answers": list, "notes": dict,
}  # fmt: skip
_digests: dict[int, tuple[Program, str]] = {}


def digest_of(program: Program) -> str:
    if id(program) not in _digests:
        _digests[id(program)] = (program, digest(program))
    return _digests[id(program)][1]


def dump(
    program: Program,
    setup: Setup,
    answers: list[tuple[int | None, Any]],
    notes: Mapping[str, str] | None = None,
) -> str:
    body = {
        "game": program.name,
        "digest": digest_of(program),
        "players": setup.players,
        "seed": setup.seed,
        "settings": dict(setup.settings),
        "chance": setup.chance,
        "forced": setup.forced,
        "answers": [[who, answer] for who, answer in answers],
        "notes": dict(notes or {}),
    }
    return json.dumps({"rulelang": FORMAT, "sum": _sum(body), **body}) + "\n"


def load(cls: type[Game], program: Program, text: str, events: bool, language: str) -> Game:
    data = read(text)
    if data["game"] != program.name:
        raise SaveError(f"this is a save of {data['game']}, not of {program.name}")
    if data["digest"] != digest_of(program):
        raise SaveError(
            f"the rules of {program.name} have changed since this game was saved, so it cannot go on; "
            "play it with the rules it was started with"
        )
    try:
        game = cls.new(
            program, data["players"], data["seed"], data["settings"], chance=data["chance"],
            forced=data["forced"], events=events, language=language,
        )  # fmt: skip
        for who, answer in data["answers"]:
            game.apply(tuple(answer) if isinstance(answer, list) else answer, who)
    except (PlayError, RuleError, TypeError, ValueError) as error:
        raise SaveError(f"this save does not fit the rules: {error}") from error
    return game


def read(text: str) -> dict[str, Any]:
    """The content of a save, checked for damage but not yet played."""
    try:
        data = json.loads(text)
    except (ValueError, TypeError, RecursionError):
        raise SaveError("this is not a save file, or it is damaged") from None
    if not isinstance(data, dict) or "rulelang" not in data:
        raise SaveError("this is not a save file of rulelang")
    if data["rulelang"] != FORMAT:
        raise SaveError(f"this save has format {data['rulelang']}, and only {FORMAT} can be read")
    body = {key: value for key, value in data.items() if key not in ("rulelang", "sum")}
    if data.get("sum") != _sum(body):
        raise SaveError("this save file is damaged: its checksum does not fit")
    for name, sort in _PARTS.items():
        if not isinstance(body.get(name), sort):
            raise SaveError(f"this save file is damaged: its `{name}` is missing or wrong")
    if not all(isinstance(entry, list) and len(entry) == 2 for entry in body["answers"]):
        raise SaveError("this save file is damaged: its answers are wrong")
    return body


def _sum(body: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()[:16]
