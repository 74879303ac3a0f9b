"""The words of a rulebook in one language.

In: the texts of a definition, and the tables `en.yaml`, `cs.yaml`, `pl.yaml` beside this module. Out: names
of the definition's things, and sentences with their gaps filled. A definition may have other words for the
rulebook than for the table: `rulebook.zone.lost` goes before `zone.lost`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path

from attrs import frozen

from rulelang.diagnostics import Report
from rulelang.inflection.declining import Inflection
from rulelang.inflection.forms import unmarked
from rulelang.inflection.patterns import YOU_ACT, finished, render
from rulelang.ir.keys import INSTEAD
from rulelang.ir.texts import GAP
from rulelang.prose.ink import Ink, without_marks
from rulelang.source import Source
from rulelang.tables import read_strings

UNSAID = "-"  # the text of what the table does not show: it has no name either
HERE = Path(__file__).parent
USUAL = "en"
NAMES = ("name", "noun", "direction")
# Parts of sentences: the case of their words is decided by the sentence.
PARTS = frozenset(
    ("np", "owns", "plain_owns", "that", "noun", "direction", "fn", "fn_bare", "math", "set", "end", "count")
) | {"way", "join", "choose", "name", "type", "secret", "that_owns"}
WHOLE = ("choose.what", "choose.what_you", "choose.such_that", "secret.choose", "secret.choose_plain")
_GAPS = re.compile(r"(\{\d[^{}]*\})")
Strings = Iterable[tuple[str, Iterable[tuple[str, str]]]]


@cache
def languages() -> tuple[str, ...]:
    """The languages that rules can be said in, the usual one first."""
    return tuple(sorted((path.stem for path in HERE.glob("*.yaml")), key=lambda name: (name != USUAL, name)))


@cache
def table(language: str) -> Mapping[str, str]:
    path = HERE / f"{language}.yaml"
    found = read_strings(Source(path.name, path.read_text(encoding="utf-8")), Report())
    return {key: text for key, (text, _) in found.items()}


@frozen
class Phrase:
    """A thing in words, in the forms that sentences need."""

    bare: str  # "suit of the card": after "no", "whose", "your"
    the: str  # "the suit of the card"
    owns: str = ""  # "the card's", as it stands beside what it has
    you: bool = False
    many: bool = False

    def __str__(self) -> str:
        return self.the


def readable(name: str) -> str:
    return name.replace("_", " ")


class Texts:
    def __init__(self, strings: Strings, language: str, ink: Ink | None = None) -> None:
        self.language = language if language in languages() else USUAL
        self.ink = ink or Ink()
        self.table = table(self.language)
        own = {name: dict(texts) for name, texts in strings}
        self.own_tables = [own.get(name, {}) for name in dict.fromkeys((language, USUAL))]
        self.inflection = Inflection(self.language, self.own_tables[0])
        self.unnamed: set[str] = set()  # what the definition has no name for in this language

    # ------------------------------------------------------------ sentences
    def has(self, key: str) -> bool:
        return key in self.table

    def say(self, key: str, *parts: str | int | Phrase) -> str:
        """A sentence. There may be a form of its own for a first phrase that is `you`, or that is many."""
        first = next((part for part in parts if isinstance(part, Phrase)), None)
        if first is not None:
            form = "_you" if first.you else "_many" if first.many else ""
            key = f"{key}{form}" if f"{key}{form}" in self.table else key
        plain = [part.the if isinstance(part, Phrase) else part for part in parts]
        pattern, section = self.table[key], key.partition(".")[0]
        if section in NAMES and self.inflection.declines:
            pattern = self.inflection.decline(pattern)
        text = _articles(render(pattern, plain, self.inflection))
        if section in PARTS and key not in WHOLE:
            return text
        return finished(text, self.inflection, pattern.startswith(YOU_ACT))

    def plural(self, text: str) -> bool:
        return self.inflection.plural(without_marks(text) if not self.inflection.declines else text)

    def no_single(self, text: str) -> bool:
        """Whether one has more or less of it, not a higher or a lower one: `points`, `money`."""
        last = without_marks(text).split(" ")[-1].lower()
        return self.plural(text) or last in self.inflection.table.get("of_no_number", "").split()

    def filled(self, text: str, parts: Sequence[str | int], you_act: bool = False) -> str:
        """An author's sentence. Nothing in it waits for another sentence."""
        return finished(self.in_gaps(text, parts), self.inflection, you_act)

    def in_gaps(self, text: str, parts: Sequence[str | int]) -> str:
        """An author's words with their gaps filled, which may become a part of a sentence."""
        return render(text, parts, self.inflection, of_table=False)

    def phrase(self, key: str, *parts: str | int | Phrase, many: bool = False) -> Phrase:
        """Something that is said the same way with and without an article."""
        text = self.say(key, *parts)
        return Phrase(text, text, many=many)

    def the(self, bare: str, many: bool = False) -> Phrase:
        """A thing with its article, unless it begins with one."""
        article = self.say("np.the", "")
        known = bool(article) and bare.lstrip("[").startswith(article)
        return Phrase(bare, bare if known else self.say("np.the", bare), many=many)

    def listed(self, parts: list[str], word: str = "and") -> str:
        """a, b and c"""
        if not parts:
            return self.say("np.nothing")
        text = ", ".join(parts[:-1])
        return self.say(f"join.{word}", text, parts[-1]) if text else parts[0]

    # ------------------------------------------------------------ the definition's own words
    def own(self, *keys: str) -> str | None:
        """The first text that there is, in the language itself before English."""
        for texts in self.own_tables:
            for key in keys:
                for found in (f"rulebook.{key}", key):
                    if texts.get(found, UNSAID) != UNSAID:
                        return _marked(self.ink, unmarked(texts[found]))
        return None

    def instead(self, thing: str) -> str | None:
        """What the author says instead of generated sentences, which is never taken from another language."""
        key = f"{INSTEAD}{thing}"
        return self.own(key) if key in self.own_tables[0] else None

    def has_own(self, *keys: str) -> bool:
        """Whether the definition has a text in the language itself, and not only in English."""
        first = self.own_tables[0]
        found = (first.get(name, UNSAID) for key in keys for name in (f"rulebook.{key}", key))
        return any(text != UNSAID for text in found)

    def own_noun(self, *keys: str) -> str | None:
        """The same for the name of a thing: it can stand in every case, if it is in the language itself."""
        found = self.own(*keys)
        return self.inflection.named(found) if found is not None and self.has_own(*keys) else found

    def own_name(self, *keys: str) -> str:
        """A name for people; without one, the last word of the last key made readable."""
        if not self.has_own(*keys):
            self.unnamed.add(keys[-1])
        found = self.own(*keys)
        return readable(keys[-1].rpartition(".")[2]) if found is None else found

    def noun(self, *keys: str) -> str:
        """The name of a thing, in all cases."""
        name = self.own_name(*keys)
        return self.own_noun(*keys) or name


def _marked(ink: Ink, text: str) -> str:
    """What an author wrote, with signs that mean nothing else on the page; its gaps stay as they are."""
    return "".join(part if part[:1] == "{" else ink.text(part) for part in _GAPS.split(text))


def with_gaps(text: str) -> bool:
    return GAP.search(text) is not None


def _articles(text: str) -> str:
    """English has two articles where the table says `a(n)`: it depends on the next letter."""
    while "a(n) " in text:
        before, _, after = text.partition("a(n) ")
        first = after.lstrip("*[“")[:1].lower()
        text = f"{before}{'an' if first in 'aeio' and first else 'a'} {after}"
    return text
