"""What a player typed, as an answer.

In: a request and a typed line. Out: the indices of the options meant, or a sentence that says what is
unclear. An option is meant by its number among the lines shown, by its key, or by a part of its label that
fits no other. Where the lines shown are numbers themselves, a typed number is the number itself.

Many options are shown as menus (`menus.py`), and `Choices` remembers how far a player has gone down:
`understand` raises `Narrowed` when a step was taken, and `lines` shows what can be picked then.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from cli.phrases import Phrases
from cli.screen.menus import FEW, WHOLE_NUMBER, Item, Menu, Way, are_numbers, ways_of
from cli.screen.whereabouts import Whereabouts
from cli.screen.widths import padded, width_of, wrapped

if TYPE_CHECKING:
    from interpreter.bots import Answer
    from interpreter.game import Game
    from interpreter.game.requests import Option, Request

ONLY_WORDS = re.compile(r"[\w\s,.'-]+")  # what a key sends is none
NOTHING = ("", "-", "none")  # whatever the language
MOST_LINES = 240
MOST_NAMED = 4
# Letters that are no letter with a mark, so that taking marks away does not make them plain.
PLAIN_LETTERS = str.maketrans("łøđħŧı", "lodhti")


class Unclear(Exception):
    """What was typed is not an answer; the message is for the player."""


class Narrowed(Unclear):
    """A step in a menu: what can be picked has changed. The message is the new lines."""


@lru_cache(maxsize=4096)  # the names of a game are asked for with whatever is typed
def folded(text: str) -> str:
    """Without capitals and accents, which not every keyboard has."""
    plain = unicodedata.normalize("NFKD", text.casefold()).translate(PLAIN_LETTERS)
    return " ".join("".join(c for c in plain if not unicodedata.combining(c)).replace("_", " ").split())


class Choices:
    """The options of a request, as they are shown and typed.

    With the game, options that a player cannot tell apart are shown once, and components of different zones
    are told apart. For a screen reader (`reader`) there are no columns.
    """

    def __init__(
        self, request: Request, say: Phrases | None = None, game: Game | None = None, reader: bool = False
    ) -> None:
        self.request = request
        self.say = say or Phrases("en")
        self.reader = reader
        self.options: tuple[Option, ...] = request.options
        where = Whereabouts(game, request.player) if game is not None and request.player >= 0 else None
        self.menu = Menu(ways_of(request, self.say, where), grouped=not request.several)
        self.width = 79  # of the lines shown last

    # ------------------------------------------------------------ what can be picked, in words
    @property
    def are_numbers(self) -> bool:
        """Whether the lines to pick from are numbers, so that a typed number is the number itself."""
        is_action = self.request.kind == "menu" and self.menu.level.depth == 0
        return not is_action and are_numbers(self.menu.items)

    @property
    def numbers_in_words(self) -> str:
        """The numbers that can be chosen: `3 to 9`, or all of them if there are gaps."""
        numbers = sorted(int(item.name) for item in self.menu.items)
        if len(numbers) > 2 and numbers == list(range(numbers[0], numbers[-1] + 1)):
            return self.say("answer.range", numbers[0], numbers[-1])
        return ", ".join(map(str, numbers))

    @property
    def amount_in_words(self) -> str:
        """How many have to be chosen: `2 to 3, in order`."""
        least, most = self.request.least, self.request.most
        if least == most:
            amount = str(most)
        else:
            amount = self.say("answer.range", least, most) if least else self.say("answer.at_most", most)
        return self.say("answer.in_order", amount) if self.request.ordered and most > 1 else amount

    @property
    def how(self) -> str:
        """How to answer, for somebody who did not."""
        return self.say("answer.type", self._how())

    def _how(self) -> str:
        if self.are_numbers:
            return self.say("answer.a_number", self.numbers_in_words)
        return self.say("answer.number_or_name", len(self.menu.items))

    # ------------------------------------------------------------ understanding
    def understand(self, typed: str) -> Answer:
        """The answer that was typed. Raises `Unclear`; `Narrowed` if a step in a menu was made."""
        if self.request.several:
            return self._several(typed)
        if self.menu.is_deep and self._is_back(typed):
            self.menu.back()
            raise self._narrowed()
        if not typed:
            raise Unclear(self.how)
        found = self._found(typed)
        if isinstance(found, int):
            return found
        if isinstance(found, Item):
            self.menu.enter(found)
        else:
            self.menu.narrow(self.say("answer.fitting", typed, len(found)), found)
        raise self._narrowed()

    def meant(self, typed: str) -> list[Option]:
        """The options that a line names, without choosing any: of a line in a menu all below it."""
        found = self._found(typed)
        if isinstance(found, int):
            return [self.options[found]]
        return [self.options[way.index] for way in (found.ways if isinstance(found, Item) else found)]

    def _narrowed(self) -> Narrowed:
        return Narrowed("\n".join(self.lines(self.width)))

    def _is_back(self, typed: str) -> bool:
        if not typed:
            return True
        wanted = folded(typed)
        return wanted in map(folded, self.say.words("answer.back_words")) and wanted not in self._exact

    def _several(self, typed: str) -> tuple[int, ...]:
        least, most = self.request.least, self.request.most
        chosen = [self._one(part) for part in self._parts(typed)]
        if len(set(chosen)) != len(chosen):
            raise Unclear(self.say("answer.twice"))
        if not least <= len(chosen) <= most:
            raise Unclear(self.say("answer.not_so_many", self.amount_in_words, len(chosen)))
        return tuple(chosen)

    def _parts(self, typed: str) -> list[str]:
        wanted = folded(typed)
        if wanted not in self._exact:
            if wanted in NOTHING or wanted in map(folded, self.say.words("answer.nothing_words")):
                return []
            if "," in typed:
                return [part.strip() for part in typed.split(",") if part.strip()]
        words = typed.split()
        if all(WHOLE_NUMBER.fullmatch(word) for word in words):
            return words
        try:
            self._one(typed)
        except Unclear:
            return words
        return [typed]

    def _one(self, typed: str) -> int:
        """One of several. These are never in menus, so a line is an option."""
        found = self._found(typed)
        if isinstance(found, int):
            return found
        raise self._ambiguous(typed, found.ways if isinstance(found, Item) else found)

    # ------------------------------------------------------------ finding
    def _found(self, typed: str) -> int | Item | Sequence[Way]:
        """What a line means: an option, a line of the menu with several, or several that fit."""
        if WHOLE_NUMBER.fullmatch(typed):
            return _only(self._numbered(int(typed)))
        wanted = folded(typed)
        exact = self._exact.get(wanted, [])
        if len(exact) == 1:
            return exact[0]
        for item in self.menu.items:
            if folded(item.name) == wanted:
                return _only(item)
        fits = [way for way in self.menu.ways if way.index in exact] or self._fitting(wanted)
        if not wanted or not fits:
            raise Unclear(self.say("answer.unknown", typed, self._how()))
        if len(fits) == 1:
            return fits[0].index
        indices = {way.index for way in fits}
        for item in self.menu.items:
            if len(item.ways) == len(fits) and all(way.index in indices for way in item.ways):
                return item
        if self.request.several or len(self.menu.ways) <= FEW:
            raise self._ambiguous(typed, fits)
        return fits

    @cached_property
    def _exact(self) -> dict[str, list[int]]:
        """The options by their whole names. Of look-alikes each has its key, but only the first its label."""
        found: dict[str, list[int]] = {}
        for option in self.options:
            found.setdefault(folded(option.key), []).append(option.index)
        for way in self.menu.ways:
            for name in {folded(self.options[way.index].label), folded(way.label), folded(way.name)}:
                if way.index not in found.setdefault(name, []):
                    found[name].append(way.index)
        return found

    @cached_property
    def _names(self) -> dict[int, tuple[str, str]]:
        return {way.index: (folded(way.key), folded(way.name)) for way in self.menu.ways}

    def _fitting(self, wanted: str) -> list[Way]:
        """Ways with such a part in their names: of those below the lines shown, or else of all."""
        for ways in (self.menu.level.ways, self.menu.ways):
            names = [(way, self._names[way.index]) for way in ways]
            starting = [way for way, both in names if any(name.startswith(wanted) for name in both)]
            fits = starting or [way for way, both in names if any(wanted in name for name in both)]
            fits = fits or [way for way, both in names if _has_words(wanted, " ".join(both))]
            if fits:
                return fits
        return []

    def _ambiguous(self, typed: str, fits: Sequence[Way]) -> Unclear:
        numbers = {item.ways[0].index: number for number, item in enumerate(self.menu.items, 1)}
        named = [f"{numbers[way.index]} {way.name}" for way in fits[:MOST_NAMED] if way.index in numbers]
        more = " ..." if len(fits) > MOST_NAMED else ""
        return Unclear(self.say("answer.fits", typed, len(fits), ", ".join(named) + more))

    def _numbered(self, number: int) -> Item:
        items = self.menu.items
        if self.are_numbers:
            for item in items:
                if int(item.name) == number:
                    return item
            raise Unclear(self.say("answer.not_this_number", number, self._how()))
        if not 1 <= number <= len(items):
            raise Unclear(self.say("answer.no_option", number, len(items)))
        return items[number - 1]

    # ------------------------------------------------------------ showing
    def lines(self, width: int, but: Collection[int] = ()) -> list[str]:
        """What can be picked now, in columns where it is much and short; without the lines `but`."""
        self.width = width
        found = [f"  {self.menu.level.title}"] if self.menu.is_deep else []
        if self.are_numbers:
            found += wrapped(self.numbers_in_words, width, "  ", "  ")
        else:
            found += self._numbered_lines(width, but)
        if self.menu.is_deep:
            found += wrapped(self.say("answer.back"), width, "  ", "  ")
        return found

    def _numbered_lines(self, width: int, but: Collection[int]) -> Iterator[str]:
        items = self.menu.items
        digits = len(str(len(items)))
        cells = [
            f"{number + 1:>{digits}}  {self._text(item)}"
            for number, item in enumerate(items)
            if number not in but
        ]
        widest = max(map(width_of, cells), default=0)
        columns = 1
        if len(cells) > FEW - 3 and not self.reader:
            columns = max(1, min((width - 2) // (widest + 3), 4))
        shown = cells[: MOST_LINES * columns]
        rows = -(-len(shown) // columns)
        for row in range(rows):
            if columns > 1:
                yield f"  {'   '.join(padded(cell, widest) for cell in shown[row::rows])}".rstrip()
            else:
                number, text = shown[row][: digits + 2], shown[row][digits + 2 :]
                yield from wrapped(text, width, f"  {number}", " " * (digits + 4))
        if len(cells) > len(shown):
            yield f"  {self.say('answer.and_more', len(cells) - len(shown))}"

    def _text(self, item: Item) -> str:
        return item.name if len(item.ways) == 1 else self.say("answer.ways", item.name, len(item.ways))


def _has_words(wanted: str, name: str) -> bool:
    """Whether a name has words that begin like those that were typed; numbers alone are no words."""
    if not ONLY_WORDS.fullmatch(wanted):
        return False
    typed, there = re.findall(r"\w+", wanted), re.findall(r"\w+", name)
    some_word = any(not word.isdecimal() for word in typed)
    return some_word and all(any(part.startswith(word) for part in there) for word in typed)


def _only(item: Item) -> int | Item:
    return item.ways[0].index if len(item.ways) == 1 else item
