"""How much room things have in a native state.

In: a layout. Out: for each type, track, body and slot the cells of 64 bits that it takes. A list lies in
cells as its length, or none, and then its elements; it has room for as many as its type allows, at most
`LONGEST`. What is longer in play goes on in the reference.
"""

from __future__ import annotations

from attrs import frozen

from interpreter.layout import Layout
from rulelang.ir.nodes import Body
from rulelang.types import ByPlayer, Seq, Type, bare

LONGEST = 1024  # elements of a list that a state keeps
STACK = 1 << 14  # cells for rules under way
SITE = 1 << 20  # more than a body has instructions


class NotNative(Exception):
    """A program that this backend leaves to the reference, with the reason."""


def site(body: int, pc: int) -> int:
    """A place in the rules as one number."""
    return body * SITE + pc


def is_list(type_: Type | None) -> bool:
    return type_ is not None and isinstance(bare(type_), Seq)


def room_of(type_: Type) -> int:
    """How many elements a list of this type has room for."""
    inner = bare(type_)
    assert isinstance(inner, Seq)
    if isinstance(bare(inner.item), Seq | ByPlayer):
        raise NotNative("a list of lists is kept")
    return min(inner.most, LONGEST)


def cells_of(type_: Type, players: int) -> int:
    inner = bare(type_)
    if isinstance(inner, ByPlayer):
        return 1 + players * cells_of(inner.item, players)  # the first says whether they were asked
    return 1 + room_of(inner) if isinstance(inner, Seq) else 1


@frozen
class Slots:
    """Where the slots of a body lie: for each its first cell; of a local list the elements lie at the end, so
    that a frame is blank once its first cells are."""

    at: tuple[int, ...]
    data: tuple[int, ...]  # for each slot where its elements lie, if it is a list
    params: int  # cells of what a caller gives
    blank: int
    cells: int


def slots_of(body: Body, layout: Layout, rest: int) -> Slots:
    """`rest` is the room for what `proceed` goes on with, which is the last parameter of some bodies."""
    at: list[int] = []
    data: list[int] = []
    used = 0
    for number, slot in enumerate(body.slots[: body.params]):
        at.append(used)
        data.append(used + 1)
        used += rest if slot.type is None else cells_of(slot.type, layout.players)
        assert slot.type is not None or number == body.params - 1
    params = used
    lists: list[int] = []
    for number, slot in enumerate(body.slots[body.params :], body.params):
        at.append(used)
        data.append(used + 1)
        if slot.type is not None and is_list(slot.type):
            lists.append(number)
            used += 1
        else:
            used += 1 if slot.type is None else cells_of(slot.type, layout.players)
    blank = used
    for number in lists:
        type_ = body.slots[number].type
        assert type_ is not None
        data[number] = used
        used += room_of(type_)
    return Slots(tuple(at), tuple(data), params, blank, used)
