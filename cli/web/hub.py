"""All tables of a server, and who is connected to them.

In: links, answers, connections. Out: woken connections. Each table has a lock; what takes time runs in
threads, and bots think in processes, so no table waits for another one.
"""

from __future__ import annotations

import asyncio
import secrets
import sqlite3
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from time import time
from typing import Any, TypeVar

from attrs import define, field

from cli.web.frames import PERSON
from cli.web.limits import Limits
from cli.web.live import Live, Refused, disk_failed, live_from
from cli.web.store import Start, Store, StoreError
from cli.web.thinking import Job, Thinkers
from interpreter.errors import PlayError, RuleError
from interpreter.game import Game
from interpreter.game.saves import digest_of
from interpreter.knowledge.seeing import EVERYBODY
from rulelang.ir.codec import CodecError, decode, encode
from rulelang.ir.nodes import Program
from rulelang.ir.validate import validate

DAY = 86_400.0
THREADS = 16
LARGEST_SEED = 2**31
LEVELS = ("random", "easy", "normal", "hard")  # the bots that can be sat down, the weakest first
T = TypeVar("T")


@define(eq=False)
class Connection:
    """Somebody who looks at a table from a seat."""

    seat: int
    language: str
    wake: asyncio.Event = field(factory=asyncio.Event)
    replies: deque[dict[str, Any]] = field(factory=deque)
    since: int = 0  # events that were told already
    undone: int = 0
    last: dict[str, Any] = field(factory=dict)  # the last frame, without what happened

    def reply(self, frame: dict[str, Any], limits: Limits) -> None:
        if len(self.replies) < limits.replies_unread:
            self.replies.append(frame)
        self.wake.set()


@define(eq=False)
class Desk:
    """A table in memory with its lock, its connections and its bots at work."""

    live: Live
    start: Start
    lock: asyncio.Lock = field(factory=asyncio.Lock)
    connections: set[Connection] = field(factory=set)
    bots: asyncio.Task[None] | None = None

    @property
    def idle(self) -> bool:
        return not self.connections and self.bots is None and not self.lock.locked()

    def wake(self) -> None:
        for connection in self.connections:
            connection.wake.set()

    def here(self) -> list[bool]:
        seats = {connection.seat for connection in self.connections}
        return [number in seats for number in range(len(self.live.seats))]


