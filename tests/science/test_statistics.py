"""Intervals and ratings against known values, and against chance itself."""

from __future__ import annotations

import random
from math import inf, log10, sqrt

import pytest

from cli.science.intervals import Estimate, mean, paired_share, quantile, share, spread, student, wilson
from cli.science.ratings import Table, ratings
from cli.science.report.facts import Line, standing_out


def test_wilson() -> None:
    # Newcombe (1998), table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
    for wins, games, low, high in ((81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605),
                                   (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)):  # fmt: skip
        assert wilson(wins, games) == (pytest.approx(low, abs=5e-5), pytest.approx(high, abs=5e-5))
    assert wilson(10, 10)[1] == 1 and wilson(0, 0) == (0, 1)
    assert share(0, 0) == Estimate(0.0, 0.0, 1.0)


@pytest.mark.parametrize(
    ("freedom", "known"),
    [(1, 12.7062), (2, 4.3027), (3, 3.1824), (4, 2.7764), (5, 2.5706), (10, 2.2281), (30, 2.0423),
     (1000, 1.9623)],
)  # fmt: skip
def test_student(freedom: int, known: float) -> None:
    assert student(freedom) == pytest.approx(known, rel=1e-3)


def test_the_mean_is_students() -> None:
    values = [2, 4, 4, 4, 5, 5, 7, 9]  # mean 5, standard deviation of the sample 2.1381
    found = mean(8, sum(values), sum(v * v for v in values))
    assert found.value == 5
    assert found.high - 5 == pytest.approx(2.3646 * 2.13809 / sqrt(8), rel=1e-3)
    assert mean(1, 5, 25) == Estimate(5, -inf, inf) and mean(0, 0, 0).low == -inf
    # No digit is lost where floats would lose all of them.
    large = [10**9, 10**9 + 1, 10**9 + 2]
    found = mean(3, sum(large), sum(v * v for v in large))
    assert found.high - found.value == pytest.approx(4.302653 / sqrt(3), rel=1e-6)


def test_the_difference_of_paired_shares() -> None:
    # Bonett and Price (2012): (n12 + 1) and (n21 + 1) of n + 2. Here 43 pairs of which 8 and 3 differ.
    first, second, n = 9 / 45, 4 / 45, 45
    reach = 1.959964 * sqrt((first + second - (first - second) ** 2) / n)
    found = paired_share(3, 8, 43)
    assert found.value == pytest.approx(5 / 43)
    assert found.low == pytest.approx(first - second - reach) and found.high == pytest.approx(
        first - second + reach
    )
    assert paired_share(0, 0, 0) == Estimate(0.0, -1.0, 1.0)
    assert paired_share(8, 3, 43).value == -found.value and not found.certain


def coverage(times: int, once) -> float:
    return sum(once(random.Random(number)) for number in range(times)) / times


@pytest.mark.parametrize(("games", "chance"), [(20, 0.1), (60, 0.5), (200, 0.95)])
def test_wilson_holds_the_truth_about_as_often_as_it_says(games: int, chance: float) -> None:
    def once(rng: random.Random) -> bool:
        low, high = wilson(sum(rng.random() < chance for _ in range(games)), games)
        return low <= chance <= high

    assert 0.92 <= coverage(1500, once) <= 0.99


@pytest.mark.parametrize("games", [12, 80])
def test_paired_differences_hold_the_truth_about_as_often_as_they_say(games: int) -> None:
    """The second wins with 0.6 where the first wins with 0.5, and they hang together."""

    def once(rng: random.Random) -> bool:
        pairs = [(luck < 0.5, luck < 0.6) if rng.random() < 0.5 else (luck < 0.5, rng.random() < 0.6)
                 for luck in (rng.random() for _ in range(games))]  # fmt: skip
        found = paired_share(pairs.count((True, False)), pairs.count((False, True)), games)
        return found.low <= 0.1 <= found.high

    assert 0.92 <= coverage(1500, once) <= 0.99


def test_means_hold_the_truth_about_as_often_as_they_say() -> None:
    def once(rng: random.Random) -> bool:
        values = [rng.randint(1, 6) + rng.randint(1, 6) for _ in range(15)]
        found = mean(15, sum(values), sum(v * v for v in values))
        return found.low <= 7 <= found.high

    assert 0.93 <= coverage(1500, once) <= 0.97


def test_quantiles() -> None:
    values = [(1, 2), (5, 1), (9, 1)]
    assert [quantile(values, part) for part in (0, 0.5, 0.51, 0.75, 1)] == [1, 1, 5, 5, 9]
    alone = dict.fromkeys(("min", "p10", "p25", "median", "p75", "p90", "max"), 3)
    assert spread({}) == {} and spread({3: 1}) == {"mean": 3.0, "low": None, "high": None, **alone}


def test_of_many_things_none_stands_out_by_chance() -> None:
    rng = random.Random(7)
    found = 0
    for _ in range(300):
        lines = [Line(str(n), 100, sum(rng.random() < 0.5 for _ in range(100))) for n in range(40)]
        found += bool(standing_out(lines, 0.5))
    assert found <= 25  # 5 % of 300 are 15; without care it would be nearly all
    strong = [Line("strong", 100, 80), *(Line(str(n), 100, 50) for n in range(39))]
    assert [line.name for line in standing_out(strong, 0.5)] == ["strong"]


# ------------------------------------------------------------ ratings


def test_two_bots_are_as_far_apart_as_their_odds() -> None:
    found = ratings([Table(("a", "b"), {(0,): 749, (1,): 249})])  # and half a win each: 749.5 to 249.5
    assert found["a"].value - found["b"].value == pytest.approx(400 * log10(749.5 / 249.5))
    assert found["a"].value == pytest.approx(-found["b"].value)
    # The logit of 0.75 of 999 games has a standard error of 1 / sqrt(999 * 0.75 * 0.25): half for each.
    reach = 1.959964 * 0.5 / sqrt(999 * 0.7503 * 0.2497) * 400 / 2.302585
    assert found["a"].reach == pytest.approx(reach, rel=0.01)


def test_who_always_wins_has_a_rating_and_a_wide_interval() -> None:
    found = ratings([Table(("a", "b"), {(0,): 100})])
    assert 300 < found["a"].value < 1000 and found["a"].reach > 100
    even = ratings([Table(("a", "b"), {(): 100})])
    assert even["a"].value == pytest.approx(0) and even["a"].low < 0 < even["a"].high


def test_three_bots_in_a_ring_are_equal() -> None:
    found = ratings(
        [Table(("a", "b"), {(0,): 30}), Table(("b", "c"), {(0,): 30}), Table(("a", "c"), {(1,): 30})]
    )
    assert all(abs(estimate.value) < 1e-6 for estimate in found.values())


def test_ratings_hold_the_truth_about_as_often_as_they_say() -> None:
    """Four players at a table win with chances in proportion to 10 ** (rating / 400)."""
    truth = {"a": 150.0, "b": 30.0, "c": -60.0, "d": -120.0}
    weights = [10 ** (rating / 400) for rating in truth.values()]
    held = 0
    for seed in range(120):
        rng = random.Random(seed)
        wins = rng.choices(range(4), weights, k=200)
        found = ratings([Table(tuple(truth), {(n,): wins.count(n) for n in range(4)})])
        # What the pairs of one game say: who won beats three others, who lost draws with the other losers.
        expected = ratings([Table(tuple(truth), {(n,): round(10**6 * w / sum(weights))
                                                 for n, w in enumerate(weights)})])  # fmt: skip
        held += sum(found[b].low <= expected[b].value <= found[b].high for b in truth)
    assert held / (120 * 4) > 0.92
