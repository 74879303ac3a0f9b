"""Two programs on one save, and saves that somebody wrote by hand."""

from __future__ import annotations

import json
from multiprocessing import get_context
from pathlib import Path

import pytest

from cli.playing.saving import SaveFile
from interpreter.game import Game
from interpreter.game.saves import read
from tests.helpers import definition


def begun() -> Game:
    return Game.new(definition("tic_tac_toe"), 2, 1)


def answers(file: Path) -> int:
    return len(read(file.read_text())["answers"])


def test_the_later_of_two_programs_is_told_and_nothing_is_lost(run, tmp_path: Path) -> None:
    run("play", "tic_tac_toe", "--seats", "human,human", "--save", "a.json", typed="\nc1r1\n")
    file = tmp_path / "a.json"
    first, second = begun(), begun()
    one, two = SaveFile(file, ours=file.read_text()), SaveFile(file, ours=file.read_text())
    first.apply(0)
    assert one.save(first)
    second.apply(1)
    assert not two.save(second), "somebody else saved there"
    assert two.path == tmp_path / "a-2.json" and one.path == file
    second.apply(2)
    first.apply(3)
    assert two.save(second) and one.save(first), "from then on each has a file of its own"
    kept = [[answer for _, answer in read(path.read_text())["answers"]] for path in (one.path, two.path)]
    assert kept == [[0, 3], [1, 2]]


@pytest.mark.parametrize(
    ("lang", "words"), [("en", "another program went on"), ("cs", "jiný program"), ("pl", "inny program")]
)
def test_a_player_is_told_that_the_game_is_saved_beside(run, tmp_path, monkeypatch, lang, words) -> None:
    run("play", "tic_tac_toe", "--seats", "human,human", "--save", "a.json", typed="\nc1r1\n")
    file = tmp_path / "a.json"
    whole = SaveFile.save

    def meanwhile(self, game, notes=None):
        done = whole(self, game, notes)
        if len(game.answers) == 1:
            file.write_text(file.read_text() + " ")
        return done

    monkeypatch.setattr(SaveFile, "save", meanwhile)
    done = run("resume", "a.json", "--lang", lang, typed="\nc2r2\n\nc3r3\n")
    assert done.out.count(words) == 1 and "a-2.json" in done.out
    assert answers(file) == 1 and answers(tmp_path / "a-2.json") == 3
    assert f"rulelang resume {tmp_path / 'a-2.json'}" in done.err or "rulelang resume a-2.json" in done.err


def _play(file: str, first: int) -> str:
    game = begun()
    save = SaveFile(file, ours="")
    for turn in range(3):
        game.apply((first + turn) % 5)
        save.save(game)
    return str(save.path)


def test_many_programs_at_once_lose_nothing(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    file.touch()
    with get_context("spawn").Pool(3) as pool:
        paths = pool.starmap(_play, [(str(file), first) for first in range(3)])
    assert len(set(paths)) == 3
    assert sorted(answers(Path(path)) for path in paths) == [3, 3, 3]


def test_a_file_that_was_taken_away_is_made_again(tmp_path: Path) -> None:
    game, save = begun(), SaveFile(tmp_path / "a.json")
    assert save.save(game)
    save.path.unlink()
    assert save.save(game) and answers(save.path) == 0
    assert json.loads(save.path.read_text())["game"] == "tic_tac_toe"
