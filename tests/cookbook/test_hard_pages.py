"""The hard recipes against models of their rules, written apart from the language in plain Python."""

from __future__ import annotations

import random
import re

import pytest

from interpreter.game import Game
from rulelang.compile import Bundle, compile_bundle
from rulelang.diagnostics import Report
from rulelang.render import render
from rulelang.source import Source
from tests.cookbook.test_cookbook import checked, text_of
from tests.helpers import keys, random_answer

Cell = tuple[int, int]
STRAIGHT = ((0, 1), (1, 0), (0, -1), (-1, 0))
SLANTED = ((1, 1), (1, -1), (-1, -1), (-1, 1))
LEAPS = tuple((a * x, b * y) for a, b in ((1, 2), (2, 1)) for x in (1, -1) for y in (1, -1))


def new(name: str, seed: int, players: int = 2) -> Game:
    program, _ = checked(name)
    assert program is not None
    return Game.new(program, players, seed=seed)


def board(game: Game, zone: str = "board", owner: str = "") -> dict[Cell, str]:
    view = game.view(0).zone(zone, owner)
    return dict(zip(view.places, (str(card).partition("#")[0] for card in view.cards), strict=True))


# ---------------------------------------------------------------- a game like chess


def goals(men: dict[Cell, str], here: Cell) -> set[Cell]:
    """Where a man can go on a board of five by five, its own king's danger left aside."""
    side, sort = men[here].split("_")
    ways = {"rook": STRAIGHT, "bishop": SLANTED, "king": STRAIGHT + SLANTED, "knight": LEAPS}[sort]
    found = set()
    for right, up in ways:
        column, row = here
        while True:
            column, row = column + right, row + up
            if not (0 < column <= 5 and 0 < row <= 5):
                break
            there = men.get((column, row), "")
            if not there.startswith(side):
                found.add((column, row))
            if there or sort in ("king", "knight"):
                break
    return found


def in_check(men: dict[Cell, str], side: str) -> bool:
    king = next(cell for cell, man in men.items() if man == f"{side}_king")
    return any(king in goals(men, cell) for cell, man in men.items() if not man.startswith(side))


def legal(men: dict[Cell, str], side: str) -> set[str]:
    found = set()
    for here, man in men.items():
        if man.startswith(side):
            for there in goals(men, here):
                after = {cell: other for cell, other in men.items() if cell != here} | {there: man}
                if not in_check(after, side):
                    found.add(f"go({man}, c{there[0]}r{there[1]})")
    return found


@pytest.mark.parametrize("seed", range(6))
def test_nobody_leaves_the_king_in_check(seed: int) -> None:
    game, rng = new("skirmish", seed), random.Random(seed)
    positions: list[tuple[str, frozenset[tuple[Cell, str]]]] = []
    for _ in range(60):
        if game.over:
            break
        men, side = board(game), ("white", "black")[game.deciding[0]]
        assert set(keys(game)) == legal(men, side)
        positions.append((side, frozenset(men.items())))
        game.apply(*random_answer(game, rng))
    if game.over:
        men = board(game)
        assert game.result is not None
        if game.result.reason == "checkmate":
            loser = ("white", "black")[1 - game.result.winners[0]]
            assert in_check(men, loser) and not legal(men, loser)
    assert max(positions.count(position) for position in positions) <= 3


# ---------------------------------------------------------------- capture and repetition


def after_laying(stones: dict[Cell, int], spot: Cell, player: int, size: int) -> dict[Cell, int]:
    stones = stones | {spot: player}
    for victim in (1 - player, player):
        dead = {
            cell for cell, owner in stones.items() if owner == victim and not breathes(stones, cell, size)
        }
        stones = {cell: owner for cell, owner in stones.items() if cell not in dead}
    return stones


def breathes(stones: dict[Cell, int], cell: Cell, size: int) -> bool:
    chain, waiting = {cell}, [cell]
    while waiting:
        column, row = waiting.pop()
        for right, up in STRAIGHT:
            there = (column + right, row + up)
            if not (0 < there[0] <= size and 0 < there[1] <= size):
                continue
            if there not in stones:
                return True
            if stones[there] == stones[cell] and there not in chain:
                chain.add(there)
                waiting.append(there)
    return False


