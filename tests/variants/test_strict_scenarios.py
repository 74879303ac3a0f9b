"""A scenario cannot pass for nothing: every line is used, or it fails with its place. And the rarer words."""

from __future__ import annotations

import pytest

from tests.variants.strict import holds, problem

# ---------------------------------------------------------------- options


def test_an_answer_that_is_refused() -> None:
    assert holds("given: hand of player 1 is empty", "when: player 1 cannot: sell").passed


@pytest.mark.parametrize("text", ["sell", "buy", "buy(apple)", "buy(apple#1)", "sell "])
def test_an_option_that_is_there_can_be_taken(text: str) -> None:
    given = ("given: stall is apple#1", "given: hand of player 1 is pear, melon")
    for line in (f"when: player 1 cannot: {text}", f"then: player 1 may not choose {text}"):
        failed = holds(*given, line)
        assert not failed.passed and failed.step is not None and text.strip() in failed.step.text


@pytest.mark.parametrize(
    "text", ["sall", "buy(aple)", "buy(apple, pear)", "buy(apple#9)", "sell(apple)", "pear2"]
)
def test_what_could_never_be_an_option(text: str) -> None:
    for line in (f"when: player 1 cannot: {text}", f"then: player 1 may not choose {text}"):
        assert problem(line).startswith("R0507 4:")


@pytest.mark.parametrize("line", ["when: player 2 cannot: sell", "then: player 2 may not choose sell"])
def test_somebody_who_is_not_asked_refuses_nothing(line: str) -> None:
    failed = holds(line)
    assert failed.expected == "player 2 decides" and failed.found == "player 1 decides in `act`"


def test_what_is_of_another_sort_than_what_is_chosen_here() -> None:
    given = ("given: hand of player 1 is apple, pear", "when: player 1: sell")
    assert holds(*given, "when: player 1 cannot: melon").passed
    assert holds(*given, "when: player 1 cannot: throw").passed, "an option of a menu, at another decision"
    failed = holds(*given, "when: player 1 cannot: 3")
    assert failed.found.startswith("nothing here could be an option `3`")


def test_too_many_and_too_few_are_refused() -> None:
    given = ("given: hand of player 1 is apple#1, apple#2, pear#1", "when: player 1: throw")
    for text in ("apple#1", "nothing", "apple#1, apple#2, pear#1", "apple#1, melon"):
        assert holds(*given, f"when: player 1 cannot: {text}").passed
    assert not holds(*given, "when: player 1 cannot: apple, pear").passed
    assert not holds(*given, "then: player 1 may not choose apple").passed, "it is one of the two"
    lines = ("then: player 1 may not choose melon, nothing", "then: player 1 may choose apple")
    assert holds(*given, *lines).passed
    done = holds(*given, "when: player 1: apple, apple", "then: hand of player 1 is pear")
    assert done.passed, "each name means another copy"
    failed = holds(*given, "when: player 1: apple", "then: hand of player 1 is pear")
    assert failed.found == "2 options have to be chosen, not 1"


def test_exactly_the_options_also_with_copies() -> None:
    given = ("given: hand of player 1 is apple, apple, pear", "when: player 1: sell")
    assert holds(*given, "then: player 1 chooses from apple, pear, apple").passed
    assert not holds(*given, "then: player 1 chooses from apple, pear").passed
    assert not holds(*given, "then: player 1 chooses from apple, pear, pear").passed


# ---------------------------------------------------------------- chance


@pytest.mark.parametrize(
    "line", ["given: next roll is 2", "given: next pick is player 2", "given: next draw is apple"]
)
def test_chance_that_is_not_used(line: str) -> None:
    failed = holds(line, "when: player 1: sell", "then: the game goes on")
    assert failed.step is not None and failed.step.site == ("one.scenario", 4, 9)
    assert failed.expected == "all of this happens"


def test_chance_that_is_used_in_part() -> None:
    failed = holds("given: next roll is 2, 3", "when: player 1: shout", "then: noise is 2")
    assert failed.step is not None and failed.step.text == "next roll is 2, 3"


def test_chance_that_cannot_be() -> None:
    assert "no die of this game shows 4" in problem("given: next roll is 4", "then: noise is 0")
    assert "nothing called `tuesday`" in problem("given: next pick is tuesday", "then: noise is 0")
    three = "scenario one\n    players 3\n    at act by player 1\n"
    failed = holds("given: next pick is player 1", "when: player 1: shout", "then: noise is 0", head=three)
    assert failed.step is not None and failed.step.text == "next pick is player 1"
    assert "game.rules" in failed.found


