"""Lark's tree to our AST.

An alternative of the grammar makes the node of its name from its parts; those that do more have a method.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from lark import Token, Transformer, v_args
from lark.tree import Meta

from rulelang.source import Span
from rulelang.syntax import ast

_BINARY = {
    "or_op": "or", "and_op": "and", "is_": "is", "is_not": "is_not", "ge": ">=", "le": "<=", "gt": ">",
    "lt": "<", "in_": "in", "not_in": "not_in", "plus": "+", "minus": "-", "union": "union",
    "without": "without", "times": "*", "mod": "mod", "divide_up": "/up", "divide_down": "/down",
}  # fmt: skip
_UNARY = {"negate": "negate", "not_op": "not", "is_empty": "empty", "is_not_empty": "not_empty"}
_OTHERWISE = {"none": ast.NoneValue}  # alternatives that are not called like their node
_Items = list[Any]


@cache
def node_called(name: str) -> Callable[..., Any] | None:
    """The node of an alternative of the grammar, by its name: `extra_turn` makes an `ExtraTurn`."""
    word = "".join(part.capitalize() for part in name.split("_"))
    found: Callable[..., Any] | None = _OTHERWISE.get(name) or getattr(ast, word, None)
    return found


@v_args(meta=True)
class Builder(Transformer):  # type: ignore[type-arg]
    def __init__(self, path: str, first_line: int, indent: int = 0) -> None:
        """`indent` moves the columns of a first line that stands further right in its file."""
        super().__init__()
        self._path = path
        self._shift = first_line - 1
        self._indent = indent

    # ------------------------------------------------------------ tokens and spans
    def NAME(self, token: Token) -> ast.Ident:
        return ast.Ident(self._token_span(token), str(token))

    def STRING(self, token: Token) -> ast.Text:
        return ast.Text(self._token_span(token), str(token)[1:-1])

    def INT(self, token: Token) -> int:
        return int(token) if len(token) < 19 else 10**18

    def _token_span(self, token: Token) -> Span:
        assert token.line and token.column and token.end_line and token.end_column
        return self._place(token.line, token.column, token.end_line, token.end_column)

    def _span(self, meta: Meta) -> Span:
        if meta.empty:
            return self._place(1, 1, 1, 2)
        return self._place(meta.line, meta.column, meta.end_line, meta.end_column)

    def _place(self, line: int, column: int, end_line: int, end_column: int) -> Span:
        start = max(1, column + self._indent) if line == 1 else column
        end = max(2, end_column + self._indent) if end_line == 1 else end_column
        return Span(self._path, line + self._shift, start, end_line + self._shift, end)

    def __default__(self, data: Any, children: _Items, meta: Meta) -> Any:
        name, span = str(data), self._span(meta)
        if name in _BINARY:
            return ast.Binary(span, _BINARY[name], *children)
        if name in _UNARY:
            return ast.Unary(span, _UNARY[name], children[0])
        make = node_called(name)
        if make is None:
            raise AssertionError(f"the grammar's `{name}` has no place in build.py")
        return make(span, *children)

    # ------------------------------------------------------------ lists and words
    def start(self, meta: Meta, items: _Items) -> ast.Node:
        node: ast.Node = items[0]
        return node

    def _tuple(self, meta: Meta, items: _Items) -> tuple[Any, ...]:
        return tuple(item for item in items if item is not None)

    names = fields = params = args = block = block_inline = keys = _tuple

    def _word(self, meta: Meta, items: _Items) -> str:
        return str(items[0])

    removable = component_word = ordering = capped = extreme_word = ties = endable = end_word = _word

    def whole(self, meta: Meta, items: _Items) -> int:
        return int(items[0])

    def negative_int(self, meta: Meta, items: _Items) -> int:
        return -int(items[0])

    # ------------------------------------------------------------ declarations
    def players(self, meta: Meta, items: _Items) -> ast.Players:
        low, high = items
        return ast.Players(self._span(meta), low, low if high is None else high)

    def requires(self, meta: Meta, items: _Items) -> ast.Requirement:
        return ast.Requirement(self._span(meta), "requires", items[0])

    def excludes(self, meta: Meta, items: _Items) -> ast.Requirement:
        return ast.Requirement(self._span(meta), "excludes", items[0])

    def comes_after(self, meta: Meta, items: _Items) -> ast.Requirement:
        return ast.Requirement(self._span(meta), "after", items[0])

    def sets(self, meta: Meta, items: _Items) -> ast.Sets:
        return ast.Sets(self._span(meta), items[0], items[1])

    def removal(self, meta: Meta, items: _Items) -> ast.Removal:
        return ast.Removal(self._span(meta), items[0], items[1], items[2] or ())

    def component(self, meta: Meta, items: _Items) -> ast.Component:
        word, name, file, active_in, *fields = items
        return ast.Component(self._span(meta), word, name, file, active_in, fields[0] if fields else ())

    def field(self, meta: Meta, items: _Items) -> ast.Field:
        name, type_, start, capped = items
        return ast.Field(self._span(meta), name, type_, start, capped is not None)

    def shape(self, meta: Meta, items: _Items) -> ast.Shape:
        return ast.Shape(self._span(meta), items[0], items[1])

    def grid_shape(self, meta: Meta, items: _Items) -> ast.Shape:
        width, height, item = items
        return ast.Shape(self._span(meta), "grid", item, width, height)

    def sees_all(self, meta: Meta, items: _Items) -> str:
        return "all"

    def sees_none(self, meta: Meta, items: _Items) -> str:
        return "none"

    def sees_owner(self, meta: Meta, items: _Items) -> str:
        return "owner"

    def sees_top(self, meta: Meta, items: _Items) -> str:
        return "top"

    def zone(self, meta: Meta, items: _Items) -> ast.Zone:
        return ast.Zone(self._span(meta), *items)

    def track(self, meta: Meta, items: _Items) -> ast.Track:
        name, owner, type_, start, capped, sees = items
        return ast.Track(self._span(meta), name, owner, type_, start, capped is not None, sees or "all")

    def die(self, meta: Meta, items: _Items) -> ast.Die:
        return ast.Die(self._span(meta), items[0], tuple(items[1:]))

    def rule(self, meta: Meta, items: _Items) -> ast.Rule:
        name, params, cases, body = items
        return ast.Rule(self._span(meta), name, params or (), cases or (), body)

    def value(self, meta: Meta, items: _Items) -> ast.Value:
        name, params, cases, (lets, results) = items
        return ast.Value(self._span(meta), name, params or (), cases or (), lets, results)

    def value_plain(self, meta: Meta, items: _Items) -> Any:
        return (), (ast.ValueCase(self._span(meta), None, items[0]),)

    def value_cases(self, meta: Meta, items: _Items) -> Any:
        lets = tuple(item for item in items if isinstance(item, ast.Let))
        return lets, tuple(item for item in items if isinstance(item, ast.ValueCase))

    def value_default(self, meta: Meta, items: _Items) -> ast.ValueCase:
        return ast.ValueCase(self._span(meta), None, items[0])

    def ranking(self, meta: Meta, items: _Items) -> ast.Ranking:
        player, condition, *ranks, ties = items
        return ast.Ranking(self._span(meta), player, condition, tuple(ranks), ties or "share")

    def instance(self, meta: Meta, items: _Items) -> ast.Instance:
        type_, name, copies, *rest = items
        cells = tuple(item for item in rest if isinstance(item, ast.Cell))
        abilities = tuple(item for item in rest if not isinstance(item, ast.Cell))
        return ast.Instance(self._span(meta), type_, name, 1 if copies is None else copies, cells, abilities)

    def _hook(self, how: str, meta: Meta, items: _Items) -> ast.Hook:
        name, params, cases, condition, priority, body = items
        return ast.Hook(self._span(meta), how, name, params, cases or (), condition, priority or 0, body)

    def before_hook(self, meta: Meta, items: _Items) -> ast.Hook:
        return self._hook("before", meta, items)

    def after_hook(self, meta: Meta, items: _Items) -> ast.Hook:
        return self._hook("after", meta, items)

    def instead_hook(self, meta: Meta, items: _Items) -> ast.Hook:
        return self._hook("instead", meta, items)

    def change(self, meta: Meta, items: _Items) -> ast.Change:
        name, params, cases, condition, priority, value = items
        return ast.Change(self._span(meta), name, params, cases or (), condition, priority or 0, value)

    def whenever_enters(self, meta: Meta, items: _Items) -> ast.Whenever:
        return ast.Whenever(self._span(meta), *items)

    def whenever_changes(self, meta: Meta, items: _Items) -> ast.Whenever:
        return ast.Whenever(self._span(meta), None, *items)

    def literal_list(self, meta: Meta, items: _Items) -> ast.LiteralList:
        return ast.LiteralList(self._span(meta), self._tuple(meta, items))

    # ------------------------------------------------------------ statements
    def dest(self, meta: Meta, items: _Items) -> ast.Dest:
        return ast.Dest(self._span(meta), items[0], False)

    def start_of(self, meta: Meta, items: _Items) -> ast.Dest:
        return ast.Dest(self._span(meta), items[0], True)

    def set_(self, meta: Meta, items: _Items) -> ast.Assign:
        return ast.Assign(self._span(meta), "set", items[0], items[1])

    def add(self, meta: Meta, items: _Items) -> ast.Assign:
        return ast.Assign(self._span(meta), "add", items[1], items[0])

    def subtract(self, meta: Meta, items: _Items) -> ast.Assign:
        return ast.Assign(self._span(meta), "subtract", items[1], items[0])

    def call(self, meta: Meta, items: _Items) -> ast.Call:
        return ast.Call(self._span(meta), items[0], items[1] or ())

    def win(self, meta: Meta, items: _Items) -> ast.Finish:
        return ast.Finish(self._span(meta), True, *items)

    def lose(self, meta: Meta, items: _Items) -> ast.Finish:
        return ast.Finish(self._span(meta), False, *items)

    def say(self, meta: Meta, items: _Items) -> ast.Say:
        return ast.Say(self._span(meta), items[0], self._tuple(meta, items[1:]))

    def exactly(self, meta: Meta, items: _Items) -> ast.HowMany:
        return ast.HowMany(self._span(meta), "exactly", items[0])

    def up_to(self, meta: Meta, items: _Items) -> ast.HowMany:
        return ast.HowMany(self._span(meta), "up_to", items[0])

    def any_number(self, meta: Meta, items: _Items) -> ast.HowMany:
        return ast.HowMany(self._span(meta), "any_number", None)

    def order_of(self, meta: Meta, items: _Items) -> ast.HowMany:
        return ast.HowMany(self._span(meta), "order_of", None)

    def picks(self, meta: Meta, items: _Items) -> Any:
        *pairs, condition = items
        bindings = tuple(
            ast.Binding(name.span.to(source.span), name, source)
            for name, source in zip(pairs[::2], pairs[1::2], strict=True)
        )
        return bindings, condition

    def choose(self, meta: Meta, items: _Items) -> ast.Choose:
        how_many, (bindings, condition), by, otherwise = items
        return ast.Choose(self._span(meta), how_many, bindings, condition, by, otherwise)

    def otherwise(self, meta: Meta, items: _Items) -> Any:
        return items[0]

    else_ = otherwise

    def menu(self, meta: Meta, items: _Items) -> ast.Menu:
        by, *options, otherwise = items
        return ast.Menu(self._span(meta), by, tuple(options), otherwise)

    def menu_option(self, meta: Meta, items: _Items) -> ast.MenuOption:
        name, *bindings, condition, body = items
        return ast.MenuOption(self._span(meta), name, self._tuple(meta, bindings), condition, body)

    def if_(self, meta: Meta, items: _Items) -> ast.If:
        condition, body, *branches, otherwise = items
        return ast.If(self._span(meta), ((condition, body), *branches), otherwise)

    def else_if(self, meta: Meta, items: _Items) -> Any:
        return tuple(items)

    def turns_from(self, meta: Meta, items: _Items) -> ast.Turns:
        return ast.Turns(self._span(meta), items[0], False, items[1], items[2])

    def turns_of(self, meta: Meta, items: _Items) -> ast.Turns:
        return ast.Turns(self._span(meta), items[0], True, items[1], items[2])

    # ------------------------------------------------------------ expressions
    def call_value(self, meta: Meta, items: _Items) -> ast.CallValue:
        return ast.CallValue(self._span(meta), items[0], self._tuple(meta, items[1:]))

    def of_(self, meta: Meta, items: _Items) -> ast.Of:
        return ast.Of(self._span(meta), items[0], items[1], False)

    def dot(self, meta: Meta, items: _Items) -> ast.Of:
        return ast.Of(self._span(meta), items[1], items[0], True)

    def any_in(self, meta: Meta, items: _Items) -> ast.Quantified:
        return ast.Quantified(self._span(meta), "any", *items)

    def no_in(self, meta: Meta, items: _Items) -> ast.Quantified:
        return ast.Quantified(self._span(meta), "no", *items)

    def all_in(self, meta: Meta, items: _Items) -> ast.Quantified:
        return ast.Quantified(self._span(meta), "all", *items)

    def where(self, meta: Meta, items: _Items) -> ast.Where:
        return ast.Where(self._span(meta), None, items[0], items[1])

    def those(self, meta: Meta, items: _Items) -> ast.Where:
        return ast.Where(self._span(meta), items[0], items[1], items[2], True)

    def key(self, meta: Meta, items: _Items) -> ast.Key:
        return ast.Key(self._span(meta), items[0], False)

    def key_descending(self, meta: Meta, items: _Items) -> ast.Key:
        return ast.Key(self._span(meta), items[0], True)

    def sorted_by(self, meta: Meta, items: _Items) -> ast.SortedBy:
        return ast.SortedBy(self._span(meta), items[0], items[1])

    def each_named(self, meta: Meta, items: _Items) -> ast.Each:
        return ast.Each(self._span(meta), *items)

    def each_plain(self, meta: Meta, items: _Items) -> ast.Each:
        return ast.Each(self._span(meta), None, None, items[0])

    def distance(self, meta: Meta, items: _Items) -> ast.PathQuery:
        return ast.PathQuery(self._span(meta), "distance", items[1], items[0], items[2])

    def steps(self, meta: Meta, items: _Items) -> ast.PathQuery:
        return ast.PathQuery(self._span(meta), "steps", items[1], items[0], items[2])

    def reachable(self, meta: Meta, items: _Items) -> ast.PathQuery:
        return ast.PathQuery(self._span(meta), "reachable", None, items[0], items[1])

    def nearest(self, meta: Meta, items: _Items) -> ast.PathQuery:
        return ast.PathQuery(self._span(meta), "nearest", items[0], items[1], items[2])

    def list_(self, meta: Meta, items: _Items) -> ast.ListOf:
        return ast.ListOf(self._span(meta), self._tuple(meta, items))
