"""Taking decisions back: what is allowed, what is refused, and that nothing hidden is gained by it."""

from __future__ import annotations

import io
import json
import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cli.phrases import Phrases
from cli.playing.saving import SaveFile
from cli.playing.session import Session
from cli.screen.terminal import Terminal
from interpreter.bots import make_bot
from interpreter.game import Game
from rulelang.compile import compile_text
from rulelang.ir.nodes import Program
from tests.helpers import definition, definition_folders, random_answer

SOURCE = """
game small for 2 players

card number:
    size: number 1 to 9
number one:
    size: 1
number two:
    size: 2
number three:
    size: 3
number four:
    size: 4

zone deck: pile of number, hidden
zone table: set of number, public
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
    turns from first of players until gold of active >= 20:
        choose one:
            wait: add 1 to your gold
            twice:
                choose amount from 1 to 3
                add amount to your gold
            draw when deck is not empty: move top of deck to your hand
            throw:
                roll d6 as thrown
                add thrown to your gold
            bet:
                each player secretly chooses call from every sign
                add 3 to your gold

ranking of p: highest gold of p
"""
CHANCE = "this cannot be taken back: chance has decided something since"
HIDDEN = "this cannot be taken back: a hidden card was seen since"
SECRET = "this cannot be taken back: secret choices were opened since"
NOTHING = "there is no decision to take back"
QUESTION = "do all agree?"


@pytest.fixture(scope="module")
def program() -> Program:
    return compile_text(SOURCE)


class Waiting:
    """A bot that always takes the first option."""

    name = "waiting"

    def choose(self, game: Game, player: int) -> Any:
        return next(game.request(player).answers())  # type: ignore[union-attr]


Play = Callable[..., tuple[str, Session]]


