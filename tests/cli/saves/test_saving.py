"""Games are saved without being asked, also on disks that are full or may not be written to."""

import errno
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import cli.playing.saving
import cli.playing.shelf
from cli.playing.saving import SaveFile, write_whole
from cli.playing.shelf import find_save, new_save, saves_folder, shelved, unfinished
from interpreter.game import Game
from tests.cli.saves.conftest import FULL, TWO_MOVES, answers, files_in
from tests.helpers import ROOT, definition

# ------------------------------------------------------------ saved without being asked


def test_a_game_with_people_is_saved_and_goes_on_without_any_option(run, shelf):
    begun = run("play", "tic_tac_toe", "--seats", "human,human", "--lang", "cs", typed=TWO_MOVES)
    (file,) = files_in(shelf)
    assert re.fullmatch(r"tic_tac_toe-\d{4}-\d\d-\d\d-\d{6}\.json", file.name)
    assert begun.code == 1 and f"rulelang resume {file}" in begun.err
    assert answers(file) == 2
    again = run("resume", file, typed="\nc1r2\n\nc3r3\n\nc1r3\n")
    assert again.code == 0, again.out + again.err
    assert "výsledek: vítěz: hráč 1" in again.out, "the language is remembered, and so are the two people"
    assert f"rulelang replay {file}" in again.out
    assert not unfinished() and shelved()[0].over


def test_bots_alone_are_saved_only_on_demand(run, shelf, tmp_path):
    assert run("play", "tic_tac_toe", "--seed", 1).code == 0
    assert files_in(shelf) == []
    assert run("play", "tic_tac_toe", "--seed", 1, "--save", "b.json").code == 0
    assert files_in(shelf) == [] and (tmp_path / "b.json").exists()


@pytest.mark.parametrize("options", [["--no-save"], ["--save", "mine.json"]])
def test_the_shelf_is_left_alone_when_something_else_is_said(run, shelf, options):
    run("play", "tic_tac_toe", "--seats", "human,random", *options, typed="c1r1\n")
    assert files_in(shelf) == [] and Path("mine.json").exists() == (options[0] == "--save")


def test_saving_and_not_saving_cannot_both_be_meant(run):
    done = run("play", "tic_tac_toe", "--save", "a.json", "--no-save")
    assert done.code == 2 and "--no-save" in done.err


def test_two_games_of_the_same_second_get_two_files(shelf, monkeypatch):
    monkeypatch.setattr(cli.playing.shelf, "strftime", lambda *_: "2024-05-01-120000")
    names = [new_save("chess").path.name for _ in range(3)]
    assert names == [f"chess-2024-05-01-120000{n}.json" for n in ("", "-2", "-3")]


def test_a_game_on_the_shelf_is_found_by_its_name(run, shelf):
    run("play", "tic_tac_toe", "--seats", "human,human", typed=TWO_MOVES)
    (file,) = files_in(shelf)
    for name in (file.name, file.stem):
        assert find_save(name) == file
        assert "player 1" in run("replay", name).out
    assert find_save("none.json") == Path("none.json"), "what is nowhere is reported as it was typed"


@pytest.mark.parametrize(
    ("environment", "system", "folder"),
    [
        ({"RULELANG_SAVES": "/a/b"}, "linux", "/a/b"),
        ({"RULELANG_SAVES": "~/b"}, "linux", "/home/me/b"),
        ({"XDG_DATA_HOME": "/x"}, "linux", "/x/rulelang/saves"),
        ({"XDG_DATA_HOME": "not/absolute"}, "linux", "/home/me/.local/share/rulelang/saves"),
        ({}, "linux", "/home/me/.local/share/rulelang/saves"),
        ({"LOCALAPPDATA": "/c/data", "XDG_DATA_HOME": "/x"}, "win32", "/c/data/rulelang/saves"),
        ({}, "win32", "/home/me/AppData/Local/rulelang/saves"),
    ],
)
def test_where_the_shelf_is(monkeypatch, environment, system, folder):
    monkeypatch.setenv("HOME", "/home/me")
    assert saves_folder(environment, system) == Path(folder)


def test_a_user_without_a_home_plays_unsaved(run, monkeypatch):
    with monkeypatch.context() as homeless:
        homeless.setattr(os.path, "expanduser", lambda path: path)
        with pytest.raises(OSError, match="there is no home folder") as told:
            saves_folder({}, "linux")

    def nowhere():
        raise told.value

    monkeypatch.setattr(cli.playing.shelf, "saves_folder", nowhere)
    done = run("play", "tic_tac_toe", "--seats", "human,human", typed=TWO_MOVES)
    assert "! this game is not saved: there is no home folder; name another one in RULELANG_SAVES" in done.out
    assert done.code == 1 and "this game is not saved" in done.err
    assert run("resume").code == 1 and run("resume", "--list").code == 0


# ------------------------------------------------------------ disks and folders


