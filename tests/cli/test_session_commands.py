"""What a player can type beside answers, in each language, and that it tells nothing hidden."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cli.phrases import Phrases
from cli.playing import typed as commands
from cli.playing.session import Session
from cli.screen.terminal import Terminal
from interpreter.bots import make_bot
from interpreter.game import Game
from rulelang.compile import compile_text
from rulelang.ir.nodes import Program
from tests.helpers import definition_folders

SOURCE = """
game harbour for 2 to 3 players

card number:
    size: number 1 to 9
    worn: yes or no starting no
number one:
    size: 1
number two:
    size: 2
number three:
    size: 3
number four:
    size: 4
number five, 2 copies:
    size: 5

zone deck: pile of number, hidden
zone heap: pile of number, public
zone row: line of number, public
zone shelf: grid 3 by 2 of number, public
zone cellar: set of number, public
zone hand of each player: set of number, seen by owner
die d6: 1, 2, 3, 4, 5, 6
track gold of each player: number 0 to 60 starting 0
kind sign: high, low

setup:
    move every number to deck
    shuffle deck
    for each p in players:
        move top of deck to hand of p

play:
    turns from first of players until gold of active >= 6:
        choose one:
            wait: add 1 to your gold
            draw when deck is not empty: move top of deck to your hand
            lay(c in your hand):
                set c.worn to yes
                move c to end of row
            sink when row is not empty: move row to heap
            shelve when row is not empty:
                choose spot from places(shelf) where shelf at it is none
                move first of row to shelf at spot
            collect when your gold >= 5 and row is not empty: move row to cellar
            bet:
                each player secretly chooses call from every sign
                choose amount from 1 to 3
                add amount to your gold
            sort:
                choose up to 2 wanted from every sign
                add 1 to your gold

ranking of p: highest gold of p
"""


class PlainRules:
    """Stands for the rules in words, so that these tests do not depend on how they are worded."""

    def options(self, site: Any) -> list[str]:
        return ["wait", "draw", "lay", "sink", "shelve", "collect", "bet", "sort"]

    def option(self, site: Any, name: str) -> list[str]:
        return [f"steps of {name}"]

    def condition(self, site: Any, name: str) -> str:
        needs = {"sink": "the row is not empty", "collect": "you have 5 gold and the row is not empty"}
        return needs.get(name, "")

    def question(self, site: Any) -> list[str]:
        return [f"the question in line {site[1]}"]

    @property
    def cards(self) -> dict[str, list[str]]:
        words = ("one", "onerous", "zero", "zebra", "zone", "zip", "zap")
        return {f"number.{name}": [f"about {name}"] for name in words}


class Keeping(PlainRules):
    """The same for a `may`."""

    def options(self, site: Any) -> list[str]:
        return ["yes", "no"]


class Waiting:
    """A bot that always takes the first option."""

    name = "waiting"

    def choose(self, game: Game, player: int) -> Any:
        return next(game.request(player).answers())  # type: ignore[union-attr]


MAY = """
game keeping for 2 players
track gold of each player: number 0 to 9 starting 0
play:
    turns from first of players until gold of active >= 9:
        may take:
            add 2 to your gold
        add 1 to your gold
