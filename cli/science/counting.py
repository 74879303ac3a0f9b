"""A machine that counts which rules and abilities begin.

In: a definition, the number of players and settings. Out: a backend that plays as the reference does, and
after each game says how often each rule, ability and change of a value began. A rule begins when it gets its
frame: a loop at its start is no new beginning. What is only imagined (`after`) does not count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from interpreter.python.machine import Machine
from interpreter.python.state import Frame, State
from rulelang.ir.nodes import HookDef, Program


class CountingMachine(Machine):
    def __init__(self, program: Program, players: int, settings: Mapping[str, Any]) -> None:
        super().__init__(program, players, settings)
        self._begun = [0] * len(program.bodies)
        self._changed: Counter[str] = Counter()
        self.calls.push = self._pushed(self.calls.push)  # type: ignore[method-assign]
        for number in range(len(program.bodies)):  # how rules enter each other without a call
            self.names[f"b{number}_0"] = self._entered(number, self.names[f"b{number}_0"])
        for number, value in enumerate(self.hooks.values):
            if value is not None:
                self.hooks.values[number] = self._counted(value, label(program.hooks[number]))

    def _pushed(self, push: Callable[..., None]) -> Callable[..., None]:
        begun = self._begun

        def pushed(state: State, body: int, args: Sequence[Any], you: int | None) -> None:
            begun[body] += 1
            push(state, body, args, you)

        return pushed

    def _entered(self, number: int, step: Callable[..., Any]) -> Callable[..., Any]:
        begun = self._begun

        def entered(state: State, frame: Frame) -> Any:
            begun[number] += 1
            return step(state, frame)

        return entered

    def _counted(self, function: Callable[..., Any], label: str) -> Callable[..., Any]:
        def counted(*args: Any) -> Any:
            self._changed[label] += 1
            return function(*args)

        return counted

    def what_if(self, *args: Any) -> Any:
        """What is only imagined does not begin."""
        begun, changed = self._begun[:], self._changed.copy()
        try:
            return super().what_if(*args)
        finally:
            self._begun[:], self._changed = begun, changed

    def forget(self) -> None:
        self._begun[:] = [0] * len(self._begun)
        self._changed.clear()

    def fired(self) -> Counter[str]:
        found = Counter(self._changed)
        for body, times in zip(self.program.bodies, self._begun, strict=True):
            if times:
                found[body.name] += times
        return found


def label(hook: HookDef) -> str:
    return f"{hook.owner}: change {hook.target}" if hook.owner else f"change {hook.target}"


def rules_of(program: Program) -> list[str]:
    """Everything that can begin, by the names that are counted."""
    changes = [label(hook) for hook in program.hooks if hook.value is not None]
    return list(dict.fromkeys([*(body.name for body in program.bodies), *changes]))


def components_of(program: Program) -> list[tuple[str, str]]:
    """Every component by its type and name; copies are one."""
    return list(
        dict.fromkeys((record.name, name) for record in program.records if record.physical
                      for name in record.names)
    )  # fmt: skip
