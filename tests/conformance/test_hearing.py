"""Who hears an answer or a roll: what is told to all, and what `secretly` keeps to the one who acts."""

from __future__ import annotations

from typing import Any

import pytest

from tests.helpers import keys, started, trace

HIDDEN = "track plan of each player: number 0 to 9 seen by owner\ndie cube: 1, 2, 3, 4, 5, 6\n"


def _play(lines: str, *answers: Any, seed: int = 1) -> tuple[list[str], list[str]]:
    """What the one who acts hears, and what the other does."""
    body = "\n".join(f"        {line}" for line in lines.strip("\n").split("\n"))
    game = started(f"{HIDDEN}play:\n    as seat(1):\n{body}\n", *answers, seed=seed)
    assert game.over
    return tuple([event.text for event in game.events(player=seat)][:-1] for seat in (0, 1))  # type: ignore[return-value]


MENU = """
choose {how}one:
    keep(n in 1 to 3): set your plan to n
    drop: set your plan to 0
"""


def test_the_answer_to_a_menu_is_told_to_all() -> None:
    own, other = _play(MENU.format(how=""), "keep(2)")
    assert own[0] == other[0] and "keep" in other[0]


def test_the_answer_to_a_secret_menu_of_one_is_told_to_nobody_else() -> None:
    heard = [_play(MENU.format(how="secretly "), answer)[1] for answer in ("keep(2)", "keep(3)", "drop")]
    assert heard[0] == heard[1] == heard[2]
    assert not any("keep" in line or "drop" in line for line in heard[0])


@pytest.mark.parametrize(("how", "told"), [("", True), ("openly ", True), ("secretly ", False)])
def test_may_is_told_unless_it_is_secret(how: str, told: bool) -> None:
    lines = f"may {how}double:\n    set your plan to 2\n"
    yes, no = (_play(lines, answer)[1] for answer in ("yes", "no"))
    assert (yes != no) is told
    assert any("double" in line for line in yes) is told


def test_a_roll_is_told_to_all() -> None:
    for own, other in (_play("roll cube as face\nset trace to face\n", seed=seed) for seed in range(6)):
        assert own == other and "cube" in own[0] and own[0][-1].isdigit()


def test_a_secret_roll_is_told_to_the_one_who_rolls() -> None:
    plays = [_play("roll secretly cube as face\nset your plan to face\n", seed=seed) for seed in range(12)]
    assert len({tuple(own) for own, _ in plays}) > 2
    assert len({tuple(other) for _, other in plays}) == 1
    assert "cube" in plays[0][1][0]  # that there was a roll


def test_several_dice_are_rolled_secretly() -> None:
    lines = "roll secretly 3 cube as faces\nset your plan to lowest(faces)\n"
    plays = [_play(lines, seed=seed) for seed in range(12)]
    assert len({tuple(own) for own, _ in plays}) > 2
    assert len({tuple(other) for _, other in plays}) == 1


def test_the_answer_to_choose_is_told_to_nobody() -> None:
    for how in ("", "secretly "):
        heard = [_play(f"choose {how}n from 1 to 3\nset your plan to n\n", answer)[1] for answer in "123"]
        assert heard[0] == heard[1] == heard[2]


def test_a_secret_answer_decides_what_happens_as_any_other() -> None:
    body = f"{HIDDEN}play:\n    as seat(1):\n" + MENU.format(how="secretly ").replace("\n", "\n        ")
    game = started(body + "\n        do note(your plan)\n")
    assert keys(game) == ("keep(1)", "keep(2)", "keep(3)", "drop")
    game.apply("keep(3)")
    assert trace(game) == "3"
