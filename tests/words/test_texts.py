"""Texts on things: everything that a player may wonder about is told, in every language of its definition."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest

from interpreter.words import Words
from rulelang.ir.expressions import Call, Expr, Number
from rulelang.ir.instructions import Menu
from rulelang.ir.keys import TEXT, is_known, known_keys, needed_keys
from rulelang.ir.nodes import Program, RecordDef
from rulelang.ir.texts import GAP
from rulelang.ir.walk import inside
from rulelang.prose.page import make_page
from rulelang.types import Kind, Rec, bare
from tests.helpers import GAMES, definition_folders
from tests.prose.pages import read
from tests.words.tables import entries, games_and_variants, languages, played_with, string_files, texts_of

PLAYED = games_and_variants()
SMALL = ("kuhn_poker", "lantern_walk", "tic_tac_toe")
TOLD = ("zone.", "track.", "option.", "setting.", "die.")
NUMBERS = (0, 1, 2, 5, 22)


def strings(program: Program) -> dict[str, dict[str, str]]:
    return {language: dict(texts) for language, texts in program.strings}


def told(texts: dict[str, str]) -> dict[str, str]:
    return {key.removeprefix(TEXT): text for key, text in texts.items() if key.startswith(TEXT)}


# ---------------------------------------------------------------- what has to be told


def with_abilities(program: Program) -> Iterator[str]:
    owners = {number for hook in program.hooks for number in hook.components}
    for record in program.records:
        if record.physical:
            numbered = enumerate(record.names, record.base)
            yield from (f"{record.name}.{name}" for number, name in numbered if number in owners)


def tiles_and_tokens(program: Program) -> Iterator[str]:
    for record in program.records:
        if record.word in ("tile", "token"):
            yield from (f"{record.name}.{name}" for name in record.names)


def companions(program: Program) -> Iterator[str]:
    """Components of a type with abilities, those without any too: all are chosen between."""
    types = {key.partition(".")[0] for key in with_abilities(program)}
    for record in program.records:
        if record.name in types:
            yield from (f"{record.name}.{name}" for name in record.names)


def printed_words(program: Program) -> Iterator[str]:
    """Words of kinds and rows of tables that stand on components."""
    for record in program.records:
        for column in record.columns if record.physical else ():
            found = {value for value in column.values if value is not None}
            match bare(column.type):
                case Kind(name=name) if name != "direction":
                    yield from (f"{name}.{program.kind(name).words[value]}" for value in found)
                case Rec(name=name):
                    table = program.record(name)
                    yield from (f"{name}.{table.names[value - table.base]}" for value in found)


def rows_with_rules(program: Program) -> Iterator[str]:
    """Rows of tables for which a rule has cases."""
    for rule in program.rules:
        for type_ in rule.params if rule.cases else ():
            if isinstance(type_, Rec) and not program.record(type_.name).physical:
                yield from (f"{type_.name}.{row}" for row in program.record(type_.name).names)


def named_things(program: Program) -> Iterator[str]:
    yield from (key for key in needed_keys(program) if key.startswith(TOLD))


@pytest.mark.parametrize(("game", "variant"), PLAYED)
def test_everything_is_told_in_every_language(game: str, variant: str | None) -> None:
    program = played_with(game, variant)
    ways = (with_abilities, companions, tiles_and_tokens, printed_words, rows_with_rules, named_things)
    wanted = {key for way in ways for key in way(program)}
    assert wanted
    for language in languages(game):
        texts = told(strings(program)[language])
        # An option may be told under its rule: `option.shop.buy`.
        ends = {key.rpartition(".")[2] for key in texts if key.startswith("option.")}
        lacking = {
            key
            for key in wanted - texts.keys()
            if not (key.startswith("option.") and key.rpartition(".")[2] in ends)
        }
        assert not lacking, f"{language} does not tell {sorted(lacking)}"


@pytest.mark.parametrize("game", definition_folders())
def test_every_component_is_told_somehow(game: str) -> None:
    """By a text of its own, or by its type and the words printed on it."""
    from cli.playing.told import told_of_component

    program = played_with(game, None)
    for language in languages(game):
        words = Words(program, language)
        keys = {f"{r.name}.{name}" for r in program.records if r.physical for name in r.names}
        assert not [key for key in sorted(keys) if not told_of_component(words, key)]


@pytest.mark.parametrize(("game", "variant"), PLAYED)
def test_no_text_without_a_thing(game: str, variant: str | None) -> None:
    """`check` looks at the game alone; here the files of variants are looked at too."""
    known = known_keys(played_with(game, variant))
    for language in languages(game):
        files = string_files(game, language)
        own = [file for file in files if is_of(str(file), variant)]
        unknown = [key for file in own for key in texts_of(file) if not is_known(key, known)]
        assert not unknown, unknown


def is_of(file: str, variant: str | None) -> bool:
    return "/variants/" not in file if variant is None else f"/variants/{variant}" in file


@pytest.mark.parametrize(("game", "variant"), PLAYED)
def test_no_word_for_the_rulebook_without_a_thing(game: str, variant: str | None) -> None:
    """`check` leaves names that rules give, what is yours, forms and help alone: here they are looked up."""
    definition, _ = read(GAMES / game, (variant,) if variant else ())
    world, folder = definition.world, definition_folders()[game]
    rules = "\n".join(path.read_text(encoding="utf-8") for path in folder.rglob("*.rules"))
    written = set(re.findall(r"[a-z][a-z0-9_]*", rules))
    callables = {*world.rules, *world.values}
    fields = {name for record in world.records.values() for name in record.fields}
    for language in languages(game):
        own = [file for file in string_files(game, language) if is_of(str(file), variant)]
        words = {word for file in own for word in used_words(file)}
        for key in (key.removeprefix("rulebook.") for file in own for key in texts_of(file)):
            group, _, name = key.partition(".")
            match group:
                case "name":
                    assert set(name.split(".")) <= written, key
                case "your":
                    assert re.sub(r"^((which|not|known|unknown)\.)*", "", name) in {
                        *callables,
                        *world.tracks,
                        *world.zones,
                    }, key
                case "rule":
                    assert name in world.rules, key
                case "field":
                    assert name in fields, key
                case "forms":
                    assert words.issuperset(name.lower().split()), (
                        f"{language}: no text has the word of {key}"
                    )
                case "help":
                    known = name.partition(".")[2]
                    assert name == "game" or known in callables | fields | set(world.records), key


def used_words(file: Path) -> set[str]:
    """The words of the names in a file, as they are written there."""
    texts = texts_of(file).items()
    return {
        word.lower()
        for key, text in texts
        if not key.startswith((TEXT, "forms."))
        for word in re.findall(r"[^\W\d_]+", text)
    }


@pytest.mark.parametrize("game", definition_folders())
def test_the_menu_can_say_of_every_game_how_long_it_takes(game: str) -> None:
    """In each language with the same numbers of minutes; where it is a minute or so there may be none."""
    minutes = {}
    for language in languages(game):
        own = texts_of(definition_folders()[game] / "strings" / f"{language}.yaml")
        assert "minut" in own.get("game.length", ""), language
        minutes[language] = re.findall(r"\d+", own["game.length"])
        assert sorted(map(int, minutes[language])) == list(map(int, minutes[language]))
    assert len(set(map(tuple, minutes.values()))) == 1, minutes


def test_a_text_for_nobody_is_not_known() -> None:
    known = known_keys(played_with("dead_mans_draw", None))
    assert is_known("text.character.miser", known) and is_known("text.rule.bust", known)
    assert is_known("text.zone.bank", known) and is_known("text.type.loot", known)
    for nobody in ("text.character.nobody_like_that", "text.rule.dance", "text.miser", "text.say.bust"):
        assert not is_known(nobody, known), nobody


@pytest.mark.parametrize("game", definition_folders())
def test_texts_are_one_to_three_short_sentences(game: str) -> None:
    for language in languages(game):
        for entry in entries(game, language):
            if entry.key.startswith(TEXT):
                assert 1 <= len(re.findall(r"[.!?](?= |$)", entry.text)) <= 3, entry
                assert len(entry.text) <= 260 and entry.text.endswith("."), entry
                assert not GAP.search(entry.text), entry


@pytest.mark.parametrize("game", SMALL)
def test_the_small_games_have_whole_tables_in_three_languages(game: str) -> None:
    assert languages(game) == ["cs", "en", "pl"]
    for language in ("cs", "pl"):
        assert not make_page(*read(GAMES / game), language).texts.unnamed
        assert needed_keys(played_with(game, None)) <= strings(played_with(game, None))[language].keys()


# ---------------------------------------------------------------- numbers


@pytest.mark.parametrize("game", definition_folders())
def test_texts_name_the_same_numbers_in_every_language(game: str) -> None:
    english = {(entry.file, entry.key): entry.text for entry in entries(game, "en")}
    for language in languages(game):
        for file, key, text in entries(game, language):
            other = english.get((file.replace(f"{language}.yaml", "en.yaml"), key))
            if key.startswith(TEXT):
                assert other is not None, f"{file}: {key} is not told in English"
                assert numbers(text) == numbers(other), f"{key}: {text} / {other}"


def numbers(text: str) -> list[int]:
    return sorted(int(number) for number in re.findall(r"\d+", text))


def constants(*parts: Any) -> Iterator[int]:
    """The numbers that stand in pieces of IR."""
    for expr in expressions_in(*parts):
        if isinstance(expr, Number):
            yield abs(expr.value)


def expressions_in(*parts: Any) -> Iterator[Expr]:
    for part in parts:
        if isinstance(part, tuple):
            yield from expressions_in(*part)
        elif attrs.has(type(part)):
            yield from inside(part)


def numbers_of_abilities(program: Program, record: RecordDef, name: str) -> Iterator[int]:
    """Those of a component's abilities, of what they change, and of the rules that look at that."""
    own = {number for number, known in enumerate(record.names, record.base) if known == name}
    for body in program.bodies:  # those of a rule that offers something while it lies where it works
        if any(entry_asks(code, record, own) for code in body.code if isinstance(code, Menu)):
            yield from constants(body.code)
    for hook in program.hooks:
        if own & set(hook.components):
            yield from constants(hook.when, hook.value)
            if hook.body is not None:
                yield from constants(program.bodies[hook.body].code)
            for number, value in enumerate(program.values):
                if value.name == hook.target:
                    yield from constants(value.cases, value.default)
                    users = (body.code for body in program.bodies if uses(body.code, number))
                    yield from (found for code in users for found in constants(code))
            for rule in program.rules:
                if rule.name == hook.target:
                    bodies = [rule.default, *(body for _, body in rule.cases)]
                    yield from (n for b in bodies if b is not None for n in constants(program.bodies[b].code))


