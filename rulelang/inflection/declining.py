"""How the words of a language change: nouns and adjectives in cases, words that agree, prepositions.

In: names as they are written, in the first case. Out: the same with all their forms (`forms.py`). The tables
are in `words/`, one for each language that has cases: endings, and words that no ending tells. A definition
may have words of its own in `forms`. A name whose head is not understood stays as it is, in all cases.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import yaml
from attrs import field, frozen

from rulelang.inflection.forms import (
    CASES,
    CLOSING,
    changed,
    closing,
    decided,
    pick,
    tag_of,
    undecided,
    yours_or_own,
)

WORDS = Path(__file__).parent / "words"
ON = "!"  # in a tag: one is on it, not in it
USUAL, PEOPLE = "m", "ap"
ADJECTIVE, ADVERB, FIXED = "adj", "adv", "fixed"  # words of the tables that are no nouns
SHORTEST = 3  # letters of a noun that no table lists
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
Forms = tuple[str, tuple[str, ...]]  # the tag, and the form for each case


@cache
def words_of(language: str) -> Mapping[str, str]:
    """The table of a language, with dotted keys; nothing for one that there is no table for."""
    path = WORDS / f"{language}.yaml"
    if not path.exists():
        return {}
    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)  # every scalar is a text, `no` too
    found: dict[str, str] = {}
    waiting = [("", yaml.load(path.read_text(encoding="utf-8"), loader))]
    while waiting:
        prefix, node = waiting.pop(0)
        for key, below in node.items():
            if isinstance(below, str):
                found[f"{prefix}{key}"] = below
            else:
                waiting.append((f"{prefix}{key}.", below))
    return found


@cache
def _vowels(language: str) -> tuple[tuple[str, str], ...]:
    """Prepositions that may get a vowel: where, and what stands there then."""
    found = []
    for key, entry in words_of(language).items():
        if key.startswith("vowel."):
            word, (with_vowel, _, before) = key.removeprefix("vowel."), entry.partition(" ")
            found.append((rf"\b{word} (?=[*\[(„“]*(?i:{before}))", f"{with_vowel} "))
    return tuple(found)


@cache
def _agreeing_words(language: str) -> Mapping[str, str]:
    """Every form of the words that agree in a way of their own, with the key of its table."""
    return {
        form: f"agree.{key.split('.')[1]}"
        for key, forms in words_of(language).items()
        if key.startswith("agree.")
        for form in forms.split("|")
    }


@frozen
class Inflection:
    """The words of one language, and those of a definition before them."""

    language: str
    own: Mapping[str, str] = field(factory=dict)

    @property
    def table(self) -> Mapping[str, str]:
        return words_of(self.language)

    @property
    def declines(self) -> bool:
        return "order" in self.table

    # ------------------------------------------------------------ names
    def decline(self, name: str) -> str:
        """A name with the forms of its adjectives and of its first noun; what follows it does not change."""
        if not self.declines:
            return name
        whole = self._listed(name)
        if whole is not None and whole[0] not in (ADJECTIVE, ADVERB, FIXED):
            return undecided(*whole)
        words = [found for found in _WORD.finditer(name) if "{" not in name[: found.start()]]
        first = self._first_that_changes(name, words)
        for head in self._heads(name, words, first):
            for noun in self.nouns(words[head][0]):
                found = self._with_head(name, words, head, noun)
                if decided(found) == name:  # a gender that the words beside it agree with
                    return found
        tag = self._gender_of(words[first][0]) if first < len(words) else ""
        found = self._with_head(name, words, len(words), (tag, ())) if tag else name
        return found if decided(found) == name else name

    def _first_that_changes(self, name: str, words: list[re.Match[str]]) -> int:
        """The first word that is no adverb; beyond the last one if nothing in the name changes."""
        for index, word in enumerate(words):
            kind = (self._listed(word[0]) or self._by_look(word[0]))[0]
            abbreviated = name[word.end() : word.end() + 1] == "."
            if kind == FIXED or abbreviated or not _beside(name, words, index):
                return len(words)
            if kind != ADVERB:
                return index
        return len(words)

    def _heads(self, name: str, words: list[re.Match[str]], first: int) -> list[int]:
        """Which word can be the noun that the name is about: behind adjectives first, then each of them."""
        found = list[int]()
        for index in range(first, len(words)):
            if not _beside(name, words, index):
                break
            found.append(index)
            listed = self._listed(words[index][0])
            if (listed is not None and listed[0] != ADJECTIVE) or self.adjective(words[index][0]) is None:
                break
        return found[::-1]

    def named(self, name: str) -> str:
        """The name of a thing with its forms; a comma closes a clause in it where the sentence goes on."""
        start = self.table.get("clause_start")
        clause = start is not None and re.search(rf", (?:\w{{1,4}} )?(?:{start})", name)
        return f"{self.decline(name)}{closing(CLOSING)}" if clause else self.decline(name)

    def _with_head(self, name: str, words: list[re.Match[str]], head: int, noun: Forms) -> str:
        tag, forms = noun
        parts, done = list[str](), 0
        for index, word in enumerate(words):
            new = None
            if index < head:
                new = self.agreeing(word[0], tag)
            elif index == head:
                new = undecided(tag, forms)
            elif index == head + 1 and _beside(name, words, index):
                new = self._after_head(word[0], tag)
            if new is not None:
                parts += [name[done : word.start()], new]
                done = word.end()
        return "".join(parts) + name[done:]

    def _after_head(self, word: str, tag: str) -> str | None:
        """An adjective behind its noun: it agrees with it, or is none."""
        if self._listed(word) is not None or self.adjective(word) is None:
            return None
        found = self.agreeing(word, tag)
        return found if pick(found, "nom") == word and self._clear(word, tag) else None

    def _clear(self, word: str, tag: str) -> bool:
        """An ending that only an adjective of this gender has."""
        return any(word.endswith(end) for end in self.table.get(f"after.{tag.rstrip(ON)}", "").split())

    # ------------------------------------------------------------ words
    def nouns(self, word: str) -> Iterator[Forms]:
        """What a noun can be: as a table lists it, or by its ending, the likeliest first."""
        listed = self._listed(word)
        if listed is not None and listed[0] in (ADJECTIVE, ADVERB, FIXED):
            return
        looks = tuple(self.table.get("adjective_first", "").split())
        if word.lower() in _agreeing_words(self.language) or (
            listed is None and looks and word.endswith(looks)
        ):
            return
        if listed is not None:
            yield listed
        yield from self._by_ending(word, "")

    def _listed(self, word: str) -> Forms | None:
        """A word that a table has, with all its forms or only with its gender."""
        lower = word[:1].lower() + word[1:]
        for table, key in ((self.own, "forms."), (self.table, "noun.")):
            for written in dict.fromkeys((word, lower)):
                entry = table.get(f"{key}{written}")
                if entry is None:
                    continue
                tag, _, forms = entry.partition(" ")
                if forms:
                    found = tuple(_like(word, one) for one in forms.split("|"))
                    return tag, found if len(found) == len(CASES) else (word,) * len(CASES)
                known = next(self._by_ending(word, tag.rstrip(ON)), None)
                return (tag, known[1]) if known else (tag, (word,) * len(CASES))
        return None

    def _by_look(self, word: str) -> Forms:
        """Words that are no names: letters, and verbs by their endings."""
        ends = tuple(self.table.get("fixed_end", "").split())
        agrees = "|" in self.table.get(f"{_agreeing_words(self.language).get(word.lower())}.{USUAL}", "")
        plain = (len(word) < SHORTEST and not agrees) or (bool(ends) and word.endswith(ends))  # `ta` agrees
        return (FIXED if plain else "", ())

    def _by_ending(self, word: str, tag: str) -> Iterator[Forms]:
        """The longest ending that fits, of one gender or of any."""
        shortest = 1 if word[-1:] in self.table.get("vowels", "") else 0
        for length in range(len(word) - 1, shortest - 1, -1):
            end = word[len(word) - length :]
            for gender in [tag] if tag else self.table.get("order", "").split():
                entry = self.table.get(f"ending.{gender}.{end or '_'}")
                if entry is not None:
                    stem = word[: len(word) - length]
                    yield gender, (word, *(_joined(stem, one) for one in entry.split("|")))

    def plural(self, text: str) -> bool:
        """Whether a phrase names several things: by the tag of its words, or by how its head ends."""
        if self.declines:
            return "p" in tag_of(text)
        stops = "|".join(self.table.get("before_head", "").split())
        head = re.split(rf" (?:{stops}) | “", f"{text} ")[0].rstrip(" *]")
        singular = tuple(self.table.get("singular_end", "").split())
        return head.endswith(tuple(self.table.get("plural_end", "").split())) and not head.endswith(
            ("'s", *singular)
        )

    # ------------------------------------------------------------ agreement
    def adjective(self, word: str) -> str | None:
        """The key of the table that an adjective or a pronoun follows."""
        lower = word.lower()
        if f"agree.{lower}.{USUAL}" in self.table:
            return f"agree.{lower}"
        agreeing = _agreeing_words(self.language).get(lower)
        if agreeing is not None:
            return agreeing
        for length in range(min(5, len(word) - 1), 0, -1):
            if f"adjective_end.{lower[-length:]}" in self.table:
                return self.table[f"adjective_end.{lower[-length:]}"]
        return None

    def _gender_of(self, word: str) -> str:
        lower = word.lower()
        for length in range(min(5, len(word) - 1), 0, -1):
            found = self.table.get(f"alone.{lower[-length:]}")
            if found is not None:
                return found
        return ""

    def agreeing(self, word: str, tag: str) -> str:
        """A word in the gender and number of another, in all cases."""
        gender = tag.rstrip(ON) or USUAL
        key = self.adjective(word)
        if key is None:
            return word
        if key.startswith("agree."):
            forms = self.table[f"{key}.{gender}"].split("|")
            own = self.table.get(f"{self.table.get(f'own_{key}', '')}.{gender}")
            if own is not None:
                forms = yours_or_own(forms, own.split("|"))
            forms = forms if len(forms) > 1 else forms * len(CASES)
            return undecided(tag or USUAL, [_like(word, form) for form in forms])
        kind, _, end = key.partition(" ")
        stem, endings = word[: len(word) - len(end)], self.table[f"adjective.{kind}.{gender}"].split("|")
        forms = [_joined(stem, form) for form in endings]
        if gender == PEOPLE and kind == "hard" and word.endswith(endings[0]):
            forms[0] = word
            forms[1:] = [_joined(self._softened(stem, back=True), form) for form in endings[1:]]
        elif gender == PEOPLE and kind == "hard":
            forms[0] = _joined(self._softened(stem), endings[0])
        return undecided(tag or USUAL, forms)

    def _softened(self, stem: str, back: bool = False) -> str:
        """Adjectives of several people change their last letters: `který`, `kteří`."""
        pairs = [pair.split(":") for pair in self.table.get("soften", "").split()]
        for one, other in ((soft, hard) if back else (hard, soft) for hard, soft in pairs):
            if stem.endswith(one):
                return stem[: len(stem) - len(one)] + other
        return stem

    def counted(self, noun: str, form: int) -> str:
        """Several things beside their number: after some numbers they stand in the second case."""
        if str(form) not in self.table.get("counted.gen", "").split():
            return noun
        return changed(noun, lambda _, forms: [forms[1], forms[1], forms[2], forms[1], forms[4], forms[5]])

    # ------------------------------------------------------------ prepositions
    def somewhere(self, way: str, what: str) -> str:
        """In, into or from something: `on` for what one is on."""
        tag = tag_of(what)
        form = "_on" if tag.endswith(ON) else "_many" if tag.endswith("p") else ""
        if tag.endswith(f"p{ON}") and f"preposition.{way}_on_many" in self.table:
            form = "_on_many"
        entry = self.table.get(f"preposition.{way}{form}", "")
        word, _, case = entry.partition(" ")
        return f"{word} {pick(what, case)}" if word else what

    def spoken(self, text: str) -> str:
        """A preposition gets a vowel where it could not be said."""
        for where, spoken in _vowels(self.language):
            text = re.sub(where, spoken, text)
        return text


def _beside(name: str, words: list[re.Match[str]], index: int) -> bool:
    """Whether a word follows the one before it, with nothing but a space between."""
    start = words[index - 1].end() if index else 0
    return name[start : words[index].start()] in ((" ", "") if index else ("", "„", "“"))


def _joined(stem: str, ending: str) -> str:
    """A stem with an ending; each `<` takes a letter off the stem."""
    cut = len(ending) - len(ending.lstrip("<"))
    return (stem[:-cut] if cut else stem) + ending[cut:]


def _like(word: str, form: str) -> str:
    return form[:1].upper() + form[1:] if word[:1].isupper() else form
