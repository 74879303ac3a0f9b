"""Every question that a game can ask is said in words: for `?` and `why` at the table."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from cli.playing.rules_in_words import RulesInWords
from interpreter.game import Game
from rulelang.ir.instructions import Choose, Instr, May, Menu, Secret
from rulelang.ir.nodes import Program, Site
from tests.helpers import GAMES, definition_folders, random_answer
from tests.prose.pages import LANGUAGES, read


def questions(program: Program) -> list[tuple[Site, Instr]]:
    return [
        (site, instr)
        for body in program.bodies
        for instr, site in zip(body.code, body.sites, strict=True)
        if isinstance(instr, Menu | May | Choose | Secret)
    ]


def words_of(folder: Path, language: str, *variants: str) -> tuple[RulesInWords, Program]:
    _, program = read(folder, variants)
    return RulesInWords(folder, variants, program, language), program


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("folder", definition_folders().values(), ids=lambda folder: folder.name)
def test_every_question_and_every_option_has_words(folder: Path, language: str) -> None:
    words, program = words_of(folder, language)
    for site, instr in questions(program):
        assert all(words.question(site)), site
        if isinstance(instr, Menu):
            assert words.options(site) == [entry.name for entry in instr.entries]
            for entry in instr.entries:
                lines = words.option(site, entry.name)
                assert lines and all(line.strip() for line in lines), (site, entry.name)
                assert bool(words.condition(site, entry.name)) == (entry.ways.test is not None)
        elif isinstance(instr, May):
            assert words.options(site) == ["yes", "no"] and words.option(site, "yes")
        else:
            assert words.options(site) == []


@pytest.mark.parametrize("name", ["dead_mans_draw", "malacca", "tic_tac_toe"])
def test_the_site_of_a_request_leads_to_its_words(name: str) -> None:
    folder = GAMES / name
    words, program = words_of(folder, "en")
    game = Game.new(program, 2, seed=3)
    rng = random.Random(3)
    asked = 0
    while not game.over and asked < 60:
        request = game.request(game.deciding[0])
        assert request is not None and words.question(request.site)
        if request.kind == "menu":
            offered = {option.key.partition("(")[0] for option in request.options}
            assert offered <= set(words.options(request.site))
        answer, player = random_answer(game, rng)
        game.apply(answer, player)
        asked += 1
    assert asked > 5


def test_words_of_a_known_option() -> None:
    words, program = words_of(GAMES / "dead_mans_draw", "en")
    site = next(site for site, instr in questions(program) if isinstance(instr, Menu))
    assert words.options(site) == ["draw", "loot"]
    assert words.option(site, "loot") == ["Take all cards in the play area as loot.", "The turn ends."]
    assert words.condition(site, "loot") == "the debt is 0 or the draw pile is empty"
    assert words.question(site) == ["Choose one."]


def test_an_option_shows_its_parts_first_and_has_no_marks() -> None:
    words, program = words_of(GAMES / "malacca", "cs")
    site = next(site for site, instr in questions(program) if isinstance(instr, Menu))
    lines = words.option(site, "buy")
    assert lines[0] == "Karta vybavení z nabízeného vybavení." and len(lines) == 3
    assert not any(mark in line for line in lines for mark in "*[]#")
    assert words.option(site, "pass") and words.condition(site, "pass") == ""


def test_what_a_variant_adds_has_words_too() -> None:
    words, program = words_of(GAMES / "dead_mans_draw", "en", "mermaid_effect")
    sites = [site for site, _ in questions(program) if "variants" in site[0]]
    assert sites and all(words.question(site) for site in sites)


def test_a_place_where_nothing_is_asked_has_no_words() -> None:
    words, _ = words_of(GAMES / "kuhn_poker", "en")
    nowhere = ("nowhere.rules", 1, 1)
    assert words.options(nowhere) == words.option(nowhere, "x") == words.question(nowhere) == []
    assert words.condition(nowhere, "x") == ""


def test_nothing_is_read_before_it_is_asked_for(tmp_path: Path) -> None:
    _, program = read(GAMES / "kuhn_poker")
    RulesInWords(tmp_path / "not_there", (), program, "en")
