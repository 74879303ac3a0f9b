"""Sentences with gaps, in the words of one language.

In: a pattern of a table or of an author, and the parts for its gaps. Out: the sentence. `{1}` is the first
part, `{1:a card|# cards}` the form that a number asks for; the rest is for languages with cases:

- `{1.gen}`: the part in a case; `{1@}`, `{1>}`, `{1<}`, `{1+}`: in it, into it, from it, added to it
- `{1~top}`: the word beside the gap, in the gender and number of the part; `{1~top.gen}` also in a case
- `{2#1}`, `{2#1.acc}`, `{2~top#1}`: several things beside the number that is part 1
- `[top card]`: words of the table that change their endings
- `¦`: the end of a subordinate clause, which a comma closes if the sentence goes on
- `!` at the start: it is you who act, so that what is yours is said to be your own
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulelang.inflection.declining import Inflection
from rulelang.inflection.forms import CASES, closing, decided, pick, tag_of
from rulelang.ir.texts import filled, is_number, plural_form, shortened
from rulelang.limits import LONGEST_SENTENCE

_WAYS = {"@": "in", ">": "into", "<": "from", "+": "onto"}
_CASES = "|".join(CASES)
_GAP = re.compile(
    rf"\{{(?P<part>\d)(?:\.(?P<case>{_CASES})|(?P<way>[@<>+])|~(?P<word>[^{{}}.#]+)(?:#(?P<beside>\d))?(?:\.(?P<in>{_CASES}))?"
    rf"|#(?P<number>\d)(?:\.(?P<counted>{_CASES}))?"
    r"|:(?P<plural>[^{}]*))?\}"
)
_BRACKET = re.compile(r"\[([^\]\[]*)\](?!\()")
YOU_ACT = "!"
LONGEST_OPEN = LONGEST_SENTENCE * len(CASES)  # of a text whose words still have all their forms


def render(pattern: str, parts: Sequence[str | int], inflection: Inflection, of_table: bool = True) -> str:
    """The pattern with its gaps filled; words whose case is still open keep all their forms.

    An author's pattern has no brackets, and what stands in its `{1}` is called by its name.
    """
    text = closing(pattern.removeprefix(YOU_ACT)) if of_table else pattern
    if of_table and "[" in text and inflection.declines:
        text = _BRACKET.sub(lambda found: inflection.decline(found[1]), text)
    if "{" in text:
        text = _with_parts(text, parts, inflection, of_table)
    # What nobody reads to its end needs no forms: so texts within texts cannot grow without end.
    text = text if len(text) <= LONGEST_OPEN else shortened(decided(text))
    return inflection.spoken(text)


def _with_parts(text: str, parts: Sequence[str | int], inflection: Inflection, open_ends: bool) -> str:
    found, length, after = list[str](), 0, 0
    for gap in _GAP.finditer(text):
        found += [text[after : gap.start()], _filled(gap, parts, inflection, open_ends)]
        length, after = length + len(found[-2]) + len(found[-1]), gap.end()
        if length > LONGEST_OPEN:
            return "".join(found)
    return "".join(found) + text[after:]


def _filled(gap: re.Match[str], parts: Sequence[str | int], inflection: Inflection, open_ends: bool) -> str:
    number = int(gap["part"]) - 1
    if not 0 <= number < len(parts):
        return gap[0]
    part = str(parts[number])
    if gap["case"]:
        return pick(part, gap["case"])
    if gap["way"]:
        return inflection.somewhere(_WAYS[gap["way"]], part)
    if gap["word"]:
        word = inflection.agreeing(gap["word"], tag_of(part))
        if gap["beside"]:
            word = _counted(word, parts[int(gap["beside"]) - 1], inflection)
        return pick(word, gap["in"]) if gap["in"] else word
    if gap["number"]:
        found = _counted(part, parts[int(gap["number"]) - 1], inflection)
        return pick(found, gap["counted"]) if gap["counted"] else found
    if gap["plural"] is not None:
        return filled(gap[0], parts, inflection.language)
    return part if open_ends else pick(part, "nom")


def _counted(words: str, number: str | int, inflection: Inflection) -> str:
    form = plural_form(inflection.language, int(number)) if is_number(number) else 0
    return inflection.counted(words, form)


def finished(text: str, inflection: Inflection, you_act: bool = False) -> str:
    """A sentence for people."""
    return inflection.spoken(decided(text, you_act))
