"""`rulelang replay`: a saved game again from its start.

In: a saved game and who looks at it. Out: the game decision by decision at the terminal, at a speed, or all
at once; or a story in Markdown. Of a game that is not over only that is told which everybody knows, unless
more is asked for. Nothing is written but the story.
"""

from __future__ import annotations

from time import sleep
from typing import TYPE_CHECKING, Annotated

import typer

from cli.options import Language, NotedVariants, Plain, Reader, RulesPath

if TYPE_CHECKING:
    from cli.commands.resume import Opened
    from cli.phrases import Phrases
    from cli.screen.terminal import Terminal
    from interpreter.game import Game

FASTEST = 1000.0


def replay(
    file: Annotated[
        str | None, typer.Argument(metavar="FILE", help="A saved game; without it the newest one.")
    ] = None,
    out: Annotated[
        str | None, typer.Argument(metavar="OUT.md", help="With --story: where to write it.")
    ] = None,
    step: Annotated[bool, typer.Option("--step", help="Step by step, as on a terminal.")] = False,
    speed: Annotated[float | None, typer.Option(metavar="N", help="So many decisions a second.")] = None,
    player: Annotated[
        int | None, typer.Option(metavar="N", help="As this player saw it, with the table.")
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Also what is hidden, though the game is not over.")
    ] = False,
    story: Annotated[bool, typer.Option("--story", help="As a story in Markdown.")] = False,
    game: RulesPath = None,
    variants: NotedVariants = None,
    lang: Language = None,
    plain: Plain = False,
    reader: Reader = False,
) -> None:
    """Show a saved game again, step by step, or write it down as a story."""
    from cli.commands.resume import open_save
    from cli.errors import Misuse
    from cli.phrases import Phrases
    from cli.playing.opening import opening
    from cli.screen.paint import Painter
    from cli.screen.terminal import Terminal

    if sum((step, speed is not None, story)) > 1:
        raise Misuse("only one of --step, --speed and --story can be meant")
    if out is not None and not story:
        raise Misuse(f"`{out}`: a second file is for --story only")
    if speed is not None and not 0 < speed <= FASTEST:
        raise Misuse(f"--speed takes decisions per second, more than 0 and up to {FASTEST:.0f}")
    found = open_save(file if file is not None else newest_save(), game, lang, variants or ())
    listener = who_listens(found.game, player, everything)
    say, terminal = Phrases(found.game.language), Terminal(plain, reader)
    if story:
        write_story(found, say, listener, out)
        return
    terminal.painter = Painter(found.game.program, found.game.words, found.game.setup.players)
    shown = Replay(found.game, say, terminal, listener)
    seats = found.seats.split(",") if found.seats is not None else []
    terminal.write_all(opening(found.game, seats, say))
    shown.explain()
    if speed is not None:
        shown.at_speed(speed)
    elif step or terminal.interactive:
        shown.step_by_step()
    else:
        shown.go_on(shown.total)
        shown.tell(table=player is not None)


def newest_save() -> str:
    from cli.errors import Misuse
    from cli.playing.shelf import saves_folder, shelved

    saves = shelved()
    if not saves:
        raise Misuse(f"there is no saved game in {saves_folder()}; name the file: rulelang replay FILE")
    return str(saves[0].path)


def who_listens(game: Game, player: int | None, everything: bool) -> int | None:
    """A player, everybody, or None for somebody who may know all."""
    from cli.errors import Misuse
    from interpreter.knowledge.seeing import EVERYBODY

    if player is not None and everything:
        raise Misuse("only one of --player and --all can be meant")
    if player is not None and not 1 <= player <= game.setup.players:
        raise Misuse(f"--player is a number from 1 to {game.setup.players}, not {player}")
    if player is not None:
        return player - 1
    return None if everything or game.over else EVERYBODY


