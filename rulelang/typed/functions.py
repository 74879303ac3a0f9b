"""The functions that every definition can call: what they take and give.

The interpreter has one implementation for each name here (`interpreter/library.py`).
"""

from __future__ import annotations

from attrs import frozen

from rulelang.types import PLAYER, Kind, Opt, Seq, Type

DIRECTION, HEADING = Kind("direction"), Kind("heading")


@frozen
class Function:
    """Parameters and result by type; the words in quotes are resolved by use."""

    params: tuple[Type | str, ...]
    result: Type | str
    says: str


FUNCTIONS = {
    "seat": Function(("number",), PLAYER, "the player in a seat, from 1"),
    "left": Function((PLAYER,), PLAYER, "the next player clockwise"),
    "right": Function((PLAYER,), PLAYER, "the player before, counter-clockwise"),
    "clockwise": Function((PLAYER,), Seq(PLAYER), "all players in seat order, starting with this one"),
    "owner": Function(("component",), Opt(PLAYER), "the player in whose zone a component lies"),
    "turn": Function((DIRECTION, "number"), DIRECTION, "a direction turned clockwise by quarter turns"),
    "opposite": Function(("way",), "way", "the direction or heading that looks back"),
    "step": Function(("place", "way"), "place or none", "the place next to another in a direction"),
    "along": Function(("place", "way"), "places", "the places from one to the edge, nearest first"),
    "neighbours": Function(("place",), "places", "the places beside one: four, or six on a hexagonal grid"),
    "around": Function(("place",), "places", "the places beside one, with those at its corners"),
    "diagonals": Function(("place",), "places", "the up to four places at the corners of one"),
    "place": Function(("grid", "number", "number"), "place or none", "the place in a column and row, from 1"),
    "places": Function(("grid",), "places", "all places of a grid"),
    "open_places": Function(("grid",), "places", "the empty places beside an occupied one"),
    "place_of": Function(("component",), "place or none", "where on its grid a component lies"),
    "column": Function(("spot",), "number", "the column of a place or of a component on a grid, from 1"),
    "row": Function(("spot",), "number", "the row of a place or of a component on a grid, from 1"),
}
