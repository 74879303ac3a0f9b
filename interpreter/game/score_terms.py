"""What the score of a definition is made of.

In: a backend and a position. Out: the terms of the score: what is added up, with what each is worth to each
player; the parts of a sum over components are told one by one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from attrs import frozen

from rulelang.ir import expressions as ir
from rulelang.ir.nodes import Program, ValueDef
from rulelang.types import Rec, bare, item_of

if TYPE_CHECKING:
    from interpreter.backend import Backend


@frozen
class Term:
    """`key` is that of a text: `track.money`. `parts` has components and their worth, for each player."""

    key: str
    values: tuple[int, ...]
    parts: tuple[tuple[tuple[int, int], ...], ...]


def terms(machine: Backend, state: Any) -> list[Term]:
    """What the score adds up, in the order of the definition."""
    if machine.program.score is None:
        return []
    return [_worth(machine, state, term, key) for term, key in _split(machine.program, machine.program.score)]


def _split(program: Program, expr: ir.Expr, key: str = "score") -> Iterator[tuple[ir.Expr, str]]:
    match expr:
        case ir.Arithmetic(op="add", left=left, right=right):
            yield from _split(program, left, key)
            yield from _split(program, right, key)
        case ir.Call(value=number, args=args):
            value = program.values[number]
            inner = _inlined(value, args)
            if inner is not None:
                yield from _split(program, inner, f"value.{value.name}")
            else:
                yield expr, f"value.{value.name}"
        case _:
            yield expr, _key(program, expr) or key


def _inlined(value: ValueDef, args: tuple[ir.Expr, ...]) -> ir.Expr | None:
    """What a value of a player stands for, if that is one expression that nothing changes."""
    of_player = not args or (len(args) == 1 and isinstance(args[0], ir.Loc) and args[0].loc == 0)
    if not of_player or value.changes or value.cases or value.key is not None or len(value.default) != 1:
        return None
    return value.default[0].value


def _key(program: Program, expr: ir.Expr) -> str:
    """The text that says what a term is: of the track, zone or value it is read from."""
    match expr:
        case ir.Track(track=track):
            return f"track.{program.tracks[track].name}"
        case ir.Zone(zone=zone):
            return f"zone.{program.zones[zone].name}"
        case ir.Call(value=value):
            return f"value.{program.values[value].name}"
        case ir.Count(items=items):
            return _key(program, items)
        case ir.Arithmetic(op="mul", left=left):
            return _key(program, left)
    return ""


def _worth(machine: Backend, state: Any, expr: ir.Expr, key: str) -> Term:
    players = range(machine.layout.players)
    worth = machine.expression(expr)
    values = tuple(int(worth(state, player, player)) for player in players)
    parts: tuple[tuple[tuple[int, int], ...], ...] = tuple(() for _ in players)
    if isinstance(expr, ir.Sum) and isinstance(expr.items, ir.Map):
        item = bare(item_of(expr.items.items.type))
        if isinstance(item, Rec) and machine.program.record(item.name).physical:
            items, worths = machine.expression(expr.items.items), machine.expression(expr.items)
            parts = tuple(
                tuple(zip(items(state, player, player), worths(state, player, player), strict=True))
                for player in players
            )
    return Term(key, values, parts)
