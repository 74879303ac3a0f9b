"""Whole games at a real terminal, from the first screen to the result, by somebody who mistypes.

`tests/cli/person.py` is that somebody. When a game is over, its save holds exactly what was picked on the
screen, and shown again it ends in the same way.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cli.phrases import Phrases
from cli.screen.terminal import ERASE
from interpreter.game import Game
from rulelang.compile import compile_text
from rulelang.ir.nodes import Program
from tests.cli.conftest import Run
from tests.cli.person import ALWAYS, NONSENSE, Person
from tests.cli.terminal import COLOUR, PLAYERS, GameScreen, as_pattern, in_one_line
from tests.helpers import definition, definition_folders

LONG = os.environ.get("RULELANG_FUZZ") == "long"
ALONE, TOGETHER = "human,random", "human,human"
# A question for each way to choose several, which the games hardly ever ask.
SEVERAL = """\
game baskets for 2 players

card fruit:
    weight: number 1 to 9
fruit red_apple:
    weight: 5
fruit red_cherry:
    weight: 1
fruit plum:
    weight: 2
fruit pear:
    weight: 4

zone table: line of fruit, public
zone basket of each player: line of fruit, public
track points of each player: number 0 to 99

setup:
    move every fruit to table

play:
    repeat 5 times:
        for each p in players:
            as p: do fill_basket

rule fill_basket:
    choose exactly 2 first_ones from table
    move first_ones to your basket
    choose up to 1 more from table
    move more to your basket
    choose any number of unwanted from your basket
    move unwanted to table
    choose order of heap from your basket
    for each item in heap:
        set your points to your points * 2 mod 50 + item.weight
    move your basket to table

