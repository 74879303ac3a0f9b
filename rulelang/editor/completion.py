"""Suggestions while somebody types, the likeliest first.

In: a `Here` and the texts of the game. Out: `Suggestion`s: words that the grammar accepts, and names,
first those whose type fits. Among these, what was written before in the same company comes first: after
the same words, before the same sign, in the same declaration.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from math import log

from attrs import frozen

from rulelang.diagnostics import Report
from rulelang.editor.fitting import Name, names_at, said_in
from rulelang.editor.here import Here, declaration_at
from rulelang.editor.texts import texts_of
from rulelang.source import Source
from rulelang.syntax.accepts import words

_TOKEN = re.compile(r"#[^\n]*|[a-z][a-z0-9_]*|\d+|\"[^\"\n]*\"|>=|<=|\n|[^\s\w]")
NEAR = 2000  # characters before and after a place that are near it
Company = tuple[str, ...]


@frozen
class Suggestion:
    text: str
    sort: str
    fits: bool = True
    says: str = ""  # its texts


def suggestions(here: Here, source: Source, others: Iterable[Source]) -> list[Suggestion]:
    others = list(others)
    names = names_at(here)
    known = {name.text for name in names}
    names += [
        said for text in (source, *others) for said in said_in(text, Report()) if said.text not in known
    ]
    accepted = [word for word in words(here.terminals) if word[0].isalpha()]
    found = {word: Suggestion(word, "word of the language") for word in accepted}
    texts = texts_of(here.study)
    for name in names:
        says = texts.get((name.sort, name.text), "")
        found[name.text] = Suggestion(name.text, name.sort, name.fits, says)
    matching = [each for each in found.values() if each.text.startswith(here.prefix)]
    score = _Scores(here, source, others, {name.text: name for name in names}, frozenset(accepted))
    return sorted(matching, key=lambda each: (-score.of(each.text), each.text))


@lru_cache(maxsize=200)
def _tokens(text: str) -> tuple[str, ...]:
    return tuple(token for token in _TOKEN.findall(text) if token[0] != "#")


@lru_cache(maxsize=200)
def _companies(text: str) -> Counter[Company]:
    """How often each word stands after two and three others, and between two."""
    tokens = ("\n", "\n", "\n", *_tokens(text), "\n")
    found: Counter[Company] = Counter()
    for index in range(3, len(tokens) - 1):
        word = tokens[index]
        if word[0].isalpha():
            found.update(_around(tokens[index - 3 : index], word, tokens[index + 1]))
    return found


def _around(before: Company, word: str, after: str) -> list[Company]:
    third, second, first = before
    return [
        ("0", word), ("2", second, first, word), ("3", third, second, first, word),
        ("a", first, word, after), ("n", word, after),
    ]  # fmt: skip


# Found by trying on names and words of all definitions, with nothing typed (`python -m benchmarks.editor`).
# Of 70 names of each game 92 % are among the first five, of all names 81 %: large games are harder.
_WEIGHTS = {"2": 2.0, "3": 3.0, "a": 1.5, "n": 1.0}
_FITS, _LOCAL, _UNUSED, _WORD, _NEAR, _SOON = 4.5, 8.0, 2.0, 4.5, 2.0, 2.0
_SORTS = {"word": 5.5, "zone": 2.5, "value": 0.5}  # of what fits


class _Scores:
    def __init__(
        self,
        here: Here,
        source: Source,
        others: Iterable[Source],
        names: dict[str, Name],
        accepted: frozenset[str],
    ) -> None:
        text = source.text
        above = _tokens(text[max(0, here.start - NEAR) : here.start])
        below = _tokens(text[here.stop : here.stop + NEAR])
        self.before = ("\n", "\n", "\n", *above)[-3:]
        self.after = below[0] if below else "\n"
        self.counts = [_companies(other.text) for other in others if other.path != source.path]
        # What stands around this declaration stays the same while it is typed, so it is counted once.
        first, last = declaration_at(text, here.start)
        self.counts += [_companies(text[:first]), _companies(text[last:])]
        self.counts += [_companies(text[first : here.start]), _companies(text[here.stop : last])]
        self.names, self.accepted = names, accepted
        self.near = {word: len(above) - index for index, word in enumerate(above)}
        self.soon = {word: index for index, word in reversed(list(enumerate(below[:150])))}

    def unused(self, word: str, name: Name) -> bool:
        """Whether a name is declared, but never used so far: nobody declares what is not needed."""
        near = self.counts[-2:] if name.local else self.counts
        return sum(count[("0", word)] for count in near) <= (name.sort not in ("word", "row"))

    def of(self, word: str) -> float:
        score = 0.0
        for company in _around(self.before, word, self.after):
            seen = sum(count[company] for count in self.counts) if company[0] in _WEIGHTS else 0
            if seen:
                score += _WEIGHTS[company[0]] * (1 + log(seen))
        name = self.names.get(word)
        if name is not None and name.fits:
            score += _FITS + _LOCAL * name.local + _SORTS.get(name.sort, 0.0)
            score += _UNUSED * self.unused(word, name)
        score += _WORD * (word in self.accepted and name is None)
        distance, soon = self.near.get(word), self.soon.get(word)
        score += _NEAR / (1 + distance / 15) if distance is not None else 0
        return score + (_SOON / (1 + soon / 15) if soon is not None else 0)
