"""Places that have names are in the scene with the ways between them, also where nothing lies."""

from __future__ import annotations

from itertools import combinations
from math import dist

from interpreter.game import Game
from interpreter.scene import scene_of
from interpreter.scene.data import Map
from rulelang.compile import compile_text

RULES = """
game trail for 2 players
kind mood: calm, wild
kind never: shown_nowhere
table camp from "camps.yaml":
    beside: list of camp
table fact from "facts.yaml":
    worth: number 0 to 9
token hiker of each player
zone tent of each camp: set of hiker, public
zone box: set of hiker, public
track noise of each mood: number 0 to 9 starting 0
track goal of each player: camp or none starting none
setup:
    move every hiker to box
    set goal of first of players to last of every camp
play:
    turns from first of players until yes:
        choose spot from every camp
        move first of box to tent of spot
ranking of p: highest noise of calm + count(tent of first of every camp)
"""


def started(camps: str) -> Game:
    return Game.new(compile_text(RULES, {"camps.yaml": camps, "facts.yaml": "one: {worth: 1}\n"}))


def ring(count: int, called: str) -> str:
    return "".join(f"{called}{n}: {{beside: [{called}{(n + 1) % count}]}}\n" for n in range(count))


def mapped(camps: str, name: str = "camp") -> Map:
    return next(one for one in scene_of(started(camps), 0).maps if one.id == name)


def test_kinds_and_tables_that_own_something_are_maps_and_others_are_none() -> None:
    scene = scene_of(started(ring(4, "tent_")), 0)
    assert [one.id for one in scene.maps] == ["camp", "mood"]
    camps, moods = scene.maps
    assert [(spot.ref, spot.name) for spot in camps.spots[:2]] == [
        ("camp:tent_0", "tent 0"), ("camp:tent_1", "tent 1")
    ]  # fmt: skip
    assert len(camps.ways) == 4 and set(camps.ways[0]) <= {spot.ref for spot in camps.spots}
    assert [(spot.name, spot.x) for spot in moods.spots] == [("calm", None), ("wild", None)]
    assert not moods.ways
    refs = {ref for option in scene.question.options for ref in option.about} if scene.question else set()
    assert refs == {spot.ref for spot in camps.spots}  # all can be pointed at, and nothing lies there
    assert [(one.owner, one.ref) for one in scene.counters] == [("player:player1", "camp:tent_3")]


def test_places_that_are_called_by_column_and_row_lie_there() -> None:
    spots = mapped("b2: {beside: [d2, b5]}\nd2: {beside: []}\nb5: {beside: []}\n").spots
    assert [(spot.x, spot.y) for spot in spots] == [(0, 0), (2, 0), (0, 3)]
    aside = mapped("b2: {beside: [d3]}\nd3: {beside: []}\nb5: {beside: []}\n").spots
    places = [(spot.x or 0, spot.y or 0) for spot in aside]
    assert dist(places[0], places[1]) < dist(places[0], places[2])  # the names are of something else
    assert places != [(0, 0), (2, 1), (0, 3)]


def test_places_lie_near_those_that_are_beside_them() -> None:
    for count in (5, 9, 14):
        one = mapped(ring(count, "tent_"))
        at = {spot.ref: (spot.x or 0, spot.y or 0) for spot in one.spots}
        beside = {frozenset(way) for way in one.ways}
        near = [dist(at[a], at[b]) for a, b in one.ways]
        others = [dist(at[a], at[b]) for a, b in combinations(at, 2) if frozenset((a, b)) not in beside]
        assert min(near) > 0.9 and max(near) < min(others)
        assert min(x for x, _ in at.values()) == min(y for _, y in at.values()) == 0


def test_a_map_in_parts_and_one_that_is_too_large_are_drawn_all_the_same() -> None:
    parts = mapped("tent_a: {beside: [tent_b]}\ntent_b: {beside: []}\ntent_c: {beside: []}\n").spots
    assert min(dist((a.x or 0, a.y or 0), (b.x or 0, b.y or 0)) for a, b in combinations(parts, 2)) > 0.9
    large = mapped(ring(61, "tent_"))
    assert all(spot.x is None for spot in large.spots) and len(large.ways) == 61


def test_it_is_the_same_for_all_seats_and_at_all_moments() -> None:
    game = started(ring(6, "tent_"))
    before = scene_of(game, 0).maps
    game.apply(3)
    assert scene_of(game, 0).maps == scene_of(game, 1).maps == before
