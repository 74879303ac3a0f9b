"""A close look at one zone.

In: the table of a player and a part of a zone's name. Out: lines with everything that lies there, in order,
as far as this player may see it; of the rest only how much it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from cli.screen.answers import folded
from cli.screen.board import noted

if TYPE_CHECKING:
    from cli.screen.table import Table
    from interpreter.knowledge.views import ZoneView

MOST_ZONES = 12  # with so many fitting a name, or more, the empty ones are left out


def look_lines(table: Table, wanted: str) -> Iterator[str]:
    found = _meant(table, folded(wanted))
    if not found:
        names = dict.fromkeys(table.words.text(f"zone.{zone.name}") for zone in table.view.zones)
        known = ", ".join(names) or table.words.text("nothing")
        yield table.say("command.no_such_zone", wanted, known)
    for zone in found:
        yield from _zone_lines(table, zone)


def _meant(table: Table, wanted: str) -> list[ZoneView]:
    """The zones of that name, or else those with its words in their names; a zone's key counts as well."""
    names = [(zone, folded(table.titles[id(zone)]), folded(zone.name)) for zone in table.view.zones]
    exact = [zone for zone, *both in names if wanted in both]
    fits = [zone for zone, *both in names if all(word in " ".join(both) for word in wanted.split())]
    found = exact or fits
    return found if len(found) < MOST_ZONES else [zone for zone in found if zone.count] or found[:1]


def _zone_lines(table: Table, zone: ZoneView) -> Iterator[str]:
    say, title = table.say, table.titles[id(zone)]
    if not zone.count:
        yield say("command.zone_cards", title, say("table.empty"))
        return
    size = say(f"table.{table.records[table.zones[zone.name].item].word}", zone.count)
    labels = [
        None if key is None else noted(label, key, table.notes.of(zone))
        for label, key in zip(zone.labels, zone.cards, strict=True)
    ]
    if not any(labels):
        yield say("command.zone_hidden", title, size)
        return
    yield say("command.zone_cards", title, size)
    if zone.ordering == "set":
        yield from _counted(table, labels)
    elif zone.ordering == "grid":
        for (column, row), label in sorted(zip(zone.places, labels, strict=True), key=lambda cell: cell[0]):
            yield f"  {table.words.say('place', column, row)}: {label or say('table.hidden', 1)}"
    else:
        if zone.ordering == "pile":  # a view has the top last
            labels.reverse()
            yield f"  {say('command.from_top')}"
        yield from _in_order(table, labels)


def _counted(table: Table, labels: Sequence[str | None]) -> Iterator[str]:
    for label, count in Counter(labels).items():
        if label is None:
            yield f"  {table.say('table.hidden', count)}"
        else:
            yield f"  {label} x{count}" if count > 1 else f"  {label}"


def _in_order(table: Table, labels: Sequence[str | None]) -> Iterator[str]:
    """Each with its position; hidden ones that follow each other in one line."""
    digits = len(str(len(labels)))
    position = 1
    for label, group in groupby(labels):
        count = len(list(group))
        if label is None:
            yield f"  {'':{digits}}  {table.say('table.hidden', count)}"
        else:
            yield from (f"  {number:>{digits}}  {label}" for number in range(position, position + count))
        position += count
