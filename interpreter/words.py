"""Names that people see, from the string tables of a definition.

In: a language and a key. Out: a text; without one, the name itself made readable. Keys are
`<type>.<name>` for components and words, `zone.`, `track.`, `setting.`, `option.`, `ask.`, `say.`,
`reason.` and `rule.` for the rest.
"""

from __future__ import annotations

from typing import Any

from rulelang.ir.nodes import Program


def readable(name: str) -> str:
    return name.replace("_", " ")


class Words:
    def __init__(self, program: Program, language: str = "en") -> None:
        self.program = program
        tables = {name: dict(texts) for name, texts in program.strings}
        self.tables = [tables[name] for name in (language, "en") if name in tables]
        self.copies: dict[str, dict[str, int]] = {}
        for record in program.records:
            counts: dict[str, int] = {}
            for name in record.names:
                counts[name] = counts.get(name, 0) + 1
            self.copies[record.name] = counts

    def text(self, key: str, fallback: str | None = None) -> str:
        for table in self.tables:
            if key in table:
                return table[key]
        return readable(key.rsplit(".", 1)[-1]) if fallback is None else fallback

    def player(self, number: int) -> str:
        return self.text(f"player.{number + 1}", f"player {number + 1}")

    def component(self, number: int) -> str:
        record = next(r for r in self.program.records if r.physical and r.base <= number < r.base + r.size)
        return self.value(f"record:{record.name}", number)

    def value(self, tag: str, value: Any) -> str:
        """A value of a tagged type, in words."""
        if value is None:
            return self.text("none", "none")
        if tag.startswith("set of "):
            return ", ".join(self.value(tag[7:], item) for item in value) or self.text("nothing", "nothing")
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
            pattern = self.text("place", "column {1}, row {2}")
            column, row = value % zone.width + 1, value // zone.width + 1
            return pattern.replace("{1}", str(column)).replace("{2}", str(row))
        if word == "bool":
            return self.text("yes" if value else "no")
        return str(value)

    def key(self, tag: str, value: Any) -> str:
        """A short stable name for a value, the same in every language."""
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
