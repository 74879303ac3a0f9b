"""Definitions as an environment of Gymnasium: one seat learns, bots play the others.

In: a compiled definition, a seat, and the names of bots. Out: an environment whose steps are this seat's
decisions. Its reward comes at the end. An action that is not legal loses the game at once, unless
`illegal="raise"`: Gymnasium knows masks only as information (`info["action_mask"]`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from interpreter.adapters.arrays import mask, missing, numpy, row
from interpreter.adapters.asking import Table
from interpreter.adapters.tensors import tensors_of
from interpreter.bots import Bot, make_bot
from interpreter.errors import IllegalAnswer, PlayError
from interpreter.game import Game
from rulelang.ir.nodes import Program

np = numpy()
try:
    from gymnasium import Env, spaces
except ImportError:
    raise missing("gymnasium") from None

LOSS = -1.0
SOON_OVER = 100  # so many games in a row without a question: then it is no use to go on


class RulesEnv(Env):  # type: ignore[misc]
    def __init__(
        self,
        program: Program,
        players: int | None = None,
        settings: Mapping[str, Any] | None = None,
        *,
        seat: int = 0,
        bots: str | Sequence[str] = "random",
        illegal: str = "lose",
        render_mode: str | None = None,
    ) -> None:
        self.program, self.chosen, self.seat, self.illegal = program, settings, seat, illegal
        self.table = Table(Game.new(program, players, 0, settings, events=False))
        self.players = self.table.game.setup.players
        if not 0 <= seat < self.players:
            raise PlayError(f"seats are 0 to {self.players - 1}, and there is no {seat}")
        if illegal not in ("lose", "raise"):
            raise PlayError("illegal is `lose` or `raise`")
        names = [bots] * (self.players - 1) if isinstance(bots, str) else list(bots)
        if len(names) != self.players - 1:
            raise PlayError(f"{self.players - 1} bots are needed, one for each other seat, not {len(names)}")
        self.bot_names = names
        self.bots: list[Bot] = []
        self.metadata = {"render_modes": ["ansi"]}
        self.render_mode = render_mode
        self.action_space = spaces.Discrete(self.table.actions.count)
        self.observation_space = spaces.Box(-1.0, 1.0, (tensors_of(self.table).size,), np.float32)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, Any]:
        super().reset(seed=seed)
        for _ in range(SOON_OVER):  # a game can be over before this seat was asked anything
            game, *rest = (int(self.np_random.integers(1 << 62)) for _ in range(self.players))
            self.table = Table(Game.new(self.program, self.players, game, self.chosen, events=False))
            self.bots = [make_bot(name, own) for name, own in zip(self.bot_names, rest, strict=True)]
            self.bots.insert(self.seat, self.bots[0] if self.bots else make_bot("random", 0))
            self._others()
            if not self.table.game.over:
                return self._look()
        raise PlayError(f"seat {self.seat} was asked nothing in {SOON_OVER} games of {self.program.name}")

    def _others(self) -> None:
        """The bots play until this seat is asked."""
        game = self.table.game
        while not game.over and self.seat not in game.deciding:
            player = game.deciding[0]
            self.table.answer(player, self.bots[player].choose(game, player))
        if self.seat in game.deciding:
            for player in game.deciding:  # a secret round: the others have answered when this seat answers
                if player != self.seat:
                    self.table.answer(player, self.bots[player].choose(game, player))

    def _look(self) -> tuple[Any, dict[str, Any]]:
        return row(self.table, self.seat), {"action_mask": mask(self.table, self.seat)}

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        try:
            self.table.act(self.seat, action)
        except IllegalAnswer as error:
            if self.illegal == "raise":
                raise
            seen, info = self._look()
            return seen, LOSS, True, False, {**info, "illegal": str(error)}
        self._others()
        over = self.table.game.over
        reward = float(self.table.game.returns()[self.seat]) if over else 0.0
        seen, info = self._look()
        return seen, reward, over, False, info

    def render(self) -> str | None:
        return repr(self.table.game) if self.render_mode == "ansi" else None
