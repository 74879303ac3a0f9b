"""Playing in lock step notices mistakes: `planted.py` puts them into the runtime, one at a time."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.helpers import ROOT
from tests.native.planted import PLANTED

LONG = os.environ.get("RULELANG_FUZZ") == "long"
SOME = range(len(PLANTED)) if LONG else (5, 21, 32)


@pytest.mark.parametrize("number", SOME)
def test_a_mistake_is_noticed(number: int) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "tests.native.planted", str(number)], cwd=ROOT, capture_output=True, text=True
    )
    # Anything but a clean end without a word counts: a crash, and a process that had to be stopped.
    assert ran.returncode != 1 or "Error" in ran.stderr, f"{PLANTED[number]}: {ran.stdout}{ran.stderr[-500:]}"
    assert "does not say" not in ran.stderr, ran.stderr[-300:]
