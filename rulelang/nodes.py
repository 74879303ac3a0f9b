"""What all nodes of trees can do: compare and show themselves by their fields.

Written once, not generated for each class: with some hundreds of classes that is a tenth of a second at each
start. Fields that attrs is told not to compare (spans) take no part.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import attrs


class Fields:
    """Equal if of one class and equal in every field."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        if self.__class__ is not other.__class__:
            return False
        cls: Any = type(self)
        return all(getattr(self, name) == getattr(other, name) for name in _compared(cls))

    def __hash__(self) -> int:
        cls: Any = type(self)
        return hash((cls, *(getattr(self, name) for name in _compared(cls))))

    def __repr__(self) -> str:
        cls: Any = type(self)
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in _shown(cls))
        return f"{cls.__name__}({shown})"


@cache
def _compared(cls: Any) -> tuple[str, ...]:
    return tuple(field.name for field in attrs.fields(cls) if field.eq)


@cache
def _shown(cls: Any) -> tuple[str, ...]:
    return tuple(field.name for field in attrs.fields(cls) if field.repr)
