"""How the texts of a game use its names: what stood in which company, and how often.

In: texts, and a place in one of them. Out: for each company of the place, as "after these two words" or "as
the second argument of this call", the words that stood in it elsewhere. The word at the place itself is not
counted, because nobody knows it yet.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from attrs import define, frozen

from rulelang.syntax.accepts import keywords

_TOKEN = re.compile(r"#[^\n]*|[a-z][a-z0-9_]*|\d+|\"[^\"\n]*\"|>=|<=|\n|[^\s\w]")
LINE = "\n"
MARK = "zz_here"
MOST_COUNTED = 60  # texts: the files of a game, and the halves of those that were typed in last; 1 MB each
Company = tuple[str, ...]  # its sort, then what makes it
Counts = Mapping[Company, Counter[str]]


@define
class _Level:
    """Brackets around a place: what is called, which argument it is, the last word in them."""

    called: str = ""
    argument: int = 0
    word: str = ""


@define
class _Line:
    """What is known of a line while it is read."""

    levels: list[_Level]
    verb: str = ""
    first: str = ""
    fresh: bool = True  # whether a statement begins here

    def read(self, token: str, before: str) -> None:
        if token == LINE:
            self.verb, self.first, self.fresh, self.levels = "", "", True, [_Level()]
            return
        level = self.levels[-1]
        if token in "([{":
            self.levels.append(_Level(before if before[0].isalpha() and before not in keywords() else ""))
        elif token in ")]}":
            del self.levels[1 if len(self.levels) == 1 else -1 :]
        elif token == ",":
            level.argument += 1
            level.word = ","
        elif token == ":" and len(self.levels) == 1:
            level.word, self.fresh = ":", True
        elif token in keywords() or not (token[0].isalnum() or token[0] == '"'):
            level.word = token
        if self.fresh and token[0].isalpha():
            known = token if token in keywords() else "a name"
            self.verb = known if known != "a name" or not self.first else f"{self.first}:"
            self.first, self.fresh = self.first or known, False


def tokens_of(text: str) -> list[str]:
    return ["0" if token.isdigit() else token for token in _TOKEN.findall(text) if token[0] != "#"]


def _companies(before: Sequence[str], line: _Line, after: Sequence[str]) -> tuple[Company, ...]:
    third, second, first = before
    level = line.levels[-1]
    found = [
        ("0",), ("1", first), ("2", second, first), ("3", third, second, first), ("a", first, after[0]),
        ("n", after[0]), ("m", *after), ("k", line.verb, level.word), ("v", line.verb),
    ]  # fmt: skip
    if level.called:
        found.append(("g", level.called, str(level.argument)))
    return tuple(found)


def _read(text: str) -> Iterator[tuple[str, tuple[Company, ...]]]:
    """Every word with its companies."""
    tokens = [LINE, LINE, LINE, *tokens_of(text), LINE, LINE]
    line = _Line([_Level()])
    for index in range(3, len(tokens) - 2):
        token = tokens[index]
        if token[0].isalpha():
            yield token, _companies(tokens[index - 3 : index], line, tokens[index + 1 : index + 3])
        line.read(token, tokens[index - 1])


@lru_cache(maxsize=MOST_COUNTED)
def counted(text: str) -> Counts:
    found: dict[Company, Counter[str]] = {}
    for word, companies in _read(text):
        for company in companies:
            found.setdefault(company, Counter())[word] += 1
    return found


@frozen
class Habits:
    """What is known of a place from how the same words are used elsewhere."""

    companies: tuple[Company, ...]
    counts: tuple[Counts, ...]
    near: Counts  # of the declaration that the place is in

    def seen(self, company: Company) -> Counter[str]:
        found: Counter[str] = Counter()
        for counts in self.counts:
            if company in counts:
                found.update(counts[company])
        return found


def habits(before: str, after: str, others: Iterable[str]) -> Habits:
    """Of a place between two texts, those of its declaration."""
    found: dict[Company, Counter[str]] = {}
    here: tuple[Company, ...] = ()
    for word, companies in _read(f"{before}{MARK}{after}"):
        if word == MARK:
            here = companies
            continue
        for company in companies:
            found.setdefault(company, Counter())[word] += 1
    return Habits(here, (*map(counted, others), found), found)
