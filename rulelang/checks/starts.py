"""What is known before anybody plays: the first values of tracks, and what must hold.

In: a typed `Definition`. Out: a finding for each track that starts with one that has no value yet, and for a
claim that speaks of `you` where nobody acts.
"""

from __future__ import annotations

from rulelang.diagnostics import Label, Report
from rulelang.typed import expressions as typed
from rulelang.typed.definition import Definition
from rulelang.typed.symbols import CallableSymbol, TrackSymbol
from rulelang.typed.walk import expressions


def check_starts(definition: Definition, report: Report) -> None:
    reads = _Reads(definition)
    for track, start in definition.starts.items():
        late = [other for other in reads.of(start) if other.id >= track.id] if start is not None else []
        if start is not None and late:
            other = min(late, key=lambda found: found.id)
            itself = other is track
            report.error(
                "R0265",
                f"`{track.name}` starts with itself"
                if itself
                else f"`{track.name}` starts before `{other.name}`",
                start.span,
                also=() if itself else [Label(other.span, "declared here, below it")],
                why="tracks get their first values in the order in which they are declared",
                hint="" if itself else f"declare `{other.name}` above `{track.name}`",
            )

    for claim in definition.must_hold:
        _check_claim(claim, reads, report)


def _check_claim(claim: typed.Expr, reads: _Reads, report: Report) -> None:
    """Nobody acts when `must hold` is asked, so there is no `you`."""
    parts = reads.parts(claim)
    mine = next((part for part in parts if isinstance(part, typed.You | typed.YourTurn)), None)
    if mine is None:
        return
    own = (mine.span.path, mine.span.line) == (claim.span.path, claim.span.line)
    report.error(
        "R0222", "there is no `you` in what must hold: nobody acts there", mine.span if own else claim.span,
        also=[] if own else [Label(mine.span, "here is a `you`")],
        hint="say it of all players: `all p in players satisfy coins of p is 5`",
    )  # fmt: skip


class _Reads:
    """Which tracks an expression looks at, also in the values that it asks for and what changes them."""

    def __init__(self, definition: Definition) -> None:
        self.inside: dict[CallableSymbol, list[typed.Expr]] = {}
        for value in definition.values:
            self.inside.setdefault(value.symbol, []).extend(value.expressions())
        for ability in definition.abilities:
            if ability.how == "change" and isinstance(ability.target, CallableSymbol):
                asked = [expr for expr in (ability.when, ability.value) if expr is not None]
                self.inside.setdefault(ability.target, []).extend(asked)

    def of(self, expr: typed.Expr) -> list[TrackSymbol]:
        return [part.track for part in self.parts(expr) if isinstance(part, typed.TrackRef)]

    def parts(self, expr: typed.Expr) -> list[typed.Expr]:
        """All parts of an expression, and of the values that it needs."""
        found: list[typed.Expr] = []
        waiting, seen = [expr], set[CallableSymbol]()
        while waiting:
            for part in expressions(waiting.pop()):
                found.append(part)
                value = _value_of(part)
                if value is not None and value not in seen:
                    seen.add(value)
                    waiting += self.inside.get(value, [])
        return found


def _value_of(part: typed.Expr) -> CallableSymbol | None:
    if isinstance(part, typed.ValueCall):
        return part.value
    return part.by if isinstance(part, typed.PathQuery) else None
