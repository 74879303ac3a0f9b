"""Seats that rotate, sweeps, one side against another, stopping when it is known well enough, tournaments."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from cli.errors import Misuse
from cli.science import simulate
from cli.science.engines import Here
from cli.science.engines import run as play
from cli.science.experiment import Condition, Experiment, joined
from cli.science.match import Match, seating
from tests.helpers import definition, small

GAME = "lantern_walk"


# ------------------------------------------------------------ seats


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
def test_everybody_sits_everywhere_as_often(count: int) -> None:
    from math import factorial

    for start in (0, 7 * count, -3 * count):
        block = [seating(count, seed) for seed in range(start, start + count)]
        for person in range(count):
            assert sorted(seats.index(person) for seats in block) == list(range(count))
    every = [seating(count, seed) for seed in range(factorial(count))]
    assert len(set(every)) == factorial(count)  # every order there is, once
    assert seating(count, 3, rotate=False) == tuple(range(count))


def test_rotating_tells_a_bot_from_its_seat() -> None:
    """The first seat always wins here, whoever sits there."""
    program = small("""
    track n of each player: number 0 to 9
    play:
        as seat(1):
            choose x from 1 to 2
        set n of seat(1) to 1
    ranking of p: highest n of p
    """)
    turning, fixed = (Match(program, ("random", "greedy"), rotate=rotate) for rotate in (True, False))
    for match, wins in ((turning, {"random": 20, "greedy": 20}), (fixed, {"random": 40, "greedy": 0})):
        tally = Experiment((Condition("", match),)).play(0, 40).tallies[0]
        assert {bot: tally.counts["bot"][bot, "wins"] for bot in wins} == wins
        assert tally.counts["seat"][0, "wins"] == 40


def test_a_game_depends_on_its_seed_alone(run, tmp_path) -> None:
    words = ["simulate", GAME, "-j", 1, "--seats", "random,greedy,random"]
    run(*words, "-n", 9, "--seed", 100, "--csv", "all.csv")
    rows = (tmp_path / "all.csv").read_text().splitlines()
    run(*words, "-n", 1, "--seed", 107, "--csv", "one.csv")
    assert (tmp_path / "one.csv").read_text().splitlines()[1:] == rows[1 + 7 * 3 : 1 + 8 * 3]


# ------------------------------------------------------------ comparing


def data_of(file: Path) -> dict:
    return json.loads(file.read_text())


def test_a_sweep(run, tmp_path) -> None:
    done = run(
        "simulate", "sea_salt_and_paper", "-n", 6, "-j", 1, "--sweep", "target=20..22", "--json", "s.json"
    )
    assert done.code == 0 and "target=21, compared with target=20 on the same seeds" in done.out
    data = data_of(tmp_path / "s.json")
    assert [c["settings"]["target"] for c in data["conditions"]] == [20, 21, 22]
    run("simulate", "sea_salt_and_paper", "-n", 6, "-j", 1, "--set", "target=22", "--json", "one.json")
    assert data["conditions"][2]["tally"] == data_of(tmp_path / "one.json")["conditions"][0]["tally"]
    lengths = [c["figures"]["decisions_in_a_game"]["mean"] for c in data["conditions"]]
    line = next(d for d in data["differences"][1]["differences"] if d["what"] == "decisions")
    assert line["difference"] == pytest.approx(lengths[2] - lengths[0], abs=1e-5) and line["games"] == 6


def test_two_sweeps_and_words(run, tmp_path) -> None:
    words = ["--sweep", "players=2,3", "--sweep", "variant=base,party", "--json", "s.json"]
    done = run("simulate", "dead_mans_draw", "-n", 2, "-j", 1, *words)
    assert done.code == 0, done.err
    found = [(c["players"], c["variants"]) for c in data_of(tmp_path / "s.json")["conditions"]]
    assert found == [(2, []), (2, ["party"]), (3, []), (3, ["party"])]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--sweep", "hand=1..2"], "nothing called `hand` to sweep; it can be: lanterns, players, variant"),
        (["--sweep", "lanterns"], "--sweep takes NAME=LOW..HIGH or NAME=VALUE,VALUE"),
        (["--sweep", "lanterns="], "--sweep takes"), (["--sweep", "lanterns=yes,,no"], "--sweep takes"),
        (["--sweep", "players=4..2"], "the smaller one comes first"),
        (["--sweep", "players=2..99999999"], "200 values are the most"),
        (["--sweep", "players=two"], "takes numbers"),
        (["--sweep", "players=9"], "for 2 to 6 players"),
        (["--sweep", "lanterns=perhaps"], "one of no, yes"),
        (["--sweep", "lanterns=yes", "--sweep", "lanterns=no"], "says twice"),
        (["--sweep", "lanterns=yes,no", "--set", "lanterns=no"], "--set cannot say"),
        (["--sweep", "seats=random,greedy"], "rulelang tournament"),
        (["--sweep", "lanterns=yes,no", "--against-set", "lanterns=no"], "cannot be said together"),
        (["--against-set", "lanterns=yes", "--set", "lanterns=yes"], "both sides are the same"),
        (["--against-variant", "nothing_like_this"], "nothing_like_this"),
        (["--watch", "closely"], "--watch is one of nothing, rules, all"),
        (["--csv", "-", "--json", "-"], "only one of --json and --csv"),
    ],
)  # fmt: skip
def test_mistakes(run, words, said) -> None:
    done = run("simulate", GAME, "-n", 2, "-j", 1, *words)
    assert done.code in (1, 2) and said in done.err, done.err
    assert "mistake in rulelang" not in done.err


def test_the_same_seeds_on_both_sides(run) -> None:
    """What the other side changes is all that differs: with nothing to change, no game differs."""
    condition = Condition("", Match(definition(GAME), ("random", "random")))
    part = Experiment((condition, condition)).play(0, 10)
    assert part.tallies[0].to_data() == part.tallies[1].to_data()
    assert all(n == 0 for key, n in part.pairs.items() if key[-1] != "games")
    done = run("simulate", GAME, "-n", 30, "-j", 1, "--seats", "greedy", "--against-seats", "random")
    assert done.code == 0 and "random, compared with greedy on the same seeds" in done.out


def test_seeds_that_are_there_twice() -> None:
    assert joined([(5, 9), (0, 5), (12, 13)]) == ((0, 9), (12, 13))
    with pytest.raises(ValueError, match="seeds 4 to 4 are there twice"):
        joined([(0, 5), (4, 9)])


# ------------------------------------------------------------ enough


def test_it_stops_when_it_is_known_well_enough(run) -> None:
    done = run("simulate", "kuhn_poker", "--within", 6, "-j", 1, "--seed", 3)
    assert done.code == 0 and done.out.startswith("known well enough after ")
    games = int(done.out.split()[4])
    assert 240 <= games <= 400  # 1.96 * sqrt(0.25 / n) is 6 points after 267 games
    assert run("simulate", "kuhn_poker", "--within", 6, "-j", 2, "--seed", 3).out == done.out
    short = run("simulate", "kuhn_poker", "--within", 6, "-j", 1, "-n", 150)
    assert short.code == 0 and "150 games" in short.out and "known well" not in short.out


class Shuffled:
    """An engine whose parts come in an odd order."""

    def workers(self) -> int:
        return 3

    def parts(self, experiment, chunks):
        for low in range(0, len(chunks), 4):
            for chunk in reversed(chunks[low : low + 4]):
                yield experiment.play(*chunk)


def test_it_stops_at_the_same_game_whatever_comes_first() -> None:
    experiment = Experiment(
        (Condition("", Match(definition("kuhn_poker"), ("random", "greedy"))),), keep=True
    )
    straight = play(experiment, 0, 2000, Here(), within=0.06)
    shuffled = play(experiment, 0, 2000, Shuffled(), within=0.06)
    assert straight.stopped == shuffled.stopped == "precise"
    assert straight.part.seeds == shuffled.part.seeds
    assert straight.part.tallies[0].to_data() == shuffled.part.tallies[0].to_data()
    assert straight.part.tallies[0].rows == shuffled.part.tallies[0].rows


# ------------------------------------------------------------ no hope

# Half of the games go round for ever, in answers that are dear.
SOMETIMES = """
die coin: 0, 1
track t: number 0 to 9
value numbers: gather([n] for each n in 1 to 1000)
play:
    roll coin as face
    while face is FACE:
        for each k in 1 to 5:
            if (any a in numbers where a is count(those b in numbers where b is 0)): do nothing
        choose n from 1 to 3 by seat(1)