def test_a_pick_among_one_is_what_the_scenario_says() -> None:
    """With two players the victim is no chance, and may be named all the same."""
    given = ("given: next pick is player 2", "given: next roll is 1")
    assert holds(*given, "when: player 1: shout", "then: money of player 2 is 2").passed


def test_chance_in_the_setup() -> None:
    head = "scenario one\n    setup draws truffle, apple, pear, pear\n    setup picks player 2\n"
    lines = ("then: hand of player 1 is apple, truffle", "then: hand of player 2 is pear, pear")
    assert holds(*lines, "then: player 2 decides act", head=head).passed
    failed = holds(*lines, head=head.replace("pear, pear", "pear, pear, pear"))
    assert failed.step is not None and failed.step.text.startswith("setup draws")
    failed = holds(*lines, head=head.replace("player 2", "player 2, player 1"))
    assert failed.step is not None and failed.step.text == "setup picks player 2, player 1"
    failed = holds(*lines, head=head.replace("apple, pear, pear", "truffle, pear, pear"))
    assert failed.step is not None and failed.step.text.startswith("setup draws")


def test_chance_in_the_setup_goes_on_to_the_decision() -> None:
    head = "scenario one\n    at act by player 2\n    setup picks player 2\n"
    assert holds("then: boss is player 2", head=head).passed


# ---------------------------------------------------------------- positions


@pytest.mark.parametrize("seed", range(12))
def test_a_copy_from_a_pile_is_taken_before_one_of_a_player(seed: int) -> None:
    """There are five apples, and four cards are dealt."""
    head = f"scenario one\n    seed {seed}\n    setup picks player 1\n"
    lines = ("then: count(hand of player 1) is 2", "then: count(hand of player 2) is 2")
    assert holds("given: stall is apple", *lines, head=head).passed


def test_a_copy_that_lies_there_is_taken_first() -> None:
    head = "scenario one\n    setup draws pear#3, apple, pear#1, apple\n    setup picks player 1\n"
    lines = ("then: hand of player 1 is pear#3", "then: hand of player 2 is pear#1, apple")
    assert holds("given: hand of player 1 is pear", *lines, head=head).passed


def test_somebody_who_is_left_without_anything_is_named() -> None:
    head = "scenario one\n    setup draws apple, apple, truffle, pear\n    at act by player 1\n"
    given = "given: stall is truffle, pear#1, pear#2, pear#3"
    done = holds(given, "then: count(hand of player 2) is 0", head=head)
    assert done.passed and done.notes == (
        "hand of player 2: 0 left of 2; the position takes the others, and gives none",
    )
    quiet = holds(given, "given: hand of player 2 is empty", "then: count(hand of player 2) is 0", head=head)
    assert quiet.passed and not quiet.notes


@pytest.mark.parametrize(
    "lines",
    [
        ("stall is truffle", "spoilt is truffle"),
        ("stall is melon, melon, melon",),
        ("stall is apple#1", "spoilt is apple#1"),
        ("stall is melon#1, melon", "spoilt is melon"),
        ("board at 1, 1 is truffle", "board at 2, 1 is truffle"),
        ("noise is 1", "noise is 2"),
        ("stall starts with apple", "stall starts with pear"),
        ("everything else in store", "everything else in spoilt"),
    ],
)
def test_what_is_given_twice(lines: tuple[str, ...]) -> None:
    found = problem(*(f"given: {line}" for line in lines), "then: the game goes on")
    assert found.startswith(f"R0509 {3 + len(lines)}:")


def test_everything_else_needs_something_else() -> None:
    given = ("given: store has 11 cards", "given: everything else in spoilt")
    failed = holds(*given, "then: the game goes on")
    assert failed.found.startswith("nothing else is left") and failed.step is not None


@pytest.mark.parametrize(
    ("line", "title"),
    [
        ("hand of player 3 is apple", "there is no player 3: 2 play"),
        ("noise is 10", "`noise` goes from 0 to 9"),
        ("noise is loud", "`loud` is not a number"),
        ("board at 4, 1 is apple", "`board` has no place 4, 1"),
        ("board is apple", "`board` is a grid"),
        ("noise of player 1 is 3", "there is only one `noise`"),
        ("boss is player 9", "there is no player 9: 2 play"),
    ],
)
def test_words_of_a_position(line: str, title: str) -> None:
    assert problem(f"given: {line}", "then: the game goes on").endswith(title)


def test_grids() -> None:
    given = ("given: board at 3, 2 is melon", "given: board at 1, 1 is empty")
    assert holds(*given, "then: board at 3, 2 is melon", "then: board at 1, 1 is empty").passed
    failed = holds(*given, "then: board at 3, 2 is empty")
    assert (failed.expected, failed.found.split("#")[0]) == ("empty", "melon")
