"""Full states that agree with what one player can know.

In: a state, a player and a seed. Out: a state in which what the player does not know is dealt anew: hidden
components, numbers and choices in rules under way, hidden tracks, secret answers of others, and chance. What
the player sees and may choose is the same. Bots play from samples like these, never from the state.

The hidden components of each type are put into one heap in the order of their numbers, the heap is mixed, and
dealt to the places they came from in an order that the player can know. Two games that look the same to the
player therefore give, for the same seed, the same deal: whoever plays from deals cannot tell them apart.

What others could only have done because of what they hold is not inferred: samples agree with what was
seen, not with how likely it was played.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from interpreter.backend import SLOTS, Backend, Position
from interpreter.knowledge.renaming import Unseen, renamed, same_question, unseen_by
from interpreter.rng import advance, below, seed_state
from rulelang.types import ByPlayer, Seq, Type, bare

ATTEMPTS = 32  # deals that are tried: some do not lead to the question that is asked
DEEPEST = 4  # components at components at components


def deal(machine: Backend, state: Position, player: int, seed: int) -> Any:
    """A state that looks the same to this player; None if chance found none that fits."""
    unseen, places = what_is_hidden(machine, state, player)
    rng = seed_state(seed)
    for _ in range(ATTEMPTS):
        rename: dict[int, int] = {}
        for hidden in places:
            mixed = sorted(hidden)
            for last in range(len(mixed) - 1, 0, -1):
                rng = advance(rng)
                other = below(rng, last + 1)
                mixed[last], mixed[other] = mixed[other], mixed[last]
            rename |= {old: new for old, new in zip(hidden, mixed, strict=True) if old != new}
        rng = advance(rng)
        new = renamed(machine, state, player, rename, rng, unseen)
        if new is not None and same_question(state, new, player):
            return new
    return None


_last: tuple[Any, ...] = ()  # the position that was dealt last: bots deal the same one many times


def what_is_hidden(machine: Backend, state: Position, player: int) -> tuple[Unseen, list[list[int]]]:
    """What is dealt anew; found once for each question that is asked."""
    global _last
    last = _last
    if last and last[0] is state and last[1] is state.pending and last[2] == player and state.pending:
        return last[3], last[4]
    found = unseen_by(machine, state, player), _places(machine, state, player)
    _last = (state, state.pending, player, *found)
    return found


def sample(machine: Backend, state: Position, player: int, seed: int) -> Any:
    """A deal; where none fits what is asked, the cards stay, and only chance and secret answers are new."""
    found = deal(machine, state, player, seed)
    if found is None:
        rng, unseen = advance(seed_state(seed)), unseen_by(machine, state, player)
        found = renamed(machine, state, player, {}, rng, unseen)
        if found is None:
            found = renamed(machine, state, player, {}, rng, Unseen((), ()))
    assert found is not None
    return found


def _places(machine: Backend, state: Position, player: int) -> list[list[int]]:
    """The components of each type that the player does not know, in the order of where they lie."""
    spots = _Spots(machine, state, player)
    found = []
    for record in machine.program.records:
        if record.physical:
            ids = range(record.base, record.base + record.size)
            hidden = [c for c in ids if not state.known[c] >> player & 1]
            if len(hidden) > 1:
                found.append(sorted(hidden, key=spots.of))
    return found


class _Spots:
    """Says where a component lies in terms that do not depend on which one it is."""

    def __init__(self, machine: Backend, state: Position, player: int) -> None:
        self.state, self.layout, self.program = state, machine.layout, machine.program
        self.player = player
        self.orders: dict[int, dict[int, tuple[int, int]]] = {}
        self.named = _named(machine, state)

    def of(self, component: int, depth: int = 0) -> tuple[Any, ...]:
        zone = self.state.loc[component]
        if zone not in self.orders:
            self.orders[zone] = self._order(zone)
        order = self.orders[zone].get(component, (0, 0))
        return (*self._zone(zone, depth), order, self.named.get(component, ()))

    def _zone(self, zone: int, depth: int) -> tuple[Any, ...]:
        """A zone of a hidden component is known by where that component lies."""
        number, owner = self.layout.zone_names[zone]
        at_component = number >= 0 and self.layout.is_component(self.program.zones[number].owner)
        if at_component and owner is not None and depth < DEEPEST and not self._sees(owner):
            return (number, 1, self.of(owner, depth + 1))
        return (number, 0, (zone,))

    def _sees(self, component: int) -> bool:
        return bool(self.state.known[component] >> self.player & 1)

    def _order(self, zone: int) -> dict[int, tuple[int, int]]:
        """The place of each component; where places mean nothing, who else knows the component."""
        state, known = self.state, self.state.known
        number = self.layout.zone_names[zone][0]
        ordering = self.program.zones[number].ordering if number >= 0 else ""
        if ordering == "set":
            return {card: (0, known[card]) for card in state.z[zone] if card is not None}
        low, high = state.bag[zone] or (0, 0)
        return {
            card: (low, known[card]) if low <= place < high else (place, 0)
            for place, card in enumerate(state.z[zone])
            if card is not None
        }


def _named(machine: Backend, state: Position) -> Mapping[int, tuple[Any, ...]]:
    """Where rules under way and tracks speak of a component: in a heap it is no longer like the others."""
    program = machine.program
    found: dict[int, tuple[Any, ...]] = {}

    def note(type_: Type | None, value: Any, *where: int) -> None:
        inner = None if type_ is None else bare(type_)
        if inner is None or value is None:
            return
        if isinstance(inner, Seq | ByPlayer):
            for place, item in enumerate(value):
                note(inner.item, item, *where, place)
        elif machine.layout.is_component(inner):
            found[value] = (*found.get(value, ()), where)

    for index in machine.layout.tracks_of_components:
        number = machine.layout.track_names[index][0]
        if program.tracks[number].sees == "all":
            note(program.tracks[number].type, state.t[index], -1, index)
    for depth, frame in enumerate(state.frames):
        if frame[0] < len(program.bodies):
            slots = program.bodies[frame[0]].slots
            for number in machine.layout.slots_of_components[frame[0]]:
                note(slots[number].type, frame[SLOTS + number], depth, number)
    return found
