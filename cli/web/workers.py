"""Processes for work that takes long, so that no table waits for it.

In: a function of a module, what it is given, and how many seconds it may take. Out: what it gives back. Each
process does one thing at a time; one that takes too long is ended, and harms no other.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing import get_context
from typing import Any, TypeVar

STARTING = 120.0  # seconds that a process may take to begin, however busy the machine is
T = TypeVar("T")
A = TypeVar("A")


class TooLong(Exception):
    """The work was ended because it took too long."""


def begin() -> None:
    """What a worker does first."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server ends its workers itself
    with suppress(OSError):
        os.nice(5)  # people are served first


def _heard(done: asyncio.Future[Any]) -> None:
    """That work which was ended has failed is no news to anybody."""
    if not done.cancelled():
        done.exception()


class Workers:
    """The workers. One that dies is replaced, and its work is done again once."""

    def __init__(self, count: int, first: Callable[[], object] = begin) -> None:
        self.first = first  # done by each process when it begins; that is not counted as work
        self.free = asyncio.Semaphore(count)
        self.idle: list[ProcessPoolExecutor] = []
        self.busy: set[ProcessPoolExecutor] = set()

    async def run(self, work: Callable[[A], T], job: A, seconds: float) -> T:
        """Raises `TooLong`, or whatever the work raises. Time counts from when a worker is there and free."""
        async with self.free:
            try:
                return await self._try(work, job, seconds)
            except BrokenProcessPool:
                return await self._try(work, job, seconds)

    async def _try(self, work: Callable[[A], T], job: A, seconds: float) -> T:
        # A pool of one: to end it ends nobody else's work.
        begun = bool(self.idle)
        pool = self.idle.pop() if begun else ProcessPoolExecutor(1, get_context("spawn"), self.first)
        self.busy.add(pool)
        run = asyncio.get_running_loop().run_in_executor
        waited: asyncio.Future[Any] = run(pool, os.getpid)
        try:
            await asyncio.wait([waited], timeout=seconds if begun else STARTING)
            if not waited.done():
                raise TooLong
            waited.result()
            waited = done = run(pool, work, job)
            await asyncio.wait([done], timeout=seconds)
            if not done.done():
                raise TooLong
            found = done.result()
        except (TooLong, BrokenProcessPool, asyncio.CancelledError):
            waited.add_done_callback(_heard)
            self._end(pool)
            raise
        except BaseException:
            self._rest(pool)
            raise
        self._rest(pool)
        return found

    def _rest(self, pool: ProcessPoolExecutor) -> None:
        if pool in self.busy:  # otherwise all of it was closed meanwhile
            self.busy.discard(pool)
            self.idle.append(pool)

    def _end(self, pool: ProcessPoolExecutor, wait: bool = False) -> None:
        self.busy.discard(pool)
        for process in list((pool._processes or {}).values()):  # there is no public way before Python 3.14
            process.kill()
        pool.shutdown(wait=wait, cancel_futures=True)

    def close(self) -> None:
        for pool in [*self.idle, *self.busy]:
            self._end(pool, wait=True)  # so that nothing of it is left when the server ends
        self.idle.clear()
