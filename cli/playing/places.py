"""Options that are places of a board on the screen, in a few words.

In: the drawn table of a question and its choices. Out: a line that says where they are, wherever all that
looks alike on the board can be chosen; then, with their numbers, the options of which that is not true.
Nothing where all have to be listed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from cli.screen.answers import Unclear
from cli.screen.menus import FEW
from cli.screen.widths import wrapped

if TYPE_CHECKING:
    from cli.screen.answers import Choices
    from cli.screen.table import Table


MOST_ASKED = 64  # menus, of each of which it is tried whether its place calls it
LEAST_ALIKE = 4  # places with one sign that are worth a word


def places_in_short(table: Table, choices: Choices) -> Iterator[str]:
    items, say = choices.menu.items, choices.say
    if len(items) <= FEW or choices.menu.is_deep or choices.request.several or table.reader:
        return
    keys, signs = _keys(choices), _signs(table)
    told = {
        sign: places for sign, places in signs.items() if len(places) >= LEAST_ALIKE and places <= keys.keys()
    }
    shown = sorted((keys[place] for places in told.values() for place in places), key=lambda one: one[0])
    if len(shown) <= FEW // 2:
        return
    word = say.words("command.options_words")[0]
    number = shown[len(shown) // 2][0]
    named = next(name for at, name in shown if at == number)
    line = say("answer.places", len(shown), ", ".join(told), named, word)
    yield from wrapped(line, table.width, "  ", "  ")
    yield from choices.lines(table.width, but=frozenset(at for at, _ in shown))


def _signs(table: Table) -> dict[str, set[str]]:
    """What stands on the board for which places, where one word stands for each."""
    texts: dict[str, list[str]] = {}
    on_boards = {cell.ref for board in table.shown.boards for cell in board.cells}
    for line in table.lines():
        for piece in line:
            if piece.refs and piece.refs[0] in on_boards and piece.text.strip():
                texts.setdefault(piece.refs[0], []).append(piece.text.strip())
    found: dict[str, set[str]] = {}
    for place, said in texts.items():
        found.setdefault(" ".join(said), set()).add(place)
    several = {" ".join(said) for said in texts.values() if len(said) > 1}
    return {sign: places for sign, places in found.items() if sign not in several}


def _keys(choices: Choices) -> dict[str, tuple[int, str]]:
    """By their places: the numbers of the lines that are about one each, and what is typed for them."""
    options, items = choices.options, choices.menu.items
    found: dict[str, tuple[int, str]] = {}
    twice: set[str] = set()
    for number, item in enumerate(items):
        abouts = {options[way.index].about[:1] for way in item.ways}
        place = next(iter(abouts))[0] if len(abouts) == 1 and abouts != {()} else ""
        if place in found:
            twice.add(place)
        elif place and (key := re.split("[@:]", place)[-1]):
            found[place] = number, key
    alone = {place: one for place, one in found.items() if place not in twice}
    return {place: one for place, one in alone.items() if _calls(choices, *one)}


def _calls(choices: Choices, number: int, key: str) -> bool:
    """Whether a line is meant by the key of its place."""
    ways, options = choices.menu.items[number].ways, choices.options
    if len(ways) == 1 and options[ways[0].index].key == key:
        return True
    return len(choices.menu.items) <= MOST_ASKED and _meant(choices, key) == {way.index for way in ways}


def _meant(choices: Choices, key: str) -> set[int]:
    try:
        return {option.index for option in choices.meant(key)}
    except Unclear:
        return set()
