"""The options of a question as they are shown: look-alikes once, and many of them in menus.

In: the options of a request and, if the game is given, where the components in them lie. Out: `ways`, each
standing for one option or for several that look the same; and a `Menu` of them that is walked down: an
action, then what it is taken with, one thing after another.

For a session: `Choices` of `answers.py` walks the menu. It raises `Narrowed` when something was picked
that is not an answer yet; then `choices.lines(width)` are other lines, to be shown with the question again.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from cli.screen.whereabouts import Whereabouts

if TYPE_CHECKING:
    from cli.phrases import Phrases
    from interpreter.game.requests import Option, Request

FEW = 12  # up to so many options are shown at once
WHOLE_NUMBER = re.compile(r"[+-]?\d{1,9}")


@frozen
class Way:
    """An option as it is shown."""

    index: int
    key: str
    label: str
    path: tuple[str, ...]  # what is picked, one thing after another
    notes: tuple[str, ...] = ()  # what tells it from others of the same label
    where: str = ""

    @property
    def name(self) -> str:
        return _noted((self.label, self.where) if self.where else (self.label,), self.notes)

    def rest(self, depth: int) -> str:
        """What is still to be picked after so many steps."""
        left = self.path[depth:]
        if depth == 0 or not left:
            return self.name
        if self.where and len(left) > 1:  # the step before the last says where it lies
            left = (*left[:-2], left[-1], self.where)
        return _noted(left, self.notes)


def _noted(parts: Sequence[str], notes: Sequence[str]) -> str:
    text = _joined(parts)
    return f"{text} ({', '.join(notes)})" if notes else text


def _joined(parts: Sequence[str]) -> str:
    """Things one after another; where the texts of a definition have commas in them, these do not do."""
    return ("; " if any("," in part for part in parts) else ", ").join(parts)


def _label(option: Option) -> str:
    """The label of an option; parts that have commas in them are told apart by something else."""
    return _joined(option.parts) if option.label == ", ".join(option.parts) else option.label


def ways_of(request: Request, say: Phrases, where: Whereabouts | None) -> list[Way]:
    """The options of a request; without look-alikes, unless several are chosen."""
    groups = _look_alikes(request, where)
    ways = [Way(o.index, o.key, _label(o), o.parts or (o.label,)) for o, _ in groups]
    keys = [_part_keys(option) for option, _ in groups]
    if where is not None:
        ways = _with_places(ways, keys, where)
    named = Counter(way.name for way in ways)
    found = []
    for way, names, (_, count) in zip(ways, keys, groups, strict=True):
        notes = [_distinction(way, names, where, say)] if named[way.name] > 1 else []
        notes += [say("answer.alike", count)] if count > 1 else []
        found.append(evolve(way, notes=tuple(notes)))
    return found


def _distinction(way: Way, keys: tuple[str, ...], where: Whereabouts | None, say: Phrases) -> str:
    """What tells an option from another one of the same name: its place in a row, or else its key."""
    position = where.position(keys[-1], way.path[-1], say) if where is not None and keys else ""
    return position or way.key


def _look_alikes(request: Request, where: Whereabouts | None) -> list[tuple[Option, int]]:
    """The first of each group of options that a player cannot tell apart, with the size of the group."""
    if where is None or request.several:
        return [(option, 1) for option in request.options]
    groups: dict[tuple[str, str], list[Option]] = {}
    for option in request.options:
        look = where.look(option.key) if "#" in option.key else option.key
        groups.setdefault((look, option.label), []).append(option)
    return [(group[0], len(group)) for group in groups.values()]


def _part_keys(option: Option) -> tuple[str, ...]:
    """The keys of an option's parts; none where they cannot be told apart."""
    inside = option.key
    if inside.endswith(")") and "(" in inside:
        inside = f"-, {inside.partition('(')[2][:-1]}"
    keys = tuple(inside.split(", "))
    return keys if len(keys) == len(option.parts) else ()


