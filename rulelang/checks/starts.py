"""What tracks start with: they get their values in the order in which they are declared.

In: a typed `Definition`. Out: a finding for each track that starts with one that has no value yet.
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


class _Reads:
    """Which tracks an expression looks at, also in the values that it asks for and what changes them."""

    def __init__(self, definition: Definition) -> None:
        self.inside: dict[CallableSymbol, list[typed.Expr]] = {}
        for value in definition.values:
            for body in value.bodies:
                own = self.inside.setdefault(value.symbol, [])
                own += [expr for _, expr in body.lets]
                own += [
                    e for result in body.results for e in (result.condition, result.value) if e is not None
                ]
        for ability in definition.abilities:
            if ability.how == "change" and isinstance(ability.target, CallableSymbol):
                asked = [expr for expr in (ability.when, ability.value) if expr is not None]
                self.inside.setdefault(ability.target, []).extend(asked)

    def of(self, expr: typed.Expr) -> list[TrackSymbol]:
        found: list[TrackSymbol] = []
        waiting, seen = [expr], set[CallableSymbol]()
        while waiting:
            for part in expressions(waiting.pop()):
                if isinstance(part, typed.TrackRef):
                    found.append(part.track)
                value = _value_of(part)
                if value is not None and value not in seen:
                    seen.add(value)
                    waiting += self.inside.get(value, [])
        return found


def _value_of(part: typed.Expr) -> CallableSymbol | None:
    if isinstance(part, typed.ValueCall):
        return part.value
    return part.by if isinstance(part, typed.PathQuery) else None
