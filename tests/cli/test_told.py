"""What the author tells about a thing stands first where `?` explains it."""

from pathlib import Path

import pytest

from tests.cli.conftest import Run

RULES = """\
game harbour for 2 players

kind trade: smith, cook
card sailor:
    trade: trade
sailor anna:
    trade: smith
sailor bert:
    trade: cook

zone crew: set of sailor, public
track rum of each player: number 0 to 9 starting 0

setup:
    move every sailor to crew

play:
    turns from first of players until rum of active >= 3:
        choose one:
            hire(s in crew): add 1 to your rum
            drink: do empty_the_keg
        may sing: add 1 to your rum
        choose mate from crew
        if mate.trade is cook: add 1 to your rum

rule empty_the_keg:
    add 2 to your rum

ranking of p: highest rum of p
"""

TEXTS = """\
sailor: {anna: Anna}
rulebook.rule.empty_the_keg: "empty the keg of {1}"
text:
    sailor.anna: Never sleeps.
    type.sailor: Works for rum.
    trade: {smith: Mends., cook: Stirs.}
    zone.crew: All hands.
    track.rum: Who has most wins.
    option: {hire: Bring somebody aboard., sing: A shanty.}
    rule.empty_the_keg: Not a drop is left.
"""


@pytest.fixture
def asked(run: Run, tmp_path: Path):
    """Types lines into a game; gives what the screen shows after the first question."""
    (tmp_path / "harbour" / "strings").mkdir(parents=True)
    (tmp_path / "harbour" / "game.rules").write_text(RULES)
    (tmp_path / "harbour" / "strings" / "en.yaml").write_text(TEXTS)

    def start(*typed: str) -> str:
        command = ("play", "harbour", "--seats", "human,random", "--seed", 1, "--no-save")
        return run(*command, typed="".join(f"{line}\n" for line in typed)).out.partition("> ")[2]

    return start


def test_a_component_is_told_by_its_own_text_before_what_is_printed_on_it(asked) -> None:
    assert "\nAnna\n  Never sleeps.\n  Trade: smith\n" in asked("? anna")


def test_a_component_without_a_text_is_told_by_its_type_and_the_words_on_it(asked) -> None:
    assert "\nbert\n  Works for rum.\n  Stirs.\n  Trade: cook\n" in asked("? bert")


def test_an_option_is_told_before_what_it_needs_and_does(asked) -> None:
    assert "  Bring somebody aboard.\n  always allowed\n" in asked("? hire")
    assert "\ndrink\n  always allowed\n" in asked("? drink"), "there is no text about it"
    assert "\nyes\n  A shanty.\n" in asked("drink", "? yes")


def test_other_things_are_told_too(asked) -> None:
    assert "\ncrew\n  All hands.\n  crew: 2 cards\n    Anna\n    bert\n>" in asked("? crew")
    assert "\nrum\n  Who has most wins.\n" in asked("? rum")
    assert "\nsmith\n  Mends.\n>" in asked("? smith")
    assert "\nEmpty the keg of …\n  Not a drop is left.\n  Add 2 to your rum.\n>" in asked("? keg")
    assert "I don't know an option `deck` here" in asked("? deck")


def test_of_what_is_chosen_from_a_set_the_component_comes_first(asked) -> None:
    screen = asked("drink", "no", "? 1")
    assert screen.index("Never sleeps.") < screen.index("Choose the mate")
