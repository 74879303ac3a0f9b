"""The program in a process of its own: a real terminal, pipes, signals, and how fast it answers."""

import codecs
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def set_size(terminal: int, columns: int, rows: int) -> None:
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


class Screen:
    """A pseudo-terminal with the program on the other side."""

    def __init__(
        self, folder: Path, *arguments: str, window: tuple[int, int] | None = None, **more: str
    ) -> None:
        """`more` are variables of the environment, in place of the usual ones; `window` a size."""
        ours, theirs = pty.openpty()
        if window is not None:
            set_size(ours, *window)
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm", "COLUMNS": "80"}
        environment.pop("NO_COLOR", None)
        environment |= more
        self.ours, self.seen = ours, ""
        self.decoder = codecs.getincrementaldecoder("utf-8")()  # a letter may come in two halves
        self.program = subprocess.Popen(
            [sys.executable, "-m", "cli", *arguments],
            stdin=theirs, stdout=theirs, stderr=theirs, cwd=folder, env=environment, start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # so that Ctrl-C is a signal
        )  # fmt: skip
        os.close(theirs)

    def wait_for(self, text: str, seconds: float = 120) -> str:
        """Reads until the text is there; gives what came before it."""
        end = time.monotonic() + seconds
        while text not in self.seen:
            if time.monotonic() > end or not self._read():
                pytest.fail(f"{text!r} did not come; the screen says:\n{self.seen}")
        before, _, self.seen = self.seen.partition(text)
        return before

    def _read(self) -> bool:
        if not select.select([self.ours], [], [], 1)[0]:
            return True
        try:
            data = os.read(self.ours, 65536)
        except OSError:  # the program has closed its side
            return False
        self.seen += self.decoder.decode(data)
        return bool(data)

    def type(self, line: str) -> None:
        os.write(self.ours, line.encode() + b"\n")

    def interrupt(self, seconds: float = 10) -> None:
        """Ctrl-C; once more if the first came between a look for signals and the reading of a line."""
        os.killpg(self.program.pid, signal.SIGINT)
        end = time.monotonic() + seconds
        while self._read() and self.program.poll() is None and time.monotonic() < end:
            pass
        if self.program.poll() is None:
            os.killpg(self.program.pid, signal.SIGINT)

    def end(self, seconds: float = 120) -> tuple[int, str]:
        end = time.monotonic() + seconds
        while self._read() and self.program.poll() is None:
            if time.monotonic() > end:
                self.program.kill()
                pytest.fail(f"it did not end; the screen says:\n{self.seen}")
        while select.select([self.ours], [], [], 0)[0] and self._read():
            pass
        code = self.program.wait(120)
        os.close(self.ours)
        return code, self.seen


def test_two_people_play_at_a_terminal_from_the_menu_to_the_result(tmp_path):
    screen = Screen(tmp_path, "play", "--seats", "human,human", "--save", "t.save")
    assert "Tic-Tac-Toe" in screen.wait_for("> ")
    screen.type("nonsense")
    screen.wait_for("I don't know a game called `nonsense`")
    screen.type("tic tac")
    for player, place in [(1, "c1r1"), (2, "c2r2"), (1, "c1r2"), (2, "c3r3"), (1, "c1r3")]:
        before = screen.wait_for(f"pass the keyboard to player {player}, then press Enter")
        assert before.endswith("\x1b[2J\x1b[3J\x1b[H"), (
            "the last player's screen is erased, with what scrolls back"
        )
        screen.type("")
        screen.wait_for("> ")
        screen.type("9" * 12)
        screen.wait_for("> ")
        screen.type(place)
    shown = screen.wait_for("play again? yes/no")
    screen.type("no")
    code, rest = screen.end()
    assert code == 0 and "player 1 won" in shown and "Traceback" not in rest
    assert (tmp_path / "t.save").exists()


def test_one_person_and_a_bot_sit_down_by_themselves(tmp_path):
    screen = Screen(tmp_path, "play", "tic_tac_toe", "--plain", "--no-save", "--seed", "1")
    assert "human, search:20; seed 1" in screen.wait_for("> ")
    screen.type("quit")
    assert "\x1b[" not in screen.wait_for("> "), "--plain uses no colours"
    screen.type("quit")
    assert screen.end()[0] == 0


def test_cards_have_their_colours_at_a_terminal_but_not_for_a_screen_reader(tmp_path):
    options = ("play", "barracuda", "--no-save", "--seed", "1", "--seats", "human,random,random")
    screen = Screen(tmp_path, *options)
    shown = screen.wait_for("> ")
    assert "\x1b[31mRed 1\x1b[39m" in shown and "\x1b[94mBlue 1\x1b[39m" in shown and "+-----" in shown
    screen.type("Red 1")
    assert "\x1b[31mRed\x1b[39m" in screen.wait_for("> ")
    screen.interrupt()
    screen.end()
    reader = Screen(tmp_path, *options, "--reader")
    told = reader.wait_for("> ")
    assert "\x1b[" not in told and "---" not in told and "|" not in told
    assert re.search(r"column 1, row 3: Wreck \d", told)
    reader.interrupt()
    reader.end()


def test_ctrl_c_says_how_to_go_on(tmp_path):
    screen = Screen(tmp_path, "play", "tic_tac_toe", "--save", "c.save")
    screen.wait_for("> ")
    screen.interrupt()
    code, rest = screen.end()
    assert code == 130
    assert "rulelang resume c.save" in rest and "Traceback" not in rest


def test_help_names_the_commands(process):
    done = process("--help")
    assert done.code == 0 and "play" in done.out and "resume" in done.out


def test_help_needs_neither_the_compiler_nor_rich():
    heavy = "'lark', 'yaml', 'rich', 'rulelang.compile', 'interpreter.game'"
    code = f"import sys, cli.main; print([name for name in ({heavy}) if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.strip() == "[]"


def test_version_and_misuse(process):
    assert process("--version").out.startswith("rulelang ")
    assert process("play", "--wrong").code == 2


def test_make_play_without_a_terminal_and_with_an_old_encoding(process):
    done = process("play", PYTHONIOENCODING="ascii")
    assert done.code == 0 and "result: " in done.out and done.err == ""
    assert " ?" in done.out, "what cannot be shown is a question mark, not a traceback"


def test_a_reader_that_goes_away_ends_the_program_without_a_traceback(tmp_path):
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-m", "cli", "show", "lantern_walk"],
        stdout=writing, stderr=subprocess.PIPE, text=True, cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    os.close(writing)
    assert (done.returncode, done.stderr) == (141, ""), "as every command before `| head`"


def test_bytes_that_are_no_text_are_a_wrong_answer(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "cli", "play", "tic_tac_toe", "--seats", "human,random"],
        input=b"\xff\xfe\n", capture_output=True, cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert done.returncode == 1 and b"I don't know" in done.stdout and b"Traceback" not in done.stderr
