"""Bots think in processes of their own, so that they never hold up a table.

In: the file of a program, how a game was started, its answers, and who is to decide. Out: the bot's answer.
A worker keeps the games that it saw last, and plays on from there.
"""

from __future__ import annotations

from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

from cli.web.workers import TooLong, Workers, begin

if TYPE_CHECKING:
    from interpreter.game import Game
    from rulelang.ir.nodes import Program

KEPT = 50  # games in one worker
HASTY = "random"  # the bot that answers for one that took too long
PATIENCE = 6  # how many times as long it may take: without its answer the table would stop


@frozen
class Job:
    table: int
    program: str  # the file that holds it
    players: int
    seed: int
    settings: tuple[tuple[str, Any], ...]
    answers: tuple[tuple[int, Any], ...]
    player: int
    bot: str


_programs: dict[str, Program] = {}
_games: dict[tuple[int, str], tuple[Game, list[tuple[int, Any]]]] = {}


def prepare() -> None:
    """In a worker, before it thinks: what takes time on a busy machine is not taken from a bot."""
    begin()
    from interpreter import bots  # noqa: F401  only so that it is there


def think(job: Job) -> Any:
    """In a worker: the answer of a bot."""
    from interpreter.bots import make_bot
    from interpreter.bots.steady import Steady

    game = _game(job)
    # A bot is made anew for each decision, with chance of its own: a worker that comes later needs no memory.
    number = (job.seed * 1_000_003 + job.player + 1) * 1_000_003 + len(job.answers)
    return Steady(make_bot(job.bot, number, monotonic), number).choose(game, job.player)


def _game(job: Job) -> Game:
    from interpreter.game import Game

    key = (job.table, job.program)
    game, played = _games.pop(key, (None, []))
    if game is None or tuple(played) != job.answers[: len(played)]:
        game, played = Game.new(_program(job.program), job.players, job.seed, dict(job.settings)), []
    for seat, answer in job.answers[len(played) :]:
        game.apply(tuple(answer) if isinstance(answer, list) else answer, seat)
    _games[key] = (game, list(job.answers))
    if len(_games) > KEPT:
        del _games[next(iter(_games))]
    return game


def _program(file: str) -> Program:
    from rulelang.ir.codec import decode

    if file not in _programs:
        if len(_programs) >= KEPT:
            _programs.clear()
        _programs[file] = decode(Path(file).read_text(encoding="utf-8"))
    return _programs[file]


class Thinkers:
    """Bots at work. One that thinks for too long plays by chance this time."""

    def __init__(self, workers: int, seconds: float) -> None:
        self.workers, self.seconds = Workers(workers, prepare), seconds

    async def answer(self, job: Job) -> Any:
        try:
            return await self.workers.run(think, job, self.seconds)
        except TooLong:
            return await self.workers.run(think, evolve(job, bot=HASTY), PATIENCE * self.seconds)

    def close(self) -> None:
        self.workers.close()
