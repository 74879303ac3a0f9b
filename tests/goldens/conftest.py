"""`pytest tests/goldens --update-goldens` writes what the checker says now into the cases."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-goldens", action="store_true", help="Write the present messages into tests/goldens."
    )
