"""`play` and `resume`: whole games, by bots and by people whose lines are written here."""

import json
import re
from pathlib import Path

import pytest

from cli.phrases import Phrases
from cli.playing.telling import result_lines
from interpreter.game import Game
from interpreter.scene import scene_of
from rulelang.compile import compile_text

ROOT = Path(__file__).resolve().parents[2]
GAMES = sorted(path.parent.name for path in (ROOT / "gamedefs").glob("*/game.rules"))

SECRETS = """\
game secrets for 2 players

kind sign: rock, paper
track bid of each player: number 0 to 20 starting 0

play:
    each player secretly chooses sign from every sign
    for each p in players:
        as p:
            choose amount from 3 to 20
            set your bid to amount

ranking of p: highest bid of p
"""

STILL = """\
game still for 2 players
track a: number 0 to 1 starting 0
play:
    end game
ranking of p: highest 0, then draw
"""


@pytest.mark.parametrize("game", GAMES)
def test_bots_play_the_same_game_for_the_same_seed(run, game):
    first, second = run("play", game, "--seed", 11), run("play", game, "--seed", 11)
    assert first.code == 0 and first == second
    assert "seed 11" in first.out.splitlines()[0] and "result: " in first.out
    others = {run("play", game, "--seed", seed).out.partition("\n")[2] for seed in range(1, 5)}
    assert len(others) > 1, "the seed changes nothing"


def test_without_a_game_and_a_terminal_bots_show_a_game(run):
    done = run("play")
    assert done.code == 0 and "result: " in done.out and done.err == ""
    assert done.out.startswith("Lantern Walk: random, random; seed ")


def test_the_seed_that_was_drawn_is_told(run):
    first = run("play", "lantern_walk", "--players", 3)
    seed = first.out.splitlines()[0].rpartition("seed ")[2]
    assert run("play", "lantern_walk", "--players", 3, "--seed", seed).out == first.out


def test_settings_reach_the_game(run):
    with_them = run("play", "lantern_walk", "--seed", 1)
    without = run("play", "lantern_walk", "--seed", 1, "--set", "lanterns=no")
    assert "lantern" in with_them.out
    assert without.code == 0 and "lantern goes" not in without.out and "play with lanterns: no" in without.out


def test_a_person_wins_with_mistakes_on_the_way(run):
    # Two people at one keyboard: a line of Enter before each turn.
    moves = iter(["c1r1", "c2r2", "c1r2", "c3r3", "c1r3"])
    lines = ["", next(moves), "", "hello", "99", "column 1", "?", "look", "why", "", "0", "c1r1", next(moves)]
    lines += ["", next(moves), "", next(moves), "", next(moves)]
    done = run("play", "tic_tac_toe", "--seats", "human,human", typed="\n".join(lines) + "\n")
    assert done.code == 0, done.out + done.err
    assert "result: player 1 won" in done.out
    assert "I don't know `hello` here" in done.out
    assert "there is no option 99; the options are 1 to 8" in done.out
    assert "`column 1` fits 2 options: 3 column 1, row 2, 6 column 1, row 3" in done.out
    assert "there is no option 0" in done.out
    assert "I don't know `c1r1` here" in done.out, "a place that is taken is not an option"
    assert "a part of its label" in done.out
    assert "by play, " in done.out and "game.rules:" in done.out
    assert done.out.count("pass the keyboard to player 2, then press Enter") == 2


def test_a_person_against_bots_is_not_told_what_is_hidden(run):
    done = run("play", "kuhn_poker", "--seats", "human,random", "--seed", 4, typed="check\ncall\n")
    screen = done.out.partition("player 1: choose")[0]
    assert "a card goes to the hand of player 2" in screen
    assert re.search(r"hand +1 hidden", screen)
    shown = [card for card in ("jack", "queen", "king") if card in screen]
    assert len(shown) == 1, "a player sees one card: the own one"


def test_what_another_player_did_openly_is_told(run):
    done = run("play", "kuhn_poker", "--seats", "random,human", "--seed", 1)
    assert "player 1: check" in done.out or "player 1: bet" in done.out


@pytest.fixture
def secrets(tmp_path: Path) -> Path:
    file = tmp_path / "rules" / "secrets.rules"
    file.parent.mkdir()
    file.write_text(SECRETS)
    return file


