"""Names that people see, from the string tables of a definition.

In: a language and a key. Out: a text; without one, the name itself made readable. Keys are
`<type>.<name>` for components and words, `zone.`, `track.`, `setting.`, `option.`, `ask.`, `say.`,
`reason.` and `rule.` for the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from interpreter.phrases import EVENTS, USUAL, table
from rulelang.ir.nodes import Program
from rulelang.ir.texts import GAP, filled, listed
from rulelang.types import Bool, ByPlayer, Kind, Place, Player, Rec, Seq, Type, bare


def readable(name: str) -> str:
    return name.replace("_", " ")


class Words:
    def __init__(self, program: Program, language: str = "en") -> None:
        self.program = program
        self.language = language
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

    def text(self, key: str, fallback: str | None = None) -> str:
        found = self._found(key)
        if found is not None:
            return found[1]
        return readable(key.rsplit(".", 1)[-1]) if fallback is None else fallback

    def say(self, key: str, *parts: str | int) -> str:
        """The text of a key with its gaps filled; without one, the key's last word and the parts."""
        found = self._found(key)
        if found is not None:
            return filled(found[1], parts, found[0])
        name = readable(key.rsplit(".", 1)[-1])
        return f"{name}: {', '.join(map(str, parts))}" if parts else name

    def _found(self, key: str) -> tuple[str, str] | None:
        return next(((name, texts[key]) for name, texts in self.tables if key in texts), None)

    def player(self, number: int) -> str:
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

    def component(self, number: int) -> str:
        record = next(r for r in self.program.records if r.physical and r.base <= number < r.base + r.size)
        return self.value(Rec(record.name), number)

    def value(self, type_: Type, value: Any) -> str:
        """A value of a type, in words."""
        if value is None:
            return self.text("none")
        match bare(type_):
            case Seq(item=item) | ByPlayer(item=item):
                return listed(self.value(item, part) for part in value) or self.text("nothing")
            case Kind(name=name):
                return self.text(f"{name}.{self.program.kind(name).words[value]}")
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
        keys = (f"option.{rule}.{name}", f"option.{name}")
        language, label = next(filter(None, map(self._found, keys)), (self.language, readable(name)))
        if GAP.search(label):
            return filled(label, [part or "…" for part in shown], language)
        told = ", ".join(part for part in shown if part is not None)
        return f"{label}: {told}" if told else label

    def action(self, rule: str, name: str) -> str:
        """An option of a menu without what it is taken with."""
        return self.option(rule, name, [None] * 9)

    def key(self, type_: Type, value: Any) -> str:
        """A short stable name for a value, the same in every language."""
        if value is None:
            return "none"
        match bare(type_):
            case Kind(name=name):
                return str(self.program.kind(name).words[value])
            case Rec(name=name):
                return self._component_key(name, value)
            case Player():
                return f"player{value + 1}"
            case Place(zone=name):
                width = self.program.zone(name).width
                return f"c{value % width + 1}r{value // width + 1}"
            case Bool():
                return "yes" if value else "no"
        return str(value)

    def _component_key(self, name: str, value: int) -> str:
        record = self.program.record(name)
        own: str = record.names[value - record.base]
        if self.copies[name][own] == 1:
            return own
        return f"{own}#{value - record.base - record.names.index(own) + 1}"
