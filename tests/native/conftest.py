"""What several tests of this folder need: the programs that other tests play."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers import ROOT


@pytest.fixture(scope="session")
def collected(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a file for each program, number of players and settings that tests/conformance plays."""
    folder = tmp_path_factory.mktemp("collected")
    command = [sys.executable, "-m", "pytest", "-p", "tests.native.collecting", "tests/conformance"]
    env = {**os.environ, "RULELANG_COLLECT": str(folder)}
    ran = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout[-500:]
    return folder
