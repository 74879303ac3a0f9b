"""Words that change and words for the rulebook: plural forms, names, sentences instead of generated ones."""

from __future__ import annotations

import re
from collections.abc import Iterator

import attrs
import pytest

from rulelang.ir.instructions import Say
from rulelang.ir.keys import TEXT
from rulelang.ir.nodes import Program
from rulelang.ir.texts import GAP, NAMED_GAP, filled, plural_form, plural_forms
from rulelang.prose.page import make_page
from rulelang.types import Num, bare
from tests.helpers import GAMES, definition_folders
from tests.prose.pages import read
from tests.words.tables import entries, games_and_variants, languages, played_with

PLAYED = games_and_variants()
NUMBERS = (0, 1, 2, 5, 22)


def strings(program: Program) -> dict[str, dict[str, str]]:
    return {language: dict(texts) for language, texts in program.strings}


# ---------------------------------------------------------------- plurals


def plurals(game: str) -> Iterator[tuple[str, str, re.Match[str]]]:
    for language in languages(game):
        for entry in entries(game, language):
            for gap in GAP.finditer(entry.text):
                if gap[2] is not None:
                    yield language, entry.text, gap


@pytest.mark.parametrize("game", definition_folders())
def test_plurals_are_well_formed(game: str) -> None:
    for language, text, gap in plurals(game):
        forms = gap[2].split("|")
        assert len(forms) == len(plural_forms(language)), text
        assert forms[0] != forms[-1] and all(form.strip() == form and form for form in forms), text
        for number in NUMBERS:
            shown = filled(text, [number] * 9, language)
            assert forms[plural_form(language, number)].replace("#", str(number)) in shown
            assert "#" not in shown and "|" not in shown and not GAP.search(shown), shown
        # Without its number only where the sentence says the things themselves: `{cards} {5:is|are} lost`.
        named = any(not found[1].isdigit() for found in NAMED_GAP.finditer(text))
        assert "#" in forms[-1] or named, f"{text}: many things without their number"


@pytest.mark.parametrize(("game", "variant"), PLAYED)
def test_a_number_before_a_word_has_plural_forms(game: str, variant: str | None) -> None:
    """In a message, what is counted is counted rightly: never "1 points"."""
    program = played_with(game, variant)
    for body in program.bodies:
        for instr in body.code:
            for part, said in enumerate(instr.parts, 1) if isinstance(instr, Say) else ():
                if isinstance(bare(said.type), Num):
                    for language, texts in strings(program).items():
                        text = texts.get(f"say.{instr.message}", "")
                        assert not re.search(rf"\{{{part}\}} \w", text), f"{language}: {text}"


@pytest.mark.parametrize("game", definition_folders())
def test_one_is_never_followed_by_a_plural_in_english(game: str) -> None:
    for _, _, text in entries(game, "en"):
        for number in NUMBERS:
            shown = filled(text, [number] * 9, "en")
            assert not re.search(r"\b1 (?:point|coin|card|deckhand|chip|token|treasure)s\b", shown), shown


@pytest.mark.parametrize(("game", "variant"), [(game, name) for game, name in PLAYED if name])
def test_every_variant_has_a_name_and_a_text_in_every_language(game: str, variant: str) -> None:
    """A rulebook lists the variants that it is not played with: it tells of them all the same."""
    for language in languages(game):
        texts = strings(played_with(game, None))[language]
        for key in (f"variant.{variant}", f"{TEXT}variant.{variant}"):
            assert texts.get(key), f"{language} lacks {key}"


@pytest.mark.parametrize(("game", "variant"), PLAYED)
def test_rulebooks_name_everything_in_their_own_language(game: str, variant: str | None) -> None:
    """No rule, value or name of a shipped game or variant stands in English in a Czech or Polish rulebook."""
    for language in languages(game):
        unnamed = make_page(*read(GAMES / game, (variant,) if variant else ()), language).texts.unnamed
        # In English a name may be a word of its own, `points`; what a rule does is a sentence.
        assert {key for key in unnamed if language != "en" or key.startswith("rule.")} == set(), language


@pytest.mark.parametrize("game", definition_folders())
def test_what_an_author_says_for_the_rulebook_is_said_there(game: str) -> None:
    """Sentences instead of generated ones stand on the page, and clauses about things change it."""
    definition, program = read(GAMES / game)
    for language in languages(game):
        page = make_page(definition, program, language).text
        for key, text in strings(program)[language].items():
            if key.startswith("instead."):
                said = re.sub(r"[\\*]", "", text) in re.sub(r"[\\*]", "", page)
                assert said, f"{language}: {key}"
            if key.removeprefix("your.").startswith("which."):
                other = make_page(definition, without(program, language, key), language).text
                assert (page != other) is True, f"{language}: nothing says {key}"


@pytest.mark.parametrize(("game", "variant"), [(game, name) for game, name in PLAYED if name])
def test_what_a_variant_says_for_the_rulebook_is_said_there(game: str, variant: str) -> None:
    """Its sentences instead of generated ones stand on the page of the changed game."""
    definition, program = read(GAMES / game, (variant,))
    for language in languages(game):
        usual = strings(played_with(game, None))[language]
        own = strings(program)[language].items() - usual.items()
        page = re.sub(r"[\\*]", "", make_page(definition, program, language).text)
        for key, text in own:
            if key.startswith("instead."):
                assert re.sub(r"[\\*]", "", text) in page, f"{language}: {key}"


def without(program: Program, language: str, left_out: str) -> Program:
    left = [
        (name, tuple((key, text) for key, text in texts if name != language or key != left_out))
        for name, texts in program.strings
    ]
    return attrs.evolve(program, strings=tuple(left))


@pytest.mark.parametrize("game", definition_folders())
def test_plurals_of_names_are_well_formed(game: str) -> None:
    """`{price:a coin|# coins}` in sentences about rules: a form for every sort of number."""
    for language in languages(game):
        for entry in entries(game, language):
            for gap in NAMED_GAP.finditer(entry.text):
                if gap[1].isdigit() or not gap[2].startswith(":"):
                    continue
                forms = gap[2][1:].split("|")
                assert len(forms) == len(plural_forms(language)), entry
                for number in NUMBERS:
                    shown = filled(f"{{1{gap[2]}}}", [number], language)
                    assert shown == forms[plural_form(language, number)].replace("#", str(number)), entry