@pytest.mark.parametrize("seed", range(4))
def test_no_position_comes_again_and_what_is_surrounded_is_taken(seed: int) -> None:
    game, rng, size = new("superko", seed), random.Random(seed), 4
    stones: dict[Cell, int] = {}
    seen = {frozenset(stones.items())}
    for _ in range(80):
        if game.over:
            break
        player = game.deciding[0]
        cells = [(column, row) for row in range(1, size + 1) for column in range(1, size + 1)]
        then = {cell: after_laying(stones, cell, player, size) for cell in cells if cell not in stones}
        allowed = {cell for cell, after in then.items() if frozenset(after.items()) not in seen}
        assert set(keys(game)) == {f"lay(c{c}r{r})" for c, r in allowed} | {"pass"}
        if allowed and rng.random() < 0.95:
            cell = rng.choice(sorted(allowed))
            game.apply(f"lay(c{cell[0]}r{cell[1]})")
            stones = then[cell]
            seen.add(frozenset(stones.items()))
        else:
            game.apply("pass")
        assert board(game) == {cell: f"player{owner + 1}" for cell, owner in stones.items()}


def test_what_if_and_groups_on_a_board_of_19_by_19() -> None:
    """Each decision imagines up to 361 moves, and stays within the steps that a decision may take."""
    text = text_of("superko").replace("number 3 to 9 default 4", "number 3 to 19 default 19")
    text = text.replace("81 copies", "361 copies")
    report = Report()
    program = compile_bundle(Bundle((Source("game.rules", text),), {}), report)
    assert program is not None and not report.found, render(report)
    game, rng, size = Game.new(program, 2), random.Random(19), 19
    stones: dict[Cell, int] = {}
    for _ in range(12):
        player, options = game.deciding[0], keys(game)
        assert len(options) == size * size - len(stones) + 1
        column, row = (rng.randrange(1, 20), rng.randrange(1, 20))
        if (column, row) in stones:
            continue
        game.apply(f"lay(c{column}r{row})")
        stones = after_laying(stones, (column, row), player, size)
    assert board(game) == {cell: f"player{owner + 1}" for cell, owner in stones.items()}


# ---------------------------------------------------------------- connections and routes


@pytest.mark.parametrize("seed", range(6))
def test_the_winner_on_hexagons_has_an_unbroken_chain(seed: int) -> None:
    game, rng = new("hexagons", seed), random.Random(seed)
    while not game.over:
        assert not any(chained(board(game), player) for player in range(2))
        game.apply(*random_answer(game, rng))
    assert game.result is not None
    (winner,) = game.result.winners
    assert chained(board(game), winner)


def chained(stones: dict[Cell, str], player: int, size: int = 5) -> bool:
    mine = {cell for cell, owner in stones.items() if owner == f"player{player + 1}"}
    found = {cell for cell in mine if cell[player] == 1}
    waiting = list(found)
    while waiting:
        column, row = waiting.pop()
        for right, up in ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)):
            there = (column + right, row + up)
            if there in mine and there not in found:
                found.add(there)
                waiting.append(there)
    return any(cell[player] == size for cell in found)


@pytest.mark.parametrize("seed", range(6))
def test_everybody_sees_all_hands_but_their_own(seed: int) -> None:
    """And no clue, option or event tells a player more than the clue itself."""
    game, rng = new("clues", seed, 3), random.Random(seed)
    for _ in range(25):
        if game.over:
            break
        for player in range(3):
            for owner in range(3):
                hand = game.view(player).zone("hand", f"player{owner + 1}").cards
                assert all((card is None) is (player == owner) for card in hand)
        asked = game.deciding[0]
        own = [key for key in keys(game) if re.match(r"launch|drop", key)]
        count = len(game.view(asked).zone("hand", f"player{asked + 1}").cards)
        assert own == [f"{word}({n})" for word in ("launch", "drop") for n in range(1, count + 1)]
        game.apply(*random_answer(game, rng))