def entry_asks(menu: Menu, record: RecordDef, own: set[int]) -> bool:
    """Whether an option of this choice depends on the component."""
    return any(Number(Rec(record.name), number) in expressions_in(menu.entries) for number in own)


def uses(code: tuple[Any, ...], number: int) -> bool:
    """Whether a value is asked for."""
    return any(isinstance(expr, Call) and expr.value == number for expr in expressions_in(code))


def numbers_printed(program: Program, record: RecordDef, name: str, deep: bool = True) -> Iterator[int]:
    """Those in a row, how many things stand in a cell, and what stands in rows that it names."""
    index = record.names.index(name)
    for column in record.columns:
        value, type_ = column.values[index], bare(column.type)
        if isinstance(type_, Rec) and value is not None and deep:
            table = program.record(type_.name)
            yield from numbers_printed(program, table, table.names[value - table.base], deep=False)
        elif isinstance(value, tuple):
            yield len(value)
        elif isinstance(value, int) and not isinstance(type_, Kind):
            yield int(value)
    yield record.names.count(name)


@pytest.mark.parametrize(("game", "variant"), PLAYED)
def test_numbers_in_the_texts_of_components_are_those_of_the_rules(game: str, variant: str | None) -> None:
    program = played_with(game, variant)
    texts = told(strings(program)["en"])
    for record in program.records:
        for name in dict.fromkeys(record.names):
            found = set(numbers(texts.get(f"{record.name}.{name}", "")))
            known = {*numbers_printed(program, record, name), *numbers_of_abilities(program, record, name)}
            if record.physical and record.word != "token":
                assert found <= known | numbers_of_cases(program, record, name), f"{name}: {found - known}"


