"""Whatever is in a file: no traceback, no hang over 10 s, and `fmt` twice is `fmt` once."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.hostile.fuzzing import COMMANDS, Fuzzing

SAMPLE, PARTS = 240, 20
WHOLE = int(os.environ.get("RULELANG_FUZZED", "20000"))


def tried(numbers: range, folder: Path, monkeypatch: pytest.MonkeyPatch) -> dict[int, str]:
    monkeypatch.chdir(folder)
    monkeypatch.delenv("RULELANG_PATH", raising=False)
    fuzzing = Fuzzing(folder)
    found = {number: fuzzing.wrong(number) for number in numbers}
    return {number: wrong for number, wrong in found.items() if wrong}


@pytest.mark.skipif(os.name != "posix", reason="a clock of the processor is needed")
def test_a_sample_of_broken_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert SAMPLE % len(COMMANDS) == 0
    assert tried(range(SAMPLE), tmp_path, monkeypatch) == {}


@pytest.mark.fuzz
@pytest.mark.skipif(os.name != "posix", reason="a clock of the processor is needed")
@pytest.mark.parametrize("part", range(PARTS))
def test_all_of_the_broken_input(part: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    size = WHOLE // PARTS
    assert tried(range(part * size, (part + 1) * size), tmp_path, monkeypatch) == {}
