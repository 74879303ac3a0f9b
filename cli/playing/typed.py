"""What a player types that is not an answer.

In: a typed line, the player and the question on the screen. Out: the command is done, or it is none. Commands
are understood in English and in the language of the players. Whatever is shown comes from the view of the
player who asks.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from cli.games import UnknownGame
from cli.phrases import Phrases
from cli.playing.about import MOST_FOUND, About, sentences
from cli.playing.helping import Help, what_to_type
from cli.playing.looking import look_lines
from cli.playing.opening import aim
from cli.playing.reasons import reason_lines
from cli.playing.saving import SaveFile
from cli.playing.telling import log_lines, result_lines, standing_lines, title, why_lines
from cli.playing.things import place_lines
from cli.screen.answers import Choices, folded
from cli.screen.widths import padded, width_of, wrapped
from interpreter.bots import make_bot
from interpreter.scene import happened, scene_of, stage_of
from rulelang.diagnostics import RulesError
from rulelang.prose.ink import without_marks

if TYPE_CHECKING:
    from cli.playing.session import Session
    from cli.screen.table import Table

HINT_BOT = "search:1s"
REASONS = 3  # answers that a hint compares
# Each command with the words that call it, how it is used, and what it does.
COMMANDS = {
    "help": ("command.help_words", "command.help_usage", "command.help_help"),
    "look": ("command.look_words", "command.look_usage", "command.look_help"),
    "rules": ("command.rules_words", "command.rules_usage", "command.rules_help"),
    "options": ("command.options_words", "command.options_usage", "command.options_help"),
    "score": ("command.score_words", "command.score_usage", "command.score_help"),
    "why": ("command.why_words", "command.why_usage", "command.why_help"),
    "reasons": ("command.reasons_words", "command.reasons_usage", "command.reasons_help"),
    "hint": ("command.hint_words", "command.hint_usage", "command.hint_help"),
    "undo": ("command.undo_words", "command.undo_usage", "command.undo_help"),
    "log": ("command.log_words", "command.log_usage", "command.log_help"),
    "save": ("command.save_words", "command.save_usage", "command.save_help"),
    "quit": ("command.quit_words", "command.quit_usage", "command.quit_help"),
}
ANSWERS = (
    ("command.number_usage", "command.number_help"),
    ("command.name_usage", "command.name_help"),
    ("command.several_usage", "command.several_help"),
)
SLASH = ("command.slash_usage", "command.slash_help")
ALONE = ("hint", "reasons", "undo", "quit", "score", "options")  # nothing may follow them
UNKNOWN = "unknown"


class Quit(Exception):
    """A player has had enough."""


class TakenBack(Exception):
    """The question on the screen is not asked any more: the game stands where it stood earlier."""


class Commands:
    def __init__(self, session: Session, say: Phrases) -> None:
        self.session = session
        self.say = say
        self.terminal = session.terminal
        self.words = {word: name for name, keys in COMMANDS.items() for word in self._both(keys[0])}
        self.asked_to_quit = False

    def _both(self, key: str) -> set[str]:
        """Words in English and in the language of the players, as they may be typed."""
        return {folded(word) for say in (Phrases("en"), self.say) for word in say.words(key)}

    def _named(self, typed: str, choices: Choices) -> tuple[str, str] | None:
        """The command that is meant, and what follows it. An option of that name wins, unless after a /."""
        bare = typed.removeprefix("/")
        word, _, rest = (bare[:1], "", bare[1:]) if bare.startswith("?") else bare.partition(" ")
        name, rest = self.words.get(folded(word), UNKNOWN), rest.strip()
        if not bare or (name == UNKNOWN and not typed.startswith("/")) or self._is_answer(typed, choices):
            return None
        if name == UNKNOWN or (rest and name in ALONE):
            return (UNKNOWN, bare) if typed.startswith("/") else None
        return name, rest

    def _is_answer(self, typed: str, choices: Choices) -> bool:
        """Whether this is the whole name of an option, or the step back in a menu."""
        wanted = folded(typed)
        if choices.menu.is_deep and wanted in self._both("answer.back_words"):
            return True
        return any(wanted in (folded(option.key), folded(option.label)) for option in choices.options)

    def do(self, typed: str, player: int, choices: Choices) -> bool:
        """Does what was typed; False if it is no command. Raises `Quit` and `TakenBack`."""
        named = self._named(typed, choices)
        if named is None:
            self.asked_to_quit = False
            return False
        name, rest = named
        if name != "quit":
            self.asked_to_quit = False
        if name == "help" and rest:
            self.help_about(player, rest, choices)
        elif name == "help":
            self.help(player, choices)
        elif name == "look":
            self.look(player, rest, choices)
        elif name == "rules":
            self.show_rules(rest, choices)
        elif name == "score":
            self.score(player)
        elif name == "options":
            self.session.draw_question(player, choices, whole=True)
        elif name == "why":
            self.why(player, rest, choices)
        elif name == "reasons":
            self.reasons(player)
        elif name == "hint":
            self.hint(player, choices)
        elif name == "undo":
            self.undo()
        elif name == "log":
            self.log(player, rest)
        elif name == "save":
            self.save_as(rest)
        elif name == "quit":
            self.leave()
        else:
            known = ", ".join(f"/{self.say.words(words)[0]}" for words, _, _ in COMMANDS.values())
            self._wrong(self.say("command.unknown", f"/{rest}", known))
        return True

    def look_back(self, typed: str, player: int) -> bool:
        """Shows what was asked for when the game is over; False if nothing of it can be shown then."""
        word, _, rest = typed.removeprefix("/").partition(" ")
        name = self.words.get(folded(word), UNKNOWN)
        if name == "look":
            self.session.look(player)
        elif name == "score":
            result = scene_of(self.session.game, None).result
            self.terminal.write_all(result_lines(self.session.game, result, self.say))
        elif name == "log":
            self.log(player, rest)
        elif name == "why" and not rest:
            self._why_last(player)
        else:
            return False
        return True

    def _wrong(self, text: str) -> None:
        self.terminal.write(text, "wrong")

    # ------------------------------------------------------------ help
    def help(self, player: int, choices: Choices) -> None:
        """The game, who plays, what is asked, and what can be typed."""
        say, write = self.say, self.terminal.write
        game = self.session.game
        least, most = game.program.players
        count = (
            say("command.for_so_many", least) if least == most else say("command.for_players", least, most)
        )
        write(f"{title(game)}, {count}", "title")
        self.terminal.write_all(aim(game, say, self.session.rules))
        write(say("command.seats", ", ".join(self._seat(seat, player) for seat in range(game.setup.players))))
        write(say("command.help_question"), "title")
        self._tell(lambda help: (f"  {line}" for line in help.question()), choices)
        write(say("command.help_answers"), "title")
        self.terminal.write_all(self._table(ANSWERS))
        write(say("command.help_commands"), "title")
        self.terminal.write_all(self._table([keys[1:] for keys in COMMANDS.values()] + [SLASH]))
        self.session.draw_question(player, choices)

    def _seat(self, seat: int, player: int) -> str:
        name, bot = self.session.game.words.player(seat), self.session.seats[seat]
        if bot is not None:
            return self.say("command.bot", name, bot.name)
        return self.say("command.you", name) if seat == player else name

    def _table(self, rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
        """What can be typed, and what it does, in two columns."""
        said = [(self.say(usage), self.say(meaning)) for usage, meaning in rows]
        column = max(width_of(usage) for usage, _ in said)
        for usage, meaning in said:
            start = f"  {padded(usage, column)}   "
            yield from wrapped(meaning, self.terminal.width - 1, start, " " * width_of(start))

    def help_about(self, player: int, wanted: str, choices: Choices) -> None:
        """What a thing is, what an option, a command or a rule does, or what the rulebook says of it."""
        command = self.words.get(folded(wanted.removeprefix("/")))
        usage = list(self._table([COMMANDS[command][1:]])) if command else []

        def lines(help: Help) -> Iterable[str]:
            stage = stage_of(self.session.game)
            return About(help, self.session.table(player), stage, self.session.rulebook).lines(wanted, usage)

        self._tell(lines, choices)

    def show_rules(self, wanted: str, choices: Choices) -> None:
        """The rulebook at the rule that matters now; all of it; or its sentences with some words in them."""
        book = self.session.rulebook
        everything = folded(wanted) in self._both("command.all_words")
        if everything:
            self._whole_rulebook(choices)
            return
        if wanted:
            self._tell(lambda help: self._rules_with(wanted, help), choices)
            return
        self.terminal.write_all(aim(self.session.game, self.say, self.session.rules))
        self.terminal.write(self.say("command.help_question"), "title")
        near = book.numbers_at(choices.request.site) if book else []
        self.terminal.write_all(f"  {book.told(number)}" for number in near if book)
        self._tell(lambda help: (f"  {line}" for line in help.question()), choices)
        for heading, *lines in [book.chapter_of(near[0])] if book and near else []:
            self.terminal.write(heading, "title")
            self.terminal.write_all(f"  {line.removeprefix('- ')}" for line in lines)
        command = f"{self.say.words('command.rules_words')[0]} {self.say.words('command.all_words')[0]}"
        self.terminal.write(self.say("command.whole_book", command), "quiet")

    def _rules_with(self, wanted: str, help: Help) -> list[str]:
        """Sentences of the rulebook that the author wrote, or else of the one that is made from the rules."""
        book = self.session.rulebook
        found = sentences(book, wanted)
        if not found and not (book and book.lines):
            words = folded(wanted).split()
            page = (without_marks(line).strip("- ") for line in help.rules.rulebook().splitlines())
            lines = [line.strip("| ").replace(" | ", " \u00b7 ") for line in page]
            found = [line for line in lines if line and all(word in folded(line) for word in words)]
        return found[:MOST_FOUND] or [self.say("command.no_such_rule", wanted)]

    def _whole_rulebook(self, choices: Choices) -> None:
        """The page that the author wrote, or else the one that is made from the rules."""
        book = self.session.rulebook
        if book and book.lines:
            self.terminal.write_all(line.replace("**", "") for line in book.lines if line.strip())
            return
        self._tell(lambda help: (without_marks(line) for line in help.rules.rulebook().splitlines()), choices)

    def score(self, player: int) -> None:
        """How everybody stands, as far as this player can tell, and what it is made of."""
        self.terminal.write_all(standing_lines(self.session.game, player, self.say))

    def reasons(self, player: int) -> None:
        """What the bot that answered last thought, for who knew as much as it did."""
        self.terminal.write_all(reason_lines(self.session.thoughts, player, self.session.game, self.say))

    def why(self, player: int, wanted: str, choices: Choices) -> None:
        if folded(wanted) in {folded(say("command.that")) for say in (Phrases("en"), self.say)}:
            self.reasons(player)
        elif wanted:
            table = self.session.table(player)
            self._tell(lambda help: self._why(help, wanted, table), choices)
        else:
            self._why_last(player)

    def _why_last(self, player: int) -> None:
        told = why_lines(happened(self.session.game, player, 0), self.say, self.session.rulebook)
        # What happened last is the first thing to be seen: above in a panel, below where lines scroll.
        for lines in reversed(told) if self.terminal.panels else told:
            self.terminal.write_all(lines)

    def _why(self, help: Help, wanted: str, table: Table) -> Iterator[str]:
        """`why not draw` asks the same as `why draw`; `why not` asks it of everything that is not there."""
        word, _, rest = wanted.partition(" ")
        if not help.knows(wanted) and folded(word) in self._both("command.not_words"):
            wanted = rest.strip()
        yield from help.why(wanted) if wanted else help.why_not_all()
        if not help.has_names and not help.knows(wanted):  # what lies on a place says why it is not offered
            yield from place_lines(table, wanted)

    def _tell(self, lines: Callable[[Help], Iterable[str]], choices: Choices) -> None:
        """Writes what is said about the rules, which are read from their files only now."""
        try:
            game, player = self.session.game, choices.request.player
            failed = lambda option, ways, named: game.failed(option, ways, player, named)  # noqa: E731
            found = list(lines(Help(choices, self.session.rules(), self.say, failed)))
        except (OSError, LookupError, RulesError, UnknownGame) as error:
            self._wrong(self.say("command.rules_not_there", str(error)))
            return
        self.terminal.write_all(found)

    # ------------------------------------------------------------ looking
    def look(self, player: int, wanted: str, choices: Choices) -> None:
        if wanted:
            self.terminal.write_all(
                look_lines(self.session.table(player), stage_of(self.session.game), wanted)
            )
            return
        self.session.look(player)
        self.session.draw_question(player, choices)

    def log(self, player: int, wanted: str) -> None:
        everything = folded(wanted) in self._both("command.all_words")
        chapters = happened(self.session.game, player, 0)
        width = self.terminal.width - 1
        self.terminal.write_all(log_lines(chapters, self.say, width, everything=everything))

    # ------------------------------------------------------------ deciding
    def hint(self, player: int, choices: Choices) -> None:
        """What a bot would answer that knows what this player knows.

        Its chance does not come from the seed of the game, which has decided the hidden things as well.
        """
        game = self.session.game
        self.terminal.write(self.say("command.thinking"), "quiet")
        self.terminal.wait()
        bot = make_bot(HINT_BOT, len(game.answers), monotonic)
        answer = bot.choose(game, player)
        picked = answer if choices.request.several else (answer,)
        if not picked:
            self.terminal.write(self.say("command.hint_nothing"))
            return
        names = {way.index: way.name for way in choices.menu.ways}  # what tells look-alikes apart is in them
        labels = ", ".join(names.get(index, choices.options[index].label) for index in picked)
        self.terminal.write(self.say("command.hint", labels, ", ".join(what_to_type(choices, picked))))
        for reason in getattr(bot, "reasons", [])[:REASONS] if not choices.request.several else []:
            share = round(100 * reason.tried)
            label = names.get(reason.answer, choices.options[reason.answer].label)
            self.terminal.write(
                self.say("command.hint_reason", label, share, f"{reason.worth:+.2f}"), "quiet"
            )

    def undo(self) -> None:
        """Takes back the last decision of a person, if that is fair to everybody."""
        session, say = self.session, self.say
        whose = session.decisions.last_player()
        if whose is None:
            self._wrong(say("command.nothing_to_undo"))
            return
        reason = session.decisions.learned_since(session.game)
        if reason:
            self._wrong(say("command.undo_refused", say(f"command.learned_{reason}")))
            return
        if len(session.people) > 1:
            question = say("command.agree", session.game.words.player(whose))
            if folded(self.terminal.ask(f"{question} ")) not in self._both("command.yes_words"):
                self.terminal.write(say("command.not_agreed"))
                return
        session.take_back()
        self.terminal.write(say("command.undone"))
        raise TakenBack

    # ------------------------------------------------------------ saving and leaving
    def save_as(self, name: str) -> None:
        session, say = self.session, self.say
        saved = session.saved
        if not name and saved is None:
            self._wrong(say("command.save_where"))
            return
        try:
            same = saved is not None and (not name or saved.path == Path(os.path.expanduser(name)))
            target = saved if same and saved is not None else SaveFile(name)
            target.save(session.game, session.notes)
        except (OSError, ValueError, RuntimeError) as error:
            reason = getattr(error, "strerror", None) or error
            self._wrong(say("play.save_failed", str(reason)))
            return
        session.saved = target
        self.terminal.write(say("command.saved_in", str(target.path)))

    def leave(self) -> None:
        if self.session.saved is None and not self.asked_to_quit:
            self.asked_to_quit = True
            self._wrong(self.say("command.not_saved_yet"))
            return
        raise Quit