def numbers_of_cases(program: Program, record: RecordDef, name: str) -> set[int]:
    """Those of the rules for the words in the rows that a component names: what its icons do."""
    found: set[int] = set()
    for column in record.columns:
        value, type_ = column.values[record.names.index(name)], bare(column.type)
        if isinstance(type_, Rec) and value is not None:
            for rule in program.rules:
                if type_ in rule.params:
                    found |= {n for _, body in rule.cases for n in constants(program.bodies[body].code)}
    return found


def test_what_is_printed_on_a_room_is_told_in_full() -> None:
    program = played_with("dead_men_tell_no_tales", None)
    rooms = program.record("room")
    columns = {column.name: column.values for column in rooms.columns}
    texts = told(strings(program)["en"])
    for index, name in enumerate(rooms.names):
        told_of = texts[f"room.{name}"]
        cells = [len(columns["doors"][index]), columns["pips"][index], columns["keg"][index]]
        assert numbers(told_of) == sorted(number for number in cells if number), name
        colour = program.kind("colour").words[columns["colour"][index]]
        assert told_of.lower().startswith(colour), name


@pytest.mark.parametrize("game", definition_folders())
def test_cards_that_are_counted_are_that_many(game: str) -> None:
    """A text like "4 cards: 1 crab, 3 …" on a word of a kind."""
    program = played_with(game, None)
    for language in languages(game):
        for key, text in told(strings(program)[language]).items():
            if match := re.match(r"(\d+) \w+: ", text):
                kind, _, word = key.partition(".")
                found = printed_times(program, kind, word)
                assert int(match[1]) == found == sum(numbers(text[match.end() :])), f"{key}: {text}"


def printed_times(program: Program, kind: str, word: str) -> int:
    number = program.kind(kind).words.index(word)
    return sum(
        column.values.count(number)
        for record in program.records
        if record.physical
        for column in record.columns
        if column.type == Kind(kind)
    )
