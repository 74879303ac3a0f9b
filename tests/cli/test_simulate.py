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

from cli.commands import simulate as command
from cli.reports.statistics import Match, Played, Tally, figures, merge_all, quantile, rules_of, wilson
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
    page = json.loads((tmp_path / "1.json").read_text())
    assert page["games"] == {"played": 40, "finished": 40, "failed": 0}
    assert [line["who"] for line in page["by bot"]] == ["greedy", "random"]
    assert sum(line["wins"] for line in page["by seat"]) >= 40
    assert page["rules fired"]["return_home"] > 0 and page["rules that never fired"] == []
    table = list(csv.DictReader((tmp_path / "1.csv").open()))
    assert [int(row["seed"]) for row in table] == list(range(40))
    assert sum(int(row["decisions"]) for row in table) == sum(line["times"] for line in page["decisions"])


def test_errors_are_counted_and_come_again(run, broken, tmp_path):
    file = tmp_path / "out.json"
    outcome = run("simulate", broken, "-n", 30, "-j", 1, "--seed", 100, "--json", file)
    assert outcome.code == 1
    page = json.loads(file.read_text())
    assert page["games"]["played"] == 30 and 0 < page["games"]["failed"] < 30
    assert page["rules that never fired"] == ["never_used"]
    for error in page["errors"]:
        assert len(error["first"]) == min(error["games"], 20)
        for game in error["first"][:3]:
            assert game["seed"] == 100 + game["index"]
            again = run("simulate", broken, "-n", 1, "-j", 1, "--seed", game["seed"], "--json", file)
            only = json.loads(file.read_text())["errors"]
            assert again.code == 1 and [e["error"] for e in only] == [error["error"]]
            assert only[0]["first"][0]["decisions"] == game["decisions"]
    assert "--seats random,random --seed 1" in outcome.out and "game.rules:" in outcome.out


def test_a_game_that_never_ends_and_a_bot_that_cheats(run, monkeypatch):
    outcome = run("simulate", GAME, "-n", 2, "-j", 1, "--limit", 5)
    assert outcome.code == 1 and "had not ended after 5 decisions" in outcome.out
    monkeypatch.setattr("interpreter.bots.random_bot.RandomBot.choose", lambda *_: 99)
    outcome = run("simulate", GAME, "-n", 2, "-j", 1)
    assert outcome.code == 1 and "2 games went wrong: a bot gave an answer that is not legal" in outcome.out
    monkeypatch.setattr("interpreter.bots.random_bot.RandomBot.choose", lambda *_: 1 // 0)
    outcome = run("simulate", GAME, "-n", 2, "-j", 1)
    assert outcome.code == 1 and "ZeroDivisionError" in outcome.out


def test_who_held_what(run, tmp_path):
    file = tmp_path / "out.json"
    run("simulate", "dead_mans_draw", "-n", 12, "-j", 1, "--variant", "party", "--json", file)
    page = json.loads(file.read_text())
    assert sum(line["games"] for line in page["held at the end"]) == 24
    assert sum(line["wins"] for line in page["held at the end"]) <= 12
    assert all(line["who"].startswith("character ") for line in page["held at the end"])
    assert page["variants"] == ["party"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--seats", "human,random"], "only bots"),
        (["--seats", "serch,random"], "search"),
        (["--seats", "search:soon,random"], "play-outs"),
        (["--seats", "random,greedy", "--players", "3"], "3 players"),
        (["--players", "9"], "2-6 players"),
        (["--set", "nothing=1"], "no setting"),
        (["--json", "/nowhere/at/all.json"], "No such file"),
    ],
)
def test_mistakes(run, words, said):
    outcome = run("simulate", GAME, "-n", 2, "-j", 1, *words)
    assert outcome.code in (1, 2) and said in outcome.err and "Traceback" not in outcome.err


def test_one_name_is_for_all_seats(run):
    outcome = run("simulate", GAME, "-n", 3, "-j", 1, "--seats", "greedy", "--players", 4)
    assert outcome.out.startswith(f"{GAME}: greedy, greedy, greedy, greedy; 3 games, seed 0")