def write_story(found: Opened, say: Phrases, listener: int | None, out: str | None) -> None:
    """To a new file, or to the output."""
    import os
    from pathlib import Path
    from shlex import quote

    from cli.playing.opening import command_for
    from cli.playing.saving import refuse_to_overwrite, write_whole
    from cli.screen.terminal import say as show
    from cli.stories.story import Story

    seats = found.seats.split(",") if found.seats is not None else []
    again = [command_for(found.game, found.rules, found.variants, seats)]
    again += [f"rulelang replay {quote(str(found.path))}"]
    text = "\n".join(Story(found.game, say, listener).lines(seats, again))
    if out is None:
        show(text)
        return
    path = Path(os.path.expanduser(out))
    refuse_to_overwrite(path, "choose another one for the story")
    write_whole(path, f"{text}\n")


class Replay:
    """A game that is shown again; it stands at one of its decisions."""

    def __init__(self, game: Game, say: Phrases, terminal: Terminal, listener: int | None) -> None:
        self.whole = game
        self.say = say
        self.terminal = terminal
        self.listener = listener
        self.answers = game.answers
        self.total = len(self.answers)
        self.game, self.at = game, 0
        self.told = 0  # how many events were told
        self._start()

    # ------------------------------------------------------------ moving
    def go_on(self, amount: int) -> None:
        for who, answer in self.answers[self.at : self.at + amount]:
            self.game.apply(answer, who)
            self.at += 1

    def go_back(self, amount: int) -> None:
        """Then the decision before that place is told again, to know where one is."""
        target = max(0, self.at - amount)
        self._start()
        if target:
            self.go_on(target - 1)
            self.told = self.game.event_count
            self.go_on(1)

    def _start(self) -> None:
        self.game, self.at, self.told = self.whole.restarted(), 0, 0

    # ------------------------------------------------------------ showing
    def explain(self) -> None:
        """What is told, and what is not."""
        from interpreter.knowledge.seeing import EVERYBODY

        if self.listener == EVERYBODY:
            self.terminal.write(f"  {self.say('replay.known_to_all')}", "quiet")
        elif self.listener is not None:
            who = self.game.words.player(self.listener)
            self.terminal.write(f"  {self.say('replay.known_to', who)}", "quiet")

    def tell(self, table: bool = True) -> None:
        """What happened on the way here, the table, and at the end the result."""
        from cli.playing.telling import chapter_lines, result_lines
        from cli.screen.table import Table
        from interpreter.scene import scene_of

        width = self.terminal.width - 1
        scene = scene_of(self.game, self.listener, self.told)
        self.told = self.game.event_count
        for text, style in chapter_lines(scene.happened, width):
            self.terminal.write(text, style)
        if table:
            self.terminal.write()
            shown = Table(scene, self.game.words, width, self.say, self.terminal.reader)
            self.terminal.write_all(shown.text())
        if self.at == self.total:
            self.terminal.write()
            if self.whole.over:
                verdict, *lines = result_lines(self.game, scene.result, self.say)
                self.terminal.write(verdict, "title")
                self.terminal.write_all(lines)
            else:
                self.terminal.write(self.say("replay.not_over", self.total), "title")

    def at_speed(self, speed: float) -> None:
        self.tell()
        while self.at < self.total:
            sleep(1 / speed)
            self.go_on(1)
            self.tell()

    def step_by_step(self) -> None:
        """Until the player has seen enough, or types nothing more."""
        from cli.playing.choosing import is_word, number_in

        self.terminal.write(self.say("replay.help"), "quiet")
        self.tell()
        while True:
            try:
                typed = self.terminal.ask(f"{self.at}/{self.total}> ")
            except EOFError:
                return
            word, _, rest = typed.partition(" ")
            amount = number_in(rest) if rest else 1
            if is_word(typed, "replay.quit_words", self.say) or (not typed and self.at == self.total):
                return
            if is_word(typed, "replay.end_words", self.say):
                self.go_on(self.total)
            elif is_word(word, "replay.back_words", self.say) and amount > 0:
                self.go_back(amount)
            elif not typed or number_in(typed) > 0:
                self.go_on(number_in(typed) if typed else 1)
            else:
                self.terminal.write(self.say("replay.help"), "quiet" if typed == "?" else "wrong")
                continue
            self.tell()
