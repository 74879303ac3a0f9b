"""The rulebook: one page of Markdown.

In: a definition as it is read and compiled, and a language. Out: the page. Everything that has a heading is
linked where a section speaks of it for the first time.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulelang.check.types import Rec
from rulelang.check.world import CallableInfo, RecordInfo, RowInfo
from rulelang.compile import Reading
from rulelang.ir.nodes import Program
from rulelang.prose.ink import Markdown, capital, slug
from rulelang.prose.order import MAIN, Order
from rulelang.prose.rules import Case
from rulelang.prose.statements import Step
from rulelang.prose.texts import Texts, readable
from rulelang.prose.things import Sheet, Things
from rulelang.syntax import ast


def rulebook(reading: Reading, program: Program, language: str) -> str:
    return _Page(reading, program, language).page()


class _Page:
    def __init__(self, reading: Reading, program: Program, language: str) -> None:
        self.ink = Markdown()
        self.program, self.world = program, reading.world
        self.words = Things(reading, Texts(program.strings, language, self.ink))
        self.say, self.texts = self.words.say, self.words.texts
        self.order = Order(self.world)
        self.headings: dict[str, str] = {}  # the heading of each thing that has one
        self.lines: list[str] = []

    def page(self) -> str:
        sections = [name for name in _SECTIONS if self._has(name)]
        title = self.texts.own("game.name") or capital(readable(self.program.name))
        self._name_everything(title, sections)
        self.lines = [f"# {title}", "", self._players()]
        about = self.texts.own("help.game")
        if about:
            self.lines += ["", about]
        links = [f"[{self.headings[name]}](#{self.ink.spots[name]})" for name in sections]
        self.lines += ["", " · ".join(links)]
        for name in sections:
            self._heading(2, name)
            getattr(self, f"_{name}")()
        return "\n".join(self.lines) + "\n"

    def _players(self) -> str:
        low, high = self.program.players
        text = self.say("page.players_one", low) if low == high else self.say("page.players", low, high)
        if self.program.variants:
            names = [self.texts.own_name(f"variant.{name}") for name in self.program.variants]
            text = f"{text} {self.say('page.variants', self.texts.listed(names))}"
        return text

    def _has(self, section: str) -> bool:
        world, order = self.world, self.order
        return bool(
            {
                "components": world.records,
                "zones": world.zones,
                "tracks": [name for name in world.tracks if "." not in name],
                "dice": world.dice,
                "settings": world.settings,
                "setup": order.setup,
                "rest": order.rest,
                "abilities": world.abilities,
                "values": order.values,
            }.get(section, True)
        )

    # ------------------------------------------------------------ headings
    def _name_everything(self, title: str, sections: Sequence[str]) -> None:
        """Says how each heading is linked before anything is said, so that it can be linked from anywhere."""
        taken = {slug(title)}
        for name in sections:
            self._take(name, self.say(f"page.{name}"), taken)
        for record in self.world.records.values():
            self._take(f"type.{record.name}", self._record_title(record), taken)
            for row in record.rows.values():
                if row.abilities:
                    self._take(f"{record.name}.{row.name}", self._row_title(record, row), taken)
        for name in (*self.order.setup, *self.order.play, *self.order.rest):
            if name not in MAIN:
                self._take(f"rule.{name}", self._callable_title("rule", self.world.rules[name]), taken)
        for name in self.order.values:
            self._take(f"value.{name}", self._callable_title("value", self.world.values[name]), taken)
        for name, thing in (("setup", "rule.setup"), ("play", "rule.play")):
            if name in self.ink.spots:
                self.ink.spots[thing] = self.ink.spots[name]

    def _take(self, thing: str, heading: str, taken: set[str]) -> None:
        heading, number = capital(heading), 2
        found = heading
        while slug(found) in taken or not slug(found):
            found, number = f"{heading} ({number})", number + 1
        taken.add(slug(found))
        self.headings[thing], self.ink.spots[thing] = found, slug(found)

    def _record_title(self, record: RecordInfo) -> str:
        name = self.words.type_name(Rec(record.name), many=True)
        return self.say("page.record", name, record.size) if record.physical else name

    def _row_title(self, record: RecordInfo, row: RowInfo) -> str:
        return self.texts.own_name(f"{record.name}.{row.name}")

    def _callable_title(self, what: str, info: CallableInfo) -> str:
        title = self.words.title(what, info.name)
        if not info.params or title != self.texts.own_name(f"{what}.{info.name}"):
            return title
        with self.words.body(info.name):
            names = [local.phrase.bare for local in self.words.bind_params(info.params)]
        return self.say("page.with_params", title, ", ".join(names))

    def _heading(self, level: int, thing: str) -> None:
        self.lines += ["", f"{'#' * level} {self.headings[thing]}"]
        self.ink.section(thing)
        about = self.texts.own(f"help.{thing}")
        if about:
            self.lines += ["", about]

    # ------------------------------------------------------------ blocks
    def _paragraph(self, text: str) -> None:
        self.lines += ["", text]

    def _bullets(self, lines: Iterable[str]) -> None:
        found = [f"- {capital(line)}" for line in lines]
        self.lines += ["", *found] if found else []

    def _sheet(self, sheet: Sheet) -> None:
        if not sheet.rows:
            return
        self.lines += ["", _row(map(capital, sheet.head)), _row("---" for _ in sheet.head)]
        self.lines += [_row(cells) for cells in sheet.rows]

    def _steps(self, steps: Sequence[Step], numbered: bool = True) -> None:
        """Steps that follow each other are numbered; one alone is a sentence."""
        if not steps:
            return
        self.lines.append("")
        if len(steps) == 1:
            self.lines.append(steps[0].sentence())
            if steps[0].steps:
                self.lines += ["", *_listed(steps[0].steps, False)]
        else:
            self.lines += _listed(steps, numbered)

    def _cases(self, cases: Sequence[Case], numbered: bool = True) -> None:
        for case in cases:
            if case.words:
                self._paragraph(f"**{capital(case.words)}**")
            self._steps(case.steps, numbered)

    # ------------------------------------------------------------ sections
    def _components(self) -> None:
        self._bullets(self.words.kinds())
        for record in self.world.records.values():
            self._heading(3, f"type.{record.name}")
            sheet = self.words.components(record)
            if len(sheet.head) > 1 or not all(row.abilities for row in record.rows.values()):
                self._sheet(sheet)
            fields = self.words.changing_fields(record)
            if fields:
                self._paragraph(self.say("page.fields"))
                self._bullets(fields)
            if record.active_in is not None:
                zone = self.texts.own_name(f"zone.{record.active_in.text}")
                self._paragraph(self.say("page.active_in", zone))
            for row in record.rows.values():
                if row.abilities:
                    self._heading(4, f"{record.name}.{row.name}")
                    self._bulleted([self.words.ability(node, row.name) for node in row.abilities])

    def _bulleted(self, steps: Sequence[Step]) -> None:
        self.lines += ["", *_listed(steps, False)]

    def _zones(self) -> None:
        self._sheet(self.words.zones())

    def _tracks(self) -> None:
        self._sheet(self.words.tracks())

    def _dice(self) -> None:
        self._bullets(self.words.dice())

    def _settings(self) -> None:
        self._sheet(self.words.settings(self.program.settings))

    def _setup(self) -> None:
        self._rules(self.order.setup)

    def _play(self) -> None:
        self._paragraph(self.say("page.how_to_read"))
        self._rules(self.order.play)

    def _rest(self) -> None:
        self._rules(self.order.rest)

    def _rules(self, names: Sequence[str]) -> None:
        for name in names:
            if name not in MAIN:
                self._heading(3, f"rule.{name}")
            self._cases(self.words.rule(self.world.rules[name]))
            self._changed_by(name, (ast.Hook,))

    def _values(self) -> None:
        for name in self.order.values:
            self._heading(3, f"value.{name}")
            self._cases(self.words.value(self.world.values[name]), numbered=False)
            self._changed_by(name, (ast.Change,))

    def _changed_by(self, name: str, kinds: tuple[type[ast.Hook] | type[ast.Change], ...]) -> None:
        """Who changes a rule or a value: components with abilities, or an ability of the game."""
        found = []
        for record in self.world.records.values():
            for row in record.rows.values():
                if any(isinstance(node, kinds) and node.name.text == name for node in row.abilities):
                    thing = f"{record.name}.{row.name}"
                    found.append(self.ink.link(self._row_title(record, row), thing))
        if any(isinstance(node, kinds) and node.name.text == name for node in self.world.abilities):
            found.append(self.ink.link(self.say("page.abilities"), "abilities"))
        if found:
            self._paragraph(self.say("page.changed_by", self.texts.listed(found)))

    def _abilities(self) -> None:
        self._bulleted([self.words.ability(node) for node in self.world.abilities])

    def _end(self) -> None:
        self._bullets(self.words.ending())


_SECTIONS = (
    *("components", "zones", "tracks", "dice", "settings"),
    *("setup", "play", "rest", "abilities", "values", "end"),
)


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _listed(steps: Sequence[Step], numbered: bool, indent: int = 0) -> list[str]:
    lines = []
    for number, step in enumerate(steps, 1):
        mark = f"{number}. " if numbered else "- "
        lines.append(f"{' ' * indent}{mark}{step.sentence()}")
        lines += _listed(step.steps, False, indent + len(mark))
    return lines
