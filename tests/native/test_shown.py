"""What is shown of native code: what plays here and why, and the C with the places of the rules beside it."""

from __future__ import annotations

import re

import pytest

from cli.main import main
from interpreter.layout import Layout
from interpreter.native.toolchain import compiled
from interpreter.native.unit import Unit
from rulelang.ir.nodes import Program
from tests.helpers import all_definitions


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    with pytest.raises(SystemExit) as ended:
        main(list(words))
    assert ended.value.code in (0, None)
    return capsys.readouterr().out


def test_version_says_what_plays(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert re.fullmatch(r"rulelang \d+\.\d+\.\d+\S*\n", said(capsys, "--version"))
    assert "libtcc" in said(capsys, "--version", "--verbose")
    monkeypatch.setenv("RULELANG_BACKEND", "python")
    assert "RULELANG_BACKEND says so" in said(capsys, "--version", "--verbose")


def test_the_c_is_shown_with_its_places_and_compiles(capsys: pytest.CaptureFixture[str]) -> None:
    shown = said(capsys, "ir", "tic_tac_toe", "--c")
    assert re.search(r"^P0: .*/\* gamedefs/tic_tac_toe/game\.rules:\d+ \*/$", shown, re.MULTILINE)
    assert compiled(shown).addresses["rl_play"]


def words_in_c(program: Program) -> set[str]:
    return set(re.findall(r"[A-Za-z_]{3,}", Unit(Layout(program, program.players[0], {})).source()))


@pytest.mark.parametrize("name", list(all_definitions()))
def test_no_word_of_a_definition_enters_the_c(name: str) -> None:
    program = all_definitions()[name]
    named = {zone.name for zone in program.zones} | {track.name for track in program.tracks}
    named |= {rule.name for rule in program.rules} | {value.name for value in program.values} | {name}
    named |= {row for record in program.records for row in record.names}
    others = words_in_c(all_definitions()["kuhn_poker" if name != "kuhn_poker" else "tic_tac_toe"])
    assert not (words_in_c(program) & named) - others
