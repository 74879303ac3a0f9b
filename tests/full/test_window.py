"""Whole games on the full screen at a real pseudo-terminal, by somebody who mistypes and is interrupted.

Nothing of the game is known here but what stands on the screen. When it is over, the save holds a whole game.
"""

from __future__ import annotations

import os
import random
import re
import resource
from pathlib import Path

import pytest

from interpreter.game import Game
from interpreter.game.saves import read
from tests.full.window import Window
from tests.helpers import definition

LONG = os.environ.get("RULELANG_FUZZ") == "long"
OPTION = re.compile(r"(?:^|\s{2})\s*(\d+) \S")
RANGE = re.compile(r"^\s{2}(-?\d+) to (-?\d+)$")
LISTED = re.compile(r"^\s{2}(-?\d+)(?:,? +-?\d+)*$")
WAITS = re.compile(r" >(?:  |$)")  # nothing is typed yet
MOST = 1500


class Gamer:
    """Plays one game, in as many windows as it takes."""

    def __init__(self, folder: Path, name: str, seed: int, *options: str) -> None:
        self.folder, self.name = folder, name
        self.save = folder / "game.json"
        self.chance = random.Random(seed)
        arguments = ("play", name, "--seed", str(seed), "--save", str(self.save), *options)
        self.window = Window(folder, *arguments)
        self.done: list[str] = []

    def rest(self) -> None:
        """Until the program waits for a line."""

        def waits(text: str) -> bool:
            last = text.rstrip().split("\n")[-1]
            return bool(WAITS.match(last)) and "\u2500 wait \u2026" not in text

        self.window.until(lambda text: waits(text) or "play again?" in text)

    @property
    def question(self) -> list[str]:
        lines = self.window.lines
        start = max(number for number, line in enumerate(lines) if line.startswith("\u2500 "))
        return lines[start + 1 : -1]

    def answer(self) -> str:
        lines = self.question
        spans = [(int(m[1]), int(m[2])) for line in lines if (m := RANGE.match(line))]
        if spans:
            return str(self.chance.randint(*spans[0]))
        numbers = [int(number) for line in lines for number in OPTION.findall(line)]
        listed = [line for line in lines if LISTED.match(line)]  # a long question takes lines above them
        if listed and listed == [line for line in lines if line.strip()][-len(listed) :]:
            return self.chance.choice(re.findall(r"-?\d+", " ".join(listed)))
        assert numbers, f"nothing can be chosen here:\n{self.window.text}"
        return str(self.chance.choice(numbers))

    def play(self, *happenings: str) -> None:
        """To the end; each happening comes after some more decisions."""
        waiting = list(happenings)
        for number in range(MOST):
            self.rest()
            if "\u256d" in self.window.text:  # a panel
                if "result:" in self.window.text:
                    break
                self.window.press("escape")
                self.window.until(lambda text: "\u256d" not in text)
                continue
            if waiting and number % 4 == 3:
                getattr(self, waiting.pop(0))()
                continue
            before = self.window.text
            self.window.type(self.answer())
            self.window.until(lambda text, before=before: text != before)
        assert not waiting, f"the game was too short for {waiting}"
        assert "result:" in self.window.text and "play again?" in self.window.lines[-1]
        self.window.press("escape")
        self.window.type("no")
        assert self.window.close() == 0
        assert b"Traceback" not in self.window.raw
        game = Game.load(definition(self.name), self.save.read_text(encoding="utf-8"))
        assert game.over

    # ------------------------------------------------------------ what happens on the way
    def mistake(self) -> None:
        self.window.type("Xyzzy-qwrk")
        self.window.until("Xyzzy-qwrk")

    def help(self) -> None:
        self.window.press("f1")
        self.window.until("\u256d")
        self.window.press("pagedown", "pagedown", "escape")
        self.window.until(lambda text: "\u256d" not in text)

    def resize(self) -> None:
        for size in ((140, 40), (60, 20), (80, 24)):
            self.window.resize(*size)
            self.window.until(
                lambda text, size=size: bool(WAITS.match(text.split("\n")[-1])) and fills(text, size)
            )

    def fold(self) -> None:
        self.window.press("f4", "pageup", "pagedown", "f4")

    def interrupt(self) -> None:
        """Ctrl-C leaves; the game goes on where it was."""
        before = read(self.save.read_text(encoding="utf-8"))["answers"]
        self.window.press("ctrl+c")
        assert self.window.close() == 130
        assert f"rulelang resume {self.save}" in self.window.raw.decode().replace("\r\n", "")
        assert read(self.save.read_text(encoding="utf-8"))["answers"] == before
        self.window = Window(self.folder, "resume", str(self.save))

    def kill(self) -> None:
        """Nothing is lost when the process is killed."""
        before = read(self.save.read_text(encoding="utf-8"))["answers"]
        self.window.press("1")
        self.window.kill()
        assert read(self.save.read_text(encoding="utf-8"))["answers"] == before
        self.window = Window(self.folder, "resume", str(self.save))


