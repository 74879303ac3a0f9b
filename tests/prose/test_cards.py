"""Every component in words: what is printed on it, its abilities, and the rules for its words."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulelang.prose.cards import cards
from tests.helpers import GAMES, definition_folders
from tests.prose.pages import LANGUAGES, read


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("folder", definition_folders().values(), ids=lambda folder: folder.name)
def test_every_component_has_words(folder: Path, language: str) -> None:
    definition, program = read(folder, ())
    found = cards(definition, program, language)
    names = {f"{record.name}.{name}" for record in program.records for name in record.names}
    assert set(found) == names
    for record in program.records:
        if record.columns:
            assert all(found[f"{record.name}.{name}"] for name in record.names)


def test_a_card_is_told_with_the_rule_for_the_word_printed_on_it_and_a_character_with_its_abilities() -> None:
    definition, program = read(GAMES / "dead_mans_draw", ())
    found = cards(definition, program, "en")
    key = found["loot.key_3"]
    assert key[:2] == ["Suit: Key", "Value: 3"]
    hook = found["loot.hook_3"]
    assert hook[2].startswith("Carry out the effect") and len(hook) > 3
    assert found["loot.hook_3"][2:] == found["loot.hook_7"][2:] != found["loot.map_3"][2:]
    assert any("Mermaid" in line for line in found["character.casanova"])
