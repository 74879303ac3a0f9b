"""How a running rule asks: it leaves a pending decision in the state, and how an answer is taken.

A pending decision is plain data, so that it can be copied (`interpreter/pending.py`). With nothing to choose
nobody is asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations
from typing import Any

from interpreter.backend import SAFE, SLOTS, Position
from interpreter.errors import IllegalAnswer, RuleError
from interpreter.knowledge.offering import Offering
from interpreter.knowledge.seeing import seers_of_choice
from interpreter.knowledge.showing import origins_of
from interpreter.layout import Layout
from interpreter.pending import Pending, deciders, own, secret_slots
from interpreter.python.budget import pay
from interpreter.python.chances import chance
from interpreter.python.state import Frame, State
from rulelang.ir import instructions as do
from rulelang.ir.expression_prices import KEPT
from rulelang.ir.nodes import Program
from rulelang.limits import MOST_AT_ONCE, MOST_OPTIONS
from rulelang.types import bare


class Asking:
    def __init__(self, program: Program, layout: Layout) -> None:
        self.program, self.layout = program, layout
        self.offering = Offering(program, layout)
        # For each menu: the slots and the instruction that each of its options leads to.
        self.menus: list[list[Any]] = [
            [
                [(entry.slots, entry.target) for entry in op.entries] if isinstance(op, do.Menu) else None
                for op in body.code
            ]
            for body in program.bodies
        ]

        self.hushed = {
            (number, pc)
            for number, body in enumerate(program.bodies)
            for pc, op in enumerate(body.code)
            if isinstance(op, do.Menu) and op.hearing == "secretly"
        }

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
        if len(ways) == 1 and state.auto and self._taken(state, site):
            state.told[len(state.frames), slot] = by
            self._fill(frame, slot, width, ways[0])
            frame[1] = site[1] + 1
            return False
        if len(ways) > MOST_OPTIONS:
            raise too_many()
        somebody(by)
        ways = self.offering.ways(state, by, ways, site)
        state.pending = ("one", by, *site, tuple(ways), slot, width)
        return True

    def _taken(self, state: State, site: Any) -> bool:
        """Whether a single option is taken without asking: not where it tells others that there is one."""
        return state.auto != SAFE or site not in origins_of(self.program).telling

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
        pending = within_options(("several", by, *site, tuple(ways), slot, low, high, ordered))
        forced = _forced(pending)
        if forced is not None and state.auto and self._taken(state, site):
            state.told[len(state.frames), slot] = by
            frame[slot] = tuple(ways)[: len(forced)]
            frame[1] = site[1] + 1
            return False
        somebody(by)
        ways = self.offering.ways(state, by, ways, site)
        state.pending = (*pending[:4], tuple(ways), *pending[5:])
        return True

    def ask_menu(
        self, state: State, frame: Frame, by: int, options: list[tuple[Any, ...]], site: Any, empty: int
    ) -> bool:
        if not options:
            frame[1] = empty
            return False
        if len(options) == 1 and state.auto and self._taken(state, site):
            self._take_option(frame, site, options[0])
            return False
        if len(options) > MOST_OPTIONS:
            raise too_many()
        somebody(by)
        offered = self.offering.options(state, by, options, site)
        state.pending = ("menu", by, *site, tuple(offered))
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

    def ask_secret(self, state: State, frame: Frame, asked: list[Pending], site: Any) -> bool:
        """Asks several players at once; the decision of each is one that could be asked alone."""
        instr = self.program.bodies[site[0]].code[site[1]]
        # Who is not asked has chosen nothing: none, or where several are chosen an empty set.
        nothing = () if isinstance(instr, do.Secret) and instr.how != "one" else None
        for slot in secret_slots(instr):
            frame[SLOTS + slot] = (nothing,) * self.layout.players
        waiting = []
        taken = state.auto and self._taken(state, site)
        for one in asked:
            one = within_options(one) if one[0] == "several" else one
            forced = _forced(one) if one[4] else None
            if len(one[4]) > MOST_OPTIONS:
                raise too_many()
            if forced is not None and taken:
                self._keep_secret(frame, instr, one, forced)
            elif one[4]:
                waiting.append((one[1], self._offered(state, one, site)))
        if not waiting:
            frame[1] = site[1] + 1
            return False
        state.pending = ("secret", waiting[0][0], *site, tuple(waiting))
        return True

    def _offered(self, state: State, asked: Pending, site: Any) -> Pending:
        offer = self.offering.options if asked[0] == "menu" else self.offering.ways
        return (*asked[:4], tuple(offer(state, asked[1], asked[4], site)), *asked[5:])

    def _keep_secret(self, frame: Frame, instr: do.Instr, asked: Pending, answer: Any) -> None:
        kind, player, options = asked[0], asked[1], asked[4]
        if isinstance(instr, do.SecretMenu):
            option = options[answer]
            slots: tuple[int, ...] = (instr.slot, *instr.entries[option[0]].slots)
            values = option
        else:
            assert isinstance(instr, do.Secret)
            slots = instr.slots
            if kind == "several":
                values = (tuple(options[i] for i in (answer if asked[8] else sorted(answer))),)
            else:
                values = options[answer] if len(slots) > 1 else (options[answer],)
        for slot, value in zip(slots, values, strict=True):
            kept = list(frame[SLOTS + slot])
            kept[player] = value
            frame[SLOTS + slot] = tuple(kept)

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
        if state.log is not None and (event := self.answered(state, player, answer)) is not None:
            state.log = (event, state.log)
        if kind == "menu":
            self._take_option(frame, (body, pc), options[answer])
            if (body, pc) in self.hushed:
                for slot in self.menus[body][pc][options[answer][0]][0]:
                    state.told[len(state.frames), SLOTS + slot] = who
        elif kind == "one":
            state.told[len(state.frames), pending[5]] = who
            self._fill(frame, pending[5], pending[6], options[answer])
            frame[1] = pc + 1
        elif kind == "several":
            slot, ordered = pending[5], pending[8]
            state.told[len(state.frames), slot] = who
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
        return True

    def answered(self, state: Position, player: int | None, answer: Any) -> tuple[Any, ...] | None:
        """The event of an answer to what is asked, if it makes one; the answer is not given yet."""
        pending = state.pending
        assert pending is not None
        kind, who, body, pc, options = pending[:5]
        if kind == "secret":
            return ("secret", (body, pc), player, *self._own_secret(pending, player, answer))
        if kind in ("menu", "may"):
            if not self._heard_of(body, pc):
                return None
            return ("choice", (body, pc), who, self._public(state, pending, answer))
        if kind == "chance":
            return None
        picked = tuple(options[i] for i in (answer if kind == "several" else (answer,)))
        return ("chose", (body, pc), who, *self._heard(state, pending, picked))

    def _heard_of(self, body: int, pc: int) -> bool:
        instr = self.program.bodies[body].code[pc]
        return not isinstance(instr, do.Menu | do.May) or instr.hearing != "secretly"

    def _public(self, state: Position, pending: tuple[Any, ...], answer: int) -> tuple[Any, ...]:
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

    def _heard(
        self, state: Position, pending: tuple[Any, ...], picked: tuple[Any, ...]
    ) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        """What was picked from a set, a tuple for each, and for each part of it who may hear of it."""
        instr = self.program.bodies[pending[2]].code[pending[3]]
        assert isinstance(instr, do.Choose)
        types = do.chosen_types(instr.ways)
        ways = picked if len(types) > 1 else tuple((value,) for value in picked)
        by, in_turn = pending[1], state.active == pending[1]
        masks = tuple(
            tuple(
                seers_of_choice(self.layout, state, type_, value, by, in_turn, instr.hearing)
                for type_, value in zip(types, way, strict=True)
            )
            for way in ways
        )
        return ways, masks

    def _own_secret(
        self, pending: Pending, player: int | None, answer: Any
    ) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        """What was chosen in a secret round, as `_heard` says it: only whoever chose it hears of it."""
        asked = own(pending, player)
        instr = self.program.bodies[pending[2]].code[pending[3]]
        picked = tuple(asked[4][i] for i in (answer if asked[0] == "several" else (answer,)))
        if isinstance(instr, do.Secret) and len(instr.ways.loops) == 1:
            picked = tuple((value,) for value in picked)
        return picked, tuple((1 << asked[1],) * len(way) for way in picked)

    def _answer_secret(
        self, state: State, frame: Frame, pending: Pending, player: int | None, answer: Any
    ) -> bool:
        _, _, body, pc, waiting = pending
        self._keep_secret(frame, self.program.bodies[body].code[pc], own(pending, player), answer)
        rest = tuple(entry for entry in waiting if entry[0] != player)
        if rest:
            state.pending = ("secret", rest[0][0], body, pc, rest)
            return False
        frame[1] = pc + 1
        return True

    def check_answer(self, state: State, player: int | None, answer: Any) -> None:
        """Refuses what the pending decision does not allow, before anything changes."""
        pending = state.pending
        if pending is None:
            raise IllegalAnswer("nothing is asked now" if state.over is None else "the game is over")
        if pending[0] == "secret":
            if player not in deciders(pending):
                raise IllegalAnswer("this player has nothing to decide now")
            pending = own(pending, player)
        elif player is not None and player != pending[1]:
            raise IllegalAnswer("another player decides now")
        kind, options = pending[0], pending[4]
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
        pending = own(pending, player)
        kind, options = pending[0], pending[4]
        if kind == "several":
            low, high, ordered = pending[6:]
            ways = permutations if ordered else combinations
            return (way for size in range(low, high + 1) for way in ways(range(len(options)), size))
        return iter(range(len(options)))


def within_options(pending: Pending) -> Pending:
    """A decision about several things, with no more of them than there are."""
    *head, low, high, ordered = pending
    high = max(0, min(high, len(pending[4])))
    return (*head, max(0, min(low, high)), high, ordered)


def _forced(pending: Pending) -> Any:
    """The only answer there is, or None."""
    amount = len(pending[4])
    if pending[0] != "several":
        return 0 if amount == 1 else None
    _, _, _, _, _, _, low, high, ordered = pending
    only = high == 0 or (low == amount and (not ordered or amount == 1))
    return tuple(range(high)) if only else None


def too_many() -> RuleError:
    return RuleError(f"more than {MOST_OPTIONS:,} options at once, and no decision may have more")


def somebody(by: int | None) -> None:
    if by is None:
        raise RuleError("somebody has to decide here, but it is nobody's turn; say who with `by` or `as`")
