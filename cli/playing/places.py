"""Options that are places of a board on the screen, in a few words.

In: the drawn table of a question and its choices. Out: a line that says where they are, where every one of
them can be seen on the table and nothing else looks like them; nothing where they have to be listed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from cli.screen.answers import Unclear
from cli.screen.cells import OFFERED
from cli.screen.menus import FEW
from cli.screen.widths import wrapped

if TYPE_CHECKING:
    from cli.screen.answers import Choices
    from cli.screen.table import Table


MOST_ASKED = 64  # menus, of each of which it is tried whether its place calls it


def places_in_short(table: Table, choices: Choices) -> Iterator[str]:
    items, say = choices.menu.items, choices.say
    if len(items) <= FEW or choices.menu.is_deep or choices.request.several:
        return
    keys = _places(table, choices)
    if len(keys) != len(items):
        return
    word = say.words("command.options_words")[0]
    told = say("answer.places", len(items), OFFERED, keys[len(keys) // 2], word)
    yield from wrapped(told, table.width, "  ", "  ")


def _places(table: Table, choices: Choices) -> list[str]:
    """What is typed for each line, if each is about a place of its own and the table shows just these."""
    options, items = choices.options, choices.menu.items
    abouts = [{options[way.index].about[:1] for way in item.ways} for item in items]
    places = [about.pop()[0] for about in abouts if len(about) == 1 and about != {()}]
    pieces = (piece for line in table.lines() for piece in line if piece.text.strip() == OFFERED)
    if {(ref,) for ref in places} != {piece.refs for piece in pieces} or len(set(places)) != len(items):
        return []
    keys = [re.split("[@:]", ref)[-1] for ref in places]
    if all(
        len(item.ways) == 1 and options[item.ways[0].index].key == key
        for item, key in zip(items, keys, strict=True)
    ):
        return keys
    called = len(items) <= MOST_ASKED and all(
        _meant(choices, key) == {way.index for way in item.ways}
        for item, key in zip(items, keys, strict=True)
    )
    return keys if called else []


def _meant(choices: Choices, key: str) -> set[int]:
    try:
        return {option.index for option in choices.meant(key)}
    except Unclear:
        return set()
