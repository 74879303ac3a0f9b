"""How a running rule asks: it leaves a pending decision in the state, and how an answer is taken.

A pending decision is a tuple (kind, who, body, pc, options, ...): plain data, so that it can be copied.
Kinds: one, several, menu, may, secret, chance. With nothing to choose nobody is asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations
from typing import Any

from interpreter.errors import IllegalAnswer, RuleError
from interpreter.layout import Layout
from interpreter.python.budget import pay
from interpreter.python.primitives import chance
from interpreter.python.state import SLOTS, Frame, State
from rulelang.ir import instructions as do
from rulelang.ir.expression_prices import KEPT
from rulelang.ir.limits import MOST_AT_ONCE, MOST_OPTIONS
from rulelang.ir.nodes import Program
from rulelang.types import bare


class Asking:
    def __init__(self, program: Program, layout: Layout) -> None:
        self.program, self.layout = program, layout
        # For each menu: the slots and the instruction that each of its options leads to.
        self.menus: list[list[Any]] = [
            [
                [(entry.slots, entry.target) for entry in op.entries] if isinstance(op, do.Menu) else None
                for op in body.code
            ]
            for body in program.bodies
        ]

    # ------------------------------------------------------------ asking
    def ask_one(
        self,
        state: State,
        frame: Frame,
        by: int,
        ways: Sequence[Any],
        slot: int,
        width: int,
        site: Any,
        empty: int,
    ) -> bool:
        if not ways:
            frame[1] = empty
            return False
        if len(ways) == 1 and state.auto:
            self._fill(frame, slot, width, ways[0])
            frame[1] = site[1] + 1
            return False
        if len(ways) > MOST_OPTIONS:
            raise too_many()
        somebody(by)
        state.pending = ("one", by, *site, tuple(ways), slot, width)
        return True

    def _fill(self, frame: Frame, slot: int, width: int, way: Any) -> None:
        if width == 1:
            frame[slot] = way
        else:
            frame[slot : slot + width] = way

    def ask_several(
        self, state: State, frame: Frame, by: int, ways: Sequence[Any], slot: int, width: int, site: Any,
        empty: int,
        low: int, high: int, ordered: bool,
    ) -> bool:  # fmt: skip
        if not ways:
            frame[1] = empty
            return False
        if len(ways) > MOST_OPTIONS:
            raise too_many()
        high = max(0, min(high, len(ways)))
        low = max(0, min(low, high))
        forced = high == 0 or (low == len(ways) and (not ordered or len(ways) == 1))
        if forced and state.auto:
            frame[slot] = tuple(ways)[:high]
            frame[1] = site[1] + 1
            return False
        somebody(by)
        state.pending = ("several", by, *site, tuple(ways), slot, low, high, ordered)
        return True

    def ask_menu(
        self, state: State, frame: Frame, by: int, options: list[tuple[Any, ...]], site: Any, empty: int
    ) -> bool:
        if not options:
            frame[1] = empty
            return False
        if len(options) == 1 and state.auto:
            self._take_option(frame, site, options[0])
            return False
        if len(options) > MOST_OPTIONS:
            raise too_many()
        somebody(by)
        state.pending = ("menu", by, *site, tuple(options))
        return True

    def _take_option(self, frame: Frame, site: Any, option: tuple[Any, ...]) -> None:
        slots, frame[1] = self.menus[site[0]][site[1]][option[0]]
        if slots:
            for slot, value in zip(slots, option[1:], strict=True):
                frame[SLOTS + slot] = value

    def ask_may(self, state: State, frame: Frame, by: int, site: Any) -> bool:
        somebody(by)
        state.pending = ("may", by, *site, (True, False))
        return True

    def ask_secret(
        self, state: State, frame: Frame, options: list[tuple[int, Any]], slot: int, site: Any
    ) -> bool:
        answers: list[Any] = [None] * self.layout.players
        waiting = []
        for player, ways in options:
            if len(ways) == 1 and state.auto:
                answers[player] = ways[0]
            elif ways:
                if len(ways) > MOST_OPTIONS:
                    raise too_many()
                waiting.append((player, ways))
        frame[slot] = tuple(answers)
        if not waiting:
            frame[1] = site[1] + 1
            return False
        state.pending = ("secret", waiting[0][0], *site, tuple(waiting), slot)
        return True

    def pick(
        self, state: State, frame: Frame, slot: int, items: Sequence[Any], amount: int | None, after: int,
        empty: int,
        site: Any,
    ) -> None:  # fmt: skip
        if amount is None:
            if not items:
                frame[1] = empty
                return
            items = list(items)
            frame[slot] = items[chance(state, "pick", items)]
        else:
            self._pick_several(state, frame, slot, items, amount)
        frame[1] = after
        if state.log is not None:
            state.log = (("pick", site, frame[slot]), state.log)

    def _pick_several(self, state: State, frame: Frame, slot: int, items: Sequence[Any], amount: int) -> None:
        """One after another: where chance is a decision, each of them is one. Equal ones are picked once."""
        if amount > MOST_AT_ONCE:
            raise RuleError(f"{amount:,} things are picked at once; {MOST_AT_ONCE:,} are the most")
        picked, before = list(frame[slot]), set(frame[slot])
        left = [item for item in items if item not in before]
        twice = len(set(left)) < len(left)
        pay(state, KEPT * max(0, amount - len(picked)))
        try:
            while left and len(picked) < amount:
                picked.append(left.pop(chance(state, "pick", left)))
                if twice:
                    pay(state, len(left))
                    left = [item for item in left if item != picked[-1]]
        finally:
            frame[slot] = tuple(picked)

    # ------------------------------------------------------------ answering
    def take(self, state: State, player: int | None, answer: Any) -> bool:
        """Takes a legal answer (an index, or indices for several); whether the rules can go on."""
        pending = state.pending
        assert pending is not None
        kind, who, body, pc, options = pending[:5]
        frame = state.frames[-1]
        if kind == "menu":
            self._take_option(frame, (body, pc), options[answer])
        elif kind == "one":
            self._fill(frame, pending[5], pending[6], options[answer])
            frame[1] = pc + 1
        elif kind == "several":
            slot, ordered = pending[5], pending[8]
            frame[slot] = tuple(options[i] for i in (answer if ordered else sorted(answer)))
            state.left -= KEPT * len(answer)
            frame[1] = pc + 1
        elif kind == "secret":
            if not self._answer_secret(state, frame, pending, player, answer):
                return False
        elif kind == "may":
            instr = self.program.bodies[body].code[pc]
            assert isinstance(instr, do.May)
            frame[1] = pc + 1 if answer == 0 else instr.refused
        else:
            state.fate = answer
        state.pending = None
        if state.log is not None and kind in ("menu", "may"):
            state.log = (("choice", (body, pc), who, self._public(state, pending, answer)), state.log)
        return True

    def _public(self, state: State, pending: tuple[Any, ...], answer: int) -> tuple[Any, ...]:
        """What the others may hear of a choice: of components only those that everybody knows."""
        kind, _, body, pc, options = pending[:5]
        if kind == "may":
            return (options[answer],)
        number, *values = options[answer]
        instr = self.program.bodies[body].code[pc]
        assert isinstance(instr, do.Menu)
        types = do.chosen_types(instr.entries[number].ways)
        everyone = self.layout.everyone
        heard = [
            None if self.layout.is_component(bare(type_)) and state.known[value] != everyone else value
            for type_, value in zip(types, values, strict=True)
        ]
        return (number, *heard)

    def _answer_secret(
        self, state: State, frame: Frame, pending: tuple[Any, ...], player: int | None, answer: int
    ) -> bool:
        _, _, body, pc, waiting, slot = pending
        answers = list(frame[slot])
        for who, ways in waiting:
            if who == player:
                answers[who] = ways[answer]
        frame[slot] = tuple(answers)
        rest = tuple(entry for entry in waiting if entry[0] != player)
        if rest:
            state.pending = ("secret", rest[0][0], body, pc, rest, slot)
            return False
        frame[1] = pc + 1
        return True

    def check_answer(self, state: State, player: int | None, answer: Any) -> None:
        """Refuses what the pending decision does not allow, before anything changes."""
        pending = state.pending
        if pending is None:
            raise IllegalAnswer("nothing is asked now" if state.over is None else "the game is over")
        kind, who, options = pending[0], pending[1], pending[4]
        if kind == "secret":
            ways = dict(options).get(player)
            if ways is None:
                raise IllegalAnswer("this player has nothing to decide now")
            options = ways
        elif player is not None and player != who:
            raise IllegalAnswer("another player decides now")
        if kind == "several":
            self._check_several(pending, answer)
        elif not isinstance(answer, int) or isinstance(answer, bool) or not 0 <= answer < len(options):
            raise IllegalAnswer(f"there is no option {answer!r}; the options are 0 to {len(options) - 1}")

    def _check_several(self, pending: tuple[Any, ...], answer: Any) -> None:
        _, _, _, _, options, _, low, high, _ = pending
        if not isinstance(answer, list | tuple) or not all(type(i) is int for i in answer):
            raise IllegalAnswer("several options are chosen here: give a list of their numbers")
        if len(set(answer)) != len(answer):
            raise IllegalAnswer("an option is chosen twice")
        if not low <= len(answer) <= high:
            wanted = str(low) if low == high else f"{low} to {high}"
            raise IllegalAnswer(f"{wanted} options have to be chosen, not {len(answer)}")
        for index in answer:
            if not 0 <= index < len(options):
                raise IllegalAnswer(f"there is no option {index}; the options are 0 to {len(options) - 1}")

    def answers(self, pending: tuple[Any, ...], player: int | None) -> Any:
        """All legal answers, lazily: there can be very many when several things are chosen."""
        kind, options = pending[0], pending[4]
        if kind == "several":
            low, high, ordered = pending[6:]
            ways = permutations if ordered else combinations
            return (way for size in range(low, high + 1) for way in ways(range(len(options)), size))
        if kind == "secret":
            options = dict(options)[player]
        return iter(range(len(options)))


def too_many() -> RuleError:
    return RuleError(f"more than {MOST_OPTIONS:,} options at once, and no decision may have more")


def somebody(by: int | None) -> None:
    if by is None:
        raise RuleError("somebody has to decide here, but it is nobody's turn; say who with `by` or `as`")
