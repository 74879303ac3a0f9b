"""The environments pass the suites of the libraries that they are for, on every packaged definition."""

from __future__ import annotations

import sys
import warnings

import pytest

from rulelang import learn
from rulelang.compile import compile_text
from rulelang.front import Program
from tests.helpers import ROOT, definition, definition_folders

every_definition = pytest.mark.parametrize("name", definition_folders())
on_linux = pytest.mark.skipif(sys.platform == "win32", reason="OpenSpiel has no wheels for Windows")


def program(name: str) -> Program:
    return Program(definition(name))


def played(name: str, players: int, seed: int) -> list[object]:
    """What all seats saw in a parallel game of a seed; the library's own seed test knows no masks here."""
    env = learn.parallel_env(program(name), players)
    seen, _ = env.reset(seed=seed)
    history: list[object] = []
    for step in range(60):
        history += [(look["observation"].tobytes(), look["action_mask"].tobytes()) for look in seen.values()]
        if not env.agents:
            break
        legal = {agent: seen[agent]["action_mask"].nonzero()[0] for agent in env.agents}
        seen, rewards, *_ = env.step({agent: own[step % len(own)] for agent, own in legal.items()})
        history.append(tuple(rewards.values()))
    return history


@every_definition
def test_pettingzoo(name: str) -> None:
    from pettingzoo.test import api_test, parallel_api_test, seed_test

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # they warn of observations that are dicts
        for players in (program(name).players[0], program(name).players[-1]):
            api_test(learn.aec_env(program(name), players), num_cycles=100)
            seed_test(lambda players=players: learn.aec_env(program(name), players), num_cycles=40)
            parallel_api_test(learn.parallel_env(program(name), players), num_cycles=100)
            assert played(name, players, 5) == played(name, players, 5)


@every_definition
def test_gymnasium(name: str) -> None:
    from gymnasium.utils.env_checker import check_env

    for seat in (0, program(name).players[0] - 1):
        check_env(learn.gym_env(program(name), seat=seat), skip_render_check=True)


@every_definition
@on_linux
def test_openspiel(name: str) -> None:
    import pyspiel

    learn.openspiel_game(name)
    game = pyspiel.load_game(f"rulelang(game={name})")
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@on_linux
def test_cfr_solves_kuhn_poker_as_everybody_else_does() -> None:
    import pyspiel
    from open_spiel.python import policy
    from open_spiel.python.algorithms import cfr, expected_game_score, exploitability

    ours, theirs = learn.openspiel_game("kuhn_poker", zero_sum=True), pyspiel.load_game("kuhn_poker")
    uniform = [exploitability.exploitability(g, policy.UniformRandomPolicy(g)) for g in (ours, theirs)]
    assert uniform[0] == pytest.approx(uniform[1], abs=1e-12)
    solver = cfr.CFRPlusSolver(ours)
    for _ in range(200):
        solver.evaluate_and_update_policy()
    average = solver.average_policy()
    assert len(average.action_probability_array) == 12  # information sets, as in theirs
    assert exploitability.exploitability(ours, average) < 0.001
    value = expected_game_score.policy_value(ours.new_initial_state(), [average, average])
    assert value[0] == pytest.approx(-1 / 18, abs=0.001)


def test_returns_that_do_not_add_up_are_said() -> None:
    """Both seats share a win: no zero-sum game."""
    rules = "game g for 2 players\nplay:\n    as seat(1):\n        may go:\n            win players\n"
    game = learn.openspiel_game(Program(compile_text(rules)), zero_sum=True)
    state = game.new_initial_state()
    state.apply_action(1)
    with pytest.raises(Exception, match="no zero-sum game"):
        state.returns()


def test_the_same_seed_gives_the_same_training_game() -> None:
    env = learn.gym_env("lantern_walk", 3, seat=1, bots=["greedy", "random"])
    one, _ = env.reset(seed=4)
    two, info = env.reset(seed=4)
    assert (one == two).all()
    _, reward, over, _, info = env.step(0)
    assert over and reward == -1 and "legal are" in info["illegal"]


def test_an_environment_takes_a_name_a_path_or_a_program() -> None:
    import rulelang

    one, two = learn.actions(ROOT / "gamedefs" / "kuhn_poker"), learn.actions(rulelang.load("kuhn_poker"))
    named = learn.actions("kuhn_poker")
    assert list(one.table()) == list(two.table()) == list(named.table())
    with pytest.raises(rulelang.PlayError, match="by its name or path, not by 3"):
        learn.aec_env(3)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"seat": 7}, "seats are 0 to 1"),
        ({"bots": ["random", "random"]}, "1 bots are needed"),
        ({"illegal": "cry"}, "`lose` or `raise`"),
        ({"players": 9}, "players, not 9"),
    ],
)
def test_wrong_arguments_get_sentences(arguments: dict[str, object], message: str) -> None:
    import rulelang

    with pytest.raises(rulelang.PlayError, match=message):
        learn.gym_env("lantern_walk", **arguments)


# ---------------------------------------------------------------- what is asked wrongly
NEVER = "game g for 2 players\nplay:\n    as seat(1):\n        may go:\n            win players\n"
AT_ONCE = "game g for 2 players\nplay:\n    win seat(2)\n"
SECRET = """
game g for 2 players
play:
    repeat 2 times:
        each player secretly chooses n from 1 to 3
"""


def text(rules: str) -> Program:
    return Program(compile_text(rules))


def test_a_seat_that_is_never_asked_is_said() -> None:
    """It waited for ever."""
    import rulelang

    env = learn.gym_env(text(NEVER), seat=1)
    with pytest.raises(rulelang.PlayError, match="seat 1 was asked nothing in 100 games of g"):
        env.reset(seed=1)


def test_a_game_that_is_over_at_once_still_pays() -> None:
    env = learn.aec_env(text(AT_ONCE))
    env.reset(seed=1)
    rewards = {}
    for agent in env.agent_iter():
        _, rewards[agent], over, _, _ = env.last()
        assert over
        env.step(None)
    assert rewards == {"player_0": -1.0, "player_1": 1.0}


@pytest.mark.parametrize("action", [None, "x", 1.5, 6])
def test_a_wrong_action_of_one_agent_gets_a_sentence(action: object) -> None:
    import rulelang

    env = learn.aec_env("kuhn_poker")
    env.reset(seed=1)
    with pytest.raises(rulelang.IllegalAnswer, match=r"player 0 cannot take action .* now; legal are 1"):
        env.step(action)
    env.step(1)
    assert env.agent_selection == "player_1"


@pytest.mark.parametrize(
    ("actions", "message"),
    [
        ({}, "an action for each of player_0, player_1 is needed; there is none for player_0, player_1"),
        ({"player_0": 1}, "there is none for player_1"),
        ({"player_0": 1, "player_1": 99}, "player 1 cannot take action 99 now"),
        ({"player_0": 1, "player_1": "x"}, "player 1 cannot take action 'x' now"),
        ({"player_0": 1, "player_1": None}, "player 1 cannot take action None now"),
    ],
)
def test_wrong_actions_of_all_agents_get_sentences_and_change_nothing(
    actions: dict[str, object], message: str
) -> None:
    """The first seat had answered already when the second one was refused."""
    import rulelang

    env = learn.parallel_env(text(SECRET))
    before, _ = env.reset(seed=1)
    with pytest.raises(rulelang.IllegalAnswer, match=message):
        env.step(actions)
    after = env._look()
    assert all((before[name][part] == after[name][part]).all() for name in before for part in before[name])
    env.step({"player_0": 1, "player_1": 1})
