"""Games go on: after a process was killed, chosen from a list, or not at all from a save that is no good."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import cli.playing.saving
import cli.playing.shelf
from cli.playing.saving import SaveFile, read_save
from cli.playing.shelf import unfinished
from interpreter.errors import SaveError
from interpreter.game import Game
from interpreter.game.saves import read
from tests.cli.forging import forged
from tests.cli.saves.conftest import TWO_MOVES, answers, files_in
from tests.cli.test_terminal import Screen
from tests.helpers import ROOT, definition

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
    shown = again.wait_for("play again? yes/no")
    again.type("no")
    assert again.end()[0] == 0 and "player 1 won" in shown


KILLED = """\
import os, signal, sys
from cli.main import main
whole, number = os.{step}, 0
def killed(*arguments):
    global number
    if any("program-" in str(argument) for argument in arguments):  # kept, but no save
        return whole(*arguments)
    number += 1
    if number == {at}:
        os.kill(os.getpid(), signal.SIGKILL)
    return whole(*arguments)
os.{step} = killed
main(["play", "tic_tac_toe", "--seed", "3", "--seats", "human,human", "--save", "k.json"])
"""
PLACES = ("c1r1", "c2r2", "c1r2", "c3r3", "c1r3")


@pytest.mark.parametrize("step", ["fsync", "replace"])
@pytest.mark.parametrize("at", [1, 2, 5])
def test_a_process_killed_while_it_saves_leaves_the_save_before(run, tmp_path, step, at):
    code = KILLED.format(step=step, at=at)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    typed = "".join(f"\n{place}\n" for place in PLACES).encode()  # who sits down first says so
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=environment, capture_output=True, input=typed
    )
    assert done.returncode == -signal.SIGKILL, done.stderr
    file = tmp_path / "k.json"
    if at == 1:
        assert not file.exists(), "there was nothing to save yet"
        return
    assert answers(file) == at - 2, "one save before the first decision, and one after each"
    again = run("resume", "k.json", typed="".join(f"\n{place}\n" for place in PLACES[at - 2 :]))
    assert again.code == 0 and "result: " in again.out


def test_ctrl_c_leaves_a_game_that_goes_on(tmp_path, shelf):
    screen = Screen(tmp_path, "play", "tic_tac_toe", "--seats", "human,random", "--seed", "1")
    screen.wait_for("> ")
    screen.type("c2r2")
    screen.wait_for("> ")
    screen.interrupt()
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
