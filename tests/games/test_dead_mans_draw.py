"""Dead Man's Draw: random games of every kind keep their cards in order; a second opinion on the winner."""

from __future__ import annotations

import os
import random
from fractions import Fraction
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

from interpreter.errors import PlayError
from interpreter.game import Game
from interpreter.game.requests import NATURE
from interpreter.knowledge.views import View
from rulelang.compile import compile_bundle
from rulelang.diagnostics import Report
from rulelang.ir.nodes import Program
from rulelang.loader import load, load_variants, variant_names
from tests.helpers import ROOT, random_answer

FOLDER: Path = ROOT / "gamedefs" / "dead_mans_draw"
LONG = os.environ.get("RULELANG_FUZZ") == "long"
VARIANTS = tuple(variant_names(FOLDER))
PAIRS = list(combinations(VARIANTS, 2))
TABLES = [
    {},
    {"characters": "chosen"},
    {"characters": "left_out"},
    {"anchor_combo": "yes", "refuse_protected": "yes"},
]


@cache
def program(*variants: str) -> Program:
    report = Report()
    bundle = load(FOLDER, report)
    assert bundle is not None
    found = compile_bundle(bundle, report, load_variants(FOLDER, list(variants), report))
    assert found is not None and not report.errors
    return found


# ---------------------------------------------------------------- a second opinion


def cards(view: View, zone: str, owner: str = "") -> list[tuple[str, int]]:
    """The suits and values in an open zone."""
    keys = [str(key).partition("#")[0] for key in view.zone(zone, owner).cards]
    return [(suit, int(value)) for suit, _, value in (key.rpartition("_") for key in keys)]


def expected_score(view: View, player: int, variants: tuple[str, ...]) -> int:
    bank = cards(view, "bank", f"player{player + 1}")
    persona = [str(key).partition("#")[0] for key in view.zone("persona", f"player{player + 1}").cards]
    mermaid = 5 if persona == ["golden_scales"] else 0
    stacks: dict[str, list[int]] = {}
    for suit, value in bank:
        stacks.setdefault(suit, []).append(value + (mermaid if suit == "mermaid" else 0))
    every = "pile_o_treasure" in variants
    total = sum(sum(stack) if every else max(stack) for stack in stacks.values())
    return total - (5 * (10 - len(stacks)) if "all_hands_on_deck" in variants else 0)


def expected_winners(game: Game, variants: tuple[str, ...]) -> tuple[int, ...]:
    view, players = game.view(0), range(game.setup.players)
    scores = [expected_score(view, p, variants) for p in players]
    allowed = [p for p in players if "beneath_the_waves" not in variants or scores[p] < 60]
    if "sudden_death" in variants and any(scores[p] >= 50 for p in allowed):
        return tuple(p for p in allowed if scores[p] >= 50)
    ranked = {p: (scores[p], view.zone("bank", f"player{p + 1}").count) for p in allowed}
    best = [p for p in allowed if ranked[p] == max(ranked.values())]
    return tuple(best) if len(best) == 1 else ()


def check_table(game: Game, variants: tuple[str, ...], total: int) -> None:
    """What holds at every decision."""
    lying = [card for zone in game.state.z for card in zone]
    assert sorted(lying) == list(range(game.program.components)), "each component lies in one place"
    view = game.view(0)
    loot = [z for z in view.zones if z.name in ("deck", "discard", "row", "bank")]
    assert sum(zone.count for zone in loot) == total
    row = cards(view, "row")
    marks = [value if "strange_lands" in variants else suit for suit, value in row]
    assert len(marks) == len(set(marks)), "nothing in the row clashes"
    request = game.request()
    if request is not None and request.rule == "draw_or_loot":
        owing = int(view.track("debt").key or 0) > 0 and view.zone("deck").count > 0
        offered = {option.key for option in request.options}
        assert ("loot" in offered) is not owing
        assert ("draw" in offered) is (view.zone("deck").count > 0)


