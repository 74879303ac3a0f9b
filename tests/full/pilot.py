"""The full screen without a terminal: an app that runs in this process, and somebody at its keys.

In: a game, who sits where, a size. Out: the lines of the screen, and pictures of it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

from textual.pilot import Pilot

from cli.full.app import END, Full
from cli.full.session import FullSession
from cli.full.terminal import FullTerminal
from cli.phrases import Phrases
from interpreter.bots import make_bot
from interpreter.game import Game

PATIENCE = 120  # seconds; a busy machine is slow


class Player:
    """Somebody at a game. `async with Player(game, …) as at:`"""

    def __init__(
        self, game: Game, seats: str, size: tuple[int, int] = (80, 24), rules: Callable[[], Any] | None = None
    ) -> None:
        self.game = game
        self.seats = seats.split(",")
        self.size = size
        self.rules = rules
        self.session: FullSession | None = None
        self.failed: list[BaseException] = []

    def _work(self) -> None:
        bots = [None if name == "human" else make_bot(name, seat) for seat, name in enumerate(self.seats)]
        terminal = FullTerminal(self.app)
        self.session = FullSession(
            self.game, bots, terminal, None, say=Phrases(self.game.language), rules=self.rules
        )
        try:
            self.session.run()
        except BaseException as error:  # looked at by the test
            self.failed.append(error)
        self.done = True

    async def __aenter__(self) -> Player:
        self.done = False
        self.app = Full(self._work)
        self.context = self.app.run_test(size=self.size)
        self.pilot: Pilot[None] = await self.context.__aenter__()
        await self.rest()
        return self

    async def __aexit__(self, *problem: Any) -> None:
        self.app.typed.put(END)
        end = time.monotonic() + PATIENCE
        while not self.done and time.monotonic() < end:
            await asyncio.sleep(0.02)
            self.app.typed.put(END)
        await self.context.__aexit__(*problem)

    # ------------------------------------------------------------ looking
    async def rest(self) -> None:
        """Waits until the program waits, and everything is drawn."""
        await self.until(lambda: self.app.waits or self.done, "the program waits for nothing")

    async def until(self, holds: Callable[[], bool], otherwise: str = "it never comes to this") -> None:
        """Waits until this holds on a screen that has come to rest: nothing is to be drawn, twice in a row.

        How busy the processor is, which `pause` goes by, says nothing while others keep it from us.
        """
        end, quiet = time.monotonic() + PATIENCE, 0
        while quiet < 2:
            await self.pilot.pause()
            quiet = quiet + 1 if self._is_drawn() and holds() else 0
            if time.monotonic() > end:
                raise AssertionError(f"{otherwise}:\n{self.text}")

    def _is_drawn(self) -> bool:
        screen = self.app.screen
        parts = [self.app, *screen.walk_children(with_self=True)]
        return not (
            screen._layout_required
            or screen._scroll_required
            or screen._repaint_required
            or screen._dirty_widgets
            or any(part.message_queue_size for part in parts)
        )

    @property
    def lines(self) -> list[str]:
        strips = self.app.screen._compositor.render_strips()
        return [strip.text.rstrip() for strip in strips]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    def picture(self) -> str:
        return self.app.export_screenshot(simplify=True)

    # ------------------------------------------------------------ doing
    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.rest()

    async def keys(self, *keys: str) -> None:
        """Keys that only change what is drawn: the program may wait for a line or not."""
        await self.pilot.press(*keys)
        await self.until(lambda: True)

    async def resize(self, width: int, height: int) -> None:
        await self.pilot.resize_terminal(width, height)
        await self.until(lambda: self.app.window == (width, height))

    async def type(self, text: str) -> None:
        """Types a line and Enter."""
        names = {" ": "space", "?": "question_mark", "/": "slash", ",": "comma", "#": "number_sign"}
        await self.pilot.press(*(names.get(c, c) for c in text), "enter")
        await self.rest()

    async def click(self, text: str, pane: str = "", nth: int = 0) -> None:
        """Clicks on a text on the screen; in one pane, if that is said."""
        area = self.app.pane(pane).region if pane else self.app.screen.region
        found = [
            (line.index(text, area.x), row)
            for row, line in enumerate(self.lines)
            if area.y <= row < area.bottom and text in line[area.x : area.right]
        ]
        await self.pilot.click(offset=found[nth])
        await self.rest()


def play(player: Player, script: Callable[[Player], Any]) -> None:
    """Runs a script of somebody at the screen."""

    async def run() -> None:
        async with player as at:
            await script(at)

    asyncio.run(run())
    if player.failed and not isinstance(player.failed[0], EOFError):
        raise player.failed[0]
