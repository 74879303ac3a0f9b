"""Saved games: where they are kept, that none is ever lost, and how one goes on with them."""

import errno
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import cli.playing.saving
import cli.playing.shelf
from cli.playing.saving import SaveFile, read_save, write_whole
from cli.playing.shelf import find_save, new_save, saves_folder, shelved, unfinished
from interpreter.errors import SaveError
from interpreter.game import Game
from interpreter.game.saves import _sum, read
from tests.cli.test_terminal import Screen
from tests.helpers import ROOT, definition

FULL = OSError(errno.ENOSPC, "No space left on device")
TWO_MOVES = "\nc1r1\n\nc2r2\n"


@pytest.fixture(autouse=True)
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A shelf of its own for each test, outside of the folder in which the command runs."""
    folder = tmp_path.parent / f"{tmp_path.name}-shelf"
    monkeypatch.setenv("RULELANG_SAVES", str(folder))
    return folder


def answers(file: Path) -> int:
    return len(read(file.read_text())["answers"])


def files_in(folder: Path) -> list[Path]:
    return sorted(folder.iterdir()) if folder.exists() else []


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
    return done.out.count("→ board")


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
        calls.append(arguments)
        if len(calls) >= number:
            raise error
        return function(*arguments, **options)

    return instead


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


# ------------------------------------------------------------ killed


def test_a_killed_process_loses_at_most_what_was_being_typed(tmp_path, shelf):
    screen = Screen(tmp_path, "play", "tic_tac_toe", "--seats", "human,human")
    for place in ("c1r1", "c2r2"):
        screen.wait_for("then press Enter")
        screen.type("")
        screen.wait_for("> ")
        screen.type(place)
    screen.wait_for("then press Enter")
    screen.type("")
    screen.wait_for("> ")
    os.write(screen.ours, b"c1r")  # the line is not ended
    os.kill(screen.program.pid, signal.SIGKILL)
    assert screen.program.wait(20) == -signal.SIGKILL
    os.close(screen.ours)
    (file,) = files_in(shelf)
    assert answers(file) == 2
    again = Screen(tmp_path, "resume")
    menu = again.wait_for("> ")
    assert "Tic-Tac-Toe, 2 players, 2 decisions" in menu and file.name in menu
    again.type("")
    for place in ("c1r2", "c3r3", "c1r3"):
        again.wait_for("then press Enter")
        again.type("")
        again.wait_for("> ")
        again.type(place)
    code, rest = again.end()
    assert code == 0 and "player 1 won" in rest


KILLED = """\
import os, signal, sys
from cli.main import main
whole, number = os.{step}, 0
def killed(*arguments):
    global number
    number += 1
    if number == {at}:
        os.kill(os.getpid(), signal.SIGKILL)
    return whole(*arguments)
