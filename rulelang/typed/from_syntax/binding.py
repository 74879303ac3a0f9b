"""Names that statements give: what was chosen, rolled, picked or worked out."""

from __future__ import annotations

from rulelang.diagnostics import Label
from rulelang.syntax import ast
from rulelang.typed.from_syntax.scope import Scope
from rulelang.typed.from_syntax.typing import Typing
from rulelang.typed.symbols import Local
from rulelang.types import Type


def bind(name: ast.Ident, type_: Type, scope: Scope, ctx: Typing, role: str = "let") -> Local:
    outer = scope.parent.find(name.text) if scope.parent is not None else None
    known = scope.names.get(name.text)
    if outer is not None and outer.span is not None and known is None:
        ctx.report.warn(
            "R0609",
            f"this is another `{name}`",
            name.span,
            "the one outside keeps its value",
            why=f"the block around it already has a `{name}` (line {outer.span.line})",
            hint=f"give it a name of its own; or, to change the one outside, write `set {name} to …`",
        )
    if known is not None and known.span is not None:
        also = [Label(known.span, "the first one")]
        ctx.report.error("R0241", f"`{name}` is given twice in this block", name.span, also=also)
    return scope.add(name.text, type_, role, name.span)
