"""Which lines of the rules ran.

In: a machine to watch. Out: the places in the rules that ran and those that never did, by rule. Watching
replaces the machine's code by code that takes notes, so an unwatched machine pays nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import define, field

from interpreter.machine import Machine
from rulelang.ir.nodes import Program

Site = tuple[str, int, int]


@define
class Coverage:
    """Collects over several machines; places are lines of files, so programs with variants add up."""

    ran: set[Site] = field(factory=set)
    all: dict[Site, str] = field(factory=dict)  # every place, with the rule it belongs to

    def watch(self, machine: Machine) -> None:
        program = machine.program
        self._note_all(program)
        for number, body in enumerate(program.bodies):
            starts = sorted(pc for pc, run in enumerate(machine.code[number]) if run is not None)
            for start, stop in zip(starts, [*starts[1:], len(body.code)], strict=True):
                run = machine.code[number][start]
                assert run is not None
                sites = frozenset(body.sites[pc] for pc in range(start, min(stop, len(body.code))))
                machine.code[number][start] = self._noting(run, sites)

    def _note_all(self, program: Program) -> None:
        for body in program.bodies:
            for site, instr in zip(body.sites, body.code, strict=True):
                if instr[0] not in ("return", "jump", "become", "leave"):
                    self.all.setdefault(site, body.name)

    def _noting(self, run: Callable[..., Any], sites: frozenset[Site]) -> Callable[..., Any]:
        def noting(state: Any, frame: Any) -> Any:
            self.ran |= sites
            return run(state, frame)

        return noting

    def by_rule(self) -> dict[str, tuple[int, list[Site]]]:
        """For each rule how many of its places ran, and those that never did."""
        found: dict[str, tuple[int, list[Site]]] = {}
        for site, rule in sorted(self.all.items()):
            ran, missed = found.get(rule, (0, []))
            found[rule] = (ran + 1, missed) if site in self.ran else (ran, [*missed, site])
        return found
