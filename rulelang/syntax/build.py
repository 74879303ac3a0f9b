"""A tree to our AST.

An alternative of the grammar makes the node of its name from its parts; those that do more have a method.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import evolve

from rulelang.source import Span
from rulelang.syntax import ast
from rulelang.syntax.named import BINARY, QUANTIFIED, UNARY, node_called
from rulelang.syntax.quick import Part, Place

_Items = list[Any]
Meta = Place | None  # where a part stands


class Builder:
    def __init__(self, path: str, first_line: int, indent: int = 0) -> None:
        """`indent` moves the columns of a first line that stands further right in its file."""
        self._path = path
        self._shift = first_line - 1
        self._indent = indent

    def transform(self, part: Part | None) -> Any:
        """The node of a tree, made from those of its parts."""
        if part is None:
            return None
        name, inner, place = part
        if inner.__class__ is str:
            make_leaf = _TOKENS.get(name)
            return inner if make_leaf is None else make_leaf(self, inner, place)
        items = [self.transform(each) for each in inner]
        make = _MAKERS.get(name)
        return self._node(name, items, place) if make is None else make(self, place, items)

    # ------------------------------------------------------------ tokens and spans
    def _name(self, text: str, place: Meta) -> ast.Ident:
        return ast.Ident(self._span(place), text)

    def _string(self, text: str, place: Meta) -> ast.Text:
        return ast.Text(self._span(place), text[1:-1])

    def _int(self, text: str, place: Meta) -> int:
        return int(text) if len(text) < 19 else 10**18

    def _span(self, place: Meta) -> Span:
        line, column, end_line, end_column = (1, 1, 1, 2) if place is None else place
        start = max(1, column + self._indent) if line == 1 else column
        end = max(2, end_column + self._indent) if end_line == 1 else end_column
        return Span(self._path, line + self._shift, start, end_line + self._shift, end)

    def _node(self, name: str, children: _Items, meta: Meta) -> Any:
        span = self._span(meta)
        if name in BINARY:
            return ast.Binary(span, BINARY[name], *children)
        if name in UNARY:
            return ast.Unary(span, UNARY[name], children[0])
        if name in QUANTIFIED:
            return ast.Quantified(span, QUANTIFIED[name], *children)
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

    names = fields = params = args = block = block_inline = keys = owners = _tuple

    def _word(self, meta: Meta, items: _Items) -> str:
        return str(items[0])

    removable = component_word = ordering = capped = extreme_word = ties = endable = end_word = _word
    hearing = secretly = longest_word = _word

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
        word, name, owner, copies, file, active_in, *fields = items
        amount = 1 if copies is None else copies
        inside = fields[0] if fields else ()
        return ast.Component(self._span(meta), word, name, owner, amount, file, active_in, inside)

    def each_owner(self, meta: Meta, items: _Items) -> Any:
        return items[0]

    def field(self, meta: Meta, items: _Items) -> ast.Field:
        name, type_, default, start, capped = items
        return ast.Field(self._span(meta), name, type_, default, start, capped is not None)

    def shape(self, meta: Meta, items: _Items) -> ast.Shape:
        return ast.Shape(self._span(meta), items[0], items[1])

    def grid_shape(self, meta: Meta, items: _Items) -> ast.Shape:
        width, height, item = items
        return ast.Shape(self._span(meta), "grid", item, width, height)

    def hex_shape(self, meta: Meta, items: _Items) -> ast.Shape:
        return evolve(self.grid_shape(meta, items), hexagonal=True)

    def open_shape(self, meta: Meta, items: _Items) -> ast.Shape:
        return evolve(self.grid_shape(meta, items), open_edge=True)

    def open_hex_shape(self, meta: Meta, items: _Items) -> ast.Shape:
        return evolve(self.open_shape(meta, items), hexagonal=True)

    def sees_all(self, meta: Meta, items: _Items) -> str:
        return "all"

    def sees_none(self, meta: Meta, items: _Items) -> str:
        return "none"

    def sees_owner(self, meta: Meta, items: _Items) -> str:
        return "owner"

    def sees_others(self, meta: Meta, items: _Items) -> str:
        return "others"

    def sees_top(self, meta: Meta, items: _Items) -> str:
        return "top"

    def zone(self, meta: Meta, items: _Items) -> ast.Zone:
        name, owners, shape, sees = items
        return ast.Zone(self._span(meta), name, owners or (), shape, sees)

    def track(self, meta: Meta, items: _Items) -> ast.Track:
        name, owners, type_, start, capped, sees = items
        return ast.Track(
            self._span(meta), name, owners or (), type_, start, capped is not None, sees or "all"
        )

    def die(self, meta: Meta, items: _Items) -> ast.Die:
        return ast.Die(self._span(meta), items[0], tuple(items[1:]))

    def die_of_words(self, meta: Meta, items: _Items) -> ast.Die:
        name, words = items
        return ast.Die(self._span(meta), name, tuple(range(len(words))), words)

    def memory(self, meta: Meta, items: _Items) -> ast.Memory:
        return ast.Memory(self._span(meta), items[0], items[1], False)

    def memory_but(self, meta: Meta, items: _Items) -> ast.Memory:
        return ast.Memory(self._span(meta), items[0], items[1] or (), True)

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
        name, params, cases, condition, priority, offered, body = items
        span = self._span(meta)
        return ast.Hook(span, how, name, params, cases or (), condition, priority or 0, offered, body)

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
        name, thing, first, second, condition, offered, body = items
        owners = self._tuple(meta, [first, second])
        return ast.Whenever(self._span(meta), name, thing, owners, condition, offered, body)

    def whenever_changes(self, meta: Meta, items: _Items) -> ast.Whenever:
        return self.whenever_enters(meta, [None, *items])

    def more_options(self, meta: Meta, items: _Items) -> ast.MoreOptions:
        return ast.MoreOptions(self._span(meta), items[0], self._tuple(meta, items[1:]))

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
        hearing, how_many, (bindings, condition), by, otherwise = items
        return ast.Choose(self._span(meta), hearing, how_many, bindings, condition, by, otherwise)

    def secret(self, meta: Meta, items: _Items) -> ast.Secret:
        player, players, how_many, (bindings, condition) = items
        return ast.Secret(self._span(meta), player, players, how_many, bindings, condition)

    def secret_menu(self, meta: Meta, items: _Items) -> ast.SecretMenu:
        player, players, *options, otherwise = items
        return ast.SecretMenu(self._span(meta), player, players, tuple(options), otherwise)

    def otherwise(self, meta: Meta, items: _Items) -> Any:
        return items[0]

    else_ = offered = otherwise

    def menu(self, meta: Meta, items: _Items) -> ast.Menu:
        hearing, by, *options, otherwise = items
        return ast.Menu(self._span(meta), hearing, by, tuple(options), otherwise)

    def menu_option(self, meta: Meta, items: _Items) -> ast.MenuOption:
        name, *bindings, condition, body = items
        return ast.MenuOption(self._span(meta), name, self._tuple(meta, bindings), condition, body)

    def if_(self, meta: Meta, items: _Items) -> ast.If:
        condition, body, *branches, otherwise = items
        return ast.If(self._span(meta), ((condition, body), *branches), otherwise)

    def else_if(self, meta: Meta, items: _Items) -> Any:
        return tuple(items)

    def turns_from(self, meta: Meta, items: _Items) -> ast.Turns:
        start, by, until, body = items
        return ast.Turns(self._span(meta), start, False, by, until, body)

    def turns_of(self, meta: Meta, items: _Items) -> ast.Turns:
        return ast.Turns(self._span(meta), items[0], True, None, items[1], items[2])

    def repeat_until(self, meta: Meta, items: _Items) -> ast.Repeat:
        return ast.Repeat(self._span(meta), None, items[1], items[0])

    # ------------------------------------------------------------ expressions
    def call_value(self, meta: Meta, items: _Items) -> ast.CallValue:
        return ast.CallValue(self._span(meta), items[0], self._tuple(meta, items[1:]))

    def your_call(self, meta: Meta, items: _Items) -> ast.YourCall:
        return ast.YourCall(self._span(meta), items[0], tuple(items[1:]))

    def leading_to(self, meta: Meta, items: _Items) -> ast.Leading:
        return ast.Leading(self._span(meta), items[0], items[1], True)

    def of_(self, meta: Meta, items: _Items) -> ast.Of:
        return ast.Of(self._span(meta), items[0], items[1], False)

    def dot(self, meta: Meta, items: _Items) -> ast.Of:
        return ast.Of(self._span(meta), items[1], items[0], True)

    def where(self, meta: Meta, items: _Items) -> ast.Where:
        return ast.Where(self._span(meta), None, items[0], items[1])

    def those(self, meta: Meta, items: _Items) -> ast.Where:
        return ast.Where(self._span(meta), items[0], items[1], items[2], True)

    def key(self, meta: Meta, items: _Items) -> ast.Key:
        return ast.Key(self._span(meta), items[0], False)

    def key_descending(self, meta: Meta, items: _Items) -> ast.Key:
        return ast.Key(self._span(meta), items[0], True)

    def each_named(self, meta: Meta, items: _Items) -> ast.Each:
        return ast.Each(self._span(meta), *items)

    def each_plain(self, meta: Meta, items: _Items) -> ast.Each:
        return ast.Each(self._span(meta), None, None, items[0])

    def _between(self, query: str, meta: Meta, items: _Items) -> ast.PathQuery:
        start, subject, by, args = items
        return ast.PathQuery(self._span(meta), query, subject, start, by, args or ())

    def distance(self, meta: Meta, items: _Items) -> ast.PathQuery:
        return self._between("distance", meta, items)

    def steps(self, meta: Meta, items: _Items) -> ast.PathQuery:
        return self._between("steps", meta, items)

    def nearest(self, meta: Meta, items: _Items) -> ast.PathQuery:
        subject, start, *rest = items
        return self._between("nearest", meta, [start, subject, *rest])

    def reachable(self, meta: Meta, items: _Items) -> ast.PathQuery:
        start, *rest = items
        return self._between("reachable", meta, [start, None, *rest])

    def groups(self, meta: Meta, items: _Items) -> ast.PathQuery:
        start, *rest = items
        return self._between("groups", meta, [start, None, *rest])

    def list_(self, meta: Meta, items: _Items) -> ast.ListOf:
        return ast.ListOf(self._span(meta), self._tuple(meta, items))


_TOKENS: dict[str, Callable[[Builder, str, Meta], Any]] = {
    "NAME": Builder._name, "STRING": Builder._string, "INT": Builder._int,
}  # fmt: skip
_MAKERS: dict[str, Callable[[Builder, Meta, _Items], Any]] = {
    name: found for name, found in vars(Builder).items() if not name.startswith("_") and name != "transform"
}
