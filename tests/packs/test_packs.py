"""A pack is the game: every command finds in it what it finds in the folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.games import compile_path, variants_of
from cli.main import main
from cli.reports.findings import Target, findings
from rulelang import files
from rulelang.diagnostics import Report
from rulelang.ir.codec import digest
from rulelang.loader import files_of
from rulelang.rulebook import numbered_rules
from rulelang.suite import scenario_files
from tests.helpers import GAMES, definition_folders


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as ended:
        main(list(arguments))
    out, err = capsys.readouterr()
    return int(ended.value.code or 0), out, err


def pack(capsys: pytest.CaptureFixture[str], game: str | Path, folder: Path, name: str = "game") -> Path:
    target = folder / f"{name}.rulepack"
    code, out, err = run(capsys, "pack", str(game), "-o", str(target))
    assert code == 0, err
    assert str(target) in out
    return target


@pytest.mark.parametrize("name", definition_folders())
def test_a_pack_is_the_same_game(capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str) -> None:
    folder, packed = GAMES / name, pack(capsys, name, tmp_path)
    ours, theirs = compile_path(folder)[0], compile_path(packed)[0]
    assert ours is not None and theirs is not None and digest(ours) == digest(theirs)
    assert variants_of(packed) == variants_of(folder)
    assert numbered_rules(packed) == numbered_rules(folder)
    names = [file.relative_to(packed).as_posix() for file in scenario_files(packed)]
    assert names == [file.relative_to(folder).as_posix() for file in scenario_files(folder)]
    for variant in variants_of(folder):
        ours, theirs = compile_path(folder, [variant])[0], compile_path(packed, [variant])[0]
        assert (ours and digest(ours)) == (theirs and digest(theirs))


def test_a_pack_is_checked_and_tested_whole(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    packed = pack(capsys, "kuhn_poker", tmp_path)
    assert not findings(Target(packed)).found
    inside, outside = run(capsys, "test", str(packed)), run(capsys, "test", "kuhn_poker")
    assert inside[0] == 0 and inside[1].splitlines()[-1] == outside[1].splitlines()[-1]
    assert "0 passed" not in inside[1]


def test_a_finding_in_a_pack_says_where_it_is(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    folder = tmp_path / "small"
    folder.mkdir()
    (folder / "game.rules").write_text(
        "game small for 2 players\n\ntrack t: number 0 to 3\n\nplay:\n    end game\n"
    )
    packed = pack(capsys, folder, tmp_path)
    code, out, _ = run(capsys, "check", str(packed))
    assert code == 0 and "game.rulepack/game.rules:3:7" in out  # the track is never used


def test_it_is_played_shown_simulated_and_resumed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed = pack(capsys, "dead_mans_draw", tmp_path)
    monkeypatch.chdir(tmp_path)
    assert run(capsys, "show", packed.name, "--variant", "party")[0] == 0
    assert run(capsys, "simulate", packed.name, "--games", "2")[0] == 0
    code, out, _ = run(capsys, "play", packed.name, "--seats", "random,random", "--save", "a.save")
    assert code == 0 and "result:" in out
    code, out, err = run(capsys, "replay", "a.save", "--game", packed.name)
    assert code == 0, err
    assert run(capsys, "diff", packed.name, "party")[0] == 0
    assert run(capsys, "ir", packed.name)[0] == 0
    assert run(capsys, "rulebook", packed.name, "-o", "rules.html")[0] == 0
    assert run(capsys, "print", packed.name, "-o", "sheets.html")[0] == 0


def test_the_same_game_makes_the_same_bytes(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    first, second = (pack(capsys, "barracuda", tmp_path, name) for name in ("one", "two"))
    assert first.read_bytes() == second.read_bytes()
    again = pack(capsys, first, tmp_path, "three")  # a pack of a pack
    assert again.read_bytes() == first.read_bytes()


def test_a_pack_becomes_a_folder_again(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    packed, folder = pack(capsys, "malacca", tmp_path), tmp_path / "mine"
    assert run(capsys, "pack", str(packed), "--unpack", str(folder))[0] == 0
    ours = files_of(GAMES / "malacca", Report())
    assert {name: path.read_text() for name, path in ours.items()} == {
        name: path.read_text() for name, path in files_of(folder, Report()).items()
    }
    code, _, err = run(capsys, "pack", str(packed), "--unpack", str(folder))
    assert code == 2 and "is there already" in err


def test_packs_are_found_by_name(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pack(capsys, "tic_tac_toe", tmp_path, "three_in_a_row")
    monkeypatch.setenv("RULELANG_PATH", str(tmp_path))
    assert "three_in_a_row" in run(capsys, "list")[1]
    assert run(capsys, "show", "three_in_a_row")[0] == 0


def test_a_file_of_rules_alone_is_packed_with_its_tables(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    packed = pack(capsys, GAMES / "kuhn_poker" / "game.rules", tmp_path)
    assert files.is_file(packed / "cards.yaml") and not files.is_folder(packed / "scenarios")
    assert compile_path(packed)[0] is not None


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("pack", "kuhn_poker", "-o", "kuhn.zip"), "the name of a pack ends with .rulepack"),
        (("pack", "kuhn_poker", "--unpack", "there"), "is no pack"),
        (("pack", "kuhn_poker", "-o", "a.rulepack", "--unpack", "there"), "say one of them"),
        (("pack", "nothing_here"), "I don't know a game"),
        (("pack", "broken"), "cannot be played"),
        (("fmt", "k.rulepack"), "a pack is not changed"),
        (("pack", "k.rulepack", "-o", "k.rulepack"), "give the new one another name"),
        (("show", "gone.rulepack"), "there is no file or folder `gone.rulepack`"),
    ],
)
def test_mistakes_get_words(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...], says: str,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "game.rules").write_text("game broken for 2 players\n\nplay:\n    do something\n")
    pack(capsys, "kuhn_poker", tmp_path, "k")
    before = sorted(tmp_path.rglob("*"))
    code, _, err = run(capsys, *arguments)
    assert code != 0 and says in err and "Traceback" not in err
    assert sorted(tmp_path.rglob("*")) == before
