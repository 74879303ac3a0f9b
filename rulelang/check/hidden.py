"""Hidden information that a definition would tell.

In: a checked `Program`. Out: warnings about messages to everybody that name what only some may see (R0611),
and about choices whose options depend on what the one who chooses may not see (R0612). How many cards lie in
a zone is open to all; which ones they are is not. What was revealed, or moved to an open zone, is no secret.
"""

from __future__ import annotations

from typing import Any

from rulelang.diagnostics import Report
from rulelang.ir.nodes import Body, Expr, Program
from rulelang.source import Span

_COUNTING = ("count", "empty", "not_empty")


def check_secrets(program: Program, report: Report) -> None:
    for body in program.bodies:
        _Body(program, body, report).check()


class _Body:
    def __init__(self, program: Program, body: Body, report: Report) -> None:
        self.program, self.body, self.report = program, body, report
        self.secret: set[int] = set()  # slots that hold something hidden

    def check(self) -> None:
        for instr, site in zip(self.body.code, self.body.sites, strict=True):
            span = Span(site[0], site[1], site[2], site[1], site[2] + 1)
            op = instr[0]
            if op == "let" or op == "pick":
                self._bind((instr[1],), instr[2])
            elif op == "choose":
                self._options(instr[3], instr[4], span)
                self._bind(instr[5], instr[4])
            elif op == "menu":
                for _, ways, slots, _, _ in instr[2]:
                    self._options(instr[1], ways, span)
                    self._bind(slots, ways)
            elif op == "next":
                if instr[1] in self.secret:
                    self.secret.add(instr[3])
            elif (op == "reveal" and instr[2] is None) or (op in ("move", "put") and self._is_open(instr[2])):
                self.secret -= set(_slots(instr[1]))
            elif op == "say":
                self._said(instr[2], span)

    def _is_open(self, zone: int) -> bool:
        return self.program.zones[zone].sees == "all"

    def _bind(self, slots: tuple[int, ...], expr: Expr) -> None:
        hidden = self._tells(expr, None) or any(slot in self.secret for slot in _slots(expr))
        self.secret = self.secret | set(slots) if hidden else self.secret - set(slots)

    def _said(self, parts: tuple[tuple[Expr, str], ...], span: Span) -> None:
        for expr, _ in parts:
            if self._tells(expr, None) or any(slot in self.secret for slot in _slots(expr)):
                self.report.warn(
                    "R0611",
                    "this message tells everybody something hidden",
                    span,
                    why="a message goes to all players, and the component lies where not all of them see it",
                    hint="reveal it or move it first, or leave it out of the message",
                )
                return

    def _options(self, by: Expr, ways: Expr, span: Span) -> None:
        """Conditions that look into what the one who chooses cannot see: the options would tell it."""
        _, loops, test = ways
        conditions = [test] + [part for _, items in loops for part in _conditions(items)]
        if any(self._tells(condition, by) for condition in conditions if condition is not None):
            self.report.warn(
                "R0612",
                "these options depend on what the one who chooses cannot see",
                span,
                why="which options there are would tell what is hidden",
                hint="use only what the player sees, or show it to the player first with `look at`",
            )

    def _tells(self, expr: Any, seen_by: Expr | None) -> bool:
        """Whether the value depends on which components lie in a zone that is not open to those meant."""
        if not isinstance(expr, tuple) or not expr:
            return False
        if expr[0] in _COUNTING and isinstance(expr[1], tuple) and expr[1][0] == "zone":
            return False
        if expr[0] == "zone":
            return self._is_hidden(expr[1], expr[2], seen_by)
        if expr[0] in ("in", "not_in") and expr[2][0] == "zone":
            return self._tells(expr[1], seen_by)  # where a known component lies is mostly known too
        return any(self._tells(part, seen_by) for part in expr[1:])

    def _is_hidden(self, number: int, owner: Any, seen_by: Expr | None) -> bool:
        zone = self.program.zones[number]
        if zone.sees == "owner":
            return seen_by is None or owner != seen_by
        return zone.sees == "none"


def _conditions(items: Any) -> list[Any]:
    """The conditions in a set that is chosen from."""
    if not isinstance(items, tuple) or not items:
        return []
    found = [items[3]] if items[0] == "filter" else []
    return found + [inner for part in items[1:] for inner in _conditions(part)]


def _slots(expr: Any) -> list[int]:
    if not isinstance(expr, tuple) or not expr:
        return []
    if expr[0] == "slot":
        return [expr[1]]
    return [slot for part in expr[1:] for slot in _slots(part)]
