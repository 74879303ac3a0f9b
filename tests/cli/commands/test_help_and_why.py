"""Commands at the table that explain: `?`, `rules`, `why`."""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from cli.phrases import Phrases
from cli.playing.session import Session
from cli.screen.terminal import Terminal
from interpreter.game import Game
from rulelang.compile import compile_text
from rulelang.ir.nodes import Program
from tests.cli.commands.conftest import MAY, Keeping, PlainRules, Play, Waiting
from tests.helpers import definition, definition_folders


def test_help_tells_the_game_the_seats_the_question_and_the_commands(play: Play) -> None:
    screen = play("?")
    assert "harbour, for 2 to 3 players" in screen
    assert "player 1 (you), player 2 (bot: waiting)" in screen
    assert "sink: only when the row is not empty" in screen
    assert "a part of its label" in screen
    for command in ("look [ZONE]", "why [not] [NAME]", "hint", "undo", "log [all]", "save [FILE]", "quit"):
        assert command in screen
    assert screen.count("player 1: choose") == 1, "the question stands there again"
    assert max(map(len, screen.splitlines())) < 80


@pytest.mark.parametrize("typed", ["? 1", "?1", "? wait", "help WAIT", "/? wait", "/help 1"])
def test_help_for_an_option(play: Play, typed: str) -> None:
    screen = play(typed)
    assert screen.startswith("\nwait\n  always allowed\n  steps of wait\n>")


def test_help_for_an_option_that_is_not_there_now(play: Play) -> None:
    assert "sink\n  allowed only when: the row is not empty\n  steps of sink" in play("? sink")


def test_help_for_a_command_and_for_what_does_not_exist(play: Play) -> None:
    assert re.search(r"undo +take back the last decision", play("? undo"))
    unknown = play("? dance")
    assert "I don't know an option `dance` here; there is: wait, draw, lay" in unknown
    assert "I don't know an option `99` here" in play("? 99")


def test_help_for_a_card_wherever_it_lies(play: Play) -> None:
    assert "one\n  about one\n>" in play("? one"), "the whole name means just this one"
    assert "one\n  about one\nonerous\n  about onerous\n" in play("? on")
    assert "zero\n  about zero\nand also: zebra, zone, zip, zap\n" in play("? z"), "of many only the first"
    assert "steps of wait" in play("? wait"), "options come first"


def test_help_where_something_is_chosen_from_a_set(play: Play) -> None:
    assert re.search(r"asked now:\n  the question in line \d+\n", play("bet", "?"))
    assert "the question in line" in play("bet", "? high")


def test_help_where_something_may_be_done(play: Play) -> None:
    screen = play("?", "? ano", "proč ne", "proč snad", lang="cs", other=compile_text(MAY), rules=Keeping)
    assert re.search(r"na co se hra ptá:\n  the question in line \d+\njak odpovědět", screen)
    assert "ano\n  dovoleno vždy\n  steps of yes" in screen
    assert "`ne` je dovoleno; napište 2" in screen
    assert "možnost `snad` tu neznám; je tu: ano, ne" in screen


def test_rules_that_cannot_be_read_are_a_message(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(self: PlainRules, site: Any) -> list[str]:
        raise FileNotFoundError(2, "No such file or directory", "game.rules")

    monkeypatch.setattr(PlainRules, "options", gone)
    for typed in ("?", "? wait", "why wait"):
        screen = play(typed)
        assert "the rules cannot be read now:" in screen and "game.rules" in screen
    assert "at any time:" in play("?"), "the rest of the help is there"


@pytest.mark.parametrize(
    "notes", [None, {"path": "nowhere/game.rules"}, {"path": ".", "variants": '["gone"]'}]
)
def test_rules_that_are_gone_are_a_message(
    program: Program, notes: dict[str, str] | None, tmp_path: Path,
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.StringIO("?\n"))
    with pytest.raises(EOFError):
        Session(Game.new(program, 2), [None, Waiting()], Terminal(), None, notes).run()
    assert "the rules cannot be read now: " in capsys.readouterr().out


@pytest.mark.parametrize("game", sorted(definition_folders()))
def test_the_rules_of_every_definition_can_be_asked(run: Any, game: str) -> None:
    typed = "\n?\n? 1\nwhy 1\nwhy nonsense\nlook\nlog\nundo\n"
    seats = ",".join(["human"] * definition(game).players[0])
    for lang in ("en", "cs", "pl"):
        done = run("play", game, "--seats", seats, "--seed", 3, "--lang", lang, "--no-save", typed=typed)
        assert done.code == 1 and "rulelang: the input ended" in done.err, done.err
        assert Phrases(lang)("command.rules_not_there", "") not in done.out
        asked = done.out.partition(Phrases(lang)("command.help_question"))[2].splitlines()
        assert asked[1].strip() and not asked[1].startswith(Phrases(lang)("command.help_answers"))


# ------------------------------------------------------------ why


def test_why_tells_the_rule_and_the_line_of_the_last_events(play: Play) -> None:
    screen = play("wait", "why").rpartition("> \n  ")[0]
    assert re.search(r"your gold \+1 \(1\)\n      by play, .*:\d+\n", play("wait", "why"))
    assert "wait – your gold" in screen


def test_why_an_option_is_not_allowed(play: Play) -> None:
    assert "`sink` is allowed only when: the row is not empty" in play("why sink")
    assert "`collect` is allowed only when: you have 5 gold" in play("why COLL")


def test_why_an_option_is_allowed(play: Play) -> None:
    assert "`wait` is allowed; type 1" in play("why wait")
    assert "`draw` is allowed; type 2" in play("why 2")
    assert "`bet` is allowed; type" in play("why b")


def test_why_of_what_does_not_exist(play: Play) -> None:
    assert "I don't know an option `dance` here; there is: wait, draw, lay, sink" in play("why dance")


def test_why_an_option_cannot_be_taken_with_something(play: Play) -> None:
    """It is there for other things, and it has no condition; later there is nothing at all."""
    assert "`lay` is allowed; type 3" in play("why lay")
    assert "\nallowed now: lay: five\n" in play("why lay nonsense")
    assert "there is nothing now that `lay` could be taken with" in play("lay", "why lay")


def test_why_where_something_is_chosen_from_a_set(play: Play) -> None:
    screen = play("bet", "why middle", "why high", "low", "why 9", "why 2")
    assert re.search(r"what may be chosen here:\n  the question in line \d+\n", screen)
    assert "`high` is allowed; type 1" in screen
    assert "`2` is allowed; type 2" in screen
