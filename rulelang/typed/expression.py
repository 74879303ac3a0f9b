"""What every typed expression has: a place in the text and a type."""

from __future__ import annotations

from attrs import field, frozen

from rulelang.nodes import Fields
from rulelang.source import Span
from rulelang.types import Type


@frozen(eq=False, repr=False)
class Expr(Fields):
    span: Span = field(eq=False, repr=False)
    type: Type
