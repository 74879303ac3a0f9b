"""A game at the terminal, from where it stands to its end.

In: a game, who sits where, a terminal, the language. Out: the played game. People see only their own view:
with several of them the keyboard is handed over, and secret choices are asked one after another. Between bots
alone the whole transcript is told.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache, cached_property
from pathlib import Path
from shlex import quote
from time import monotonic
from typing import TYPE_CHECKING

from cli.phrases import Phrases
from cli.playing.choosing import is_word
from cli.playing.opening import rulelang
from cli.playing.places import places_in_short
from cli.playing.reasons import Thoughts, played
from cli.playing.rulebook import Rulebook
from cli.playing.taking_back import Decisions
from cli.playing.telling import LAST_EVENTS, Telling, Told, chapter_lines, result_lines, title
from cli.playing.typed import Commands, Quit, TakenBack
from cli.screen.answers import Choices, Narrowed, Unclear
from cli.screen.paint import Painter
from cli.screen.table import Table
from cli.screen.terminal import say_line
from interpreter.bots import Bot, make_bot
from interpreter.errors import PlayError, RuleError
from interpreter.game.alone import check_alone
from interpreter.game.requests import NATURE, Request
from interpreter.knowledge.seeing import EVERYBODY
from interpreter.scene import scene_of
from interpreter.scene.data import Scene

if TYPE_CHECKING:
    from cli.playing.helping import Rules
    from cli.playing.saving import SaveFile
    from cli.screen.terminal import Terminal
    from interpreter.game import Game

__all__ = ["LAST_EVENTS", "Session"]

SAVED_EVERY = 0.15  # seconds, while nobody is asked: a save waits for the disk


class Session:
    def __init__(
        self,
        game: Game,
        seats: list[Bot | None],
        terminal: Terminal,
        saved: SaveFile | None,
        notes: Mapping[str, str] | None = None,
        *,
        say: Phrases | None = None,
        rules: Callable[[], Rules] | None = None,
    ) -> None:
        """`rules` gives the rules in words; without it they are read from where `notes` says they are."""
        self.game = game  # another one after a decision is taken back
        self.seats = seats
        self.terminal = terminal
        self.saved = saved
        self.notes = notes
        self.say = say or Phrases("en")
        self.people = [player for player, bot in enumerate(seats) if bot is None]
        self.nature = make_bot("random", game.setup.seed)
        self.at_keyboard: int | None = None
        self.is_behind = False  # bots or chance have decided since it was saved
        self.saved_at = 0.0
        self.again = False  # it is over, and another game is wanted
        self.alone = 0  # answers that were given where nobody sits
        self.thoughts: Thoughts | None = None  # of the bot that answered last
        self.telling = Telling(self.people)
        self.decisions = Decisions(game, self.people)
        self.commands = Commands(self, self.say)
        terminal.painter = Painter(game.program, game.words, game.setup.players)
        self.rules = cache(rules or self._rules_from_notes)

    # ------------------------------------------------------------ playing
    def run(self) -> None:
        """Plays to the end, or until a player quits."""
        self.autosave(begun=bool(self.game.answers))
        if self.people:
            self.terminal.write(self.say("play.ask_for_help"), "quiet")
        try:
            while not self.game.over:
                self.decide()
            self.catch_up()
            self.tell_end()
        except Quit:
            self.forget_screen()
            self.say_how_to_go_on()
        except (EOFError, KeyboardInterrupt, RuleError):
            self.catch_up()
            self.forget_screen()
            self.terminal.write()
            sys.stdout.flush()
            self.say_how_to_go_on()
            raise

    def decide(self) -> None:
        game = self.game
        player = game.deciding[0]
        request = game.request(player)
        if request is None:
            raise RuleError("the rules ask a question while it is nobody's turn: say `as` which player")
        bot = None if player == NATURE else self.seats[player]
        if player == NATURE:
            game.apply(self.nature.choose(game, player), player)
        elif bot is not None:
            self.thoughts = played(game, bot, player, self.people)
            if note := getattr(bot, "note", ""):
                self.terminal.write(self.say("play.bot_failed", note), "warning")
        else:
            try:
                self.ask(player, request)
            except TakenBack:
                return
        if (bot is None and player != NATURE) or monotonic() - self.saved_at > SAVED_EVERY:
            self.autosave()
        else:
            self.is_behind = True
        if not self.people:
            self.tell(None)
            self.alone += 1
            check_alone(game, self.alone, told=True)

    def take_back(self) -> None:
        """The game stands again before the last decision of a person, and so does its save."""
        self.game = self.decisions.take_back()
        self.telling.go_back(self.game)
        self.thoughts = None
        self.autosave()

    def catch_up(self) -> None:
        """Saves what bots and chance have decided since the last save."""
        if self.is_behind:
            self.autosave()

    def autosave(self, *, begun: bool = True) -> None:
        self.is_behind, self.saved_at = False, monotonic()
        if self.saved is None:
            return
        try:
            if not self.saved.save(self.game, self.notes):
                self.terminal.write(self.say("play.saved_beside", str(self.saved.path)), "wrong")
        except OSError as error:
            if not begun:
                raise  # nothing is lost yet: the player can name another file
            self.terminal.write(self.say("play.goes_on", str(error.strerror)), "wrong")

    # ------------------------------------------------------------ telling
    def tell(self, player: int | None) -> None:
        chapters = self.telling.happened(self.game, player)
        self.write_chapters(chapters, self.telling.chapter if player is None else None)
        self.telling.chapter = chapters[-1].number if chapters else self.telling.chapter

    def write_chapters(self, chapters: Told, under: int | None = None) -> None:
        for text, style in chapter_lines(chapters, self.terminal.width - 1, under):
            self.terminal.write(text, style)

    def remind(self, amount: int) -> None:
        """Lets everybody be told the last events again, after a game was loaded."""
        self.telling.remind(self.game, amount)

    def tell_end(self) -> None:
        """The last events; with several people around, only what all of them may know."""
        if self.people:
            self.forget_screen()
            self.write_chapters(self.telling.known_to_all(self.game))
        else:
            self.tell(None)
        self.terminal.write()
        verdict, *lines = result_lines(self.game, scene_of(self.game, None).result, self.say)
        self.terminal.write(verdict, "title")
        self.terminal.write_all(lines)
        if self.people and self.terminal.interactive:
            with suppress(EOFError, KeyboardInterrupt):  # the game is over: nothing is left to be saved
                self.ask_again()

    def ask_again(self) -> None:
        """Another game? What was played can be looked at before that."""
        player = self.people[0] if len(self.people) == 1 else EVERYBODY
        while True:
            typed = self.terminal.ask(f"{self.say('play.again')} ")
            self.again = is_word(typed, "command.yes_words", self.say)
            leaves = ("command.no_words", "command.quit_words")
            if self.again or not typed or any(is_word(typed, words, self.say) for words in leaves):
                return
            if not self.commands.look_back(typed, player):
                self.terminal.write(self.say("play.yes_or_no", typed), "wrong")

    def say_how_to_go_on(self) -> None:
        say_line(self.how_to_go_on(), to_stderr=True)

    def how_to_go_on(self) -> str:
        if self.saved is not None:
            return self.say("play.saved_go_on", f"{rulelang()} resume {quote(str(self.saved.path))}")
        return self.say("play.not_saved", self.game.setup.seed)

    # ------------------------------------------------------------ asking people
    def ask(self, player: int, request: Request) -> None:
        """Asks until an answer is given that the game takes. Raises `TakenBack`."""
        self.catch_up()
        self.hand_over(player)
        self.draw(player)
        choices = Choices(request, self.say, self.game, self.terminal.reader)
        self.draw_question(player, choices)
        while True:
            typed = self.terminal.ask("> ")
            if self.commands.do(typed, player, choices):
                continue
            try:
                answer = choices.understand(typed)
                self.decisions.make(self.game, player, answer)
            except Narrowed:
                self.draw_question(player, choices)
            except Unclear as unclear:
                self.terminal.write(str(unclear), "wrong")
            except (PlayError, RuleError) as error:
                self.terminal.write(self.say("play.cannot", str(error)), "wrong")
            else:
                self.answered(player)
                if request.secret:
                    self.forget_screen()
                return

    def answered(self, player: int) -> None:
        """A person has decided: for faces that have something to do then."""

    def hand_over(self, player: int) -> None:
        if len(self.people) < 2 or self.at_keyboard == player:
            return
        self.forget_screen()
        self.terminal.ask(f"{self.say('play.pass_keyboard', self.game.words.player(player))} ")
        self.forget_screen()
        self.at_keyboard = player

    def forget_screen(self) -> None:
        """Nothing that one person has seen or typed is left for the others, also not to scroll back to."""
        if len(self.people) > 1:
            self.terminal.erase()

    def draw(self, player: int) -> None:
        terminal, words = self.terminal, self.game.words
        active = self.game.view(player).active
        turn = "" if active is None else f", {self.say('play.turn_of', words.player(active))}"
        terminal.write()
        terminal.heading(f"{title(self.game)}{turn}")
        self.tell(player)
        self.look(player)

    def scene(self, player: int) -> Scene:
        """The table as the player may see it, without what happened, which is told once."""
        return scene_of(self.game, player, self.game.event_count)

    def table(self, player: int) -> Table:
        width = self.terminal.width - 1
        return Table(self.scene(player), self.game.words, width, self.say, self.terminal.reader)

    def look(self, player: int) -> None:
        self.terminal.write()
        self.terminal.write_all(self.table(player).text())

    def draw_question(self, player: int, choices: Choices, whole: bool = False) -> None:
        """What is asked, with its options; places that the table shows are only listed if `whole`."""
        note = f" ({', '.join(notes)})" if (notes := self.notes_on(choices)) else ""
        self.terminal.write()
        self.terminal.write(f"{self.game.words.player(player)}: {choices.request.prompt}{note}", "mine")
        shown = [] if whole else list(places_in_short(self.table(player), choices))
        self.terminal.write_all(shown or choices.lines(self.terminal.width - 1))

    def notes_on(self, choices: Choices) -> list[str]:
        """What is to be said with a question: how many are chosen, and that others do not see it."""
        request = choices.request
        notes = [self.say("play.choose_amount", choices.amount_in_words)] if request.several else []
        return [*notes, self.say("play.secret")] if request.secret else notes

    # ------------------------------------------------------------ rules in words
    @cached_property
    def rulebook(self) -> Rulebook | None:
        """The numbered rules, if it is known where the definition lies."""
        path = (self.notes or {}).get("path")
        return Rulebook(Path(path), self.game.language) if path else None

    def _rules_from_notes(self) -> Rules:
        from cli.playing.rules_in_words import RulesInWords

        notes = self.notes or {}
        variants = json.loads(notes.get("variants", "[]"))
        return RulesInWords(Path(notes["path"]), variants, self.game.program, self.game.language)
