"""The only door through which a bot looks at a game: full games dealt from what its seat can know.

In: a game, a seat and a seed. Out: a full game in which everything that the seat does not know is dealt anew.

`game.sample` exchanges hidden components where they lie, so its result still depends on where they really
lie: it is fair only on average. Here the hidden components of each type are put back into one heap in the
order of their numbers, the heap is mixed, and dealt to the places they came from in an order that the seat
can know. Two games that look the same to the seat therefore give, for the same seed, the same deal, so a bot
that plays from deals cannot tell them apart whatever it does.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from interpreter import determinize
from interpreter.bots.dice import Dice
from interpreter.game import Game

ATTEMPTS = 32  # deals that are tried: some do not lead to the question that is asked
FRAME_SLOTS = 3  # where the values of a rule under way begin
DEEPEST = 4  # components at components at components


def deal(game: Game, player: int, seed: int) -> Game | None:
    """A full game that looks the same to this player; None if chance found none that fits."""
    machine, state = game.machine, _without_hidden_tracks(game, player)
    dice = Dice(seed)
    places = _places(game, player)
    for _ in range(ATTEMPTS):
        rename: dict[int, int] = {}
        for hidden in places:
            mixed = sorted(hidden)
            dice.mix(mixed)
            rename |= {old: new for old, new in zip(hidden, mixed, strict=True) if old != new}
        new = determinize._renamed(machine, state, player, rename, dice.below(1 << 64))
        if new is not None and determinize._same_question(state, new, player):
            return Game(game.program, machine, game.setup, new, game.language, sampled=True)
    return None


def _without_hidden_tracks(game: Game, player: int) -> Any:
    """What is noted in secret cannot be dealt like cards: in a deal it is what it was at the start."""
    machine, state = game.machine, game.state
    hidden = [
        (index, number)
        for index, (number, owner) in enumerate(machine.layout.track_names)
        if (sees := game.program.tracks[number].sees) == "none" or (sees == "owner" and owner != player)
    ]
    if hidden:
        state = state.copy()
        for index, number in hidden:
            state.t[index] = machine.starts[number](state, None)
    return state


def _places(game: Game, player: int) -> list[list[int]]:
    """The components of each type that the player does not know, in the order of where they lie."""
    known, records = game.state.known, game.program.records
    spots = _Spots(game, player)
    found = []
    for record in records:
        if record.physical:
            ids = range(record.base, record.base + record.size)
            hidden = [c for c in ids if not known[c] >> player & 1]
            if len(hidden) > 1:
                found.append(sorted(hidden, key=spots.of))
    return found


class _Spots:
    """Says where a component lies in terms that do not depend on which one it is."""

    def __init__(self, game: Game, player: int) -> None:
        self.state, self.layout, self.program = game.state, game.machine.layout, game.program
        self.player = player
        self.orders: dict[int, dict[int, tuple[int, int]]] = {}
        self.named = _named(game)

    def of(self, component: int, depth: int = 0) -> tuple[Any, ...]:
        zone = self.state.loc[component]
        if zone not in self.orders:
            self.orders[zone] = self._order(zone)
        order = self.orders[zone].get(component, (0, 0))
        return (*self._zone(zone, depth), order, self.named.get(component, ()))

    def _zone(self, zone: int, depth: int) -> tuple[Any, ...]:
        """A zone of a hidden component is known by where that component lies."""
        number, owner = self.layout.zone_names[zone]
        if number >= 0 and owner is not None and depth < DEEPEST:
            word, _, name = self.program.zones[number].owner.partition(":")
            if word == "record" and self.program.record(name).physical and not self._sees(owner):
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


def _named(game: Game) -> Mapping[int, tuple[Any, ...]]:
    """Where rules under way and tracks speak of a component: in a heap it is no longer like the others."""
    machine, state, program = game.machine, game.state, game.program
    found: dict[int, tuple[Any, ...]] = {}

    def note(tag: str, value: Any, *where: int) -> None:
        if "record:" not in tag or value is None or isinstance(value, bool):
            return
        if isinstance(value, tuple):
            for place, item in enumerate(value):
                note(tag.removeprefix("set of "), item, *where, place)
        elif isinstance(value, int) and program.record(tag.rpartition("record:")[2]).physical:
            found[value] = (*found.get(value, ()), where)

    for index, (number, _) in enumerate(machine.layout.track_names):
        if program.tracks[number].sees == "all":
            note(program.tracks[number].type, state.t[index], -1, index)
    for depth, frame in enumerate(state.frames):
        if frame[0] < len(program.bodies):
            for slot, tag in enumerate(program.bodies[frame[0]].tags):
                if tag != "proceed":
                    note(tag, frame[FRAME_SLOTS + slot], depth, slot)
    return found
