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
from rulelang.ir.texts import GAP, filled


def readable(name: str) -> str:
    return name.replace("_", " ")


class Words:
    def __init__(self, program: Program, language: str = "en", names: Sequence[str] = ()) -> None:
        """`names` are those of the people at the table, for as many seats as there are."""
        self.program = program
        self.language = language
        self.names = tuple(names)
        self._keys: dict[tuple[str, Any], str] = {}  # what was asked for before: a view asks for hundreds
        self._values: dict[tuple[str, Any], str] = {}
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
        if number < len(self.names) and self.names[number]:
            return self.names[number]
        return self.text(f"player.{number + 1}", self.say("player", number + 1))

    def hidden(self, amount: int) -> str:
        """Components that may not be told apart."""
        text = self.say("hidden", amount)
        return text if amount == 1 or text != self.text("hidden") else f"{text} x{amount}"

    def owned(self, thing: str, tag: str, owner: int | None) -> str:
        return thing if owner is None else self.say("event.owned", thing, self.value(tag, owner))

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
        return self.value(self._tag_of(number), number)

    def component_id(self, number: int) -> str:
        """A component's type and key, which name it among all components: `loot:map_2`."""
        return self.ref(self._tag_of(number), number)

    def ref(self, tag: str, value: Any) -> str:
        """What can be pointed at: `loot:map_2`, `floor@c1r3`, `player:player2`, `suit:hook`; else nothing."""
        word, _, name = tag.partition(":")
        if value is None or word in ("number", "bool"):
            return ""
        return f"{name or word}{'@' if word == 'place' else ':'}{self.key(tag, value)}"

    def _tag_of(self, number: int) -> str:
        record = next(r for r in self.program.records if r.physical and r.base <= number < r.base + r.size)
        return f"record:{record.name}"

    def value(self, tag: str, value: Any) -> str:
        """A value of a tagged type, in words."""
        if value is not None and tag.startswith("set of "):
            return ", ".join(self.value(tag[7:], item) for item in value) or self.text("nothing")
        found = self._values.get((tag, value))
        if found is None:
            found = self._values[tag, value] = self._value(tag, value)
        return found

    def _value(self, tag: str, value: Any) -> str:
        if value is None:
            return self.text("none")
        word, _, name = tag.partition(":")
        if word == "kind":
            return self.text(f"{name}.{self.program.kind(name).words[value]}")
        if word == "record":
            record = self.program.record(name)
            return self.text(f"{name}.{record.names[value - record.base]}")
        if word == "player":
            return self.player(value)
        if word == "place":
            zone = next(z for z in self.program.zones if z.name == name)
            return self.say("place", value % zone.width + 1, value // zone.width + 1)
        if word == "bool":
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

    def key(self, tag: str, value: Any) -> str:
        """A short stable name for a value, the same in every language."""
        found = self._keys.get((tag, value))
        if found is None:
            found = self._keys[tag, value] = self._key(tag, value)
        return found

    def _key(self, tag: str, value: Any) -> str:
        word, _, name = tag.partition(":")
        if value is None:
            return "none"
        if word == "kind":
            return str(self.program.kind(name).words[value])
        if word == "record":
            record = self.program.record(name)
            own: str = record.names[value - record.base]
            if self.copies[name][own] == 1:
                return own
            return f"{own}#{value - record.base - record.names.index(own) + 1}"
        if word == "player":
            return f"player{value + 1}"
        if word == "place":
            zone = next(z for z in self.program.zones if z.name == name)
            return f"c{value % zone.width + 1}r{value // zone.width + 1}"
        if word == "bool":
            return "yes" if value else "no"
        return str(value)