def fills(text: str, size: tuple[int, int]) -> bool:
    """Whether what is drawn was drawn for this size: what was on its way for another one may come first."""
    return any(len(line) == size[0] and line.endswith("\u2500") for line in text.split("\n"))


GAMES = [
    ("dead_mans_draw", 2, ("--seats", "human,random")),
    ("malacca", 1, ("--seats", "human,random,random")),
    ("barracuda", 2, ("--seats", "human,random")),
    ("dead_men_tell_no_tales", 9, ("--seats", "human,random")),
    ("sea_salt_and_paper", 3, ("--seats", "human,random", "--set", "one_round=yes")),
]


@pytest.mark.parametrize(("name", "seed", "options"), GAMES if LONG else GAMES[:2], ids=lambda v: str(v)[:20])
def test_a_whole_game(name: str, seed: int, options: tuple[str, ...], tmp_path: Path) -> None:
    gamer = Gamer(tmp_path, name, seed, *options)
    try:
        gamer.play("mistake", "help", "resize", "interrupt", "fold", "kill")
    finally:
        if gamer.window.program.poll() is None:
            gamer.window.kill()


def test_the_first_question_comes_soon_and_answers_are_drawn_at_once(tmp_path: Path) -> None:
    """In seconds of the processor, however busy the machine is. The second start is one of a game that was
    played before."""
    for _ in range(2):
        before = used()
        window = Window(
            tmp_path, "play", "dead_mans_draw", "--seed", "1", "--no-save", "--seats", "human,random"
        )
        try:
            window.until("Which character")
        finally:
            window.kill()
    assert 0 < used() - before < 5


def used() -> float:
    """Seconds of the processor that programs of this process have used which have ended."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return ended.ru_utime + ended.ru_stime


@pytest.mark.parametrize(
    ("options", "size", "more"),
    [
        (("--plain",), (80, 24), {}),
        (("--reader",), (80, 24), {}),
        ((), (50, 24), {}),
        ((), (80, 12), {}),
        ((), (80, 24), {"TERM": "dumb"}),
        ((), (80, 24), {"RULELANG_LINES": "1"}),
    ],
)
def test_lines_are_taken_where_the_full_screen_is_not_wanted(
    options: tuple[str, ...], size: tuple[int, int], more: dict[str, str], tmp_path: Path
) -> None:
    window = Window(tmp_path, "play", "tic_tac_toe", "--seed", "1", "--no-save", *options, size=size, **more)
    try:
        window.until(lambda text: "\n>" in text)
        assert "\u2500" not in window.text and b"\x1b[?1049h" not in window.raw
    finally:
        window.kill()


def test_it_can_be_read_without_colours(tmp_path: Path) -> None:
    window = Window(tmp_path, "play", "tic_tac_toe", "--seed", "1", "--no-save", NO_COLOR="1")
    try:
        window.until("Where do you put your mark?")
        colours = {char.fg for row in window.screen.buffer.values() for char in row.values()}
        assert all(len(set(re.findall("..", c))) == 1 for c in colours if re.fullmatch("[0-9a-f]{6}", c))
    finally:
        window.kill()
