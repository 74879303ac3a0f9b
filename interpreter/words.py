"""Names that people see, from the string tables of a definition.

In: a language and a key. Out: a text; without one, the name itself made readable. Keys are
`<type>.<name>` for components and words, `zone.`, `track.`, `setting.`, `option.`, `ask.`, `say.`,
`reason.` and `rule.` for the rest.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from interpreter.phrases import EVENTS, USUAL, table
from rulelang.ir.naming import dice_of_words
from rulelang.ir.nodes import Program
from rulelang.ir.owners import split
from rulelang.ir.texts import GAP, filled, listed
from rulelang.types import NUM, Bool, ByPlayer, Kind, Num, Pair, Place, Player, Rec, Seq, Type, bare

NUMBERED = re.compile(r"#\d+")  # of a copy


def readable(name: str) -> str:
    return name.replace("_", " ")


class Words:
    def __init__(self, program: Program, language: str = "en", names: Sequence[str] = ()) -> None:
        """`names` are those of the people at the table, for as many seats as there are."""
        self.program = program
        self.language = language
        self.names = tuple(names)
        self._keys: dict[tuple[Type, Any], str] = {}  # what was asked for before: a view asks for hundreds
        self._values: dict[tuple[Type, Any], str] = {}
        tables = {name: dict(texts) for name, texts in program.strings}
        spoken = [(name, tables.get(name, {}), table(EVENTS, name)) for name in (language, USUAL)]
        # A definition's own words go before the program's; each text keeps its language, for its plurals.
        self.tables = [(name, texts) for name, *both in spoken for texts in both if texts]
        self.copies: dict[str, dict[str, int]] = {}
        for record in program.records:
            counts: dict[str, int] = {}
            for name in record.names:
                counts[name] = counts.get(name, 0) + 1
            self.copies[record.name] = counts
        self.has_copies = any(count > 1 for counts in self.copies.values() for count in counts.values())
        self._copy_names: list[str | None] = [
            f"{record.name}.{name}" if self.copies[record.name][name] > 1 else None
            for record in program.records
            if record.physical
            for name in record.names
        ]

    def text(self, key: str, fallback: str | None = None) -> str:
        found = self.found(key)
        if found is not None:
            return found[1]
        return readable(key.rsplit(".", 1)[-1]) if fallback is None else fallback

    def say(self, key: str, *parts: str | int) -> str:
        """The text of a key with its gaps filled; without one, the key's last word and the parts."""
        found = self.found(key)
        if found is not None:
            return filled(found[1], parts, found[0])
        name = readable(key.rsplit(".", 1)[-1])
        return f"{name}: {', '.join(map(str, parts))}" if parts else name

    def found(self, key: str) -> tuple[str, str] | None:
        """The text of a key, and the language that it is in."""
        for name, texts in self.tables:
            if key in texts:
                return name, texts[key]
        return None

    def player(self, number: int) -> str:
        if number < len(self.names) and self.names[number]:
            return self.names[number]
        return self.text(f"player.{number + 1}", self.say("player", number + 1))

    def hidden(self, amount: int) -> str:
        """Components that may not be told apart."""
        text = self.say("hidden", amount)
        return text if amount == 1 or text != self.text("hidden") else f"{text} x{amount}"

    def owned(self, thing: str, type_: Type | None, owner: int | None) -> str:
        if owner is None or type_ is None:
            return thing
        return self.say("event.owned", thing, self.value(type_, owner))

    def verdict(self, winners: Sequence[int], reason: str) -> str:
        """How a game ended."""
        if winners:
            who = ", ".join(map(self.player, winners))
            verdict = self.say("result.won", who, len(winners))
        else:
            verdict = self.text("result.draw" if reason == "draw" else "result.nobody")
        if not reason or reason == "draw":
            return verdict
        return self.say("result.because", verdict, self.text(f"reason.{reason}"))

    def face(self, die: str, face: int) -> str:
        """What lies up: a number or a word."""
        return self.value(self.dice.get(die, NUM), face)

    @cached_property
    def dice(self) -> Mapping[str, Type]:
        """The dice that show words."""
        return dice_of_words(self.program)

    def component(self, number: int) -> str:
        return self.value(self._type_of(number), number)

    def component_id(self, number: int) -> str:
        """A component's type and name, `loot:map_2`; copies have one, since nobody may tell them apart."""
        return self.plain_ref(self._type_of(number), number)

    def plain_ref(self, type_: Type, value: Any) -> str:
        """A reference without the number of a copy, for what was: a copy could be followed by its number."""
        return self.ref(type_, value).partition("#")[0]

    def plain_key(self, type_: Type, value: Any) -> str:
        """A key in which copies that look alike have no numbers, for what was."""
        return NUMBERED.sub("", self.key(type_, value))

    def ref(self, type_: Type, value: Any, numbers: Mapping[int, int] | None = None) -> str:
        """What can be pointed at: `loot:map_2`, `floor@c1r3`, `player:player2`, `suit:hook`; else nothing."""
        if value is None:
            return ""
        match bare(type_):
            case Kind(name=name) | Rec(name=name):
                return f"{name}:{self.key(type_, value, numbers)}"
            case Player():
                return f"player:{self.key(type_, value)}"
            case Place(zone=zone):
                return f"{zone}@{self.key(type_, value)}"
        return ""

    def _type_of(self, number: int) -> Rec:
        record = next(r for r in self.program.records if r.physical and r.base <= number < r.base + r.size)
        return Rec(record.name)

    def value(self, type_: Type, value: Any) -> str:
        """A value of a type, in words."""
        if type(value) is not int or isinstance(type_, Num):
            return self._value(type_, value)
        found = self._values.get((type_, value))
        if found is None:
            found = self._values[type_, value] = self._value(type_, value)
        return found

    def _value(self, type_: Type, value: Any) -> str:
        if value is None:
            return self.text("none")
        match bare(type_):
            case Seq(item=item) | ByPlayer(item=item):
                return listed(self.value(item, part) for part in value) or self.text("nothing")
            case Kind(name=name):
                word = self.program.kind(name).words[value]
                return self.text(f"{name.partition(' ')[0]}.{word}")  # the names of components have one key
            case Pair() as pair:
                first, second = split(self.program, pair, value)
                return listed((self.value(pair.first, first), self.value(pair.second, second)))
            case Rec(name=name):
                record = self.program.record(name)
                return self.text(f"{name}.{record.names[value - record.base]}")
            case Player():
                return self.player(value)
            case Place(zone=name):
                width = self.program.zone(name).width
                return self.say("place", value % width + 1, value // width + 1)
            case Bool():
                return self.text("yes" if value else "no")
        return str(value)

    def option(self, rule: str, name: str, shown: list[str | None]) -> str:
        """An option of a menu with what it is taken with; None for what may not be told.

        A text may say where the parts stand (`steal {1} from {2}`); otherwise they follow it.
        """
        language, label = self._option(rule, name)
        if GAP.search(label):
            return filled(label, [part or "…" for part in shown], language)
        told = ", ".join(part for part in shown if part is not None)
        return f"{label}: {told}" if told else label

    def _option(self, rule: str, name: str) -> tuple[str, str]:
        """The text of an option, and its language."""
        keys = (f"option.{rule}.{name}", f"option.{name}")
        return next(filter(None, map(self.found, keys)), (self.language, readable(name)))

    def said_in_option(self, rule: str, name: str, place: int, part: str) -> list[str]:
        """What an option that is taken with this in this place (from 0) says of it, piece by piece."""
        language, label = self._option(rule, name)
        gaps = list(GAP.finditer(label))
        if not gaps:
            return [part]
        parts = [part] * (place + 1)
        return [filled(gap[0], parts, language) for gap in gaps if int(gap[1]) == place + 1]

    def action(self, rule: str, name: str) -> str:
        """An option of a menu without what it is taken with."""
        return self.option(rule, name, [None] * 9)

    def copy_name(self, component: int) -> str | None:
        """What a component shares with its copies; None if it has none."""
        return self._copy_names[component]

    def key(self, type_: Type, value: Any, numbers: Mapping[int, int] | None = None) -> str:
        """A short stable name for a value, the same in every language.

        `numbers` are those of copies, as somebody may call them (`knowledge.copies`).
        """
        if type(value) is not int or isinstance(type_, Num) or numbers is not None:
            return self._key(type_, value, numbers)
        found = self._keys.get((type_, value))
        if found is None:
            found = self._keys[type_, value] = self._key(type_, value, None)
        return found

    def _key(self, type_: Type, value: Any, numbers: Mapping[int, int] | None) -> str:
        if value is None:
            return "none"
        match bare(type_):
            case Kind(name=name):
                return str(self.program.kind(name).words[value])
            case Rec(name=name):
                return self._component_key(name, value, numbers)
            case Player():
                return f"player{value + 1}"
            case Place(zone=name):
                width = self.program.zone(name).width
                return f"c{value % width + 1}r{value // width + 1}"
            case Bool():
                return "yes" if value else "no"
            case Pair() as pair:
                first, second = split(self.program, pair, value)
                return f"{self.key(pair.first, first, numbers)}, {self.key(pair.second, second, numbers)}"
        return str(value)

    def _component_key(self, name: str, value: int, numbers: Mapping[int, int] | None) -> str:
        record = self.program.record(name)
        own: str = record.names[value - record.base]
        if self.copies[name][own] == 1:
            return own
        if numbers is not None and record.physical:
            return f"{own}#{numbers.get(value, '?')}"
        return f"{own}#{value - record.base - record.names.index(own) + 1}"
