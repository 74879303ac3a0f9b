"""A grammar of colours for places where no server runs: editors without one, and sites that show code.

In: the grammar of the language. Out: TextMate grammars as plain data; `editors/vscode` keeps them as
files, and a test says when these are old. The words come from the grammar itself, sorted by what they do
in it.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from rulelang.scenarios.reading import HEADERS, SECTIONS
from rulelang.syntax.accepts import LINE_END, NAME, accepted, following, keywords, preceding, terminals, words


def _words(found: frozenset[str] | set[str]) -> str:
    return rf"\b(?:{'|'.join(sorted(found))})\b"


def declaration_words() -> frozenset[str]:
    """Words that can begin a declaration."""
    return frozenset(word for word in words(accepted("")) if word[0].isalpha())


def verb_words() -> frozenset[str]:
    """Words that can begin a line of a rule."""
    after_if = accepted("rule x:\n    if a:\n        proceed\n    ")
    return frozenset(word for word in words(after_if) if word[0].isalpha())


def value_words() -> frozenset[str]:
    """Words that can stand for a value by themselves."""
    return frozenset(("yes", "no", "none"))


def _scopes() -> list[tuple[str, str]]:
    verbs, values = verb_words(), value_words()
    return [
        (
            word,
            "constant.language"
            if word in values
            else "keyword.control"
            if word in verbs
            else "keyword.other",
        )
        for word in sorted(keywords())
    ]


def _word(word: str, scope: str) -> dict[str, str]:
    """A word is one of the language only after what the grammar lets it follow; elsewhere it is a name."""
    spelled = terminals()
    terminal = next(name for name, text in spelled.items() if text == word)
    before, after = preceding(terminal), following(terminal)
    allowed = before.keys()
    ways = [way for t, first in sorted(before.items()) if t in spelled for way in _after(spelled[t], first)]
    if NAME in allowed:
        others = sorted(spelled[t] for t in _leading() if t not in allowed)
        ways.append(r"(?<=[\w\"] )" + "".join(rf"(?<!\b{other} )" for other in others))
    elif "INT" in allowed:
        ways.append(r"(?<=[0-9] )")
    if allowed & {LINE_END, "_INDENT", "_DEDENT"}:
        ways.append(rf"^[ ]*(?!{word}\(.*:\s*(?:#.*)?$)")  # or else it is an option of that name
    rest = ""
    if word == "player":  # the one type that everybody has a parameter called like it
        infix = "|".join(sorted(spelled[t] for t in _leading() - after if NAME in preceding(t)))
        ways, rest = [rf"(?<!\): )(?:{'|'.join(ways)})"], rf"(?! (?:{infix})\b)"
    if after and all(_is_word(spelled.get(name, " ")) for name in after):
        rest = rf"(?=\s+(?:{'|'.join(sorted(spelled[name] for name in after))})\b)"
    return {"name": f"{scope}.rulelang", "match": rf"(?:{'|'.join(ways) or '^'})\b{word}\b{rest}"}


def _after(text: str, first: frozenset[str]) -> list[str]:
    """Behind a word or sign; where that is not enough, also behind what stands before it."""
    spelled = terminals()
    starts = [r"\b"] if _is_word(text) else [""]
    if first:
        gap = " " if _is_word(text) else ""
        known = [spelled[t] for t in sorted(first) if t in spelled]
        plain = [r"\w"] if NAME in first else [word for word in known if _is_word(word)]
        signs = [re.escape(sign) for sign in known if not _is_word(sign)]
        starts = [f"{start}{gap}" for start in dict.fromkeys([*plain, *signs]) if start]
    ends = [" "] if _is_word(text) else [" ", ""]
    return [rf"(?<={start}{re.escape(text)}{end})" for start in starts or [""] for end in ends]


@cache
def _leading() -> frozenset[str]:
    """Words inside of lines after which a name stands: what follows them is no word of the language."""
    spelled = terminals()
    only_first = {"REPLACE", "REMOVE", "COLON", LINE_END, "_INDENT", "_DEDENT"}
    return frozenset(
        t for t in spelled
        if _is_word(spelled[t]) and NAME in following(t) and not preceding(t).keys() <= only_first
    )  # fmt: skip


def _is_word(text: str) -> bool:
    return text[0].isalpha()


def rules_grammar() -> dict[str, Any]:
    declaring = declaration_words() | {"setup", "play"}
    return {
        "name": "rulelang",
        "scopeName": "source.rulelang",
        "fileTypes": ["rules"],
        "patterns": [
            {"name": "comment.line.number-sign.rulelang", "match": "#.*$"},
            {"name": "string.quoted.double.rulelang", "match": '"[^"\\n]*"'},
            {
                "match": r"^(replace\s+)?(rule|value)\s+([a-z][a-z0-9_]*)",
                "captures": {
                    "1": {"name": "keyword.other.rulelang"},
                    "2": {"name": "keyword.declaration.rulelang"},
                    "3": {"name": "entity.name.function.rulelang"},
                },
            },
            {"name": "keyword.declaration.rulelang", "match": rf"^{_words(declaring)}(?![(.])"},
            *(_word(word, scope) for word, scope in _scopes()),
            {"name": "constant.numeric.rulelang", "match": r"\b[0-9]+\b"},
            {"name": "variable.other.rulelang", "match": r"\b[a-z][a-z0-9_]*\b"},
            {"name": "keyword.operator.rulelang", "match": r">=|<=|[-+*/<>.]"},
            {"name": "punctuation.rulelang", "match": r"[:,()\[\]]"},
        ],
    }


def scenario_grammar() -> dict[str, Any]:
    head = r"^(scenario|game)\b"
    return {
        "name": "rulelang scenario",
        "scopeName": "source.rulelang.scenario",
        "fileTypes": ["scenario"],
        "patterns": [
            {"name": "comment.line.number-sign.rulelang", "match": r"^\s*#.*$|(?<=\s)#(?:\s.*)?$"},
            {
                "match": rf"{head}\s+(.*?)(?=\s+#(?:\s|$)|$)",
                "captures": {
                    "1": {"name": "keyword.declaration.rulelang"},
                    "2": {"name": "entity.name.section.rulelang"},
                },
            },
            {"name": "keyword.control.rulelang", "match": rf"^\s+{_words(set(SECTIONS))}:"},
            {"name": "keyword.other.rulelang", "match": rf"^\s+{_words(set(HEADERS))}"},
            {"name": "variable.language.rulelang", "match": r"\bplayer [0-9]+\b"},
            {"name": "constant.numeric.rulelang", "match": r"\b[0-9]+\b"},
            {"name": "keyword.other.rulelang", "match": r"\b(?:is|of|the|and|or|not|in)\b"},
        ],
    }
