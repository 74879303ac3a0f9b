"""Which lines of the rules ran.

In: programs to watch. Out: the places in the rules that ran and those that never did, by rule. A watched
machine has other code that takes notes, so an unwatched one pays nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import define, field

from interpreter.python.hooks import CHANGES
from interpreter.python.writing import VALUES
from interpreter.scenarios.watch import Watching
from rulelang.ir import instructions as do
from rulelang.ir.nodes import Program

Site = tuple[str, int, int]
SILENT = (do.Return, do.Jump, do.Become, do.Leave, do.TurnsDone)  # no author wrote these


@define
class Coverage:
    """Collects over several machines; places are lines of files, so programs with variants add up."""

    all: dict[Site, str] = field(factory=dict)  # every place, with the rule it belongs to
    _seen: list[tuple[Program, set[tuple[int, int]]]] = field(factory=list)

    def machine(self, program: Program, players: int, settings: Mapping[str, Any]) -> Watching:
        """A machine that takes notes."""
        for body in program.bodies:
            for site, instr in zip(body.sites, body.code, strict=True):
                if not isinstance(instr, SILENT):
                    self.all.setdefault(site, body.name)
        for hook in program.hooks:
            if hook.how == "change":
                self.all.setdefault(hook.site, f"change {hook.target}")
        for value in program.values:
            self.all.setdefault(value.site, value.name)
        ran: set[tuple[int, int]] = set()
        self._seen.append((program, ran))
        return Watching(program, players, settings, ran)

    @property
    def ran(self) -> set[Site]:
        return {_site(program, body, number) for program, ran in self._seen for body, number in ran}

    def by_rule(self) -> dict[str, tuple[int, list[Site]]]:
        """For each rule how many of its places ran, and those that never did."""
        found: dict[str, tuple[int, list[Site]]] = {}
        reached = self.ran
        for site, rule in sorted(self.all.items()):
            ran, missed = found.get(rule, (0, []))
            found[rule] = (ran + 1, missed) if site in reached else (ran, [*missed, site])
        return found


def _site(program: Program, body: int, number: int) -> Site:
    """Where something that a machine has noted stands: an ability, a value, or an instruction of a body."""
    if body == CHANGES:
        return program.hooks[number].site
    return program.values[number].site if body == VALUES else program.bodies[body].sites[number]
