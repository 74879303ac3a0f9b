"""Right texts are read by a loop of our own: it makes Lark's trees, and leaves all other texts to it."""

from __future__ import annotations

import json
import random
from itertools import pairwise

import pytest
from lark.exceptions import LarkError

from rulelang.syntax import kept_tables
from rulelang.syntax.grammar import make_parser, part_of, tree_of
from rulelang.syntax.layout import LayoutError
from rulelang.syntax.parser import _START
from rulelang.syntax.quick import Part, read
from rulelang.syntax.quick_tables import plain_tables, verbs_of_one_line
from tests.helpers import GAMES

ODD = [
    "\n",
    "\n    ",
    "\n        ",
    " ",
    "  ",
    "# x",
    '"',
    "x9",
    "7",
    "set:",
    "end:",
    "A",
    "\t",
    "inside",
    "3cards",
]


def declarations() -> list[str]:
    found = []
    for file in sorted(GAMES.rglob("*.rules")):
        text = file.read_text(encoding="utf-8")
        starts = [match.start() for match in _START.finditer(text)]
        found += [text[start:stop].rstrip() + "\n" for start, stop in pairwise([*starts, len(text)])]
    return found


def by_lark(text: str) -> Part | None:
    try:
        found: Part = part_of(tree_of(text))
    except (LarkError, LayoutError):
        return None
    return found


def test_every_declaration_is_read_at_once_as_lark_reads_it() -> None:
    texts = declarations()
    assert len(texts) > 1000
    for text in texts:
        found = read(text, kept_tables.tables())
        assert found is not None, text
        assert found == by_lark(text), text


@pytest.mark.parametrize("seed", range(4))
def test_spoilt_texts_are_read_only_if_lark_reads_them(seed: int) -> None:
    tables, texts, rng = kept_tables.tables(), declarations(), random.Random(seed)
    pieces = [*sorted(tables.words), *sorted(tables.signs), *ODD]
    right = 0
    for _ in range(150):
        text = rng.choice(texts)
        for _ in range(rng.randint(1, 2)):
            start = rng.randrange(len(text) + 1)
            stop = start + rng.choice((0, 0, 1, 2, 5))
            text = (
                text[:start]
                + rng.choice(("", " ", rng.choice(pieces), f" {rng.choice(pieces)} "))
                + text[stop:]
            )
        found = by_lark(text)
        assert read(text, tables) == found, text
        right += found is not None
    assert 10 < right < 140, "there have to be both, or this shows nothing"


@pytest.mark.parametrize(
    "text",
    [
        "play:\n    choose one:\n        set:\n            win a\n        end when b:\n            win a\n",
        "value a: [1,\n  2, # more\n    3]\n",
        "value a: ((b) + (c of d))\n",
        "play:\n    # at the margin\n# here\n    end game   # and here\n",
    ],
)
def test_what_is_easily_read_in_another_way(text: str) -> None:
    assert read(text, kept_tables.tables()) == by_lark(text) is not None


def test_tables_that_were_kept_read_as_those_that_were_made() -> None:
    """Lark numbers its states anew each time, so they are compared by what they read."""
    made = plain_tables(make_parser())
    kept = kept_tables._tables(json.loads(json.dumps(made)))
    for text in declarations()[:300]:
        assert read(text, kept) == read(text, kept_tables.tables())


def test_verbs_of_one_line_come_from_the_grammar() -> None:
    found = verbs_of_one_line(make_parser())
    assert {"MOVE", "SWAP", "END", "EXTRA"} <= found
    assert found.isdisjoint({"CHOOSE", "IF", "FOR", "LET", "DO"})
