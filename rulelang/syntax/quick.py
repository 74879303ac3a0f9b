"""Text that is right, as a tree: Lark's tables, run by a loop of our own.

In: the text of one declaration, and `Tables` that were made of the grammar. Out: a `Part`, or None where the
text is not right or looks odd: then Lark reads it again, and says what is wrong. The trees are those that
Lark makes (a test compares them); its objects for tokens, positions and steps of the parser are saved.

Words are cut by one expression. Lark cuts by what the parser accepts, which is the same for right texts: a
word is a keyword where that keyword can stand, and a name elsewhere.
"""

from __future__ import annotations

import re
from typing import Any

from attrs import define, field

from rulelang.syntax.blocks import DEEPEST, heads_a_block

Place = tuple[int, int, int, int]  # line and column, counted from 1, of the beginning and behind the end
# The name of an alternative with its parts, or of a terminal with its text; and where it stands. A place that
# is None is that of something without a word of its own.
Part = tuple[str, Any, Place | None]
Row = dict[str, int]  # for each symbol: the next state, or -1 and less for a rule
_Entry = tuple[Any, Place | None]  # a part, and the place with the brackets around it


@define(eq=False)
class Reduction:
    """How a rule of the grammar makes a part of those on the stack."""

    origin: str
    size: int
    name: str
    single: bool  # a part alone stands for itself
    inlined: bool  # the parts become those of the rule around it
    kept: list[tuple[int, bool, int]] | None  # which parts, whether with their parts, Nones before each
    after: int  # Nones at the end


@define(eq=False)
class Tables:
    rows: list[Row]  # for each state
    rules: list[Reduction]
    start: int
    end: int
    words: dict[str, str]
    signs: dict[str, str]
    verbs: frozenset[str]  # terminals of verbs of one line
    cut: re.Pattern[str] = field(init=False)

    def __attrs_post_init__(self) -> None:
        signs = "|".join(re.escape(sign) for sign in sorted(self.signs, key=len, reverse=True))
        self.cut = re.compile(
            rf' *(?:([a-z][a-z0-9_]*)|([0-9]+)|({signs})|("[^"\n]*")|((?:(?:#[^\n]*)?\n[ ]*)+))'
        )


WORD, NUMBER, SIGN, STRING = 1, 2, 3, 4  # groups of `cut`; the fifth is the end of a line


def read(text: str, tables: Tables) -> Part | None:
    """The tree of a text, if it is right."""
    reader = _Reader(tables)
    cut, rows, states = tables.cut.match, tables.rows, reader.states
    position, line, margin = 0, 1, 0  # margin: where the line begins
    indents, brackets, starts = [0], 0, False
    while True:
        found = cut(text, position)
        if found is None:
            break
        sort = found.lastindex
        assert sort is not None
        begin, position = found.span(sort)
        word = found[sort]
        if sort > STRING:
            line += word.count("\n")
            margin = begin + word.rfind("\n") + 1
            starts = True
            if brackets:
                continue
            if not reader.feed("_NL", None, None):
                return None
            width = position - margin
            if width > indents[-1]:
                if len(indents) > DEEPEST or not reader.feed("_INDENT", None, None):
                    return None
                indents.append(width)
            while width < indents[-1]:
                indents.pop()
                if width > indents[-1] or not reader.feed("_DEDENT", None, None):
                    return None
            continue
        if sort == WORD:
            kind = tables.words.get(word, "NAME")
            if kind not in rows[states[-1]] or (
                starts and kind in tables.verbs and heads_a_block(text, begin)
            ):
                kind = "NAME"
        elif sort == SIGN:
            kind = tables.signs[word]
            if word in "([":
                brackets += 1
            elif word in ")]":
                brackets = max(0, brackets - 1)
        else:
            kind = "INT" if sort == NUMBER else "STRING"
        starts = False
        place = line, begin - margin + 1, line, position - margin + 1
        if not reader.feed(kind, (kind, word, place), place):
            return None
    if text[position:].strip(" "):
        return None
    if not all(reader.feed("_DEDENT", None, None) for _ in indents[1:]):
        return None
    return reader.end()


class _Reader:
    """The stacks of the parser."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.states = [tables.start]
        self.values: list[_Entry] = []

    def feed(self, kind: str, part: Part | None, place: Place | None) -> bool:
        """Takes one token; whether it can stand here."""
        rows, states = self.tables.rows, self.states
        while True:
            step = rows[states[-1]].get(kind)
            if step is None:
                return False
            if step >= 0:
                states.append(step)
                self.values.append((part, place))
                return True
            self._reduce(self.tables.rules[-step - 1])

    def end(self) -> Part | None:
        rows, states = self.tables.rows, self.states
        while states[-1] != self.tables.end:
            step = rows[states[-1]].get("$END")
            if step is None or step >= 0:
                return None
            self._reduce(self.tables.rules[-step - 1])
        found: Part = self.values[-1][0]
        return found

    def _reduce(self, rule: Reduction) -> None:
        states, values, size = self.states, self.values, rule.size
        if size:
            taken = values[-size:]
            del values[-size:]
            del states[-size:]
        else:
            taken = []
        if rule.kept is None:
            parts = [part for part, _ in taken]
        else:
            parts = []
            for number, inlined, nones in rule.kept:
                if nones:
                    parts += [None] * nones
                if inlined:
                    parts += taken[number][0]
                else:
                    parts.append(taken[number][0])
            if rule.after:
                parts += [None] * rule.after
        place = taken[0][1] if size == 1 else _around(taken)
        entry: _Entry
        if rule.single and len(parts) == 1:
            entry = _alone(parts[0], place)
        elif rule.inlined:
            entry = parts, place
        else:
            entry = (rule.name, parts, place), place
        states.append(self.tables.rows[states[-1]][rule.origin])
        values.append(entry)


def _around(taken: list[_Entry]) -> Place | None:
    """From the first part that stands somewhere to the last one."""
    for _, first in taken:
        if first is not None:
            last = next(place for _, place in reversed(taken) if place is not None)
            return first[0], first[1], last[2], last[3]
    return None


def _alone(part: Part | None, place: Place | None) -> _Entry:
    """A part in brackets keeps its own place; what is around it begins with the brackets."""
    if part is None:
        return None, None
    name, inner, own = part
    if inner.__class__ is str:  # a token has no brackets
        return part, own
    return (part if own is not None else (name, inner, place)), place
