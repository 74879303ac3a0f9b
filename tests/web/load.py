"""How many tables one server holds: `python -m tests.web.load [TABLES ...]` prints the table of docs/web.md.

In: numbers of tables. Out: for each, with two seats connected to every table, the time between an answer and
the scene that shows it, the processor time of the server for an answer, its memory, and how busy the machine
was, which says what the times are worth. It runs for seconds, on the loopback of this machine.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import tempfile
from pathlib import Path
from time import perf_counter

from websockets.asyncio.client import connect

from cli.web.client import new_table
from tests.web.servers import Server

GAME = "tic_tac_toe"
PAUSE = 4.0  # seconds that a person thinks
LASTS = 12.0


def memory(pid: int) -> float:
    """Megabytes."""
    text = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    return int(text.partition("VmRSS:")[2].split()[0]) / 1024


def used(pid: int) -> float:
    """Seconds of processor time, without those of its workers."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def person(address: str, token: str, number: int, until: float, times: list[float]) -> None:
    async with connect(f"{address.replace('http', 'ws')}/ws/{token}", max_size=None) as socket:
        await asyncio.sleep(PAUSE * (number % 97) / 97)
        sent = None
        while perf_counter() < until:
            try:
                frame = json.loads(await asyncio.wait_for(socket.recv(), until - perf_counter() + 0.1))
            except TimeoutError:
                return
            if frame["type"] != "scene":
                continue
            if sent is not None and frame["asked"] != sent[0]:
                times.append(perf_counter() - sent[1])
                sent = None
            if frame["scene"]["question"] is not None and sent is None:
                await asyncio.sleep(PAUSE / 2)
                sent = (frame["asked"], perf_counter())
                await socket.send(json.dumps({"type": "answer", "asked": frame["asked"], "answer": 0}))


async def measure(address: str, opened: list[dict]) -> list[float]:
    times: list[float] = []
    until = perf_counter() + LASTS
    tokens = [seat["token"] for table in opened for seat in table["seats"]]
    await asyncio.gather(*(person(address, t, n, until, times) for n, t in enumerate(tokens)))
    return sorted(times)


def main(counts: list[int]) -> None:
    print(f"load average at the beginning {os.getloadavg()[0]:.1f}, {os.cpu_count()} cores")
    print("| tables | seats | answers a second | median | 99th percentile | processor an answer | memory |")
    print("|---|---|---|---|---|---|---|")
    for count in counts:
        with tempfile.TemporaryDirectory() as folder:
            server = Server(Path(folder, "tables.sqlite"), GAME, at_once=10_000)
            try:
                opened = [new_table(server.address, GAME, ["person", "person"]) for _ in range(count)]
                before = used(server.process.pid)
                times = asyncio.run(measure(server.address, opened))
                each = (used(server.process.pid) - before) / len(times) * 1000
                size = memory(server.process.pid)
            finally:
                server.end()
        median, worst = times[len(times) // 2] * 1000, times[int(len(times) * 0.99)] * 1000
        held = f"| {count} | {2 * count} | {len(times) / LASTS:.0f} | {median:.0f} ms | {worst:.0f} ms |"
        print(f"{held} {each:.1f} ms | {size:.0f} MB |", flush=True)
    print(f"load average at the end {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main([int(count) for count in sys.argv[1:]] or [10, 50, 100, 200])
