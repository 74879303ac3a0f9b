"""Many games at once are the same games, seen and numbered in the same way."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import numpy as np
import pytest

import rulelang
from interpreter.adapters.arrays import mask, row
from interpreter.adapters.asking import Table
from interpreter.adapters.many import ManyGames, _Fresh
from interpreter.adapters.many_rows import Together
from interpreter.game import Game
from interpreter.native.choosing import native_for
from interpreter.native.shapes import NotNative
from rulelang import learn
from rulelang.front import Program
from rulelang.ir.nodes import Program as Rules
from tests.helpers import small
from tests.properties.twins import chosen_otherwise, definitions, played, twins

NAMES = tuple(definitions())
every_definition = pytest.mark.parametrize("name", NAMES)
GAMES = 3


class Apart:
    """The same games, each at a table of its own."""

    def __init__(self, program: Rules, players: int, seed: int) -> None:
        self.program, self.players = program, players
        self.seeds = [seed + number for number in range(GAMES)]
        self.tables = [self._started(number) for number in range(GAMES)]

    def _started(self, number: int) -> Table:
        while True:
            table = Table(Game.new(self.program, self.players, self.seeds[number], events=False))
            if not table.game.over:
                return table
            self.seeds[number] += GAMES

    def step(self, number: int, action: int) -> tuple[float, ...] | None:
        table = self.tables[number]
        table.act(table.deciding[0], action)
        if not table.game.over:
            return None
        self.seeds[number] += GAMES
        self.tables[number] = self._started(number)
        return table.game.returns()


def play_both(many: ManyGames, apart: Apart, steps: int, rng: random.Random) -> int:
    """Compares all that a learner gets; how many games ended."""
    ended = 0
    for _ in range(steps):
        rows, masks = many.rows(), many.masks()
        chosen = []
        for number, table in enumerate(apart.tables):
            seat = table.deciding[0]
            assert many.seats[number] == seat
            assert np.array_equal(masks[number], mask(table, seat))
            assert np.allclose(rows[number], row(table, seat), rtol=0, atol=1e-6)
            chosen.append(rng.choice(table.legal(seat)))
        rewards, over = many.step(np.array(chosen))
        for number, action in enumerate(chosen):
            found = apart.step(number, action)
            assert over[number] == (found is not None)
            assert tuple(rewards[number]) == tuple(np.float32(found or (0,) * many.players))
            ended += bool(over[number])
        assert many.seeds.tolist() == apart.seeds
    assert many.finished == ended
    return ended


@every_definition
def test_they_are_the_same_games(name: str) -> None:
    program = definitions()[name]
    for players in sorted(set(program.players)):
        many = ManyGames(program, GAMES, players, seed=11)
        play_both(many, Apart(program, players, 11), 40, random.Random(name))
        many.reset(11)
        play_both(many, Apart(program, players, 11), 3, random.Random(name))


def test_most_definitions_are_played_natively_and_written_together() -> None:
    """Otherwise the test above would say little."""
    found = [learn.many_games(name, 1) for name in rulelang.games()]
    assert all(many.backend == "native" for many in found)
    assert sum(isinstance(many._writer, Together) for many in found) >= len(found) - 2


@pytest.mark.parametrize("name", ["dead_mans_draw", "malacca", "kuhn_poker", "oshi_zumo"])
def test_what_native_code_leaves_is_played_by_the_reference(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    program, rng = definitions()[name], random.Random(2)
    many = ManyGames(program, GAMES, seed=4)
    native = many._native
    assert native is not None
    answer = native.answer

    def sometimes(*words: Any) -> int:
        return -9 if rng.random() < 0.1 else int(answer(*words))

    monkeypatch.setattr(native, "answer", sometimes)
    play_both(many, Apart(program, many.players, 4), 60, random.Random(3))
    assert any(lane.table is not None for lane in many._lanes) or many.finished


def test_without_a_compiler_it_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULELANG_BACKEND", "python")
    program = definitions()["lantern_walk"]
    many = ManyGames(program, GAMES, 3, seed=2)
    assert many.backend == "python"
    assert play_both(many, Apart(program, 3, 2), 60, random.Random(1)) > 0


def wide(count: int) -> Rules:
    """A grid with too many kinds of pieces for a cell each, whose size is a setting."""
    pieces = "".join(f"pawn p{number}:\n    rank: {number}\n" for number in range(1, count + 1))
    return small(f"""
setting size: number 4 to 20 default 20
card pawn:
    rank: number 1 to 99
{pieces}
zone box_of: set of pawn, public
zone board: grid size by size of pawn, public
setup:
    move every pawn to box_of
play:
    repeat {count} times:
        as seat(1):
            choose c from box_of
            choose spot from places(board) where it is empty
            move c to board at spot
