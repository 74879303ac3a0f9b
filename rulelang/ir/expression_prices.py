"""What expressions cost, in steps.

In: an expression. Out: the steps that are paid for it when the code around it is entered, and for a loop over
a set that can be long the steps that are paid for each element when it runs. `prices` says what that means.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from rulelang.ir import expressions as ir
from rulelang.ir.roles import operands
from rulelang.types import MOST, most_of

if TYPE_CHECKING:
    from rulelang.ir.prices import Prices

SMALL = 1_000  # a loop of at most so many steps is paid for beforehand, as if it ran over all it can
KEPT = 100  # an element that a game keeps: 40 bytes, at 5 steps for 2 bytes
CALLED = 8  # a function of its own: a value, a search, what lies beside a place
SEARCHED = 2  # elements that are compared in a step, where that is all that happens to them

Price = Callable[[Any, "Prices"], int]


def _parts(node: Any) -> Iterator[ir.Expr]:
    for name, _ in operands(node):
        value = getattr(node, name)
        for item in value if isinstance(value, tuple) else (value,):
            if isinstance(item, ir.Expr):
                yield item


def plain(expr: ir.Expr, prices: Prices) -> int:
    """One step for itself, and what its parts cost."""
    return 1 + sum(prices.of(part) for part in _parts(expr))


# ---------------------------------------------------------------- loops


def loop(node: Any, sets: tuple[ir.Expr, ...], each: int, prices: Prices) -> int:
    """What a loop over these sets adds to the price of its node, and notes if it is paid for as it runs."""
    bound = sum(most_of(items.type) for items in sets) * each
    if bound <= SMALL:
        return bound
    prices.note(node, each)
    return 0


def _over(*names: str, own: int = 1) -> Price:
    """A loop over `items` in which the parts with these names are computed for each element."""

    def price(expr: Any, prices: Prices) -> int:
        inside = [part for name in names for part in _listed(getattr(expr, name))]
        each = own + sum(prices.of(part) for part in inside)
        outside = sum(prices.of(part) for part in _parts(expr) if not any(part is i for i in inside))
        return 1 + outside + loop(expr, (expr.items,), each, prices)

    return price


def _map(expr: ir.Map, prices: Prices) -> int:
    """A value for each of those that pass a test is one loop over all of them."""
    if not isinstance(expr.items, ir.Filter):
        return _plain_map(expr, prices)
    inner = expr.items
    each = 2 + prices.of(inner.test) + prices.of(expr.value)
    return 2 + prices.of(inner.items) + loop(expr, (inner.items,), each, prices)


def _listed(value: Any) -> tuple[ir.Expr, ...]:
    return value if isinstance(value, tuple) else (value,)


_plain_map = _over("value")


def _both(expr: ir.Union | ir.Without, prices: Prices) -> int:
    return plain(expr, prices) + loop(expr, (expr.left, expr.right), 2, prices)


def _membership(expr: ir.In | ir.NotIn, prices: Prices) -> int:
    if isinstance(expr.items, ir.Zone):  # every component knows where it lies
        owner = prices.of(expr.items.owner) if expr.items.owner is not None else 0
        return 1 + prices.of(expr.item) + owner
    return plain(expr, prices) + loop(expr, (expr.items,), 1, prices)


def _gather(expr: ir.Gather, prices: Prices) -> int:
    each = 1 + prices.of(expr.value) + (0 if counts_parts(expr) else most_of(expr.value.type))
    return 1 + prices.of(expr.items) + loop(expr, (expr.items,), each, prices)


def counts_parts(expr: ir.Gather) -> bool:
    """Whether each of the sets that are gathered is counted and paid for, since they can be long or many."""
    part = most_of(expr.value.type)
    return part > SMALL or part * most_of(expr.items.type) > MOST


def _ways(expr: ir.Ways, prices: Prices) -> int:
    """Loops inside each other; each element of one pays for the set of the next, or for the test."""
    inner = 1 + (prices.of(expr.test) if expr.test is not None else 0)
    bound, after, each = inner, inner, []
    for one in reversed(expr.loops):
        items = prices.of(one.items)
        each.append(1 + after)
        bound, after = items + most_of(one.items.type) * (1 + bound), items
    if bound <= SMALL:
        return 1 + bound
    prices.note_loops(expr, tuple(reversed(each)))
    return 1 + after


def _way(expr: Any, prices: Prices) -> int:
    """A search: each time that somebody asks what lies beside something, that is paid for."""
    prices.note(expr, 3 * CALLED + prices.asked(expr.value))  # and one for each that lies there
    return plain(expr, prices)


# ---------------------------------------------------------------- the rest


def _zone(expr: ir.Zone, prices: Prices) -> int:
    zone = prices.program.zones[expr.zone]
    return plain(expr, prices) + zone.width * zone.height


def _position(expr: ir.Position, prices: Prices) -> int:
    return plain(expr, prices) + prices.components // SEARCHED


def _function(expr: ir.Function, prices: Prices) -> int:
    own = plain(expr, prices)
    if expr.grid is None:
        return own
    zone = prices.program.zones[expr.grid]
    places = zone.width * zone.height
    more = {
        "neighbours": CALLED,
        "around": CALLED,
        "diagonals": CALLED,
        "along": CALLED,
        "open_places": CALLED * places,
        "step": CALLED,
        "place_of": places // SEARCHED,
    }
    return own + more.get(expr.name, 0)


def _if(expr: ir.If, prices: Prices) -> int:
    return 1 + prices.of(expr.condition) + max(prices.of(expr.then), prices.of(expr.other))


def _call(expr: ir.Call, prices: Prices) -> int:
    """A value that costs much pays for itself when it is computed."""
    return plain(expr, prices) + prices.asked(expr.value)


def _searched(expr: ir.LongestWay, prices: Prices) -> int:
    """Each link that the search looks at is paid for."""
    prices.note(expr, CALLED)
    ends = prices.of_value(expr.ends) + (0 if expr.length is None else prices.of_value(expr.length))
    return plain(expr, prices) + min(most_of(expr.links.type) * (CALLED + ends), SMALL)


def _what_if(expr: ir.WhatIf, prices: Prices) -> int:
    """The copy and the rule pay for themselves."""
    return plain(expr, prices) + CALLED


def _looked_at(expr: ir.Repeats, prices: Prices) -> int:
    """The position is paid for when it is looked at."""
    return CALLED


PRICES: dict[type, Price] = {
    ir.Leading: _over("test", own=CALLED), ir.Different: _over(own=CALLED), ir.Groups: _way,
    ir.LongestWay: _searched, ir.WhatIf: _what_if, ir.Repeats: _looked_at,
    ir.Filter: _over("test"), ir.Map: _map, ir.Any_: _over("test"), ir.All: _over("test"),
    ir.Extremes: _over("key", own=CALLED), ir.Sort: _over("keys", own=6), ir.Largest: _over(own=6),
    ir.Sum: _over(), ir.Best: _over(), ir.EndsOf: _over(), ir.Beside: _over(), ir.Freeze: _over(own=KEPT),
    ir.In: _membership, ir.NotIn: _membership, ir.Union: _both, ir.Without: _both, ir.Gather: _gather,
    ir.Ways: _ways, ir.Reachable: _way, ir.Distance: _way, ir.Steps: _way, ir.Nearest: _way,
    ir.Zone: _zone, ir.Position: _position, ir.Function: _function, ir.If: _if, ir.Call: _call,
}  # fmt: skip
