"""A real server in a process of its own, for the tests of this folder."""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

from cli.web.client import Seat
from tests.helpers import ROOT
from tests.web.browsers import PATIENCE


class Server:
    def __init__(
        self, tables: Path, *games: str, at_once: int = 20, host: str = "127.0.0.1",
        workshop: bool | None = False, files: int | None = None,
    ) -> None:  # fmt: skip
        """Without a workshop unless asked for; None leaves it to the server. It can open so many `files`."""
        self.files = files
        self.tables, self.games, self.at_once = tables, games, at_once
        self.host, self.workshop, self.key = host, workshop, ""
        self.port = 0  # a free one
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "cli", "serve", *self.games, "--no-browser"]
        command += ["--tables", str(self.tables), "--at-once", str(self.at_once), "--port", str(self.port)]
        command += ["--host", self.host]
        if self.workshop is not None:
            command.append("--workshop" if self.workshop else "--no-workshop")
        if self.files is not None:
            command = ["sh", "-c", f'ulimit -n {self.files} && exec "$@"', "sh", *command]
        self.process = subprocess.Popen(
            command, cwd=ROOT, stdout=subprocess.PIPE, text=True,
            stderr=subprocess.STDOUT, env=os.environ | {"PYTHONUNBUFFERED": "1"}, start_new_session=True,
        )  # fmt: skip
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"(http://\S+)/ ", line)
        assert found, line + self.process.stdout.read()
        self.address = found[1]
        if self.workshop:
            self.key = self.process.stdout.readline().strip().rpartition("#workshop=")[2]

    def kill(self) -> None:
        """Without a word of warning, with its workers."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()

    def end(self) -> str:
        """What it said at its end."""
        self.process.send_signal(signal.SIGINT)
        said, _ = self.process.communicate(timeout=PATIENCE)
        return said


def any_answer(scene: dict[str, Any], rng: random.Random) -> int | list[int]:
    question = scene["question"]
    count = len(question["options"])
    if question["kind"] != "several":
        return rng.randrange(count)
    return rng.sample(range(count), rng.randint(question["least"], question["most"]))


def play_on(seat: Seat, rng: random.Random, most: int = 10_000) -> dict[str, Any]:
    """Answers by chance, to the end or for so many answers."""
    for _ in range(most):
        scene = seat.wait()
        if scene["result"] is not None:
            break
        seat.answer(any_answer(scene, rng))
    return seat.frames[-1]["scene"]
