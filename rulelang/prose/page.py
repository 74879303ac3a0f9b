"""The rulebook: one page of Markdown.

In: a typed definition, its program, and a language. Out: the page. Everything that has a heading is linked
where a section speaks of it for the first time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from attrs import define, field

from rulelang.inflection.forms import settled
from rulelang.ir.nodes import Program
from rulelang.prose.abilities import abilities_of, told_step
from rulelang.prose.calls import key_of, own_title, title
from rulelang.prose.ink import Markdown, capital, slug
from rulelang.prose.language import speaker_for
from rulelang.prose.naming import bind_params, params_of
from rulelang.prose.nouns import type_name
from rulelang.prose.order import MAIN, Order, is_function, order_of_telling
from rulelang.prose.rules import rule_cases, value_cases
from rulelang.prose.speaker import Speaker
from rulelang.prose.steps import Case, Step
from rulelang.prose.texts import Texts, readable
from rulelang.prose.things import (
    Sheet,
    changing_fields,
    components,
    dice,
    ending,
    kinds,
    memories,
    must_hold,
    settings,
    told_of_rows,
    tracks,
    zones,
)
from rulelang.typed.definition import Ability, Definition, Offer, Rule
from rulelang.typed.symbols import CallableSymbol, RecordSymbol, RowSymbol
from rulelang.types import Rec


def rulebook(definition: Definition, program: Program, language: str) -> str:
    return make_page(definition, program, language).text


@define
class Page:
    """The page as it grows, line by line."""

    speaker: Speaker
    ink: Markdown
    program: Program
    order: Order
    headings: dict[str, str] = field(factory=dict)  # the heading of each thing that has one
    lines: list[str] = field(factory=list)

    @property
    def text(self) -> str:
        return "\n".join(map(settled, self.lines)) + "\n"

    @property
    def texts(self) -> Texts:
        return self.speaker.texts

    def say(self, key: str, *parts: str | int) -> str:
        return self.speaker.say(key, *parts)


def make_page(definition: Definition, program: Program, language: str) -> Page:
    ink = Markdown()
    speaker = speaker_for(definition, Texts(program.strings, language, ink))
    order = order_of_telling(definition)
    order.values = [value for value in order.values if not is_function(value.symbol)]
    page = Page(speaker, ink, program, order)
    sections = [name for name in SECTIONS if _has(page, name)]
    title = page.texts.own("game.name") or capital(readable(program.name))
    _name_everything(page, title, sections)
    page.lines = [f"# {title}", "", _players(page)]
    about = page.texts.own("help.game")
    if about:
        page.lines += ["", about]
    links = [f"[{page.headings[name]}](#{ink.spots[name]})" for name in sections]
    page.lines += ["", " · ".join(links)]
    for name in sections:
        _heading(page, 2, name)
        SECTIONS[name](page)
    return page


def _players(page: Page) -> str:
    low, high = page.program.players
    text = page.say("page.players_one", low) if low == high else page.say("page.players", low, high)
    if page.program.variants:
        names = [page.texts.own_name(f"variant.{name}") for name in page.program.variants]
        text = f"{text} {page.say('page.variants', page.texts.listed(names))}"
    return text


def _has(page: Page, section: str) -> bool:
    world, order = page.speaker.world, page.order
    return bool(
        {
            "components": world.records,
            "zones": world.zones,
            "tracks": [name for name in world.tracks if "." not in name] or world.memories,
            "dice": world.dice,
            "settings": world.settings,
            "setup": order.setup,
            "rest": order.rest,
            "abilities": _abilities_of_the_game(page),
            "values": order.values,
        }.get(section, True)
    )


def _abilities_of_the_game(page: Page) -> list[Ability | Offer]:
    return abilities_of(page.speaker.definition, None)


# ---------------------------------------------------------------- headings


def _name_everything(page: Page, title: str, sections: Sequence[str]) -> None:
    """Says how each heading is linked before anything is said, so that it can be linked from anywhere."""
    taken = {slug(title)}
    for name in sections:
        _take(page, name, page.say(f"page.{name}"), taken)
    for record in page.speaker.world.records.values():
        _take(page, f"type.{record.name}", _record_title(page, record), taken)
        for row in record.rows.values():
            if abilities_of(page.speaker.definition, row):
                _take(page, _thing(row), _row_title(page, row), taken)
    for rule in (*page.order.setup, *page.order.play, *page.order.rest):
        if rule.symbol.name not in MAIN:
            _take(page, key_of(rule.symbol), _callable_title(page, rule.symbol), taken)
    for value in page.order.values:
        _take(page, key_of(value.symbol), _callable_title(page, value.symbol), taken)
    for name in MAIN:
        if name in page.ink.spots:
            page.ink.spots[f"rule.{name}"] = page.ink.spots[name]


def _take(page: Page, thing: str, heading: str, taken: set[str]) -> None:
    heading, number = capital(heading), 2
    found = heading
    while slug(found) in taken or not slug(found):
        found, number = f"{heading} ({number})", number + 1
    taken.add(slug(found))
    page.headings[thing], page.ink.spots[thing] = found, slug(found)


def _thing(row: RowSymbol) -> str:
    """What links to a component name: the key of its text."""
    return row.text_keys[0]


def _record_title(page: Page, record: RecordSymbol) -> str:
    name = type_name(page.speaker, Rec(record.name), many=True)
    return page.say("page.record", name, record.size) if record.physical else name


def _row_title(page: Page, row: RowSymbol) -> str:
    return page.texts.own_name(_thing(row))


def _callable_title(page: Page, symbol: CallableSymbol) -> str:
    speaker = page.speaker
    found = title(speaker, symbol)
    if not symbol.params or found != own_title(speaker, symbol):
        return found
    with speaker.body(symbol.name):
        names = [named.phrase.bare for named in bind_params(speaker, params_of(symbol))]
    return page.say("page.with_params", found, ", ".join(names))


def _heading(page: Page, level: int, thing: str) -> None:
    page.lines += ["", f"{'#' * level} {page.headings[thing]}"]
    page.ink.section(thing)
    about = page.texts.own(f"help.{thing}", f"text.{thing}")
    if about and page.texts.instead(thing) is None:  # the sentences of the author say it all
        page.lines += ["", about]


# ---------------------------------------------------------------- blocks


def _paragraph(page: Page, text: str) -> None:
    page.lines += ["", text]


def _bullets(page: Page, lines: Iterable[str]) -> None:
    found = [f"- {capital(line)}" for line in lines]
    page.lines += ["", *found] if found else []


def _sheet(page: Page, sheet: Sheet) -> None:
    if not sheet.rows:
        return
    page.lines += ["", _row(map(capital, sheet.head)), _row("---" for _ in sheet.head)]
    page.lines += [_row(cells) for cells in sheet.rows]


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _cases(page: Page, cases: Sequence[Case], numbered: bool = True) -> None:
    for case in cases:
        if case.words:
            _paragraph(page, f"**{capital(case.words)}**")
        _steps(page, case.steps, numbered)


def _steps(page: Page, steps: Sequence[Step], numbered: bool) -> None:
    """Steps that follow each other are numbered; one alone is a sentence."""
    if len(steps) == 1:
        page.lines += ["", steps[0].sentence()]
        steps, numbered = steps[0].steps, False
    if steps:
        page.lines += ["", *_listed(steps, numbered)]


def _listed(steps: Sequence[Step], numbered: bool, indent: int = 0) -> list[str]:
    lines = []
    for number, step in enumerate(steps, 1):
        mark = f"{number}. " if numbered else "- "
        lines.append(f"{' ' * indent}{mark}{step.sentence()}")
        lines += _listed(step.steps, False, indent + len(mark))
    return lines


def _abilities(page: Page, abilities: Sequence[Ability | Offer]) -> None:
    steps = [told_step(page.speaker, ability) for ability in abilities]
    page.lines += ["", *_listed(steps, False)]


# ---------------------------------------------------------------- sections


def _components(page: Page) -> None:
    speaker = page.speaker
    for kind, words in kinds(speaker):
        page.lines += ["", f"- {capital(kind)}", *(f"  - {capital(word)}" for word in words)]
    for record in speaker.world.records.values():
        _heading(page, 3, f"type.{record.name}")
        sheet = components(speaker, record)
        abilities = {row: abilities_of(speaker.definition, row) for row in record.rows.values()}
        if len(sheet.head) > 1 or not all(abilities.values()):
            _sheet(page, sheet)
        _bullets(page, told_of_rows(speaker, record, [row for row, own in abilities.items() if own]))
        fields = changing_fields(speaker, record)
        if fields:
            _paragraph(page, page.say("page.fields"))
            _bullets(page, fields)
        if record.active_in is not None:
            zone = page.texts.noun(f"zone.{record.active_in.text}")
            card = type_name(speaker, Rec(record.name))
            _paragraph(page, page.say("page.active_in", zone, card))
        for row, own in abilities.items():
            if own:
                _heading(page, 4, _thing(row))
                _abilities(page, own)


def _zones(page: Page) -> None:
    _sheet(page, zones(page.speaker))


def _tracks(page: Page) -> None:
    _sheet(page, tracks(page.speaker))
    _bullets(page, memories(page.speaker))


def _dice(page: Page) -> None:
    _bullets(page, dice(page.speaker))


def _settings(page: Page) -> None:
    _sheet(page, settings(page.speaker, page.program.settings))


def _setup(page: Page) -> None:
    """What must hold stands below the first steps, before the rules that they are made of.

    An author who says the setup in words of their own says that as well.
    """
    own = [rule for rule in page.order.setup if rule.symbol.name in MAIN]
    _rules(page, own)
    if all(page.texts.instead(key_of(rule.symbol)) is None for rule in own):
        for line in must_hold(page.speaker):
            _paragraph(page, line)
    _rules(page, [rule for rule in page.order.setup if rule not in own])


def _play(page: Page) -> None:
    _paragraph(page, page.say("page.how_to_read"))
    _rules(page, page.order.play)


def _rest(page: Page) -> None:
    _rules(page, page.order.rest)


def _rules(page: Page, rules: Sequence[Rule]) -> None:
    for rule in rules:
        if rule.symbol.name not in MAIN:
            _heading(page, 3, key_of(rule.symbol))
        if not _own_words(page, rule.symbol):
            _cases(page, rule_cases(page.speaker, rule))
        _changed_by(page, rule.symbol)


def _values(page: Page) -> None:
    for value in page.order.values:
        _heading(page, 3, key_of(value.symbol))
        if not _own_words(page, value.symbol):
            _cases(page, value_cases(page.speaker, value), numbered=False)
        _changed_by(page, value.symbol)


def _own_words(page: Page, symbol: CallableSymbol) -> bool:
    """What the author says instead of the generated sentences, if anything."""
    said = page.texts.instead(key_of(symbol))
    if said is not None:
        _paragraph(page, said)
    return said is not None


def _changed_by(page: Page, symbol: CallableSymbol) -> None:
    """Who changes a rule or a value: components with abilities, or an ability of the game."""
    changing = [ability for ability in page.speaker.definition.abilities if ability.target is symbol]
    holders = dict.fromkeys(ability.holder for ability in changing)
    found = [page.ink.link(_row_title(page, row), _thing(row)) for row in holders if row is not None]
    if None in holders:
        found.append(page.ink.link(page.say("page.abilities"), "abilities"))
    if found:
        _paragraph(page, page.say("page.changed_by", page.texts.listed(found)))


def _game_abilities(page: Page) -> None:
    _abilities(page, _abilities_of_the_game(page))


def _end(page: Page) -> None:
    _bullets(page, ending(page.speaker))


SECTIONS: dict[str, Callable[[Page], None]] = {
    "components": _components, "zones": _zones, "tracks": _tracks, "dice": _dice, "settings": _settings,
    "setup": _setup, "play": _play, "rest": _rest, "abilities": _game_abilities, "values": _values,
    "end": _end,
}  # fmt: skip
