"""Before the first decision: the language, the menu of games, and who sits where."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from cli.games import all_games
from cli.options import language_for, languages_of
from cli.phrases import Phrases
from cli.playing.choosing import title_there
from cli.playing.game_menu import GameMenu
from cli.screen.widths import width_of
from tests.cli.test_terminal import Screen
from tests.helpers import GAMES, definition

OWN = """\
game own for 1 to 3 players
track luck: number 0 to 9 starting 0
play:
    turns of players:
        choose n from 1 to 3
        add n to luck
ranking of p: highest luck
"""


@pytest.fixture
def own(tmp_path: Path) -> Path:
    folder = tmp_path / "games" / "own"
    (folder / "strings").mkdir(parents=True)
    (folder / "game.rules").write_text(OWN)
    (folder / "strings" / "en.yaml").write_text("game: {name: My Own}\n")
    (folder / "strings" / "de.yaml").write_text("game: {name: Mein Spiel}\ntrack: {luck: Glück}\n")
    return folder


# ------------------------------------------------------------ the language


def test_the_language_of_the_environment_is_spoken(run, monkeypatch):
    monkeypatch.setenv("LC_ALL", "cs_CZ.UTF-8")
    czech = run("play", "dead_mans_draw", "--seed", 1)
    assert czech.out.startswith("Karty mrtvého muže: random, random; ") and "výsledek: " in czech.out
    english = run("play", "dead_mans_draw", "--seed", 1, "--lang", "en")
    assert english.out.startswith("Dead Man's Draw: ") and "result: " in english.out
    monkeypatch.setenv("LC_ALL", "pl_PL.UTF-8")
    polish = run("play", "dead_men_tell_no_tales", "--seed", 1)
    assert polish.out.startswith("Dead Men Tell No Tales: ") and "wynik: " in polish.out


@pytest.mark.parametrize("command", ["play", "resume", "replay"])
def test_a_language_that_nobody_speaks_is_refused(run, command):
    run("play", "tic_tac_toe", "--seed", 1, "--save", "a.json")
    done = run(command, "tic_tac_toe" if command == "play" else "a.json", "--lang", "xx")
    assert done.code == 2 and done.out == ""
    assert "neither the program nor tic_tac_toe speaks `xx`; --lang can be: en, cs, pl" in done.err


def test_a_definition_may_speak_a_language_that_the_program_does_not(run, own, monkeypatch):
    done = run("play", own, "--lang", "DE", "--seed", 1)
    assert done.code == 0 and done.out.startswith("Mein Spiel: random; seed 1")
    assert "Glück +" in done.out and "result: " in done.out, "what it does not say is said in English"
    assert "en, cs, pl, de" in run("play", own, "--lang", "xx").err
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    assert run("play", own, "--seed", 1).out == done.out
    assert run("play", "tic_tac_toe", "--seed", 1).out.startswith("Tic-Tac-Toe: random, random; seed 1")


def test_which_languages_there_are():
    assert languages_of(definition("dead_mans_draw")) == ["en", "cs", "pl"]
    assert language_for(" CS ", definition("tic_tac_toe")) == "cs"


# ------------------------------------------------------------ the menu


def test_the_menu_is_in_the_language_and_asks_how_many_play(tmp_path, monkeypatch):
    monkeypatch.setenv("LC_ALL", "cs_CZ.UTF-8")
    screen = Screen(tmp_path, "play", "--no-save")
    menu = screen.wait_for("> ")
    assert "Kterou hru?" in menu and "Karty mrtvého muže" in menu and "Papírové moře" in menu
    screen.type("0")
    screen.wait_for("napište číslo od 1 do ")
    screen.type("papírové")
    screen.wait_for("Kolik hráčů, 2 až 4? Enter znamená 2:")
    screen.type("5")
    screen.wait_for("napište číslo od 2 do 4")
    screen.type("3")
    assert "Papírové moře: člověk, search:20, search:20; " in screen.wait_for("> ")
    screen.type("odejdi")
    screen.wait_for("> ")
    screen.type("odejdi")
    assert screen.end()[0] == 0


@pytest.mark.parametrize(
    "typed", [["quit"], ["tic tac", "quit", "quit"], ["sea salt", "quit"], ["sea salt", "", "quit", "quit"]]
)
def test_the_menu_can_be_left(tmp_path, typed):
    screen = Screen(tmp_path, "play", "--no-save")
    screen.wait_for("> ")
    for line in typed:
        screen.type(line)
    code, rest = screen.end()
    assert code == 0 and "Traceback" not in rest


def test_the_number_of_players_is_not_asked_when_it_was_said(tmp_path):
    for options in (["--players", "3"], ["--seats", "human,search:20,search:20"]):
        screen = Screen(tmp_path, "play", "--no-save", *options)
        screen.wait_for("> ")
        screen.type("sea salt")
        before = screen.wait_for("> ")
        assert "How many players" not in before and "Paper: human, search:20, search:20; " in before
        screen.type("quit")
        screen.type("quit")
        assert screen.end()[0] == 0


def test_the_end_of_input_at_the_menu_is_polite(tmp_path):
    screen = Screen(tmp_path, "play")
    screen.wait_for("> ")
    screen.type("\x04")
    code, rest = screen.end()
    assert code == 1 and "the input ended before the answer came" in rest and "Traceback" not in rest


def test_titles_are_found_without_compiling(own):
    assert title_there(own, "de") == "Mein Spiel" and title_there(own, "pl") == "My Own"
    assert title_there(own / "game.rules", "en") == "My Own"
    assert title_there(GAMES / "nowhere", "en") == ""
    (own / "strings" / "de.yaml").write_text("game: [what?\n\t- \x00")
    assert title_there(own, "de") == "My Own", "a table that cannot be read is passed over"


# ------------------------------------------------------------ seats


def test_the_help_names_the_bots(run):
    for command in ("play", "resume"):
        shown = " ".join(run(command, "--help").out.split())
        assert all(word in shown for word in ("human, random, greedy or search", "search:2s")), shown


def test_a_game_for_screen_readers_has_no_pictures(run):
    done = run("play", "tic_tac_toe", "--seats", "human,human", "--reader", "--no-save", typed="\nc1r1\n\n")
    assert "r1 X" not in done.out and "column 1, row 1" in done.out
    run("play", "tic_tac_toe", "--seats", "human,human", "--save", "a.json", typed="\nc1r1\n")
    assert "r1 X" in run("replay", "a.json", "--player", 1).out
    assert "r1 X" not in run("replay", "a.json", "--player", 1, "--reader").out


def test_the_menu_fits_the_window_and_tells_more_when_asked(tmp_path, monkeypatch):
    screen = Screen(tmp_path, "play", "--lang", "en")
    menu = screen.wait_for("> ")
    assert "Which game?" in menu and "Malacca (2-8)" in menu and menu.count("\n") < 24
    screen.type("? malacca")
    told = screen.wait_for("> ")
    assert "Malacca, for 2 to 8 players" in told and "Twelve ships pass the strait." in " ".join(told.split())
    screen.type("? 2")
    assert "It takes 10 to 15 minutes." in screen.wait_for("> ")
    screen.type("? xyzzy")
    assert "type a number from 1 to " in screen.wait_for("> ")
    screen.type("quit")
    assert screen.end()[0] == 0


def test_where_there_is_room_every_game_is_described(tmp_path):
    menu = GameMenu(all_games(), Phrases("en"))
    whole = [line for line, _ in menu.lines(80, None)]
    assert [line for line, _ in menu.lines(80, 200)] == whole
    assert any("Malacca, for 2 to 8 players" in line for line in whole) and len(whole) > 60
    for width in (60, 80, 140):
        assert all(width_of(line) < width for line, _ in menu.lines(width, 22))
    assert " ".join(" ".join(whole).split()).count("It takes ") == len(menu.games), "how long each takes"
    numbers = [game.number for game in menu.games]
    assert numbers == list(range(1, len(numbers) + 1))


def test_variants_of_a_game_for_so_many_players_are_chosen_in_the_menu_too(tmp_path):
    screen = Screen(tmp_path, "play", "--lang", "en", "--no-save", "--seed", "3")
    screen.wait_for("> ")
    screen.type("hex")
    assert "misere" in screen.wait_for("Enter begins:")
    screen.type("size=5")
    assert "size=5" in screen.wait_for("Enter begins:")
    screen.type("")
    assert "5" in screen.wait_for("> ")
    screen.type("quit")
    screen.type("quit")


def test_variants_and_settings_are_chosen_in_the_menu(tmp_path):
    screen = Screen(tmp_path, "play", "--lang", "en", "--no-save", "--seed", "3")
    screen.wait_for("> ")
    screen.type("dead man's draw")
    shown = screen.wait_for("Enter takes 2:")
    assert "sudden_death" in shown and "anchor_combo=no (no, yes)" in shown
    screen.type("party")
    assert "[party]" in screen.wait_for("2 to 8? Enter takes 2:")
    screen.type("anchor_combo=maybe")
    assert "is one of no, yes" in screen.wait_for("Enter takes 2:")
    screen.type("anchor_combo=yes")
    assert "anchor_combo=yes" in screen.wait_for("Enter takes 2:")
    screen.type("8")
    begun = screen.wait_for("> ")
    assert "with Pirate Party Game" in begun and "saved by an anchor: yes" in begun
    screen.type("quit")
    screen.type("quit")


def test_what_is_printed_after_a_game_works_as_it_stands_there(tmp_path, monkeypatch):
    """As after `make play`: started by a path, with nothing called `rulelang` to be found."""
    folder = Path(sys.executable).parent
    if not (folder / "rulelang").exists():
        pytest.skip("rulelang is not installed beside this Python")
    path = os.pathsep.join(p for p in os.defpath.split(os.pathsep) if not Path(p, "rulelang").exists())
    environment = {
        **os.environ,
        "PATH": path,
        "RULELANG_SAVES": str(tmp_path / ("a long name " * 6).strip()),
    }

    def typed(command, lines):
        done = subprocess.run(
            command, shell=True, input=lines, capture_output=True, text=True, timeout=120,
            cwd=folder.parent, env=environment,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done.stdout + done.stderr

    start = f"{folder.name}/rulelang play kuhn_poker --seats human,random --seed 5 --lang en"
    left = typed(start, "quit\n")
    (command,) = re.findall(r"go on with: (.*)", left)
    assert command.startswith(f"{folder.name}/rulelang resume ")
    over = typed(command, "1\n1\n1\n")
    assert "result:" in over
    (command,) = re.findall(r"watch it again with: (.*)", over)
    assert command.startswith(f"{folder.name}/rulelang replay ")
    assert "result:" in typed(command, "\n" * 30)


def test_the_command_to_type_next_works_as_it_is_printed(monkeypatch):
    from cli.playing import opening

    monkeypatch.setattr("sys.argv", ["/home/ann/.venv/bin/rulelang"])
    monkeypatch.setattr(opening, "which", lambda name: None)
    assert opening.rulelang() == "/home/ann/.venv/bin/rulelang"
    monkeypatch.setattr(opening, "which", lambda name: "/usr/bin/rulelang")
    assert opening.rulelang() == "rulelang"
