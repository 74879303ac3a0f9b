"""Requests: a pending decision as callers see it.

In: the pending tuple of a state. Out: a `Request` with who decides, what is asked, and the legal options,
each with a stable key and a label in words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from attrs import define, field, frozen

from interpreter.errors import IllegalAnswer
from interpreter.pending import Pending, own
from interpreter.words import Words
from rulelang.ir import instructions as do
from rulelang.ir.expressions import Cell, CellEmpty, CellFull, Function, Ways, You, Zone
from rulelang.ir.walk import inside
from rulelang.types import NUM, PLAYER, Place, Player, Rec, Type, bare, item_of

if TYPE_CHECKING:
    from interpreter.backend import Backend, Shape

NATURE = -1  # the player who decides chance, when chance is exposed


@frozen
class Option:
    index: int
    key: str
    label: str
    parts: tuple[
        str, ...
    ] = ()  # what is chosen, one thing after another: an action and what it is taken with
    probability: Fraction | None = None
    about: tuple[str, ...] = ()  # the things, places and players that are chosen: see `Words.ref`


@define(slots=False, eq=False)
class Request:
    """What is asked of one player. Answer with an option's index or key; with a list of them if `several`.

    If it is `secret`, others are asked at the same time, and nobody hears what the others answer before all
    have answered.
    """

    machine: Backend = field(repr=False)
    words: Words = field(repr=False)
    asked: Pending | Callable[[], Pending] = field(repr=False)  # of this player alone; read when it is needed
    player: int
    secret: bool = False
    copies: Callable[[], Mapping[int, int]] | None = field(default=None, repr=False)
    shape: Shape | None = field(default=None, repr=False)  # the same in short, where that is cheaper

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Request):
            return NotImplemented
        mine, theirs = ((r.pending, r.player, r.secret) for r in (self, other))
        return mine == theirs

    __hash__ = None  # type: ignore[assignment]

    @cached_property
    def pending(self) -> Pending:
        return self.asked() if callable(self.asked) else self.asked

    @property
    def kind(self) -> str:
        return str(self.pending[0]) if self.shape is None else self.shape[0]

    @property
    def several(self) -> bool:
        return self.kind == "several"

    @property
    def least(self) -> int:
        if self.shape is not None:
            return self.shape[2]
        return int(self.pending[6]) if self.several else 1

    @property
    def most(self) -> int:
        if self.shape is not None:
            return self.shape[3]
        return int(self.pending[7]) if self.several else 1

    @property
    def ordered(self) -> bool:
        return bool(self.pending[8]) if self.several else False

    @property
    def _instruction(self) -> do.Instr:
        instr: do.Instr = self.machine.program.bodies[self.pending[2]].code[self.pending[3]]
        return instr

    @property
    def rule(self) -> str:
        return str(self.machine.program.bodies[self.pending[2]].name)

    @property
    def site(self) -> tuple[str, int, int]:
        sites: tuple[tuple[str, int, int], ...] = self.machine.program.bodies[self.pending[2]].sites
        return sites[self.pending[3]]

    @cached_property
    def name(self) -> str:
        """What is asked, as a stable key: the rule and the name that the choice gets."""
        match self._instruction:
            case do.Choose(prompt=name) | do.May(name=name) | do.Secret(prompt=name):
                return f"{self.rule}.{name}"
        return self.rule

    @cached_property
    def prompt(self) -> str:
        if self.kind == "chance":
            return self.words.text(f"chance.{self.pending[5]}", self.words.say("chance", self.pending[5]))
        if self.kind == "menu":
            return self.words.text(f"ask.{self.name}", self.words.text("choose"))
        return self.words.text(f"ask.{self.name}")

    def raw(self) -> tuple[Any, ...]:
        options: tuple[Any, ...] = self.pending[4]
        return options

    def __len__(self) -> int:
        return len(self.raw()) if self.shape is None else self.shape[1]

    @cached_property
    def options(self) -> tuple[Option, ...]:
        raw = self.raw()
        probability = Fraction(1, len(raw)) if self.kind == "chance" else None
        return tuple(
            Option(index, self._key(value), *self._label(value), probability, self._about(value))
            for index, value in enumerate(raw)
        )

    def _about(self, value: Any) -> tuple[str, ...]:
        """What an option can be pointed at by."""
        instr = self._instruction
        if self.kind in ("may", "chance"):
            return ()
        if isinstance(instr, do.Menu | do.SecretMenu):
            entry: do.Entry | do.SecretEntry = instr.entries[value[0]]
            ways, values = entry.ways, value[1:]
            types = do.chosen_types(ways)
        else:
            assert isinstance(instr, do.Choose | do.Secret)
            ways, types = instr.ways, do.chosen_types(instr.ways)
            values = value if len(types) > 1 else (value,)
        refs = (self._ref(type_, part, ways) for type_, part in zip(types, values, strict=True))
        return tuple(filter(None, refs))

    def _ref(self, type_: Type, value: Any, ways: Ways) -> str:
        """A place of a players' board is one of the board of whoever decides, as far as one can tell."""
        ref = self.words.ref(type_, value, self.numbers)
        inner = bare(type_)
        if ref and isinstance(inner, Place) and self._is_on_own_board(inner.zone, ways):
            return f"{inner.zone}:{self.words.key(PLAYER, self.player)}@{ref.rpartition('@')[2]}"
        return ref

    def _is_on_own_board(self, zone: str, ways: Ways) -> bool:
        zones = self.machine.program.zones
        number = next(n for n, declared in enumerate(zones) if declared.name == zone)
        if not isinstance(zones[number].owner, Player):
            return False
        looked_at = [
            part.owner
            for part in inside(ways)
            if isinstance(part, Cell | CellEmpty | CellFull | Function | Zone)
            and number == (part.zone if isinstance(part, Zone) else part.grid)
        ]
        return all(owner is None or isinstance(owner, You) for owner in looked_at)

    @cached_property
    def numbers(self) -> Mapping[int, int] | None:
        """The numbers of copies, as the player may call them; None for their own."""
        if self.copies is None:
            return None
        words, found = self.words, dict(self.copies())
        counts: dict[str, int] = {}
        for card, number in found.items():
            name = words.copy_name(card) or ""
            counts[name] = max(counts.get(name, 0), number)
        for card in self._components():  # a player who is offered what the player does not know
            own = words.copy_name(card)
            if own is not None and card not in found:
                counts[own] = found[card] = counts.get(own, 0) + 1
        return found

    def _components(self) -> Iterator[int]:
        instr, layout = self._instruction, self.machine.layout
        if isinstance(instr, do.May):
            return
        for value in self.raw():
            if isinstance(instr, do.Menu | do.SecretMenu):
                entry: do.Entry | do.SecretEntry = instr.entries[value[0]]
                pairs = zip(do.chosen_types(entry.ways), value[1:], strict=True)
            else:
                types = self._types(instr)
                pairs = zip(types, value if len(types) > 1 else (value,), strict=True)
            yield from (
                part for type_, part in pairs if part is not None and layout.is_component(bare(type_))
            )

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of the options."""
        return tuple(map(self._key, self.raw()))

    def _key(self, value: Any) -> str:
        words = self.words
        if self.kind == "may":
            return "yes" if value else "no"
        if self.kind == "chance":
            return words.key(self._chance_type(), value)
        instr = self._instruction
        if isinstance(instr, do.Menu | do.SecretMenu):
            entry: do.Entry | do.SecretEntry = instr.entries[value[0]]
            if len(value) == 1:
                return str(entry.name)
            chosen = zip(do.chosen_types(entry.ways), value[1:], strict=True)
            return f"{entry.name}({', '.join([words.key(t, v, self.numbers) for t, v in chosen])})"
        types = self._types(instr)
        if len(types) == 1:
            return words.key(types[0], value, self.numbers)
        return ", ".join([words.key(t, v, self.numbers) for t, v in zip(types, value, strict=True)])

    def _label(self, value: Any) -> tuple[str, tuple[str, ...]]:
        """The label of an option, and its parts."""
        words = self.words
        if self.kind == "may":
            label = words.text("yes" if value else "no")
            return label, (label,)
        if self.kind == "chance":
            label = words.value(self._chance_type(), value)
            return label, (label,)
        instr = self._instruction
        if isinstance(instr, do.Menu | do.SecretMenu):
            option: do.Entry | do.SecretEntry = instr.entries[value[0]]
            chosen = zip(do.chosen_types(option.ways), value[1:], strict=True)
            shown = [words.value(t, v) for t, v in chosen]
            label = words.option(self.rule, option.name, [*shown])
            return label, (words.action(self.rule, option.name), *shown)
        types = self._types(instr)
        values = value if len(types) > 1 else (value,)
        labels = tuple(words.value(t, v) for t, v in zip(types, values, strict=True))
        return ", ".join(labels), labels

    def _types(self, instr: do.Instr) -> tuple[Type, ...]:
        assert isinstance(instr, do.Choose | do.Secret)
        return do.chosen_types(instr.ways)

    def _chance_type(self) -> Type:
        """What chance decides: a card, a face, or what is picked."""
        match self._instruction:
            case do.Settle(zone=zone):
                return Rec(self.machine.program.zones[zone].item)
            case do.Pick(items=items):
                return item_of(items.type)
            case do.Roll(die=die):
                return self.words.dice.get(die, NUM)
        return NUM

    def answers(self) -> Iterator[Any]:
        """Every legal answer: indices, or tuples of indices if `several`."""
        return self.machine.answers(self.pending, self.player)

    def index_of(self, answer: Any) -> Any:
        """An answer given by keys or indices, as indices."""
        if self.several and isinstance(answer, list | tuple):
            return tuple(self._index(part) for part in answer)
        return self._index(answer)

    def _index(self, answer: Any) -> Any:
        if not isinstance(answer, str):
            return answer
        for option in self.options:
            if option.key == answer:
                return option.index
        known = ", ".join(option.key for option in self.options[:12])
        raise IllegalAnswer(f"`{answer}` is not one of the options: {known}{' …' if len(self) > 12 else ''}")


def keys_of(
    machine: Backend,
    words: Words,
    pending: tuple[Any, ...],
    player: int,
    copies: Callable[[], Mapping[int, int]],
) -> tuple[str, ...]:
    """The keys of a player's options, with copies as a view calls them that was made at the same time."""
    numbers = copies if words.has_copies else None
    return Request(machine, words, own(pending, player), player, pending[0] == "secret", numbers).keys
