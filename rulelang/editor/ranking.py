"""How likely each name is at a place.

In: a `Here`, the texts of the game, and the names and words that could stand there. Out: a score for each.
What is likely is what fits, what stood in the same company elsewhere in the game, what is near, and what
is declared but not used so far, because nobody declares what is not needed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from math import log

from rulelang.editor.beside import owners_of
from rulelang.editor.fitting import Name
from rulelang.editor.habits import habits, tokens_of
from rulelang.editor.here import Here, declaration_at
from rulelang.source import Source
from rulelang.typed.functions import FUNCTIONS
from rulelang.typed.symbols import World

NEAR = 2500  # characters before and after a place that are near it
_DECLARED = re.compile(r"^(?:replace )?[a-z_]+ ([a-z][a-z0-9_]*)", re.MULTILINE)
_GROUPS = {
    "rule": "rule", "value": "value", "word": "word", "row": "word", "local": "local", "zone": "data",
    "track": "data", "setting": "data", "field": "data", "die": "data", "memory": "data",
}  # fmt: skip
_WORDS = ("word of the language", "function")
_OF_WORDS = ("1", "2", "k")  # companies that tell which words of the language are likely
# Fitted to the names of all definitions (`python -m benchmarks.editor_weights`), with the rest of their lines
# and without. Fitted without a game, they rank the names of this game nearly as well. Those of words that the
# grammar accepts ("is accepted", "word …") are as large as they can be without putting a name lower.
WEIGHTS: Mapping[str, float] = {
    "is word of the language": -2.1, "is function": -3.0, "is accepted": -0.4, "is row": 0.9,
    "is word": 1.1, "is setting": 1.6, "is zone": 1.6, "is track": 1.6, "is field": 0.2, "is value": 0.3,
    "is other": 0.9,
    "share 1": 1.1, "share 2": 2.9, "share 3": 0.1, "share a": 1.0, "share n": 1.1, "share m": 1.9,
    "share k": -0.2, "share v": -3.9, "share g": 1.6, "times 3": 0.7, "sort n": 0.2, "sort k": 0.8,
    "sort g": 0.7, "word k": 8.0, "word 1": 4.0, "word 2": 2.0,
    "near": 4.8, "soon": 1.1, "in declaration": -3.8, "next in order": 1.7, "already a case": -4.8,
    "has what follows": 2.6, "fits": 4.9, "exactly": 2.5, "local": 0.6, "own row": 3.6, "unused local": 1.5,
    "unused rule": -0.8, "unused value": 1.9, "unused word": -2.9, "unused data": 3.7,
    "unused that fits": 1.6, "declared below": 0.7, "waits below": 3.2, "other arguments": -0.1,
    "arguments of its names": 3.0,
}  # fmt: skip


class Ranking:
    def __init__(
        self, here: Here, source: Source, others: Iterable[Source], names: Mapping[str, Name],
        accepted: frozenset[str],
    ) -> None:  # fmt: skip
        text = source.text
        first, last = declaration_at(text, here.start)
        before, after = text[first : here.start], text[here.stop : last]
        rest = [other.text for other in others if other.path != source.path]
        self.names, self.accepted = names, accepted
        # What stands around this declaration stays the same while it is typed, so it is counted once.
        self.habits = habits(before, after, [*rest, text[:first], text[last:]])
        self.seen = {company[0]: self.habits.seen(company) for company in self.habits.companies}
        self.totals = {company: words.total() for company, words in self.seen.items()}
        self.uses = self.seen.get("0", Counter())
        self.sorts = {company: self._sorts(company) for company in ("n", "k", "g") if company in self.seen}
        above = tokens_of(text[max(0, here.start - NEAR) : here.start])
        below = tokens_of(text[here.stop : here.stop + NEAR])
        self.near = _distances(reversed(above))
        self.soon = _distances(below)
        self.within = _distances(reversed(tokens_of(before)))
        own = _DECLARED.match(text, first)
        self.own = own[1] if own is not None else ""
        self.later = _distances(_DECLARED.findall(text, last))
        self.waiting = _distances(word for word in self.later if self.uses[word] <= 1)
        world = here.study.world if here.study is not None else None
        self.params = _params(world) if world is not None else {}
        self.arguments = _arguments(after)
        self.next = _next_words(world, self.near) if world is not None else set()
        self.taken = _taken(here, text) if here.part == "cases" else set()
        dotted = re.match(r"\.([a-z][a-z0-9_]*)", after)
        self.owners = owners_of(dotted[1], world, here.scope) if dotted and world is not None else None

    def _sorts(self, company: str) -> Counter[str]:
        found: Counter[str] = Counter()
        for word, times in self.seen[company].items():
            unknown = "accepted" if word in self.accepted else "local"  # a name of another declaration
            found[self._sort(word, unknown)] += times
        return found

    def _sort(self, word: str, unknown: str = "accepted") -> str:
        name = self.names.get(word)
        if name is None or (word in self.accepted and not name.fits):
            return "accepted" if word in self.accepted else unknown
        return name.sort

    def of(self, word: str) -> float:
        return sum(WEIGHTS[what] * much for what, much in self.features(word))

    def features(self, word: str) -> Iterator[tuple[str, float]]:
        name, sort = self.names.get(word), self._sort(word)
        fits = name is not None and name.fits
        yield f"is {sort}" if f"is {sort}" in WEIGHTS else "is other", 1
        yield from self._in_company(word, sort)
        yield "near", _near(self.near, word, 15)
        yield "soon", _near(self.soon, word, 15)
        yield "in declaration", _near(self.within, word, 6)
        yield "next in order", word in self.next
        yield "already a case", word in self.taken
        if self.owners is not None:
            yield "has what follows", 1 if word in self.owners else -1
        if name is None:
            return
        yield "fits", fits
        yield "exactly", name.exact
        yield "local", name.local
        yield "own row", sort == "row" and word == self.own
        yield from self._unused(word, sort, fits, name.local)
        yield from self._called(word, sort)

    def _in_company(self, word: str, sort: str) -> Iterator[tuple[str, float]]:
        for company, words in self.seen.items():
            if words[word] and company != "0":
                share = words[word] / (self.totals[company] + 1)
                yield f"share {company}", share
                if sort == "accepted" and company in _OF_WORDS:
                    yield f"word {company}", share
        if self.seen.get("3", Counter())[word]:
            yield "times 3", 1 + log(self.seen["3"][word])
        for company, sorts in self.sorts.items():
            yield f"sort {company}", log((sorts[sort] + 0.3) / (self.totals[company] + 3))

    def _unused(self, word: str, sort: str, fits: bool, local: bool) -> Iterator[tuple[str, float]]:
        group = _GROUPS.get(sort, "other")
        if local:
            yield "unused local", self.habits.near.get(("0",), Counter())[word] <= 1
        elif sort not in (*_WORDS, "accepted") and group != "other":
            unused = self.uses[word] <= (group != "word")  # words are declared in tables, or used if counted
            yield f"unused {group}", unused
            yield "unused that fits", unused and fits
        if not local:
            yield "declared below", 1 / place if (place := self.later.get(word)) else 0
            yield "waits below", 1 / place if (place := self.waiting.get(word)) else 0

    def _called(self, word: str, sort: str) -> Iterator[tuple[str, float]]:
        """Whether it takes as many arguments as stand there, by the names that it has for them."""
        if sort not in ("rule", "value", "function"):
            yield "other arguments", self.arguments is not None
            return
        params = self.params.get(word, ())
        there = self.arguments or ()
        yield "other arguments", len(params) != len(there)
        if params and len(params) == len(there):
            same = sum(param == each for param, each in zip(params, there, strict=True))
            yield "arguments of its names", same / len(params)


def _distances(tokens: Iterable[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for distance, token in enumerate(tokens, 1):
        found.setdefault(token, distance)
    return found


def _near(distances: Mapping[str, int], word: str, far: int) -> float:
    distance = distances.get(word)
    return 1 / (1 + distance / far) if distance is not None else 0.0


def _params(world: World) -> dict[str, tuple[str, ...]]:
    found = {name: tuple(str(param) for param in function.params) for name, function in FUNCTIONS.items()}
    for table in (world.rules, world.values):
        found |= {symbol.name: tuple(name for name, _ in symbol.params) for symbol in table.values()}
    return found


def _arguments(after: str) -> tuple[str, ...] | None:
    """What stands in the brackets right behind the place; None if there are none."""
    if not after.startswith("("):
        return None
    found, depth = [""], 0
    for sign in after.partition("\n")[0]:
        depth += (sign in "([") - (sign in ")]")
        if depth == 0:
            return tuple(each.strip() for each in found)
        if sign == "," and depth == 1:
            found.append("")
        elif depth > 1 or sign != "(":
            found[-1] += sign
    return None


def _next_words(world: World, near: Mapping[str, int]) -> set[str]:
    """Of each kind and table, the word after the one that was last spoken of."""
    found: set[str] = set()
    orders = [kind.words for kind in world.kinds.values()]
    for order in (*orders, *(tuple(record.rows) for record in world.records.values())):
        spoken = [(near[word], number) for number, word in enumerate(order) if word in near]
        if spoken and (number := min(spoken)[1]) + 1 < len(order):
            found.add(order[number + 1])
    return found


def _taken(here: Here, text: str) -> set[str]:
    """The words for which a rule or value has a case already."""
    name = re.escape(str(getattr(here.parent, "name", "")))
    cases = rf"^(?:replace )?(?:rule|value) {name}(?:\(.*?\))? for ([a-z0-9_, ]+)"
    found: set[str] = set()
    for match in re.finditer(cases, text, re.MULTILINE):
        if not match.start() <= here.start <= match.end():
            found |= set(match[1].replace(",", " ").split())
    return found
