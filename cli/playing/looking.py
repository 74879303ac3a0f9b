"""A close look at one zone.

In: the table of a player and a part of a zone's name. Out: lines with everything that lies there, in order,
as far as this player may see it; of the rest only how much it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from attrs import frozen

from cli.screen.answers import folded
from interpreter.scene.data import Component

if TYPE_CHECKING:
    from cli.screen.table import Table
    from interpreter.scene.stage import Stage

MOST_ZONES = 12  # with so many fitting a name, or more, the empty ones are left out


@frozen
class Zone:
    """A zone that can be looked at; empty ones are in no scene."""

    title: str
    key: str
    word: str
    ordering: str
    components: tuple[Component, ...]
    places: tuple[tuple[int, int], ...] = ()

    @property
    def count(self) -> int:
        return sum(component.copies for component in self.components)


def look_lines(table: Table, stage: Stage, wanted: str) -> Iterator[str]:
    zones = _zones(table, stage)
    found = _meant(zones, folded(wanted))
    if not found:
        names = dict.fromkeys(info.name for info in stage.zones.values() if info.shown)
        known = ", ".join(names) or table.words.text("nothing")
        yield table.say("command.no_such_zone", wanted, known)
    for zone in found:
        yield from _zone_lines(table, zone)


def _zones(table: Table, stage: Stage) -> list[Zone]:
    """All zones of the definition, in the order of their declarations."""
    scene = table.scene
    lying = {
        area.id: Zone(area.title, area.id, area.word, area.ordering, area.components) for area in scene.areas
    }
    for board in scene.boards:
        cells = [(cell, cell.component) for cell in board.cells if cell.component is not None]
        places = tuple((cell.column, cell.row) for cell, _ in cells)
        word = stage.zones[board.id.partition(":")[0]].word
        lying[board.id] = Zone(board.title, board.id, word, "grid", tuple(c for _, c in cells), places)
    found = []
    for name, info in stage.zones.items():
        if not info.shown:
            continue
        for key in stage.keys_of_owners(info.declared.owner):
            called, owner = stage.called(info, key)
            title = table.words.say("event.owned", called, stage.names[owner]) if owner else called
            number = f"{name}:{key}" if key else name
            empty = Zone(title, number, info.word, info.declared.ordering, ())
            found.append(lying.get(number, empty))
    return found


def _meant(zones: Sequence[Zone], wanted: str) -> list[Zone]:
    """The zones of that name, or else those with its words in their names; a zone's key counts as well."""
    names = [(zone, folded(zone.title), folded(zone.key.partition(":")[0])) for zone in zones]
    exact = [zone for zone, *both in names if wanted in both]
    fits = [zone for zone, *both in names if all(word in " ".join(both) for word in wanted.split())]
    found = exact or fits
    return found if len(found) < MOST_ZONES else [zone for zone in found if zone.count] or found[:1]


def _zone_lines(table: Table, zone: Zone) -> Iterator[str]:
    say = table.say
    if not zone.count:
        yield say("command.zone_cards", zone.title, say("table.empty"))
        return
    size = say(f"table.{zone.word}", zone.count)
    if not any(component.known for component in zone.components):
        yield say("command.zone_hidden", zone.title, size)
        return
    yield say("command.zone_cards", zone.title, size)
    if zone.ordering == "set":
        yield from (f"  {_name(table, component)}" for component in zone.components)
    elif zone.ordering == "grid":
        for (column, row), component in sorted(zip(zone.places, zone.components, strict=True), key=_place):
            yield f"  {table.words.say('place', column, row)}: {_name(table, component)}"
    elif zone.ordering == "pile":  # a scene has the top last
        yield f"  {say('command.from_top')}"
        yield from _in_order(table, zone.components[::-1], zone.count)
    else:
        yield from _in_order(table, zone.components, zone.count)


def _place(cell: tuple[tuple[int, int], Component]) -> tuple[int, int]:
    return cell[0]


def _name(table: Table, component: Component) -> str:
    return table.listing.piece(component).text.replace("\xa0", " ")


def _in_order(table: Table, components: Sequence[Component], count: int) -> Iterator[str]:
    """Each with its position; hidden ones that follow each other in one line."""
    digits = len(str(count))
    position = 1
    for component in components:
        if component.known:
            one = table.listing.name(component).replace(
                table.say("table.times", component.name, component.copies), component.name
            )
            yield from (f"  {n:>{digits}}  {one}" for n in range(position, position + component.copies))
        else:
            yield f"  {'':{digits}}  {_name(table, component)}"
        position += component.copies
