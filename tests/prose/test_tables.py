"""The sentences of rulebooks: each language has the same ones, with the same parts and all plural forms."""

from __future__ import annotations

import re

import pytest

from rulelang.ir.texts import GAP, plural_forms
from rulelang.prose.texts import HERE, languages, table
from tests.prose.pages import LANGUAGES

FORMS = ("_you", "_many")
# Words for what rules name; English needs none, since definitions are written in English words.
WORDS = "name."


def keys(language: str) -> set[str]:
    return {key for key in table(language) if not key.startswith(WORDS)}


def parts(text: str) -> set[int]:
    return {int(gap[1]) for gap in GAP.finditer(text)}


def code() -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(HERE.glob("*.py")))


def said() -> set[str]:
    return set(re.findall(r'"([a-z_]+\.[a-z_]+)"', code()))


def patterns() -> list[re.Pattern[str]]:
    """Keys that are put together: `f"step.move_{way}"`."""
    found = re.findall(r'f"([a-z_]*\{[^"{}]*(?:\{[^{}]*\})?[^"]*\}?[^"]*)"', code())
    plain = [text for text in found if "." in re.sub(r"\{[^{}]*\}", "", text)]
    return [re.compile(re.sub(r"\\\{.*?\\\}", "[a-z_]+", re.escape(text))) for text in plain]


def test_all_three_languages_are_spoken() -> None:
    assert set(languages()) == set(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_sentences(language: str) -> None:
    assert keys(language) == keys("en")


def test_common_words_are_there_in_every_other_language() -> None:
    words = [{key for key in table(language) if key.startswith(WORDS)} for language in ("cs", "pl")]
    assert words[0] == words[1] and len(words[0]) > 30


@pytest.mark.parametrize("language", LANGUAGES)
def test_parts_are_those_of_the_english_sentence_or_offered_with_them(language: str) -> None:
    """A language may leave a part out, or use one that others do without: what its words agree with."""
    most = {
        "step.for_each": 2,
        "menu.pick": 3,
        "menu.pick_plain": 3,
        "menu.pick_letter": 3,
        "relative.that": 2,
        "relative.who": 2,
        "relative.for": 2,
        "relative.for_player": 2,
        "relative.known": 1,
        "relative.marked": 2,
        "relative.unmarked": 2,
        "relative.whose": 3,
        "relative.same": 3,
        "relative.other": 3,
    }
    most |= {f"clause.{word}_owned{form}": 3 for word in ("none", "some") for form in ("", "_you")}
    most |= {f"clause.{word}_{sort}": 2 for word in ("none", "some") for sort in ("player", "thing")}
    most |= {f"that.{sort}": 2 for sort in ("other",)} | {
        "owns.lettered": 2,
        "owns.constant": 1,
        "page.players": 2,
    }
    most |= {key: 2 for key in keys(language) if key.startswith("is.")}
    for key in keys(language):
        offered = most.get(key, max(parts(table("en")[key]) or {0}))
        assert all(part <= offered for part in parts(table(language)[key])), f"{key}: {table(language)[key]}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_plurals_have_all_their_forms(language: str) -> None:
    for key, text in table(language).items():
        for gap in GAP.finditer(text):
            if gap[2] is not None:
                assert gap[2].count("|") + 1 == len(plural_forms(language)), f"{key}: {text}"


def test_every_sentence_is_said_somewhere() -> None:
    put_together = patterns()
    for key in keys("en"):
        plain = key
        for form in FORMS:
            plain = plain.removesuffix(form) if plain.removesuffix(form) in table("en") else plain
        fits = plain in said() or any(pattern.fullmatch(plain) for pattern in put_together)
        assert fits, f"nobody says {key}"


def test_every_sentence_that_is_said_is_there() -> None:
    groups = {key.partition(".")[0] for key in keys("en")}
    missing = {key for key in said() if key.partition(".")[0] in groups and key not in table("en")}
    assert missing <= {"game.name", "rule.setup", "rule.play", "help.game"}, missing
