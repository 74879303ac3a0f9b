"""Which rows of a table a condition means, decided before play.

In: a condition over printed fields, as in `remove every loot where value is at least 8`.
Out: the names of the rows. Only comparisons of fields with fixed words and numbers are possible.
"""

from __future__ import annotations

from rulelang.diagnostics import Report
from rulelang.source import Span
from rulelang.syntax import ast
from rulelang.typed.symbols import RecordSymbol, RowSymbol, World, mention
from rulelang.types import Kind, Rec, Type, bare


class _NotFixed(Exception):
    def __init__(self, node: ast.Node) -> None:
        super().__init__()
        self.node = node


def matching_rows(
    world: World, record: RecordSymbol, condition: ast.Expr | None, report: Report
) -> list[str] | None:
    """None if the condition cannot be decided, which is reported."""
    try:
        return [
            row.name
            for row in record.rows.values()
            if condition is None or _Filter(world, record, row).value(condition) is True
        ]
    except _NotFixed as problem:
        report.error(
            "R0405",
            "this cannot be decided before play",
            problem.node.span,
            why="components are taken out before the game starts, so only what is printed on them counts",
            hint=f"compare a field of `{record.name}` with a number or a word",
        )
        return None


def _place(node: ast.Expr) -> Span:
    return node.name.span if isinstance(node, ast.Name | ast.Of) else node.span


class _Filter:
    def __init__(self, world: World, record: RecordSymbol, row: RowSymbol) -> None:
        self.world, self.record, self.row = world, record, row

    def value(self, node: ast.Expr, want: Type | None = None) -> object:
        match node:
            case ast.Number(value=value):
                return value
            case ast.Yes():
                return True
            case ast.No():
                return False
            case ast.NoneValue():
                return None
            case ast.Name(name=name):
                return self._name(node, name.text, want)
            case ast.Of(name=name, owner=ast.Name(name=owner)) if owner.text == "it":
                return self._name(node, name.text, want)
            case ast.Unary(op="not", operand=operand):
                return not self.value(operand)
            case ast.ListOf(items=items):
                return [self.value(item, want) for item in items]
            case ast.Binary(op=op, left=left, right=right):
                return self._binary(node, op, left, right)
        raise _NotFixed(node)

    def _name(self, node: ast.Expr, word: str, want: Type | None) -> object:
        if want is not None:
            constant = self.world.constant(word, bare(want))
            if constant is not None:
                mention(self.world.symbol_of(word, bare(want)), _place(node))
                return constant
        if word in self.row.cells:
            mention(self.record.fields.get(word), _place(node))
            return self.row.cells[word]
        if word == "it":
            return self.row.name
        if word in self.record.rows:
            mention(self.record.rows[word], _place(node))
            return word
        raise _NotFixed(node)

    def _binary(self, node: ast.Expr, op: str, left: ast.Expr, right: ast.Expr) -> object:
        if op == "and":
            return bool(self.value(left)) and bool(self.value(right))
        if op == "or":
            return bool(self.value(left)) or bool(self.value(right))
        want = None
        if isinstance(left, ast.Name) and left.name.text in self.record.fields:
            type_ = bare(self.record.fields[left.name.text].type)
            want = type_ if isinstance(type_, Kind | Rec) else None
        a, b = self.value(left), self.value(right, want)
        if op == "is":
            return a == b
        if op == "is_not":
            return a != b
        if op in ("in", "not_in") and isinstance(b, list):
            return (a in b) == (op == "in")
        if isinstance(a, int) and isinstance(b, int):
            compare = {">=": a >= b, "<=": a <= b, ">": a > b, "<": a < b}
            if op in compare:
                return compare[op]
        raise _NotFixed(node)
