"""One thing has one name: the glossary of each game, held against its string files."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cli.playing.rulebook import Rulebook
from rulelang.rulebook import NumberedRule, numbered_rules
from tests.helpers import definition_folders
from tests.words.tables import Entry, entries, glossary, inflected, languages

# Whatever is restated from a printed rulebook keeps its terms.
FROM_RULEBOOKS = [name for name, folder in definition_folders().items() if (folder / "rulebook.md").exists()]
CZECH = [name for name in definition_folders() if "cs" in languages(name)]

# The Czech rulebooks say `vy`. Verbs in -eš, -íš, -áš, pronouns, and commands to one person.
FAMILIAR = re.compile(
    r"\b(?!náš|váš|spíš|příliš)(?:\w+[eíá]š|jsi|bys|ses|sis|tě|ti|tebe|tobě|tebou|tvůj|tvoj\w*"
    r"|tvá|tvou|tvým|tvých|tvými|tvé|tvého|tvém|tvému"
    r"|vezmi|vyber|otoč|vylož|polož|zahraj|proveď|přidej|získej|zaplať|dober|odhoď|zavři|vsaď|kup|vystřel"
    r"|zachraň|představ|nastav|přesuň|zamíchej|hoď|napiš|odlož|využij)\b",
    re.IGNORECASE,
)


def test_the_five_games_have_a_glossary() -> None:
    assert len(FROM_RULEBOOKS) == 5
    for game in FROM_RULEBOOKS:
        found = glossary(game)
        assert len(found["terms"]) >= 20 and found["source"]
        assert found["language"] in languages(game) and found["forbidden"]


@pytest.mark.parametrize("game", FROM_RULEBOOKS)
def test_terms_stand_where_the_glossary_says(game: str) -> None:
    found = glossary(game)
    for name, term in found["terms"].items():
        assert set(term) == {"en", found["language"], "keys"}, name
        assert term["keys"], f"{name}: nothing uses this term"
        for language in ("en", str(found["language"])):
            pattern = inflected(str(term[language]))
            for key in term["keys"]:
                texts = [entry for entry in entries(game, language) if entry.key == key]
                assert texts, f"{name}: there is no text {key} in {language}"
                wrong = [entry for entry in texts if not pattern.search(entry.text)]
                assert not wrong, f"{name}: {term[language]} is not in {wrong}"


@pytest.mark.parametrize("game", FROM_RULEBOOKS)
def test_no_two_terms_have_the_same_name(game: str) -> None:
    found = glossary(game)
    for language in ("en", str(found["language"])):
        names = [str(term[language]) for term in found["terms"].values()]
        assert len(names) == len(set(names)), sorted(name for name in names if names.count(name) > 1)


@pytest.mark.parametrize("game", FROM_RULEBOOKS)
def test_wrong_words_stand_nowhere(game: str) -> None:
    for language, words in glossary(game)["forbidden"].items():
        for word, right in words.items():
            found = [entry for entry in entries(game, language) if inflected(word).search(entry.text)]
            assert not found, f"not {word}, but {right}: {found}"


def numbered(game: str, language: str) -> dict[str, NumberedRule]:
    return {rule.number: rule for rule in numbered_rules(definition_folders()[game], language)}


@pytest.mark.parametrize("game", FROM_RULEBOOKS)
def test_rules_by_number_are_told_in_every_language(game: str) -> None:
    english = numbered(game, "en")
    for language in set(languages(game)) - {"en"}:
        page = definition_folders()[game] / f"rulebook.{language}.md"
        lines = [line for line in page.read_text(encoding="utf-8").splitlines() if line.startswith("- ")]
        assert [line.partition("** ")[0].removeprefix("- **") for line in lines] == list(english)
        for number, rule in numbered(game, language).items():
            assert rule.text != english[number].text and rule.chapter != english[number].chapter, number
            assert digits(rule.said) == digits(english[number].said), f"{number}: {rule.said}"


def digits(text: str) -> list[str]:
    return sorted(re.findall(r"\d+", text))


@pytest.mark.parametrize("game", FROM_RULEBOOKS)
def test_rules_by_number_use_the_words_of_the_glossary(game: str) -> None:
    for language, words in glossary(game)["forbidden"].items():
        texts = [rule.text for rule in numbered(game, language).values()]
        for word, right in words.items():
            found = [text for text in texts if inflected(word).search(text)]
            assert not found, f"not {word}, but {right}: {found}"
        assert language != "cs" or not [text for text in texts if FAMILIAR.search(text)]


def test_a_number_that_nobody_translated_stands_in_english(tmp_path: Path) -> None:
    (tmp_path / "rulebook.md").write_text("## Play\n- **R1** One. (not testable: why)\n- **R2** Two.\n")
    (tmp_path / "rulebook.cs.md").write_text("## Hra\n- **R1** Jedna.\n- **R9** Devět.\n")
    said = [(rule.number, rule.said, rule.chapter) for rule in numbered_rules(tmp_path, "cs")]
    assert said == [("R1", "Jedna.", "Hra"), ("R2", "Two.", "Play")]
    assert [rule.said for rule in numbered_rules(tmp_path, "../x")] == ["One.", "Two."]
    assert [rule.testable for rule in numbered_rules(tmp_path)] == [False, True]
    book = Rulebook(tmp_path, "cs")
    assert book.told("R1") == "R1  Jedna." and book.told("R2") == "R2  Two."


@pytest.mark.parametrize("game", CZECH)
def test_players_are_addressed_politely_in_czech(game: str) -> None:
    assert not [entry for entry in entries(game, "cs") if FAMILIAR.search(entry.text)]


@pytest.mark.parametrize(
    "text", ["Kterou kartu zahraješ?", "tvoje ruka", "smíš zavřít kolo", "vylož: {1}", "Bránil jsi sám"]
)
def test_familiar_forms_are_noticed(text: str) -> None:
    assert FAMILIAR.search(text)
    assert not FAMILIAR.search("Váš trezor je příliš plný, spíš vyložte kartu; otočte další.")


def test_wrong_terms_are_noticed_in_all_their_forms() -> None:
    wrong = [Entry("", "", text) for text in ("Kolik má účinků?", "bez účinku", "ÚČINEK")]
    assert all(inflected("účin|ek").search(entry.text) for entry in wrong)
    assert not inflected("čin|").search("účinek, počin")
    assert inflected("pyt|el").search("Co máte v pytli") and not inflected("bank").search("banka")
    assert inflected("vůz / voz|").search("vozem") and inflected("Salt & Paper").search("Sea Salt & Paper")