def play(variants: tuple[str, ...], players: int, seed: int, table: dict[str, str]) -> None:
    game = Game.new(program(*variants), players, seed, table, events=False, forced="ask")
    rng = random.Random(seed)
    total = 120 if "party" in variants else 60
    for step in range(3000):
        if game.over:
            break
        if step % 7 == seed % 7:
            check_table(game, variants, total)
        answer, player = random_answer(game, rng)
        game.apply(answer, player)
    check_table(game, variants, total)
    assert game.result is not None, "the game comes to an end"
    view = game.view(0)
    assert game.scores == tuple(expected_score(view, p, variants) for p in range(players))
    assert game.result.winners == expected_winners(game, variants)


# ---------------------------------------------------------------- many games


@pytest.mark.fuzz
@pytest.mark.parametrize("players", range(2, 9))
def test_every_number_of_players(players: int) -> None:
    variants = ("party",) if players > 4 else ()
    for seed in range(2000 if LONG else 12):
        play(variants, players, seed, TABLES[seed % len(TABLES)])


@pytest.mark.fuzz
@pytest.mark.parametrize("variant", VARIANTS)
def test_every_variant(variant: str) -> None:
    low, high = program(variant).players
    for seed in range(2000 * (high - low + 1) if LONG else 9):
        play((variant,), low + seed % (high - low + 1), seed, TABLES[seed % len(TABLES)])


@pytest.mark.fuzz
@pytest.mark.parametrize("pair", PAIRS if LONG else PAIRS[::7], ids="+".join)
def test_pairs_of_variants(pair: tuple[str, str]) -> None:
    low, high = program(*pair).players
    for seed in range(500 if LONG else 4):
        play(pair, low + seed % (high - low + 1), seed, {})


@pytest.mark.fuzz
def test_all_variants_at_once() -> None:
    for seed in range(500 if LONG else 7):
        play(VARIANTS, 2 + seed % 7, seed, TABLES[seed % len(TABLES)])


# ---------------------------------------------------------------- the start


@pytest.mark.parametrize(("variants", "wrong"), [((), 1), ((), 5), (("party",), 1), (("party",), 9)])
def test_the_number_of_players_is_checked(variants: tuple[str, ...], wrong: int) -> None:
    with pytest.raises(PlayError):
        Game.new(program(*variants), wrong)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_begins_with_the_same_odds(players: int) -> None:
    game = Game.new(program(), players, settings={"characters": "left_out"}, chance="exposed")
    request = game.request()
    assert request is not None and request.player == NATURE
    assert [option.probability for option in request.options] == [Fraction(1, players)] * players
    starters = set()
    for option in request.options:
        begun = game.copy()
        begun.apply(option.index, NATURE)
        starters.add(begun.view(0).active)
    assert starters == set(range(players))


def test_every_variant_is_listed_once() -> None:
    assert len(VARIANTS) == 9 and len(PAIRS) == 36


# ---------------------------------------------------------------- the size of the definition


def test_the_rules_stay_short() -> None:
    def size(file: Path) -> int:
        lines = (line.strip() for line in file.read_text(encoding="utf-8").splitlines())
        return sum(1 for line in lines if line and not line.startswith("#"))

    assert size(FOLDER / "game.rules") <= 150
    characters = [f for f in (FOLDER / "characters").glob("*.rules") if f.stem != "casting"]
    assert len(characters) == 17
    assert max(size(file) for file in characters) <= 8


# ---------------------------------------------------------------- what is told


@pytest.mark.parametrize("variants", [(), ("mermaid_effect",)])
def test_the_help_does_not_promise_an_effect_of_every_suit(variants: tuple[str, ...]) -> None:
    """R49: mermaids have none. With the variant they have, and nothing that is said becomes wrong."""
    told = {language: dict(texts)["help.game"] for language, texts in program(*variants).strings}
    assert "Nearly every suit has an effect" in told["en"] and "Téměř každá barva má svůj efekt" in told["cs"]
    assert told.keys() == {"en", "cs"}