""")


@pytest.mark.parametrize("size", [5, 20])
def test_a_large_grid_tells_columns_and_rows_in_every_size(size: int) -> None:
    program = wide(12)
    many = ManyGames(program, 1, None, {"size": size}, seed=1)
    table = Table(Game.new(program, None, 1, {"size": size}, events=False))
    rng = random.Random(size)
    part = next(p for p in learn.parts(Program(program), settings={"size": size}) if p.name == "board spots")
    assert isinstance(many._writer, Together)
    for _ in range(14):
        chosen = rng.choice(table.legal(0))
        many.step(np.array([chosen]))
        table.act(0, chosen)
        rows = many.rows()
        assert np.array_equal(rows[0], row(table, 0))
        board = table.game.view(0).zone("board")
        found = {
            f"p{piece + 1}": (round(20 * float(cells[1])) + 1, round(20 * float(cells[2])) + 1)
            for piece in range(12)
            if (cells := rows[0][part.first + 3 * piece :])[0]
        }
        assert found == dict(zip(board.cards, board.places, strict=True))
    assert found


# ---------------------------------------------------------------- secrets
def side_by_side(game: Game, twin: Game, player: int) -> list[tuple[bytes, bytes, int]]:
    """What a seat that decides gets of two positions, through native states."""
    many = ManyGames(game.program, 2, game.setup.players, dict(game.setup.settings))
    native = many._native
    assert native is not None
    fresh = _Fresh()
    for number, one in enumerate((game, twin)):
        state = one.state.plain.copy()
        pending = state.pending
        if pending[0] == "secret":  # each of them is asked as if alone
            state.pending = (pending[0], player, *pending[2:])
        native.encoder.fill(state, many._states.memory[number])
        assert native.list_options(many._at[number], many._room.engine) == 0
        assert many._settled(number, 1, fresh)
    many._note(fresh)
    rows, masks = many.rows(), many.masks()
    return [(rows[n].tobytes(), masks[n].tobytes(), int(many.seats[n])) for n in (0, 1)]


@every_definition
def test_rows_and_masks_tell_nothing_hidden(name: str) -> None:
    compared = 0
    for seed, steps in ((1, 0), (2, 6), (3, 25), (4, 52)):
        game = played(name, seed, steps)
        if game.over or native_for(game.machine.layout) is None:
            continue
        player = game.deciding[0]
        for twin in twins(game, player, 2, seed):
            try:
                one, two = side_by_side(game, twin, player)
            except NotNative:
                continue  # it has no room there, and the reference would play it
            assert one == two
            compared += 1
    for seed in range(6):
        pair = chosen_otherwise(name, seed, seed)
        if pair is not None and native_for(pair[0].machine.layout) is not None:
            one, two = side_by_side(*pair)
            assert one == two
            compared += 1
    assert compared or native_for(played(name, 1, 0).machine.layout) is None


def test_the_test_can_see_a_card_that_is_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """With everything known to everybody it fails."""
    write = Together.write

    def knows_all(self: Together, heads: Any, which: Any, seats: Any, out: Any) -> None:
        heads["known"][:] = 0xFFFF
        write(self, heads, which, seats, out)

    monkeypatch.setattr(Together, "write", knows_all)
    with pytest.raises(AssertionError):
        test_rows_and_masks_tell_nothing_hidden("kuhn_poker")


# ---------------------------------------------------------------- what is asked wrongly
@pytest.mark.parametrize(
    ("actions", "message"),
    [
        ([1, 1], "one action number for each of 3 games is needed"),
        ([1.0, 1.0, 1.0], "an array of integers; this one has the shape \\(3,\\) and the type float64"),
        ([1, 6, 1], r"in game 1 player 0 cannot take action 6 now; legal are 1 \(open_betting: check\)"),
        ([1, 1, 99], "in game 2 player 0 cannot take action 99 now"),
        ([-1, 1, 1], "in game 0 player 0 cannot take action -1 now"),
        ([0, 1, 1], "in game 0 player 0 cannot take action 0 now"),
        ("all", "one action number for each of 3 games is needed"),
    ],
)
def test_wrong_actions_get_sentences_and_change_nothing(actions: Any, message: str) -> None:
    many = learn.many_games("kuhn_poker", 3, seed=1)
    before = many.rows()
    with pytest.raises(rulelang.IllegalAnswer, match=message):
        many.step(actions)
    assert np.array_equal(before, many.rows()) and not many.finished
    many.step(np.array([1, 2, 1]))


@pytest.mark.parametrize("games", [0, -1, 1.5, 10**9, "two", True])
def test_a_wrong_number_of_games_gets_a_sentence(games: Any) -> None:
    with pytest.raises(rulelang.PlayError, match=r"1 to 100,000 games can be played at once"):
        learn.many_games("kuhn_poker", games)


@pytest.mark.parametrize("seed", [1 << 63, -(1 << 70), "x", 1.5])
def test_a_wrong_seed_gets_a_sentence(seed: Any) -> None:
    with pytest.raises(rulelang.PlayError, match=r"seeds of many games|a seed is a whole number"):
        learn.many_games("kuhn_poker", 2, seed=seed)


def test_they_cannot_be_sent_and_say_so() -> None:
    many = learn.many_games("kuhn_poker", 2)
    for send in (pickle.dumps, copy.deepcopy):
        with pytest.raises(rulelang.PlayError, match="cannot be copied or sent"):
            send(many)


def test_a_definition_that_asks_nobody_is_said() -> None:
    with pytest.raises(rulelang.PlayError, match="asked nobody anything"):
        learn.many_games(Program(small("play:\n    set trace to 1\n")), 2)


WRONG = """
track low: number 0 to 5 starting 0
play:
    repeat 9 times:
        as seat(1):
            may go: add 1 to low
"""


def test_a_rule_that_goes_wrong_names_its_seed_and_a_reset_mends_it() -> None:
    many = learn.many_games(Program(small(WRONG)), 2, seed=7)
    yes = many.legal(0)[0]
    with pytest.raises(rulelang.RuleError) as raised:
        for _ in range(9):
            many.step(np.array([yes + 1, yes]))
    assert raised.value.__notes__ == ["This was the game of seed 8."]
    with pytest.raises(rulelang.PlayError, match="`reset` with another seed begins anew"):
        many.step(np.array([yes, yes]))
    many.reset(1)
    many.step(np.array([yes, yes]))
