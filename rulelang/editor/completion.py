"""Suggestions while somebody types, the likeliest first.

In: a `Here` and the texts of the game. Out: `Suggestion`s: words that the grammar accepts, and names,
first those whose type fits. Among these, what was written before in the same company comes first: after
the same words, before the same sign, in the same declaration.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from rulelang.diagnostics import Report
from rulelang.editor.fitting import Name, bound_in, names_at, said_in, written_in
from rulelang.editor.here import Here
from rulelang.editor.ranking import Ranking
from rulelang.editor.texts import texts_of
from rulelang.editor.wording import GAP, PROSE, gap_names, names_for, wording_at
from rulelang.source import Source
from rulelang.syntax.accepts import words


@frozen
class Suggestion:
    text: str
    sort: str
    fits: bool = True
    says: str = ""  # its texts


def suggestions(here: Here, source: Source, others: Iterable[Source]) -> list[Suggestion]:
    """At a place in rules, with the other rules of the game."""
    others = list(others)
    return _ranked(here, source, others, candidates(here, source, others))


def candidates(here: Here, source: Source, others: Iterable[Source]) -> list[Name]:
    """The names that could stand at a place in rules."""
    texts = (source, *others)
    if here.gives_a_name:  # as others were called
        return [name for text in texts for name in bound_in(text, Report())]
    names = names_at(here, source)
    return [*names, *_said(names, texts)] if here.takes_a_name else names


def suggestions_beside(here: Here, source: Source, rules: Iterable[Source]) -> list[Suggestion]:
    """At a place in a table or a scenario: these say things of their own in their own way."""
    rules = list(rules)
    names = names_at(here, source)
    names += _said(names, rules)
    names += [name for text in rules for name in bound_in(text, Report())]
    names += written_in(f"{source.text[: here.start]} {source.text[here.stop :]}")
    return _ranked(here, source, [], list({name.text: name for name in reversed(names)}.values()))


def suggestions_in_texts(here: Here, source: Source, rules: Iterable[Source]) -> list[Suggestion]:
    """At a place in a file of texts: in a key, or in a gap. What people read has no names in it."""
    rules, wording = list(rules), wording_at(source.text, here.start)
    if wording.sort == PROSE:
        return []
    if wording.sort == GAP:
        return _ranked(here, source, [], gap_names(wording, here.study, rules))
    names = names_at(here, source)
    names += _said(names, rules)
    names += [name for text in rules for name in bound_in(text, Report())]
    once = {name.text: name for name in reversed(names)}.values()
    return _ranked(here, source, [], names_for(wording, once, source, here.study))


def _said(names: list[Name], sources: Iterable[Source]) -> list[Name]:
    known = {name.text for name in names}
    return [said for text in sources for said in said_in(text, Report()) if said.text not in known]


def _ranked(here: Here, source: Source, others: list[Source], names: list[Name]) -> list[Suggestion]:
    accepted = [word for word in words(here.terminals) if word[0].isalpha()]
    found = {word: Suggestion(word, "word of the language") for word in accepted}
    texts = texts_of(here.study)
    for name in names:
        says = texts.get((name.sort, name.text), "")
        found[name.text] = Suggestion(name.text, name.sort, name.fits, says)
    matching = [each for each in found.values() if each.text.startswith(here.prefix)]
    ranking = Ranking(here, source, others, {name.text: name for name in names}, frozenset(accepted))
    return sorted(matching, key=lambda each: (-ranking.of(each.text), each.text))
