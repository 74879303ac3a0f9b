"""Plays programs whose C was compiled with sanitizers: what touches what it must not ends the process.

In: names of definitions or folders, and how many games of each number of players. Out: exit code 0; or what
the sanitizer saw. A process of its own with the sanitizer's runtime before everything else: `run` starts it.
"""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from interpreter.layout import Layout
from interpreter.native.engine import Native, Room
from interpreter.native.optimised import FLAGS, system_compiler
from interpreter.native.shapes import NotNative
from interpreter.native.toolchain import EXPORTED, Library
from rulelang.ir.nodes import Program
from tests.helpers import ROOT, all_definitions, compile_folder

SANITIZERS = (
    "-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-fno-omit-frame-pointer",
    "-fno-sanitize=nonnull-attribute",  # an empty list may lie nowhere: nothing is copied from there
)  # fmt: skip
MOST = 2_000  # decisions of a game


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


def play(program: Program, games: int) -> int:
    """All counts of players at random; how many decisions were made."""
    decisions = 0
    for players in range(program.players[0], program.players[1] + 1):
        layout = Layout(program, players, {})
        try:
            native = Native(layout)
        except NotNative:
            return decisions
        with tempfile.TemporaryDirectory() as folder:
            room = Room(Native(layout, sanitized(native.source, Path(folder))))
            for seed in range(games):
                decisions += abs(room.play(seed, range(seed, seed + players), MOST))
    return decisions


if __name__ == "__main__":
    for name in sys.argv[2:]:
        known = all_definitions().get(name)
        decisions = play(known if known is not None else compile_folder(Path(name)), int(sys.argv[1]))
        print(name, decisions, flush=True)
