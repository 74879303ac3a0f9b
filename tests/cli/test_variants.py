"""`--variant` and `--set`: the same game with other rules, for every command that takes a game."""

import json
from pathlib import Path

import pytest

GAME = """\
game small for 2 players

setting goal: number 1 to 9 default 2

card coin from "coins.yaml":
    worth: number 1 to 5

zone purse of each player: set of coin, public
zone stock: pile of coin, hidden

setup:
    move every coin to stock
    shuffle stock

play:
    turns from first of players until stock is empty or count(purse of active) is at least goal:
        choose one:
            take: do take_one
            wait: end turn

rule take_one:
    let c be top of stock
    move c to your purse

value points(player): sum(c.worth for each c in purse of player)

score of p: points(p)
ranking of p: highest points(p), then share
"""
RICH = "# Everybody is rich.\n\nvariant rich of small\n\nchange points(player): result + riches\n\n"
RICH += "setting riches: number 1 to 99 default 50\n"
PARTY = "# For more people.\n\nvariant party of small for 2 to 5 players\n\nset goal to 3\n"


@pytest.fixture
def small(tmp_path: Path) -> Path:
    folder = tmp_path / "small"
    (folder / "variants").mkdir(parents=True)
    (folder / "scenarios").mkdir()
    (folder / "game.rules").write_text(GAME)
    (folder / "coins.yaml").write_text("penny: {worth: 1, copies: 9}\ncrown: {worth: 5, copies: 3}\n")
    (folder / "variants" / "party.rules").write_text(PARTY)
    scenario = "scenario nobody has anything\n    then:\n        points(player 1) is 0\n"
    (folder / "scenarios" / "start.scenario").write_text(scenario)
    rich = tmp_path / "rich"
    (rich / "scenarios").mkdir(parents=True)
    (rich / "rich.rules").write_text(RICH)
    (rich / "scenarios" / "rich.scenario").write_text(scenario.replace("is 0", "is 50"))
    return folder


def test_play_with_variants_by_name_and_by_path(run, small):
    done = run(
        "play", small, "--variant", "party", "--variant", small.parent / "rich", "--players", "5",
        "--set", "riches=70", "--seed", "3",
    )  # fmt: skip
    assert done.code == 0, done.err
    assert "with party, rich" in done.out and "riches: 70" in done.out
    assert all(int(score.rsplit(" ", 1)[1]) >= 70 for score in done.out.splitlines()[-1][8:].split(", "))


def test_the_order_of_variants_does_not_matter(run, small):
    names = ["party", str(small.parent / "rich")]
    outs = [run("ir", small, "--json", "--variant", a, "--variant", b).out for a, b in (names, names[::-1])]
    assert outs[0] == outs[1] and json.loads(outs[0])["variants"] == ["party", "rich"]


def test_a_save_remembers_its_variants_and_where_its_rules_are(run, small, monkeypatch):
    done = run(
        "play", small, "--variant", "../" + small.parent.name + "/rich", "--seed", "1", "--save", "a.save"
    )
    assert done.code == 0, done.err
    again = run("resume", "a.save")
    assert again.code == 0, again.err
    assert "with rich" in again.out and again.out.splitlines()[-1] == done.out.splitlines()[-1]
    (small.parent / "rich" / "rich.rules").write_text(RICH.replace("result +", "result -"))
    assert run("resume", "a.save").code == 1
    (small.parent / "rich" / "rich.rules").unlink()
    gone = run("resume", "a.save")
    assert gone.code == 1 and "rich" in gone.err


def test_a_game_that_was_left_goes_on_with_its_variants(run, small):
    left = run(
        "play", small, "--variant", "party", "--seats", "human,random", "--save", "b.save", typed="quit\n"
    )
    assert left.code == 0 and "rulelang resume b.save" in left.err
    again = run("resume", "b.save", "--seats", "random,random")
    assert again.code == 0 and "with party" in again.out and "result:" in again.out


def test_an_unknown_variant_is_explained(run, small):
    done = run("play", small, "--variant", "partyy")
    assert done.code == 1
    assert "there is no variant `partyy`" in done.err and "party" in done.err and "Traceback" not in done.err


@pytest.mark.parametrize(
    ("setting", "words"),
    [("goal=12", "from 1 to 9"), ("gaol=2", "no setting `gaol`"), ("goal", "NAME=VALUE")],
)
@pytest.mark.parametrize("command", ["play", "show", "ir"])
def test_a_setting_that_cannot_be_is_explained(run, small, command, setting, words):
    done = run(command, small, "--set", setting)
    assert done.code == 2 and words in done.err


def test_show_tells_the_settings_and_those_that_variants_add(run, small):
    plain = run("show", small).out
    assert "goal: number 1 to 9, default 2" in plain
    assert "party: For more people." in plain and "set goal to 3" in plain
    both = run(
        "show", small, "--variant", "party", "--variant", small.parent / "rich", "--set", "riches=9"
    ).out
    assert "small, 2-5 players" in both and "with party, rich" in both
    assert "goal: number 1 to 9, default 3" in both and "riches: number 1 to 99, default 9" in both


def test_list_shows_the_variants_of_each_game(run, small, monkeypatch):
    monkeypatch.setenv("RULELANG_PATH", str(small.parent))
    assert "    + party: For more people." in run("list").out.splitlines()


def test_games_and_variants_are_found_by_name_on_the_search_path(run, small, monkeypatch, tmp_path_factory):
    monkeypatch.setenv("RULELANG_PATH", str(small.parent))
    monkeypatch.chdir(tmp_path_factory.mktemp("elsewhere"))
    done = run("show", "small", "--variant", "rich")
    assert done.code == 0 and "with rich" in done.out


def test_scenarios_of_a_variant_find_their_game(run, small, monkeypatch):
    monkeypatch.setenv("RULELANG_PATH", str(small.parent))
    for path in ("rich", "rich/scenarios/rich.scenario"):
        done = run("test", path)
        assert (done.code, done.out) == (0, "1 passed, 0 failed\n"), done.err


def test_scenarios_can_be_run_with_a_variant_and_a_setting(run, small):
    assert run("test", small).code == 0
    done = run("test", small, "--variant", small.parent / "rich", "--set", "riches=7")
    assert done.code == 1
    assert "found:    it is 7" in done.out and "0 passed, 1 failed" in done.out


def test_a_scenario_that_lies_nowhere(run, tmp_path):
    (tmp_path / "lost.scenario").write_text("scenario lost\n")
    done = run("test", "lost.scenario")
    assert done.code == 2 and "does not lie beside a game or a variant" in done.err


def test_the_same_texts_are_compiled_once(run, small, monkeypatch):
    from cli import games

    first, _ = games.compile_path(small, ["party"])
    assert games.compile_path(small, ["party"])[0] is first
    (small / "variants" / "party.rules").write_text(PARTY.replace("to 3", "to 4"))
    changed, _ = games.compile_path(small, ["party"])
    assert changed is not first and changed is not None and changed.settings[0].default == 4
