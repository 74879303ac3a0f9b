"""The names that are known at one place of a rule or value."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field

from rulelang.source import Span
from rulelang.syntax import ast
from rulelang.typed.symbols import CallableSymbol, Local
from rulelang.types import Type


@define(eq=False)
class Scope:
    """Names, inside those of the scope around it. `it` is the element that a condition is about."""

    parent: Scope | None = None
    names: dict[str, Local] = field(factory=dict)
    it: Local | None = None
    in_instead: bool = False  # whether `proceed` has a meaning here
    in_loop: bool = False  # whether there is a loop of the same rule to end
    coming: ast.Ident | None = None  # the name of an element of the set, known only in conditions on it
    assigned: frozenset[str] = frozenset()  # names that are given another value somewhere in this rule
    rule: CallableSymbol | None = None  # the rule that this is a part of, or stands instead of
    answers: list[tuple[ast.Node, Type]] | None = None  # what the rule answers; None: it is no rule

    def child(self, it: Local | None = None, in_loop: bool = False) -> Scope:
        return Scope(
            self, it=it, in_instead=self.in_instead, in_loop=self.in_loop or in_loop,
            assigned=self.assigned, rule=self.rule, answers=self.answers,
        )  # fmt: skip

    def _around(self) -> Iterator[Scope]:
        scope: Scope | None = self
        while scope is not None:
            yield scope
            scope = scope.parent

    def find(self, name: str) -> Local | None:
        scope: Scope | None = self
        while scope is not None:
            if name in scope.names:
                return scope.names[name]
            scope = scope.parent
        return None

    def its(self) -> list[Local]:
        """The elements that bare field names can mean, innermost first."""
        return [scope.it for scope in self._around() if scope.it is not None]

    def before(self, name: ast.Ident | None) -> Scope:
        """Where the set stands whose elements get a name."""
        inner = self.child()
        inner.coming = name
        return inner

    def is_coming(self, name: str) -> bool:
        return any(scope.coming is not None and scope.coming.text == name for scope in self._around())

    def all_names(self) -> list[str]:
        return [name for scope in self._around() for name in scope.names]

    def add(self, name: str, type_: Type, role: str, span: Span | None = None) -> Local:
        local = self.names[name] = Local(name=name, span=span, type=type_, role=role)
        return local


def element(name: ast.Ident | None, type_: Type, scope: Scope) -> tuple[Local, Scope]:
    """A scope in which one element of a set is known, by its name or as `it`."""
    text = name.text if name is not None else ""
    local = Local(name=text, span=name.span if name is not None else None, type=type_, role="element")
    inner = scope.child(it=local)
    if name is not None:
        inner.names[text] = local
    return local, inner
