"""The parser of the grammar, and its tables kept for the next start.

In: `grammar.lark`. Out: a `Lark`. Building the tables takes half a second, reading them an instant; they are
kept in the user's cache as JSON under a name that tells the grammar, Lark and Python they belong to. Lark's
own cache is a pickle, which runs whatever somebody put there, so it is not used.
"""

from __future__ import annotations

import hashlib
import sys
from functools import cache
from typing import Any

import lark
from lark import Lark, Token, Tree
from lark.grammar import Rule
from lark.lexer import TerminalDef

from rulelang.private import cache_folder, keep, recall
from rulelang.syntax.kept_tables import grammar_text
from rulelang.syntax.layout import Layout
from rulelang.syntax.quick_tables import verbs_of_one_line

MOST_KEPT = 4
_GIVEN_ANEW = ("postlex", "propagate_positions", "transformer", "lexer_callbacks", "tree_class", "_plugins")


def make_parser(strict: bool = False) -> Lark:
    """Built from the grammar."""
    layout = Layout()
    built = Lark(
        grammar_text(),
        parser="lalr",
        lexer="contextual",
        postlex=layout,
        maybe_placeholders=True,
        propagate_positions=_has_position,
        strict=strict,
    )
    layout.verbs = verbs_of_one_line(built)
    return built


@cache
def parser() -> Lark:
    """From the tables that were kept, or else built, and its tables kept."""
    folder, name = cache_folder(), _name()
    kept = recall(folder, name)
    if kept is not None:
        try:
            return _from_tables(kept)
        except (KeyError, TypeError, ValueError, AttributeError, IndexError, AssertionError, lark.LarkError):
            pass  # Lark cannot use them, for whatever reason: it makes them again
    built = make_parser()
    keep(folder, name, _tables(built), MOST_KEPT)
    return built


def tree_of(text: str) -> Tree[Token]:
    """The tree of a text; the layout looks ahead in it."""
    found = parser()
    layout = found.options.postlex
    assert isinstance(layout, Layout)
    layout.text = text
    return found.parse(text)


def part_of(tree: Tree[Token] | Token | None) -> Any:
    """A tree of Lark's as one of ours."""
    if isinstance(tree, Tree):
        at = tree.meta
        place = None if at.empty else (at.line, at.column, at.end_line, at.end_column)
        return tree.data, [part_of(part) for part in tree.children], place
    if tree is None:
        return None
    return tree.type, str(tree), (tree.line, tree.column, tree.end_line, tree.end_column)


def _name() -> str:
    words = f"{grammar_text()}\0{lark.__version__}\0{sys.version}"
    return f"grammar-{hashlib.sha256(words.encode()).hexdigest()[:40]}.json"


def _tables(built: Lark) -> dict[str, Any]:
    data, memo = built.memo_serialize([TerminalDef, Rule])
    data["options"] = {name: value for name, value in data["options"].items() if name not in _GIVEN_ANEW}
    return {"data": data, "memo": memo}


def _from_tables(kept: Any) -> Lark:
    plain = _with_numbers(kept)
    load: Any = Lark._load_from_dict  # what the parsers that Lark generates are made with
    layout = Layout()
    found: Lark = load(plain["data"], plain["memo"], postlex=layout, propagate_positions=_has_position)
    layout.verbs = verbs_of_one_line(found)
    return found


def _with_numbers(value: Any) -> Any:
    """The keys of JSON are texts, those of the tables are numbers too; none of these stand inside a list."""
    return {
        int(key) if key.isdigit() else key: _with_numbers(inner) if inner.__class__ is dict else inner
        for key, inner in value.items()
    }


def _has_position(node: Tree[Token] | Token) -> bool:
    return not (isinstance(node, Token) and node.type in ("_NL", "_INDENT", "_DEDENT"))
