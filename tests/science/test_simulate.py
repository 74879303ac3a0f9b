"""`rulelang simulate`: the same for any number of processes, tallies that merge, errors that come again."""

from __future__ import annotations

import csv
import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cli.science.counting import rules_of
from cli.science.experiment import Condition, Experiment
from cli.science.figures import figures
from cli.science.match import Match, Played
from cli.science.observing import Notes
from cli.science.progress import Bar, standing
from cli.science.tally import Tally, merge_all
from tests.helpers import ROOT, definition, small

GAME = "lantern_walk"

BROKEN = """\
game broken for 2 players

track light of each player: number 0 to 3 starting 0
die d: 1, 2, 3, 4

play:
    turns from first of players until light of seat(1) is 3 or light of seat(2) is 3:
        choose one:
            wait_here:
                say waited
            step_on:
                roll d as n
                add n to your light

rule never_used:
    end game

score of p: light of p
ranking of p: highest light of p, then share
"""


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    folder = tmp_path / "broken"
    folder.mkdir()
    (folder / "game.rules").write_text(BROKEN)
    return folder


def only(file: Path) -> dict:
    """The figures of the only condition in a file."""
    (condition,) = json.loads(file.read_text())["conditions"]
    return condition["figures"]


def dict_of(rules: list[dict]) -> dict[str, int]:
    return {line["rule"]: line["times"] for line in rules}


def test_the_same_for_one_and_two_processes(run, tmp_path):
    texts, files = [], []
    for jobs in (1, 2):
        file, rows = tmp_path / f"{jobs}.json", tmp_path / f"{jobs}.csv"
        outcome = run(
            "simulate", GAME, "-n", 40, "--seats", "random,greedy", "-j", jobs, "--json", file, "--csv", rows
        )
        assert outcome.code == 0, outcome.err
        texts.append(outcome.out)
        files.append(file.read_text() + rows.read_text())
    assert texts[0] == texts[1] and files[0] == files[1]
    page = only(tmp_path / "1.json")
    assert page["games"] == {"played": 40, "finished": 40, "failed": 0, "drawn": 0, "shared": 0}
    assert [line["bot"] for line in page["bots"]] == ["greedy", "random"]
    assert [line["seat"] for line in page["seats"]] == [0, 1]
    assert sum(line["wins"] for line in page["seats"]) == 40
    assert dict_of(page["rules"])["return_home"] > 0 and page["rules_never"] == []
    table = list(csv.DictReader((tmp_path / "1.csv").open()))
    assert [(int(row["seed"]), int(row["seat"])) for row in table] == [
        (i, s) for i in range(40) for s in (0, 1)
    ]
    asked = sum(line["times"] for line in page["decisions"])
    assert sum(int(row["decisions"]) for row in table if row["seat"] == "0") == asked
    for seat in (0, 1):
        won = sum(int(row["won"]) for row in table if row["seat"] == str(seat))
        assert won == page["seats"][seat]["wins"]
    # Every bot sits on every seat as often.
    assert sum(row["bot"] == "greedy" and row["seat"] == "0" for row in table) == 20


def test_errors_are_counted_and_come_again(run, broken, tmp_path):
    file = tmp_path / "out.json"
    outcome = run("simulate", broken, "-n", 30, "-j", 1, "--seed", 100, "--json", file)
    assert outcome.code == 1
    page = only(file)
    assert page["games"]["played"] == 30 and 0 < page["games"]["failed"] < 30
    assert page["rules_never"] == ["never_used"]
    for error in page["errors"]:
        assert len(error["first"]) == min(error["games"], 20)
        for game in error["first"][:3]:
            assert 100 <= game["seed"] < 130
            again = run("simulate", broken, "-n", 1, "-j", 1, "--seed", game["seed"], "--json", file)
            wrong = only(file)["errors"]
            assert again.code == 1 and [e["error"] for e in wrong] == [error["error"]]
            assert wrong[0]["first"][0]["decisions"] == game["decisions"]
    assert "--seats random,random --seed 1" in outcome.out and "game.rules:" in outcome.out


