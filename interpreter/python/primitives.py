"""The verbs that change a state: all changes go through here, and each leaves an event.

In: a state, the layout, and what to do. Out: the changed state. What each player knows about a component
follows from where it goes: who sees the zone, who saw it before, and who could tell which one moved.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Sequence
from typing import Any

from interpreter.errors import RuleError
from interpreter.knowledge.seeing import known_before, seers_of_components, seers_of_track
from interpreter.layout import BOX, GRID, LINE, PILE, SET, Layout
from interpreter.python.chances import chance
from interpreter.python.state import State
from interpreter.rng import advance, below

Site = tuple[int, int]  # body and instruction


class Primitives:
    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.ordering = layout.ordering
        self.sees = layout.sees
        self.top_public = layout.top_public
        self.everyone = layout.everyone
        # What a move can do without asking further: zones that are no grid and have no open top, and those
        # of them where everybody sees all.
        self.plain = [o != GRID and not top for o, top in zip(self.ordering, self.top_public, strict=True)]
        self.open = [p and s == self.everyone for p, s in zip(self.plain, self.sees, strict=True)]
        self.quick = [o and order in (PILE, LINE) for o, order in zip(self.open, self.ordering, strict=True)]
        self.calm = [
            p and (order not in (SET, BOX) or sees == self.everyone)
            for p, order, sees in zip(self.plain, self.ordering, self.sees, strict=True)
        ]
        self.owners = [components for _, components in layout.zone_owners]
        self.is_set = [o in (SET, BOX) for o in self.ordering]

    def public(self) -> dict[str, Callable[..., Any]]:
        """The verbs by name, for the written code."""
        names = [name for name in vars(Primitives) if not name.startswith("_") and name != "public"]
        return {name: getattr(self, name) for name in names}

    # ------------------------------------------------------------ components
    def move_one(self, state: State, item: int | None, zone: int, at_end: bool, site: Site) -> None:
        if item is None:
            return
        source = state.loc[item]
        cards = state.z[source]
        if state.log is None and self.quick[zone] and self.plain[source] and at_end and cards[-1] == item:
            cards.pop()
            bag = state.bag[source]
            if bag is not None and len(cards) < bag[1]:
                self._shrink(state, source, len(cards), bag)
            state.loc[item] = zone
            state.z[zone].append(item)
            state.known[item] = self.everyone
        else:
            self.move(state, (item,), zone, at_end, site)

    def move(self, state: State, items: Sequence[int], zone: int, at_end: bool, site: Site) -> None:
        if not items:
            return
        source = state.loc[items[0]]
        cards = state.z[source]
        if (
            len(items) == len(cards)
            and state.log is None
            and state.bag[source] is None
            and self.calm[source]
            and self.plain[zone]
            and source != zone
            and (at_end or self.is_set[zone])
            and (items is cards or cards == list(items))
        ):
            self._move_all(state, source, zone)
            return
        moved = tuple(items)
        if (
            len(moved) > 1
            and state.bag[source] is not None
            and self.ordering[zone] in (PILE, LINE)
            and self._undecided(state, moved)
        ):
            self._move_undecided(state, moved, zone, at_end, site)
            return
        self._move_each(state, moved, zone, at_end, site)

    def _move_each(self, state: State, moved: Sequence[int], zone: int, at_end: bool, site: Site) -> None:
        told = self._told_apart(state, moved) if self.sees[zone] != self.everyone else True
        mixed: set[int] = set()  # the zones that others have lost sight of already
        for item in moved:
            source = state.loc[item]
            self._take(state, item, source)
            self._insert(state, item, zone, at_end)
            self._learn(state, item, source, zone, told, source in mixed)
            mixed.add(source)
            if state.log is not None:
                state.log = (self._moved(state, site, item, source, zone), state.log)

    def _moved(
        self, state: State, site: Site, item: int, source: int, zone: int, *place: int | None
    ) -> tuple[Any, ...]:
        """An event; at zones of components with who knows those: the others may not hear of them."""
        event = ("move", site, item, source, zone, state.known[item], *place)
        owners = (*self.owners[source], *self.owners[zone])
        if not owners:
            return event
        return (*event, *(() if place else (None,)), seers_of_components(self.layout, state.known, owners))

    def _undecided(self, state: State, items: tuple[int, ...]) -> bool:
        """Whether all of these lie in the undecided part of one shuffled pile."""
        source = state.loc[items[0]]
        bag = state.bag[source]
        return bag is not None and set(items) <= set(state.z[source][bag[0] : bag[1]])

    def _move_undecided(
        self, state: State, items: tuple[int, ...], zone: int, at_end: bool, site: Site
    ) -> None:
        """What has no order yet gets none by being moved: it stays undecided where it goes."""
        before = len(state.z[zone])
        if self.ordering[zone] == LINE or state.bag[zone] is not None:
            left, mixed = sorted(items), []
            while left:
                state.rng = advance(state.rng)
                mixed.append(left.pop(below(state.rng, len(left))))
            self._move_each(state, mixed, zone, at_end, site)
            return
        self._move_each(state, items, zone, at_end, site)
        low = before if at_end else 0
        high = low + len(items)
        state.z[zone][low:high] = sorted(state.z[zone][low:high])
        state.bag[zone] = (low, high)

    def _move_all(self, state: State, source: int, zone: int) -> None:
        """All of a zone at once: the same as one by one, where nobody can mistake one card for another."""
        cards, loc, known, seen = state.z[source], state.loc, state.known, self.sees[zone]
        new = self.ordering[source] == BOX  # nobody has seen yet what comes out of the box
        for item in cards:
            loc[item] = zone
            known[item] = seen if new else known[item] | seen
        target = state.z[zone]
        target += cards
        cards.clear()
        if self.is_set[zone]:
            target.sort()

    def put(self, state: State, items: Sequence[int], zone: int, place: int | None, site: Site) -> None:
        """On a place of a grid, which has to be free. What everybody sees goes without asking who does."""
        zones, loc = state.z, state.loc
        target, seen, ordering = zones[zone], self.sees[zone], self.ordering
        for item in tuple(items):
            if place is None or target[place] not in (None, item):
                raise RuleError("something is put on a place that is not free")
            source = loc[item]
            if ordering[source] == GRID:
                cards = zones[source]
                cards[cards.index(item)] = None
            else:
                self._take(state, item, source)
            target[place] = item
            loc[item] = zone
            if seen == self.everyone and not self.top_public[source]:
                state.known[item] = seen
            else:
                self._learn(state, item, source, zone, told=True)
            if state.log is not None:
                state.log = (self._moved(state, site, item, source, zone, place), state.log)

    def swap(self, state: State, left: int | None, right: int | None, site: Site) -> None:
        """Two components change places; whoever sees where one goes learns which it is."""
        if left is None or right is None or left == right:
            return
        zones = state.loc[left], state.loc[right]
        places = [state.z[zone].index(item) for zone, item in zip(zones, (left, right), strict=True)]
        for zone, place, item in zip(zones, places, (right, left), strict=True):
            state.z[zone][place] = item
            state.loc[item] = zone
        for zone in set(zones):
            if self.is_set[zone]:
                state.z[zone].sort()
        for item, source, zone, place in (
            (left, zones[0], zones[1], places[1]),
            (right, zones[1], zones[0], places[0]),
        ):
            if source != zone:
                self._learn(state, item, source, zone, told=False)
            if state.log is not None:
                on_grid = self.ordering[zone] == GRID
                event = self._moved(state, site, item, source, zone, *([place] if on_grid else []))
                state.log = (event, state.log)

    def _take(self, state: State, item: int, zone: int) -> None:
        cards = state.z[zone]
        if self.ordering[zone] == GRID:
            cards[cards.index(item)] = None
            return
        if cards[-1] == item:
            index = len(cards) - 1
            cards.pop()
        else:
            index = cards.index(item)
            del cards[index]
        bag = state.bag[zone]
        if bag is not None and index < bag[1]:
            self._shrink(state, zone, index, bag)

    def _shrink(self, state: State, zone: int, index: int, bag: tuple[int, int]) -> None:
        low, high = bag[0] - (index < bag[0]), bag[1] - 1
        state.bag[zone] = (low, high) if low < high else None

    def _insert(self, state: State, item: int, zone: int, at_end: bool) -> None:
        cards = state.z[zone]
        state.loc[item] = zone
        if self.ordering[zone] in (SET, BOX):
            insort(cards, item)
        elif at_end:
            cards.append(item)
        else:
            cards.insert(0, item)
            bag = state.bag[zone]
            if bag is not None:
                state.bag[zone] = (bag[0] + 1, bag[1] + 1)

    # ------------------------------------------------------------ knowledge
    def _told_apart(self, state: State, items: Sequence[int]) -> bool:
        """Whether whoever knew these cards can follow them: when all that lay with them goes along."""
        moved = set(items)
        return all(moved.issuperset(state.z[source]) for source in {state.loc[item] for item in items})

    def _learn(
        self, state: State, item: int, source: int, zone: int, told: bool, again: bool = False
    ) -> None:
        known, sees = state.known, self.sees
        seen = sees[zone]
        if self.top_public[source]:
            self._uncover(state, source)
        if self.top_public[zone]:
            self._cover(state, item, zone)
            return
        if seen == self.everyone or self.ordering[source] == BOX:
            known[item] = seen  # nobody has seen yet what comes out of the box
            return
        if not told and self.ordering[source] in (SET, BOX) and sees[source] != self.everyone:
            # Whoever sees neither zone cannot tell which of the cards moved.
            blind = ~(sees[source] | seen)
            for other in state.z[source] if not again else ():
                known[other] &= ~blind
            known[item] &= ~blind
        known[item] |= seen

    def _uncover(self, state: State, zone: int) -> None:
        cards, bag = state.z[zone], state.bag[zone]
        if cards and (bag is None or bag[1] < len(cards)):
            state.known[cards[-1]] = self.everyone

    def _cover(self, state: State, item: int, zone: int) -> None:
        """A pile of which only the top is seen: what is covered may not be looked up again."""
        cards = state.z[zone]
        if cards[-1] == item:
            state.known[item] = self.everyone
            if len(cards) > 1:
                state.known[cards[-2]] = 0
        else:
            state.known[item] = 0

    def reveal(self, state: State, items: Sequence[int], player: int | None, site: Site) -> None:
        mask = self.everyone if player is None else 1 << player
        if state.log is not None and items:
            state.log = (("reveal", site, tuple(items), mask, *known_before(state, items)), state.log)
        for item in items:
            state.known[item] |= mask

    def cover(self, state: State, items: Sequence[int]) -> None:
        """Nobody may look these up any longer but those who see the zone they lie in."""
        for item in tuple(items):
            zone = state.loc[item]
            state.known[item] = self.sees[zone]
            if self.top_public[zone]:
                self._uncover(state, zone)

    # ------------------------------------------------------------ order and chance
    def shuffle(self, state: State, zone: int, site: Site) -> None:
        """Forgets the order; what lies where is decided when somebody looks."""
        cards = state.z[zone]
        cards.sort()
        state.bag[zone] = (0, len(cards)) if len(cards) > 1 else None
        for item in cards:
            state.known[item] = self.sees[zone]
        if state.log is not None:
            state.log = (("shuffle", site, zone), state.log)

    def settle(self, state: State, zone: int, amount: int, from_top: bool) -> None:
        """Decides what the first cards of a shuffled pile are."""
        bag = state.bag[zone]
        while bag is not None:
            cards = state.z[zone]
            low, high = bag
            settled = len(cards) - high if from_top else low
            if settled >= amount:
                return
            if state.nature or state.fate is not None or high - low == 1:
                chosen = low + chance(state, "draw", cards[low:high])
            else:
                state.rng = rng = advance(state.rng)
                chosen = low + below(rng, high - low)
            item = cards.pop(chosen)
            if from_top:
                high -= 1
                cards.insert(high, item)
            else:
                cards.insert(low, item)
                low += 1
            bag = state.bag[zone] = (low, high) if high - low > 1 else None
            if self.top_public[zone]:
                self._uncover(state, zone)

    # ------------------------------------------------------------ tracks
    def set(self, state: State, index: int, value: Any, site: Site) -> None:
        old = state.t[index]
        state.t[index] = value
        if state.log is not None and old != value:
            seen = seers_of_track(self.layout, state.known, index, old, value)
            state.log = (("set", site, index, old, value, seen), state.log)

    def bounded(self, state: State, index: int, value: int, low: int, high: int, capped: bool) -> int:
        if low <= value <= high:
            return value
        if capped:
            return low if value < low else high
        number, _ = self.layout.track_names[index]
        name = self.layout.program.tracks[number].name
        raise RuleError(f"`{name}` would become {value}, but its range is {low} to {high}")


def position(state: State, item: int) -> int:
    return state.z[state.loc[item]].index(item) + 1


def lies_in(state: State, item: int | None, zone: int) -> bool:
    return item is not None and state.loc[item] == zone


def cell(cells: Sequence[Any], place: int | None) -> Any:
    return None if place is None else cells[place]


def holder(owners: Sequence[int | None], state: State, item: int | None) -> int | None:
    return None if item is None else owners[state.loc[item]]


def place_of(state: State, low: int, high: int, item: int | None) -> int | None:
    """Where on a grid, or on one of several that have owners, a component lies."""
    if item is None or not low <= state.loc[item] < high:
        return None
    return state.z[state.loc[item]].index(item)


__all__ = ["PILE", "Primitives", "cell", "chance", "holder", "lies_in", "place_of", "position"]
