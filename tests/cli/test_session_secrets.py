"""People at one keyboard, at a real terminal: what one of them saw or typed is not left for the others."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.game import Game
from rulelang.compile import compile_text
from tests.cli.test_terminal import Screen

ERASE = "\x1b[2J\x1b[3J\x1b[H"
SOURCE = """\
game whispers for 2 players

card number:
    size: number 1 to 9
number one:
    size: 1
number two:
    size: 2
number three:
    size: 3
number four:
    size: 4

zone deck: pile of number, hidden
zone hand of each player: set of number, seen by owner
kind sign: rock, paper

setup:
    move every number to deck
    shuffle deck
    for each p in players:
        move top 2 of deck to hand of p

play:
    each player secretly chooses call from every sign
    each player secretly chooses answer from every sign

ranking of p: highest 1, then share
"""


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    file = tmp_path / "whispers.rules"
    file.write_text(SOURCE)
    return file


def hands() -> list[list[str]]:
    """What each player holds with seed 3."""
    game = Game.new(compile_text(SOURCE), seed=3)
    return [list(game.view(player).zone("hand", f"player{player + 1}").labels) for player in (0, 1)]


class Watched(Screen):
    """Remembers what can be seen and scrolled back to: everything since the screen was erased."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        super().__init__(folder, *arguments)
        self.left = ""

    def wait_for(self, text: str, seconds: float = 120) -> str:
        before = super().wait_for(text, seconds)
        self.left = (self.left + before + text).rpartition(ERASE)[2]
        return before

    def end(self) -> tuple[int, str]:
        code, rest = super().end()
        self.left = (self.left + rest).rpartition(ERASE)[2]
        return code, rest


def begin(folder: Path, rules: Path, *more: str) -> Watched:
    return Watched(folder, "play", str(rules), "--seats", "human,human", "--seed", "3", "--plain", *more)


def answer(screen: Watched, player: int, typed: str, *hidden: str) -> None:
    """One person is handed the keyboard and answers; nothing of `hidden` may be left on the screen."""
    for text in (f"pass the keyboard to player {player}, then press Enter", "> "):
        screen.wait_for(text)
        assert not [word for word in hidden if word in screen.left], screen.left
        if text != "> ":
            screen.type("")
    screen.type(typed)


def test_nothing_of_a_secret_is_left_for_the_next_player(tmp_path: Path, rules: Path) -> None:
    first, second = hands()
    screen = begin(tmp_path, rules)
    answer(screen, 1, "ROCK", *second)
    answer(screen, 2, "PAPER", "ROCK", *first)
    answer(screen, 1, "Rock", "PAPER", *second)
    answer(screen, 2, "Paper", "ROCK", "Rock", *first)
    screen.wait_for("play again? yes/no")
    screen.type("no")
    code, _ = screen.end()
    assert code == 0 and "result: " in screen.left
    left = [word for word in (*first, *second, "ROCK", "PAPER", "Rock", "Paper") if word in screen.left]
    assert not left, "what the last player had on the screen is gone when all look at the result"


def test_commands_leave_nothing_of_a_secret_either(tmp_path: Path, rules: Path) -> None:
    first, second = hands()
    screen = begin(tmp_path, rules)
    screen.wait_for("press Enter")
    screen.type("")
    screen.wait_for("> ")
    for command in ("log all", "look hand", "why", "ROCK"):
        screen.type(command)
        screen.wait_for("> " if command != "ROCK" else "press Enter")
        assert not [word for word in second if word in screen.left]
    assert not [word for word in (*first, "ROCK") if word in screen.left]
    screen.type("")
    screen.wait_for("> ")
    for command in ("log all", "look hand", "why", "look"):
        screen.type(command)
        screen.wait_for("> ")
        assert not [word for word in (*first, "ROCK") if word in screen.left], command
    screen.type("undo")
    screen.wait_for("do all agree?")
    screen.type("yes")
    screen.wait_for("pass the keyboard to player 1")
    assert not [word for word in (*first, *second, "ROCK") if word in screen.left]
    screen.interrupt()
    assert screen.end()[0] == 130


@pytest.mark.parametrize("how", ["quit", "interrupt"])
def test_whoever_leaves_takes_the_screen_along(tmp_path: Path, rules: Path, how: str) -> None:
    screen = begin(tmp_path, rules, "--save", "a.save")
    answer(screen, 1, "look")
    screen.wait_for("> ")
    assert hands()[0][0] in screen.left
    if how == "quit":
        screen.type("quit")
    else:
        screen.interrupt()
    code, _ = screen.end()
    assert code == {"quit": 0, "interrupt": 130}[how]
    assert "rulelang resume a.save" in screen.left
    assert not [word for word in hands()[0] if word in screen.left]


def test_one_person_against_a_bot_keeps_the_screen(tmp_path: Path, rules: Path) -> None:
    screen = Watched(tmp_path, "play", str(rules), "--seats", "human,random", "--seed", "3", "--plain")
    screen.wait_for("> ")
    screen.type("ROCK")
    screen.wait_for("> ")
    assert "ROCK" in screen.left, "there is nobody to hide it from"
    screen.type("rock")
    screen.wait_for("play again? yes/no")
    screen.type("no")
    assert screen.end()[0] == 0
