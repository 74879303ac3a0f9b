"""Two owners as one number: how they are put together and taken apart.

In: a program and a `Pair`. Out: numbers, the same for every number of players and every setting. A player
comes first in the number, whichever comes first in the text, so that those of absent players are at the end.
"""

from __future__ import annotations

from rulelang.ir.nodes import Program
from rulelang.types import Kind, Pair, Place, Player, Rec, Type


def size(program: Program, type_: Type) -> int:
    """How many owners of a type there can be."""
    match type_:
        case Kind(name=name):
            return len(program.kind(name).words)
        case Rec(name=name):
            return program.record(name).size
        case Place(zone=name):
            zone = program.zone(name)
            return zone.width * zone.height
        case Player():
            return program.players[1]
    raise ValueError(f"{type_} owns nothing")


def base(program: Program, type_: Type) -> int:
    """The number of the first of them."""
    return program.record(type_.name).base if isinstance(type_, Rec) else 0


def turned(pair: Pair) -> bool:
    """Whether the second of the two comes first in the number."""
    return isinstance(pair.second, Player) and not isinstance(pair.first, Player)


def split(program: Program, pair: Pair, number: int) -> tuple[int, int]:
    """The two owners, in the order of the text."""
    if turned(pair):
        second, first = divmod(number, size(program, pair.first))
    else:
        first, second = divmod(number, size(program, pair.second))
    return first + base(program, pair.first), second + base(program, pair.second)


def joined(program: Program, pair: Pair, first: int, second: int) -> int:
    first, second = first - base(program, pair.first), second - base(program, pair.second)
    if turned(pair):
        return second * size(program, pair.first) + first
    return first * size(program, pair.second) + second
