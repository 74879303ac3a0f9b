"""Every mistake with its message, side by side: `*/*.golden`.

After a change of a message: `pytest tests/goldens --update-goldens`, then read the difference.
"""

from pathlib import Path

import pytest
from attrs import evolve

from tests.goldens.golden import HERE, cases, found_in, read


def name_of(path: Path) -> str:
    return path.relative_to(HERE).with_suffix("").as_posix()


@pytest.mark.parametrize("path", cases(), ids=name_of)
def test_message(path: Path, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    golden = read(path.read_text(encoding="utf-8"))
    found = found_in(golden, tmp_path)
    if request.config.getoption("--update-goldens", default=False):
        path.write_text(evolve(golden, expected=found).text(), encoding="utf-8")
    else:
        assert found == golden.expected


def test_there_are_enough_cases() -> None:
    assert len(cases()) >= 120


@pytest.mark.parametrize("path", cases(), ids=name_of)
def test_a_case_says_what_it_is_about(path: Path) -> None:
    golden = read(path.read_text(encoding="utf-8"))
    assert golden.about.startswith("# ") and golden.parts and golden.expected
    assert read(golden.text()) == golden
