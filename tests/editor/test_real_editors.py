"""The set-ups that docs/editors.md shows, in the editors themselves, where they are installed.

They show a mistake of a rule, and Neovim also one of a table. What an editor needs to find the server is on
its path. Versions that are too old for a set-up are left out.
"""

import fcntl
import os
import pty
import re
import shutil
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest

from tests.helpers import ROOT

SETUPS = ROOT / "editors"
GAME = """game small for 2 players

card coin from "coins.yaml":
    worth: number 0 to 5

zone purse: pile of coin, public

play:
    shuffle prse
    win [you]
"""
LUA = """
local told = {}
local function watch(file)
  vim.cmd.edit(file)
  vim.wait(40000, function() return #vim.diagnostic.get(0) > 0 end, 50)
  for _, found in ipairs(vim.diagnostic.get(0)) do
    table.insert(told, file .. ":" .. found.lnum + 1 .. " " .. found.code)
  end
end
watch("game.rules")
watch("coins.yaml")
vim.cmd.edit("other/compose.yaml")
vim.wait(500)
table.insert(told, "other " .. #vim.lsp.get_clients({ bufnr = 0 }))
vim.fn.writefile(told, "told.txt")
vim.cmd("qa!")
"""
LISP = """
(find-file "game.rules")
(run-hooks 'post-command-hook)
(let ((end (+ (float-time) 40)))
  (while (and (< (float-time) end) (not (flymake-diagnostics)))
    (accept-process-output nil 0.1)))
(let ((told (mapconcat #'flymake-diagnostic-text (flymake-diagnostics) "\\n")))
  (with-temp-file "told.txt" (insert told)))
(kill-emacs 0)
"""


def version(name: str, *more: str) -> tuple[int, ...]:
    """Of a program on the path; (0,) if it is not there."""
    if shutil.which(name) is None:
        return (0,)
    said = subprocess.run([name, "--version", *more], capture_output=True, text=True, timeout=30).stdout
    found = re.search(r"(\d+)\.(\d+)", said)
    return tuple(map(int, found.groups())) if found else (0,)


def needs(name: str, *least: int) -> pytest.MarkDecorator:
    wanted = ".".join(map(str, least))
    return pytest.mark.skipif(version(name) < least, reason=f"{name} {wanted} or newer is not here")


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "bin").mkdir()
    server = tmp_path / "bin" / "rulelang"
    server.write_text(
        f'#!/bin/sh\nPYTHONPATH="{ROOT}" exec "{sys.executable}" -m cli "$@"\n', encoding="utf-8"
    )
    server.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / ".config"))
    folder = tmp_path / "small"
    (folder / "other").mkdir(parents=True)
    (folder / "game.rules").write_text(GAME, encoding="utf-8")
    (folder / "coins.yaml").write_text("penny: {worth: 9}\n", encoding="utf-8")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "compose.yaml").write_text("services: {}\n", encoding="utf-8")
    (folder / "other").rmdir()
    (folder / "other").symlink_to(elsewhere)
    return folder


@needs("nvim", 0, 11)
def test_neovim(game: Path) -> None:
    (game / "look.lua").write_text(LUA, encoding="utf-8")
    setup = SETUPS / "neovim" / "init.lua"
    command = ["nvim", "--clean", "--headless", "-u", str(setup), "-c", "luafile look.lua"]
    subprocess.run(command, cwd=game, timeout=120, check=True, capture_output=True)
    told = (game / "told.txt").read_text(encoding="utf-8").splitlines()
    assert told == ["game.rules:9 R0219", "coins.yaml:1 R0208", "other 0"]


@needs("emacs", 29)
def test_emacs(game: Path) -> None:
    (game / "look.el").write_text(LISP, encoding="utf-8")
    setup = SETUPS / "emacs" / "init.el"
    command = ["emacs", "-Q", "--batch", "-l", str(setup), "-l", "look.el"]
    subprocess.run(command, cwd=game, timeout=120, check=True, capture_output=True)
    assert "R0219" in (game / "told.txt").read_text(encoding="utf-8")


@needs("hx", 24)
def test_helix(game: Path, tmp_path: Path) -> None:
    pyte = pytest.importorskip("pyte")
    config = tmp_path / ".config" / "helix"
    config.mkdir(parents=True)
    shutil.copy(SETUPS / "helix" / "languages.toml", config)

    class Screen(pyte.Screen):  # type: ignore[misc, name-defined]
        def report_device_status(self, *args: int, **more: bool) -> None:
            """Helix asks what the terminal can do, and goes on without an answer."""

    screen = Screen(140, 30)
    stream = pyte.ByteStream(screen)
    process, terminal = pty.fork()
    if process == 0:
        os.chdir(game)
        os.environ["TERM"] = "xterm-256color"
        os.execvp("hx", ["hx", "game.rules:9"])
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 140, 0, 0))
    os.set_blocking(terminal, False)
    end = time.monotonic() + 60
    try:
        while time.monotonic() < end and "called `prse`" not in "\n".join(screen.display):
            time.sleep(0.1)
            try:
                stream.feed(os.read(terminal, 65536))
            except BlockingIOError:
                continue
    finally:
        os.kill(process, 9)
        os.waitpid(process, 0)
        os.close(terminal)
    assert "called `prse`" in "\n".join(screen.display), "\n".join(screen.display)
