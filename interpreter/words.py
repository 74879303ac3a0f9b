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


def filled(text: str, parts: list[str]) -> str:
    """Puts parts into a text: `{1}` is the first. Nothing else in the text has a meaning."""
    for number, part in enumerate(parts, 1):
        text = text.replace(f"{{{number}}}", part)
    return text


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
            return filled(pattern, [str(column), str(row)])
        if word == "bool":
            return self.text("yes" if value else "no")
        return str(value)

    def option(self, rule: str, name: str, shown: list[str | None]) -> str:
        """An option of a menu with what it is taken with; None for what may not be told.

        A text may say where the parts stand (`steal {1} from {2}`); otherwise they follow it.
        """
        label = self.text(f"option.{rule}.{name}", self.text(f"option.{name}", readable(name)))
        if "{1}" in label:
            return filled(label, [part or "…" for part in shown])
        told = ", ".join(part for part in shown if part is not None)
        return f"{label}: {told}" if told else label

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
