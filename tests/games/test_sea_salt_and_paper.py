"""What scenarios cannot say about Sea Salt & Paper: scoring against brute force, leaks, whole games."""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest

from interpreter.errors import PlayError
from interpreter.game import Game
from interpreter.scenarios.placing import Placing
from rulelang.ir.nodes import Program
from rulelang.ir.script import Step
from rulelang.types import Rec
from tests.helpers import definition, random_answer, random_play

NAME = "sea_salt_and_paper"
LONG = os.environ.get("RULELANG_FUZZ") == "long"
CARDS = 58
SIDES = ("left_pile", "right_pile")


@pytest.fixture(scope="module")
def program() -> Program:
    return definition(NAME)


def value(game: Game, name: str) -> Callable[..., Any]:
    """A value of the definition as a function of its parameters."""
    number = next(i for i, value in enumerate(game.program.values) if value.name == name)
    function = game.machine.values[number]
    return lambda *args: function(game.state, None, *args)


# ---------------------------------------------------------------- scoring, a second time


def looks(program: Program) -> list[tuple[str, str]]:
    """The shape and the colour of every card."""
    printed = {column.name: column.values for column in program.record("card").columns}
    shapes, colours = program.record("shape").names, program.kind("colour").words
    return [(shapes[s], colours[c]) for s, c in zip(printed["shape"], printed["colour"], strict=True)]


def laid_pairs(shapes: list[str]) -> int:
    """Puts pairs aside as long as there are any."""
    left, pairs = list(shapes), 0
    for first, second in (("crab", "crab"), ("boat", "boat"), ("fish", "fish"), ("shark", "swimmer")):
        while first in left and second in left and (first != second or left.count(first) > 1):
            left.remove(first)
            left.remove(second)
            pairs += 1
    return pairs


def collected(shapes: list[str]) -> int:
    def points(shape: str, each: int, first: int) -> int:
        amount = shapes.count(shape)
        return first + each * (amount - 1) if amount else 0

    return points("shell", 2, 0) + points("octopus", 3, 0) + points("penguin", 2, 1) + points("anchor", 5, 0)


def multiplied(shapes: list[str]) -> int:
    bonus = {
        "lighthouse": ("boat", 1),
        "shoal": ("fish", 1),
        "penguin_family": ("penguin", 2),
        "captain": ("anchor", 3),
    }
    return sum(by for card in shapes if card in bonus for other in shapes if other == bonus[card][0]
               for by in [bonus[card][1]])  # fmt: skip


def best_assignment(shapes: list[str], colours: list[str]) -> int:
    """Tries every way to give each mermaid a colour of its own; a colour that one has not is worth 0."""
    mermaids, amounts = shapes.count("mermaid"), list(Counter(colours).values())
    return max(sum(way) for way in combinations(amounts + [0] * mermaids, mermaids))


def brute_force(cards: list[tuple[str, str]]) -> int:
    shapes, colours = [shape for shape, _ in cards], [colour for _, colour in cards]
    return laid_pairs(shapes) + collected(shapes) + multiplied(shapes) + best_assignment(shapes, colours)


def holdings(program: Program, amount: int, seed: int) -> list[tuple[int, ...]]:
    """Random cards; in half of the cases mermaids are among them for sure."""
    rng = random.Random(seed)
    mermaids = [c for c, (shape, _) in enumerate(looks(program)) if shape == "mermaid"]
    found = []
    for _ in range(amount):
        cards = set(rng.sample(range(CARDS), rng.randint(0, 24)))
        if rng.random() < 0.5:
            cards |= set(rng.sample(mermaids, rng.randint(1, 4)))
        found.append(tuple(sorted(cards)))
    return found


def test_cards_are_worth_what_brute_force_finds(program: Program) -> None:
    look = looks(program)
    worth = value(Game.new(program, 2, 0), "worth")
    seen = Counter()
    for cards in holdings(program, 10_000, 1):
        expected = brute_force([look[card] for card in cards])
        assert worth(cards) == expected, [look[card] for card in cards]
        seen[expected] += 1
    assert len(seen) > 40


def test_hand_and_table_count_together(program: Program) -> None:
    look, names = looks(program), program.record("card").names
    rng = random.Random(2)
    for cards in holdings(program, 300, 3):
        game = Game.new(program, 2, 0, backend="python")
        on_table = [card for card in cards if rng.random() < 0.4]
        in_hand = [card for card in cards if card not in on_table]
        keys = [game.words.key(Rec("card"), card) for card in range(len(names))]
        site = ("", 0, 0)
        given = [
            Step("zone", ("hand", "player 1", tuple(keys[c] for c in in_hand)), "", site),
            Step("zone", ("laid", "player 1", tuple(keys[c] for c in on_table)), "", site),
        ]
        Placing(game.machine, game.state, game.words).lay_out(given)
        assert value(game, "points")(0) == brute_force([look[card] for card in cards])
        longest = max(Counter(look[card][1] for card in cards).values(), default=0)
        assert value(game, "colour_bonus")(0) == longest


