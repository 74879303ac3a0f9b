"""The order in which options are offered: copies that look alike stand by where they lie.

In: what can be chosen, in the order of the table, and who chooses. Out: the same, with copies that look alike
in the order of the numbers that they have for whoever chooses (`copies`). The order of the table would
tell which of them is which: a copy that went through a hidden place could be followed by it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, TypeVar

from interpreter.backend import Position
from interpreter.knowledge.copies import numbers_of_copies
from interpreter.layout import SET, Layout
from rulelang.ir import instructions as do
from rulelang.ir.nodes import Program
from rulelang.types import Type, bare

T = TypeVar("T")
MANY = 1 << 60  # for what has no number: after all that have one
Flags = tuple[bool, ...]  # for each part of a way whether it is a component of a type that has copies


class Offering:
    def __init__(self, program: Program, layout: Layout) -> None:
        self.layout = layout
        self.sites: dict[tuple[int, int], Any] = {}
        for number, body in enumerate(program.bodies if any(layout.has_copies) else ()):
            for pc, instr in enumerate(body.code):
                flags = self._flags(instr)
                if flags is not None:
                    self.sites[number, pc] = flags

    def _flags(self, instr: do.Instr) -> Flags | list[Flags] | None:
        """For a decision that may offer copies: which parts of a way are; for menus, by option."""
        match instr:
            case do.Choose(ways=ways) | do.Secret(ways=ways):
                flags = self._parts(do.chosen_types(ways))
                return flags if any(flags) else None
            case do.Menu(entries=entries) | do.SecretMenu(entries=entries):
                found = [self._parts(do.chosen_types(entry.ways)) for entry in entries]
                return found if any(map(any, found)) else None
        return None

    def _parts(self, types: Sequence[Type]) -> Flags:
        return tuple(self._has_copies(bare(type_)) for type_ in types)

    def _has_copies(self, type_: Type) -> bool:
        return self.layout.is_component(type_) and any(
            self.layout.has_copies[item] for item in self.layout.owners(type_) if item is not None
        )

    # ------------------------------------------------------------ in play
    def ways(self, state: Position, by: int | None, ways: Sequence[Any], site: Any) -> Sequence[Any]:
        """The ways of `choose … from`: components, or tuples of things."""
        flags = self.sites.get(site)
        if flags is None or by is None or len(ways) < 2:
            return ways
        if len(flags) == 1:
            return [way for (way,) in self._ordered(state, by, [(way,) for way in ways], flags)]
        return self._ordered(state, by, ways, flags)

    def options(self, state: Position, by: int | None, options: Sequence[Any], site: Any) -> Sequence[Any]:
        """The options of a menu: tuples that begin with the number of the entry."""
        flags = self.sites.get(site)
        if flags is None or by is None or len(options) < 2:
            return options
        found: list[Any] = []
        for number, group in groupby(options, key=lambda option: option[0]):
            ways = [option[1:] for option in group]
            found += [(number, *way) for way in self._ordered(state, by, ways, flags[number])]
        return found

    def _ordered(self, state: Position, by: int, ways: Sequence[Any], flags: Flags) -> Sequence[Any]:
        if not any(flags):
            return ways
        looks, layout = self.layout.looks, self.layout
        offered = {part for way in ways for part in _flagged(way, flags)}
        if len({looks[item] for item in offered}) == len(offered):
            return ways  # no two of them look alike
        zones = {state.loc[item] for item in offered}
        in_one_set = len(zones) == 1 and layout.ordering[next(iter(zones))] == SET
        if in_one_set and not layout.fields and not layout.attached_zones:
            return ways  # nothing tells them apart
        return _arranged(ways, 0, flags, looks, numbers_of_copies(layout, state, by))


def _flagged(way: Any, flags: Flags) -> Iterator[int]:
    return (part for part, flag in zip(way, flags, strict=True) if flag and part is not None)


def _arranged(
    ways: Sequence[Any], depth: int, flags: Flags, looks: Sequence[int], numbers: Mapping[int, int]
) -> Sequence[Any]:
    """Ways that agree before `depth`: those with the same part there stay together."""
    if depth == len(flags):
        return ways
    blocks = [(part, list(group)) for part, group in groupby(ways, key=lambda way: way[depth])]
    if flags[depth]:
        blocks = arranged(
            blocks,
            lambda block: None if block[0] is None else looks[block[0]],
            lambda block: MANY if block[0] is None else numbers.get(block[0], MANY),
        )
    return [way for _, block in blocks for way in _arranged(block, depth + 1, flags, looks, numbers)]


def arranged(items: Sequence[T], alike: Callable[[T], Any], rank: Callable[[T], Any]) -> list[T]:
    """The items, of which those that are alike have changed places so that their ranks ascend."""
    places: dict[Any, list[int]] = {}
    for place, item in enumerate(items):
        places.setdefault(alike(item), []).append(place)
    found = list(items)
    for group in places.values():
        if len(group) > 1:
            ordered = sorted((items[place] for place in group), key=rank)
            for place, item in zip(group, ordered, strict=True):
                found[place] = item
    return found
