"""A window with the full screen in it, for tests: a pseudo-terminal and an emulator of one.

In: a command line, a size, keys and clicks. Out: the lines of the screen as a person sees them.
"""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from pathlib import Path

import pyte

ROOT = Path(__file__).resolve().parents[2]
KEYS = {
    "enter": "\r", "escape": "\x1b", "up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C", "left": "\x1b[D",
    "pageup": "\x1b[5~", "pagedown": "\x1b[6~", "f1": "\x1bOP", "f2": "\x1bOQ", "f3": "\x1bOR",
    "f4": "\x1bOS", "ctrl+c": "\x03", "backspace": "\x7f", "tab": "\t", "space": " ",
}  # fmt: skip


class Window:
    def __init__(self, folder: Path, *arguments: str, size: tuple[int, int] = (80, 24), **more: str) -> None:
        self.screen = pyte.Screen(*size)
        self.stream = pyte.ByteStream(self.screen)
        ours, theirs = pty.openpty()
        self.ours = ours
        self._resize(*size)
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm-256color", **more}
        for name in ("NO_COLOR", "COLUMNS", "LINES", "RULELANG_LINES"):
            if name not in more:
                environment.pop(name, None)
        self.program = subprocess.Popen(
            [sys.executable, "-m", "cli", *arguments], stdin=theirs, stdout=theirs, stderr=theirs,
            cwd=folder, env=environment, start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )  # fmt: skip
        os.close(theirs)
        self.raw = b""

    def _resize(self, columns: int, rows: int) -> None:
        fcntl.ioctl(self.ours, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def resize(self, columns: int, rows: int) -> None:
        """What stood there is gone: all that is seen from now on was drawn for this size."""
        self.screen.resize(rows, columns)
        self.screen.erase_in_display(2)
        self._resize(columns, rows)
        os.killpg(self.program.pid, signal.SIGWINCH)

    # ------------------------------------------------------------ looking
    @property
    def lines(self) -> list[str]:
        return [line.rstrip() for line in self.screen.display]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    def read(self, seconds: float = 0.05) -> bool:
        """Takes what the program writes for so long; False when there will be no more."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if not select.select([self.ours], [], [], left)[0]:
                return True
            try:
                data = os.read(self.ours, 65536)
            except OSError:
                return False
            if not data:
                return False
            self.raw += data
            self.stream.feed(data)
        return True

    def until(self, wanted: str | Callable[[str], bool], seconds: float = 120) -> str:
        """Waits until the screen says this, and has come to rest."""
        says = wanted if callable(wanted) else lambda text: wanted in text
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            alive = self.read(0.03)
            if says(self.text):
                self.read(0.05)
                return self.text
            if not alive:
                break
        raise AssertionError(f"the screen never says {wanted!r}:\n{self.text}")

    # ------------------------------------------------------------ doing
    def press(self, *keys: str) -> None:
        for key in keys:
            os.write(self.ours, KEYS.get(key, key).encode())
            time.sleep(0.02)

    def type(self, text: str) -> None:
        self.press(*text, "enter")

    def click(self, text: str, nth: int = 0) -> None:
        """Clicks on the first letter of a text on the screen."""
        found = [(row, line.index(text)) for row, line in enumerate(self.lines) if text in line]
        row, column = found[nth]
        for end in ("M", "m"):
            os.write(self.ours, f"\x1b[<0;{column + 1};{row + 1}{end}".encode())
            time.sleep(0.03)

    def close(self, seconds: float = 120) -> int:
        """The exit code of a program that is about to end."""
        end = time.monotonic() + seconds
        while self.program.poll() is None and time.monotonic() < end:
            self.read(0.05)
        if self.program.poll() is None:
            self.kill()
            raise AssertionError(f"the program does not end:\n{self.text}")
        while self.read(0.05) and select.select([self.ours], [], [], 0)[0]:
            pass
        os.close(self.ours)
        return self.program.returncode

    def kill(self) -> None:
        os.killpg(self.program.pid, signal.SIGKILL)
        self.program.wait()
