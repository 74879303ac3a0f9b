"""What the operands of expressions and instructions are, as part of their types.

An operand that is a number of something says of what: `zone: ZoneId`. From these annotations `shapes` reads
what the validator, the codec and the lowering need to know, so that a new node is described once, where it
is declared.
"""

from __future__ import annotations

from functools import cache
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import attrs

ZoneId = Annotated[int, "zone"]
GridId = Annotated[int, "grid"]
TrackId = Annotated[int, "track"]
SettingId = Annotated[int, "setting"]
RuleId = Annotated[int, "rule"]
ValueId = Annotated[int, "value"]
MemoryId = Annotated[int, "memory"]
SlotId = Annotated[int, "slot"]  # of the body's frame
LocId = Annotated[int, "loc"]  # a name that is read
Bind = Annotated[int, "bind"]  # a name for each element of a set, for the operands beside the set
Target = Annotated[int, "target"]  # an instruction of the body
MaybeTarget = Annotated[int, "target?"]  # one, or -1 for the next
End = Annotated[str, ("first", "last")]
Extreme = Annotated[str, ("highest", "lowest")]
Where = Annotated[str, ("start", "end")]
BlockName = Annotated[str, ("turn", "round")]
Hearing = Annotated[str, ("usual", "secretly", "openly")]  # who hears an answer
Longest = Annotated[str, ("way", "path")]
How = Annotated[str, ("one", "several", "order")]
Operator = Annotated[str, ("add", "sub", "mul", "mod", "div_up", "div_down")]
Comparator = Annotated[str, ("eq", "ne", "lt", "le", "gt", "ge")]
Joint = Annotated[str, ("and", "or")]
Side = Annotated[str, ("before", "after")]

Role = str | tuple[str, ...]


def operands(node: Any) -> tuple[tuple[str, Role], ...]:
    """The operands of a node, in order, without its type: each with what it is."""
    cls: Any = type(node)
    return shape(cls)


@cache
def shape(cls: Any) -> tuple[tuple[str, Role], ...]:
    """The operands of a class of nodes."""
    hints = get_type_hints(cls, include_extras=True)
    return tuple(
        (field.name, _role(hints[field.name])) for field in attrs.fields(cls) if field.name != "type"
    )


def _role(hint: Any) -> Role:
    if get_origin(hint) is Annotated:
        role: Role = get_args(hint)[1]
        return role
    if get_origin(hint) in (UnionType, Union):
        inner = next(part for part in get_args(hint) if part is not type(None))
        return f"{_role(inner)}?"
    if get_origin(hint) is tuple:
        return f"{_role(get_args(hint)[0])}*"
    return str(hint.__name__).lower()
