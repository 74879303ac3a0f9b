"""What is on the screen of a game, for tests that play at a real terminal.

In: what the program writes until it waits for a line. Out: the text as a person reads it, what the program
waits for, and the question with its options, found in that text alone.
"""

from __future__ import annotations

import os
import re
import select
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from attrs import frozen

from cli.phrases import Phrases
from cli.screen.terminal import ERASE
from cli.screen.widths import width_of
from tests.cli.test_terminal import Screen, set_size

COLOUR = re.compile(r"\x1b\[[0-9;]*m")
# What a program can wait for.
LINE, PASS, AGREE, PLAYERS, END = "a line", "the next player", "agreement", "the number of players", "nothing"
AGAIN = "another game"  # it is over; unless a test wants another one, nobody does
PROMPT = "> "
NUMBERED = re.compile(r" {2,5}\d+ {2}\S")
NUMBERS = re.compile(r" {2}-?\d+(, -?\d+)*,?")


def as_pattern(say: Phrases, key: str) -> str:
    """A text of the program as a pattern; each gap is a group."""
    pieces = re.split(r"(\{\d(?::[^}]*)?\})", say.texts[key])
    return "".join(_gap(piece) if number % 2 else re.escape(piece) for number, piece in enumerate(pieces))


def _gap(gap: str) -> str:
    """`{1}` is filled with anything, `{1:# way|# ways}` with a number in one of these forms."""
    forms = gap.strip("{}").partition(":")[2]
    if not forms:
        return "(.+?)"
    return "({})".format("|".join(re.escape(form).replace(r"\#", r"\d+") for form in forms.split("|")))


def in_one_line(text: str) -> str:
    return " ".join(text.split())


# ---------------------------------------------------------------- the terminal


class GameScreen(Screen):
    """A game at a terminal. Everything that is shown is remembered, and has to fit the window."""

    def __init__(
        self,
        folder: Path,
        *arguments: str,
        say: Phrases,
        columns: int = 80,
        rows: int = 0,
        no_color: bool = False,
    ) -> None:
        """With `rows`, the size is that of the window, and the program can be told of another one."""
        more = {"NO_COLOR": "1"} if no_color else {}
        size = {"COLUMNS": "", "LINES": "", "RULELANG_LINES": "1"} if rows else {"COLUMNS": str(columns)}
        super().__init__(folder, *arguments, window=(columns, rows) if rows else None, **size, **more)
        self.columns = columns
        self.say = say
        self.again = "no"
        self.waits_for = LINE
        self.transcript = ""
        keys = {
            PASS: "play.pass_keyboard",
            AGREE: "command.agree",
            PLAYERS: "start.how_many",
            AGAIN: "play.again",
        }
        self.questions = {what: re.compile(rf"{as_pattern(say, key)}\Z") for what, key in keys.items()}

    def answered(self, line: str) -> str:
        """Types a line and gives what the program answers, without colours and without the line itself."""
        self.type(line)
        return self.shown(echo=True)

    def shown(self, *, echo: bool = False, seconds: float = 240) -> str:
        """What is written until the program waits for a line or ends."""
        self.seen = ""
        end = time.monotonic() + seconds
        while not self._waiting(echo):
            if time.monotonic() > end:
                pytest.fail(f"the program waits for nothing; the screen says:\n{self.seen}")
            if not self._read():
                self.waits_for = END
                break
            if self._waiting(echo) and self.waits_for == AGAIN:
                asked = len(self.seen)
                self.type(self.again)
                while len(self.seen) == asked and self._read():
                    pass  # what was typed is on its way back
        self.transcript += self.seen
        text = self.seen.partition("\r\n")[2] if echo else self.seen
        text = COLOUR.sub("", text).replace("\r\n", "\n")
        self._check_width(text)
        return text.removesuffix(PROMPT) if self.waits_for == LINE else text

    def _waiting(self, echo: bool) -> bool:
        """Whether the screen ends with something that is asked, and nothing more is on its way."""
        if (echo and "\r\n" not in self.seen) or select.select([self.ours], [], [], 0)[0]:
            return False
        text = COLOUR.sub("", self.seen)
        end = in_one_line(text[-500:]) if text.endswith(" ") else ""
        found = [what for what, question in self.questions.items() if question.search(end)]
        if f"\n{text}".endswith(f"\n{PROMPT}"):
            found = [LINE]
        self.waits_for = found[0] if found else self.waits_for
        return bool(found)

    def _check_width(self, text: str) -> None:
        for line in text.replace(ERASE, "\n").split("\n"):
            if len(line.split()) == 1 and "/" in line:
                continue  # a path is never cut
            if re.search(r"rulelang (replay|resume) \S*/", line):
                continue  # nor is a command
            assert width_of(line) <= self.columns, f"too wide for {self.columns} columns:\n{line}"

    def resize(self, columns: int, rows: int) -> None:
        """What is written from now on has to fit another window."""
        set_size(self.ours, columns, rows)
        os.killpg(self.program.pid, signal.SIGWINCH)
        self.columns = columns

    def interrupt(self) -> int:
        """Ctrl-C, as a terminal makes a signal of it; the exit code."""
        os.write(self.ours, b"\x03")
        while self._read() and self.program.poll() is None:
            pass
        return self.close()

    def kill(self) -> None:
        os.killpg(self.program.pid, signal.SIGKILL)
        self.program.wait()
        os.close(self.ours)

    def close(self) -> int:
        """The exit code; only to be called when the program has ended."""
        code = self.program.wait(120)
        os.close(self.ours)
        return code


