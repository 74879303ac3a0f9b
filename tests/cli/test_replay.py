"""`replay`: a saved game again, step by step, at a speed or at once, to those who may know it."""

import random
from pathlib import Path

import pytest

import cli.commands.replay
from cli.commands.replay import Replay, who_listens
from cli.phrases import Phrases
from cli.playing.saving import SaveFile
from cli.screen.terminal import Terminal
from interpreter.game import Game
from interpreter.knowledge.events import EVERYBODY, entries_of, told
from tests.cli.test_terminal import Screen
from tests.helpers import all_definitions, definition, random_play

CARDS = ("jack", "queen", "king")


@pytest.fixture
def finished(run) -> str:
    assert run("play", "tic_tac_toe", "--seed", 3, "--save", "t.json").code == 0
    return "t.json"


@pytest.fixture
def unfinished(run) -> str:
    """Two cards are dealt, and nobody but their players knows them."""
    run("play", "kuhn_poker", "--seats", "human,human", "--seed", 4, "--save", "k.json", typed="\ncheck\n")
    return "k.json"


def cards_in(text: str) -> set[str]:
    return {card for card in CARDS if card in text}


def test_a_whole_game_is_told_as_it_was_played(run):
    for game in ("dead_mans_draw", "barracuda", "lantern_walk"):
        played = run("play", game, "--seed", 2, "--save", f"{game}.json").out.splitlines()
        again = run("replay", f"{game}.json").out.splitlines()
        assert len(played) > 20 and again[1:-2] == played[1:-2]
        assert again[-2:] == played[-2:]


def test_nothing_is_written(run, finished, tmp_path):
    before = Path(finished).read_bytes()
    run("replay", finished)
    assert [path.name for path in tmp_path.iterdir()] == [finished] and Path(finished).read_bytes() == before


# ------------------------------------------------------------ step by step


def steps(out: str) -> list[str]:
    """What stands before each prompt, and the last part."""
    return out.split("> \n")


def test_step_by_step_and_back(run, finished):
    done = run("replay", finished, "--step", typed="\n3\nb\nb 2\nb 99\nnonsense\nb x\n0\n?\ne\n\n")
    assert done.code == 0
    shown = steps(done.out)
    places = [part.rsplit("\n", 1)[-1] for part in shown[:-1]]
    total = places[0].partition("/")[2]
    assert places == [f"{at}/{total}" for at in (0, 1, 4, 3, 1, 0, 0, 0, 0, 0, total)]
    assert shown[4].count("goes to the board") == 1, "after going back the decision before is told again"
    assert shown[1].rpartition("\n")[0] == shown[4].rpartition("\n")[0]
    assert all("Enter: the next decision" in part for part in (shown[0], *shown[6:10]))
    assert "result: " in shown[10]


def test_it_can_be_left_at_any_time(run, finished):
    for typed in ("q\n", "\n2\nquit\n", "", "\n"):  # also by the end of the input
        done = run("replay", finished, "--step", typed=typed)
        assert done.code == 0 and "result: " not in done.out and done.err == ""
    czech = run("replay", finished, "--step", "--lang", "cs", typed="\nz\nd\nk\n")
    assert czech.code == 0 and "výsledek: " in czech.out and "další rozhodnutí" in czech.out


def test_the_table_is_drawn_for_one_seat(run, finished):
    done = run("replay", finished, "--player", 2, "--step", typed="\nq\n")
    assert "As player 2 saw it." in done.out and "player 2 (you" in done.out
    assert done.out.count("r1 ") == 2, "once at the start and once after the first decision"
    assert run("replay", finished, "--player", 2).out.count("r1 ") == 1, "all at once: the end"
    assert "r1 " not in run("replay", finished).out


def test_at_a_speed(run, finished, monkeypatch):
    waits = []
    monkeypatch.setattr(cli.commands.replay, "sleep", waits.append)
    done = run("replay", finished, "--speed", 4)
    assert done.code == 0 and "result: " in done.out
    assert waits == [0.25] * len(Game.load(definition("tic_tac_toe"), Path(finished).read_text()).answers)


def test_on_a_terminal_it_goes_step_by_step_by_itself(tmp_path, run, finished):
    screen = Screen(tmp_path, "replay", finished)
    assert "Enter: the next decision" in screen.wait_for("0/")
    screen.wait_for("> ")
    screen.type("")
    screen.wait_for("1/")
    screen.type("e")
    screen.wait_for("result: ")
    screen.wait_for("> ")
    screen.type("")
    code, rest = screen.end()
    assert code == 0 and "Traceback" not in rest


# ------------------------------------------------------------ who may know what


def test_of_an_unfinished_game_only_that_is_told_which_everybody_knows(run, unfinished):
    done = run("replay", unfinished)
    assert done.code == 0 and cards_in(done.out) == set()
    assert "only what everybody knows" in done.out and "--all" in done.out and "--player" in done.out
    assert "player 1: check" in done.out and "a card goes to the hand: player 1, player 2" in done.out
    assert "the game is not over; 1 decision was made so far" in done.out
    own = [cards_in(run("replay", unfinished, "--player", number).out) for number in (1, 2)]
    assert [len(cards) for cards in own] == [1, 1] and own[0] != own[1]
    every = run("replay", unfinished, "--all")
    assert cards_in(every.out) == own[0] | own[1] and "only what everybody knows" not in every.out


