"""Whatever a person can wonder about has an answer: `?` and the name of anything in any definition, and `why`
and an option that is gone."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from cli.phrases import Phrases
from cli.playing.rules_in_words import RulesInWords
from cli.playing.session import Session
from cli.screen.answers import Choices
from cli.screen.terminal import Terminal
from interpreter.game import Game
from interpreter.words import readable
from rulelang.ir.instructions import Menu
from rulelang.ir.texts import GAP
from tests.cli.terminal import as_pattern
from tests.helpers import definition, definition_folders, random_answer

MOST = 10
OTHER = {"dead_men_tell_no_tales": "pl"}  # the second language, if it is not Czech


class Paper(Terminal):
    """A terminal that keeps what is written."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []

    def write(self, text: str = "", style: str = "") -> None:
        self.said.append(text)

    def write_all(self, lines: Iterable[str]) -> None:
        self.said += lines


class Asker:
    """Somebody at the first question of a game."""

    def __init__(self, name: str, language: str, seed: int = 1) -> None:
        self.program = definition(name)
        self.say = Phrases(language)
        self.game = Game.new(self.program, self.program.players[0], seed, language=language)
        rules = RulesInWords(definition_folders()[name], (), self.program, language)
        self.paper = Paper()
        seats = [None] * self.game.setup.players
        self.session = Session(self.game, seats, self.paper, None, say=self.say, rules=lambda: rules)
        self.asked: tuple[Any, Choices] | None = None

    def ask(self, typed: str) -> str:
        player = self.game.deciding[0]
        self.paper.said = []
        assert self.session.commands.do(typed, player, self.choices(player))
        return "\n".join(self.paper.said)

    def choices(self, player: int) -> Choices:
        """What is asked now, put into words once."""
        if self.asked is None or self.asked[0] is not self.game.state.pending:
            request = self.game.request(player)
            assert request is not None
            self.asked = self.game.state.pending, Choices(request, self.say, self.game)
        return self.asked[1]

    def is_answer(self, told: str) -> bool:
        """Whether something was told, and not that nothing is known."""
        unknown = self.say("command.no_such_option", "\0", "").partition("\0")[0]
        broken = self.say("command.rules_not_there", "")
        return bool(told.strip()) and not told.startswith((unknown, broken))

    def names(self) -> Iterator[str]:
        """Everything that has a name, as the people at the table read it."""
        program, words = self.program, self.game.words
        for record in program.records:
            yield from (words.text(f"{record.name}.{name}") for name in record.names)
        yield from (words.text(f"zone.{zone.name}") for zone in program.zones)
        yield from (words.text(f"track.{track.name}") for track in program.tracks)
        for body in program.bodies:
            yield readable(body.name)  # as `why` says it
            for menu in (instr for instr in body.code if isinstance(instr, Menu)):
                yield from (words.action(body.name, entry.name) for entry in menu.entries)
        yield from (told.title for told in self.session.rules().declared.values())


def gone(name: str, seed: int) -> Iterator[tuple[Asker, str]]:
    """Options that a player had when asked last and does not have now, each with the moment it is gone.

    At most so many of each entry of a menu: every place of a board is one.
    """
    asker = Asker(name, "en", seed)
    game, rng = asker.game, random.Random(seed)
    before: dict[int, dict[str, str]] = {}
    told = Counter[str]()
    for _ in range(60):
        if game.over:
            return
        player = game.deciding[0]
        request = game.request(player)
        assert request is not None
        if request.kind == "menu":
            labels = {option.label: option.key.partition("(")[0] for option in request.options}
            had = before.get(player, {})
            missing = sorted(label for label in had.keys() - labels.keys() if told[had[label]] < MOST)
            told.update(had[label] for label in missing[:2])
            yield from ((asker, label) for label in missing[:2])
            before[player] = labels
        answer, who = random_answer(game, rng)
        game.apply(answer, who)


def both_languages() -> list[tuple[str, str]]:
    return [(name, lang) for name in definition_folders() for lang in ("en", OTHER.get(name, "cs"))]


@pytest.mark.parametrize(("name", "language"), both_languages())
def test_everything_with_a_name_has_an_answer(name: str, language: str) -> None:
    asker = Asker(name, language)
    asked = 0
    for known in dict.fromkeys(asker.names()):
        typed = " ".join(GAP.sub(" ", known).replace("\u2026", " ").split())
        if typed in ("", "-"):
            continue  # what is never shown
        told = asker.ask(f"/? {typed}")
        assert asker.is_answer(told), f"? {typed}: {told}"
        asked += 1
    assert asked > 3


def is_reason(say: Phrases, told: str) -> bool:
    """Whether a fact is told, or which question it belongs to, and not only a rule, or that it is gone."""
    if say("command.none_of_those") in told:
        return False
    keys = ("command.not_now", "command.another_time", "command.is_allowed", "command.nothing_for_it")
    return any(re.search(as_pattern(say, key), told) for key in keys)


@pytest.mark.parametrize("name", tuple(definition_folders()))
def test_an_option_that_was_there_has_an_answer_to_why_not(name: str) -> None:
    for seed in range(2):
        for asker, label in gone(name, seed):
            told = asker.ask(f"/why {label}")
            assert asker.is_answer(told), f"why {label}: {told}"
            assert is_reason(asker.say, told), f"why {label}: {told}"
            assert asker.ask(f"/why not {label}") == told


DECK = """
game deck for 2 players
tile room
room entrance
room cabin
token deckhand
deckhand sailor, 3 copies
zone ship: line of room, public
zone deckhands of each room: set of deckhand, public
track here: room or none starting none
track turns_left: number 0 to 9 starting 9
setup:
    move every room to ship
    move every deckhand to deckhands of entrance
play:
    turns from first of players until turns_left is 0:
        choose one:
            walk(there in ship where count(deckhands of it) < 3): set here to there
            wait: subtract 1 from turns_left
ranking of p: highest turns_left
"""


