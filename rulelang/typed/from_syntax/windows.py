"""Windows: abilities that are offered to several players, `after lay(card) offered to opponents:`.

In: an ability as it is written. Out: its body in statements that stand for it: each of the players carries
it out in turn. What stands instead of a rule is decided by all of them together: `proceed` lets the rule
happen as far as this player is concerned, and it happens once, when everybody let it happen or had nothing
to choose.
"""

from __future__ import annotations

from typing import Any

from attrs import evolve, fields

from rulelang.source import Span
from rulelang.syntax import ast
from rulelang.typed.statements import LETS, STOPPED

OFFERED = "offered player"  # a name that no author can write
LOOPS = ast.ForEach | ast.Repeat | ast.While


def offered(node: ast.Hook | ast.Whenever) -> ast.Block:
    """The body; of a window each of the players in turn carries it out, `for each … : as …: …`."""
    players, body = node.offered, node.body
    if players is None:
        return body
    replaces = isinstance(node, ast.Hook) and node.how == "instead"
    if replaces:
        body = (_let(LETS, node.span), *_passing(body, True), *_stop(node.span, then_end=True))
    name = ast.Ident(players.span, OFFERED)
    each: ast.Stmt = ast.ForEach(
        node.span, name, players, (ast.As(node.span, ast.Name(players.span, name), body),)
    )
    if not replaces:
        return (each,)
    happens = ast.If(node.span, ((_not(STOPPED, node.span), (ast.Proceed(node.span),)),), None)
    return (_let(STOPPED, node.span), each, happens)


def _passing(part: Any, in_window: bool) -> Any:
    """`proceed` lets it happen; who ends the window without that has stopped what it is about."""
    if part.__class__ is tuple:
        found: list[Any] = []
        for each in part:
            if isinstance(each, ast.End) and each.what == "loop" and in_window:
                found += _stop(each.span, then_end=False)
            found.append(_passing(each, in_window))
        return tuple(found)
    if isinstance(part, ast.Proceed):
        return _set(LETS, part.span)
    if not isinstance(part, ast.Stmt | ast.MenuOption):
        return part
    inside = in_window and not isinstance(part, LOOPS)
    changed = {
        field.name: _passing(value, inside)
        for field in fields(type(part))
        if (value := getattr(part, field.name)).__class__ is tuple
    }
    return evolve(part, **changed)


def _stop(span: Span, then_end: bool) -> tuple[ast.Stmt, ...]:
    end = (ast.End(span, "loop"),) if then_end else ()
    return (ast.If(span, ((_not(LETS, span), (_set(STOPPED, span), *end)),), None),)


def _let(name: str, span: Span) -> ast.Stmt:
    return ast.Let(span, ast.Ident(span, name), None, ast.No(span))


def _set(name: str, span: Span) -> ast.Stmt:
    return ast.Assign(span, "set", ast.Name(span, ast.Ident(span, name)), ast.Yes(span))


def _not(name: str, span: Span) -> ast.Expr:
    return ast.Unary(span, "not", ast.Name(span, ast.Ident(span, name)))
