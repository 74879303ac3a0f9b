"""Numbers and choices dealt anew: what a player cannot know and what is no component.

In: a position in which hidden components are dealt already, and what the player cannot know. Out: the same
with other values in hidden tracks and in the slots of rules under way. What was chosen or picked is drawn
from the options that the decision has now; what was computed, and a track, from all values of its type.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import groupby
from typing import Any

from interpreter.backend import ASK, BODY, PC, SLOTS, YOU, Backend, Position, core_body
from interpreter.errors import PlayError, RuleError
from interpreter.knowledge.holding import Unknown
from interpreter.knowledge.showing import assigned_by, origins_of
from interpreter.pending import answer_slots, secret_answer, secret_slots
from interpreter.rng import advance, below
from rulelang.ir import expressions as ir
from rulelang.ir import instructions as do
from rulelang.ir.owners import base, size
from rulelang.types import Bool, ByPlayer, Kind, Num, Opt, Pair, Place, Player, Rec, Seq, Type, bare

FEW = 10_000  # values that are mixed to take some of them


class Redrawing:
    def __init__(self, machine: Backend, state: Position, player: int, rng: int) -> None:
        self.machine, self.program, self.layout = machine, machine.program, machine.layout
        self.state, self.player, self.rng = state, player, rng

    def _below(self, outcomes: int) -> int:
        self.rng = advance(self.rng)
        return below(self.rng, outcomes)

    # ------------------------------------------------------------ tracks
    def tracks(self, hidden: Sequence[int]) -> None:
        for index in hidden:
            type_ = self.program.tracks[self.layout.track_names[index][0]].type
            self.state.t[index] = self._value(type_, self.state.t[index])

    def fields(self, redrawn: Collection[int]) -> None:
        """The changing fields of components that the player does not know go round among them.

        Their order is none of hidden tracks, which are drawn anew after it.
        """
        fields, known = self.layout.fields, self.state.known
        for record in self.program.records if fields else ():
            cards = range(record.base, record.base + record.size) if record.physical else range(0)
            hidden = [card for card in cards if card in fields and not known[card] >> self.player & 1]
            kept = {card: [index for index in fields[card] if index not in redrawn] for card in hidden}
            rows = sorted(([self.state.t[index] for index in kept[card]] for card in hidden), key=repr)
            for card in hidden:
                row = rows.pop(self._below(len(rows)))
                for index, value in zip(kept[card], row, strict=True):
                    self.state.t[index] = value

    # ------------------------------------------------------------ slots
    def slots(self, unknown: Sequence[Unknown]) -> None:
        for one in unknown:
            if not one.live:
                for depth, slot in one.spots:
                    self.state.frames[depth][SLOTS + slot] = None
        # What was computed from an answer comes later.
        ordered = sorted((one for one in unknown if one.live), key=lambda one: one.pc is None)
        for (depth, pc), group in groupby(ordered, key=lambda one: (one.depth, one.pc)):
            together = list(group)
            drawn = {} if pc is None else self._together(depth, pc, [one.spots[0][1] for one in together])
            for one in together:
                self._redraw(one, drawn)

    def _redraw(self, one: Unknown, drawn: Mapping[int, Any]) -> None:
        depth, slot = one.spots[0]
        frame = self.state.frames[depth]
        old = frame[SLOTS + slot]
        type_ = self.program.bodies[frame[BODY]].slots[slot].type
        taken = self.taken_from_a_round(frame, slot) if one.pc is None else None
        if slot in drawn or taken is not None:
            new = drawn.get(slot, taken)
        elif type_ is not None:
            cards = self.layout.names_components(type_)
            new = None if one.pc is None else self._chosen_again(one.depth, one.pc, slot, old, cards)
            if new is None and cards:
                return  # computed, or not asked any more: the components are dealt, and this one with them
            new = self._value(type_, old) if new is None else new
        self.put(one, new)

    def put(self, one: Unknown, value: Any) -> None:
        """Writes a value wherever it is held."""
        for there, place in one.spots:
            self.state.frames[there][SLOTS + place] = value
            self._hand_on(there, place, value)

    def _together(self, depth: int, pc: int, slots: Sequence[int]) -> Mapping[int, Any]:
        """Other values for all unknown slots of a decision that fills several: they have to fit each other.

        Empty if it fills one only, or if what was chosen could not be chosen any more.
        """
        frame = self.state.frames[depth]
        instr = self.program.bodies[frame[BODY]].code[pc]
        if isinstance(instr, do.Secret | do.SecretMenu):
            filled = secret_slots(instr)
            asked = self._asked(depth, pc, instr) if len(filled) > 1 else None
            return {} if asked is None else self._rounds(instr, frame, asked, slots)
        if isinstance(instr, do.Menu):
            entry = next(n for n, entry in enumerate(instr.entries) if slots[0] in entry.slots)
            filled = instr.entries[entry].slots
            ways = [way[1:] for way in self._asked(depth, pc, instr) or () if way[0] == entry]
        elif isinstance(instr, do.Choose) and len(instr.slots) > 1:
            filled, ways = instr.slots, self._asked(depth, pc, instr) or []
        else:
            return {}
        old = tuple(frame[SLOTS + slot] for slot in filled)
        fixed = [place for place, slot in enumerate(filled) if slot not in slots]
        fitting = [way for way in ways if all(way[place] == old[place] for place in fixed)] or ways
        if not fitting or (self._has_cards(frame, filled) and old not in fitting):
            return {}
        return dict(zip(filled, self._one_of(fitting), strict=True))

    def _has_cards(self, frame: Sequence[Any], slots: Sequence[int]) -> bool:
        types = (self.program.bodies[frame[BODY]].slots[slot].type for slot in slots)
        return any(type_ is not None and self.layout.names_components(type_) for type_ in types)

    def _rounds(
        self, instr: do.Secret | do.SecretMenu, frame: list[Any], asked: Any, slots: Sequence[int]
    ) -> Mapping[int, Any]:
        """Other answers of all other players in a secret round that is over, each of one option."""
        filled = secret_slots(instr)
        answers = {slot: list(frame[SLOTS + slot] or ()) for slot in filled}
        for who, one in asked:
            old = secret_answer(instr, frame, who) if answers[filled[0]] else None
            if who == self.player or old is None or one[0] == "several":
                continue
            ways = [way for way in one[4] if self._fits(instr, way, old, slots)]
            if isinstance(instr, do.SecretMenu) and self._is_carried_out(instr, frame, who):
                ways = [way for way in ways if way[0] == old[0]]
            if not ways or (self._has_cards(frame, filled) and old not in ways):
                continue
            new = self._one_of(ways)
            for slot in filled:
                answers[slot][who] = None
            for slot, value in zip(answer_slots(instr, new), new, strict=True):
                answers[slot][who] = value
        return {slot: tuple(values) for slot, values in answers.items() if values}

    def taken_from_a_round(self, frame: list[Any], slot: int) -> Any:
        """What a slot has that was only filled with somebody's answer of a secret round."""
        filled = [i for i in self.program.bodies[frame[BODY]].code if slot in assigned_by(i)]
        match filled:
            case [do.Let(value=ir.Chosen(answers=ir.Slot(slot=answers), player=ir.You()))]:
                given = frame[SLOTS + answers]
                return None if not given or frame[YOU] is None else given[frame[YOU]]
        return None

    def _is_carried_out(self, instr: do.Instr, frame: list[Any], who: int) -> bool:
        """Whether a rule stands in the option that this player has taken in a secret round."""
        code = self.program.bodies[frame[BODY]].code
        start = next(pc for pc, other in enumerate(code) if other is instr)
        loop = next((other for other in code[start:] if isinstance(other, do.Next)), None)
        return frame[YOU] == who and loop is not None and start < frame[PC] <= loop.target

    def _fits(self, instr: do.Instr, way: Any, old: Any, slots: Sequence[int]) -> bool:
        """Whether an answer has what was shown of the one that was given."""
        mine = dict(zip(answer_slots(instr, way), way, strict=True))
        known = zip(answer_slots(instr, old), old, strict=True)
        return all(mine.get(slot) == value for slot, value in known if slot not in slots)

    def answers(self) -> None:
        """What rules have answered whose `after`s are still under way; no other answer is waited for."""
        self.state.answer = None
        for frame in self.state.frames:
            if frame[BODY] != core_body(self.program) or frame[6] is None:
                continue
            body = next(holder for number, holder in frame[4] if number == "body")
            for number, rule in enumerate(self.program.rules):
                bodies = (rule.default, *(own for _, own in rule.cases))
                if body in bodies and rule.answer is not None and origins_of(self.program).answers[number]:
                    frame[6] = self._value(rule.answer, frame[6])

    def _hand_on(self, depth: int, slot: int, value: Any) -> None:
        """What abilities around a rule keep of its arguments is the same value."""
        frames, core = self.state.frames, core_body(self.program)
        below_ = frames[depth - 1] if depth else None
        if below_ is not None and below_[BODY] == core and slot < len(below_[3]):
            below_[3] = (*below_[3][:slot], value, *below_[3][slot + 1 :])
        frame = frames[depth]
        for number, declared in enumerate(self.program.bodies[frame[BODY]].slots):
            kept = frame[SLOTS + number]
            if declared.type is None and kept is not None and slot < len(kept[2]):
                rule, body, args, *rest = kept
                frame[SLOTS + number] = (rule, body, (*args[:slot], value, *args[slot + 1 :]), *rest)

    def _chosen_again(self, depth: int, pc: int, slot: int, old: Any, cards: bool) -> Any:
        """Another answer to a decision that was made, of those that it would have now.

        A component that could not be chosen any more has gone on: that it was this one is seen by then.
        """
        instr = self.program.bodies[self.state.frames[depth][BODY]].code[pc]
        asked = self._asked(depth, pc, instr)
        if asked is None:
            return None
        if isinstance(instr, do.Secret):
            ways = {who: self._for_slot(instr, slot, one[4]) for who, one in asked if who != self.player}
            return tuple(self._answered(ways.get(who), answer, cards) for who, answer in enumerate(old))
        if isinstance(instr, do.Menu | do.SecretMenu):
            return None
        if isinstance(instr, do.Choose):
            asked = self._for_slot(instr, slot, asked)
        if cards and not set(old if isinstance(old, tuple) else (old,)) <= set(asked):
            return None
        if not isinstance(old, tuple):
            return self._one_of(asked)
        return self._some_of(asked, len(old), ordered=isinstance(instr, do.Choose) and instr.how == "order")

    def _for_slot(self, instr: do.Choose | do.Secret, slot: int, ways: Sequence[Any]) -> Sequence[Any]:
        """What the ways of a decision would put into one of its slots."""
        return ways if len(instr.slots) == 1 else [way[instr.slots.index(slot)] for way in ways]

    def _answered(self, ways: Sequence[Any] | None, answer: Any, cards: bool) -> Any:
        """Another answer of one player in a secret round that is over."""
        parts = answer if isinstance(answer, tuple) else (answer,)
        if answer is None or not ways or (cards and not set(parts) <= set(ways)):
            return answer
        return self._some_of(ways, len(answer)) if isinstance(answer, tuple) else self._one_of(ways)

    def _asked(self, depth: int, pc: int, instr: do.Instr) -> Any:
        """The options of a decision, on a copy that stands at it; None if it is not asked there.

        With nothing to choose from, the rules would go on, and may come to the same question at another time.
        """
        tried = self.state.copy()
        del tried.frames[depth + 1 :]
        frame = tried.frames[-1]
        frame[PC], tried.pending, tried.log, tried.auto = pc, None, (), ASK
        if isinstance(instr, do.Choose):
            chooser = self.state.told.get((depth + 1, SLOTS + instr.slots[0]))
            frame[YOU] = frame[YOU] if chooser is None else chooser
        elif isinstance(instr, do.Pick):
            tried.nature, tried.fate = True, None
            if instr.amount is not None:
                frame[SLOTS + instr.slot] = ()
        try:
            self.machine.run(tried)
        except (RuleError, PlayError):
            return None
        pending = tried.pending
        if pending is None or tried.log or tried.frames[-1] is not frame or frame[PC] != pc:
            return None
        return pending[4]

    # ------------------------------------------------------------ values of types
    def _one_of(self, items: Sequence[Any]) -> Any:
        return items[self._below(len(items))]

    def _some_of(self, items: Sequence[Any], amount: int, ordered: bool = False) -> tuple[Any, ...]:
        """So many of them, in their own order, or in any."""
        left = list(range(len(items)))
        taken = [left.pop(self._below(len(left))) for _ in range(min(amount, len(left)))]
        return tuple(items[number] for number in (taken if ordered else sorted(taken)))

    def _value(self, type_: Type, old: Any) -> Any:
        """Any value of a type; sets keep their size, and a component stays for `renaming` to deal."""
        if isinstance(type_, Opt):
            inner = self.size_of(type_.inner)
            if inner is None:
                return old
            return None if self._below(inner + 1) == inner else self._value(type_.inner, old)
        inner_type = bare(type_)
        if isinstance(inner_type, ByPlayer):
            return tuple(
                answer if answer is None or who == self.player else self._value(inner_type.item, answer)
                for who, answer in enumerate(old or ())
            )
        if isinstance(inner_type, Seq):
            return self._set(inner_type.item, old)
        amount = self.size_of(inner_type)
        return old if amount is None else self.nth(inner_type, self._below(amount))

    def _set(self, item: Type, old: Any) -> Any:
        amount = self.size_of(item)
        if old is None or amount is None:
            return old
        if amount > FEW or amount < len(old):
            return tuple(self.nth(bare(item), self._below(amount)) for _ in old)
        return tuple(self.nth(bare(item), n) for n in self._some_of(range(amount), len(old)))

    def size_of(self, type_: Type) -> int | None:
        match bare(type_):
            case Num(low=low, high=high):
                return high - low + 1
            case Bool():
                return 2
            case Player():
                return self.layout.players
            case Kind() | Place() as named:
                return size(self.program, named)
            case Pair(first=first, second=second):
                return size(self.program, first) * size(self.program, second)
            case Rec() as record:
                return size(self.program, record)
        return None

    def nth(self, type_: Type, number: int) -> Any:
        match type_:
            case Num(low=low):
                return low + number
            case Bool():
                return bool(number)
            case Rec():
                return base(self.program, type_) + number
        return number
