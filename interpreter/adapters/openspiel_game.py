"""Definitions as games of OpenSpiel.

In: a compiled definition. Out: a `pyspiel` game. Chance is explicit: nature draws every card and rolls every
die as a decision of its own. A round of secret choices is a simultaneous node. Information states are what a
seat did, was told and sees (`recall`); returns are those of `Game.returns`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from interpreter.adapters.actions import WAIT, actions_of
from interpreter.adapters.arrays import missing, row
from interpreter.adapters.asking import Table
from interpreter.adapters.recall import Recall, observation
from interpreter.adapters.tensors import tensors_of
from interpreter.errors import PlayError
from interpreter.game import Game
from interpreter.game.requests import NATURE
from rulelang.ir import instructions as do
from rulelang.ir.nodes import Program
from rulelang.types import Num, Seq

try:
    import pyspiel
except ImportError:
    raise missing("open_spiel") from None

LONGEST = 1_000_000  # decisions of a game, chance included
SHORT_NAME = "rulelang"
PARAMETERS = {"game": "", "players": 0, "zero_sum": False}


def _game_type(program: Program | None, zero_sum: bool) -> Any:
    kinds = pyspiel.GameType
    secret = program is None or _has(program, do.Secret, do.SecretMenu)
    chance = program is None or _has(program, do.Shuffle, do.Settle, do.Roll, do.Pick)
    low, high = (1, 10) if program is None else program.players
    return kinds(
        short_name=SHORT_NAME,
        long_name="a definition of rulelang" if program is None else program.name,
        dynamics=kinds.Dynamics.SIMULTANEOUS if secret else kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if chance else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if zero_sum else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=high,
        min_num_players=low,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=PARAMETERS,
    )


def _has(program: Program, *instructions: type) -> bool:
    return any(isinstance(op, instructions) for body in program.bodies for op in body.code)


def _most_outcomes(program: Program) -> int:
    """The most ways that chance can go at once."""
    most = program.components
    for body in program.bodies:
        for op in body.code:
            match op:
                case do.Roll(faces=faces):
                    most = max(most, len(faces))
                case do.Pick(items=items) if isinstance(items.type, Seq):
                    most = max(most, items.type.most)
    return most


def _utility(program: Program) -> tuple[float, float]:
    type_ = program.payoff.type if program.payoff is not None else None
    return (float(type_.low), float(type_.high)) if isinstance(type_, Num) else (-1.0, 1.0)


class RulesGame(pyspiel.Game):  # type: ignore[misc]
    def __init__(
        self,
        program: Program,
        players: int | None = None,
        settings: Mapping[str, Any] | None = None,
        *,
        zero_sum: bool = False,
        params: Mapping[str, Any] | None = None,
    ) -> None:
        started = Game.new(program, players, 0, settings, chance="exposed")
        self.program, self.zero_sum = program, zero_sum
        self.first = Table(started)
        low, high = _utility(program)
        info = pyspiel.GameInfo(
            num_distinct_actions=actions_of(program).count,
            max_chance_outcomes=_most_outcomes(program),
            num_players=started.setup.players,
            min_utility=low,
            max_utility=high,
            utility_sum=0.0 if zero_sum else None,
            max_game_length=LONGEST,
        )
        super().__init__(_game_type(program, zero_sum), info, dict(params or {}))

    def new_initial_state(self) -> RulesState:
        return RulesState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> RulesObserver:
        remembers = iig_obs_type is not None and iig_obs_type.perfect_recall
        return RulesObserver(self, remembers)


class RulesState(pyspiel.State):  # type: ignore[misc]
    def __init__(self, game: RulesGame) -> None:
        super().__init__(game)
        self.table = game.first.copy()
        self.recall = Recall(game.num_players())
        self.zero_sum = game.zero_sum

    def current_player(self) -> int:
        game = self.table.game
        if game.over:
            return int(pyspiel.PlayerId.TERMINAL)
        if game.deciding == (NATURE,):
            return int(pyspiel.PlayerId.CHANCE)
        request = game.request()
        if request is not None and request.secret:
            return int(pyspiel.PlayerId.SIMULTANEOUS)
        return game.deciding[0]

    def _legal_actions(self, player: int) -> list[int]:
        if player < 0:
            return [outcome for outcome, _ in self.chance_outcomes()]
        legal = self.table.legal(player)
        waits = not legal and self.current_player() == pyspiel.PlayerId.SIMULTANEOUS
        return [WAIT] if waits else legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        amount = self.table.game.choices
        return [(outcome, 1 / amount) for outcome in range(amount)]

    def _apply_action(self, action: int) -> None:
        player = self.table.deciding[0]
        if player == NATURE:
            self.table.answer(NATURE, int(action))
        else:
            self.recall.acted(self.table, player, int(action))
            self.table.act(player, int(action))

    def _apply_actions(self, actions: list[int]) -> None:
        asked = self.table.deciding
        for player in asked:
            self.recall.acted(self.table, player, int(actions[player]))
        for player in asked:
            self.table.act(player, int(actions[player]))

    def _action_to_string(self, player: int, action: int) -> str:
        if player >= 0:
            return self.table.actions.name(action)
        request = self.table.game.request(NATURE)
        if request is None or action >= len(request):
            return f"chance {action}"
        return f"{request.options[action].key} ({action})"

    def is_terminal(self) -> bool:
        return self.table.game.over

    def returns(self) -> list[float]:
        found = list(map(float, self.table.game.returns()))
        if self.zero_sum and abs(sum(found)) > 1e-9:
            name = self.table.game.program.name
            raise PlayError(f"{name} is no zero-sum game: a game ended with {found}; leave out zero_sum")
        return found

    def __str__(self) -> str:
        return " ".join(str(action) for action in self.history())


class RulesObserver:
    """What a seat sees, as OpenSpiel asks for it."""

    def __init__(self, game: RulesGame, remembers: bool) -> None:
        self.remembers = remembers
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if not remembers:
            self.tensor = row(game.first, 0)
            parts = tensors_of(game.first).parts
            self.dict = {part.name: self.tensor[part.first : part.first + part.size] for part in parts}

    def set_from(self, state: RulesState, player: int) -> None:
        if self.tensor is not None:
            self.tensor[:] = row(state.table, player)

    def string_from(self, state: RulesState, player: int) -> str:
        if self.remembers:
            return state.recall.information_state(state.table, player)
        return observation(state.table, player)


def register(load: Callable[[str], Program]) -> None:
    """Makes `pyspiel.load_game("rulelang(game=NAME)")` work; `load` finds a definition by its name."""
    if SHORT_NAME in pyspiel.registered_names():
        return

    def make(params: Mapping[str, Any]) -> RulesGame:
        given = {**PARAMETERS, **params}
        players = given["players"] or None
        return RulesGame(load(given["game"]), players, zero_sum=given["zero_sum"], params=given)

    # OpenSpiel lets go of it after Python has ended, and whatever is freed then crashes: so it holds itself.
    make.__dict__["kept"] = make
    pyspiel.register_game(_game_type(None, False), make)
