"""Functions of the language where a value is asked for: `by neighbours`, `by right`.

In: a name after `by`, and the type that it is about. Out: the symbol of a value: the author's own of that
name, or one that only calls the function, made when it is first asked for.
"""

from __future__ import annotations

from rulelang.suggest import did_you_mean
from rulelang.syntax import ast
from rulelang.typed.from_syntax.typing import Typing
from rulelang.typed.functions import FUNCTIONS, Function
from rulelang.typed.symbols import CallableSymbol, refer
from rulelang.types import Place, Player, Rec, Seq, Type, bare, is_unknown


def value_by(name: ast.Ident, about: Type, ctx: Typing) -> CallableSymbol | None:
    """The value of this name for elements of a type; without one it is reported."""
    value = ctx.world.values.get(name.text) or _function(name, bare(about), ctx)
    if value is None and name.text in FUNCTIONS:
        _does_not_fit(name, about, ctx)
        return None
    if value is None:
        fitting = [word for word, function in FUNCTIONS.items() if _takes(function, bare(about))]
        hint = value_of_field(name, about, ctx) or did_you_mean(name.text, [*ctx.world.values, *fitting])
        title = f"I don't know a value called `{name}`"
        ctx.report.error("R0219", title, name.span, hint=hint, unknown=name.text)
        return None
    refer(value, name.span)
    return value


def _does_not_fit(name: ast.Ident, about: Type, ctx: Typing) -> None:
    """A function that needs something else than the one thing that it would be asked about."""
    if is_unknown(about):
        return
    takes = len(FUNCTIONS[name.text].params)
    title = f"`{name}` takes {takes} values, and here it gets one: {bare(about)}"
    title = title if takes > 1 else f"`{name}` says nothing about {bare(about)}"
    one = isinstance(bare(about), Player)  # who is next, not all who follow
    fitting = [
        word
        for word, function in FUNCTIONS.items()
        if _takes(function, bare(about)) and not (one and isinstance(function.result, Seq))
    ]
    hint = f"write a value of your own, or one of `{'`, `'.join(fitting)}`" if fitting else ""
    ctx.report.error("R0235", title, name.span, hint=hint)


def value_of_field(name: ast.Ident, about: Type, ctx: Typing) -> str:
    """How to make a value of a field, where the field alone was named."""
    inner = bare(about)
    record = ctx.world.records.get(inner.name) if isinstance(inner, Rec) else None
    if record is None or name.text not in record.fields:
        return ""
    value = f"{name}_of({record.name}): {record.name}.{name}"
    return f"a value is needed here, and `{name}` is a field; make one of it: `value {value}`"


def _takes(function: Function, about: Type) -> bool:
    """Whether a function needs one thing only, of this type."""
    return function.params == ("place" if isinstance(about, Place) else about,)


def _function(name: ast.Ident, about: Type, ctx: Typing) -> CallableSymbol | None:
    function = FUNCTIONS.get(name.text)
    if function is None or not _takes(function, about):
        return None
    world, own = ctx.world, f"{name.text} of {about}"  # a name that no author can write
    if own not in world.values:
        span, param = name.span, ast.Ident(name.span, "spot")
        call = ast.CallValue(span, ast.Ident(span, name.text), (ast.Name(span, param),))
        body = ast.Value(
            span, ast.Ident(span, own), (ast.Param(span, param, None),), (), (),
            (ast.ValueCase(span, None, call),),
        )  # fmt: skip
        world.values[own] = CallableSymbol(
            name=own, span=span, is_rule=False, params=[("spot", about)], bodies={None: body},
            id=len(world.values),
        )  # fmt: skip
    return world.values[own]
