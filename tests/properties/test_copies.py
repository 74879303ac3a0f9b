"""Copies that look alike are no marked cards, and the order of the table is nowhere to be read.

Two games in which all copies have changed places are the same game to everybody who looks: the same numbers,
options, order, zones, tracks, events. Then the attacks that worked once: following the numbers of copies
through hidden places, and reading hidden components from the order of events.
"""

from __future__ import annotations

import random
from functools import cache

import pytest

from interpreter.backend import ASK
from interpreter.game import Game
from interpreter.knowledge.copies import Copies, copies_of
from interpreter.knowledge.renaming import exchanged
from rulelang.ir.nodes import Program
from tests.helpers import laid_out, random_answer, small
from tests.properties.invented import CARDS, DEALT, OWN
from tests.properties.twins import definitions, looks, observed, played

FLEET = """
card ship
ship sloop, 3 copies
ship brig, 2 copies
card crew:
    drunk: yes or no starting no
crew sailor, 5 copies
crew cook, 2 copies
zone sea: set of ship, public
zone port: set of ship, public
zone fog: pile of ship, hidden
zone hold of each ship: set of crew, public
zone inn: set of crew, public
track sails of each ship: number 0 to 9 starting 0
setup:
    move every ship to sea
    move every crew to inn
"""
INVENTED = {
    "ships that carry": FLEET
    + """
play:
    repeat 6 times:
        as seat(1):
            choose one:
                board(s in sea, c in inn): move c to hold of s
                sail(s in sea):
                    add 1 to sails of s
                    move s to port
                hide(s in port): move s to fog
                come when fog is not empty:
                    shuffle fog
                    move top of fog to sea
                drink(s in sea, c in hold of s): set drunk of c to yes
                choose_any:
                    choose t from every ship
                    add 1 to sails of t
""",
    "loops that do several things": f"""{OWN}
track marks of each player: number 0 to 99 starting 0
{DEALT}
play:
    repeat 4 times:
        as seat(1):
            may go_on:
                for each c in your hand:
                    if size of c is 1: move c to open
                    else: move c to deck
                    add 1 to your marks
            move top 2 of deck to your hand
        for each p in players:
            for each c in hand of p: do put_back(c)
            move top 2 of deck to hand of p
rule put_back(c: stone):
    move c to deck
    if marks of seat(1) < 99: add 1 to marks of seat(1)
""",
}


@cache
def programs() -> dict[str, Program]:
    own = {name: small((CARDS if "hand" in body else "") + body) for name, body in INVENTED.items()}
    return {**definitions(), **own}


# Rolls a die for each open copy in the order of the table: with copies exchanged others get the same faces.
ROLLING = ("recipe dice_pool",)
every_definition = pytest.mark.parametrize("name", [*definitions(), *INVENTED])


def with_copies_exchanged(game: Game, rng: random.Random) -> tuple[Game, Game] | None:
    """The game, and one in which all copies have changed places, known or not; both without a history."""
    alike: dict[int, list[int]] = {}
    for component, look in enumerate(game.machine.layout.looks):
        alike.setdefault(look, []).append(component)
    rename: dict[int, int] = {}
    for group in alike.values():
        rename |= dict(zip(group, rng.sample(group, len(group)), strict=True))
    rename = {old: new for old, new in rename.items() if old != new}
    pending = game.state.pending
    if not rename or pending is None or pending[0] == "secret":
        return None
    one, two = laid_out(game), laid_out(game)
    one.sampled = two.sampled = True
    exchanged(game.machine, game.state, two.state, rename)
    for state in (one.state, two.state):
        state.frames[-1][1], state.pending, state.log, state.auto = pending[3], None, (), ASK
        game.machine.run(state)
        state.auto = game.state.auto
    return one, two


def begun(name: str, seed: int, steps: int) -> Game:
    if name not in INVENTED:
        return played(name, seed, steps)
    rng, game = random.Random(seed), Game.new(programs()[name], seed=seed)
    for _ in range(steps):
        if not game.over:
            game.apply(*random_answer(game, rng))
    return game


@every_definition
def test_who_follows_copies_learns_nothing(name: str) -> None:
    for seed, steps in ((1, 0), (2, 4), (3, 11), (4, 25), (5, 60)):
        game, rng = begun(name, seed, steps), random.Random(seed)
        pair = None if game.over else with_copies_exchanged(game, rng)
        if pair is None:
            continue
        one, two = pair
        for player in range(game.setup.players):
            assert observed(one, player, ()) == observed(two, player, ())
        for _ in range(6):
            if one.over or two.over:
                break
            answer, who = random_answer(one, rng)
            since = one.event_count, two.event_count
            for each in (one, two):
                each.apply(answer, who)
            if one.view(None) != two.view(None):
                break  # chance has taken another copy, one with other fields: another game from here on
            for player in range(game.setup.players):
                if name not in ROLLING:
                    assert one.events(since[0], player) == two.events(since[1], player)
                assert looks(one, player) == looks(two, player)


