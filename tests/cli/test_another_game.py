"""A game that is over is followed by another one, in lines and on the full screen, in another save."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from cli.phrases import Phrases
from cli.playing.saving import OVER
from interpreter.game.saves import read
from tests.cli.terminal import END, GameScreen
from tests.full.window import Window

SEED = re.compile(r"seed (\d+)")
GAME = ("play", "kuhn_poker", "--seats", "human,random", "--seed", "5", "--lang", "en")


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RULELANG_SAVES", str(tmp_path / "shelf"))
    return tmp_path / "shelf"


def saves(shelf: Path) -> list[dict[str, Any]]:
    """What was saved, the first game first."""
    files = sorted(shelf.glob("*.json"), key=lambda path: path.stat().st_mtime_ns)
    return [read(path.read_text(encoding="utf-8")) for path in files]


def check_two_games(shelf: Path) -> None:
    first, second = saves(shelf)
    assert all(OVER.items() <= save["notes"].items() for save in (first, second))
    assert first["notes"]["seats"] == second["notes"]["seats"] == "human,random"
    assert first["answers"] and second["answers"] and first["seed"] != second["seed"]


def lines(folder: Path, *arguments: str) -> list[str]:
    """Plays until it is over, and once more; what was shown after each answer."""
    screen = GameScreen(folder, *arguments, say=Phrases("en"))
    screen.again = "yes"
    shown = [screen.shown()]
    while screen.waits_for != END:
        shown.append(screen.answered("1"))
        if "result:" in shown[-1]:
            screen.again = "no"
    assert screen.close() == 0
    return shown


def test_another_game_begins_in_lines(shelf: Path, tmp_path: Path) -> None:
    shown = lines(tmp_path, *GAME)
    assert sum("result:" in text for text in shown) == 2
    (between,) = [text for text in shown[:-1] if "result:" in text]
    assert "Kuhn Poker: human, random; seed" in between.partition("play again?")[2]
    seeds = SEED.findall("".join(shown))
    assert seeds[0] == "5" and len(set(seeds)) == 2
    check_two_games(shelf)


def test_after_a_saved_game_another_one_begins(shelf: Path, tmp_path: Path) -> None:
    """What was gone on with is over; the next game is a new one, not the end of that one once more."""
    screen = GameScreen(tmp_path, *GAME, say=Phrases("en"))
    screen.shown()
    assert screen.interrupt() == 130
    (file,) = shelf.glob("*.json")
    shown = lines(tmp_path, "resume", str(file))
    assert sum("result:" in text for text in shown) == 2
    check_two_games(shelf)


def test_nothing_is_asked_where_nobody_sits(run: Any) -> None:
    assert "play again?" not in run("play", "kuhn_poker", "--seed", 1).out
    done = run(*GAME, "--no-save", typed="1\n1\n1\n1\n")
    assert done.code == 0 and "result:" in done.out and "play again?" not in done.out


@pytest.mark.parametrize("resumed", [False, True])
def test_another_game_begins_on_the_full_screen(shelf: Path, tmp_path: Path, resumed: bool) -> None:
    window = Window(tmp_path, *GAME)
    waits = lambda text: re.search(r"^ >", text, re.M) and "wait …" not in text  # noqa: E731
    try:
        window.until(lambda text: bool(waits(text)))
        if resumed:
            window.press("ctrl+c")
            assert window.close() == 130
            (file,) = shelf.glob("*.json")
            window = Window(tmp_path, "resume", str(file))
        for answer in ("yes", "no"):
            while True:
                window.until(lambda text: "play again?" in text or bool(waits(text)))
                if "play again?" in window.text:
                    break
                before = window.text
                window.type("1")
                window.until(lambda text, before=before: text != before)
            assert "result:" in window.text
            window.press("escape")
            window.type(answer)
            if answer == "yes":
                window.until(lambda text: "result:" not in text and bool(waits(text)))
        assert window.close() == 0 and b"Traceback" not in window.raw
    finally:
        if window.program.poll() is None:
            window.kill()
    check_two_games(shelf)


def test_what_is_neither_yes_nor_no_ends_nothing(shelf: Path, tmp_path: Path) -> None:
    """Somebody types the next answer when the game is over; and what was played can be looked back at."""
    window = Window(tmp_path, *GAME, RULELANG_LINES="1")
    try:
        ends = ("\n>", "play again? yes/no")
        window.until(lambda text: text.rstrip().endswith(ends))
        while "play again?" not in window.text:
            asked = window.raw.count(b"\n> ")
            window.type("1")
            window.until(
                lambda text, asked=asked: (
                    window.raw.count(b"\n> ") > asked or text.rstrip().endswith("play again? yes/no")
                )
            )
        window.type("1")
        window.until("type yes or no, not `1`")
        for typed, told in (
            ("score", "result: "),
            ("log all", "the game is over"),
            ("look", "player 1"),
        ):
            before = len(window.raw)
            window.type(typed)
            window.until(
                lambda _, before=before: window.raw[before:].rstrip().endswith(b"play again? yes/no")
            )
            assert told in window.raw[before:].decode()
        window.type("no")
        assert window.close() == 0
    finally:
        if window.program.poll() is None:
            window.kill()
