"""Any set of compatible variants of any shipped game gives the same game in every order, and can be played.

A set is compatible if it compiles; the others must be refused for a reason that their declarations give.
"""

from __future__ import annotations

import os
import random
from functools import cache
from itertools import combinations, permutations
from math import factorial
from pathlib import Path

import pytest

from interpreter.game import Game
from rulelang.compile import Bundle, compile_bundle
from rulelang.diagnostics import Report
from rulelang.ir.codec import digest, encode
from rulelang.ir.nodes import Program
from rulelang.loader import load, load_variants, variant_names
from tests.helpers import ROOT, random_play

LONG = os.environ.get("RULELANG_FUZZ") == "long"
GAMES = {f.name: f for f in sorted((ROOT / "gamedefs").iterdir()) if variant_names(f)}
REFUSED = {"R0401", "R0407", "R0408"}  # both change it, needs another, never with another
MOST_ANSWERS = 6000
MOST_SETS = 1000 if LONG else 6  # of a game; the long run takes all there are
MOST_ORDERS = 24 if LONG else 1  # of a set: all of up to four variants, some by chance of more


@cache
def base(game: Path) -> Bundle | None:
    report = Report()
    return load(game, report)


def compiled(game: Path, names: tuple[str, ...]) -> tuple[Program | None, Report]:
    report = Report()
    bundle = base(game)
    assert bundle is not None
    return compile_bundle(bundle, report, load_variants(game, names, report)), report


def sets_of(game: Path, amount: int) -> list[tuple[str, ...]]:
    """All sets of variants, or as many of them: the whole, the pairs, and some by chance, always the same."""
    names = variant_names(game)
    every = [pick for size in range(1, len(names) + 1) for pick in combinations(names, size)]
    if len(every) <= amount:
        return every
    rng = random.Random(game.name)
    return sorted({tuple(names), *rng.sample(every, amount - 1)})


def orders_of(names: tuple[str, ...], rng: random.Random) -> list[tuple[str, ...]]:
    if factorial(len(names)) <= MOST_ORDERS:
        return list(permutations(names))
    return [names[::-1], *(tuple(rng.sample(names, len(names))) for _ in range(MOST_ORDERS - 1))]


CASES = [(game, names) for game, path in GAMES.items() for names in sets_of(path, MOST_SETS)]


@pytest.mark.fuzz
@pytest.mark.parametrize(
    ("game", "names"), CASES, ids=lambda part: part if isinstance(part, str) else "+".join(part)
)
def test_a_set_of_variants(game: str, names: tuple[str, ...]) -> None:
    path = GAMES[game]
    program, report = compiled(path, names)
    if program is None:
        assert {found.code for found in report.errors} <= REFUSED, [f"{d.span} {d.title}" for d in report]
        return
    assert not list(report), "no warning either"
    rng = random.Random(f"{game} {names}")
    for order in orders_of(names, rng):
        other, _ = compiled(path, order)
        assert other is not None and digest(other) == digest(program)
        assert encode(other) == encode(program), "texts and places are the same too"
    low, high = program.players
    for seed in range(200 if LONG else 2):
        played = Game.new(program, low + seed % (high - low + 1), seed, events=False)
        given = random_play(played, rng, MOST_ANSWERS)
        assert played.over, f"seed {seed} goes on after {given} answers"


@pytest.mark.parametrize("game", GAMES)
def test_each_variant_alone_has_no_error(game: str) -> None:
    for name in variant_names(GAMES[game]):
        program, report = compiled(GAMES[game], (name,))
        needs = {found.code for found in report.errors} == {"R0407"}
        assert needs or (program is not None and not report.errors), name


def test_there_are_games_with_variants() -> None:
    assert len(GAMES) >= 3 and len(CASES) >= 12