def test_secret_choices_are_asked_one_after_another_and_not_shown(run, secrets):
    typed = "\nrock\n\npaper\n\n2\n21\n7\n\n20\n"
    done = run("play", secrets, "--seats", "human,human", typed=typed)
    assert done.code == 0, done.out + done.err
    second = done.out.split("pass the keyboard to player 2")[1]
    assert "player 2: sign (secret)" in second.partition("> ")[0]
    told = second.partition("player 2: sign")[0]
    assert "rock" not in told, "player 2 must not be told what player 1 has chosen"
    assert "2 cannot be chosen here; type a number: 3 to 20" in done.out
    assert "21 cannot be chosen here" in done.out
    assert "bid: player 1 +7 (7), player 2 +20 (20)" in done.out
    assert "result: player 2 won" in done.out


def test_forced_options_can_be_asked(run):
    moves = "\nc1r1\n\nc2r1\n\nc3r1\n\nc1r3\n\nc1r2\n\nc3r2\n\nc2r2\n\nc3r3\n"
    taken = run("play", "tic_tac_toe", "--seats", "human,human", "--forced", "take", typed=moves)
    asked = run("play", "tic_tac_toe", "--seats", "human,human", "--forced", "ask", typed=moves)
    assert taken.code == 0 and "result: a draw" in taken.out
    assert asked.code == 1, "the last place is the only option, and it is asked for"
    last = run("play", "tic_tac_toe", "--seats", "human,human", "--forced", "ask", typed=f"{moves}\n1\n")
    assert last.code == 0 and "result: a draw" in last.out


# ------------------------------------------------------------ saving


def test_end_of_input_is_polite_and_the_save_goes_on(run, tmp_path):
    done = run("play", "tic_tac_toe", "--seats", "human,human", "--save", "my.save", typed="\nc1r1\n\nc2r2\n")
    assert done.code == 1 and "Traceback" not in done.err
    assert "rulelang resume my.save" in done.err
    assert [answer for _, answer in json.loads(Path("my.save").read_text())["answers"]] == [0, 3]
    assert [path.name for path in tmp_path.iterdir()] == ["my.save"], "no temporary file is left"
    again = run("resume", "my.save", "--seats", "human,human", typed="\nc1r2\n\nc3r3\n\nc1r3\n")
    assert again.code == 0 and "result: player 1 won" in again.out
    assert "X goes to the board" in again.out, "the last events are told again"
    finished = run("resume", "my.save")
    assert finished.code == 0 and "result: player 1 won" in finished.out


def test_end_of_input_without_a_save_says_so(run):
    done = run("play", "tic_tac_toe", "--seats", "human,random", "--seed", 5, "--no-save")
    assert done.code == 1 and "not saved" in done.err and "--seed 5" in done.err


def test_a_bot_game_can_be_saved_and_its_end_resumed(run):
    played = run("play", "lantern_walk", "--players", 4, "--seed", 2, "--save", "bots.save")
    again = run("resume", "bots.save")
    assert again.code == 0
    assert again.out.splitlines()[-2:] == played.out.splitlines()[-2:]


def test_saving_and_quitting_while_playing(run):
    typed = "\nsave\nquit\nsave a.save\nc1r1\n\nquit\n"
    done = run("play", "tic_tac_toe", "--seats", "human,human", "--no-save", typed=typed)
    assert done.code == 0, done.err
    assert (
        "save where?" in done.out and "this game is not saved" in done.out and "saved in a.save" in done.out
    )
    assert len(json.loads(Path("a.save").read_text())["answers"]) == 1
    assert "rulelang resume a.save" in done.err
    left = run("play", "tic_tac_toe", "--seats", "human,human", "--no-save", typed="\nquit\nquit\n")
    assert left.code == 0 and "not saved" in left.err


def test_saving_never_overwrites_another_file(run):
    Path("letter.txt").write_text("dear mother")
    done = run("play", "tic_tac_toe", "--seats", "human,human", typed="\nsave letter.txt\nquit\nquit\n")
    assert "could not be saved" in done.out and Path("letter.txt").read_text() == "dear mother"
    refused = run("play", "tic_tac_toe", "--save", "letter.txt")
    assert refused.code == 1 and "already" in refused.err and Path("letter.txt").read_text() == "dear mother"


def test_a_disk_that_fails_in_the_middle_does_not_end_the_game(run, monkeypatch):
    import cli.playing.saving

    written = []

    def fails_later(path, text):
        if written:
            raise OSError(28, "No space left on device", str(path))
        written.append(text)

    monkeypatch.setattr(cli.playing.saving, "write_whole", fails_later)
    done = run("play", "tic_tac_toe", "--seed", 1, "--save", "full.save")
    assert done.code == 0 and "No space left on device; it goes on" in done.out and "result: " in done.out


def test_a_draw_is_called_a_draw():
    program = compile_text(STILL)
    for language, text in (("en", "result: a draw"), ("cs", "výsledek: remíza")):
        game = Game.new(program, language=language)
        assert result_lines(game, scene_of(game, 0).result, Phrases(language)) == [text]
