"""`pytest tests/games/test_transcripts.py --update-transcripts` writes the transcripts anew."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-transcripts", action="store_true", help="Write the transcripts of games anew.")
