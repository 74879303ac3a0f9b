"""A definition is compiled once; what is kept of it is used only for the very same files."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from cli import compiled
from cli.games import load_program
from rulelang.ir.expressions import Number
from rulelang.private import keep
from rulelang.types import Num

RULES = """\
game tiny for 1 player
track luck: number 0 to 9 starting {0}
play:
    add 1 to luck
ranking of p: highest luck
"""


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = tmp_path / "tiny"
    folder.mkdir()
    (folder / "game.rules").write_text(RULES.replace("{0}", "1"))
    return folder


def kept(tmp_path: Path) -> list[Path]:
    return sorted((tmp_path / "cache" / "rulelang").glob("program-*.json"))


def test_the_same_files_give_the_same_program(game: Path, tmp_path: Path) -> None:
    assert compiled.remembered(game, ()) is None
    program = load_program(game)
    assert len(kept(tmp_path)) == 1
    assert compiled.remembered(game, ()) == program == load_program(game)


def test_another_text_another_variant_or_another_code_is_compiled_anew(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    load_program(game)
    file = game / "game.rules"
    file.write_text(RULES.replace("{0}", "3"))
    os.utime(file, ns=(1, 1))
    assert compiled.remembered(game, ()) is None
    assert load_program(game).tracks[0].start == Number(Num(3, 3), 3)
    (game / "variants").mkdir()
    (game / "variants" / "rich.rules").write_text("variant rich of tiny\nremove track luck\n")
    assert compiled.remembered(game, ["rich"]) is None
    load_program(game)
    monkeypatch.setattr(compiled, "_code", lambda: "another one")
    assert compiled.remembered(game, ()) is None


def test_the_places_of_rules_are_called_as_from_where_one_stands(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    near = load_program(game).rules[0].site[0]
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    far = load_program(game).rules[0].site[0]
    assert (near, far) == ("tiny/game.rules", str(game / "game.rules"))


def test_a_variant_from_elsewhere_counts_as_one_of_the_files(game: Path, tmp_path: Path) -> None:
    outside = tmp_path / "lucky.rules"
    outside.write_text("variant lucky of tiny\n\nafter play:\n    add 1 to luck\n")
    lucky = load_program(game, [outside])
    assert compiled.remembered(game, [outside]) == lucky != load_program(game)
    outside.write_text("variant lucky of tiny\n\nafter play:\n    add 2 to luck\n")
    assert compiled.remembered(game, [outside]) is None


@pytest.mark.parametrize("text", ["", "{", "[]", '{"seen": 1}', '{"seen": {}, "program": "{}"}'])
def test_what_is_damaged_is_compiled_anew(game: Path, tmp_path: Path, text: str) -> None:
    program = load_program(game)
    (file,) = kept(tmp_path)
    file.write_text(text)
    assert compiled.remembered(game, ()) is None
    assert load_program(game) == program


def test_a_program_that_does_not_hold_is_not_played(game: Path, tmp_path: Path) -> None:
    load_program(game)
    (file,) = kept(tmp_path)
    data = json.loads(file.read_text().partition("\n")[2])
    broken = data["program"].replace('["!Set",0', '["!Set",7')
    assert broken != data["program"]
    keep(file.parent, file.name, {**data, "program": broken}, 9)
    assert compiled.remembered(game, ()) is None


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="there are no such rights here")
@pytest.mark.parametrize("which", ["folder", "file"])
def test_where_others_can_write_nothing_is_believed(game: Path, tmp_path: Path, which: str) -> None:
    load_program(game)
    (file,) = kept(tmp_path)
    (file if which == "file" else file.parent).chmod(0o777)
    assert compiled.remembered(game, ()) is None


def test_without_a_place_to_keep_it_a_game_is_compiled(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "/dev/null/nowhere")
    assert load_program(game).name == "tiny"