# ---------------------------------------------------------------- the question


@frozen
class Question:
    """What is asked, as it stands on the screen."""

    text: str
    options: tuple[str, ...]  # the lines that can be picked; none where numbers are asked for
    numbers: tuple[int, ...]  # the numbers that can be picked
    numbers_in_words: str
    amount: str  # how many are to be chosen, in words; nothing where it is one
    least: int
    most: int
    is_deep: bool  # in a menu, from which one can go back

    @property
    def picks(self) -> dict[str, str]:
        """What can be typed, each with what it means."""
        if self.options:
            return {str(number): text for number, text in enumerate(self.options, 1)}
        return {str(number): str(number) for number in self.numbers}

    def how(self, say: Phrases) -> str:
        """How the program says what can be typed."""
        if self.options:
            return say("answer.number_or_name", len(self.options))
        return say("answer.a_number", self.numbers_in_words)


def question_on(screen: str, say: Phrases) -> Question:
    """The question at the end of a screen."""
    text = f"\n{screen.rstrip()}".rpartition("\n\n")[2]
    lines = text.split("\n")
    is_deep = lines[-1].strip() == say("answer.back")
    if is_deep:
        lines.pop()
    starts = [number for number, line in enumerate(lines) if number and NUMBERED.match(line)]
    options, words = (), ""
    if starts:
        options = tuple(_options(lines[starts[0] :]))
        lines = lines[: starts[0]]
    else:
        picked = [line for line in lines[1:] if NUMBERS.fullmatch(line) or _is_range(line.strip(), say)]
        words = in_one_line(" ".join(picked))
        assert words, f"nothing can be picked here:\n{text}"
    amount = re.search(rf"\({as_pattern(say, 'play.choose_amount')}\)\Z", in_one_line(" ".join(lines)))
    least, most = _amount(amount[1], say) if amount else (1, 1)
    return Question(
        text, options, tuple(_numbers(words, say)), words, amount[1] if amount else "", least, most, is_deep
    )


def _options(lines: list[str]) -> Iterator[str]:
    """The options in their order, also from several columns and from lines that were broken."""
    found: dict[int, str] = {}
    last = 0
    for line in lines:
        if not NUMBERED.match(line):
            found[last] += f" {line.strip()}"
            continue
        for cell in re.split(r" {3,}(?=\d+ {2}\S)", line.strip()):
            number, _, text = cell.partition("  ")
            last = int(number)
            assert last not in found, f"two options have the number {last}"
            found[last] = text.strip()
    assert sorted(found) == list(range(1, len(found) + 1)), f"the options are not numbered in order: {found}"
    yield from (found[number] for number in sorted(found))


def _is_range(text: str, say: Phrases) -> re.Match[str] | None:
    return re.fullmatch(as_pattern(say, "answer.range").replace("(.+?)", r"(-?\d+)"), text)


def _numbers(words: str, say: Phrases) -> list[int]:
    ends = _is_range(words, say)
    if ends:
        return list(range(int(ends[1]), int(ends[2]) + 1))
    return [int(word) for word in words.split(", ")] if words else []


def _amount(words: str, say: Phrases) -> tuple[int, int]:
    ordered = re.fullmatch(as_pattern(say, "answer.in_order"), words)
    words = ordered[1] if ordered else words
    ends, most = _is_range(words, say), re.fullmatch(as_pattern(say, "answer.at_most"), words)
    if ends:
        return int(ends[1]), int(ends[2])
    return (0, int(most[1])) if most else (int(words), int(words))