# ---------------------------------------------------------------- what nobody may see


def same_for(player: int, game: Game, seed: int) -> None:
    sample = game.sample(player, seed)
    assert sample.view(player) == game.view(player)
    mine, theirs = game.request(player), sample.request(player)
    assert (mine is None) == (theirs is None)
    if mine is not None and theirs is not None:
        assert [option.label for option in mine.options] == [option.label for option in theirs.options]
        assert mine.prompt == theirs.prompt


def piles_are_closed(game: Game) -> None:
    """Lower cards are seen by nobody, but by the one who looks through a pile at this moment."""
    request = game.request()
    searching = request is not None and request.name == "effect for crabs.taken"
    for player in range(game.setup.players):
        view = game.view(player)
        open_piles = 0
        for side in SIDES:
            cards = view.zone("discard", side).cards
            assert not cards or cards[-1] is not None
            open_piles += any(cards[:-1])
        assert open_piles <= (1 if searching and game.deciding == (player,) else 0)


@pytest.mark.fuzz
@pytest.mark.parametrize("players", [2, 3, 4])
def test_nothing_hidden_changes_what_a_player_sees_or_may_do(program: Program, players: int) -> None:
    for seed in range(334 if LONG else 6):
        rng = random.Random(seed)
        game = Game.new(program, players, seed)
        while not game.over:
            same_for(rng.randrange(players), game, rng.randrange(1 << 30))
            piles_are_closed(game)
            random_play(game, rng, 1 if rng.random() < 0.5 else 6)


def played_until(program: Program, players: int, seed: int, question: str) -> Game | None:
    """A random game that waits for the answer to a question, if it comes to that."""
    rng, game = random.Random(seed), Game.new(program, players, seed)
    while (request := game.request()) is not None and request.name != question:
        answer, player = random_answer(game, rng)
        game.apply(answer, player)
    return None if game.over else game


def test_only_thief_and_victim_are_told_what_was_stolen(program: Program) -> None:
    thefts = 0
    for seed in range(10):
        game = played_until(program, 3, seed, "effect for swimmer_and_shark.foe")
        if game is None:
            continue
        thief, before = game.deciding[0], game.event_count
        request = game.request()
        assert request is not None
        victim = int(request.options[0].key.removeprefix("player")) - 1
        game.apply(0)
        told = [[e.text for e in game.events(before, p) if e.kind == "move"][:1] for p in range(3)]
        assert told[thief] == told[victim]
        third = told[3 - thief - victim]
        assert third and third != told[thief] and third[0].startswith("a card:")
        thefts += 1
    assert thefts > 2


# ---------------------------------------------------------------- whole games


def conserved(game: Game) -> None:
    assert sorted(card for zone in game.state.z for card in zone) == list(range(CARDS))


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("settings", [{}, {"one_round": True}, {"target": 5}], ids=str)
def test_random_games_end_with_a_winner(
    program: Program, players: int, settings: dict[str, int | bool]
) -> None:
    needed = settings.get("target") or {2: 40, 3: 35, 4: 30}[players]
    starters = set()
    for seed in range(2000 if LONG else 20):
        rng = random.Random(seed)
        game = Game.new(program, players, seed, settings, events=False)
        starters.add(game.state.active)
        totals, last = [0] * players, (0,) * players
        while not game.over:
            answer, player = random_answer(game, rng)
            game.apply(answer, player)
            scores = game.scores
            assert scores is not None
            if scores != last:
                conserved(game)
                assert all(new >= old for new, old in zip(scores, last, strict=True))
                totals, last = list(scores), scores
        result = game.result
        assert result is not None
        if result.reason == "four_mermaids":
            assert len(result.winners) == 1
        elif result.reason == "draw":
            assert "one_round" in settings and max(totals) == 0
        else:
            assert "one_round" in settings or max(totals) >= needed
            assert {totals[winner] for winner in result.winners} == {max(totals)}
    assert starters == set(range(players))


@pytest.mark.parametrize("players", [1, 5])
def test_two_to_four_play(program: Program, players: int) -> None:
    with pytest.raises(PlayError):
        Game.new(program, players, 0)
