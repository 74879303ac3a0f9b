"""Comments stay where they belong."""

from __future__ import annotations

import pytest

from rulelang.source import Source
from rulelang.syntax.format import format_source

KEPT = """\
game g for 2 players

rule a:
    end game
    # the end of a

# about b
rule b:
    if yes:
        # first thing
        end game
    # in b again

# about play
play:
    do a
    do b
"""


def test_a_comment_at_the_end_of_a_block_stays_in_it() -> None:
    assert format_source(Source("x", KEPT)) == KEPT


@pytest.mark.parametrize("indent", [2, 3, 6])
def test_comments_are_indented_like_the_code_around_them(indent: int) -> None:
    wide = "\n".join(
        " " * (indent * ((len(line) - len(line.lstrip())) // 4)) + line.lstrip() for line in KEPT.split("\n")
    )
    assert format_source(Source("x", wide)) == KEPT


@pytest.mark.parametrize("before", ["", " ", "   ", "       ", "            ", "                    "])
@pytest.mark.parametrize("after", [" ", "     ", "            "])
@pytest.mark.parametrize(
    "above", ["rule a:\n    do b(", "rule a:\n    if yes:\n        do b(", "value v: count(["]
)
def test_comments_inside_brackets_stand_like_the_code_there(before: str, after: str, above: str) -> None:
    text = f"{above}  # one\n{before}# two\n\n{before}# three\n{after}1)\n".replace("[  #", "[1, #")
    text = text.replace("1)", "1])") if "[" in text else text
    once = format_source(Source("x", text))
    assert format_source(Source("x", once)) == once
    inside = [line for line in once.split("\n") if line.strip().startswith(("#", "1"))]
    assert len({len(line) - len(line.lstrip()) for line in inside}) == 1