def test_why_not_tells_the_fact_that_is_false_of_the_place_that_is_meant(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "deck.rules").write_text(DECK)
    typed = "why walk: entrance\nwhy walk entrance\nwhy walk: cabin\n"
    done = run("play", tmp_path / "deck.rules", "--seats", "human,random", "--no-save", typed=typed)
    first, second, third = done.out.split("\n> \n")[1:4]
    assert first.splitlines() == [
        "`walk: entrance` is not allowed now: the number of tokens in the tile's deckhands is at least 3"
        " (the number of tokens in the tile's deckhands: 3)",
        "allowed now: walk: cabin",
    ]
    assert second.partition("is not")[2] == first.partition("is not")[2]
    assert third == "`walk: cabin` is allowed; type 1"


def test_a_game_without_texts_says_how_it_is_won(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "deck.rules").write_text(DECK)
    play = ("play", tmp_path / "deck.rules", "--seats", "human,random", "--no-save")
    won = "The winner is the player with the most turns left."
    begun, asked, rules, *_ = run(*play, typed="?\nrules\n").out.split("\n> \n")
    assert won in begun and won in asked and won in rules
    assert "Vyhrává hráč" in run(*play, "--lang", "cs").out


def test_why_not_tells_it_of_what_an_option_would_be_taken_with(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    """Lists on the screen name only that."""
    (tmp_path / "deck.rules").write_text(DECK)
    done = run(
        "play", tmp_path / "deck.rules", "--seats", "human,random", "--no-save", typed="why not entrance\n"
    )
    (line,) = done.out.split("\n> \n")[1].splitlines()
    assert line.startswith("`walk: entrance` is not allowed now: the number of tokens"), line


@pytest.mark.parametrize("named", ["column 2, row 3", "c2r3"])
def test_of_a_place_it_is_told_what_lies_there(named: str, run) -> None:  # type: ignore[no-untyped-def]
    """A place is chosen from a set, so what lies there is the fact that keeps it from being chosen."""
    typed = f"c2r3\n? {named}\nwhy not {named}\n? c1r1\n"
    done = run("play", "hex", "--seats", "human,random", "--seed", 2, "--no-save", typed=typed)
    asked, why, empty = done.out.split("> \n")[2:5]
    assert "board: column 2, row 3\n  black stone\n" in asked
    assert "board: column 2, row 3\n  black stone\n" in why and "that are free" in why
    assert "board: column 1, row 1\n  empty\n" in empty


TOLL = """\
game toll for 2 players
card coin, 3 copies
zone purse: set of coin, public
zone sack: set of coin, public
track tired of each player: number 0 to 5 starting 1
setup:
    move every coin to purse
play:
    turns from first of players until purse is empty:
        choose one:
            run when tired of you > 2: add 1 to your tired
            walk: add 1 to your tired
            rest: subtract 1 from your tired
            pay(c in purse) when count(purse) > 5: move c to sack
        choose given from purse
        move given to sack
ranking of p: highest tired of p
"""


@pytest.mark.parametrize(
    ("language", "typed"), [("en", ("why not run", "why can't run", "why not")), ("cs", ("proč nejde run",))]
)
def test_why_not_is_understood_as_people_say_it(  # type: ignore[no-untyped-def]
    language: str, typed: tuple[str, ...], run, tmp_path: Path
) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "toll.rules").write_text(TOLL)
    lines = "".join(f"{line}\n" for line in typed)
    command = ("play", tmp_path / "toll.rules", "--seats", "human,random", "--no-save", "--lang", language)
    for told in run(*command, typed=lines).out.split("> \n")[1 : len(typed) + 1]:
        assert "`run`" in told.splitlines()[0], told
    if language == "en":
        assert "`pay" in told, "of both that are not there"
        answered = run(*command, typed="walk\nwhy not\nwhy not coin\n").out
        assert "Choose" in answered.rpartition("what may be chosen here:")[2], answered


def test_a_thing_that_is_asked_about_is_told_once() -> None:
    """A card that is chosen is both a thing and an option."""
    asker = Asker("dead_mans_draw", "en")
    request = asker.game.request(asker.game.deciding[0])
    assert request is not None
    label = request.options[0].label
    told = asker.ask(f"/? {label}").splitlines()
    assert told.count(label) == 1 and len(told) > 2


@pytest.mark.parametrize(
    ("name", "typed", "expected"),
    [
        ("malacca", "? reveal the actions", "Reveal the actions"),
        ("sea_salt_and_paper", "? score the round", "Score the round"),
        ("dead_mans_draw", "? effect for hook", "Hook:"),
        ("tic_tac_toe", "? setup", "Setup"),
    ],
)
def test_a_rule_is_told_by_its_name(name: str, typed: str, expected: str) -> None:
    told = Asker(name, "en").ask(f"/{typed}").splitlines()
    assert any(expected in line for line in told) and len(told) > 1


def test_a_rule_is_told_with_its_sentences_of_the_rulebook() -> None:
    asker = Asker("malacca", "en")
    from cli.playing.rulebook import Rulebook

    book = Rulebook(definition_folders()["malacca"])
    asker.session.__dict__["rulebook"] = book
    cited = {
        number
        for told in asker.session.rules().declared.values()
        for site in told.sites
        for number in book.numbers_of(site)
    }
    assert cited
    number = sorted(cited)[0]
    title = next(
        told.title
        for told in asker.session.rules().declared.values()
        if any(number in book.numbers_of(site) for site in told.sites)
    )
    assert book.told(number) in asker.ask(f"/? {title}")
