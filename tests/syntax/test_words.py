"""The words that messages need keep up with the grammar: no terminal is shown by a made-up name."""

from __future__ import annotations

import pytest

from rulelang.diagnostics import Report
from rulelang.source import Source
from rulelang.syntax.grammar import parser
from rulelang.syntax.parser import parse
from rulelang.syntax.words import DECLARATIONS, EXAMPLES, LEADING, VERBS, shown

TERMINALS = {
    terminal.name: terminal.pattern.value
    for terminal in parser().terminals
    if terminal.pattern.type == "str" and not terminal.name.startswith("__IGNORE")
}


@pytest.mark.parametrize("name", sorted(TERMINALS))
def test_every_word_and_sign_is_shown_as_it_is_typed(name: str) -> None:
    assert shown(name) == f"`{TERMINALS[name]}`"


@pytest.mark.parametrize("word", sorted({*DECLARATIONS, *VERBS} - {"each", "instead"}))
def test_every_line_start_has_an_example_that_starts_with_it(word: str) -> None:
    assert EXAMPLES[word].startswith(word)


@pytest.mark.parametrize("word", [word for word in VERBS if word not in ("proceed", "else")])
def test_the_example_of_a_verb_is_a_line_of_the_language(word: str) -> None:
    line = EXAMPLES[word]
    body = f"    {line}\n" + ("        do nothing\n" if line.endswith(":") else "")
    report = Report()
    parse(Source("game.rules", f"rule example:\n{body}"), report)
    assert [found.title for found in report] == []


@pytest.mark.parametrize("word", sorted(TERMINALS[name] for name in TERMINALS if TERMINALS[name].isalpha()))
def test_a_word_that_begins_an_expression_is_known_as_such(word: str) -> None:
    """Where a name of that word cannot be used alone, messages have to know why."""
    report = Report()
    for line in (f"set x to {word}", f"let x be {word}"):
        parse(Source("game.rules", f"rule example:\n    {line}\n"), report)
    reads_as_a_name = word == "do" or not list(report)  # `let x be do` waits for a rule
    assert reads_as_a_name is (word not in LEADING) or word in ("yes", "no", "none")