ranking of p: highest gold of p
"""

Play = Callable[..., str]


@pytest.fixture(scope="module")
def program() -> Program:
    return compile_text(SOURCE)


@pytest.fixture
def play(program: Program, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Play:
    """Plays with typed lines until they end; gives what the screen shows after the first question."""

    def start(
        *typed: str,
        lang: str = "en",
        players: int = 2,
        seed: int = 4,
        other: Program | None = None,
        rules: type[PlainRules] = PlainRules,
    ) -> str:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
        monkeypatch.setattr(commands, "HINT_BOT", "search:20")
        game = Game.new(other or program, players, seed, language=lang)
        seats = [None if seat == 0 else Waiting() for seat in range(players)]
        session = Session(game, seats, Terminal(), None, say=Phrases(lang), rules=rules)
        capsys.readouterr()
        with pytest.raises(EOFError):
            session.run()
        return capsys.readouterr().out.partition("> ")[2]

    return start


# ------------------------------------------------------------ help


def test_help_tells_the_game_the_seats_the_question_and_the_commands(play: Play) -> None:
    screen = play("?")
    assert "harbour, for 2 to 3 players" in screen
    assert "player 1 (you), player 2 (bot: waiting)" in screen
    assert "sink: only when the row is not empty" in screen
    assert "a part of its label" in screen
    for command in ("look [ZONE]", "why [NAME]", "hint", "undo", "log [all]", "save [FILE]", "quit"):
        assert command in screen
    assert screen.count("player 1: choose") == 1, "the question stands there again"
    assert max(map(len, screen.splitlines())) < 80


@pytest.mark.parametrize("typed", ["? 1", "?1", "? wait", "help WAIT", "/? wait", "/help 1"])
def test_help_for_an_option(play: Play, typed: str) -> None:
    screen = play(typed)
    assert screen.startswith("\nwait\n  always allowed\n  steps of wait\n>")


def test_help_for_an_option_that_is_not_there_now(play: Play) -> None:
    assert "sink\n  allowed only when: the row is not empty\n  steps of sink" in play("? sink")


def test_help_for_a_command_and_for_what_does_not_exist(play: Play) -> None:
    assert re.search(r"undo +take back the last decision", play("? undo"))
    unknown = play("? dance")
    assert "I don't know an option `dance` here; there is: wait, draw, lay" in unknown
    assert "I don't know an option `99` here" in play("? 99")


def test_help_for_a_card_wherever_it_lies(play: Play) -> None:
    assert "one\n  about one\n>" in play("? one"), "the whole name means just this one"
    assert "one\n  about one\nonerous\n  about onerous\n" in play("? on")
    assert "zero\n  about zero\nand also: zebra, zone, zip, zap\n" in play("? z"), "of many only the first"
    assert "steps of wait" in play("? wait"), "options come first"


def test_help_where_something_is_chosen_from_a_set(play: Play) -> None:
    assert re.search(r"asked now:\n  the question in line \d+\n", play("bet", "?"))
    assert "the question in line" in play("bet", "? high")


def test_help_where_something_may_be_done(play: Play) -> None:
    screen = play("?", "? ano", "proč ne", "proč snad", lang="cs", other=compile_text(MAY), rules=Keeping)
    assert re.search(r"na co se hra ptá:\n  the question in line \d+\njak odpovědět", screen)
    assert "ano\n  dovoleno vždy\n  steps of yes" in screen
    assert "`ne` je dovoleno; napiš 2" in screen
    assert "možnost `snad` tu neznám; je tu: ano, ne" in screen


def test_rules_that_cannot_be_read_are_a_message(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(self: PlainRules, site: Any) -> list[str]:
        raise FileNotFoundError(2, "No such file or directory", "game.rules")

    monkeypatch.setattr(PlainRules, "options", gone)
    for typed in ("?", "? wait", "why wait"):
        screen = play(typed)
        assert "the rules cannot be read now:" in screen and "game.rules" in screen
    assert "at any time:" in play("?"), "the rest of the help is there"


@pytest.mark.parametrize(
    "notes", [None, {"path": "nowhere/game.rules"}, {"path": ".", "variants": '["gone"]'}]
)
def test_rules_that_are_gone_are_a_message(
    program: Program, notes: dict[str, str] | None, tmp_path: Path,
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.StringIO("?\n"))
    with pytest.raises(EOFError):
        Session(Game.new(program, 2), [None, Waiting()], Terminal(), None, notes).run()
    assert "the rules cannot be read now: " in capsys.readouterr().out


@pytest.mark.parametrize("game", sorted(definition_folders()))
def test_the_rules_of_every_definition_can_be_asked(run: Any, game: str) -> None:
    typed = "\n?\n? 1\nwhy 1\nwhy nonsense\nlook\nlog\nundo\n"
    for lang in ("en", "cs", "pl"):
        done = run(
            "play", game, "--seats", "human,human", "--seed", 3, "--lang", lang, "--no-save", typed=typed
        )
        assert done.code == 1 and "rulelang: the input ended" in done.err, done.err
        assert Phrases(lang)("command.rules_not_there", "") not in done.out
        asked = done.out.partition(Phrases(lang)("command.help_question"))[2].splitlines()
        assert asked[1].strip() and not asked[1].startswith(Phrases(lang)("command.help_answers"))


# ------------------------------------------------------------ why


def test_why_tells_the_rule_and_the_line_of_the_last_events(play: Play) -> None:
    screen = play("wait", "why").rpartition("> \n  ")[0]
    assert re.search(r"your gold \+1 \(1\)\n      by play, .*:\d+\n", play("wait", "why"))
    assert "wait – your gold" in screen


def test_why_an_option_is_not_allowed(play: Play) -> None:
    assert "`sink` is allowed only when: the row is not empty" in play("why sink")
    assert "`collect` is allowed only when: you have 5 gold" in play("why COLL")


def test_why_an_option_is_allowed(play: Play) -> None:
    assert "`wait` is allowed; type 1" in play("why wait")
    assert "`draw` is allowed; type 2" in play("why 2")
    assert "`bet` is allowed; type" in play("why b")


def test_why_of_what_does_not_exist(play: Play) -> None:
    assert "I don't know an option `dance` here; there is: wait, draw, lay, sink" in play("why dance")


def test_why_an_option_cannot_be_taken_with_something(play: Play) -> None:
    """It is there for other things, and it has no condition; later there is nothing at all."""
    assert "`lay` is allowed; type 3" in play("why lay")
    assert "\nallowed now: lay: five\n" in play("why lay nonsense")
    assert "there is nothing now that `lay` could be taken with" in play("lay", "why lay")


def test_why_where_something_is_chosen_from_a_set(play: Play) -> None:
    screen = play("bet", "why middle", "why high", "low", "why 9", "why 2")
    assert re.search(r"what may be chosen here:\n  the question in line \d+\n", screen)
    assert "`high` is allowed; type 1" in screen
    assert "`2` is allowed; type 2" in screen


# ------------------------------------------------------------ look


def test_look_shows_the_table_and_the_question_again(play: Play) -> None:
    screen = play("look")
    assert "deck" in screen and "player 1: choose" in screen


def test_look_at_a_zone_that_is_hidden_or_empty(play: Play) -> None:
    assert "deck: 4 cards, hidden\n" in play("look deck")
    assert "row: empty" in play("look row")
    assert (
        "there is nothing here called `attic`; you can look at: deck, heap, row, shelf, cellar, hand"
        in play("look attic")
    )


def test_look_at_hands_shows_only_the_own_one(play: Play, program: Program) -> None:
    game = Game.new(program, 2, 4)
    own, other = (game.view(player).zone("hand", f"player{player + 1}").labels[0] for player in (0, 1))
    screen = play("look hand")
    assert f"hand of player 1: 1 card\n  {own}\n" in screen
    assert "hand of player 2: 1 card, hidden" in screen
    assert other not in screen
    assert play("look hand of player 2").startswith("\nhand of player 2: 1 card, hidden")


def test_look_at_a_line_and_a_pile_shows_their_order(play: Play) -> None:
    screen = play("lay", "draw", "lay", "look row", "sink", "look heap")
    row = re.search(r"row: 2 cards\n  1  (\w+ \(worn\))\n  2  (\w+ \(worn\))\n", screen)
    assert row is not None, screen
    assert f"heap: 2 cards\n  from the top:\n  1  {row[2]}\n  2  {row[1]}\n" in screen


def test_look_at_a_grid_says_the_places(play: Play) -> None:
    assert re.search(
        r"shelf: 1 card\n  column 3, row 2: \w+ \(worn\)\n", play("lay", "shelve", "c3r2", "look shelf")
    )


def test_look_at_a_set_counts_what_is_there_twice(play: Play) -> None:
    """Of the six cards two look the same: in some deal one player gets both."""
    screens = [play("draw", "draw", "draw", "look hand of player 1", seed=seed) for seed in range(1, 6)]
    assert any("  five ×2\n" in screen for screen in screens)
    assert all("hand of player 1: 4 cards" in screen for screen in screens)


# ------------------------------------------------------------ hint


@pytest.mark.parametrize("typed", [["hint"], ["bet", "hint"], ["bet", "1", "hint"], ["sort", "hint"]])
def test_a_hint_names_an_option_that_can_be_typed(play: Play, typed: list[str]) -> None:
    screen = play(*typed)
    assert "thinking …" in screen
    found = re.search(r"I would choose: (.+) \(type (.+)\)|I would choose nothing: press Enter", screen)
    assert found is not None, screen
    if found[2]:
        after = play(*typed, found[2])
        assert "-- harbour" in after.partition(found[0])[2], "the game went on"


def test_a_hint_depends_only_on_what_the_player_sees(play: Play, program: Program) -> None:
    """Games with the same hand give the same hint, whatever the others hold."""
    hints: dict[tuple[str, ...], set[str]] = {}
    others: dict[tuple[str, ...], set[str]] = {}
    for seed in range(1, 13):
        game = Game.new(program, 2, seed)
        hand, other = (game.view(player).zone("hand", f"player{player + 1}").labels for player in (0, 1))
        others.setdefault(hand, set()).update(other)
        hints.setdefault(hand, set()).add(play("hint", seed=seed).partition("choose: ")[2].partition("\n")[0])
    assert any(len(found) > 1 for found in others.values()), "there is something to be told apart"
    assert all(len(found) == 1 for found in hints.values())


# ------------------------------------------------------------ log


def test_the_log_is_what_this_player_knows(play: Play, program: Program) -> None:
    screen = play("log")
    game = Game.new(program, 2, 4)
    assert screen.count("a card → hand of player 2") == 1
    assert game.view(1).zone("hand", "player2").labels[0] not in screen
    assert game.view(0).zone("hand", "player1").labels[0] in screen


def test_the_log_is_cut_unless_all_of_it_is_asked_for(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cli.playing.telling.LAST_LINES", 1)
    whole = play("wait", "log all").rpartition("> \n  ")[2].partition("\n>")[0].splitlines()
    short = play("wait", "log").rpartition("> \n…")[2].partition("\n>")[0].splitlines()
    assert len(whole) > 5 and short[1:] == whole[-1:]
    assert short[0] == f" {len(whole) - 1} earlier lines: `log all` shows all"
    czech = play("wait", "průběh", lang="cs")
    assert f"… {len(whole) - 1} dřívějších řádků: všechno ukáže `průběh vše`" in czech


# ------------------------------------------------------------ words


def test_an_unknown_command_names_the_known_ones(play: Play) -> None:
    screen = play("/dance", "/undo now")
    assert (
        "I don't know the command `/dance`; there is: /?, /look, /rules, /score, /why, /hint, /undo, /log"
        in screen
    )
    assert "I don't know the command `/undo now`" in screen


NAMED = """
game named for 2 players
track gold of each player: number 0 to 9 starting 0
play:
    turns from first of players until gold of active >= 9:
        choose one:
            look: add 1 to your gold
            undo: add 2 to your gold
