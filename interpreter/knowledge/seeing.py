"""Who may see what: the one place that decides it, for views, events, options and stories.

In: a position, and something in it. Out: a bit for each player who may learn it. A zone or track is seen as
it is declared; a component by whoever knows which one it is. What speaks of a component that a player does
not know, as its owner or as its value, would name it, so it is not seen either.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from interpreter.backend import Position
from interpreter.layout import Layout
from rulelang.types import ByPlayer, Place, Player, Seq, Type, bare, item_of


def components_in(layout: Layout, type_: Type, value: Any) -> list[int]:
    """The components that a value of a type speaks of."""
    inner = bare(type_)
    if value is None:
        return []
    if isinstance(inner, Seq | ByPlayer):
        return [found for item in value for found in components_in(layout, inner.item, item)]
    return [value] if layout.is_component(inner) else []


def seers_of_components(layout: Layout, known: Sequence[int], components: Sequence[int]) -> int:
    mask = layout.everyone
    for component in components:
        mask &= known[component]
    return mask


def seers_of_track(layout: Layout, known: Sequence[int], index: int, *values: Any) -> int:
    """Who may see a track with these values: its declaration, its owner and the values have their say."""
    number, owner = layout.track_names[index]
    track = layout.program.tracks[number]
    mask = layout.track_sees[index]
    if owner is not None and layout.is_component(track.owner):
        mask &= known[owner]
    for value in values:
        mask &= seers_of_components(layout, known, components_in(layout, track.type, value))
    return mask


def seers_of_choice(
    layout: Layout, position: Position, type_: Type, value: Any, by: int, in_turn: bool, hearing: str
) -> int:
    """Who may hear what somebody picked from a set, as the rules say (`secretly`, `openly`), or else:

    A number or a word can be a secret of whoever chose it, and so can a card that is known but not open,
    and anything that is chosen out of turn. Others hear of players, places and things that lie open, unless
    a hidden track may remember them.
    """
    own = 1 << by
    inner = bare(type_)
    if hearing == "secretly":
        return own
    if hearing == "openly":
        return own | seers_of_components(layout, position.known, components_in(layout, type_, value))
    remembered = any(t.sees != "all" and bare(item_of(t.type)) == inner for t in layout.program.tracks)
    if not in_turn or value is None or remembered:
        return own
    if layout.is_component(inner):
        return int(layout.sees[position.loc[value]]) | own
    if isinstance(inner, Place):
        return layout.everyone if layout.program.zone(inner.zone).sees == "all" else own
    return layout.everyone if isinstance(inner, Player) else own


def known_before(position: Position, items: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Who knew what is shown now, and where it lies: that says to whom it is news."""
    return tuple(position.known[item] for item in items), tuple(position.loc[item] for item in items)


EVERYBODY = -2  # instead of a player: what every player may know


def known_to(layout: Layout, mask: int, player: int | None) -> bool:
    """Whether a player is among those who know; `EVERYBODY` if all do, None if anybody does."""
    if player is None:
        return mask != 0
    return mask == layout.everyone if player == EVERYBODY else bool(mask >> player & 1)


def sees(layout: Layout, mask: int, player: int | None, everybody: int) -> bool:
    """Whether one player is among those who may see; None sees everything, `everybody` what all may see."""
    if player is None:
        return True
    return mask == layout.everyone if player == everybody else bool(mask >> player & 1)
