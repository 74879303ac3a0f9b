"""Whole games in lines at a real pseudo-terminal, that go wrong on the way: nothing is lost.

Somebody mistypes, the window changes its size, Ctrl-C is pressed, the process is killed in the middle of a
word. After each of them the save holds what was decided, the same question is asked again, and the game goes
on to its end. `tests/full/test_window.py` does the same on the full screen.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from cli.phrases import Phrases
from interpreter.game import Game
from tests.cli.person import Person
from tests.cli.terminal import GameScreen, in_one_line, question_on
from tests.cli.test_whole_games_terminal import ended, look_at_decisions
from tests.helpers import definition

LONG = os.environ.get("RULELANG_FUZZ") == "long"
HAPPENINGS = ("mistyped", "resized", "interrupted", "resized", "killed", "mistyped", "killed", "interrupted")
BETWEEN = 2  # decisions
WINDOWS = [(60, 24), (120, 30), (80, 24)]


class Unlucky(Person):
    """Somebody to whom all this happens; each time after some more decisions."""

    def __init__(self, folder: Path, save: Path, seed: int, *options: str, say: Phrases) -> None:
        self.folder, self.windows = folder, [*WINDOWS]
        self.happenings = [*HAPPENINGS]
        super().__init__(self.window(*options, say=say), save, seed, hints=False)
        self.to_do = []

    def window(self, *options: str, say: Phrases, columns: int = 80) -> GameScreen:
        return GameScreen(self.folder, *options, say=say, columns=columns, rows=24, no_color=True)

    def do_something_else(self, question) -> None:  # type: ignore[no-untyped-def]
        due = len(HAPPENINGS) - len(self.happenings)
        if self.happenings and not question.is_deep and len(self.decided) >= BETWEEN * (due + 1):
            getattr(self, self.happenings.pop(0))()

    # ------------------------------------------------------------ what happens
    def mistyped(self) -> None:
        assert self.question is not None
        self.nonsense(self.question)
        self.too_big(self.question)

    def resized(self) -> None:
        """The same question, in as many columns as there is room for now."""
        before = self.question
        self.screen.resize(*self.windows.pop(0))
        self.question = question_on(self.unchanged(self.command("look")), self.say)
        assert before is not None and self.question.picks == before.picks

    def interrupted(self) -> None:
        before, question = self.saved, self.question
        assert self.screen.interrupt() == 130
        said = in_one_line(self.screen.seen)
        assert f"rulelang resume {self.save}" in said, said
        self.go_on(before, question)

    def killed(self) -> None:
        """In the middle of a word, which nobody has sent."""
        before, question = self.saved, self.question
        os.write(self.screen.ours, b"1")
        self.screen.kill()
        self.go_on(before, question)

    def go_on(self, before, question) -> None:  # type: ignore[no-untyped-def]
        assert self.saved == before, "what was decided is saved, and nothing else"
        self.screen = self.window("resume", str(self.save), say=self.say, columns=self.screen.columns)
        self.take(self.screen.shown())
        assert self.question == question, "the same is asked again"
        assert self.saved == before


GAMES = [
    ("dead_mans_draw", 2, ("--seats", "human,random")),
    ("malacca", 1, ("--seats", "human,random,random")),
    ("barracuda", 2, ("--seats", "human,random")),
    ("dead_men_tell_no_tales", 9, ("--seats", "human,random")),
    ("sea_salt_and_paper", 3, ("--seats", "human,random", "--set", "one_round=yes")),
]


@pytest.mark.parametrize(
    ("name", "seed", "options"), GAMES if LONG else GAMES[1:2], ids=lambda v: str(v)[:20]
)
def test_a_whole_game_to_which_everything_happens(
    name: str, seed: int, options: tuple[str, ...], tmp_path: Path
) -> None:
    save = tmp_path / "whole.json"
    command = ("play", name, "--seed", str(seed), "--lang", "en", "--save", str(save), *options)
    person = Unlucky(tmp_path, save, seed, *command, say=Phrases("en"))
    try:
        person.play(person.screen.shown())
        assert not person.happenings, f"the game was too short for {person.happenings}"
        assert person.screen.close() == 0
    finally:
        with ended(person.screen):
            pass
    game = Game.load(definition(name), save.read_text(encoding="utf-8"))
    assert game.over
    look_at_decisions(game, person)
