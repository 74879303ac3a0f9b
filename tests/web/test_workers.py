"""Work in processes: what takes too long or dies is ended, and harms nobody else."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from time import sleep
from typing import Any, TypeVar

import pytest

from cli.web.workers import TooLong, Workers

T = TypeVar("T")


def in_a_thread(work: Coroutine[Any, Any, T]) -> T:
    """A browser that other tests have opened has a loop of its own in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


def test_what_takes_too_long_is_ended_and_others_go_on() -> None:
    async def both() -> tuple[object, object, int]:
        workers = Workers(2)
        try:
            slow = asyncio.create_task(workers.run(sleep, 600, 3.0))
            quick = await workers.run(abs, -3, 60.0)
            with pytest.raises(TooLong):
                await slow
            again = await asyncio.gather(*(workers.run(abs, -number, 60.0) for number in range(4)))
            return quick, again, len(workers.idle)
        finally:
            workers.close()

    assert in_a_thread(both()) == (3, [0, 1, 2, 3], 2)


def test_a_worker_that_dies_is_replaced() -> None:
    async def dies() -> int:
        workers = Workers(1)
        try:
            with pytest.raises(BrokenProcessPool):
                await workers.run(os._exit, 1, 60.0)
            with pytest.raises(ValueError):
                await workers.run(int, "x", 60.0)
            return await workers.run(abs, -4, 60.0)
        finally:
            workers.close()

    assert in_a_thread(dies()) == 4


def test_the_time_in_which_a_worker_begins_is_not_taken_from_its_work() -> None:
    """On a busy machine that took longer than a bot may think, and tables with bots stopped for good."""

    async def late() -> int:
        workers = Workers(1, partial(sleep, 4))
        try:
            return await workers.run(abs, -5, 3.0)
        finally:
            workers.close()

    assert in_a_thread(late()) == 5
