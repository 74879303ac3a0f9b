"""Sentences of the tables of one game, whose gaps may ask for a case.

In: keys or texts, and names for their gaps. Out: noun phrases that carry all their forms, and finished
sentences.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from interpreter.words import Words
from rulelang.inflection.declining import Inflection
from rulelang.inflection.forms import CASES, pick, settled
from rulelang.inflection.patterns import finished, render


class Phrasing:
    def __init__(self, words: Words) -> None:
        self.words = words
        tables = dict(reversed(words.tables))
        self.languages = {name: Inflection(name, texts) for name, texts in tables.items()}
        self._decline = cache(self.languages[words.language].decline) if words.language in tables else str
        # Names that a definition has only in another language do not change by the rules of this one.
        self.speaks = any(name == words.language and texts for name, texts in words.program.strings)

    def noun(self, name: str) -> str:
        """A name of the definition, with all its forms."""
        return self._decline(name) if self.speaks else name

    def player(self, name: str) -> str:
        """A player, as the definition calls them, or else the program: `player 2`."""
        return self._decline(name) if self.speaks or not self.words.found("player.1") else name

    def phrase(self, key: str, *parts: str | int) -> str:
        """Words that may become a part of a sentence, with all their forms."""
        found = self.words.found(key)
        return "" if found is None else render(found[1], parts, self.languages[found[0]])

    def say(self, key: str, *parts: str | int) -> str:
        found = self.words.found(key)
        if found is None:
            return self.words.say(key, *(settled(str(part)) for part in parts))
        return finished(render(found[1], parts, self.languages[found[0]]), self.languages[found[0]])

    def written(self, language: str, text: str, parts: Sequence[str | int]) -> str:
        """What an author wrote. A gap that asks for no case is filled as in any other text of theirs."""
        spoken = self.languages[language]
        return finished(render(text, parts, spoken, of_table=False), spoken)


def forms_of(noun: str) -> tuple[str, ...]:
    """A noun phrase in all its forms; nothing else for one that does not change."""
    return tuple(dict.fromkeys(settled(pick(noun, case)) for case in CASES)) if settled(noun) != noun else ()
