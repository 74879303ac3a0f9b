"""What can still be known of a declaration that cannot be read.

In: its text, and where the parser stopped. Out: the declaration without what is broken in it, so that others
may speak of it, and a note of what is lost. A mistake in a rule spoils its body, not its name; a mistake in a
field spoils the field, not the card.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from difflib import get_close_matches

from attrs import evolve

from rulelang.diagnostics import Lost
from rulelang.syntax import ast
from rulelang.syntax.words import DECLARATIONS, VERBS

At = tuple[int, int]  # the line and the column where the parser stopped, both from 0
Read = Callable[[str], ast.Node | At]
Recovered = tuple[ast.Node | None, Lost | None]

MOST_FIELDS = 40  # broken lines of one declaration that are left out
ALIKE = 0.75  # how much of a misspelt first word has to be right
LONGEST = 20_000  # characters of a declaration that is read again
_RECORDS = ("table", "card", "tile", "token", "piece")
_NAMES_ONLY = ("zone", "track", "die", "setting")
_JOINTS = frozenset(("of", "from", "for", "active", "in", "each", "to", "with"))
_WORD = re.compile(r"[a-z]\w*")
_INSTANCE = re.compile(r"[a-z]\w*\s+[a-z]\w*\s*(, *\d+ *copies)?\s*:?\s*(#.*)?$")


def recover(chunk: str, at: At, read: Read) -> Recovered:
    lines = chunk.split("\n")
    sort = _sort(lines[0])
    if sort in VERBS and sort != "set":
        return None, Lost("", _words(lines[0]))  # a line of a rule, it seems
    if len(chunk) > LONGEST:
        return None, Lost(sort if sort in DECLARATIONS else "", _words(lines[0]), False, lines[0])
    if at[0] > 0 and sort not in _RECORDS:
        found = read(f"{lines[0]}\n")
        if isinstance(found, ast.Node) and not isinstance(found, ast.Instance):
            return found, _in_the_block(lines, at)
    if sort in ("rule", "value"):
        return _head_alone(lines, at, read)
    if sort in _RECORDS:
        return _record(lines, at, read)
    if sort == "kind":
        return _kind(lines, read)
    if sort in _NAMES_ONLY:
        return None, _lost(lines[0])
    if sort == "more":
        return None, Lost(sort, _words(lines[0]), False, lines[0])
    if sort in DECLARATIONS:
        # It declares nothing that others speak of, unless its first word is wrong.
        header = sort if sort in ("game", "variant") else ""
        return None, _in_the_block(lines, at) if at[0] else Lost(header, _words(lines[0]))
    return _unknown(lines, sort, at, read)


def _sort(head: str) -> str:
    found = re.match(r"(?:replace\s+)?(\w+)", head)
    return found[1] if found else ""


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.split("#")[0])) - {"player", "players"}


def _name(head: str) -> str:
    """The name that a declaration gives, if that can be told; the first line may be broken."""
    sort = _sort(head)
    for word in _WORD.findall(head.split('"')[0].split("#")[0]):
        if word not in ("replace", sort):
            return "" if word in _JOINTS else word
    return ""


def _lost(head: str) -> Lost:
    sort, name = _sort(head), _name(head)
    surely = bool(re.match(rf"(?:replace\s+)?{sort}\s+{name}\s*(:|of\b)", head)) if name else False
    return Lost(sort, frozenset((name,)) if surely else _words(head), surely, head)


# ---------------------------------------------------------------- rules and values


def _head_alone(lines: list[str], at: At, read: Read) -> Recovered:
    """The name, the parameters and the cases, if the mistake is in what follows them."""
    head, sort = lines[0], _sort(lines[0])
    colon = _end_of_head(lines)
    if colon is None or at <= (0, colon):
        return None, Lost(sort, _words(head), False, head)
    rest = ": 0\n" if sort == "value" else ":\n    do nothing\n"
    node = read(head[:colon] + rest)
    if isinstance(node, ast.Node):
        return _without_body(node), _in_the_block(lines, at)
    return None, Lost(sort, _words(head), False, head)


def _end_of_head(lines: list[str]) -> int | None:
    """Where the colon stands that ends the first line, or all that goes before a value on one line."""
    head = lines[0].split("#")[0].rstrip()
    if any(line.strip() and not line.lstrip().startswith("#") for line in lines[1:]):
        return len(head) - 1 if head.endswith(":") and head.count("(") == head.count(")") else None
    depth, first = 0, None
    for index, char in enumerate(head):
        depth += (char == "(") - (char == ")")
        if depth < 0:
            return None
        if char == ":" and depth == 0 and first is None:
            first = index
    return first


def _in_the_block(lines: list[str], at: At) -> Lost | None:
    """A line that stands in the block by mistake may have been a declaration."""
    if 0 < at[0] < len(lines) and re.match(r"\s+\w[\w, ()]*(:|from\b|of each\b)", lines[at[0]]):
        return Lost("", _words(lines[at[0]]))
    return None


def _without_body(node: ast.Node) -> ast.Node:
    match node:
        case ast.Replacement(declaration=inner):
            return evolve(node, declaration=_without_body(inner))
        case ast.Rule():
            return evolve(node, body=())
        case ast.Value():
            lost = ast.ValueCase(node.span, None, ast.LostExpr(node.span))
            return evolve(node, lets=(), results=(lost,))
    return node


# ---------------------------------------------------------------- components, tables, kinds


def _record(lines: list[str], at: At, read: Read) -> Recovered:
    """The declaration with a type that is not known in the place of every field that is broken."""
    head = lines[0]
    lost: Lost | None = None
    if at[0] == 0 or not head.split("#")[0].rstrip().endswith(":"):
        lines = [_mended_head(lines), *lines[1:]]
        lost = Lost(_sort(head), _words("\n".join(lines)), False, head)
    broken: set[str] = set()
    for _ in range(MOST_FIELDS):
        found = read("\n".join(lines))
        if isinstance(found, ast.Node):
            return _with_lost_fields(found, broken), lost
        line = found[0]
        if line == 0 or line >= len(lines) or lines[line] == "" or not lines[line][0].isspace():
            break
        name = _WORD.match(lines[line].strip())
        words = _words(lines[line])
        if lost is not None:
            words |= lost.names
        lost = lost or Lost("field", words, True, lines[line].strip())
        lost = evolve(lost, names=words, named=lost.named and name is not None)
        if name is not None and name[0] not in broken:
            broken.add(name[0])
            lines[line] = f"    {name[0]}: yes or no"
        else:
            lines[line] = ""
    return None, Lost(_sort(head), _words("\n".join(lines)), False, head)


def _mended_head(lines: list[str]) -> str:
    head = lines[0]
    file = re.search(r'"[^"]*"', head)
    active = re.search(r"\bactive in ([a-z]\w*)", head)
    fields = any(line.strip() and not line.lstrip().startswith("#") for line in lines[1:])
    replace = "replace " if head.startswith("replace") else ""
    return (
        f"{replace}{_sort(head)} {_name(head)}"
        + (f" from {file[0]}" if file else "")
        + (f" active in {active[1]}" if active else "")
        + (":" if fields else "")
    )


def _with_lost_fields(node: ast.Node, broken: set[str]) -> ast.Node:
    if isinstance(node, ast.Replacement):
        return evolve(node, declaration=_with_lost_fields(node.declaration, broken))
    if isinstance(node, ast.Table | ast.Component):
        fields = (
            evolve(item, type=ast.TypeLost(item.type.span), start=None) if item.name.text in broken else item
            for item in node.fields
        )
        return evolve(node, fields=tuple(fields))
    return node


def _kind(lines: list[str], read: Read) -> Recovered:
    """A list of words is known by its words, however they are joined."""
    head = " ".join(lines)
    name = _name(head)
    words = [word for word in _WORD.findall(head.split("#")[0]) if word not in ("replace", "kind", name)]
    lost = Lost("kind", _words(head), False, head)
    if not name or not words:
        return None, lost
    replace = "replace " if head.startswith("replace") else ""
    found = read(f"{replace}kind {name}: {', '.join(dict.fromkeys(words))}\n")
    return (found, lost) if isinstance(found, ast.Node) else (None, lost)


# ---------------------------------------------------------------- other beginnings


def _unknown(lines: list[str], sort: str, at: At, read: Read) -> Recovered:
    """A misspelt first word, a component with abilities, or something that nobody can tell."""
    for word in get_close_matches(sort, DECLARATIONS, n=2, cutoff=ALIKE):
        found = read("\n".join([lines[0].replace(sort, word, 1), *lines[1:]]))
        if isinstance(found, ast.Node):
            return found, None
    if _INSTANCE.match(lines[0]) and at[0] > 0:
        kept = [lines[0], *_without_part(lines[1:], at[0] - 1)]
        head = lines[0].split("#")[0].rstrip().rstrip(":")
        for text in ("\n".join(kept), f"{head}\n"):
            found = read(text)
            if isinstance(found, ast.Node):
                broken = evolve(found, broken=True) if isinstance(found, ast.Instance) else found
                return broken, Lost("", _words(lines[0]) | {sort})
    return None, Lost("", _words(lines[0]), False, lines[0])


def _without_part(lines: list[str], broken: int) -> list[str]:
    """The indented lines without the ability or cell that a line belongs to; the numbers of lines stay."""
    starts = [index for index, line in enumerate(lines) if _indent(line) == _indent(lines[0])]
    first = max((index for index in starts if index <= broken), default=0)
    last = min((index for index in starts if index > broken), default=len(lines))
    return [*lines[:first], *("" for _ in lines[first:last]), *lines[last:]]


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
