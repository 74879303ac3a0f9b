"""Requests: a pending decision as callers see it.

In: the pending tuple of a state. Out: a `Request` with who decides, what is asked, and the legal options,
each with a stable key and a label in words.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from attrs import define, field, frozen

from interpreter.errors import IllegalAnswer
from interpreter.words import Words
from rulelang.ir import instructions as do
from rulelang.types import NUM, Rec, Type, item_of

if TYPE_CHECKING:
    from interpreter.backend import Backend

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


@define(slots=False)
class Request:
    """What is asked. Answer with an option's index or key; with a list of them if `several`."""

    machine: Backend = field(repr=False, eq=False)
    words: Words = field(repr=False, eq=False)
    pending: tuple[Any, ...] = field(repr=False)
    player: int

    @property
    def kind(self) -> str:
        return str(self.pending[0])

    @property
    def several(self) -> bool:
        return self.kind == "several"

    @property
    def least(self) -> int:
        return int(self.pending[6]) if self.several else 1

    @property
    def most(self) -> int:
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
            case do.Choose(prompt=name) | do.May(name=name) | do.Secret(name=name):
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
        return dict(options)[self.player] if self.kind == "secret" else options

    def __len__(self) -> int:
        return len(self.raw())

    @cached_property
    def options(self) -> tuple[Option, ...]:
        raw = self.raw()
        probability = Fraction(1, len(raw)) if self.kind == "chance" else None
        return tuple(Option(index, *self._describe(value), probability) for index, value in enumerate(raw))

    def _describe(self, value: Any) -> tuple[str, str, tuple[str, ...]]:
        """The key, the label, and the label's parts."""
        words = self.words
        if self.kind == "may":
            word = "yes" if value else "no"
            return word, words.text(word), (words.text(word),)
        if self.kind == "chance":
            type_ = self._chance_type()
            label = words.value(type_, value)
            return words.key(type_, value), label, (label,)
        instr = self._instruction
        if isinstance(instr, do.Menu):
            option = instr.entries[value[0]]
            parts = list(zip(do.chosen_types(option.ways), value[1:], strict=True))
            keys = ", ".join(words.key(t, v) for t, v in parts)
            shown = [words.value(t, v) for t, v in parts]
            label = words.option(self.rule, option.name, [*shown])
            key = f"{option.name}({keys})" if parts else option.name
            return key, label, (words.action(self.rule, option.name), *shown)
        types = self._types(instr)
        values = value if len(types) > 1 else (value,)
        key = ", ".join(words.key(t, v) for t, v in zip(types, values, strict=True))
        labels = tuple(words.value(t, v) for t, v in zip(types, values, strict=True))
        return key, ", ".join(labels), labels

    def _types(self, instr: do.Instr) -> tuple[Type, ...]:
        if isinstance(instr, do.Choose):
            return do.chosen_types(instr.ways)
        assert isinstance(instr, do.Secret)
        return (item_of(instr.items.type),)

    def _chance_type(self) -> Type:
        """What chance decides: a card, a face, or what is picked."""
        match self._instruction:
            case do.Settle(zone=zone):
                return Rec(self.machine.program.zones[zone].item)
            case do.Pick(items=items):
                return item_of(items.type)
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