class Hub:
    def __init__(self, store: Store, limits: Limits, workers: int = 1) -> None:
        self.store, self.limits = store, limits
        self.thinkers = Thinkers(workers, limits.bot_seconds)
        self.threads = ThreadPoolExecutor(THREADS, "table")
        self.reader = ThreadPoolExecutor(1, "games")  # reads definitions, so that nobody who plays waits
        self.asking = 0  # how many wait for it
        self.desks: dict[int, Desk] = {}
        self.loading: dict[int, asyncio.Lock] = {}
        self.programs: dict[str, Program] = {}
        self.folder = TemporaryDirectory(prefix="rulelang-serve-")  # programs, for the workers to read
        self.connected = 0
        self.tasks: set[asyncio.Task[None]] = set()

    async def off(self, work: Callable[..., T], *args: Any) -> T:
        """Runs what may take time, without holding up anybody else."""
        return await asyncio.get_running_loop().run_in_executor(self.threads, work, *args)

    async def about_games(self, work: Callable[..., T], *args: Any) -> T:
        """Asks about definitions, which may take long: one after another, beside all tables."""
        if self.asking >= self.limits.asking_at_once:
            raise Refused("full", "too many ask about games; try again in a moment")
        self.asking += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self.reader, work, *args)
        finally:
            self.asking -= 1

    def close(self) -> None:
        for task in self.tasks:
            task.cancel()
        self.thinkers.close()
        for threads in (self.threads, self.reader):
            threads.shutdown(wait=True, cancel_futures=True)
        self.store.close()
        self.folder.cleanup()

    # ------------------------------------------------------------ new tables
    async def open_table(
        self, game: str, program: Program, settings: Mapping[str, Any], seats: tuple[str, ...],
        names: tuple[str, ...], seed: int | None = None, answers: Sequence[tuple[int, Any]] = (),
        variants: tuple[str, ...] = (),
    ) -> dict[str, Any]:  # fmt: skip
        """A new table: a link for each person, and one to watch. It may go on from answers of another."""
        chosen = tuple(sorted(settings.items()))
        number = secrets.randbelow(LARGEST_SEED) if seed is None else seed
        start = Start(game, digest_of(program), len(seats), number, chosen, seats, names, variants)
        return await self.off(self._open, start, program, answers)

    def _open(self, start: Start, program: Program, answers: Sequence[tuple[int, Any]]) -> dict[str, Any]:
        if self.store.count() >= self.limits.tables:
            raise Refused("full", "there are too many tables here; try again later")
        try:
            Game.new(program, start.players, start.seed, dict(start.settings))
        except (PlayError, RuleError) as error:
            raise Refused("rule", f"this game cannot begin: {error}") from None
        tokens = {seat: secrets.token_urlsafe(24) for seat, who in enumerate(start.seats) if who == PERSON}
        watch = secrets.token_urlsafe(24)
        self.store.add_program(start.digest, encode(program))
        links = [*((t, s) for s, t in tokens.items()), (watch, EVERYBODY)]
        self.store.add_table(start, links, time(), answers)
        return {
            "seats": [{"seat": seat, "token": token} for seat, token in tokens.items()],
            "watch": watch,
        }

    # ------------------------------------------------------------ finding tables
    async def find(self, token: str) -> tuple[Desk, int]:
        """The table and the seat of a link. Raises `Refused`."""
        found = await self.off(self.store.find, token) if 0 < len(token) <= 64 else None
        if found is None:
            raise Refused("no_table", "there is no such table, or it has gone away")
        number, seat = found
        lock = self.loading.setdefault(number, asyncio.Lock())
        async with lock:
            if number not in self.desks:
                self._make_room()
                try:
                    self.desks[number] = await self.off(self._load, number)
                except StoreError as error:
                    raise Refused("no_table", str(error)) from None
        self.loading.pop(number, None)
        return self.desks[number], seat

    def _load(self, number: int) -> Desk:
        kept = self.store.table(number)
        try:
            live = live_from(kept, self._program(kept.start.digest))
        except (PlayError, RuleError, CodecError) as error:
            raise StoreError(f"this table cannot be played again: {error}") from None
        return Desk(live, kept.start)

    def _program(self, digest: str) -> Program:
        if digest not in self.programs:
            text = self.store.program(digest)
            program = decode(text)
            if validate(program):
                raise StoreError("the rules of this table are damaged")
            self._file(digest).write_text(text, encoding="utf-8")
            self.programs[digest] = program
        return self.programs[digest]

    def _file(self, digest: str) -> Path:
        return Path(self.folder.name, f"{digest}.json")

    def _make_room(self) -> None:
        for number in [n for n, desk in self.desks.items() if desk.idle]:
            if len(self.desks) < self.limits.tables_in_memory:
                return
            del self.desks[number]

    async def sweep(self) -> None:
        """Finished and forgotten tables go away."""
        now, limits = time(), self.limits
        gone = await self.off(
            self.store.forget, now - limits.finished_days * DAY, now - limits.forgotten_days * DAY
        )
        for number in gone:
            self._dismiss(number)

    async def remove(self, number: int) -> None:
        """Takes one table away."""
        await self.off(self.store.remove, number)
        self._dismiss(number)

    def _dismiss(self, number: int) -> None:
        desk = self.desks.pop(number, None)
        if desk is not None:
            desk.live.stopped = "this table has gone away"
            desk.wake()

    # ------------------------------------------------------------ playing
    async def answer(self, desk: Desk, seat: int, asked: str, answer: Any) -> None:
        """Stored before this returns. Raises `Refused`."""
        async with desk.lock:
            if asked != desk.live.asked(seat):
                raise Refused("stale", "this question was answered already")
            await self.off(self._play, desk.live, seat, answer)
        desk.wake()
        self.let_bots_play(desk)

    def _play(self, live: Live, seat: int, answer: Any) -> None:
        def keep(who: int, given: Any) -> None:
            try:
                self.store.add_answer(live.number, len(live.answers), who, given, time(), live.game.over)
            except sqlite3.Error as error:
                raise disk_failed(error) from None

        live.play(seat, answer, keep)

    async def undo(self, desk: Desk, seat: int) -> None:
        async with desk.lock:
            await self.off(
                desk.live.undo, seat, lambda steps: self.store.take_back(desk.live.number, steps, time())
            )
        desk.wake()
        self.let_bots_play(desk)

    def let_bots_play(self, desk: Desk) -> None:
        """Starts the bots of a table, unless they are at work."""
        if desk.bots is None and self._bot_to_play(desk) is not None:
            desk.bots = asyncio.create_task(self._bots(desk))
            self.tasks.add(desk.bots)
            desk.bots.add_done_callback(self.tasks.discard)

    def _bot_to_play(self, desk: Desk) -> int | None:
        live = desk.live
        if not desk.connections and PERSON not in live.seats:
            return None  # nobody waits for them
        return next((n for n, who in enumerate(live.seats) if who != PERSON and live.deciding(n)), None)

    async def _bots(self, desk: Desk) -> None:
        try:
            while (seat := self._bot_to_play(desk)) is not None:
                await self._bot(desk, seat)
        except Exception as error:  # whatever a bot of somebody does, those who wait for it are told
            desk.live.stopped = f"this game cannot go on: {error or type(error).__name__}"
            desk.wake()
        finally:
            desk.bots = None

    async def _bot(self, desk: Desk, seat: int) -> None:
        live, start = desk.live, desk.start
        asked, name = live.asked(seat), live.seats[seat]
        file = str(self._file(start.digest))
        job = Job(
            live.number, file, start.players, start.seed, start.settings, tuple(live.answers), seat, name
        )
        answer = await self.thinkers.answer(job)
        plain = list(answer) if isinstance(answer, tuple | list) else answer
        async with desk.lock:
            if live.asked(seat) == asked and live.deciding(seat):
                await self.off(self._play, live, seat, plain)
        desk.wake()

    # ------------------------------------------------------------ telling
    async def next_frame(self, desk: Desk, connection: Connection) -> dict[str, Any] | None:
        """What a connection has to be sent now; None if it knows everything."""
        async with desk.lock:
            live = desk.live
            if connection.undone != live.undone:
                connection.undone, connection.since, connection.last = live.undone, 0, {}
            count = live.game.event_count
            frame = await self.off(
                live.frame,
                connection.seat,
                connection.language,
                connection.since,
                not connection.last,
                desk.here(),
            )
        scene = frame["scene"]
        known = {**frame, "fresh": None, "scene": {**scene, "happened": None}}
        if known == connection.last and not scene["happened"]:
            return None
        connection.last, connection.since = known, count
        return frame
