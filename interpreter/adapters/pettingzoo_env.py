"""Definitions as environments of PettingZoo.

In: a compiled definition. Out: `aec_env`, in which seats act one at a time, and `parallel_env`, in which all
act at once and those who are not asked `wait`. An observation is a dict of `observation` and `action_mask`;
rewards come at the end: what `Game.returns` says.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from interpreter.adapters.arrays import mask, missing, numpy, row
from interpreter.adapters.asking import Table
from interpreter.adapters.tensors import tensors_of
from interpreter.errors import IllegalAnswer
from interpreter.game import Game
from rulelang.ir.nodes import Program

np = numpy()
try:
    from gymnasium import spaces
    from gymnasium.utils import seeding
    from pettingzoo import AECEnv, ParallelEnv
except ImportError:
    raise missing("pettingzoo") from None


class _Seats:
    """What both environments have in common: names of seats, spaces, seeds and observations."""

    def __init__(self, program: Program, players: int | None, settings: Mapping[str, Any] | None) -> None:
        self.program, self.settings = program, settings
        self.table = Table(Game.new(program, players, 0, settings, events=False))
        self.players = self.table.game.setup.players
        self.names = [f"player_{seat}" for seat in range(self.players)]
        self.numbers = {name: seat for seat, name in enumerate(self.names)}
        length, actions = tensors_of(self.table).size, self.table.actions.count
        self.seen = {
            name: spaces.Dict(
                {
                    "observation": spaces.Box(-1.0, 1.0, (length,), np.float32),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for name in self.names
        }
        self.acts = {name: spaces.Discrete(actions) for name in self.names}
        self.chance, _ = seeding.np_random(None)

    def restart(self, seed: int | None) -> None:
        if seed is not None:
            self.chance, _ = seeding.np_random(seed)
        game = int(self.chance.integers(1 << 62))
        self.table = Table(Game.new(self.program, self.players, game, self.settings, events=False))

    def look(self, name: str, *, waiting: bool) -> dict[str, Any]:
        seat = self.numbers[name]
        return {"observation": row(self.table, seat), "action_mask": mask(self.table, seat, waiting=waiting)}

    def returns(self) -> dict[str, float]:
        return dict(zip(self.names, map(float, self.table.game.returns()), strict=True))


class RulesAEC(AECEnv):  # type: ignore[misc]
    """One seat acts at a time. In a secret round the seats answer in turn, and see nothing of each other."""

    def __init__(
        self,
        program: Program,
        players: int | None = None,
        settings: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.seats = _Seats(program, players, settings)
        self.metadata = {"name": f"{program.name}_v0", "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = render_mode
        self.possible_agents = self.seats.names[:]
        self.observation_spaces, self.action_spaces = self.seats.seen, self.seats.acts

    def observation_space(self, agent: str) -> Any:
        return self.seats.seen[agent]

    def action_space(self, agent: str) -> Any:
        return self.seats.acts[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.seats.restart(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {name: {} for name in self.agents}
        self._next()
        self._accumulate_rewards()  # it can be over at once

    def _next(self) -> None:
        game = self.seats.table.game
        if game.over:
            self.rewards = self.seats.returns()
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[game.deciding[0]]

    def observe(self, agent: str) -> dict[str, Any]:
        return self.seats.look(agent, waiting=False)

    def step(self, action: int | None) -> None:
        name = self.agent_selection
        if self.terminations[name] or self.truncations[name]:
            self._was_dead_step(action)
            return
        self.seats.table.act(self.seats.numbers[name], action)
        self._cumulative_rewards[name] = 0.0
        self._clear_rewards()
        self._next()
        self._accumulate_rewards()

    def render(self) -> str | None:
        return repr(self.seats.table.game) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is open."""


class RulesParallel(ParallelEnv):  # type: ignore[misc]
    """All seats act in each step; who is not asked has one legal action, `wait`."""

    def __init__(
        self,
        program: Program,
        players: int | None = None,
        settings: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.seats = _Seats(program, players, settings)
        self.metadata = {"name": f"{program.name}_v0", "render_modes": ["ansi"]}
        self.render_mode = render_mode
        self.possible_agents = self.seats.names[:]
        self.agents: list[str] = []
        self.observation_spaces, self.action_spaces = self.seats.seen, self.seats.acts

    def observation_space(self, agent: str) -> Any:
        return self.seats.seen[agent]

    def action_space(self, agent: str) -> Any:
        return self.seats.acts[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, Any]:
        self.seats.restart(seed)
        self.agents = self.possible_agents[:]
        return self._look(), {name: {} for name in self.agents}

    def _look(self) -> dict[str, Any]:
        return {name: self.seats.look(name, waiting=True) for name in self.agents}

    def step(self, actions: Mapping[str, int]) -> tuple[Any, ...]:
        table, names = self.seats.table, self.agents
        steps = self._checked(actions)
        asked = table.deciding
        for seat, step in steps:
            if seat in asked:
                table.act(seat, step)
        over = table.game.over
        rewards = self.seats.returns() if over else dict.fromkeys(names, 0.0)
        seen = self._look()
        if over:
            self.agents = []
        ends, cut = dict.fromkeys(names, over), dict.fromkeys(names, False)
        return seen, rewards, ends, cut, {name: {} for name in names}

    def _checked(self, actions: Mapping[str, int]) -> list[tuple[int, int]]:
        """The step of each seat. If one of them cannot be taken, none is."""
        without = [name for name in self.agents if name not in actions]
        if without:
            raise IllegalAnswer(
                f"an action for each of {', '.join(self.agents)} is needed; "
                f"there is none for {', '.join(without)}"
            )
        seats = [(self.seats.numbers[name], actions[name]) for name in self.agents]
        return [(seat, self.seats.table.check(seat, action)) for seat, action in seats]

    def render(self) -> str | None:
        return repr(self.seats.table.game) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is open."""
