"""A game on the full screen.

In: a game and who sits where. Out: the played game. The session is the one of the lines; only how it draws is
another one. It runs in a thread, so that the screen answers while bots think.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cache
from time import monotonic
from typing import Any

from attrs import evolve

from cli.full.app import END, Full
from cli.full.layout import Stand
from cli.full.log import Log
from cli.full.terminal import FullTerminal
from cli.playing.session import Session
from cli.playing.telling import result_lines
from cli.screen.answers import Choices
from cli.screen.paint import Painter
from interpreter.knowledge.seeing import EVERYBODY
from interpreter.scene import happened, previewed, scene_of
from interpreter.scene.data import Scene

REDRAWN = 0.15  # seconds between two looks at what bots do
PATIENCE = 5.0  # seconds for the session to end after the screen


class FullSession(Session):
    terminal: FullTerminal  # type: ignore[assignment]

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.logs: dict[int, tuple[int, Log]] = {}  # how far each person's log goes
        self.drawn_at = 0  # how many events there were when the question was drawn
        self.last_look = 0.0
        self.farewell = ""  # what is said when the screen is gone

    # ------------------------------------------------------------ drawing
    def draw(self, player: int) -> None:
        """The table is drawn with its question, which comes next."""
        self.drawn_at = self.game.event_count

    def draw_question(self, player: int, choices: Choices, whole: bool = False) -> None:
        self.stand_for(player, choices)
        if whole:
            self.terminal.write_all(choices.lines(choices.width))

    def look(self, player: int) -> None:
        """The table is always there."""

    def stand_for(self, player: int, choices: Choices | None) -> None:
        since = self.telling.since(player)
        scene = scene_of(self.game, player, since)
        notes = ", ".join(self.notes_on(choices)) if choices is not None else ""
        log = self.log_of(player, since, scene)
        stand = Stand(scene, self.game.words, self.say, self.painter, choices, log, notes=notes)
        game = self.game

        @cache
        def preview(option: int) -> Scene:
            return previewed(game, player, scene, option)

        if scene.boards and choices is not None:
            stand = evolve(stand, preview=lambda _scene, option: preview(option))
        self.terminal.stand = stand

    @property
    def painter(self) -> Painter:
        return self.terminal.painter or Painter(self.game.program, self.game.words)

    def log_of(self, player: int, since: int, scene: Scene) -> Log:
        """All that this player knows of the game; what was taken back is not in it."""
        count, log = self.logs.get(player, (0, Log()))
        if count > since:
            count, log = 0, Log()
        if since > count:
            log = log.told(happened(self.game, player, count, since)).read()
        self.logs[player] = (since, log)
        return log.told(scene.happened)

    # ------------------------------------------------------------ playing
    def answered(self, player: int) -> None:
        """What was on the screen is told; what came of the answer is seen while others decide."""
        self.telling.told[player] = self.drawn_at
        self._look_on(player)

    def decide(self) -> None:
        super().decide()
        watching = self.at_keyboard if len(self.people) > 1 else self.people[0] if self.people else None
        if watching is not None and not self.game.over and monotonic() - self.last_look > REDRAWN:
            self._look_on(watching)

    def _look_on(self, player: int) -> None:
        if self.terminal.stand is not None:
            self.stand_for(player, None)
            self.terminal.wait()
            self.last_look = monotonic()

    def tell_end(self) -> None:
        """The last table and the result; with several people, as everybody may see it."""
        self.forget_screen()
        player = self.people[0] if len(self.people) == 1 else EVERYBODY
        since = min((self.telling.since(person) for person in self.people), default=0)
        scene = scene_of(self.game, player, since)
        log = self.log_of(player, since, scene) if player >= 0 else Log().told(scene.happened)
        self.terminal.stand = Stand(scene, self.game.words, self.say, self.painter, None, log)
        verdict, *lines = result_lines(self.game, scene_of(self.game, None).result, self.say)
        self.terminal.write(verdict, "title")
        self.terminal.write_all(lines)
        self.ask_again()

    def say_how_to_go_on(self) -> None:
        self.farewell = self.how_to_go_on()


def run_full(work: Callable[[FullTerminal], None]) -> None:
    """Runs a session on the full screen; what it raises is raised here when the screen is gone."""
    failed: list[BaseException] = []

    def run() -> None:
        try:
            work(FullTerminal(app))
        except BaseException as error:  # it is raised again below, in the main thread
            failed.append(error)
        finally:
            with suppress(RuntimeError):  # the screen may be gone already
                app.call_from_thread(app.exit)

    app = Full(run)
    app.run()
    app.typed.put(END)  # should the screen have ended first, nobody will type anything more
    if app.worker is not None:
        app.worker.join(PATIENCE)
    if failed:
        raise failed[0]