"""
MANY = """
game many for 2 players
kind sign: high, middle, low
kind colour: red, green, blue, white, black
track gold of each player: number 0 to 9 starting 0
play:
    turns from first of players until gold of active >= 9:
        choose one:
            wait: add 1 to your gold
            paint(s in every sign, c in every colour, p in players): add 2 to your gold
"""
WORDS = [
    ("cs", "proč", "pravidlo setup, game.rules:"),
    ("cs", "PROC", "pravidlo setup, game.rules:"),
    ("cs", "zpět", "není co vzít zpět"),
    ("cs", "undo", "není co vzít zpět"),
    ("cs", "průběh", "hand"),
    ("cs", "prohlédni deck", "deck: 4 karty, skryto"),
    ("cs", "poraď", "já bych vybral: "),
    ("cs", "nápověda", "počet hráčů: 2 až 3"),
    ("cs", "?", "(počítač: waiting)"),
    ("cs", "ulož", "kam uložit?"),
    ("cs", "odejdi", "tato hra není uložená"),
    ("cs", "/tanec", "příkaz `/tanec` neznám; je tu: /?, /prohlédni"),
    ("cs", "proč sink", "`sink` je dovoleno, jen když: the row is not empty"),
    ("pl", "dlaczego", "zasada setup, game.rules:"),
    ("pl", "cofnij", "nie ma czego cofnąć"),
    ("pl", "undo", "nie ma czego cofnąć"),
    ("pl", "przebieg", "hand"),
    ("pl", "pokaz deck", "deck: 4 karty, zakryte"),
    ("pl", "podpowiedz", "mój wybór: "),
    ("pl", "pomoc", "liczba graczy: 2-3"),
    ("pl", "zapisz", "gdzie zapisać?"),
    ("pl", "wyjdź", "ta gra nie jest zapisana"),
    ("pl", "/taniec", "nie znam polecenia `/taniec`; są: /?, /pokaż"),
    ("pl", "dlaczego sink", "`sink` wolno tylko, gdy: the row is not empty"),
    ("en", "why", "by setup"),
    ("en", "hint", "I would choose: "),
]


@pytest.mark.parametrize(("lang", "typed", "answer"), WORDS)
def test_commands_in_each_language(play: Play, lang: str, typed: str, answer: str) -> None:
    assert answer in play(typed, lang=lang)


def test_words_of_another_language_are_no_commands(play: Play) -> None:
    assert "zpět" in play("zpět") and "take back" not in play("zpět")


def test_no_word_calls_two_commands() -> None:
    for lang in ("en", "cs", "pl"):
        english, own = Phrases("en"), Phrases(lang)
        for key, (words, _, _) in commands.COMMANDS.items():
            for other, (others, _, _) in commands.COMMANDS.items():
                said = {*english.words(words), *own.words(words)}
                assert key == other or not said & {*english.words(others), *own.words(others)}


def test_an_option_of_the_same_name_wins_and_a_slash_means_the_command(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("look\n/undo\nundo\n"))
    game = Game.new(compile_text(NAMED), 2)
    with pytest.raises(EOFError):
        Session(game, [None, make_bot("random", 1)], Terminal(), None).run()
    out = capsys.readouterr().out
    assert "taken back" in out and "your gold +2 (2)" in out


# ------------------------------------------------------------ in menus


class Painting(PlainRules):
    def options(self, site: Any) -> list[str]:
        return ["wait", "paint"]


@pytest.mark.parametrize("lang", ["en", "cs", "pl"])
def test_in_a_menu_the_word_for_back_goes_one_step_up(play: Play, lang: str) -> None:
    """Also where it is the word for `undo`."""
    say = Phrases(lang)
    back = say.words("answer.back_words")[0]
    screen = play("2", back, "/undo", "1", lang=lang, other=compile_text(MANY), rules=Painting)
    assert screen.count("1  wait") >= 2, "once more after the step back"
    assert screen.count(say("command.nothing_to_undo")) == 1, "only /undo is the command"
    assert re.search(r"gold.* \+1 \(1\)\n", screen)


def test_commands_name_lines_of_a_menu(play: Play) -> None:
    many = compile_text(MANY)
    assert "paint" in play("? 2", other=many, rules=Painting).splitlines()[1]
    assert "`paint` is allowed; type 2" in play("why paint", other=many, rules=Painting)
    assert "steps of paint" in play("2", "? 1", other=many, rules=Painting)
    hint = re.search(r"I would choose: (.+) \(type (.+)\)", play("hint", other=many, rules=Painting))
    assert hint is not None
    assert "your gold +" in play(hint[2], other=many, rules=Painting)