def test_there_are_copies_to_follow() -> None:
    found = {
        name
        for name in (*definitions(), *INVENTED)
        for seed in range(3)
        if not (game := begun(name, seed, 8 * seed)).over
        and with_copies_exchanged(game, random.Random(seed)) is not None
    }
    assert len(found) > 15 and set(INVENTED) <= found


# ---------------------------------------------------------------- attacks that worked once

ROLES = """
card role_card:
    bad: yes or no
role_card loyal, 4 copies:
    bad: no
role_card traitor:
    bad: yes
zone heap: set of role_card, public
zone spare: pile of role_card, hidden
zone roles: pile of role_card, hidden
zone role of each player: set of role_card, seen by owner
zone shown: line of role_card, public
track told of each player: number 0 to 99 starting 0
"""
TRAITOR = (
    ROLES
    + """
setup:
    move every role_card to roles
    shuffle roles
    for each p in players: move top of roles to role of p
play:
    for each p in players:
        as p:
            may show_it when any c in your role where not c.bad: move your role to shown
            may stop: do nothing
"""
)


def numbers_seen(game: Game, player: int) -> set[str]:
    """All that a seat could note down about copies: keys in views, options and the data of events."""
    view, request = game.view(player), game.request(player)
    found = {str(card) for zone in view.zones for card in (*zone.cards, zone.owner)}
    found |= {f"{track.owner} {track.value}" for track in view.tracks}
    if request is not None:
        found |= {part for option in request.options for part in (option.key, *option.about)}
    for event in game.events(player=player):
        found |= {*event.things, event.source, event.target, event.track, str(event.old), str(event.new)}
    return found


def test_no_number_of_a_copy_unmasks_the_traitor() -> None:
    """Loyal roles are shown one after another: the numbers on them count, and name no card."""
    body = TRAITOR.replace("may show_it when any c in your role where not c.bad: move", "may show_it: move")
    for seed in range(40):
        game = Game.new(small(body, players="4"), seed=seed)
        while not game.over:
            copies = sorted(part for part in numbers_seen(game, 3) if part.startswith("loyal#"))
            assert copies == [f"loyal#{number + 1}" for number in range(len(copies))]
            game.apply(0)


ENDS = f"""{OWN}
track rest of each player: number 0 to 99 starting 0
zone away: set of stone, hidden
{DEALT}
play:
    as seat(1):
        may stop: do nothing
        LOOP
        may stop: do nothing
rule put_away(c: stone):
    move c to away
    add 1 to rest of seat(2)
rule drop(c: stone):
    move c to away
"""
LOOPS = {
    "one line": "for each c in every stone: move c to away",
    "two lines": """for each c in every stone:
            if c.size is 1: move c to away
            else: move c to away""",
    "moves and numbers": """for each c in every stone:
            if c.size is 2: add 1 to your rest
            move c to away""",
    "moves and cards that are shown": """for each c in every stone:
            if any d in your hand where d is c: reveal c
            else: move c to away""",
    "rules that do several things": """for each c in every stone:
            if c.size > 1: do put_away(c)
            else: do drop(c)""",
}


@pytest.mark.parametrize("loop", LOOPS.values(), ids=LOOPS)
def test_the_order_of_events_tells_no_hidden_card(loop: str) -> None:
    """What seat 1 hears when a round ends is the same however the other cards lie."""
    program = small(CARDS + ENDS.replace("LOOP", loop))
    for seed in range(12):
        game = Game.new(program, seed=seed)
        told = set()
        for number in range(12):
            twin = game.deal(0, number)
            twin.state.log = ()
            twin.apply("no")
            told.add(tuple(twin.events(player=0)))
        assert len(told) == 1


def test_what_is_moved_to_a_hidden_component_does_not_name_it() -> None:
    body = """
play:
    move sea to fog
    shuffle fog
    as seat(1):
        may stop: do nothing
        for each c in inn: move c to hold of top of fog
        may stop: do nothing
"""
    game = Game.new(small(FLEET + body))
    game.apply("no")
    told = [(event.text, event.target) for event in game.events(player=0)]
    assert told and not any("hold" in text or "hold" in target for text, target in told)


def differ_by_place(name: str) -> bool:
    copies = copies_of(Game.new(definitions()[name]).machine.layout)
    return bool(copies.homes) and copies.by_place


BY_PLACE = [name for name in definitions() if differ_by_place(name)]


@pytest.mark.parametrize("name", BY_PLACE)
def test_counting_as_they_come_is_the_same_as_numbers_and_names(name: str, monkeypatch) -> None:
    """Where nothing but its place tells a copy apart, there is a short way to call it."""
    seen = []
    for seed, steps in enumerate((0, 1, 6, 25, 60)):
        game = played(name, seed, steps, events=False)
        copies = copies_of(game.machine.layout)
        glances = [copies.glance(game.state, player) for player in (None, *range(game.setup.players))]
        seen += [(copies, glance, copies.called(glance)) for glance in glances]
    monkeypatch.setattr(Copies, "_call_by_place", lambda *_: pytest.fail("this is the long way"))
    for copies, glance, called in seen:
        monkeypatch.setattr(copies, "by_place", False)
        assert copies.called(glance) == called
