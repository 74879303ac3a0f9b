"""A small game at the table, for what can be typed there besides answers."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from typing import Any

import pytest

from cli.phrases import Phrases
from cli.playing import typed as commands
from cli.playing.session import Session
from cli.screen.terminal import Terminal
from interpreter.game import Game
from rulelang.compile import compile_text
from rulelang.ir.nodes import Program

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

    won: tuple[str, ...] = ()

    def options(self, site: Any) -> list[str]:
        return ["wait", "draw", "lay", "sink", "shelve", "collect", "bet", "sort"]

    def option(self, site: Any, name: str) -> list[str]:
        return [f"steps of {name}"]

    def condition(self, site: Any, name: str) -> str:
        needs = {"sink": "the row is not empty", "collect": "you have 5 gold and the row is not empty"}
        return needs.get(name, "")

    def facts(self, site: Any, name: str) -> tuple[()]:
        return ()

    def question(self, site: Any) -> list[str]:
        return [f"the question in line {site[1]}"]

    @property
    def cards(self) -> dict[str, list[str]]:
        words = ("one", "onerous", "zero", "zebra", "zone", "zip", "zap")
        return {f"number.{name}": [f"about {name}"] for name in words}

    @property
    def declared(self) -> dict[str, Any]:
        return {}


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
