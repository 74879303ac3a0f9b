"""The tests that hold what was found from outside are there, under the names that tests/FINDINGS.md gives."""

from __future__ import annotations

import re

import pytest

from tests.helpers import ROOT

ROWS = [
    (line.split(" | ")[0].strip("| "), found)
    for line in (ROOT / "tests" / "FINDINGS.md").read_text(encoding="utf-8").splitlines()
    if line.startswith("| ")
    and (found := re.findall(r"`([\w/]+\.(?:py|golden|scenario)(?:::[^`]+)?)`", line))
]


def test_there_are_as_many_as_were_seen() -> None:
    assert len(ROWS) >= 50


@pytest.mark.parametrize(("seen", "named"), ROWS, ids=[seen for seen, _ in ROWS])
def test_what_was_seen_has_its_test(seen: str, named: list[str]) -> None:
    for one in named:
        path, _, name = one.partition("::")
        file = ROOT / path if path.startswith("gamedefs/") else ROOT / "tests" / path
        text = file.read_text(encoding="utf-8")
        start = {".py": f"def {name}(", ".scenario": f"scenario {name}\n"}.get(file.suffix, "=== expected\n")
        assert start in text, one
