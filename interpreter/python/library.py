"""What expressions call: ends of lists, orders, grids, ways. Small pure functions on plain data."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import takewhile
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
    "groups",
    "last_of",
    "lasts_of",
    "leading",
    "longest_way",
    "modulo",
    "nearest",
    "once_each",
    "one",
    "reachable",
    "seat",
    "span",
    "steps",
    "union",
    "whole",
    "within",
    "within_or_none",
    "without",
]
FEW = 16  # elements that are looked through one by one
Neighbours = Callable[[Any], Sequence[Any]]


def first_of(items: Sequence[Any]) -> Any:
    return items[0] if items else None


def last_of(items: Sequence[Any]) -> Any:
    return items[-1] if items else None


def firsts_of(items: Sequence[Any], amount: int) -> Sequence[Any]:
    return items[:amount] if amount > 0 else ()


def lasts_of(items: Sequence[Any], amount: int) -> Sequence[Any]:
    """From the end: the topmost of a pile comes first."""
    return items[: -amount - 1 : -1] if amount > 0 else ()


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


def within_or_none(value: int | None, low: int, high: int, name: str) -> int | None:
    return None if value is None else within(value, low, high, name)


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
    if not right:
        return found
    known = set(found)
    for item in right:
        if item not in known:
            known.add(item)
            found.append(item)
    if len(found) > MOST:
        raise RuleError(f"{len(found):,} elements would be joined in one set; at most {MOST:,} are possible")
    return found


def without(left: Iterable[Any], right: Sequence[Any]) -> list[Any]:
    known = right if len(right) <= FEW else set(right)
    return [item for item in left if item not in known]


def once_each(items: list[Any]) -> list[Any]:
    """Each element once, where it came first."""
    return list(dict.fromkeys(items))


def leading(items: Sequence[Any], test: Callable[[Any], bool], inclusive: bool) -> list[Any]:
    """The first elements that pass, or those up to the first that does."""
    if not inclusive:
        return list(takewhile(test, items))
    found = []
    for item in items:
        found.append(item)
        if test(item):
            break
    return found


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


def groups(beside: Neighbours, items: Sequence[Any]) -> list[Any]:
    """The first element of each part whose elements reach each other inside the set."""
    left = dict.fromkeys(items)
    found = []
    while left:
        start = next(iter(left))
        found.append(start)
        del left[start]
        queue = [start]
        for here in queue:
            for other in beside(here):
                if other in left:
                    del left[other]
                    queue.append(other)
    return found


def longest_way(
    links: Sequence[Any],
    ends: Callable[[Any], Sequence[Any]],
    length: Callable[[Any], int],
    pay: Callable[[], None],
    is_path: bool = False,
) -> int:
    """How long a way can be that uses each link once, and a path that comes to each place once.

    Every link that is looked at is paid for, also one that is used already: between two places there may be
    hundreds.
    """
    joined = {link: tuple(ends(link)) for link in links}
    long = {link: length(link) for link in joined}
    at: dict[Any, list[Any]] = {}
    for link, both in joined.items():
        if len(both) == 2:
            for end in both:
                at.setdefault(end, []).append(link)
    best = 0
    used: set[Any] = set()

    def unused(rest: Iterator[Any]) -> Any:
        for link in rest:
            pay()
            if link not in used:
                return link
        return None

    for start in at:
        used.clear()
        visited = {start}
        stack: list[tuple[Any, int, Any, Any]] = [(start, 0, iter(at[start]), None)]
        while stack:
            here, far, rest, came = stack[-1]
            best = max(best, far)
            link = unused(rest)
            if link is None:
                stack.pop()
                used.discard(came)
                visited.discard(here)
                continue
            one, other = joined[link]
            there = other if one == here else one
            if is_path and there in visited:
                continue
            used.add(link)
            visited.add(there)
            stack.append((there, far + long[link], iter(at[there]), link))
    return best