ranking of p: highest points of p, then share
"""


# ---------------------------------------------------------------- how a game is played and looked at


def whole_game(
    run: Run, folder: Path, program: Program, name: str, seed: int, *options: str,
    seats: str = ALONE, lang: str = "en", hints: bool = True, **window: Any,
) -> Person:  # fmt: skip
    """Plays a game to its end, and looks at everything that is left of it."""
    save = folder / "whole.json"
    command = ("--seats", seats, "--seed", str(seed), "--lang", lang, "--save", str(save), *options)
    screen = GameScreen(folder, "play", name, *command, say=Phrases(lang), **window)
    person = Person(screen, save, seed, seats.count("human"), hints)
    with ended(screen):
        shown = screen.shown()
        opening = re.match(rf"{as_pattern(person.say, 'start.opening')}(?!\d)", in_one_line(shown))
        assert opening and opening[3] == str(seed), "it begins with how to have this game again"
        look_at_the_end(run, person, person.play(shown), program)
    coloured = not {"--plain", "--reader"} & {*options} and not window.get("no_color")
    look_at_escapes(person, coloured)
    return person


@contextmanager
def ended(screen: GameScreen) -> Iterator[None]:
    """Whatever happens, the program does not stay behind."""
    try:
        yield
    finally:
        if screen.program.poll() is None:
            screen.program.kill()
            screen.program.wait()


def look_at_the_end(run: Run, person: Person, last: str, program: Program) -> None:
    screen, say = person.screen, person.say
    assert screen.close() == 0, last
    assert "Traceback" not in screen.transcript
    again = run("replay", person.save)
    assert again.code == 0 and again.err == ""
    assert result_in(again.out, say) == result_in(last, say)
    game = Game.load(program, person.save.read_text(encoding="utf-8"), language=say.language)
    assert game.over
    look_at_decisions(game, person)


def result_in(shown: str, say: Phrases) -> str:
    """How the game ended, in one line, without what is said after it."""
    after = "|".join(f" {as_pattern(say, key)}" for key in ("start.watch", "play.again"))
    end = rf"(?={after}|\Z)"
    found = re.search(rf"{as_pattern(say, 'play.result')}{end}", in_one_line(shown))
    assert found, f"there is no result:\n{shown}"
    return found[0]


def look_at_decisions(game: Game, person: Person) -> None:
    """Each decision in the save is the one that was picked on the screen."""
    picked = {len(decided.before): decided.picked for decided in person.decided}
    again = game.restarted()
    for number, (who, answer) in enumerate(game.answers):
        if number in picked:
            request = again.request(who)
            assert request is not None
            if request.several:
                labels = [in_one_line(request.options[index].label) for index in answer]
                assert ", ".join(labels) == ", ".join(picked[number])
            else:
                option, told = request.options[answer], " ".join(picked[number])
                for part in option.parts or (option.label,):
                    assert in_one_line(part) in told, f"picked: {told}; decided: {option.label}"
        again.apply(answer, who)


def look_at_escapes(person: Person, coloured: bool) -> None:
    """Nothing steers the terminal but colours, and what erases the screen for the next player."""
    text = person.screen.transcript
    assert (ERASE in text) == (person.people > 1)
    text = text.replace(ERASE, "")
    assert bool(COLOUR.search(text)) == coloured
    assert "\x1b" not in COLOUR.sub("", text)


def look_at_what_was_done(person: Person, *needed: str) -> None:
    """The game was long enough for everything that is to be typed in it."""
    missing = {*needed} - person.done
    assert not missing, f"this game gave no occasion for {', '.join(sorted(missing))}: try another seed"


# ---------------------------------------------------------------- the games


@pytest.mark.parametrize(
    ("name", "seed", "options", "window", "occasions"),
    [
        ("dead_mans_draw", 2, ("--set", "refuse_protected=yes"), {}, {"undo", "twice"}),
        ("dead_men_tell_no_tales", 5, ("--plain",), {"columns": 120}, {"back"}),
        ("malacca", 1, ("--reader",), {}, set()),
        ("barracuda", 2, (), {}, {"unclear"}),
    ],
)  # fmt: skip
def test_a_game_against_a_bot(
    run: Run, tmp_path: Path, name: str, seed: int, options: tuple[str, ...], window: dict[str, Any],
    occasions: set[str],
) -> None:  # fmt: skip
    person = whole_game(run, tmp_path, definition(name), name, seed, *options, **window)
    look_at_what_was_done(person, *ALWAYS, "hint", *occasions)


@pytest.mark.parametrize(
    ("name", "lang", "seed", "options", "window"),
    [
        ("dead_mans_draw", "cs", 2, ("--plain",), {}),
        ("dead_men_tell_no_tales", "pl", 9, (), {"no_color": True}),
    ],
)
def test_in_the_language_of_the_players(
    run: Run,
    tmp_path: Path,
    name: str,
    lang: str,
    seed: int,
    options: tuple[str, ...],
    window: dict[str, Any],
) -> None:
    person = whole_game(
        run, tmp_path, definition(name), name, seed, *options, lang=lang, hints=False, **window
    )
    look_at_what_was_done(person, *ALWAYS)


def test_two_people_at_one_keyboard(run: Run, tmp_path: Path) -> None:
    name = "barracuda"
    person = whole_game(run, tmp_path, definition(name), name, 3, seats=TOGETHER, hints=False)
    look_at_what_was_done(person, *ALWAYS, "pass on")


def test_two_people_in_a_small_window(run: Run, tmp_path: Path) -> None:
    person = whole_game(
        run, tmp_path, definition("tic_tac_toe"), "tic_tac_toe", 1, seats=TOGETHER, hints=False, columns=40
    )
    look_at_what_was_done(person, "disagree", "undo", "pass on")


def test_from_the_menu_of_all_games(run: Run, tmp_path: Path) -> None:
    """Nothing is said on the command line that a person could be asked for."""
    say, save = Phrases("en"), tmp_path / "menu.json"
    options = ("--seed", "4", "--set", "one_round=yes", "--save", str(save))
    screen = GameScreen(tmp_path, "play", *options, say=say, no_color=True)
    with ended(screen):
        games = screen.shown()
        assert all(title in games for title in ("Sea Salt & Paper", "Dead Man's Draw", "Malacca"))
        for wrong in ("", "0", "99", "dead", NONSENSE):
            assert in_one_line(say("start.type_number", len(definition_folders()))) in in_one_line(
                screen.answered(wrong)
            )
        screen.answered("SALT")
        assert screen.waits_for == PLAYERS
        for wrong in ("1", "99", "two", NONSENSE):
            assert screen.answered(wrong).startswith(say("start.wrong_number", 2, 4))
        shown = screen.answered("2")
        assert "human, search:20; seed 4" in shown
        person = Person(screen, save, 4)
        look_at_the_end(run, person, person.play(shown), definition("sea_salt_and_paper"))
    look_at_escapes(person, coloured=False)
    look_at_what_was_done(person, *ALWAYS, "hint", "undo")


def test_choosing_several(run: Run, tmp_path: Path) -> None:
    rules = tmp_path / "baskets.rules"
    rules.write_text(SEVERAL)
    program = compile_text(SEVERAL, {}, rules.name)
    person = whole_game(run, tmp_path, program, str(rules), 1, "--plain")
    needed = {*ALWAYS} - {"two_for_one"} | {"hint", "undo", "unclear", "twice", "too_many"}
    look_at_what_was_done(person, *needed)


@pytest.mark.fuzz
@pytest.mark.parametrize("seed", range(30 if LONG else 4))
@pytest.mark.parametrize("name", definition_folders())
def test_any_game_with_anybody(run: Run, tmp_path: Path, name: str, seed: int) -> None:
    chance = Random(f"{name} {seed}")
    program = definition(name)
    players = chance.randint(*program.players)
    seats = ["human", *(chance.choice(["human", "random", "random"]) for _ in range(players - 1))]
    chance.shuffle(seats)
    strings = sorted(file.stem for file in (definition_folders()[name] / "strings").glob("*.yaml"))
    how = chance.choice([(), ("--plain",), ("--reader",)])
    forced = chance.choice([(), (), ("--forced", "ask")])
    window = {"columns": chance.choice([40, 60, 80, 100, 120]), "no_color": chance.random() < 0.5}
    lang = chance.choice(strings)
    whole_game(run, tmp_path, program, name, seed, *how, *forced, seats=",".join(seats), lang=lang, **window)