ranking of p: highest t
"""


def test_it_is_given_up_at_the_same_game_whatever_comes_first() -> None:
    def experiment(face: int) -> Experiment:
        program = small(SOMETIMES.replace("FACE", str(face)))
        return Experiment((Condition("", Match(program, ("random", "greedy"))),), keep=True)

    first = [play(experiment(face), 0, 200, Here()) for face in (0, 1)]
    assert sorted(outcome.part.played == 1 for outcome in first) == [False, True]
    for face, straight in enumerate(first):  # the first game is one of them; the first three are
        shuffled = play(experiment(face), 0, 200, Shuffled())
        assert straight.stopped == shuffled.stopped == "hopeless"
        assert straight.part.spent == shuffled.part.spent == min(3, straight.part.played)
        assert straight.part.tallies[0].to_data() == shuffled.part.tallies[0].to_data()
        assert straight.part.tallies[0].rows == shuffled.part.tallies[0].rows


def test_a_game_that_goes_wrong_sometimes_does_not_stop_the_others() -> None:
    program = small("""
    die coin: 0, 1
    track t: number 0 to 9
    play:
        roll coin as face
        choose n from 1 to 3 by seat(1)
        set t to 9 / face rounded down
    ranking of p: highest t
    """)
    outcome = play(Experiment((Condition("", Match(program, ("random", "random"))),)), 0, 60, Here())
    assert outcome.stopped == "" and outcome.part.played == 60
    assert 10 < outcome.part.tallies[0].counts["games"]["finished",] < 50


def test_what_never_ends_well_is_given_up_soon(run) -> None:
    done = run("simulate", GAME, "-j", 1, "--limit", 1, "--json", "out.json")
    assert done.code == 1 and "given up after 5 of 100 games: games went wrong" in done.out
    assert json.loads(Path("out.json").read_text())["stopped"] == "hopeless"


# ------------------------------------------------------------ tournaments


def test_a_tournament(run, tmp_path) -> None:
    done = run(
        "tournament",
        "tic_tac_toe",
        "--bots",
        "random,greedy,search:10",
        "-n",
        20,
        "-j",
        1,
        "--json",
        "t.json",
    )
    assert done.code == 0 and "3 tables, 60 games" in done.out, done.err
    data = data_of(tmp_path / "t.json")
    assert data["kind"] == "tournament" and data["differences"] == []
    standings = data["standings"]
    assert [line["bot"] for line in standings["ratings"]][-1] == "random"
    assert sum(line["rating"] for line in standings["ratings"]) == pytest.approx(0, abs=1e-4)
    met = Counter()
    for line in standings["meetings"]:
        met[line["first"]] += 1
        met[line["second"]] += 1
        assert line["games"] == 20
    assert met == {"random": 2, "greedy": 2, "search:10": 2}


def test_a_tournament_of_more_seats_than_bots(run) -> None:
    done = run("tournament", GAME, "--bots", "random,greedy", "--players", 3, "-n", 6, "-j", 1)
    assert done.code == 0 and "3 players: 2 tables, 12 games" in done.out


def test_a_tournament_where_all_win_together(run) -> None:
    done = run("tournament", "dead_men_tell_no_tales", "--bots", "random,greedy", "-n", 2, "-j", 1)
    assert done.code == 0 and "nobody to be better than" in done.out and "rating" not in done.out


@pytest.mark.parametrize(
    ("bots", "said"),
    [("random", "two bots or more"), ("random,random", "twice"), ("random,human", "only bots"),
     ("x,y", "nobody called")],
)  # fmt: skip
def test_mistakes_of_a_tournament(run, bots, said) -> None:
    done = run("tournament", "tic_tac_toe", "--bots", bots, "-n", 2, "-j", 1)
    assert done.code == 2 and said in done.err


# ------------------------------------------------------------ from Python


def test_from_python(tmp_path) -> None:
    found = simulate(GAME, games=12, seats="random,greedy")
    assert len(found.rows) == 24 and found.rows[0]["seat"] == 0
    both = found.merged(simulate(GAME, games=3, seats="random,greedy", seed=12))
    assert both.data == simulate(GAME, games=15, seats="random,greedy").data
    assert "lantern_walk" in repr(found) and len(repr(found)) < 100


def test_a_tournament_under_each_value(run, tmp_path) -> None:
    """What is said of one value is what a tournament of that value alone says."""
    file, words = tmp_path / "out.json", ("--bots", "random,greedy", "-n", 6, "-j", 1, "--json")
    done = run("tournament", GAME, *words, file, "--sweep", "lanterns=yes,no", "--sweep", "players=2,3")
    assert done.code == 0, done.err
    assert "lanterns=no, players=3:" in done.out and done.out.count("greedy ") >= 5
    data = json.loads(file.read_text())
    under = {part.pop("label"): part for part in data["standings"]["under"]}
    assert list(under) == [f"lanterns={yes}, players={n}" for yes in ("yes", "no") for n in (2, 3)]
    run("tournament", GAME, *words, file, "--set", "lanterns=no", "--players", 3)
    assert json.loads(file.read_text())["standings"] == under["lanterns=no, players=3"]
    games = [line["games"] for line in data["standings"]["ratings"]]
    assert sum(games) == sum(line["games"] for part in under.values() for line in part["ratings"])


@pytest.mark.parametrize(
    ("sweep", "said"),
    [("nothing=1..3", "nothing called `nothing` to sweep"), ("lanterns", "--sweep takes NAME=LOW..HIGH")],
)
def test_wrong_sweeps_of_a_tournament(run, sweep, said) -> None:
    done = run("tournament", GAME, "--bots", "random,greedy", "-n", 2, "-j", 1, "--sweep", sweep)
    assert done.code == 2 and said in done.err


def test_from_python_names_may_stand_alone_and_what_is_wrong_gets_a_sentence() -> None:
    """A variant alone was read letter by letter, and a list of bots was a traceback."""
    found = simulate("hex", games=2, variants="misere", sweep="size=3,4", seats=["random", "greedy"])
    assert [c["variants"] for c in found.data["conditions"]] == [["misere"], ["misere"]]
    assert found.data["conditions"][0]["bots"] == ["random", "greedy"]
    beside = simulate("hex", games=2, against={"variants": "misere", "seats": ["greedy", "random"]})
    assert beside.data["conditions"][1]["variants"] == ["misere"]
    for wrong, message in (
        ({"game": 3}, "by its name or path, not by 3"),
        ({"games": 0}, "games is a whole number from 1 up, not 0"),
        ({"games": "x"}, "games is a whole number from 1 up"),
        ({"against": {"variant": "misere"}}, "against has variants, settings, seats, not variant"),
    ):
        with pytest.raises(Misuse, match=message):
            simulate(**({"game": "hex", "games": 2} | wrong))
    with pytest.raises(Misuse, match="what is merged"):
        found.merged(3)
