"""Likely mistakes, known by their looks.

In: the spot where the parser stopped. Out: a finding in the words of somebody who has seen this mistake
before, or nothing. Each function below knows one family of mistakes; the first that knows its own answers.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from attrs import evolve

from rulelang.diagnostics import Diagnostic, Guess, Label
from rulelang.source import Source
from rulelang.suggest import close_to, did_you_mean
from rulelang.syntax.brackets import brackets
from rulelang.syntax.spot import Spot, is_code
from rulelang.syntax.words import (
    DECLARATIONS,
    FOREIGN,
    FOREIGN_DECLARATIONS,
    VERBS,
)

LONGEST_LINE = 1000  # characters of a line that is looked at closely
_ABILITY = re.compile(
    r"\s*(change|instead of|before|after)\s+((?:rule|value)\s+(?=[a-z]))?([a-z]\w*)\s*"
    r"(\([^()]*\))?\s*(:|to\b|=)?\s*(.*?)\s*(?:#.*)?$"
)
FARTHEST = 200  # lines that are looked at around a mistake
_MARGIN_VERBS = frozenset(VERBS) - {"set"} | {"else"}


# ------------------------------------------------------------ lines outside every block


def at_the_margin(source: Source, line: int) -> Diagnostic | None:
    """Statements at the left margin. All lines of such a run give the same finding, at its first line."""
    if line > len(source.lines) or not _is_stray(source.lines[line - 1]):
        if not _opens(source.lines[line - 1] if line <= len(source.lines) else ""):
            return None
        far = min(line + FARTHEST, len(source.lines))
        below = next((n for n in range(line + 1, far + 1) if is_code(source.lines[n - 1])), None)
        if below is None or not _is_stray(source.lines[below - 1]):
            return None
        line = below
    first, number = line, line - 1
    while number >= 1 and number > line - FARTHEST:
        text = source.lines[number - 1]
        if _is_stray(text):
            first = number
        elif is_code(text) and not (text[0].isspace() and _is_stray(_margin_above(source, number))):
            break
        number -= 1
    return _stray(source, first, number)


def _margin_above(source: Source, number: int) -> str:
    last = max(1, number - FARTHEST)
    while number > last and (not is_code(source.lines[number - 1]) or source.lines[number - 1][0].isspace()):
        number -= 1
    return source.lines[number - 1]


def _is_stray(line: str) -> bool:
    word = re.match(r"[a-z]\w*", line)
    if word is None or word[0] not in _MARGIN_VERBS:
        return False
    return not re.match(r"(as|may|each|do|end|look) *:|\w+ *$", line)


def _opens(line: str) -> bool:
    return bool(line) and not line[0].isspace() and line.split("#")[0].rstrip().endswith(":")


def _stray(source: Source, first: int, above: int) -> Diagnostic:
    text = source.lines[first - 1]
    span = source.line_span(first, 1, len(text.rstrip()) + 1)
    opener = source.lines[above - 1] if above >= 1 else ""
    if _opens(opener):
        place = source.line_span(above, 1, len(opener.rstrip()) + 1)
        return Diagnostic(
            "R0111",
            "this block is not indented",
            (Label(span, "this belongs to the block"), Label(place, "that is opened here")),
            hint="indent its lines by four spaces",
        )
    word = re.match(r"[a-z]+", text)
    return Diagnostic(
        "R0112",
        f"`{word[0] if word else text}` does not start a declaration",
        (Label(span, "this line stands outside every block"),),
        why="what happens in the game stands in `setup:`, `play:` or a `rule`, indented by four spaces",
        hint="indent the line below the one it belongs to",
    )


def _margin(spot: Spot) -> Diagnostic | None:
    if spot.span.column > 1 and spot.first_line != spot.span.line:
        return None
    return at_the_margin(spot.source, spot.first_line) if _is_stray(spot.line) else None


# ------------------------------------------------------------ how a line starts


def _declaration(spot: Spot) -> Diagnostic | None:
    """The first word of a declaration is none that we know."""
    head = spot.source.lines[spot.first_line - 1]
    word = re.match(r"\w+", head)
    if word is None or spot.span.line != spot.first_line or word[0] in DECLARATIONS:
        return None
    span = spot.part(0, len(word[0]))
    if not word[0].islower() and word[0].lower() in DECLARATIONS:
        return None
    hint = FOREIGN_DECLARATIONS.get(word[0]) or did_you_mean(word[0], DECLARATIONS)
    if not hint:
        return None
    title = f"`{word[0]}` does not start a declaration"
    return Diagnostic("R0112", title, (Label(span),), hint=hint)


def _no_component(spot: Spot) -> Diagnostic | None:
    """Lines of a rule below two words that are read as a component and its name."""
    head = spot.source.lines[spot.first_line - 1]
    found = re.match(r"([a-z]\w*)\s+([a-z]\w*)\s*:\s*(#.*)?$", head)
    if found is None or found[1] in DECLARATIONS or spot.span.line == spot.first_line or spot.fragment:
        return None
    below = next(line for line in spot.source.lines[spot.first_line :] if is_code(line))
    if len(below) - len(below.lstrip()) != len(spot.line) - len(spot.line.lstrip()):
        return None
    if spot.first not in (*VERBS, "when", "otherwise") or spot.line.split("#")[0].strip().startswith(
        f"{spot.first}:"
    ):
        return None
    word, name = (found[2], found[1]) if found[2] in ("rule", "value") else ("rule", found[2])
    word = "value" if spot.first in ("when", "otherwise") else word
    return Diagnostic(
        "R0112",
        f"`{found[1]}` does not start a declaration",
        (Label(spot.source.line_span(spot.first_line, 1, len(found[1]) + 1)),),
        why="two words and a colon begin a component with its columns and abilities, but lines of a "
        f"{word} follow",
        hint=f"write `{word} {name}:`",
    )


def _ability(spot: Spot) -> Diagnostic | None:
    """`change` with lines that do something, or hooks on rules with a result."""
    found = re.match(_ABILITY, spot.line[:LONGEST_LINE])
    if found is None or spot.fragment:
        return None
    how, word, name, params, sign, rest = found[1], found[2], found[3], found[4] or "", found[5], found[6]
    verb = re.match(r"[a-z]*", rest)
    if word:  # `change value bonus: 3`
        title = f"`{word.strip()}` is one word too many"
        hint = f"leave it out: `{how} {name}{params}: …`"
    elif how == "change" and sign and (sign != ":" or not rest or (verb and verb[0] in VERBS)):
        hint = f"for a value, write `change {name}{params}: …`; what a rule does is altered with `instead of`"
        title = "`change` is followed by a colon and the new result"
    elif how != "change" and sign == ":" and re.match(r"-?\d|result\b|\(", rest):
        hint = "for a rule, write what happens on the next lines; what a value gives is altered with `change`"
        title = f"`{how}` is followed by what happens, not by a result"
    else:
        return None
    start = found.start(2 if word else 1)
    label = Label(spot.part(start, start + len((word or how).rstrip())))
    return Diagnostic("R0104", title, (label,), hint=hint, guess=Guess(how, name, rest, False))


def _habit(spot: Spot) -> Diagnostic | None:
    """Words of other languages at the start of a line."""
    word = spot.first
    start = len(spot.line) - len(spot.line.lstrip())
    if start == 0 or word in VERBS or word not in FOREIGN or ("_NL" in spot.expected and spot.before.strip()):
        return None
    if not ("MOVE" in spot.expected or word in ("return", "elif", "elseif", "elsif")):
        return None
    span = spot.part(start, start + len(word))
    title = f"`{word}` is not a verb"
    return Diagnostic("R0112", title, (Label(span),), hint=FOREIGN[word], guess=called(spot))


def _else(spot: Spot) -> Diagnostic | None:
    if spot.before.strip() or spot.word not in ("else", "otherwise") or "MOVE" not in spot.expected:
        return None
    if spot.word == "otherwise" and "ELSE" in spot.expected:
        return spot.says("R0116", "after an `if`, the other case is `else:`", hint="write `else:`")
    opener = "an `if` or a `may`" if spot.word == "else" else "a `choose`"
    return spot.says(
        "R0116",
        f"this `{spot.word}` belongs to nothing",
        why=f"`{spot.word}:` follows right after the block of {opener}, in the same column",
        hint="move it there; a line between the two cuts it off",
    )


def _assignment(spot: Spot) -> Diagnostic | None:
    """`debt = 2`, `debt += 1`."""
    found = re.match(
        r"(\s*)((?:your )?[a-z][\w.]*(?: of \w+)?)\s*(\+=|-=|:=|=|\+\+|--)\s*([^=#]*)", spot.line
    )
    if found is None or found[2] in VERBS:
        return None
    name, sign, value = found[2], found[3], found[4].strip() or "1"
    change = {"+": f"add {value} to {name}", "-": f"subtract {value} from {name}"}
    hint = f"write `{change.get(sign[0], f'set {name} to {value}')}`"
    span = spot.part(found.start(3), found.end(3))
    guess = Guess(sign, name, value, bool(found[1]))
    return Diagnostic("R0105", f"I don't know `{sign}`", (Label(span),), hint=hint, guess=guess)


def _missing_do(spot: Spot) -> Diagnostic | None:
    if spot.before.strip() or "MOVE" not in spot.expected or spot.kind == "?":
        return None
    call = re.match(r"\s*([a-z]\w*)\s*(\(.*\))?\s*(#.*)?$", spot.line)
    if call is None or call[1] in VERBS or (not call[2] and (call[1] in FOREIGN or close_to(call[1], VERBS))):
        return None
    wanted = f"do {call[1]}{call[2] or ''}"
    title = f"`{call[1]}` is not a verb"
    hint = f"to carry out a rule of this name, write `{wanted}`"
    return evolve(spot.says("R0112", title, hint=hint), guess=called(spot))


def called(spot: Spot) -> Guess | None:
    """What a line says that begins with a name: perhaps a rule to carry out."""
    found = re.match(r"\s*([a-z]\w*)\s*(\(.*\)|[\w, ]*?)\s*(#.*)?$", spot.line)
    if found is None:
        return None
    rest = found[2] if found[2].startswith("(") or not found[2] else f"({', '.join(found[2].split())})"
    return Guess("call", found[1], rest)


# ------------------------------------------------------------ signs


def _sign(spot: Spot) -> Diagnostic | None:
    """Characters that the language does not have, or not here."""
    rest = spot.rest
    if spot.kind == "?" and rest.startswith("}"):
        opening = _opening_brace(spot)
        if opening is not None:  # one finding for the pair
            return opening
    for pattern, code, title, hint in _SIGNS:
        found = re.match(pattern, rest)
        if found and (spot.kind == "?" or pattern in _ALWAYS):
            span = spot.part(spot.span.column - 1, spot.span.column - 1 + len(found[0]))
            return Diagnostic(code, title.format(found[0]), (Label(span),), hint=hint)
    return None


def _opening_brace(spot: Spot) -> Diagnostic | None:
    for number in range(spot.span.line, 0, -1):
        column = spot.source.lines[number - 1].find("{")
        if column >= 0:
            hint = next(hint for pattern, _, _, hint in _SIGNS if pattern == "[{}]")
            span = spot.source.line_span(number, column + 1, column + 2)
            return Diagnostic("R0104", "I don't know `{`", (Label(span),), hint=hint)
    return None


_COMPARE = "write `is` to compare: `debt is 0`"
_SIGNS = [
    (r"==", "R0105", "I don't know `==`", _COMPARE),
    (r"=>", "R0105", "I don't know `=>`", "write `>=`, or `is at least`"),
    (r"=<", "R0105", "I don't know `=<`", "write `<=`, or `is at most`"),
    (r"!=", "R0105", "I don't know `!=`", "write `is not`: `debt is not 0`"),
    (r"&&?", "R0104", "I don't know `{}`", "write `and`"),
    (r"\|\|?", "R0104", "I don't know `{}`", "write `or`"),
    (r"!", "R0104", "I don't know `!`", "write `not`"),
    (r"%", "R0104", "I don't know `%`", "for what is left over in a division, write `mod`"),
    (r"//", "R0104", "I don't know `//`", "a comment starts with `#`"),
    (r"/\*", "R0104", "I don't know `/*`", "a comment starts with `#`"),
    (r"\*\*", "R0104", "I don't know `**`", "there are no powers; multiply"),
    ("[{}]", "R0104", "I don't know `{}`", "a block starts with `:` and is indented by four spaces"),
    (r";", "R0104", "I don't know `;`", "a statement ends with its line, so nothing is needed here"),
    (r"[“”„«»]", "R0104", "I don't know `{}`", 'write plain quotes: `"loot.yaml"`'),
    (r"'s\b", "R0104", "I don't know `'s`", "write `coins of p`, or `your coins`"),
    ("['\u2018\u2019`]", "R0104", "I don't know `{}`", 'a file name stands in double quotes: `"loot.yaml"`'),
    (
        "[\u2013\u2014\u2212]",
        "R0104",
        "I don't know `{}`",
        "for a minus, write `-`; for a range, write `0 to 4`",
    ),
    ("[\u00d7\u00b7]", "R0104", "I don't know `{}`", "to multiply, write `*`"),
    (r"≥", "R0104", "I don't know `≥`", "write `>=`, or `is at least`"),
    (r"≤", "R0104", "I don't know `≤`", "write `<=`, or `is at most`"),
    (r"≠", "R0104", "I don't know `≠`", "write `is not`"),
    (
        "\u00a0",
        "R0104",
        "an invisible character stands here",
        "it is a space that does not break: type a space",
    ),
    ("[\u200b\ufeff\u200e\u200f]", "R0104", "an invisible character stands here", "delete it and type anew"),
]
_ALWAYS = {r"//", r"/\*", r"\*\*"}


def _equals(spot: Spot) -> Diagnostic | None:
    if spot.kind != "?" or not spot.rest.startswith("="):
        return None
    verb, before = spot.first, spot.before.strip()
    hint = "write `is` to compare (`debt is 0`) and `set … to …` to change (`set debt to 0`)"
    if verb in ("set", "let"):
        value = spot.rest[1:].strip()
        hint = f"write `{before} {'to' if verb == 'set' else 'be'} {value}`"
    elif verb in ("if", "while", "when", "else") or re.search(r"\b(when|where|until)\b", before):
        hint = _COMPARE
    return spot.says("R0105", "I don't know `=`", hint=hint)


def _quote(spot: Spot) -> Diagnostic | None:
    if spot.kind != "?" or not spot.rest.startswith('"'):
        return None
    span = spot.part(spot.span.column - 1, len(spot.line.rstrip()))
    return Diagnostic("R0106", "this text has no closing quote", (Label(span),), hint='end it with `"`')


def _letters(spot: Spot) -> Diagnostic | None:
    """Capital letters, and letters with marks."""
    if spot.kind != "?" or not spot.rest[:1].isalpha():
        return None
    start = spot.span.column - 1
    while start > 0 and (spot.line[start - 1].isalnum() or spot.line[start - 1] == "_"):
        start -= 1
    found = re.match(r"\w+", spot.line[start:])
    word = found[0] if found else spot.rest[:1]
    span = spot.part(start, start + len(word))
    if not word.isascii():
        return Diagnostic(
            "R0107",
            f"a name has only the letters a to z, and `{word}` has others",
            (Label(span),),
            why="what people read comes from `strings/`, where every letter of every language is possible",
        )
    plain = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", word).lower()
    return Diagnostic(
        "R0107",
        "names and words are written in small letters",
        (Label(span),),
        why="people see the names from `strings/`, so a name here is one plain word",
        hint=f"write `{plain}`",
    )


def _control(spot: Spot) -> Diagnostic | None:
    char = spot.rest[:1]
    if spot.kind != "?" or not char or char.isprintable():
        return None
    if char == "\0":  # the same finding as for the file, so that it is told once
        title = "the file has a NUL byte in it, so it is not a text file"
        return Diagnostic("R0004", title, (Label(spot.source.line_span(1)),))
    title = f"a character that cannot be seen stands here (U+{ord(char):04X})"
    return spot.says("R0104", title, hint="delete it and type the line anew")


SIGNS_AND_STARTS: list[Callable[[Spot], Diagnostic | None]] = [
    _margin, _no_component, _ability, brackets, _assignment, _else, _missing_do, _habit, _sign, _equals,
    _quote, _letters, _control, _declaration,
]  # fmt: skip
