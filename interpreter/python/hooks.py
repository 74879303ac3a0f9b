"""Abilities in play: which hooks are active, in which order, and how they wrap a rule.

The order is fixed: higher priority first; then by the holder's seat, clockwise from the active player;
then as declared. `instead of` comes around everything: what it stands in for happens only if it says
`proceed`. `before` and `after` belong to what really happens. Each hook runs at most once in a call.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from interpreter.layout import Layout
from interpreter.python.state import State
from rulelang.ir.nodes import HookDef

Live = tuple[int, int | None]  # hook and holder
CHANGES = -1  # stands for the body in the notes of a watched machine: what follows is a hook


class Hooks:
    def __init__(self, layout: Layout, ran: set[tuple[int, int]] | None = None) -> None:
        self.layout = layout
        self.ran = ran
        self.hooks = layout.program.hooks
        self.whens: list[Callable[..., bool] | None] = [None] * len(self.hooks)
        self.values: list[Callable[..., Any] | None] = [None] * len(self.hooks)
        self._where = [self._zones(hook) for hook in self.hooks]

    def _zones(self, hook: HookDef) -> tuple[int, int]:
        """The zones in which the hook's component is active, as a stretch of indices."""
        if hook.zone is None:
            return 0, 0
        base = self.layout.zone_base[hook.zone]
        return base, base + self.layout.zone_size[hook.zone]

    def live(self, state: State, hooks: Sequence[int], case: int | None, actor: int | None) -> list[Live]:
        found: list[Live] = []
        for number in hooks:
            hook = self.hooks[number]
            if hook.cases and case not in hook.cases:
                continue
            if not hook.components:
                found.append((number, actor))
                continue
            low, high = self._where[number]
            for component in hook.components:
                zone = state.loc[component]
                if low <= zone < high:
                    holder = self.layout.owner[zone]
                    found.append((number, actor if holder is None else holder))
        if len(found) > 1:
            found.sort(key=lambda live: self._order(state, live))
        return found

    def _order(self, state: State, live: Live) -> tuple[int, int, int]:
        number, holder = live
        start = state.active or 0
        seat = 0 if holder is None else (holder - start) % self.layout.players
        return -self.hooks[number].priority, seat, number

    def applies(self, state: State, live: Live, args: Sequence[Any], actor: int | None) -> bool:
        when = self.whens[live[0]]
        return when is None or when(state, live[1], *args, actor)

    def change(
        self,
        state: State,
        hooks: Sequence[int],
        case: int | None,
        result: Any,
        args: Sequence[Any],
        actor: int | None,
    ) -> Any:
        for number, holder in self.live(state, hooks, case, actor):
            when, value = self.whens[number], self.values[number]
            assert value is not None
            if when is None or when(state, holder, *args, result, actor):
                result = value(state, holder, *args, result, actor)
                if self.ran is not None:
                    self.ran.add((CHANGES, number))
        return result
