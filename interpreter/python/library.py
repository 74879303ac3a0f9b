"""What expressions call: ends of lists, orders, grids, ways. Small pure functions on plain data."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from interpreter.errors import RuleError
from rulelang.types import LARGEST_NUMBER, MOST

__all__ = [
    "after",
    "at",
    "before",
    "distance",
    "divide",
    "extremes",
    "few",
    "first_of",
    "firsts_of",
    "last_of",
    "lasts_of",
    "modulo",
    "nearest",
    "neighbours",
    "one",
    "open_places",
    "place",
    "reachable",
    "seat",
    "span",
    "step",
    "steps",
    "union",
    "whole",
    "within",
    "without",
]
FEW = 16  # elements that are looked through one by one
Neighbours = Callable[[Any], Sequence[Any]]


def first_of(items: Sequence[Any]) -> Any:
    return items[0] if items else None


def last_of(items: Sequence[Any]) -> Any:
    return items[-1] if items else None


def firsts_of(items: Sequence[Any], amount: int) -> list[Any]:
    return list(items[: max(0, amount)])


def lasts_of(items: Sequence[Any], amount: int) -> list[Any]:
    """From the end: the topmost of a pile comes first."""
    return list(items[: -amount - 1 : -1]) if amount > 0 else []


def before(items: Sequence[Any], item: Any) -> Sequence[Any]:
    return items[: items.index(item)] if item in items else ()


def after(items: Sequence[Any], item: Any) -> Sequence[Any]:
    return items[items.index(item) + 1 :] if item in items else ()


def at(items: Sequence[Any], index: int) -> Any:
    if not 0 <= index < len(items):
        raise RuleError(f"there is no place {index} in a list of {len(items)}")
    return items[index]


def within(value: int, low: int, high: int, name: str) -> int:
    if not low <= value <= high:
        raise RuleError(f"`{name}` would be {value}, but its range is {low} to {high}")
    return value


def few(items: Sequence[Any], most: int, name: str) -> Sequence[Any]:
    if len(items) > most:
        raise RuleError(f"`{name}` would have {len(items):,} elements, but it holds at most {most:,}")
    return items


def whole(value: int) -> int:
    if not -LARGEST_NUMBER <= value <= LARGEST_NUMBER:
        raise RuleError(f"a number would be {value:,}, but numbers stay below {LARGEST_NUMBER:,}")
    return value


def seat(players: int, number: int) -> int:
    if not 1 <= number <= players:
        raise RuleError(f"there is no seat {number} in a game of {players}")
    return number - 1


def span(low: int, high: int) -> range:
    if high - low >= MOST:
        raise RuleError(f"the range {low} to {high} is too long; at most {MOST:,} numbers are possible")
    return range(low, high + 1)


def one(item: Any) -> tuple[Any, ...]:
    return () if item is None else (item,)


def union(left: Iterable[Any], right: Sequence[Any]) -> list[Any]:
    found = list(left)
    known = found if len(found) <= FEW else set(found)
    found += [item for item in right if item not in known]
    if len(found) > MOST:
        raise RuleError(f"{len(found):,} elements would be joined in one set; at most {MOST:,} are possible")
    return found


def without(left: Iterable[Any], right: Sequence[Any]) -> list[Any]:
    known = right if len(right) <= FEW else set(right)
    return [item for item in left if item not in known]


def extremes(items: Iterable[Any], key: Callable[[Any], int], highest: bool) -> list[Any]:
    keyed = [(key(item), item) for item in items]
    if not keyed:
        return []
    best = max(k for k, _ in keyed) if highest else min(k for k, _ in keyed)
    return [item for k, item in keyed if k == best]


def divide(left: int, right: int, up: bool) -> int:
    if right == 0:
        raise RuleError("nothing can be divided by 0")
    return -(-left // right) if up else left // right


def modulo(left: int, right: int) -> int:
    if right == 0:
        raise RuleError("nothing can be divided by 0")
    return left % right


# ---------------------------------------------------------------- grids
# Places count from 0, row by row from the bottom: north is one row further, east one column further.


def step(width: int, height: int, place: int | None, direction: int) -> int | None:
    if place is None:
        return None
    row, column = divmod(place, width)
    row += (1, 0, -1, 0)[direction]
    column += (0, 1, 0, -1)[direction]
    return row * width + column if 0 <= row < height and 0 <= column < width else None


def neighbours(width: int, height: int, place: int | None) -> list[int]:
    found = (step(width, height, place, direction) for direction in range(4))
    return [other for other in found if other is not None]


def place(width: int, height: int, column: int, row: int) -> int | None:
    return (row - 1) * width + column - 1 if 0 < column <= width and 0 < row <= height else None


def open_places(width: int, height: int, cells: Sequence[Any]) -> list[int]:
    found = {
        other
        for spot, held in enumerate(cells)
        if held is not None
        for other in neighbours(width, height, spot)
        if cells[other] is None
    }
    return sorted(found)


# ---------------------------------------------------------------- ways


def _distances(beside: Neighbours, start: Any, goal: Any = None) -> dict[Any, int]:
    """Steps from the start to everything that can be reached, nearest first; stops at the goal."""
    found = {start: 0}
    queue = [start]
    for here in queue:
        if here == goal:
            break
        for other in beside(here):
            if other not in found:
                found[other] = found[here] + 1
                queue.append(other)
        if len(found) > MOST:
            raise RuleError(f"more than {MOST:,} things can be reached from here, and no set may have more")
    return found


def reachable(beside: Neighbours, start: Any) -> list[Any]:
    return list(_distances(beside, start)) if start is not None else []


def distance(beside: Neighbours, start: Any, goal: Any) -> int | None:
    return None if start is None or goal is None else _distances(beside, start, goal).get(goal)


def steps(beside: Neighbours, start: Any, goal: Any) -> list[Any]:
    """The neighbours of the start that lie on a shortest way to the goal."""
    far = distance(beside, start, goal)
    if far is None or far == 0:
        return []
    return [other for other in beside(start) if distance(beside, other, goal) == far - 1]


def nearest(beside: Neighbours, start: Any, goals: Sequence[Any]) -> list[Any]:
    if start is None:
        return []
    found = _distances(beside, start)
    near = [(found[goal], goal) for goal in goals if goal in found]
    best = min((far for far, _ in near), default=0)
    return [goal for far, goal in near if far == best]
