"""Who may see what: the one place that decides it, for views, events, options and stories.

In: a position, and something in it. Out: a bit for each player who may learn it. A zone or track is seen as
it is declared; a component by whoever knows which one it is. What speaks of a component that a player does
not know, as its owner or as its value, would name it, so it is not seen either.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from interpreter.layout import Layout
from rulelang.types import ByPlayer, Seq, Type, bare


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


def sees(layout: Layout, mask: int, player: int | None, everybody: int) -> bool:
    """Whether one player is among those who may see; None sees everything, `everybody` what all may see."""
    if player is None:
        return True
    return mask == layout.everyone if player == everybody else bool(mask >> player & 1)