def test_a_game_that_never_ends_and_a_bot_that_cheats(run, monkeypatch):
    outcome = run("simulate", GAME, "-n", 2, "-j", 1, "--limit", 5)
    assert outcome.code == 1 and "had not ended after 5 decisions" in outcome.out
    assert "--limit 5 --seed 0" in outcome.out  # the command that gives it again
    # Not `random`: native code plays that one, and asks nobody.
    monkeypatch.setattr("interpreter.bots.greedy_bot.GreedyBot.choose", lambda *_: 99)
    outcome = run("simulate", GAME, "-n", 2, "-j", 1, "--seats", "greedy")
    assert outcome.code == 1 and "2 games went wrong: a bot gave an answer that is not legal" in outcome.out
    monkeypatch.setattr("interpreter.bots.greedy_bot.GreedyBot.choose", lambda *_: 1 // 0)
    outcome = run("simulate", GAME, "-n", 2, "-j", 1, "--seats", "greedy")
    assert outcome.code == 1 and "ZeroDivisionError" in outcome.out


def test_who_held_what(run, tmp_path):
    file = tmp_path / "out.json"
    run("simulate", "dead_mans_draw", "-n", 12, "-j", 1, "--variant", "party", "--json", file)
    held = only(file)["holders"]
    assert sum(line["games"] for line in held) == 24
    assert sum(line["wins"] for line in held) <= 12
    assert all(line["type"] == "character" for line in held)
    assert json.loads(file.read_text())["conditions"][0]["variants"] == ["party"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--seats", "human,random"], "only bots"),
        (["--seats", "serch,random"], "search"),
        (["--seats", "search:soon,random"], "iterations"),
        (["--seats", "random,greedy", "--players", "3"], "3 players"),
        (["--players", "9"], "2 to 6 players"),
        (["--set", "nothing=1"], "no setting"),
        (["--json", "/nowhere/at/all.json"], "No such file"),
        (["--seed", str(1 << 63), "--parquet", "out.parquet"], "no room for the seed"),
    ],
)
def test_mistakes(run, words, said):
    outcome = run("simulate", GAME, "-n", 2, "-j", 1, *words)
    assert outcome.code in (1, 2) and said in outcome.err and "Traceback" not in outcome.err


def test_one_name_is_for_all_seats(run):
    outcome = run("simulate", GAME, "-n", 3, "-j", 1, "--seats", "greedy", "--players", 4)
    assert outcome.out.startswith(f"{GAME}: greedy, greedy, greedy, greedy; 3 games, seed 0 to 2")


def test_control_c_says_what_there_is(run, monkeypatch):
    played = Experiment.play

    def play(self, start, stop):
        if start >= 8:
            raise KeyboardInterrupt
        return played(self, start, stop)

    monkeypatch.setattr(Experiment, "play", play)
    outcome = run("simulate", GAME, "-n", 16, "-j", 1)
    assert outcome.code == 130
    assert outcome.out.startswith("interrupted after 8 of 16 games") and "random" in outcome.out


