"""A game at the terminal, from where it stands to its end.

In: a game, who sits where, a terminal. Out: the played game. People see only their own view: with several
of them the keyboard is handed over, and secret choices are asked one after another. Between bots alone
the whole transcript is told.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING

from cli.answers import Choices, Unclear
from cli.saving import SaveFile
from cli.table import Table
from interpreter.bots import Answer, Bot, make_bot
from interpreter.decisions import NATURE, Request
from interpreter.errors import PlayError, RuleError
from interpreter.trace import Event

if TYPE_CHECKING:
    from cli.terminal import Terminal
    from interpreter.game import Game

LAST_EVENTS = 12
HELP = """\
  a number      the option of that number; where numbers are asked for, the number itself
  a name        an option by its key, or by a part of its label that fits no other
  1 3 or 1, 3   several options, where several are chosen
  look          the whole table again
  why           what happened last, with the rule and the line that caused it
  save FILE     save the game; from then on it is saved after each decision
  quit          leave the game
  /look, /why   the same, should an option have such a name"""


class Quit(Exception):
    """A player has had enough."""


class Session:
    def __init__(
        self,
        game: Game,
        seats: list[Bot | None],
        terminal: Terminal,
        saved: SaveFile | None,
        resume_options: str,
        notes: Mapping[str, str] | None = None,
    ) -> None:
        self.game = game
        self.seats = seats
        self.terminal = terminal
        self.saved = saved
        self.resume_options = resume_options
        self.notes = notes
        self.people = [player for player, bot in enumerate(seats) if bot is None]
        self.nature = make_bot("random", game.setup.seed)
        self.at_keyboard: int | None = None
        # How many events each person was told; None stands for the reader of a transcript.
        self.told: dict[int | None, int] = dict.fromkeys([*self.people, None], 0)
        # What was chosen openly, with the number of events before it: events do not tell that.
        self.chosen: list[tuple[int, str]] = []
        self.asked_to_quit = False

    # ------------------------------------------------------------ playing
    def run(self) -> None:
        """Plays to the end, or until a player quits."""
        self.autosave()
        try:
            while not self.game.over:
                self.decide()
            self.tell_end()
        except Quit:
            self.say_how_to_go_on()
        except (EOFError, KeyboardInterrupt, RuleError):
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
        bot = self.nature if player == NATURE else self.seats[player]
        before = game.event_count
        if bot is not None:
            answer = bot.choose(game, player)
            game.apply(answer, player)
        else:
            answer = self.ask(player, request)
        text = self.choice_in_words(request, answer)
        if text:
            self.chosen.append((before, text))
        self.autosave()
        if not self.people:
            self.tell(None)

    def autosave(self) -> None:
        if self.saved is None:
            return
        try:
            self.saved.save(self.game, self.notes)
        except OSError as error:
            if not self.game.answers:
                raise  # nothing is lost yet: the player can name another file
            self.terminal.write(f"! the game could not be saved: {error.strerror}; it goes on", "wrong")

    def choice_in_words(self, request: Request, answer: Answer) -> str:
        """What no event tells of a choice; it is told only where no person plays, who might not know it."""
        if self.people or request.kind in ("menu", "may"):  # of these there are events
            return ""
        options = request.options
        if request.player == NATURE:
            return f"{request.prompt}: {options[answer].label}"
        picked = answer if request.several else (answer,)
        said = ", ".join(options[index].label for index in picked) or "nothing"
        return f"{self.game.words.player(request.player)}, {request.prompt}: {said}"

    # ------------------------------------------------------------ telling
    def happened(self, player: int | None) -> list[str]:
        """What happened since this player was told last, as the player may know it."""
        since, texts = self.told[player], []
        for before, text in [entry for entry in self.chosen if entry[0] >= since]:
            texts += self._between(since, before, player)
            texts.append(text)
            since = before
        self.told[player] = self.game.event_count
        return texts + [event.text for event in self.game.events(since, player)]

    def _between(self, since: int, until: int, player: int | None) -> list[str]:
        found, later = self.game.events(since, player), self.game.events(until, player)
        return [event.text for event in found[: len(found) - len(later)]]

    def tell(self, player: int | None) -> None:
        for text in self.happened(player):
            self.terminal.write(f"  {text}")
        if player is None:
            self.chosen.clear()

    def remind(self, amount: int) -> None:
        """Lets everybody be told the last events again, after a game was loaded."""
        for player in self.told:
            self.told[player] = max(0, self.game.event_count - amount)

    def tell_end(self) -> None:
        """The last events; with several people around, only what all of them may know."""
        if not self.people:
            self.tell(None)
        else:
            known = [self.happened(player) for player in self.people]
            for text in known[0]:
                if all(text in others for others in known[1:]):
                    self.terminal.write(f"  {text}")
        self.terminal.write()
        for line in result_lines(self.game):
            self.terminal.write(line, "title")

    def say_how_to_go_on(self) -> None:
        if self.saved is not None:
            text = f"the game is saved; go on with: rulelang resume {self.saved.path}{self.resume_options}"
        else:
            seed = self.game.setup.seed
            text = f"this game is not saved (--save FILE does that); --seed {seed} starts it again"
        print(text, file=sys.stderr, flush=True)

    # ------------------------------------------------------------ asking people
    def ask(self, player: int, request: Request) -> Answer:
        """Asks until an answer is given that the game takes."""
        self.hand_over(player)
        self.draw(player)
        choices = Choices(request)
        self.draw_question(player, choices)
        while True:
            typed = self.terminal.ask("> ")
            if self.command(typed, player, choices):
                continue
            self.asked_to_quit = False
            try:
                answer = choices.understand(typed)
                self.game.apply(answer, player)
                return answer
            except Unclear as unclear:
                self.terminal.write(str(unclear), "wrong")
            except (PlayError, RuleError) as error:
                self.terminal.write(f"this cannot be done: {error}", "wrong")

    def hand_over(self, player: int) -> None:
        if len(self.people) < 2 or self.at_keyboard == player:
            return
        self.terminal.erase()
        who = self.game.words.player(player)
        self.terminal.ask(f"pass the keyboard to {who}, then press Enter ")
        self.terminal.erase()
        self.at_keyboard = player

    def draw(self, player: int) -> None:
        terminal, game = self.terminal, self.game
        view = game.view(player)
        turn = "" if view.active is None else f", turn of {game.words.player(view.active)}"
        title = f"-- {game.words.text('game.name', game.program.name.replace('_', ' '))}{turn} "
        terminal.write()
        terminal.write(title.ljust(terminal.width - 1, "-"), "title")
        for text in self.happened(player):
            terminal.write(f"  {text}", "quiet")
        self.look(player)

    def look(self, player: int) -> None:
        self.terminal.write()
        self.terminal.write_all(Table(self.game, player, self.terminal.width - 1).lines())

    def draw_question(self, player: int, choices: Choices) -> None:
        request = choices.request
        notes = [f"choose {choices.amount_in_words}"] if request.several else []
        notes += ["secret"] if request.kind == "secret" else []
        note = f" ({', '.join(notes)})" if notes else ""
        self.terminal.write()
        self.terminal.write(f"{self.game.words.player(player)}: {request.prompt}{note}", "mine")
        self.terminal.write_all(choices.lines(self.terminal.width - 1))

    def command(self, typed: str, player: int, choices: Choices) -> bool:
        """Does what is not an answer. An option of the same name wins, unless a / stands before it."""
        word, _, rest = typed.removeprefix("/").partition(" ")
        if not typed.startswith("/") and any(typed in (o.key, o.label) for o in choices.options):
            return False
        if word in ("?", "help") and not rest:
            self.terminal.write_all(HELP.splitlines())
            self.draw_question(player, choices)
        elif word == "look" and not rest:
            self.look(player)
            self.draw_question(player, choices)
        elif word == "why" and not rest:
            self.terminal.write_all(why_lines(self.game.events(0, player)[-LAST_EVENTS:]))
        elif word == "save":
            self.save_as(rest.strip())
        elif word in ("quit", "exit") and not rest:
            self.leave()
        else:
            return False
        return True

    def save_as(self, name: str) -> None:
        if not name and self.saved is None:
            self.terminal.write("save where? type: save FILE", "wrong")
            return
        try:
            same = self.saved is not None and (not name or self.saved.path == SaveFile(name, ours=True).path)
            target = self.saved if same and self.saved is not None else SaveFile(name)
            target.save(self.game, self.notes)
        except (OSError, ValueError, RuntimeError) as error:
            reason = getattr(error, "strerror", None) or error
            self.terminal.write(f"the game could not be saved: {reason}", "wrong")
            return
        self.saved = target
        self.terminal.write(f"saved in {target.path}; from now on after each decision")

    def leave(self) -> None:
        if self.saved is None and not self.asked_to_quit:
            self.asked_to_quit = True
            self.terminal.write(
                "this game is not saved: `save FILE` saves it, `quit` once more leaves it", "wrong"
            )
            return
        raise Quit


def why_lines(events: list[Event]) -> list[str]:
    if not events:
        return ["nothing that you know of has happened yet"]
    lines = []
    for event in events:
        lines += [f"  {event.text}", f"      by {event.rule}, {event.site[0]}:{event.site[1]}"]
    return lines


def result_lines(game: Game) -> list[str]:
    """How the game ended, in words."""
    result = game.result
    if result is None:
        return ["the game is not over"]
    words = game.words
    if result.winners:
        verdict = f"{', '.join(map(words.player, result.winners))} won"
    else:
        verdict = "a draw" if result.reason == "draw" else "nobody won"
    if result.reason and result.reason != "draw":
        verdict += f" ({words.text(f'reason.{result.reason}')})"
    lines = [f"result: {verdict}"]
    if result.scores is not None:
        scores = (f"{words.player(player)} {score}" for player, score in enumerate(result.scores))
        lines.append(f"scores: {', '.join(scores)}")
    return lines
