"""Plays programs whose C was compiled with sanitizers: what touches what it must not ends the process.

In: how many games of each number of players, and names of definitions, folders of definitions, or files that
`collecting.py` made. Out: a line for each with the decisions that were made, and exit code 0; or what the
sanitizer saw. Whole games are played, games in lock step with the reference, asked in all ways, with chance
seeded and exposed, and deals from their positions. A process of its own with the sanitizer's runtime before
everything else: `run` starts it.
"""

from __future__ import annotations

import ctypes
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from interpreter.bots.random_bot import RandomBot
from interpreter.errors import RuleError
from interpreter.game import Game
from interpreter.layout import Layout
from interpreter.native.engine import Bailed, Native, Room
from interpreter.native.optimised import FLAGS, system_compiler
from interpreter.native.practice import NativePractice
from interpreter.native.toolchain import EXPORTED, Library
from rulelang.ir.codec import decode
from rulelang.ir.nodes import Program
from tests.helpers import ROOT, all_definitions, compile_folder
from tests.native.lockstep import compare

SANITIZERS = (
    "-O0", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-fno-omit-frame-pointer",
    "-fno-sanitize=nonnull-attribute",  # an empty list may lie nowhere: nothing is copied from there
)  # fmt: skip
MOST = 2_000  # decisions of a game
IN_LOCK_STEP = 5  # games
POSITIONS = 5  # from which deals are made


def runtime_library() -> str:
    """Where the sanitizer's runtime is; "" if this machine has none."""
    compiler = system_compiler()
    if not compiler:
        return ""
    asked = subprocess.run(
        [compiler, "-print-file-name=libasan.so"], capture_output=True, text=True, check=False
    )
    found = Path(asked.stdout.strip())
    return str(found) if found.is_absolute() and found.exists() else ""


def run(names: list[str], games: int) -> subprocess.CompletedProcess[str]:
    quiet = "detect_leaks=0:handle_segv=1:allocator_may_return_null=1"  # Python keeps what it has
    env = {**os.environ, "LD_PRELOAD": runtime_library(), "ASAN_OPTIONS": quiet, "PYTHONMALLOC": "malloc"}
    command = [sys.executable, "-m", "tests.native.sanitizing", str(games), *names]
    return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)


def sanitized(source: str, folder: Path) -> Library:
    text, made = folder / "program.c", folder / "program.so"
    text.write_text(source, encoding="utf-8")
    flags = [flag for flag in FLAGS if not flag.startswith("-O")]
    env = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
    subprocess.run([system_compiler(), *flags, *SANITIZERS, "-o", str(made), str(text)], check=True, env=env)
    loaded = ctypes.CDLL(str(made))
    addresses = {name: ctypes.cast(getattr(loaded, name), ctypes.c_void_p).value or 0 for name in EXPORTED}
    return Library(addresses, "optimised", loaded)


def play(program: Program, players: int, settings: Mapping[str, Any], games: int) -> int:
    """How many decisions were made."""
    layout = Layout(program, players, settings)
    plain = Native(layout)
    with tempfile.TemporaryDirectory() as folder:
        native = Native(layout, sanitized(plain.source, Path(folder)))
        room, decisions = Room(native), 0
        for seed in range(games):
            with suppress(Bailed):
                decisions += room.play(seed, range(seed, seed + players), MOST)
        decisions += compare(program, players, settings, range(min(games, IN_LOCK_STEP)), native).decisions
        deal(program, players, settings, native)
    return decisions


def deal(program: Program, players: int, settings: Mapping[str, Any], native: Native) -> None:
    with suppress(RuleError):
        game, bot = Game.new(program, players, 1, settings, events=False, backend="python"), RandomBot(1)
        for _ in range(POSITIONS):
            if game.over:
                return
            practice = NativePractice(native, game.machine, game.state, game.deciding[-1])
            for seed in range(3):
                if practice.deal(seed):
                    practice.play_on(seed, 20)
                    practice.outcome()
            game.apply(bot.choose(game, game.deciding[0]), game.deciding[0])


def plays(name: str) -> Iterator[tuple[Program, int, dict[str, Any]]]:
    if name.endswith(".json"):
        text, players, settings = json.loads(Path(name).read_text("utf-8"))
        yield decode(text), players, dict(settings)
        return
    known = all_definitions().get(name)
    program = known if known is not None else compile_folder(Path(name))
    for players in range(program.players[0], program.players[1] + 1):
        yield program, players, {}


if __name__ == "__main__":
    for name in sys.argv[2:]:
        print(name, sum(play(*one, int(sys.argv[1])) for one in plays(name)), flush=True)
