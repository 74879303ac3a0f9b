"""`reasons` after a bot's move: told to who knows as much as the bot, refused to everybody else."""

from __future__ import annotations

import io
import sys

import pytest

from cli.phrases import Phrases
from cli.playing.session import Session
from cli.screen.terminal import Terminal
from interpreter.bots import make_bot
from interpreter.bots.steady import Steady
from interpreter.game import Game
from tests.helpers import definition


def screen_of(
    name: str,
    typed: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    lang: str,
) -> str:
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
    game = Game.new(definition(name), 2, 4, language=lang)
    seats = [None, Steady(make_bot("search:40", 1), 1)]
    with pytest.raises(EOFError):
        Session(game, seats, Terminal(), None, say=Phrases(lang)).run()
    return capsys.readouterr().out


@pytest.mark.parametrize(
    ("asked", "lang"), [("reasons", "en"), ("why did you do that", "en"), ("důvody", "cs"), ("powody", "pl")]
)
def test_where_nothing_is_hidden_reasons_are_told(
    asked: str, lang: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    screen = screen_of("tic_tac_toe", ["1", asked], monkeypatch, capsys, lang)
    assert screen.count(" % ") == 3, screen
    assert Phrases(lang)("command.reasons", "", "").split()[-1].strip("{}:") in screen


def test_a_bot_with_a_hidden_hand_keeps_its_reasons(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    screen = screen_of("sea_salt_and_paper", ["1"] * 6 + ["reasons"], monkeypatch, capsys, "en")
    assert " % of its thoughts" not in screen
    assert "I do not tell: player 2 could see things" in screen


def test_before_any_bot_has_moved_it_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    screen = screen_of("tic_tac_toe", ["reasons"], monkeypatch, capsys, "en")
    assert "no bot has moved yet" in screen
