"""Barracuda: the fish against a second search, every coin and card accounted for, games on every floor."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from functools import cache
from itertools import combinations, cycle, pairwise, permutations, product
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.errors import PlayError, RuleError
from interpreter.game import Game
from interpreter.game.requests import NATURE
from rulelang.compile import compile_bundle
from rulelang.diagnostics import Report
from rulelang.ir.nodes import Program
from rulelang.loader import load, load_variants
from tests.helpers import compile_folder, definition, definition_folders, random_answer, random_play

FLOORS = ("first_game", "calm", "dangerous", "random")
NUMBERS = range(1, 7)
REPLACED = [(None, None), *((n, None) for n in NUMBERS), *combinations(NUMBERS, 2)]
TABLES = [*product((2, 3, 4), [()]), (4, ("teams",))]
VARIED_TABLES = [
    *product((2, 3, 4), [("house_wrecks",), ("ten_coins",), ("house_wrecks", "ten_coins")]),
    (4, ("house_wrecks", "teams")),
]
COLOURS = ("red", "blue", "yellow", "green")
ALL_GOLD = 60
LONGEST = 20_000  # answers; a game by chance takes about 150
SEEDS = st.integers(0, 2**32 - 1)
LONG = settings.get_current_profile_name() == "long"

Cell = tuple[int, int]


@cache
def with_variants(*names: str) -> Program:
    folder, report = definition_folders()["barracuda"], Report()
    bundle = load(folder, report)
    assert bundle is not None
    program = compile_bundle(bundle, report, load_variants(folder, names, report))
    assert program is not None and not report.errors
    return program


def number(name: str | None) -> int:
    """The number of a wreck: the digit in its name."""
    assert name is not None
    return int(name[1])


def track(game: Game, name: str, owner: str = "") -> str:
    value = game.view(0).track(name, owner).key
    assert value is not None
    return value


def floor(game: Game) -> dict[int, Cell]:
    zone = game.view(0).zone("floor")
    return {number(key): place for key, place in zip(zone.cards, zone.places, strict=True)}


# ---------------------------------------------------------------- a second opinion on ways


def touching(one: Cell, other: Cell) -> bool:
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1


def in_one_piece(cells: dict[int, Cell]) -> bool:
    seen = {min(cells)}
    for _ in cells:
        seen |= {n for n in cells if any(touching(cells[n], cells[m]) for m in seen)}
    return seen == set(cells)


def swum(cells: dict[int, Cell], start: int, target: int, far: int) -> int:
    """Where the fish ends: of all ways that there are the shortest, of these the one by high numbers."""
    others = [n for n in cells if n not in (start, target)]
    ways = [
        (start, *between, target)
        for length in range(len(others) + 1)
        for between in permutations(others, length)
    ]
    ways = [way for way in ways if all(touching(cells[a], cells[b]) for a, b in pairwise(way))]
    if start == target:
        return start
    shortest = min(len(way) for way in ways)
    way = max(way for way in ways if len(way) == shortest)
    return way[min(far, len(way) - 1)]


def swims(game: Game, rng: random.Random, limit: int) -> Iterator[tuple[int, int, int, int]]:
    """Plays with chance exposed; gives where the fish was, the target, how far, and where it is then."""
    far = 0
    for _ in range(limit):
        if game.over:
            return
        request = game.request()
        assert request is not None
        if request.player != NATURE:
            game.apply(*random_answer(game, rng))
            continue
        index = rng.randrange(len(request))
        rolled, asked = request.options[index].key, request.rule
        start = track(game, "barracuda")
        game.apply(index)
        if asked == "hunt":
            far = int(rolled)
        elif asked == "swim_by_dice":
            yield number(start), int(rolled), far, number(track(game, "barracuda"))


@pytest.mark.fuzz
@given(seed=SEEDS, players=st.integers(2, 4))
@settings(max_examples=2000 if LONG else 8)
def test_the_barracuda_swims_like_a_second_search_says(seed: int, players: int) -> None:
    game = Game.new(definition("barracuda"), players, seed, {"ocean_floor": "random"}, chance="exposed")
    rng = random.Random(seed)
    while game.deciding == (NATURE,):  # the floor is laid at random
        game.apply(*random_answer(game, rng))
    cells = floor(game)
    assert in_one_piece(cells)
    for start, target, far, end in swims(game, rng, 200):
        assert end == swum(cells, start, target, far)


@pytest.mark.parametrize("seed", range(6))
def test_a_led_barracuda_may_go_to_every_neighbour_and_nowhere_else(seed: int) -> None:
    rng = random.Random(seed)
    game = Game.new(definition("barracuda"), 2, seed, {"ocean_floor": "random"})
    cells, asked = floor(game), 0
    for _ in range(400):
        request = game.request()
        if request is None:
            break
        if request.rule == "swim_led":
            asked += 1
            here = cells[number(track(game, "barracuda"))]
            options = {option.key for option in request.options}
            assert options == {f"swim_to(b{n})" for n in cells if touching(cells[n], here)} | {"stay"}
        game.apply(*random_answer(game, rng))
    assert asked


# ---------------------------------------------------------------- floors


def test_random_floors_are_in_one_piece_and_of_many_shapes() -> None:
    shapes = set()
    for seed in range(100):
        cells = floor(Game.new(definition("barracuda"), 2, seed, {"ocean_floor": "random"}))
        assert set(cells) == set(NUMBERS) and in_one_piece(cells)
        left, low = (min(cell[axis] for cell in cells.values()) for axis in (0, 1))
        shapes.add(frozenset((column - left, row - low) for column, row in cells.values()))
    assert len(shapes) > 20


def test_drawn_floors_have_every_number_once_and_are_in_one_piece() -> None:
    text = (definition_folders()["barracuda"] / "layouts.yaml").read_text(encoding="utf-8")
    drawn = {name: rows for name, rows in yaml.safe_load(text).items() if rows}
    assert set(drawn) == set(FLOORS) - {"random"}
    for name, rows in drawn.items():
        lines = [rows.get(row, []) for row in ("lower", "middle", "upper")]
        cells = [(n, (x, y)) for y, line in enumerate(lines, 1) for x, n in enumerate(line, 1) if n]
        assert sorted(n for n, _ in cells) == list(NUMBERS)
        assert in_one_piece(dict(cells))
        assert floor(Game.new(definition("barracuda"), 2, 0, {"ocean_floor": name})) == dict(cells)


@pytest.mark.parametrize(
    ("upper", "middle", "line"),
    [
        ([6, 2, 5, 0], [0, 0, 0, 1, 3, 4], "count(groups in floor by beside) is 1"),
        ([6, 2, 0, 5], [1, 3, 0, 4], "count(groups in floor by beside) is 1"),
        ([6, 2, 5], [1, 3, 3], "count(floor) is 6"),
        ([6, 2, 5], [1, 3], "wrecks_drawn(ocean_floor) is 6"),
        ([6, 2, 5], [1, 3, 4, 1], "wrecks_drawn(ocean_floor) is 6"),
    ],
)
def test_a_floor_in_two_pieces_or_with_a_number_twice_is_refused(
    upper: list[int], middle: list[int], line: str, tmp_path: Path
) -> None:
    """Q2: people draw floors of their own."""
    folder = tmp_path / "barracuda"
    shutil.copytree(definition_folders()["barracuda"], folder)
    with (folder / "layouts.yaml").open("a", encoding="utf-8") as layouts:
        layouts.write(f"our_own:\n    upper: {upper}\n    middle: {middle}\n")
    program = compile_folder(folder)
    assert Game.new(program, 2, 0)  # the others are as good as ever
    with pytest.raises(RuleError) as refused:
        Game.new(program, 2, 0, {"ocean_floor": "our_own"})
    assert refused.value.site is not None
    number = refused.value.site[1]
    assert line in (folder / "game.rules").read_text(encoding="utf-8").splitlines()[number - 1]


# ---------------------------------------------------------------- gold and cards


GOLD = ("bag", "vault", "supply", "wreck.gold")


def check_gold(game: Game) -> None:
    """Read from the state itself: it is asked after every answer, and views take their time."""
    tracks = game.program.tracks
    names = [(tracks[number].name, owner) for number, owner in game.machine.layout.track_names]
    held = {key: value for key, value in zip(names, game.state.t, strict=True) if key[0] in GOLD}
    if "teams" in game.program.variants:  # both partners see the one vault
        assert all(held["vault", seat] == held.pop(("vault", seat + 1)) for seat in (0, 2))
    gold = [(name, value) for (name, _), value in held.items()]
    assert sum(value for _, value in gold) == ALL_GOLD
    assert max(value for name, value in gold if name == "wreck.gold") <= 4


def check_table(game: Game) -> None:
    """No gold on wreck 6; everybody has the own six cards in hand, in front or in the centre, one in hand."""
    view = game.view(0)
    assert (
        view.track("wreck.gold", next(str(c) for c in view.zone("floor").cards if number(c) == 6)).key == "0"
    )
    centre = view.zone("centre").cards
    for player, colour in enumerate(COLOURS[: game.setup.players]):
        owner = f"player{player + 1}"
        hand, front = view.zone("hand", owner).cards, view.zone("front", owner).cards
        own = [card for card in (*hand, *front, *centre) if str(card).startswith(colour)]
        assert sorted(map(str, own)) == sorted(f"{colour}_{c}" for c in (*range(1, 6), "barracuda"))
        assert len(hand) >= 1 and all(str(card).startswith(colour) for card in hand)


def check_whole_game(program: Program, players: int, seed: int, **options: Any) -> Game:
    game = Game.new(program, players, seed, options, events=False)
    rng = random.Random(seed)
    for _ in range(LONGEST):
        if game.over:
            break
        check_gold(game)
        if game.request().rule == "dive":  # type: ignore[union-attr]
            check_table(game)
        game.apply(*random_answer(game, rng))
    check_gold(game)
    assert game.result is not None and game.result.winners
    held = [card for zone in game.state.z for card in zone if card is not None]
    assert sorted(held) == list(range(game.program.components))
    return game


@pytest.mark.fuzz
@given(
    seed=SEEDS,
    players=st.integers(2, 4),
    ocean_floor=st.sampled_from(FLOORS),
    replaced=st.sampled_from(REPLACED),
    last_card=st.sampled_from(("at_once", "at_end_of_round")),
    variants=st.sampled_from(((), ("ten_coins",), ("teams",), ("house_wrecks",), ("house_wrecks", "teams"))),
)
@settings(max_examples=2000 if LONG else 12)
def test_gold_and_cards_are_never_lost(
    seed: int,
    players: int,
    ocean_floor: str,
    replaced: tuple[int | None, int | None],
    last_card: str,
    variants: tuple[str, ...],
) -> None:
    first, second = replaced
    check_whole_game(
        with_variants(*variants), 4 if "teams" in variants else players, seed,
        ocean_floor=ocean_floor, new_wreck=first, second_new_wreck=second, last_card=last_card,
    )  # fmt: skip


def test_the_best_vault_wins_at_the_goal() -> None:
    for variants, players, goal in ((), 3, 8), (("ten_coins",), 3, 10), (("teams",), 4, 12):
        for seed in range(3):
            game = check_whole_game(with_variants(*variants), players, seed)
            scores = game.scores
            assert scores is not None and max(scores) >= goal
            assert game.result is not None
            assert game.result.winners == tuple(p for p, score in enumerate(scores) if score == max(scores))
            if variants == ("teams",):
                assert game.result.winners in ((0, 1), (2, 3))


# ---------------------------------------------------------------- many games


def play_on(
    program: Program, players: int, seed: int, replaced: tuple[int | None, int | None], ocean_floor: str
) -> None:
    first, second = replaced
    chosen = {"ocean_floor": ocean_floor, "new_wreck": first or None, "second_new_wreck": second or None}
    game = Game.new(program, players, seed, chosen, events=False)
    cells = floor(game)
    assert set(cells) == set(NUMBERS) and in_one_piece(cells)
    cards = [str(card) for card in game.view(0).zone("floor").cards]
    new, house = ({number(card) for card in cards if card.startswith(pack)} for pack in "ah")
    assert new == {first, second} - house - {None}
    random_play(game, random.Random(seed), LONGEST)
    assert game.over


def test_games_with_every_replacement_of_wrecks() -> None:
    for seed, replaced in enumerate(REPLACED):
        play_on(definition("barracuda"), 2 + seed % 3, seed, replaced, FLOORS[seed % 4])


def named(part: Any) -> str | None:
    """A name for a case: the variants, or the numbers of the wrecks that are replaced."""
    return "+".join(map(str, part)) or "base" if isinstance(part, tuple) else None


@pytest.mark.fuzz
@pytest.mark.skipif(not LONG, reason="2,000 games for each number of players and replacement of wrecks")
@pytest.mark.parametrize("replaced", REPLACED, ids=named)
@pytest.mark.parametrize(("players", "variants"), TABLES, ids=named)
def test_thousands_of_games(
    players: int, variants: tuple[str, ...], replaced: tuple[int | None, int | None]
) -> None:
    """500 games on each floor; with all replacements, a floor gets 11,000 for each number of players."""
    for seed, ocean_floor in product(range(500), FLOORS):
        play_on(with_variants(*variants), players, seed, replaced, ocean_floor)


@pytest.mark.fuzz
@pytest.mark.skipif(not LONG, reason="2,000 games for each number of players and set of variants")
@pytest.mark.parametrize(("players", "variants"), VARIED_TABLES, ids=named)
def test_thousands_of_games_with_variants(players: int, variants: tuple[str, ...]) -> None:
    """Floors and replacements take turns, each pair of them at least 22 times."""
    every = cycle(product(FLOORS, REPLACED))
    for seed, (ocean_floor, replaced) in zip(range(2000), every, strict=False):
        play_on(with_variants(*variants), players, seed, replaced, ocean_floor)


# ---------------------------------------------------------------- what is refused, what is hidden


def test_nobody_sees_what_the_others_have_chosen() -> None:
    game = Game.new(definition("barracuda"), 3, 5)
    before = [game.view(player) for player in range(3)]
    game.apply("red_barracuda", 0)
    assert [game.view(p).zones for p in (1, 2)] == [before[p].zones for p in (1, 2)]
    assert [game.view(p).tracks for p in (1, 2)] == [before[p].tracks for p in (1, 2)]
    assert game.deciding == (1, 2)


def test_at_most_two_wrecks_are_replaced_and_by_their_own_number() -> None:
    """Q50, S48: a replacement is a number, so there is no way to ask for another wreck in its place."""
    with pytest.raises(PlayError):
        Game.new(definition("barracuda"), 2, 0, {"new_wreck": 7})
    with pytest.raises(PlayError):
        Game.new(definition("barracuda"), 2, 0, {"third_new_wreck": 1})


def test_a_team_has_two_players() -> None:
    """Q44."""
    for players in (2, 3):
        with pytest.raises(PlayError):
            Game.new(with_variants("teams"), players)


def test_the_team_game_has_its_own_goal() -> None:
    """Q46."""
    folder, report = definition_folders()["barracuda"], Report()
    bundle = load(folder, report)
    assert bundle is not None
    compile_bundle(bundle, report, load_variants(folder, ("teams", "ten_coins"), report))
    assert report.errors
