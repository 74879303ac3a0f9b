"""Colours: which names get which, and that nothing but colours changes in a line."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cli.screen.paint import CODES, PALETTE, Painter, colour_of
from cli.screen.terminal import Terminal
from interpreter.words import Words
from rulelang.compile import compile_text
from rulelang.ir.nodes import Program
from tests.helpers import all_definitions

RULES = """\
game colours for 2 players
card fish from "fish.yaml":
    shape: one of crab, eel
    colour: one of red, dark_blue, light_blue
card tool from "tools.yaml":
    use: one of digging, cutting
token stone from "stones.yaml"
play:
    end game
ranking of p: highest 0
"""
TABLES = {
    "fish.yaml": "red_crab: {shape: crab, colour: red}\nred_crab_king: {shape: crab, colour: dark_blue}\n"
    "eel: {shape: eel, colour: light_blue, copies: 3}\n",
    "tools.yaml": "spade: {use: digging}\nknife: {use: cutting}\n",
    "stones.yaml": "pebble: {}\n",
}
ESCAPES = re.compile(r"\x1b\[\d+m")


def painter() -> Painter:
    program = compile_text(RULES, TABLES)
    return Painter(program, Words(program), 2)


def painted(name: str, code: int) -> str:
    return f"\x1b[{code}m{name}\x1b[39m"


def test_components_have_the_colour_that_they_are_said_to_have():
    assert (
        painter().paint("  row  red crab, eel x2")
        == f"  row  {painted('red crab', 31)}, {painted('eel', 96)} x2"
    )


def test_of_names_with_the_same_start_the_longest_counts():
    assert painter().paint("red crab king") == painted("red crab king", 34)


def test_parts_of_words_are_left_alone():
    line = "eels wheel eel_x reddened crabs, pebble"
    assert painter().paint(line) == line


def test_without_colours_each_word_of_the_first_kind_has_one():
    assert painter().paint("spade") == painted("spade", CODES[PALETTE[0]])
    assert painter().paint("knife") == painted("knife", CODES[PALETTE[1]])


def test_players_have_colours_of_their_own():
    assert painter().paint("player 2 (you)") == f"{painted('player 2', CODES[PALETTE[1]])} (you)"
    assert painter().paint("player 12") == "player 12"


@pytest.mark.parametrize(
    ("name", "code"),
    [("red", 31), ("Red 5", 31), ("dark_blue", 34), ("light_blue", 96), ("blue", 94), ("black", 90),
     ("bright_orange", 33), ("pink", 95), ("redoubt", 0), ("", 0), ("červený", 0)],
)  # fmt: skip
def test_the_names_of_colours(name, code):
    assert CODES.get(colour_of(name), 0) == code


@pytest.fixture(scope="module")
def painters() -> list[tuple[Program, Painter]]:
    return [
        (program, Painter(program, Words(program, language)))
        for program in all_definitions().values()
        for language in ("en", "cs")
    ]


@given(st.data())
def test_a_painted_line_says_the_same(painters, data):
    program, painter = data.draw(st.sampled_from(painters))
    names = [painter.words.text(f"{r.name}.{name}") for r in program.records for name in r.names] or ["x"]
    piece = st.sampled_from(names) | st.text(" ,.()x2\x1bž猫", max_size=4)
    line = "".join(data.draw(st.lists(piece, max_size=12)))
    assert ESCAPES.sub("", painter.paint(line)) == ESCAPES.sub("", line)


# ---------------------------------------------------------------- the terminal


@pytest.fixture
def tty(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[[], str]:
    """A terminal of 60 columns; gives what was written to it."""
    monkeypatch.setattr("cli.screen.terminal._is_terminal", lambda stream: True)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.delenv("NO_COLOR", raising=False)
    return lambda: capsys.readouterr().out


def write_names(terminal: Terminal) -> None:
    terminal.painter = painter()
    for style in ("", "quiet", "mine"):
        terminal.write("an eel", style)


def test_names_are_painted_on_a_terminal(tty):
    write_names(Terminal())
    eel = painted("eel", 96)
    assert tty().splitlines() == [
        f"an {eel}",
        f"\x1b[2man {eel}\x1b[0m",
        "\x1b[1;36man eel\x1b[0m",
    ]


@pytest.mark.parametrize(
    ("options", "environment"),
    [({"plain": True}, {}), ({"reader": True}, {}), ({}, {"NO_COLOR": "1"}), ({}, {"TERM": "dumb"})],
)
def test_there_are_no_colours_where_they_are_not_wanted(tty, monkeypatch, options, environment):
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    write_names(Terminal(**options))
    assert tty() == "an eel\n" * 3


def test_what_is_not_a_terminal_has_no_colours_and_no_width(capsys):
    terminal = Terminal()
    terminal.painter = painter()
    terminal.write("an eel " * 20)
    assert capsys.readouterr().out == "an eel " * 20 + "\n"


def test_long_lines_are_broken_between_words(tty):
    Terminal(plain=True).write(f"  {'many words ' * 8}")
    assert tty().splitlines() == [
        "  many words many words many words many words many words",
        "    many words many words many words",
    ]


def test_a_heading_is_a_line_of_dashes_but_not_for_a_reader(tty):
    Terminal(plain=True).heading("night")
    Terminal(reader=True).heading("night")
    assert tty().splitlines() == [f"-- night {'-' * 50}", "night"]
