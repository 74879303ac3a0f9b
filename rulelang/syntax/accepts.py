"""What the grammar accepts at a place, and all the words that it has.

In: the beginning of a declaration. Out: the terminals that can follow, asked of the LALR tables themselves,
so that a word the grammar gains is known here at once; nothing is listed by hand.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Any

from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken
from lark.lexer import PatternStr
from lark.parsers.lalr_analysis import Shift

from rulelang.syntax.grammar import parser
from rulelang.syntax.layout import Layout, LayoutError

NAME, LINE_END = "NAME", "_NL"
_MARK = "zzz"
Stack = tuple[Any, ...]  # states of the parser
_START = re.compile(r"^(?=[^\s#])", re.MULTILINE)


@cache
def terminals() -> dict[str, str]:
    """What each terminal with a fixed spelling looks like."""
    return {t.name: t.pattern.value for t in parser().terminals if isinstance(t.pattern, PatternStr)}


@cache
def keywords() -> frozenset[str]:
    """The words among them."""
    return frozenset(text for text in terminals().values() if text[0].isalpha())


def accepted(chunk: str) -> frozenset[str]:
    """The terminals that can stand after the beginning of a declaration; none if it cannot be read so far."""
    stack = _stack_after(chunk)
    if stack is None:
        return frozenset()
    return frozenset(name for name in _table()[stack[-1]] if name.isupper() and _shifted(stack, name))


def _stack_after(chunk: str) -> Stack | None:
    """The states of the parser after a beginning; None if it cannot be read."""
    text = f"{chunk}{_MARK}"  # so that the blocks are those of a word that stands here
    reading = _reading(text)
    try:
        for token in reading.lexer_thread.lex(reading.parser_state):
            if (token.end_pos or 0) > len(chunk):
                break
            reading.feed_token(token)
    except UnexpectedCharacters as error:
        if (error.pos_in_stream or 0) < len(chunk):
            return None
    except UnexpectedToken as error:
        if (error.token.start_pos or 0) < len(chunk):
            return None
    except (UnexpectedInput, LayoutError):
        return None
    return tuple(reading.parser_state.state_stack)


def _reading(text: str) -> Any:
    """Lark's parser, token by token; it does not say its types."""
    found = parser()
    layout = found.options.postlex
    assert isinstance(layout, Layout)
    layout.text = text
    return found.parse_interactive(text)


def _table() -> dict[Any, dict[str, tuple[Any, Any]]]:
    table: Any = parser().parser.parser
    states: dict[Any, dict[str, tuple[Any, Any]]] = table._parse_table.states
    return states


def _shifted(stack: Stack, terminal: str) -> Stack | None:
    """The states after one more terminal; None if it cannot stand here."""
    table = _table()
    while terminal in table[stack[-1]]:
        action, what = table[stack[-1]][terminal]
        if action is Shift:
            return (*stack, what)
        stack = stack[: len(stack) - len(what.expansion)]
        stack = (*stack, table[stack[-1]][what.origin.name][1])
    return None


def words(accepted: frozenset[str]) -> list[str]:
    """The words and signs among some terminals, as they are written."""
    known = terminals()
    return sorted(known[name] for name in accepted if name in known)


# What is tried to end a line, shortest first: names before numbers, words of the line before brackets.
_FILLERS = {"NAME": "zz", "INT": "1", "STRING": '"zz"'}
_NEVER = frozenset({"LPAR", "LSQB", "PLUS", "MINUS", "STAR", "SLASH", "DOT", "YOUR", "EVERY", "NOT", "MOD"})
LONGEST_END = 6
MOST_TRIED = 120


def ended(beginning: str) -> str | None:
    """The beginning of a declaration with what makes its last line whole; None if nothing short does."""
    stack = _stack_after(f"{beginning} ")
    if stack is None:
        return None
    samples = _FILLERS | {name: text for name, text in terminals().items() if name not in _NEVER}
    waiting: deque[tuple[Stack, str, int]] = deque([(stack, "", 0)])
    seen: set[Stack] = set()
    while waiting and len(seen) < MOST_TRIED:
        stack, more, length = waiting.popleft()
        if stack in seen or length > LONGEST_END:
            continue
        seen.add(stack)
        if _shifted(stack, LINE_END):
            return f"{beginning}{more}\n"
        for name in sorted(_table()[stack[-1]], key=lambda name: (name not in _FILLERS, name)):
            if name in samples and (after := _shifted(stack, name)) is not None:
                waiting.append((after, f"{more} {samples[name]}", length + 1))
    return None


def read_tokens(text: str) -> Iterator[tuple[int, int, str, str]]:
    """Every token of a file that can be read, as the parser takes it: line, column, text, terminal."""
    starts = [*(match.start() for match in _START.finditer(text)), len(text)]
    for start, stop in pairwise(starts):
        chunk = text[start:stop].rstrip() + "\n"
        shift = text.count("\n", 0, start)
        reading = _reading(chunk)
        for token in reading.lexer_thread.lex(reading.parser_state):
            reading.feed_token(token)
            if token.type not in (LINE_END, "_INDENT", "_DEDENT"):
                yield (token.line or 1) + shift, token.column or 1, str(token), token.type


@cache
def _reached() -> tuple[dict[Any, dict[str, Any]], dict[str, set[Any]]]:
    """From each state of the tables where terminals lead to, and all states that a terminal leads to."""
    states = _table()
    shifts = {
        state: {name: to for name, (action, to) in actions.items() if action is Shift and name.isupper()}
        for state, actions in states.items()
    }
    found: dict[str, set[Any]] = {}
    for ways in shifts.values():
        for name, to in ways.items():
            found.setdefault(name, set()).add(to)
    return {state: dict.fromkeys(actions) | shifts[state] for state, actions in states.items()}, found


def following(terminal: str) -> frozenset[str]:
    """The terminals that can follow one."""
    states, reached = _reached()
    return frozenset(name for state in reached.get(terminal, ()) for name in states[state])


def preceding(terminal: str) -> dict[str, frozenset[str]]:
    """The terminals that a word can follow as a word of the language; after others it is a name.

    Where both can be, those before the terminal before it tell which, as `set of player` and `bag of player`.
    """
    states, reached = _reached()
    found: dict[str, frozenset[str]] = {}
    for before, after in reached.items():
        as_word = {state for state in after if terminal in states[state]}
        as_name = any(NAME in states[state] for state in after - as_word)
        if as_word:
            from_ = {state for state, ways in states.items() if ways.get(before) in as_word}
            first = [name for name, ways in reached.items() if ways & from_]
            certain = as_name and from_ <= set().union(*(reached[name] for name in first))
            found[before] = frozenset(first) if certain else frozenset()
    return found