def test_nothing_is_said_of_no_games(run, monkeypatch):
    """Every rule of the game was said to have never fired."""

    def play(self, start, stop):
        raise KeyboardInterrupt

    monkeypatch.setattr(Experiment, "play", play)
    outcome = run("simulate", GAME, "-n", 16, "-j", 1)
    assert outcome.code == 130
    assert outcome.out.splitlines() == ["interrupted after 0 of 16 games; there is nothing to tell"]


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs to see its children")
def test_control_c_ends_all_processes(tmp_path):
    arguments = ["-m", "cli", "simulate", GAME, "-n", "1000000", "-j", "2"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    started = subprocess.Popen(
        [sys.executable, *arguments], cwd=tmp_path, env=environment, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
        # A shell that runs us in the background lets us ignore it, and we hand that on.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )  # fmt: skip
    try:
        children = Path(f"/proc/{started.pid}/task/{started.pid}/children")
        until = time.monotonic() + 120
        while len(children.read_text().split()) < 3 and time.monotonic() < until:  # and one that keeps order
            time.sleep(0.1)
        time.sleep(1)  # whether they are still starting or play already: nobody complains
        os.killpg(started.pid, signal.SIGINT)
        out, err = started.communicate(timeout=120)
    finally:
        if started.poll() is None:
            os.killpg(started.pid, signal.SIGKILL)
    assert started.returncode == 130, err
    assert "interrupted after" in out and "Traceback" not in err


# ------------------------------------------------------------ tallies

BOTS = ("random", "greedy")


def some_games() -> list[Played]:
    rng = random.Random(4)
    games = []
    for seed in range(40):
        notes = Notes(
            {("a", rng.choice("xyz")): (3, rng.randint(0, 3))}, {rng.randint(1, 9): 4},
            (("a", rng.choice("xyz"), 0),), (("card", rng.choice("xyz")),),
            (("card", "y", rng.randint(0, 1)),),
            True, rng.randint(0, 4), rng.choice([None, 10, 90]), rng.choice([None, 0, 1]),
        )  # fmt: skip
        games.append(
            Played(
                seed, (seed % 2, 1 - seed % 2), {("menu", "a"): rng.randint(1, 9)},
                {"r": rng.randint(0, 3)},
                winners=tuple(p for p in (0, 1) if rng.random() < 0.5), reason=rng.choice(["", "fire"]),
                scores=(rng.randint(-3, 9), rng.randint(0, 9)), held=(("card", rng.choice("xyz"), 0),),
                notes=notes, error=rng.choice(["", "", "bad thing"]),
            )
        )  # fmt: skip
    return games


def tally_of(games: list[Played]) -> Tally:
    tally = Tally()
    for game in games:
        tally.add(game, BOTS, keep=True)
    return tally


def test_tallies_merge_in_any_grouping():
    games = some_games()
    whole = tally_of(games)
    rng = random.Random(1)
    for _ in range(20):
        cuts = sorted(rng.sample(range(41), 4))
        parts = [tally_of(games[a:b]) for a, b in zip([0, *cuts], [*cuts, 40], strict=True)]
        rng.shuffle(parts)
        while len(parts) > 1:
            at = rng.randrange(len(parts) - 1)
            parts[at : at + 2] = [parts[at].merged(parts[at + 1])]
        assert parts[0].to_data() == whole.to_data() and parts[0].rows == whole.rows
    again = Tally.from_data(json.loads(json.dumps(whole.to_data())))
    assert again.to_data() == whole.to_data() and figures(again) == figures(whole)
    assert merge_all([]).to_data() == Tally().to_data()


def test_what_bots_play_out_is_not_counted():
    body = """
    track n: number 0 to 99
    rule go:
        add 1 to n
    play:
        repeat 5 times:
            as seat(1):
                choose x from 1 to 3
            do go
    score of p: n
    """
    match = Match(small(body), ("search:20", "random"), limit=100)
    assert match.one(0).rules == {"play": 1, "go": 5}
    assert "note" in rules_of(match.program)


def test_calls_of_values_are_not_credited_to_rules():
    """A value and a rule may have the same number. Each is asked for as often as the other is not."""
    body = """
    track n: number 0 to 99
    value low(k: number 0 to 99): k + 1
    value middle(k: number 0 to 99): low(k) + low(k)
    value high(k: number 0 to 99): middle(k) + low(k)
    rule one_step: add 1 to n
    rule other_step: add 2 to n
    rule never_taken: add 3 to n
    rule step:
        if high(n) > middle(n): do one_step
        else: do never_taken
    instead of other_step when n > 50: add 1 to n
    change low(k) when k > 90: result + 1
    play:
        repeat 7 times: do step
        do other_step
    score of p: n
    """
    match = Match(small(body), ("random", "random"), limit=100)
    page = figures(Experiment((Condition("", match),)).play(0, 4).tallies[0])
    assert dict_of(page["rules"]) == {"play": 4, "step": 28, "one_step": 28, "other_step": 4}
    assert page["rules_never"] == ["change low", "instead other_step", "never_taken", "note"]


def test_a_loop_at_the_start_of_a_rule_is_no_new_beginning():
    body = """
    track n: number 0 to 99
    rule go:
        while n < 5:
            add 1 to n
    rule ask:
        choose x from 1 to 3
    play:
        repeat 2 times:
            do go
        as seat(1):
            do ask
    score of p: n
    """
    match = Match(small(body), ("random", "random"), limit=100)
    assert match.one(0).rules == {"play": 1, "go": 2, "ask": 1}


def test_watching_changes_no_game():
    program = definition("dead_mans_draw")
    plain, rules, closely = (
        Match(program, ("random", "greedy"), watch=watch) for watch in ("nothing", "rules", "all")
    )
    for seed in range(6):
        games = [match.one(seed) for match in (plain, rules, closely)]
        assert len({(g.winners, g.scores, g.length, g.seats, tuple(g.held)) for g in games}) == 1
        assert games[0].rules == {} and games[1].rules == games[2].rules != {}
        assert games[1].notes is None and games[2].notes is not None


# ------------------------------------------------------------ progress


def test_a_bar_only_on_a_terminal(run):
    assert "games" not in run("simulate", GAME, "-n", 2, "-j", 1).err
    assert Bar(3)._seen is False


def test_progress_says_games_a_second_and_the_time_left(capsys):
    assert standing(1200, 5000, 5.0) == "1,200 of 5,000 games, 240 a second, about 16 s left"
    assert standing(3, 1000, 6.0) == "3 of 1,000 games, 0.5 a second, about 33 min left"
    assert standing(0, 9, 0.0) == "0 of 9 games"
    times = iter([0.0, 10.0, 40.0, 40.0, 40.0])
    with Bar(100, lambda: next(times)) as bar:
        bar.advance(10)
        assert capsys.readouterr().err == ""
        bar.advance(10)
    assert capsys.readouterr().err == "20 of 100 games, 0.5 a second, about 3 min left\n"
