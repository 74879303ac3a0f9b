"""Every definition has a rulebook in every language: well-formed Markdown without loose ends."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from rulelang.inflection.forms import settled
from rulelang.ir.nodes import Program
from rulelang.loader import variant_names
from rulelang.prose.nouns import constant
from rulelang.prose.order import is_function, order_of_telling
from rulelang.prose.page import make_page, rulebook
from rulelang.types import Rec
from tests.helpers import GAMES, ROOT, definition_folders
from tests.prose.pages import FIVE, LANGUAGES, folders, read

PAGES = [(folder, language) for folder in folders() for language in LANGUAGES]
VARIANTS = [(GAMES / game, name) for game in FIVE for name in variant_names(GAMES / game)]
HEADING = re.compile(r"^(#+) (.*)$", re.M)
LINK = re.compile(r"\]\(#([^)]*)\)")


def name_of(part: object) -> str:
    return part.name if isinstance(part, Path) else str(part)


@cache
def page(folder: Path, language: str, *variants: str) -> str:
    return rulebook(*read(folder, variants), language)


def anchors(text: str) -> list[str]:
    """As GitHub makes them: small letters, hyphens for spaces, other signs left out."""
    found = []
    for _, heading in HEADING.findall(text):
        plain = re.sub(r"\\(.)", r"\1", heading).lower()
        found.append("".join("-" if c == " " else c for c in plain if c.isalnum() or c in " -_"))
    return found


def check_page(text: str) -> None:
    found = anchors(text)
    assert len(found) == len(set(found)), "two headings have one anchor"
    assert all(found), "a heading has no anchor"
    lost = sorted({link for link in LINK.findall(text) if link not in found})
    assert not lost, f"links to nowhere: {lost}"
    lines = text.splitlines()
    assert text.startswith("# ") and not any(line != line.rstrip() for line in lines)
    assert not re.search(r"\{\d", text), "a gap is not filled"
    assert not re.search("[\ue000-\uf8ff¦]", text), "a word has no form yet"
    for number, line in enumerate(lines):
        assert "_" not in line, f"a name is not made readable: {line}"
        if line.startswith("|"):
            columns = len(re.findall(r"(?<!\\)\|", line))
            above = lines[number - 1]
            assert not above.startswith("|") or len(re.findall(r"(?<!\\)\|", above)) == columns, line


@pytest.mark.parametrize(("folder", "language"), PAGES, ids=name_of)
def test_every_definition_has_a_page(folder: Path, language: str) -> None:
    check_page(page(folder, language))


@pytest.mark.parametrize(("folder", "variant"), VARIANTS, ids=name_of)
def test_a_page_with_a_variant(folder: Path, variant: str) -> None:
    text = page(folder, "en", variant)
    check_page(text)
    assert text != page(folder, "en")


@pytest.mark.parametrize("language", ["cs", "pl"])
@pytest.mark.parametrize("folder", folders(), ids=name_of)
def test_what_is_yours_is_said_to_be_yours(folder: Path, language: str) -> None:
    """`body s vašimi kameny`, not `body s kameny vás`: a name with a gap for its owner needs a `your.`"""
    assert not re.search(r"\]\(#[^)]*\) (vás|ciebie)\b", page(folder, language))


@pytest.mark.parametrize("folder", folders(), ids=name_of)
def test_every_rule_and_value_has_a_heading_and_every_component_a_row(folder: Path) -> None:
    definition, program = read(folder)
    made = make_page(definition, program, "en")
    text = made.text
    headings = {heading for _, heading in HEADING.findall(text)}
    told = {value.symbol.name for value in order_of_telling(definition).values}
    told -= (functions := {name for name, value in definition.world.values.items() if is_function(value)})
    for name in definition.world.rules:
        assert name in ("setup", "play") or made.headings[f"rule.{name}"] in headings
    for name in definition.world.values:  # what only the outlook uses is no rule of the game
        assert (name in told) == (made.headings.get(f"value.{name}") in headings)
    assert definition.outlook is not None or told == set(definition.world.values) - functions
    rows = [set(re.findall(r"\w+", line)) for line in text.splitlines() if line.startswith("|")]
    for record in program.records:
        for name in set(record.names):
            said = settled(constant(made.speaker, Rec(record.name), name).the)
            # Cards that differ in one thing share a row, which has all their words.
            assert said in text or any(set(re.findall(r"\w+", said)) <= row for row in rows), said


@pytest.mark.parametrize(
    ("game", "language"), [(game, language) for game, both in FIVE.items() for language in both[1:]]
)
def test_the_five_games_have_a_name_for_everything_in_their_second_language(game: str, language: str) -> None:
    made = make_page(*read(GAMES / game), language)
    assert not made.texts.unnamed


def languages_of(program: Program) -> dict[str, dict[str, str]]:
    return {language: dict(texts) for language, texts in program.strings}


@pytest.mark.parametrize("game", definition_folders())
def test_all_languages_fill_the_same_gaps(game: str) -> None:
    """A text for a rule with two parts can leave one out, but never speaks of a third."""
    definition, program = read(GAMES / game)
    for texts in languages_of(program).values():
        for key, text in texts.items():
            group, _, name = key.removeprefix("rulebook.").partition(".")
            known = definition.world.rules if group == "rule" else definition.world.values
            if group in ("rule", "value", "not") and name in known:
                parts = [int(part) for part in re.findall(r"\{(\d)", text)]
                assert max(parts, default=0) <= len(known[name].params), f"{key}: {text}"


def test_look_alike_cards_share_a_row() -> None:
    rows = [line for line in page(GAMES / "dead_mans_draw", "cs").splitlines() if line.startswith("| Kotva")]
    assert rows == ["| Kotva | Kotva | 2, 3, 4, 5, 6, 7 |"]
    crabs = [line for line in page(GAMES / "sea_salt_and_paper", "cs").splitlines() if "| krab |" in line]
    assert 0 < len(crabs) <= 4, crabs


def test_marks_in_texts_do_not_become_markup(tmp_path: Path) -> None:
    rules = (
        'game odd for 2 players\ncard c from "c.yaml"\nzone pile_up: set of c, public\nplay:\n    end game\n'
    )
    (tmp_path / "game.rules").write_text(rules)
    (tmp_path / "c.yaml").write_text("one: {}\n")
    (tmp_path / "strings").mkdir()
    (tmp_path / "strings" / "en.yaml").write_text("c: {one: 'a|b *c* [d](e) <f>'}\nzone: {pile_up: 'x_y'}\n")
    text = page(tmp_path, "en")
    assert r"| a\|b \*c\* \[d\](e) \<f\> |" in text and r"x\_y" in text


def test_two_rules_of_one_name_in_words_have_different_headings(tmp_path: Path) -> None:
    (tmp_path / "game.rules").write_text(
        "game twins for 2 players\nplay:\n    do one\n    do two\nrule one:\n    do nothing\n"
        "rule two:\n    do nothing\n"
    )
    (tmp_path / "strings").mkdir()
    (tmp_path / "strings" / "en.yaml").write_text("rule: {one: same, two: same}\n")
    text = page(tmp_path, "en")
    assert "### Same\n" in text and "### Same (2)\n" in text
    check_page(text)


def test_a_language_without_words_of_its_own_is_said_in_english(tmp_path: Path) -> None:
    (tmp_path / "game.rules").write_text("game odd for 2 players\nplay:\n    end game\n")
    assert page(tmp_path, "de") == page(tmp_path, "en")


@pytest.mark.parametrize("inner", ["any a{n} in row where a{n} is a and {}", "it in (row where {})"])
def test_conditions_within_conditions_are_said_once(inner: str, tmp_path: Path) -> None:
    """Were each said twice, this would take longer than anybody lives."""
    condition = "debt is 0"
    for n in range(40):
        condition = inner.replace("{n}", str(n)).replace("{}", condition)
    (tmp_path / "c.yaml").write_text("one: {}\n")
    (tmp_path / "game.rules").write_text(
        'game deep for 2 players\ncard c from "c.yaml"\nzone row: line of c, public\n'
        "track debt: number 0 to 4\nplay:\n    for each a in row:\n"
        f"        move row where {condition} to row\n"
    )
    check_page(page(tmp_path, "en"))


def test_the_pages_read_nothing_outside_the_repository() -> None:
    assert all(folder.is_relative_to(ROOT) for folder in folders()) and len(folders()) > 40