@pytest.fixture
def play(program: Program, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Play:
    """Plays with typed lines until they end; gives the screen, and the session as it stands then."""

    def start(
        *typed: str, people: int = 1, saved: Path | None = None, lang: str = "en", game: Game | None = None
    ) -> tuple[str, Session]:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
        started = game or Game.new(program, 2, 4, language=lang)
        seats = [None, None if people == 2 else Waiting()]
        file = (
            SaveFile(saved, ours=saved.read_text() if saved.exists() else "") if saved is not None else None
        )
        session = Session(started, seats, Terminal(), file, say=Phrases(lang))
        with pytest.raises(EOFError):
            session.run()
        return capsys.readouterr().out, session

    return start


def gold(session: Session) -> list[str | None]:
    view = session.game.view(0)
    return [view.track("gold", f"player{number}").key for number in (1, 2)]


# ------------------------------------------------------------ against bots


def test_the_last_decision_and_what_the_bot_did_after_it_are_taken_back(play: Play) -> None:
    screen, session = play("wait", "undo")
    assert "taken back" in screen and QUESTION not in screen
    assert session.game.answers == [] and gold(session) == ["0", "0"]
    assert session.game.freeze() == Game.new(session.game.program, 2, 4).freeze()


def test_undo_goes_back_step_by_step_to_the_first_decision(play: Play) -> None:
    screen, session = play("wait", "twice", "3", "undo", "undo", "undo", "undo")
    assert screen.count("taken back") == 3 and screen.count(NOTHING) == 1
    assert session.game.answers == []


def test_after_an_undo_another_way_can_be_gone(play: Play) -> None:
    screen, session = play("wait", "undo", "twice", "3")
    assert gold(session) == ["3", "1"]
    told = screen.rpartition("taken back")[2]
    assert told.count("your gold +3 (3)") == 1, "what happens in its place is told"
    assert "your gold +1 (1)" not in told


@pytest.mark.parametrize(
    ("typed", "refusal"),
    [
        (["undo"], NOTHING),
        (["draw", "undo"], HIDDEN),
        (["throw", "undo"], CHANCE),
        (["bet", "high", "undo"], SECRET),
        (["wait", "throw", "undo", "undo"], CHANCE),
    ],
)
def test_what_was_learned_cannot_be_taken_back(play: Play, typed: list[str], refusal: str) -> None:
    screen, session = play(*typed)
    assert refusal in screen and "taken back\n" not in screen
    assert len(session.game.answers) == len(play(*[line for line in typed if line != "undo"])[1].game.answers)


@pytest.mark.parametrize(
    ("lang", "command", "refusal"),
    [
        ("cs", "zpět", "to už vzít zpět nelze: mezitím rozhodla náhoda"),
        ("pl", "cofnij", "tego nie można już cofnąć: w międzyczasie zdecydował los"),
    ],
)
def test_undo_in_other_languages(play: Play, lang: str, command: str, refusal: str) -> None:
    assert refusal in play("throw", command, lang=lang)[0]
    done = {"cs": "vzato zpět", "pl": "cofnięto"}[lang]
    assert done in play("wait", command, lang=lang)[0]
    agree = {"cs": "ano", "pl": "tak"}[lang]
    screen, session = play("", "wait", "", command, agree, people=2, lang=lang)
    assert done in screen and session.game.answers == []


# ------------------------------------------------------------ several people


def test_with_several_people_all_have_to_agree(play: Play) -> None:
    screen, session = play("", "wait", "", "undo", "no", "undo", "", people=2)
    assert screen.count(QUESTION) == 2 and "then it stays as it is" in screen
    assert len(session.game.answers) == 1
    screen, session = play("", "wait", "", "undo", "yes", people=2)
    assert "the last decision (player 1) is taken back: do all agree?" in screen
    assert session.game.answers == []
    assert screen.rstrip().endswith("pass the keyboard to player 1, then press Enter"), (
        "whose decision it was"
    )


def test_with_several_people_a_secret_answer_can_be_taken_back_until_all_are_opened(play: Play) -> None:
    screen, session = play("", "bet", "high", "", "undo", "yes", "", "low", "", "high", "", people=2)
    assert "taken back" in screen
    assert [answer for _, answer in session.game.answers][1:] == [1, 0]
    assert SECRET in play("", "bet", "high", "", "high", "undo", people=2)[0]


def test_what_one_person_has_seen_binds_the_others(play: Play) -> None:
    screen, _ = play("", "draw", "", "undo", people=2)
    assert HIDDEN in screen and QUESTION not in screen, "nobody is asked in vain"


# ------------------------------------------------------------ saves


def test_the_save_goes_back_too(play: Play, tmp_path: Path, program: Program) -> None:
    file = tmp_path / "a.save"
    play("wait", "wait", saved=file)
    assert len(json.loads(file.read_text())["answers"]) == 4
    play("wait", "wait", "undo", saved=file)
    assert len(json.loads(file.read_text())["answers"]) == 2
    assert Game.load(program, file.read_text()).view(0).track("gold", "player1").key == "1"


def test_decisions_of_a_loaded_game_can_be_taken_back(play: Play, program: Program) -> None:
    _, session = play("wait", "twice", "2")
    loaded = Game.load(program, session.game.save())
    screen, session = play("undo", "undo", "undo", "undo", game=loaded)
    assert screen.count("taken back") == 3 and screen.count(NOTHING) == 1
    assert session.game.freeze() == Game.new(program, 2, 4).freeze()


# ------------------------------------------------------------ at any point of any game


class Chance(Terminal):
    """Somebody who types by chance: mostly answers, sometimes `undo`, and looks what comes of it."""

    def __init__(self, rng: random.Random, most: int) -> None:
        super().__init__()
        self.rng, self.left = rng, most
        self.session: Session
        self.earlier: list[Game] = []  # the game before each answer that was typed
        self.undone = self.refused = 0
        self.asked_for_undo = False

    def write(self, text: str = "", style: str = "") -> None:
        self.refused += "taken back:" in text

    def erase(self) -> None:
        pass

    def ask(self, question: str) -> str:
        if "Enter" in question:
            return ""
        if QUESTION in question:
            return "yes"
        self._look_at_what_undo_did()
        self.left -= 1
        if self.left < 0:
            raise EOFError
        game = self.session.game
        if self.earlier and self.rng.random() < 0.3:
            self.asked_for_undo, self.before_undo = True, game.copy()
            return "/undo"
        answer = random_answer(_only_first(game), self.rng)[0]
        self.earlier.append(game.copy())
        options = game.request(game.deciding[0]).options  # type: ignore[union-attr]
        if isinstance(answer, int):
            return options[answer].key
        return ", ".join(options[index].key for index in answer) or "-"

    def _look_at_what_undo_did(self) -> None:
        """Called with the next question: the game stands at an earlier decision, or where it stood."""
        if not self.asked_for_undo:
            return
        self.asked_for_undo = False
        now, before = self.session.game, self.before_undo
        if len(now.answers) == len(before.answers):
            assert now.freeze() == before.freeze()
            return
        self.undone += 1
        earlier = self.earlier.pop()
        assert now.freeze() == earlier.freeze() and now.answers == earlier.answers
        for person in self.session.people:
            assert now.view(person) == earlier.view(person)
            allowed = _seen(earlier, person) | _in_the_box(earlier)
            assert all(_seen(step, person) <= allowed for step in _steps(earlier, before))


def _only_first(game: Game) -> Any:
    """The session asks those who decide at once one after another."""

    class First:
        deciding = game.deciding[:1]
        request = staticmethod(game.request)

    return First


def _seen(game: Game, player: int) -> set[tuple[str, str]]:
    """The components that a player can tell, by their types and keys."""
    items = {zone.name: zone.item for zone in game.program.zones}
    view = game.view(player)
    return {(items[zone.name], key) for zone in view.zones for key in zone.cards if key is not None}


def _in_the_box(game: Game) -> set[tuple[str, str]]:
    """What is out of the game, as everybody knows."""
    words, state = game.words, game.state
    found = set()
    for record in game.program.records:
        if record.physical:
            numbers = range(record.base, record.base + record.size)
            inside = [number for number in numbers if state.loc[number] == game.machine.layout.box]
            found |= {(record.name, words.key(f"record:{record.name}", number)) for number in inside}
    return found


def _steps(earlier: Game, later: Game) -> Iterator[Game]:
    game = earlier.copy()
    for who, answer in later.answers[len(earlier.answers) :]:
        game.apply(answer, who)
        yield game


def _play_by_chance(program: Program, seed: int, people: int, most: int) -> Chance:
    rng = random.Random(seed)
    game = Game.new(program, seed=seed)
    terminal = Chance(rng, most)
    seats = [None if seat < people else make_bot("random", seed) for seat in range(game.setup.players)]
    session = terminal.session = Session(game, seats, terminal, None)
    try:
        session.run()
    except EOFError:
        assert terminal.left < 0
    return terminal


@settings(max_examples=15)
@given(st.integers(0, 2**31), st.integers(1, 2))
def test_undo_is_refused_or_gives_the_earlier_state(seed: int, people: int) -> None:
    _play_by_chance(compile_text(SOURCE), seed, people, 60)


def test_undo_by_chance_is_sometimes_done_and_sometimes_refused(program: Program) -> None:
    played = [_play_by_chance(program, seed, 1 + seed % 2, 60) for seed in range(6)]
    assert sum(each.undone for each in played) > 5 and sum(each.refused for each in played) > 5


@pytest.mark.fuzz
@pytest.mark.parametrize("name", sorted(definition_folders()))
@settings(max_examples=20)
@given(st.integers(0, 2**31), st.integers(1, 2))
def test_undo_in_every_definition(name: str, seed: int, people: int) -> None:
    _play_by_chance(definition(name), seed, people, 80)
