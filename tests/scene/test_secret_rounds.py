"""Secret rounds, secret rolls, and choices that the rules make secret or open, as each seat is told."""

from __future__ import annotations

from interpreter.game import Game
from interpreter.scene import scene_of
from rulelang.compile import compile_text

HEAD = """
game bids for 2 players
die cube: 1, 2, 3
kind colour: red, blue
track done: number 0 to 9 starting 0
"""
END = "ranking of p: highest done\n"


def texts(game: Game, player: int | None) -> list[str]:
    return [s.text for chapter in scene_of(game, player).happened for s in chapter.sentences]


def test_in_a_secret_round_each_seat_has_its_question_and_hears_only_itself() -> None:
    rules = """play:
    each player secretly chooses c from every colour
    each player secretly chooses one:
        stay: add 1 to done
        go(n in 1 to 3): add n to done
"""
    game = Game.new(compile_text(HEAD + rules + END), 2, 1)
    for player in (0, 1):
        question = scene_of(game, player).question
        assert question is not None and (question.kind, question.secret, question.seat) == (
            "one",
            True,
            player,
        )
    game.apply("blue", 0)
    assert any("blue" in text for text in texts(game, 0)) and not any("blue" in t for t in texts(game, 1))
    game.apply("red", 1)
    question = scene_of(game, 1).question
    assert question is not None and (question.kind, question.secret) == ("menu", True)
    assert [option.label for option in question.options] == ["stay", "go: 1", "go: 2", "go: 3"]
    game.apply("go(2)", 0)
    assert any("go: 2" in text for text in texts(game, 0)) and not any("go: 2" in t for t in texts(game, 1))


def test_a_secret_roll_tells_the_others_only_that_it_was() -> None:
    rules = (
        "play:\n    as first of players:\n        roll secretly cube as n\n        may stop: set done to 1\n"
    )
    game = Game.new(compile_text(HEAD + rules + END), 2, 1)
    mine, theirs = texts(game, 0), texts(game, 1)
    assert len(mine) == len(theirs) == 1
    assert theirs == ["cube: rolled in secret"] and mine[0] != theirs[0]


def test_openly_and_secretly_say_who_hears_a_choice() -> None:
    for word, heard in (("", False), ("secretly ", False), ("openly ", True)):
        rules = f"""play:
    turns from first of players until done is 1:
        choose {word}c from every colour
        set done to 1
"""
        game = Game.new(compile_text(HEAD + rules + END), 2, 1)
        game.apply("blue")
        assert any("blue" in text for text in texts(game, 0))
        assert any("blue" in text for text in texts(game, 1)) == heard, word
