"""How types are proved: what an expression can read, and whether a type holds what is put into it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from attrs import evolve, frozen

from rulelang.ir import expressions as ir
from rulelang.ir.nodes import Program
from rulelang.types import ByPlayer, NoneType, Num, Opt, Seq, Type, bare, fits, text

Proof = Callable[[Any, "Around"], Iterator[str]]


@frozen
class Around:
    """What an expression can read: the program's tables, the slots of its frame, the names in scope."""

    program: Program
    slots: tuple[Type | None, ...]
    locs: Mapping[int, Type]
    proofs: Mapping[type, Proof]

    def with_loc(self, loc: int, type_: Type) -> Around:
        return evolve(self, locs={**self.locs, loc: type_})


def holds(declared: Type, actual: Type) -> bool:
    """Whether a type holds every value of another; that something is there is checked in play."""
    if isinstance(actual, NoneType):
        return isinstance(declared, Opt | NoneType)
    wanted, given = bare(declared), bare(actual)
    if isinstance(wanted, Num) and isinstance(given, Num):
        return wanted.low <= given.low and given.high <= wanted.high
    if isinstance(wanted, Seq) and isinstance(given, Seq):
        empty = given.most == 0
        return given.most <= wanted.most and (empty or holds(wanted.item, given.item))
    if isinstance(wanted, ByPlayer) and isinstance(given, ByPlayer):
        return holds(wanted.item, given.item)
    return wanted == given


def proof(expr: ir.Expr, around: Around) -> Iterator[str]:
    """What is wrong with the types of an expression, its operands first."""
    yield from around.proofs[type(expr)](expr, around)


def gives(expr: ir.Expr, actual: Type) -> Iterator[str]:
    if not holds(expr.type, actual):
        yield f"`{type(expr).__name__}` can be {text(actual)}, beyond its type {text(expr.type)}"


def needs(expr: ir.Expr, wanted: Any, around: Around, what: str = "") -> Iterator[str]:
    yield from proof(expr, around)
    if not isinstance(bare(expr.type), wanted):
        yield f"{what or 'an operand'} is {text(expr.type)}, not {wanted.__name__}"


def fitting(expr: ir.Expr, wanted: Type, around: Around) -> Iterator[str]:
    yield from proof(expr, around)
    if not fits(expr.type, wanted):
        yield f"an operand is {text(expr.type)}, not {text(wanted)}"
