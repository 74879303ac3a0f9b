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

if TYPE_CHECKING:
    from interpreter.machine import Machine

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


@define(slots=False)
class Request:
    """What is asked. Answer with an option's index or key; with a list of them if `several`."""

    machine: Machine = field(repr=False, eq=False)
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
    def _instruction(self) -> tuple[Any, ...]:
        code: tuple[tuple[Any, ...], ...] = self.machine.program.bodies[self.pending[2]].code
        return code[self.pending[3]]

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
        op = self._instruction
        what = {"choose": 2, "may": 1, "secret": 1}.get(op[0])
        return f"{self.rule}.{op[what]}" if what is not None else self.rule

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
        return tuple(
            Option(index, *self._describe(value), probability, self._about(value))
            for index, value in enumerate(raw)
        )

    def _about(self, value: Any) -> tuple[str, ...]:
        """What an option can be pointed at by."""
        op = self._instruction
        if self.kind in ("may", "chance"):
            return ()
        if self.kind == "menu":
            tags, values = op[2][value[0]][3], value[1:]
        else:
            tags = op[6] if op[0] == "choose" else (op[5],)
            values = value if len(tags) > 1 else (value,)
        found = (self.words.ref(tag, part) for tag, part in zip(tags, values, strict=True))
        return tuple(filter(None, found))

    def _describe(self, value: Any) -> tuple[str, str, tuple[str, ...]]:
        """The key, the label, and the label's parts."""
        words, op = self.words, self._instruction
        if self.kind == "menu":
            name, _, _, tags, _ = op[2][value[0]]
            parts = list(zip(tags, value[1:], strict=True))
            key = f"{name}({', '.join(words.key(t, v) for t, v in parts)})" if parts else name
            shown = [words.value(t, v) for t, v in parts]
            return key, words.option(self.rule, name, [*shown]), (words.action(self.rule, name), *shown)
        if self.kind == "may":
            word = "yes" if value else "no"
            return word, words.text(word), (words.text(word),)
        if self.kind == "chance":
            return self._describe_chance(value)
        tags = op[6] if op[0] == "choose" else (op[5],)
        values = value if len(tags) > 1 else (value,)
        key = ", ".join(words.key(t, v) for t, v in zip(tags, values, strict=True))
        labels = tuple(words.value(t, v) for t, v in zip(tags, values, strict=True))
        return key, ", ".join(labels), labels

    def _describe_chance(self, value: Any) -> tuple[str, str, tuple[str, ...]]:
        tag = "number"
        if self.pending[5] == "draw":
            record = self.machine.program.zones[self._instruction[1]].item
            tag = f"record:{record}"
        elif self.pending[5] == "pick":
            tag = (
                self.machine.program.bodies[self.pending[2]]
                .tags[self._instruction[1]]
                .removeprefix("set of ")
            )
        label = self.words.value(tag, value)
        return self.words.key(tag, value), label, (label,)

    def answers(self) -> Iterator[Any]:
        """Every legal answer: indices, or tuples of indices if `several`."""
        found: Iterator[Any] = self.machine.answers(self.pending, self.player)
        return found

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