def test_a_shelf_that_cannot_be_made_is_told_and_the_game_goes_on(run, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("RULELANG_SAVES", str(tmp_path / "file" / "saves"))
    typed = "\nc1r1\n\nc2r2\n\nc1r2\n\nc3r3\n\nc1r3\n"
    done = run("play", "tic_tac_toe", "--seats", "human,human", typed=typed)
    assert done.code == 0 and "result: player 1 won" in done.out
    assert done.out.count("! this game is not saved: Not a directory") == 1
    assert "rulelang replay" not in done.out


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is forbidden to root")
def test_a_folder_that_may_not_be_written_to(run, shelf, tmp_path):
    shelf.mkdir(mode=0o500)
    done = run("play", "tic_tac_toe", "--seats", "human,human", typed=TWO_MOVES)
    assert "! this game is not saved: Permission denied" in done.out and answered(done) == 2
    refused = run("play", "tic_tac_toe", "--save", shelf / "a.json")
    assert refused.code == 1 and "Permission denied" in refused.err


def answered(done) -> int:
    return done.out.count("goes to the board")


def read_only(*_, **__):
    raise OSError(errno.EROFS, "Read-only file system")


def test_a_file_system_that_is_read_only(run, shelf, monkeypatch):
    monkeypatch.setattr(cli.playing.saving.tempfile, "mkstemp", read_only)
    done = run("play", "tic_tac_toe", "--seats", "human,human", typed=TWO_MOVES)
    assert "! this game is not saved: cannot save here: Read-only file system" in done.out
    assert "player 1: Where do you put your mark?" in done.out, "the game goes on"
    assert files_in(shelf) == [], "no empty file is left"
    refused = run("play", "tic_tac_toe", "--save", "mine.json")
    assert refused.code == 1 and "mine.json: cannot save here: Read-only file system" in refused.err
    assert "turn of" not in refused.out, "nothing was played"


def test_a_resumed_game_goes_on_where_nothing_can_be_written(run, monkeypatch):
    run("play", "tic_tac_toe", "--seats", "human,human", "--save", "a.json", typed=TWO_MOVES)
    before = Path("a.json").read_bytes()
    monkeypatch.setattr(cli.playing.saving.tempfile, "mkstemp", read_only)
    done = run("resume", "a.json", typed="\nc1r2\n\nc3r3\n\nc1r3\n")
    assert done.code == 0 and "result: player 1 won" in done.out
    assert "Read-only file system; it goes on" in done.out
    assert Path("a.json").read_bytes() == before, "the last good save stays"


def fails_from(number: int, function, error: OSError = FULL):
    """A function that does what it should a few times, and then fails."""
    calls = []

    def instead(*arguments, **options):
        if is_of_the_cache(arguments):
            return function(*arguments, **options)
        calls.append(arguments)
        if len(calls) >= number:
            raise error
        return function(*arguments, **options)

    return instead


def is_of_the_cache(arguments) -> bool:
    """Compiled definitions are kept too; that is no save."""
    return any("program-" in str(argument) for argument in arguments)


def a_file_on_a_full_disk(*_, **options) -> tuple[int, str]:
    name = os.path.join(options["dir"], options["prefix"] + "x.tmp")
    Path(name).touch()
    return os.open("/dev/full", os.O_WRONLY), name


@pytest.mark.parametrize("step", ["fsync", "replace", "chmod"])
def test_a_disk_that_gets_full_leaves_the_last_good_save(run, shelf, monkeypatch, step):
    monkeypatch.setattr(os, step, fails_from(3, getattr(os, step)))
    done = run("play", "tic_tac_toe", "--seats", "human,human", typed="\nc1r1\n\nc2r2\n\nc3r3\n")
    assert done.out.count("No space left on device; it goes on") >= 1, done.out
    monkeypatch.undo()
    (file,) = files_in(shelf)
    assert answers(file) <= 1, "what came after is not in it"
    assert Game.load(definition("tic_tac_toe"), file.read_text()), "it is whole"


def test_a_decision_is_taken_back_on_a_full_disk_too(run, shelf, monkeypatch):
    monkeypatch.setattr(os, "replace", fails_from(3, os.replace))
    typed = "\nc1r1\n\nundo\nyes\n\nc2r1\n\nc1r1\n\nquit\n"
    done = run("play", "tic_tac_toe", "--seats", "human,human", typed=typed)
    assert done.out.count("No space left on device; it goes on") >= 2, done.out
    assert done.code == 0, done.err


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no device that is always full")
def test_a_disk_that_is_full_from_the_start(run, shelf, monkeypatch):
    monkeypatch.setattr(cli.playing.saving.tempfile, "mkstemp", a_file_on_a_full_disk)
    done = run("play", "tic_tac_toe", "--seats", "human,human", typed=TWO_MOVES)
    assert "! this game is not saved: cannot save here: No space left on device" in done.out
    assert files_in(shelf) == []
    refused = run("play", "tic_tac_toe", "--save", "a.json")
    assert refused.code == 1 and "a.json: cannot save here: No space left on device" in refused.err
    assert not Path("a.json").exists()
    assert not [path for path in Path().iterdir() if path.suffix == ".tmp"]


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no device that is always full")
def test_an_output_that_is_full_ends_the_game_but_not_its_save(tmp_path):
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "cli", "play", "tic_tac_toe", "--seats=human,human", "--save=a.json"],
            input=TWO_MOVES.encode(), stdout=full, stderr=subprocess.PIPE, cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )  # fmt: skip
    assert done.returncode == 1 and b"No space left on device" in done.stderr
    assert b"Traceback" not in done.stderr and b"Exception" not in done.stderr
    file = tmp_path / "a.json"
    assert not file.exists() or Game.load(definition("tic_tac_toe"), file.read_text()), (
        "what is there is whole"
    )


def test_a_file_is_written_as_a_whole_or_not_at_all(tmp_path, monkeypatch):
    file = tmp_path / "a.json"
    write_whole(file, "old")
    file.chmod(0o640)
    monkeypatch.setattr(os, "replace", fails_from(1, os.replace, KeyboardInterrupt()))
    with pytest.raises(KeyboardInterrupt):
        write_whole(file, "new")
    assert file.read_text() == "old" and files_in(tmp_path) == [file]
    monkeypatch.undo()
    write_whole(file, "new")
    assert file.read_text() == "new" and file.stat().st_mode & 0o777 == 0o640, "who may read it stays"


def test_a_link_to_nowhere_is_not_overwritten(tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    with pytest.raises(FileExistsError):
        SaveFile(tmp_path / "link")
