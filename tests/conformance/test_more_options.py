"""`more options of …`: what components, variants and the game add to what a rule offers."""

from __future__ import annotations

import pytest

from interpreter.game import Game
from rulelang.compile import Bundle, compile_bundle
from rulelang.diagnostics import Report
from rulelang.ir.nodes import Program
from rulelang.source import Source
from tests.helpers import compile_text

GAME = """
game tools for 2 players

token item active in kit:
    used: yes or no starting no

item rope:
    more options of act:
        climb when not rope.used:
            add 3 to your points
            set rope.used to yes

item potion, 3 copies:
    more options of act:
        drink(one in your kit where it is potion):
            add 5 to your points
            move one to lost

zone kit of each player: set of item, public
zone lost: set of item, public
track points of each player: number 0 to 99 starting 0

setup:
    move rope to kit of seat(1)
    move first 2 of (every item where it is potion) to kit of seat(2)

play:
    turns from seat(1) until any p in players where points of p > 20:
        do act

rule act:
    choose one:
        rest: add 1 to your points

more options of act:
    wait: do nothing

ranking of p: highest points of p
"""


def offered(game: Game) -> list[str]:
    request = game.request()
    assert request is not None
    return [option.key for option in request.options]


def test_they_stand_after_the_options_of_the_rule_and_belong_to_the_owner() -> None:
    game = Game.new(compile_text(GAME), forced="ask")
    assert offered(game) == ["rest", "wait", "climb"]
    game.apply("wait")
    assert offered(game) == ["rest", "wait", "drink(potion#1)", "drink(potion#2)"]


def test_their_condition_is_asked_each_time() -> None:
    game = Game.new(compile_text(GAME), forced="ask")
    game.apply("climb")
    game.apply("rest")
    assert offered(game) == ["rest", "wait"]
    assert game.view(0).track("points", "player1").value == 3


def test_they_are_gone_when_the_component_has_left() -> None:
    game = Game.new(compile_text(GAME), forced="ask")
    for _ in range(2):
        game.apply("wait")
        game.apply(next(key for key in offered(game) if key.startswith("drink")))
    game.apply("wait")
    assert offered(game) == ["rest", "wait"]


def test_in_a_zone_without_an_owner_they_are_for_everybody() -> None:
    text = GAME.replace("active in kit", "active in lost").replace(
        "move rope to kit of seat(1)", "move rope to lost"
    )
    game = Game.new(compile_text(text.replace("your kit where", "lost where")), forced="ask")
    assert offered(game) == ["rest", "wait", "climb"]
    game.apply("wait")
    assert offered(game) == ["rest", "wait", "climb"]


SECRET = """
game quiet for 2 players

token item active in kit
item mask:
    more options of act:
        hide: add 2 to your points

zone kit of each player: set of item, public
track points of each player: number 0 to 99 starting 0

setup: move mask to kit of seat(2)

play: do act

rule act:
    each player secretly chooses one:
        sit: do nothing
        stand: add 1 to your points

ranking of p: highest points of p
"""


def test_a_secret_menu_grows_for_whoever_owns_the_component() -> None:
    game = Game.new(compile_text(SECRET), forced="ask")
    for player, wanted in ((0, ["sit", "stand"]), (1, ["sit", "stand", "hide"])):
        request = game.request(player)
        assert request is not None and [option.key for option in request.options] == wanted


def with_variants(text: str, variants: tuple[str, ...]) -> Program:
    bundle = Bundle((Source("game.rules", text),), {}, {"en": Source("en.yaml", "game.name: Tools\n")})
    more = [Bundle((Source(f"{n}.rules", variant),), {}, {}) for n, variant in enumerate(variants)]
    program = compile_bundle(bundle, Report(), more)
    assert program is not None
    return program


PRAY = "variant pray of tools\n\nmore options of act:\n    pray: add 2 to your points\n"
DIG = "variant dig of tools\n\nmore options of act:\n    dig: add 4 to your points\n"
LESS = """variant less of tools
remove item rope
replace rule act:
    choose one:
        stay: do nothing
"""


@pytest.mark.parametrize(
    ("variants", "keys"),
    [
        ((PRAY,), ["rest", "wait", "pray", "climb"]),
        ((PRAY, DIG), ["rest", "wait", "dig", "pray", "climb"]),
        ((LESS,), ["stay", "wait"]),
        ((LESS, DIG), ["stay", "wait", "dig"]),
    ],
)
def test_variants_add_options_together_and_to_a_rule_that_another_one_replaces(
    variants: tuple[str, ...], keys: list[str]
) -> None:
    text = GAME.replace("    move rope to kit of seat(1)\n", "") if LESS in variants else GAME
    for order in (variants, variants[::-1]):
        assert offered(Game.new(with_variants(text, order), forced="ask")) == keys
