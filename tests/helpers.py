"""What several tests share: definitions to play, small definitions, and games played by chance."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path
from textwrap import dedent
from typing import Any

from interpreter.game import Game
from rulelang.compile import compile_bundle, compile_text
from rulelang.diagnostics import Report, RulesError
from rulelang.ir.nodes import Program
from rulelang.loader import load

ROOT = Path(__file__).resolve().parent.parent
GAMES = ROOT / "gamedefs"

# Every small definition has a track in which it can note, digit by digit, what happens: up to six digits.
HEAD = """\
game small for {players} players
track trace: number 0 to 999999
rule note(digit: number 0 to 9):
    set trace to trace * 10 + digit
"""


def compile_folder(path: Path) -> Program:
    """The definition in a folder; raises `RulesError` with the findings if it is not valid."""
    report = Report()
    bundle = load(path, report)
    program = compile_bundle(bundle, report) if bundle is not None else None
    if program is None or report.errors:
        raise RulesError(report)
    return program


@cache
def definition_folders() -> dict[str, Path]:
    """Everything that is shipped, by name."""
    return {f.name: f for f in sorted(GAMES.iterdir()) if (f / "game.rules").exists()}


@cache
def definition(name: str) -> Program:
    return compile_folder(definition_folders()[name])


def all_definitions() -> dict[str, Program]:
    return {name: definition(name) for name in definition_folders()}


def random_answer(game: Game, rng: random.Random) -> tuple[Any, int]:
    """A legal answer of one of the players who decide now, and that player."""
    player = rng.choice(game.deciding)
    request = game.request(player)
    assert request is not None
    if request.several:
        return rng.sample(range(len(request)), rng.randint(request.least, request.most)), player
    return rng.randrange(len(request)), player


def random_play(game: Game, rng: random.Random, limit: int) -> int:
    """Plays at most `limit` answers by chance; gives back how many were given."""
    for given in range(limit):
        if game.over:
            return given
        answer, player = random_answer(game, rng)
        game.apply(answer, player)
    return limit


def laid_out(game: Game) -> Game:
    """A copy of which every part can be changed: native positions are bytes."""
    other = game.copy()
    other.state = other.state.plain.copy()
    return other


# ---------------------------------------------------------------- small definitions


def small(body: str, players: str = "2", tables: dict[str, str] | None = None) -> Program:
    """A small definition: the given declarations after `HEAD`."""
    return compile_text(HEAD.format(players=players) + dedent(body), tables)


def started(body: str, *answers: Any, players: str = "2", **options: Any) -> Game:
    """A small definition, started and given some answers; `(player, answer)` says who answers."""
    count = options.pop("count", None)
    game = Game.new(small(body, players), count, **options)
    for answer in answers:
        if isinstance(answer, tuple):
            game.apply(answer[1], answer[0])
        else:
            game.apply(answer)
    return game


def track(game: Game, name: str, owner: str = "") -> str | None:
    return game.view(0).track(name, owner).key


def trace(game: Game) -> str:
    """The digits that were noted, in order."""
    return str(track(game, "trace"))


def cards(game: Game, name: str, owner: str = "", player: int = 0) -> tuple[str | None, ...]:
    """What a player sees in a zone."""
    return game.view(player).zone(name, owner).cards


def keys(game: Game, player: int | None = None) -> tuple[str, ...]:
    """The keys of the options that are asked now."""
    request = game.request(player)
    return () if request is None else tuple(option.key for option in request.options)