def test_control_c_says_what_there_is(run, monkeypatch):
    played = Match.play

    def play(self, start, stop):
        if start >= 8:
            raise KeyboardInterrupt
        return played(self, start, stop)

    monkeypatch.setattr(Match, "play", play)
    outcome = run("simulate", GAME, "-n", 16, "-j", 1)
    assert outcome.code == 130
    assert outcome.out.startswith("interrupted after 8 of 16 games") and "random" in outcome.out


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs to see its children")
def test_control_c_ends_all_processes(tmp_path):
    arguments = ["-m", "cli", "simulate", GAME, "-n", "1000000", "-j", "2"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    started = subprocess.Popen(
        [sys.executable, *arguments], cwd=tmp_path, env=environment, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
    )  # fmt: skip
    try:
        children = Path(f"/proc/{started.pid}/task/{started.pid}/children")
        until = time.monotonic() + 40
        while len(children.read_text().split()) < 3 and time.monotonic() < until:  # and one that keeps order
            time.sleep(0.1)
        time.sleep(1)  # whether they are still starting or play already: nobody complains
        os.killpg(started.pid, signal.SIGINT)
        out, err = started.communicate(timeout=40)
    finally:
        if started.poll() is None:
            os.killpg(started.pid, signal.SIGKILL)
    assert started.returncode == 130, err
    assert "interrupted after" in out and "Traceback" not in err


# ------------------------------------------------------------ tallies


def some_games() -> list[Played]:
    rng = random.Random(4)
    games = []
    for index in range(40):
        games.append(
            Played(
                index, 7 + index, ("random", "greedy"), {("menu", "a"): rng.randint(1, 9)},
                {"r": rng.randint(0, 3)},
                winners=tuple(p for p in (0, 1) if rng.random() < 0.5), reason=rng.choice(["", "fire"]),
                scores=(rng.randint(-3, 9), rng.randint(0, 9)), held=(("card", rng.choice("xyz"), 0),),
                error=rng.choice(["", "", "bad thing"]),
            )
        )  # fmt: skip
    return games


def tally_of(games: list[Played]) -> Tally:
    tally = Tally()
    for game in games:
        tally.add(game, keep=True)
    return tally


def test_tallies_merge_in_any_grouping():
    games = some_games()
    whole = tally_of(games).to_data()
    rng = random.Random(1)
    for _ in range(20):
        cuts = sorted(rng.sample(range(41), 4))
        parts = [tally_of(games[a:b]) for a, b in zip([0, *cuts], [*cuts, 40], strict=True)]
        rng.shuffle(parts)
        while len(parts) > 1:
            at = rng.randrange(len(parts) - 1)
            parts[at : at + 2] = [parts[at].merged(parts[at + 1])]
        assert parts[0].to_data() == whole
    again = Tally.from_data(json.loads(json.dumps(whole)))
    assert again.to_data() == whole and figures(again, ["r", "s"]) == figures(tally_of(games), ["r", "s"])
    assert merge_all([]).to_data() == Tally().to_data()


def test_chunks_of_a_match_merge():
    match = Match(definition(GAME), ("random", "random"), (), 5, 1000, True)
    whole = match.play(0, 12).to_data()
    assert match.play(7, 12).merged(match.play(0, 7)).to_data() == whole
    later = Match(definition(GAME), ("random", "random"), (), 5 + 7, 1000, True)
    assert later.one(0).decisions == match.one(7).decisions


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
    match = Match(small(body), ("search:20", "random"), (), 0, 100)
    assert match.one(0).rules == {"play": 1, "go": 5}
    assert "note" in rules_of(match.program)


def test_wilson():
    low, high = wilson(50, 100)
    assert 0.403 < low < 0.405 and 0.595 < high < 0.597
    assert wilson(0, 10)[0] == 0 and wilson(10, 10)[1] == 1 and wilson(0, 0) == (0, 1)


def test_quantiles():
    values = [(1, 2), (5, 1), (9, 1)]
    assert [quantile(values, share) for share in (0, 0.5, 0.51, 0.75, 1)] == [1, 1, 5, 5, 9]


def test_a_bar_only_on_a_terminal(run):
    assert "games" not in run("simulate", GAME, "-n", 2, "-j", 1).err
    assert command.Bar(3)._seen is False
