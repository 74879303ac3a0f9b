"""`pytest tests/prose --update-words` writes the present words into the cases."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-words", action="store_true", help="Write the present words into the cases.")
