"""The ten questions of a newcomer: what the page says lives in a file does live there, and nowhere else."""

from __future__ import annotations

import re

import pytest

from tests.helpers import ROOT

PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
ROWS = dict(
    re.findall(r"^\| (.+?) \| (.+?) \|$", PAGE.partition("## Ten questions")[2].partition("\n## ")[0], re.M)
)
# For each question the files that its answer has to name, and what is written there.
PROOFS = {
    "there is no loop to end here": {"rulelang/typed/from_syntax/flow.py": '"there is no loop to end here"'},
    "a forgotten colon": {"rulelang/syntax/phrases.py": '"a colon is missing at the end of this line"'},
    "`count(…)`": {"rulelang/typed/from_syntax/sets.py": "typed.Count(node.span, Num(0, "},
    "never carried out": {"rulelang/checks/unused.py": 'is never carried out"'},
    "what `shuffle` does": {"interpreter/python/primitives.py": "def shuffle("},
    "who may see a card": {
        "interpreter/python/primitives.py": "known[item] = seen",
        "interpreter/knowledge/seeing.py": "def ",
    },
    "how a `repeat` becomes jumps": {"rulelang/ir/from_typed/flow.py": "def _repeat("},
    "fire die: 5": {
        "interpreter/knowledge/events.py": 'return words.say("event.rolled", words.text(',
        "interpreter/phrases/en.yaml": 'rolled: "{1}: {2}"',
        "interpreter/scene/sentences.py": "def _rolled(",
    },
    "a player's hand": {"cli/screen/table.py": "def belongings("},
    "rulebook for `move`": {
        "rulelang/prose/statements.py": "def _move(",
        "rulelang/prose/en.yaml": "move_top:",
    },
}
# Words that others have, too.
ELSEWHERE = (
    "def ",
    "move:",
    'rolled: "{1}: {2}"',
    "def _move(",
    "def _repeat(",
)


def test_there_are_ten_and_each_is_proved() -> None:
    questions = [question for question in ROWS if question not in ("what", "---")]
    assert len(questions) == 10 == len(PROOFS)
    assert all(sum(words in question for words in PROOFS) == 1 for question in questions)


@pytest.mark.parametrize("words", PROOFS)
def test_it_lives_where_the_page_says(words: str) -> None:
    (answer,) = (answer for question, answer in ROWS.items() if words in question)
    assert set(re.findall(r"`([\w/]+/[\w.]+\.\w+)`", answer)) == set(PROOFS[words])
    for path, written in PROOFS[words].items():
        assert written in (ROOT / path).read_text(encoding="utf-8"), f"{path} has no {written}"
        room = (ROOT / path.split("/")[0]).rglob("*.py")
        others = [p for p in room if p != ROOT / path and written in p.read_text(encoding="utf-8")]
        assert written in ELSEWHERE or not others, f"{written} is in {others}, too"
