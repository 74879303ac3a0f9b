"""Deals and practice in native code are those of the reference, draw by draw.

Positions come from random games of every definition and recipe; from each of them both deal with the same
seeds, answer the same, play on by the same dice, and are asked what it is worth.
"""

from __future__ import annotations

import os

import pytest

from interpreter.bots.random_bot import RandomBot
from interpreter.errors import RuleError
from interpreter.game import Game
from interpreter.native.choosing import native_for
from interpreter.native.practice import NativePractice
from interpreter.practice import Practising
from rulelang.ir.nodes import Program
from tests.helpers import ROOT, all_definitions, compile_folder, small
from tests.native.answered import ANSWERED
from tests.native.lockstep import difference
from tests.properties.invented import CARDS, INVENTED

LONG = os.environ.get("RULELANG_FUZZ") == "long"
GAMES, POSITIONS, DEALS = (20, 60, 8) if LONG else (1, 12, 3)
LEAST = 0.97  # of the deals native code makes itself
RECIPES = sorted(folder for folder in (ROOT / "docs" / "cookbook").iterdir() if folder.is_dir())


def compare(program: Program, players: int) -> tuple[int, int]:
    """How many deals were compared, and how many of them native code made itself."""
    compared = own = 0
    for seed in range(GAMES):
        game, bot = Game.new(program, players, seed=seed, events=False), RandomBot(seed)
        for number in range(POSITIONS):
            if game.over:
                break
            who = game.deciding[(seed + number) % len(game.deciding)]
            native = native_for(game.machine.layout)
            assert native is not None
            mine = Practising(game.machine, game.state, who)
            other = NativePractice(native, game.machine, game.state, who)
            for deal in range(DEALS):
                found = mine.deal(deal)
                assert other.deal(deal) == found
                compared, own = compared + 1, own + other.dealt_here
                if found:
                    _same(mine, other, deal)
            for _ in range(3):
                if not game.over:
                    first = game.deciding[0]
                    game.apply(bot.choose(game, first), first)
    return compared, own


def _same(mine: Practising, other: NativePractice, seed: int) -> None:
    assert not (wrong := difference(mine.state, other.room)), wrong
    for step in range(3):
        asked, natively = mine.asked(), other.asked()
        assert (asked is None) == (natively is None)
        if asked is None or natively is None:
            break
        assert asked[:2] + asked[3:] == natively[:2] + natively[3:] and len(asked[2]) == len(natively[2])
        low = asked.several[0] if asked.several else 0
        answer = tuple(range(low)) if asked.several else (seed + step) % len(asked.options)
        try:
            mine.give(answer)
        except RuleError:
            with pytest.raises(RuleError):
                other.give(answer)
            return
        other.give(answer)
        assert mine.steps == other.steps
    # By chance, or the better of some answers until the turn has passed on.
    manner = ((20,), (6, 2, 3, False), (6, 1, 3, True))[seed % 3]
    try:
        dice = mine.play_on(seed, *manner)
    except RuleError:  # a deal agrees with what was seen, not with every promise of the rules
        with pytest.raises(RuleError):
            other.play_on(seed, *manner)
        return
    assert other.play_on(seed, *manner) == dice
    assert mine.outcome() == other.outcome() and mine.whose == other.whose and mine.steps == other.steps


@pytest.mark.parametrize("name", list(all_definitions()))
def test_every_game(name: str) -> None:
    program = all_definitions()[name]
    compared, own = compare(program, program.players[0])
    assert compared and own / compared > LEAST, f"native code made {own} of {compared} deals itself"


@pytest.mark.parametrize("folder", RECIPES, ids=lambda folder: folder.name)
def test_every_recipe(folder) -> None:  # type: ignore[no-untyped-def]
    program = compile_folder(folder)
    compare(program, program.players[0])


def test_tracks_that_lie_on_hidden_cards() -> None:
    """Those that nobody sees are drawn anew, the others go round."""
    compared, own = compare(small(CARDS + INVENTED["tracks of cards"], players="2 to 3"), 2)
    assert compared and own


@pytest.mark.parametrize("name", ANSWERED)
def test_what_was_decided_unseen(name: str) -> None:
    compared, own = compare(small(ANSWERED[name]), 2)
    assert compared and own >= compared / 2, f"native code made {own} of {compared} deals itself"
