"""How sure a number is: 95 % intervals from whole numbers that were counted.

In: counts and sums of whole numbers, which add up exactly in any order. Out: an estimate with the ends of its
interval. Shares have Wilson's interval, means Student's, the difference of two shares that were counted on
the same seeds Bonett and Price's, and the difference of means on the same seeds Student's again, over
the differences. All hold for few games too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf, sqrt

from attrs import frozen

CONFIDENCE = 1.959964  # standard deviations to each side: 95 %
_FEW = (inf, 12.706205, 4.302653, 3.182446)  # Student's quantile for 1, 2 and 3 degrees of freedom
QUANTILES = (("min", 0.0), ("p10", 0.1), ("p25", 0.25), ("median", 0.5), ("p75", 0.75), ("p90", 0.9),
             ("max", 1.0))  # fmt: skip
DIGITS = 6  # of what is written down


@frozen
class Estimate:
    """A number, and where the true one lies with 95 % confidence; without enough games, everywhere."""

    value: float
    low: float
    high: float

    @property
    def reach(self) -> float:
        """How far the true number may be away: to the farther end."""
        return max(self.high - self.value, self.value - self.low)

    @property
    def certain(self) -> bool:
        """Zero is not in the interval: the sign of a difference is beyond (this much) doubt."""
        return self.low > 0 or self.high < 0

    def to_data(self, name: str = "value") -> dict[str, float | None]:
        """For JSON, which knows no infinity: an end that is not known is null."""
        ends = {"low": self.low, "high": self.high}
        return {name: round(self.value, DIGITS)} | {
            end: None if abs(number) == inf else round(number, DIGITS) for end, number in ends.items()
        }


def wilson(wins: int, games: int, z: float = CONFIDENCE) -> tuple[float, float]:
    """The interval that holds the true share with 95 % confidence (or of `z` deviations), after Wilson."""
    if games == 0:
        return 0.0, 1.0
    share, square = wins / games, z**2
    middle = share + square / (2 * games)
    reach = z * sqrt(share * (1 - share) / games + square / (4 * games**2))
    whole = 1 + square / games
    low = 0.0 if wins == 0 else (middle - reach) / whole
    high = 1.0 if wins == games else (middle + reach) / whole
    return max(0.0, low), min(1.0, high)


def share(wins: int, games: int) -> Estimate:
    return Estimate(wins / games if games else 0.0, *wilson(wins, games))


def student(freedom: int) -> float:
    """The 97.5 % quantile of Student's distribution: the expansion of Fisher and Cornish from 4 on."""
    if freedom < len(_FEW):
        return _FEW[max(0, freedom)]
    z, n = CONFIDENCE, freedom
    terms = (
        z,
        (z**3 + z) / (4 * n),
        (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2),
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3),
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * n**4),
    )
    return sum(terms)


def mean(count: int, total: int, squares: int, scale: int = 1) -> Estimate:
    """The mean of whole numbers from their sum and the sum of their squares; all are divided by `scale`."""
    if count == 0:
        return Estimate(0.0, -inf, inf)
    middle = total / count / scale
    if count == 1:
        return Estimate(middle, -inf, inf)
    # Whole numbers until the last step: no digit is lost, however many games there are.
    spread = (count * squares - total * total) / (count * count * (count - 1))
    reach = student(count - 1) * sqrt(spread) / scale
    return Estimate(middle, middle - reach, middle + reach)


def paired_share(only_first: int, only_second: int, games: int) -> Estimate:
    """How much larger the second of two shares is, on the same games, after Bonett and Price (2012).

    A game in which both won, or neither, says nothing about the difference.
    """
    if games == 0:
        return Estimate(0.0, -1.0, 1.0)
    first, second = (only_first + 1) / (games + 2), (only_second + 1) / (games + 2)
    middle = second - first
    reach = CONFIDENCE * sqrt((first + second - middle**2) / (games + 2))
    value = (only_second - only_first) / games
    return Estimate(value, max(-1.0, middle - reach), min(1.0, middle + reach))


def quantile(values: Sequence[tuple[float, int]], part: float) -> float:
    """Of values with how often each came, in order: the smallest that has this part at or below it."""
    needed = part * sum(amount for _, amount in values)
    so_far = 0
    for value, amount in values:
        so_far += amount
        if so_far >= needed and amount:
            return value
    return values[-1][0]


def spread(counter: Mapping[int, int]) -> dict[str, float | None]:
    """The mean with its interval, and quantiles; nothing if nothing was counted."""
    values = sorted(counter.items())
    count = sum(counter.values())
    if not count:
        return {}
    total = sum(value * amount for value, amount in values)
    squares = sum(value * value * amount for value, amount in values)
    return mean(count, total, squares).to_data("mean") | {
        name: quantile(values, part) for name, part in QUANTILES
    }
