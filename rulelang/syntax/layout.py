"""Indentation: turns the white space at the start of lines into INDENT and DEDENT tokens.

In: Lark's tokens with `_NL` for "line end, comments and the next line's indent".
Out: the same tokens with the blocks marked. Wrong indents raise `LayoutError` with a position.
"""

from __future__ import annotations

from collections.abc import Iterator

from lark import Token
from lark.lark import PostLex

from rulelang.syntax.blocks import DEEPEST, heads_a_block

GLUED = "only the beginning of this word fits"


def _glued(word: Token, rest: Token) -> bool:
    """Where only `in` can stand, `inside` would be read as `in` and `side`."""
    return (
        word.end_pos == rest.start_pos
        and word.type not in ("NAME", "INT")
        and word[-1:].isalnum()
        and (rest[:1].isalnum() or rest[:1] == "_")
    )


class LayoutError(Exception):
    def __init__(self, token: Token, message: str) -> None:
        super().__init__(message)
        self.token = token
        self.message = message


class Layout(PostLex):
    always_accept = ("_NL",)
    text = ""  # what is being read

    def __init__(self) -> None:
        # Verbs of one line: where a block follows, the word is the name of an option.
        self.verbs: frozenset[str] = frozenset()

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        indents = [0]
        brackets = 0
        last = None
        for token in stream:
            if last is not None and _glued(last, token):
                raise LayoutError(last, GLUED)
            starts = last is not None and last.type == "_NL"
            if starts and token.type in self.verbs and heads_a_block(self.text, token.start_pos or 0):
                token = Token.new_borrow_pos("NAME", str(token), token)
            last = token
            if token.type in ("LPAR", "LSQB"):
                brackets += 1
            elif token.type in ("RPAR", "RSQB"):
                brackets = max(0, brackets - 1)
            if token.type != "_NL":
                yield token
                continue
            if brackets:
                continue
            yield token
            yield from self._blocks(token, indents)
        if last is not None:
            for _ in indents[1:]:
                yield Token.new_borrow_pos("_DEDENT", "", last)

    def _blocks(self, token: Token, indents: list[int]) -> Iterator[Token]:
        width = len(token) - token.rfind("\n") - 1
        if width > indents[-1]:
            if len(indents) > DEEPEST:
                raise LayoutError(token, f"blocks are nested more than {DEEPEST} deep")
            indents.append(width)
            yield Token.new_borrow_pos("_INDENT", " " * width, token)
        while width < indents[-1]:
            indents.pop()
            if width > indents[-1]:
                raise LayoutError(token, "this line stands between two blocks")
            yield Token.new_borrow_pos("_DEDENT", "", token)