os.{step} = killed
main(["play", "tic_tac_toe", "--seed", "3", "--save", "k.json"])
"""


@pytest.mark.parametrize("step", ["fsync", "replace"])
@pytest.mark.parametrize("at", [1, 2, 5])
def test_a_process_killed_while_it_saves_leaves_the_save_before(run, tmp_path, step, at):
    code = KILLED.format(step=step, at=at)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=environment, capture_output=True)
    assert done.returncode == -signal.SIGKILL, done.stderr
    file = tmp_path / "k.json"
    if at == 1:
        assert not file.exists(), "there was nothing to save yet"
        return
    assert answers(file) == at - 2, "one save before the first decision, and one after each"
    again = run("resume", "k.json")
    assert again.code == 0 and "result: " in again.out


def test_ctrl_c_leaves_a_game_that_goes_on(tmp_path, shelf):
    screen = Screen(tmp_path, "play", "tic_tac_toe", "--seats", "human,random", "--seed", "1")
    screen.wait_for("> ")
    screen.type("c2r2")
    screen.wait_for("> ")
    os.killpg(screen.program.pid, signal.SIGINT)
    code, rest = screen.end()
    (file,) = files_in(shelf)
    assert code == 130 and f"rulelang resume {file}" in rest.replace("\r\n  ", "") and "Traceback" not in rest
    assert answers(file) == 2
    again = Screen(tmp_path, "resume", str(file))
    again.wait_for("> ")
    again.type("quit")
    assert again.end()[0] == 0


# ------------------------------------------------------------ choosing what to go on with


@pytest.fixture
def three(run, shelf) -> list[Path]:
    """Three saves: one begun, one begun later, one that is over."""
    for name, moves in (("old", 1), ("new", 2), ("over", 5)):
        game = Game.new(definition("tic_tac_toe"), language="en")
        for place in ["c1r1", "c2r2", "c1r2", "c3r3", "c1r3"][:moves]:
            game.apply(place)
        shelf.mkdir(exist_ok=True)
        SaveFile(shelf / f"{name}.json").save(game, {"seats": "human,human"})
        os.utime(shelf / f"{name}.json", (1_000_000 + moves, 1_000_000 + moves))
    (shelf / "letter.json").write_text("dear mother")
    (shelf / "empty.json").write_text("")
    (shelf / ".old.json.x.tmp").write_text("")
    return [shelf / "new.json", shelf / "old.json"]


def test_the_list_has_the_unfinished_games_the_newest_first(run, three):
    assert [save.path for save in unfinished()] == three
    listed = run("resume", "--list")
    assert listed.code == 0
    assert [line.strip() for line in listed.out.splitlines()[1::2]] == [str(path) for path in three]
    assert listed.out.startswith("  1  tic tac toe, 2 players, 2 decisions, 1970-01-1")
    czech = run("resume", "--list", "--lang", "cs")
    assert "2 hráči, 2 rozhodnutí" in czech.out
    assert run("resume", "--list", three[0]).code == 2


def test_without_a_terminal_the_command_is_told(run, three):
    done = run("resume")
    assert done.code == 2 and f"rulelang resume {three[0]}" in done.err and "--list" in done.err


def test_without_a_save_there_is_nothing_to_go_on_with(run, shelf):
    done = run("resume")
    assert done.code == 2 and f"no unfinished game in {shelf}" in done.err
    listed = run("resume", "--list")
    assert listed.code == 0 and "there is no unfinished game" in listed.out
    assert run("replay").code == 2


def test_a_saved_game_is_chosen_from_a_menu(tmp_path, three):
    screen = Screen(tmp_path, "resume", "--seats", "human,human")
    screen.wait_for("> ")
    screen.type("7")
    screen.wait_for("type a number from 1 to 2")
    screen.type("2")
    screen.wait_for("then press Enter")
    screen.type("")
    assert "player 2: Where do you put your mark?" in screen.wait_for("> "), "one decision was made in it"
    screen.type("quit")
    assert screen.end()[0] == 0


# ------------------------------------------------------------ saves that are no good


def forged(text: str, **changes: object) -> str:
    data = json.loads(text)
    body = {key: value for key, value in {**data, **changes}.items() if key not in ("rulelang", "sum")}
    return json.dumps({"rulelang": data["rulelang"], "sum": _sum(body), **body})


@pytest.fixture
def good(run) -> Path:
    run("play", "tic_tac_toe", "--seats", "human,human", "--save", "good.json", typed=TWO_MOVES)
    return Path("good.json")


BAD = {
    "empty": (lambda text: "", 1, "not a save file"),
    "cut": (lambda text: text[:-20], 1, "damaged"),
    "changed": (lambda text: text.replace('"players": 2', '"players": 3'), 1, "checksum"),
    "foreign": (lambda text: '{"name": "package", "version": "1.0"}', 1, "not a save file of rulelang"),
    "a list": (lambda text: "[1, 2]", 1, "not a save file of rulelang"),
    "nested": (lambda text: "[" * 100_000, 1, "not a save file"),
    "a number": (lambda text: "9" * 10_000, 1, "not a save file"),
    "a later format": (lambda text: text.replace('"rulelang": 1', '"rulelang": 99'), 1, "format 99"),
    "an unknown game": (lambda text: forged(text, game="chess", notes={}), 2, "save of `chess`"),
    "an impossible answer": (lambda text: forged(text, answers=[[None, 77]]), 1, "does not fit the rules"),
    "too few seats": (lambda text: forged(text, notes={"seats": "human"}), 1, "its seats"),
    "no seats": (lambda text: forged(text, notes={"seats": 5}), 1, "its seats"),
    "wrong variants": (lambda text: forged(text, notes={"variants": "{"}), 1, "its variants"),
}


@pytest.mark.parametrize("command", ["resume", "replay"])
@pytest.mark.parametrize("what", BAD)
def test_a_bad_save_is_refused_and_left_as_it_is(run, good, command, what):
    spoil, code, message = BAD[what]
    good.write_text(spoil(good.read_text()))
    before = good.read_bytes()
    done = run(command, good)
    assert done.code == code and message in done.err, done
    assert "Traceback" not in done.err and "mistake in rulelang" not in done.err
    assert "turn of" not in done.out and good.read_bytes() == before


def test_a_bot_that_is_not_here_any_more(run, good):
    good.write_text(forged(good.read_text(), notes={"seats": "human,wizard"}))
    done = run("resume", good)
    assert done.code == 2 and "nobody called `wizard` can take a seat" in done.err
    assert run("resume", good, "--seats", "random,random").code == 0, "another one can take the seat"


@pytest.mark.parametrize("command", ["resume", "replay"])
def test_a_folder_and_a_file_without_an_end_are_no_saves(run, monkeypatch, command):
    Path("folder").mkdir()
    assert "Is a directory" in run(command, "folder").err
    monkeypatch.setattr(cli.playing.saving, "LARGEST_SAVE", 1000)
    Path("huge.json").write_text("x" * 1001)
    assert "too big" in run(command, "huge.json").err
    if os.path.exists("/dev/zero"):
        assert "not a regular file" in run(command, "/dev/zero").err


def test_a_save_of_changed_rules_is_refused_and_stays(run, tmp_path):
    rules = tmp_path / "own.rules"
    text = (ROOT / "gamedefs" / "kuhn_poker" / "game.rules").read_text()
    for file in (ROOT / "gamedefs" / "kuhn_poker").glob("*.yaml"):
        (tmp_path / file.name).write_text(file.read_text())
    rules.write_text(text)
    run("play", rules, "--seats", "human,human", "--save", "a.json", typed="\ncheck\n")
    before = Path("a.json").read_bytes()
    assert answers(Path("a.json")) == 1
    rules.write_text(text + "\nvalue more: 1\n")
    for command in ("resume", "replay"):
        done = run(command, "a.json")
        assert done.code == 1 and "have changed since this game was saved" in done.err
    assert Path("a.json").read_bytes() == before
    rules.write_text(text)
    assert "player 2: " in run("resume", "a.json", typed="\n").out, "with its own rules it goes on"


def test_an_old_save_without_notes_goes_on(run):
    game = Game.new(definition("tic_tac_toe"))
    game.apply(0)
    Path("old.json").write_text(game.save())
    done = run("resume", "old.json", "--seats", "human,human", typed="\nc2r2\n")
    assert "player 2: Where do you put your mark?" in done.out and answers(Path("old.json")) == 2
    Path("bots.json").write_text(game.save({"path": str(ROOT / "gamedefs" / "tic_tac_toe")}))
    assert run("resume", "bots.json").code == 0
    Path("strange.json").write_text(game.save({"language": "xx", "path": "/nowhere"}))
    assert run("resume", "strange.json").code == 0, "a language that nobody speaks any more is forgotten"


def test_reading_a_save_takes_no_more_than_it_may(tmp_path):
    (tmp_path / "bytes").write_bytes(bytes(range(256)))
    with pytest.raises(SaveError):
        read(read_save(tmp_path / "bytes"))
