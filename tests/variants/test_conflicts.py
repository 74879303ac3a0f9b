"""Every conflict between two variants is found before play and names both files and lines.

Each target of a small game is changed in every way there is, by two variants at once, under names that sort
either way round.
"""

from __future__ import annotations

from itertools import combinations, product

import pytest

from rulelang.compile import Bundle, compile_bundle
from rulelang.diagnostics import Report
from rulelang.ir.codec import digest
from rulelang.ir.nodes import Program
from rulelang.render import render
from rulelang.source import Source

BASE = """\
game small for 2 to 3 players

kind mood: calm, angry
setting goal: number 1 to 9 default 3
die d6: 1, 2, 3, 4, 5, 6

card helper active in kit:
    power: number 0 to 9

helper strong:
    power: 3

helper weak:
    power: 1

zone kit of each player: set of helper, public
zone spare: pile of helper, hidden
track debt: number 0 to 9 starting 0
track feeling: mood starting calm

setup:
    move every helper to spare

play:
    do tidy
    roll d6 as thrown
    turns from first of players until debt >= limit:
        choose one:
            stop: end turns
            rest: end turn

rule tidy:
    set debt to goal

rule act(m: mood) for calm:
    set feeling to m

rule act(m: mood):
    end rule

value limit: 5

score of p: limit
outlook of p: limit
ranking of p: highest limit, then share
"""

# What can be changed, and every way to change it. Two ways of one target never go together.
# Nothing calls `act`, so it can be taken out.
TARGETS: dict[str, list[str]] = {
    "players": [" for 2 to 4 players", " for 3 players"],  # goes into the header
    "rule tidy": ["replace rule tidy:\n    end rule\n", "replace rule tidy:\n    set debt to 1\n"],
    "rule act for calm": [
        "replace rule act(m: mood) for calm:\n    end rule\n",
        "remove rule act for calm\n",
        "remove rule act\n",
    ],
    "rule act": ["replace rule act(m: mood):\n    set debt to 2\n", "remove rule act\n"],
    "a new rule": [
        "rule extra:\n    end rule\n\nafter tidy: do extra\n",
        "rule extra:\n    set debt to 1\n\nbefore tidy: do extra\n",
    ],
    "value limit": ["replace value limit: 4\n", "replace value limit: 6\n"],
    "setting goal": [
        "set goal to 4\n",
        "replace setting goal: number 1 to 5 default 5\n",
        "set goal to 5\n",
    ],
    "die d6": ["replace die d6: 1, 1\n", "replace die d6: 2, 2\n"],
    "helper weak": ["replace helper weak:\n    power: 2\n", "remove helper weak\n"],
    "zone spare": [
        "replace zone spare: set of helper, public\n",
        "replace zone spare: line of helper, public\n",
    ],
    "track debt": [
        "replace track debt: number 0 to 9 starting 1\n",
        "replace track debt: number 0 to 8 starting 0\n",
    ],
    "setup": ["replace setup:\n    set debt to 0\n", "replace setup:\n    set debt to 1\n"],
    "play": ["replace play:\n    end game\n", "replace play:\n    do tidy\n"],
    "ranking": [
        "replace ranking of p: lowest limit, then share\n",
        "replace ranking of p: highest limit, then draw\n",
    ],
    "score": ["replace score of p: debt\n", "replace score of p: 1\n"],
    "outlook": ["replace outlook of p: debt\n", "replace outlook of p: 1\n"],
}


def variant(name: str, way: str, head: str = "") -> Bundle:
    if way.startswith(" for "):
        way, players = "", way
    else:
        players = ""
    text = f"variant {name} of small{players}\n\n{head}{way}"
    return Bundle((Source(f"variants/{name}.rules", text),))


def together(*variants: Bundle) -> tuple[Program | None, Report]:
    report = Report()
    return compile_bundle(Bundle((Source("game.rules", BASE),)), report, variants), report


PAIRS = [(t, a, b) for t, ways in TARGETS.items() for a, b in combinations(range(len(ways)), 2)]
PAIRS += [(t, a, a) for t, ways in TARGETS.items() for a in range(len(ways))]


@pytest.mark.parametrize(("target", "first", "second"), PAIRS)
@pytest.mark.parametrize("names", [("aft", "bow"), ("bow", "aft")], ids="".join)
def test_two_changes_of_one_thing_are_refused_with_both_places(target, first, second, names) -> None:
    bundles = [variant(n, TARGETS[target][way]) for n, way in zip(names, (first, second), strict=True)]
    program, report = together(*bundles)
    assert program is None
    conflicts = [found for found in report.errors if found.code == "R0401"]
    assert conflicts and len(report.errors) == len(conflicts), render(report)
    for found in conflicts:
        assert {label.span.path for label in found.labels} == {"variants/aft.rules", "variants/bow.rules"}
        assert all(label.span.line >= 1 for label in found.labels)
        assert "`aft` and `bow` both change" in found.title
    other = Report()
    assert compile_bundle(Bundle((Source("game.rules", BASE),)), other, bundles[::-1]) is None
    assert [found.title for found in other] == [found.title for found in report]


@pytest.mark.parametrize(("target", "first", "second"), PAIRS)
def test_one_that_says_after_wins(target, first, second) -> None:
    ways = TARGETS[target]
    if ways[first].startswith("remove") or (first == second and "remove" in ways[second]):
        pytest.skip("what was taken out can be declared again, but neither replaced nor taken out")
    program, report = together(variant("bow", ways[first]), variant("aft", ways[second], "after bow\n\n"))
    assert program is not None, render(report)
    alone, _ = together(variant("aft", ways[second]))
    # Both hooks stay, and a preset leaves the rest of a setting as the other one made it.
    if "extra" not in ways[second] and not ways[second].startswith("set "):
        assert alone is not None
        assert digest_without_names(program) == digest_without_names(alone)


def digest_without_names(program: Program) -> str:
    from attrs import evolve

    return digest(evolve(program, variants=()))


OTHERS = [
    (a, b)
    for a, b in combinations(TARGETS, 2)
    if not {a, b} & {"setup", "play"} and not a.startswith("rule act")
]


@pytest.mark.parametrize(("one", "two"), OTHERS)
def test_changes_of_different_things_go_together_in_every_order(one: str, two: str) -> None:
    for first, second in product(TARGETS[one][:1], TARGETS[two][:1]):
        bundles = [variant("aft", first), variant("bow", second)]
        program, report = together(*bundles)
        other, _ = together(*bundles[::-1])
        assert program is not None and other is not None, render(report)
        assert digest(program) == digest(other)
        assert program.variants == ("aft", "bow")


def test_hooks_never_conflict() -> None:
    way = "change limit: result + 1\n\nafter tidy: set debt to 1\n"
    program, report = together(variant("aft", way), variant("bow", way), variant("mid", way))
    assert program is not None, render(report)
    assert len(program.hooks) == 6


def test_two_variants_of_the_same_name_are_refused_with_both_places() -> None:
    one = Bundle((Source("a/twin.rules", "variant twin of small\n\nset goal to 4\n"),))
    two = Bundle((Source("b/twin.rules", "variant twin of small\n\nchange limit: 4\n"),))
    program, report = together(one, two)
    (found,) = report.errors
    assert program is None and found.code == "R0402"
    assert {label.span.path for label in found.labels} == {"a/twin.rules", "b/twin.rules"}