def _with_places(ways: list[Way], keys: list[tuple[str, ...]], where: Whereabouts) -> list[Way]:
    """Says where the component of an option lies, if those of the same action lie in different zones."""
    titles = [_place(way, names, where) for way, names in zip(ways, keys, strict=True)]
    places: dict[str, set[str]] = {}
    for way, title in zip(ways, titles, strict=True):
        places.setdefault(_action(way), set()).add(title)
    found = []
    for way, title in zip(ways, titles, strict=True):
        if title and len(places[_action(way)]) > 1:
            before, last = way.path[:-1], way.path[-1]
            way = evolve(way, path=(*before, title, last), where=title)
        found.append(way)
    return found


def _action(way: Way) -> str:
    return way.path[0] if len(way.path) > 1 else ""


def _place(way: Way, keys: tuple[str, ...], where: Whereabouts) -> str:
    """Where the last part of an option lies, unless another part of it names the owner of that zone."""
    if not keys:
        return ""
    key, label = keys[-1], way.path[-1]
    title = where.title(key, label)
    return "" if not title or where.owner(key, label) in keys[:-1] else title


# ---------------------------------------------------------------- walking down


@frozen
class Item:
    """A line of a menu: one way, or several that begin the same."""

    name: str
    ways: tuple[Way, ...]
    depth: int  # how much of their paths is picked with it


@frozen
class Level:
    """What is left to pick from."""

    title: str
    ways: tuple[Way, ...]
    depth: int = 0


class Menu:
    """The lines to pick from, and how one got there."""

    def __init__(self, ways: Iterable[Way], grouped: bool) -> None:
        self.ways = tuple(ways)
        self.grouped = grouped
        self.levels = [Level("", self.ways)]
        self.items = self._items(self.levels[-1])

    @property
    def level(self) -> Level:
        return self.levels[-1]

    @property
    def is_deep(self) -> bool:
        return len(self.levels) > 1

    def enter(self, item: Item) -> None:
        title = item.name if not self.level.title else f"{self.level.title}, {item.name}"
        self._go(Level(title, item.ways, item.depth))

    def narrow(self, title: str, ways: Iterable[Way]) -> None:
        """Goes on with some of the ways, wherever they stand in the menu."""
        self._go(Level(title, tuple(ways)))

    def _go(self, level: Level) -> None:
        self.levels.append(level)
        self.items = self._items(level)

    def back(self) -> None:
        self.levels.pop()
        self.items = self._items(self.levels[-1])

    def _items(self, level: Level) -> list[Item]:
        ways, depth = level.ways, level.depth
        while self.grouped and len(ways) > FEW:
            groups = _groups(ways, depth)
            if len(groups) == 1:
                depth += 1  # all of them begin the same: there is nothing to pick
            elif len(groups) * 3 > len(ways) * 2:
                break  # it would save the reader hardly any lines
            else:
                return [_item(group, depth) for group in groups]
        return [Item(way.rest(depth), (way,), len(way.path)) for way in ways]


def _groups(ways: Sequence[Way], depth: int) -> list[list[Way]]:
    """Ways with the same next step, in the order in which they come."""
    groups: dict[tuple[str, ...] | int, list[Way]] = {}
    for way in ways:
        step = way.path[: depth + 1] if len(way.path) > depth else way.index
        groups.setdefault(step, []).append(way)
    return list(groups.values())


def _item(group: list[Way], depth: int) -> Item:
    if len(group) == 1:
        return Item(group[0].rest(depth), tuple(group), len(group[0].path))
    return Item(group[0].path[depth], tuple(group), depth + 1)


def are_numbers(items: Sequence[Item]) -> bool:
    """Whether what is picked are numbers themselves, each once."""
    if not all(WHOLE_NUMBER.fullmatch(item.name) for item in items):
        return False
    return len({int(item.name) for item in items}) == len(items)
