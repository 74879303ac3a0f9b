"""The reader's list: rules of the five games in the words of their rulebooks and of their definitions.

In: for each game, numbers of `rulebook.md` and the rule, value or component that carries them out. Out: the
page `docs/readers-list.md`, which `test_reader.py` holds against the games.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.prose.abilities import abilities_of, told_step
from rulelang.prose.language import speaker_for
from rulelang.prose.rules import rule_cases, value_cases
from rulelang.prose.speaker import Speaker
from rulelang.prose.steps import Case, Step
from rulelang.prose.texts import Texts
from rulelang.prose.things import ending
from rulelang.rulebook import numbered_rules
from tests.helpers import GAMES
from tests.prose.pages import FIVE, read

NAMES = {"en": "English", "cs": "Czech", "pl": "Polish"}
# The number in `rulebook.md`, what carries the rule out, and of a rule with cases the one that is meant.
LISTED: dict[str, tuple[tuple[str, str, str], ...]] = {
    "dead_mans_draw": (
        ("R3", "rule.setup", ""), ("R13", "rule.bust", ""), ("R26", "end", ""),
        ("R30", "rule.effect", "hook"), ("R39", "rule.effect", "map"), ("R43", "rule.effect", "oracle"),
        ("R53", "character.casanova", ""), ("R58", "character.master_gunner", ""),
        ("R66", "character.beastmaster", ""), ("R46", "value.may_be_taken", ""),
    ),
    "sea_salt_and_paper": (
        ("R3", "rule.prepare_round", ""), ("R8", "rule.draw_two", ""),
        ("R9", "value.sides_to_discard_on", ""), ("R14", "value.may_close", ""),
        ("R19", "rule.last_turns", ""), ("R31", "value.winning_total", ""), ("R33", "end", ""),
        ("R36", "rule.effect", "crabs"), ("R38", "rule.effect", "boats"),
        ("R42", "rule.effect", "swimmer_and_shark"),
    ),
    "barracuda": (
        ("R12", "rule.play_card", ""), ("R17", "rule.refill_hand", ""), ("R18", "rule.hunt", ""),
        ("R24", "rule.resolve_wrecks", ""), ("R26", "rule.drop_gold", ""), ("R31", "value.initiative", ""),
        ("R32", "rule.use_initiative", ""), ("R41", "rule.finish_round", ""),
        ("R47", "rule.perform", "take_back"), ("R55", "rule.trigger", "leap"),
    ),
    "malacca": (
        ("R3", "rule.join_crew", ""), ("R9", "rule.ship_arrives", ""), ("R13", "value.captured", ""),
        ("R18", "value.trade_profit", ""), ("R23", "value.fine", ""), ("R25", "rule.console_hero", ""),
        ("R29", "rule.clear_away", ""), ("R44", "character.pierre_le_picard", ""),
        ("R49", "character.sayyida_al_hurra", ""), ("R59", "gear.better_trade", ""),
    ),
    "dead_men_tell_no_tales": (
        ("R6", "rule.light", ""), ("R17", "rule.search", ""), ("R22", "rule.furnish", ""),
        ("R33", "rule.pass_on_actions", ""), ("R38", "rule.lower_fire", ""), ("R41", "rule.take", ""),
        ("R73", "rule.add_deckhand", ""), ("R86", "rule.leave_ship", ""), ("R101", "rule.land_blow", ""),
        ("R110", "rule.withstand", ""),
    ),
}  # fmt: skip


def page() -> str:
    lines = [
        "# The reader's list",
        "",
        "Ten rules of each of the five games: how `rulebook.md` says them, and what `rulelang show GAME",
        "--rulebook` makes of the definition in each language of the game. `tests/prose/test_reader.py`",
        "makes this page anew and compares; after a change of a sentence `pytest tests/prose",
        "--update-words` writes it, and somebody reads it.",
    ]
    for game, rules in LISTED.items():
        said = {rule.number: rule.text for rule in numbered_rules(GAMES / game)}
        lines += ["", f"## {Texts(read(GAMES / game)[1].strings, 'en').own('game.name')}"]
        for number, thing, case in rules:
            lines += ["", f"**{number}** {said[number]}"]
            for language in FIVE[game]:
                lines += ["", f"{NAMES[language]}:", ""]
                lines += [f"> {line}".rstrip() for line in _said(game, language, thing, case)]
    return "\n".join(lines) + "\n"


def _said(game: str, language: str, thing: str, case: str) -> Iterator[str]:
    definition, program = read(GAMES / game)
    speaker = speaker_for(definition, Texts(program.strings, language))
    for step in _steps(speaker, thing, case):
        yield from (f"{' ' * (len(line) - len(line.lstrip()))}- {line.lstrip()}" for line in step.lines())


def _steps(speaker: Speaker, thing: str, case: str) -> Iterator[Step]:
    definition, (group, _, name) = speaker.definition, thing.partition(".")
    own = speaker.texts.instead(thing)
    if group == "end":
        yield from (Step(line) for line in ending(speaker))
    elif own is not None:  # what an author says stands in the rulebook instead
        yield Step(own)
    elif group == "rule":
        rule = next(rule for rule in definition.rules if rule.symbol.name == name)
        at = [body.words for body in sorted(rule.bodies, key=lambda body: not body.words)]
        yield from _of(rule_cases(speaker, rule), at, case)
    elif group == "value":
        value = next(value for value in definition.values if value.symbol.name == name)
        yield from _of(value_cases(speaker, value), [()] * len(value.bodies), case)
    else:
        row = definition.world.records[group].rows[name]
        yield from (told_step(speaker, ability) for ability in abilities_of(definition, row))


def _of(cases: list[Case], words: list[tuple[str, ...]], case: str) -> Iterator[Step]:
    for found, own in zip(cases, words, strict=True):
        if not case or case in own:
            yield from found.steps
