"""The random bot: legal, fair, and the same for the same seed. Also as nature."""

from collections import Counter

import pytest

from interpreter.bots import Bot, UnknownBot, make_bot
from interpreter.game import Game
from interpreter.game.requests import NATURE
from rulelang.compile import compile_text

RULES = """\
game picks for 1 player
kind colour: red, blue, green, white
track chosen: number 0 to 99 starting 0
play:
    as first of players:
        {choice}
        end game
ranking of p: highest chosen
"""


def answers(choice: str, amount: int = 3000) -> Counter:
    bot: Bot = make_bot("random", 5)
    game = Game.new(compile_text(RULES.format(choice=choice)))
    return Counter(bot.choose(game, 0) for _ in range(amount))


def test_each_option_is_as_likely():
    counts = answers("choose c from every colour")
    assert sorted(counts) == [0, 1, 2, 3]
    assert max(counts.values()) - min(counts.values()) < 150  # five standard deviations


def test_a_selection_has_every_legal_size():
    counts = answers("choose up to 2 c from every colour")
    assert {len(answer) for answer in counts} == {0, 1, 2}
    assert len(counts) == 1 + 4 + 6 and all(list(answer) == sorted(set(answer)) for answer in counts)


def test_the_same_seed_gives_the_same_answers_and_another_seed_others():
    game = Game.new(compile_text(RULES.format(choice="choose c from 1 to 90")))
    rows = [[make_bot("random", seed).choose(game, 0) for _ in range(1)] for seed in (1, 1, 2, -1, 2**80)]
    assert rows[0] == rows[1] and len({row[0] for row in rows}) > 2


def test_nature_rolls_every_face():
    text = RULES.format(choice="roll d as n\n        add n to chosen").replace(
        "play:", "die d: 1, 2, 3\nplay:"
    )
    game = Game.new(compile_text(text), chance="exposed")
    bot = make_bot("random", 1)
    counts = Counter(bot.choose(game, NATURE) for _ in range(3000))
    assert sorted(counts) == [0, 1, 2] and max(counts.values()) - min(counts.values()) < 200
    game.apply(bot.choose(game, NATURE), NATURE)
    assert game.over


def test_an_unknown_bot_and_a_player_with_nothing_to_decide():
    with pytest.raises(UnknownBot):
        make_bot("genius", 1)
    game = Game.new(compile_text(RULES.format(choice="choose c from every colour")))
    with pytest.raises(ValueError, match="nothing to decide"):
        make_bot("random", 1).choose(game, NATURE)
