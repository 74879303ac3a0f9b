"""Commands at the table that show something: `look`, `hint`, `log`; their words; commands in menus."""

from __future__ import annotations

import io
import re
import sys
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
from tests.cli.commands.conftest import PlainRules, Play

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
    assert screen.count("a card goes to the hand of player 2") == 1
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
        "I don't know the command `/dance`; there is: /?, /look, /rules, /options, /score, /why, /reasons,"
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
