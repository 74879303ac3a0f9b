"""One canonical form: what the formatter changes, what it keeps, and that it does nothing the second time."""

from __future__ import annotations

import random
import re
from functools import cache
from pathlib import Path
from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulelang.diagnostics import Report
from rulelang.source import Source
from rulelang.syntax.format import FormatError, format_source
from rulelang.syntax.parser import parse

ROOT = Path(__file__).resolve().parents[2]


def formatted(text: str) -> str:
    return format_source(Source("game.rules", text))


@cache
def definitions() -> list[Path]:
    return sorted((ROOT / "gamedefs").rglob("*.rules"))


def comments(text: str) -> list[str]:
    return [comment.text.strip() for comment in parse(Source("game.rules", text), Report()).comments]


def assert_kept(before: str, after: str) -> None:
    """The same declarations, the same comments, and nothing left to do."""
    old, new = parse(Source("game.rules", before), Report()), parse(Source("game.rules", after), Report())
    assert old.declarations == new.declarations
    assert comments(before) == comments(after)
    assert formatted(after) == after


# ------------------------------------------------------------ the canonical form


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("play:\n  end game\n", "play:\n    end game\n"),
        ("play:\n        end game\n", "play:\n    end game\n"),
        ("play:   \n    end game   \n\n\n", "play:\n    end game\n"),
        ("value a :1+2*3\n", "value a: 1 + 2 * 3\n"),
        ("value a: count( players )-1\n", "value a: count(players) - 1\n"),
        ("value a: -1\n", "value a: -1\n"),
        ("value a: - 1\n", "value a: -1\n"),
        ("value a: [-1, - 2, 3-4]\n", "value a: [-1, -2, 3 - 4]\n"),
        ("ranking of p: highest - count(hand of p)\n", "ranking of p: highest -count(hand of p)\n"),
        ("value a: [ 1,2 ,3 ]\n", "value a: [1, 2, 3]\n"),
        ("track t: number - 3 to 3\n", "track t: number -3 to 3\n"),
        ("value a: x . y\n", "value a: x.y\n"),
        ("value a: debt>=2\n", "value a: debt >= 2\n"),
        ("value a(player):2\n", "value a(player): 2\n"),
        ("#note\nplay:\n    end game\n", "# note\nplay:\n    end game\n"),
        ("play:\n    end game #  note\n", "play:\n    end game  # note\n"),
        ("value a: 1\n\n\n\nvalue b: 2\n", "value a: 1\n\nvalue b: 2\n"),
        (
            "value a: 1\nplay:\n    end game\nvalue b: 2\n",
            "value a: 1\n\nplay:\n    end game\n\nvalue b: 2\n",
        ),
        (
            "rule a:\n    answer -1\n    swap first of x with last of x\n    remember  seen\n",
            "rule a:\n    answer -1\n    swap first of x with last of x\n    remember seen\n",
        ),
        ("value a: count( different (x) )\n", "value a: count(different(x))\n"),
        ("value a: room holding(first of x)\n", "value a: room holding (first of x)\n"),
        ("value a: your pattern( 3 )\n", "value a: your pattern(3)\n"),
        ("value a: sick(x,y)after heal(x)\n", "value a: sick(x, y) after heal(x)\n"),
        ("value a: [c.n for each c in x]\n", "value a: [c.n for each c in x]\n"),
        ("value a: any n in(1 to 3)where n is 2\n", "value a: any n in (1 to 3) where n is 2\n"),
        (
            "value a: along(s,north) up to it is not empty\n",
            "value a: along(s, north) up to it is not empty\n",
        ),
        (
            "value a: longest way in(x)by ends adding long\n",
            "value a: longest way in (x) by ends adding long\n",
        ),
        ("value a: groups in x by near( p )\n", "value a: groups in x by near(p)\n"),
        (
            "token cube of each player,6 copies\nmemory seen:board,active\nmust hold:a is 1\n",
            "token cube of each player, 6 copies\nmemory seen: board, active\nmust hold: a is 1\n",
        ),
        (
            "zone z of each player and name of ware:hexagonal grid size by 3 of stone,seen by others\n",
            "zone z of each player and name of ware: hexagonal grid size by 3 of stone, seen by others\n",
        ),
        (
            "rule a:\n    let n :number 0 to 3 be do b( 1 )\n    repeat until n is 1 :do b(3)\n",
            "rule a:\n    let n: number 0 to 3 be do b(1)\n    repeat until n is 1: do b(3)\n",
        ),
        (
            "value a(player):\n    let n be 3\n    n+1\n",
            "value a(player):\n    let n be 3\n    n + 1\n",
        ),
        ("", ""),
        ("# only a comment", "# only a comment\n"),
        (
            "token   wood ,6 copies\n",
            "token wood, 6 copies\n",
        ),
        (
            "zone board : grid up to  5  by 4 of wood,public\n",
            "zone board: grid up to 5 by 4 of wood, public\n",
        ),
        (
            "play :\n"
            "  each  player  secretly chooses  one :\n"
            "    build( n in 1 to 3 )when n>1 : do nothing\n"
            "  otherwise : do nothing\n",
            "play:\n"
            "    each player secretly chooses one:\n"
            "        build(n in 1 to 3) when n > 1: do nothing\n"
            "    otherwise: do nothing\n",
        ),
        (
            "play:\n"
            "    choose  secretly  one :\n"
            "        lie : do nothing\n"
            "    may  openly tell : do nothing\n"
            "    roll  secretly 2 d6  as x\n",
            "play:\n"
            "    choose secretly one:\n"
            "        lie: do nothing\n"
            "    may openly tell: do nothing\n"
            "    roll secretly 2 d6 as x\n",
        ),
        (
            "after gain( n )when n>1 priority 3 offered  to  opponents :\n    end  loop\n",
            "after gain(n) when n > 1 priority 3 offered to opponents:\n    end loop\n",
        ),
        (
            "value f: longest  path in claimed  of p by ends  adding long\n",
            "value f: longest path in claimed of p by ends adding long\n",
        ),
    ],
)
def test_one_form(before: str, after: str) -> None:
    assert formatted(before) == after
    assert_kept(before, after)


