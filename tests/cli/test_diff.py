"""`rulelang diff`: what a variant changes, in words, each with its place."""

from pathlib import Path

import pytest

GAME = """\
game small for 2 players

setting goal: number 1 to 9 default 2
setting quick: yes or no default no

card coin from "coins.yaml":
    worth: number 1 to 5

card helper active in kit

zone purse of each player: set of coin, public
zone kit of each player: set of helper, public
track debt: number 0 to 9 starting 0

helper strong:
    change points(player) when player is you: result + 1

play:
    do count_up
    do pay_back

rule count_up:
    if not quick: add 1 to debt
    # a comment
    add goal to debt

rule pay_back:
    set debt to 0

value points(player): sum(c.worth for each c in purse of player)

score of p: points(p)
ranking of p: highest points(p), then share
"""
ODD = """\
variant odd of small for 2 to 4 players

excludes even

remove every coin where worth is 5

coin florin:
    worth: 2

more coin from "more.yaml"

set goal to 4
setting slow: yes or no default yes

replace helper strong:
    change points(player) when player is you: result + 2

remove track debt

replace rule count_up:
    if not quick and slow: say counting
    # another comment
    say done with goal

remove rule pay_back

replace play:
    do count_up

value bonus(player): 3

change points(player): result + bonus(player)
"""


@pytest.fixture
def small(tmp_path: Path) -> Path:
    folder = tmp_path / "small"
    (folder / "variants" / "odd" / "strings").mkdir(parents=True)
    (folder / "strings").mkdir()
    (folder / "game.rules").write_text(GAME)
    (folder / "strings" / "en.yaml").write_text("zone: {purse: Purse}\n")
    (folder / "coins.yaml").write_text("penny: {worth: 1, copies: 9}\ncrown: {worth: 5, copies: 3}\n")
    odd = folder / "variants" / "odd"
    (odd / "odd.rules").write_text(ODD)
    (odd / "more.yaml").write_text("groat: {worth: 4}\n")
    (odd / "strings" / "en.yaml").write_text("zone: {purse: Pocket}\nsay: {done: Done, counting: Counting}\n")
    (folder / "variants" / "double.rules").write_text("variant double of small\n\nuse 2 sets of coin\n")
    return folder


EXPECTED = [
    "small with odd, compared with small",
    "~ for 2 to 4 players, not 2 [variants/odd/odd.rules:1]",
    "+ `odd` is never played together with even [variants/odd/odd.rules:3]",
    "+ more of `coin`: groat [variants/odd/odd.rules:5, was variants/odd/odd.rules:10]",
    "- without `coin`: crown",
    "+ new: coin `florin` [variants/odd/odd.rules:7]",
    "~ changed: helper `strong` [variants/odd/odd.rules:15, was game.rules:15]",
    "- change points(player) when player is you: result + 1",
    "+ change points(player) when player is you: result + 2",
    "- taken out: track `debt` [variants/odd/odd.rules:18, was game.rules:13]",
    "~ changed: setting `goal`: number 1 to 9, default 4; was: number 1 to 9, default 2"
    " [variants/odd/odd.rules:12, was game.rules:3]",
    "+ new: setting `slow` [variants/odd/odd.rules:13]",
    "~ changed: the `play` block",
    "~ changed: rule `count_up` [variants/odd/odd.rules:20, was game.rules:22]",
    "- taken out: rule `pay_back` [variants/odd/odd.rules:25, was game.rules:27]",
    "+ new: value `bonus` [variants/odd/odd.rules:30]",
    "+ new: `change points(player): result + bonus(player)` [variants/odd/odd.rules:32]",
    "+ new: en `say.counting`: Counting",
    "~ changed: en `zone.purse`: Pocket (was: Purse)",
]


@pytest.mark.parametrize("arguments", [("odd",), ("--variant", "odd"), ("variants/odd",)], ids=str)
def test_what_a_variant_changes(run, small, monkeypatch, arguments):
    monkeypatch.chdir(small)
    done = run("diff", small, *arguments)
    assert done.code == 0, done.err
    lines = [" ".join(line.split()) for line in done.out.splitlines()]
    for expected in EXPECTED:
        assert any(line.startswith(expected) for line in lines), f"{expected}\n\n{done.out}"
    assert "quick" not in "".join(line for line in lines if line.startswith(("~", "- taken")))


def test_short_leaves_the_texts_out(run, small):
    done = run("diff", small, "--short", "--variant", "odd")
    assert "changed: rule `count_up`" in done.out and "say counting" not in done.out


def test_more_options_are_told(run, small):
    (small / "game.rules").write_text(f"{GAME}rule act:\n    choose one:\n        rest: do nothing\n")
    added = "variant busy of small\n\nmore options of act:\n    dig: add 1 to debt\n"
    (small / "variants" / "busy.rules").write_text(added)
    told = run("diff", small, "busy").out
    assert "+ new: `more options of act`" in told and "dig: add 1 to debt" in told


def test_sets_are_told_in_one_word(run, small):
    assert "~ other copies of `coin`: 2 sets of all" in run("diff", small, "double").out


def test_a_comment_is_no_change(run, small, tmp_path):
    other = tmp_path / "other"
    other.mkdir()
    for name in ("coins.yaml", "game.rules"):
        (other / name).write_text((small / name).read_text().replace("# a comment", "# quite another"))
    (other / "strings").mkdir()
    (other / "strings" / "en.yaml").write_text("zone: {purse: Purse}\n")
    assert "nothing changes" in run("diff", small, other).out
    (other / "game.rules").write_text(
        (small / "game.rules").read_text().replace("set debt to 0", "set debt to 1")
    )
    changed = run("diff", small, other).out
    assert "changed: rule `pay_back`" in changed and changed.count("changed:") == 1


def test_there_must_be_something_to_compare_with(run, small):
    done = run("diff", small)
    assert done.code == 2 and "--variant" in done.err
    assert run("diff", small, "nowhere").code == 2
    assert run("diff", small, "--variant", "nowhere").code == 1


def test_a_variant_that_does_not_check_is_explained(run, small):
    (small / "variants" / "double.rules").write_text("variant double of small\n\nremove rule nothing\n")
    done = run("diff", small, "double")
    assert done.code == 1 and "R0403" in done.err