def test_of_a_finished_game_everything_is_told(run):
    run("play", "kuhn_poker", "--seed", 4, "--save", "k.json")
    done = run("replay", "k.json")
    assert len(cards_in(done.out)) == 2 and "only what everybody knows" not in done.out
    one = run("replay", "k.json", "--player", 1)
    assert len(cards_in(one.out.partition("seen: ")[0])) == 1, "a player learns the other card at the end"


SECRETS = """\
game secrets for 2 players
kind sign: rock, paper
track wins of each player: number 0 to 9 starting 0
track trick of each player: number 0 to 9 starting 0 seen by owner
play:
    repeat 2 times:
        each player secretly chooses sign from every sign
        for each p in players:
            as p:
                choose amount from 3 to 9
                set your trick to amount
ranking of p: highest wins of p
"""


def test_what_others_chose_in_secret_is_not_told(run, tmp_path):
    (tmp_path / "secrets.rules").write_text(SECRETS)
    typed = "\nrock\n\npaper\n\n7\n\n8\n"
    run("play", "secrets.rules", "--seed", 1, "--seats", "human,human", "--save", "s.json", typed=typed)
    every = run("replay", "s.json", "--all").out
    assert all(word in every for word in ("rock", "paper", "\u2013 7", "\u2013 8"))
    first = run("replay", "s.json", "--player", 1).out
    assert "rock" in first and "paper" not in first and "\u2013 7" in first and "8" not in first
    nobody = run("replay", "s.json").out
    assert not any(word in nobody for word in ("rock", "paper", "7", "8"))


@pytest.mark.parametrize("name", sorted(all_definitions()))
def test_what_everybody_is_told_each_player_could_have_been_told(name):
    program = definition(name)
    rng = random.Random(7)
    for players in {program.players[0], min(4, program.players[1])}:
        game = Game.new(program, players, seed=rng.randrange(99))
        random_play(game, rng, 400)
        hidden = game.words.hidden(1)
        for entry in entries_of(game.state.log):
            common, *own = [
                [event.text for event in told(game.machine, game.words, [entry], player)]
                for player in (EVERYBODY, *range(players))
            ]
            if any(text != common for text in own):
                assert common == [] or hidden in common[0], (entry, common, own)


def test_who_listens():
    over, begun = Game.new(definition("tic_tac_toe")), Game.new(definition("tic_tac_toe"))
    random_play(over, random.Random(1), 99)
    assert over.over
    assert [who_listens(game, None, every) for game in (over, begun) for every in (False, True)] == [
        None, None, EVERYBODY, None
    ]  # fmt: skip
    assert who_listens(begun, 2, False) == 1


MISUSED = [
    (["--step", "--speed", "2"], "only one of"),
    (["--story", "--step"], "only one of"),
    (["--speed", "0"], "--speed"),
    (["--speed", "-1"], "--speed"),
    (["--speed", "nan"], "--speed"),
    (["--speed", "inf"], "--speed"),
    (["--speed", "fast"], "--speed"),
    (["--player", "0"], "--player is a number from 1 to 2, not 0"),
    (["--player", "3"], "--player is a number from 1 to 2, not 3"),
    (["--player", "1", "--all"], "only one of --player and --all"),
    (["out.md"], "`out.md`: a second file is for --story only"),
    (["--lang", "xx"], "neither the program nor tic_tac_toe speaks `xx`; --lang can be: en, cs, pl"),
]


@pytest.mark.parametrize(("options", "message"), MISUSED, ids=lambda value: " ".join(value))
def test_misuse_is_refused(run, finished, options, message):
    done = run("replay", finished, *options)
    assert done.code == 2 and message in done.err and done.out == ""


def test_the_newest_save_is_shown_when_none_is_named(run, monkeypatch, tmp_path):
    monkeypatch.setenv("RULELANG_SAVES", str(tmp_path / "shelf"))
    assert run("replay").code == 2
    run("play", "tic_tac_toe", "--seats", "human,human", typed="\nc1r1\n")
    done = run("replay")
    assert done.code == 0 and "X goes to the board (column 1, row 1)" in done.out


def test_a_long_game_is_shown_in_one_go(capsys):
    """Going back in the middle changes nothing of what follows."""
    game = Game.new(definition("sea_salt_and_paper"), 2, seed=1)
    random_play(game, random.Random(1), 10_000)
    straight, winding = (Replay(game, Phrases("en"), Terminal(), None) for _ in range(2))
    for replay in (straight, winding):
        replay.go_on(50)
        replay.told = replay.game.event_count
    winding.go_on(30)
    winding.go_back(30)
    assert winding.at == 50
    winding.told = winding.game.event_count
    shown = []
    for replay in (straight, winding):
        replay.go_on(replay.total)
        capsys.readouterr()
        replay.tell()
        shown.append(capsys.readouterr().out)
    assert shown[0] == shown[1] and winding.game.over


def test_chance_that_was_decided_is_told(run):
    from interpreter.game.requests import NATURE

    game = Game.new(definition("kuhn_poker"), chance="exposed")
    while game.deciding == (NATURE,):
        game.apply(0, NATURE)
    SaveFile("c.json").save(game, {})
    assert "jack goes to the hand of player 1" in run("replay", "c.json", "--all").out
    assert cards_in(run("replay", "c.json").out) == set()