def test_comments_stay_with_their_lines() -> None:
    text = dedent("""\
        # about the game
        game small for 2 players

        # about play
        play:
            # first
            if yes:  # behind a colon
                # inside
                end game
            # last of the block
        # about the rule
        rule tidy:
            end game
        # at the end
        """)
    assert "    # first\n    if yes:  # behind a colon\n        # inside\n" in formatted(text)
    assert "# about the rule\nrule tidy:\n" in formatted(text)
    assert_kept(text, formatted(text))


def test_what_does_not_parse_is_left_alone() -> None:
    with pytest.raises(FormatError, match="does not parse"):
        formatted("play\n    end game\n")


def test_lines_inside_brackets_stay_lines() -> None:
    text = "value a: [\n  1,\n  2]\n"
    assert formatted(text).count("\n") == 3
    assert_kept(text, formatted(text))


# ------------------------------------------------------------ the definitions


@pytest.mark.parametrize(
    "path", definitions(), ids=lambda path: path.relative_to(ROOT / "gamedefs").as_posix()
)
def test_every_definition_is_formatted(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert formatted(text) == text, f"run `rulelang fmt {path.relative_to(ROOT)}`"


# ------------------------------------------------------------ any text that parses


def untidy(text: str, rng: random.Random) -> str:
    """The same declarations in another layout: other indents, spaces, blank lines, comments."""
    width = rng.choice([1, 2, 3, 4, 7])
    out = []
    for line in text.split("\n"):
        code = line.lstrip(" ")
        depth = (len(line) - len(code)) // 4
        if code and '"' not in code and "#" not in code and rng.random() < 0.5:
            code = re.sub(r"(?<=[,:+*/<>()\[\]]) ?(?=[^=\s])", lambda _: " " * rng.randrange(1, 3), code)
            code = re.sub(r" ", lambda _: " " * rng.randrange(1, 3), code)
        if code and rng.random() < 0.1:
            code += rng.choice(["  # why", "#", "   ", " # a: b"])
        out.append(" " * (width * depth) + code)
        if rng.random() < 0.1:
            out.append(rng.choice(["", "", " " * rng.randrange(9), " " * rng.randrange(9) + "# between"]))
    return "\n".join(out)


@pytest.mark.fuzz
@given(seed=st.integers(0, 2**32))
def test_another_layout_gives_the_same_declarations(seed: int) -> None:
    rng = random.Random(seed)
    text = untidy(rng.choice(definitions()).read_text(encoding="utf-8"), rng)
    try:
        after = formatted(text)
    except FormatError as error:
        assert "does not parse" in str(error)  # a comment may stand inside brackets; never a changed meaning
        return
    assert_kept(text, after)


@pytest.mark.fuzz
@given(seed=st.integers(0, 2**32))
def test_a_changed_definition_that_parses_keeps_its_meaning(seed: int) -> None:
    rng = random.Random(seed)
    words = re.findall(r"\w+|[ ]+|\n|[^\w\s]", rng.choice(definitions()).read_text(encoding="utf-8"))
    for _ in range(rng.randrange(1, 4)):
        i, j = rng.randrange(len(words)), rng.randrange(len(words))
        words[i] = rng.choice([words[j], "", words[i] * 2])
    text = "".join(words)
    try:
        after = formatted(text)
    except FormatError as error:
        assert "does not parse" in str(error)
        return
    assert_kept(text, after)
