"""A server that all tests of this folder share, and a browser where the machine has one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.web.browsers import MISSING, PATIENCE, Browser, browser_path
from tests.web.pages import watch_errors
from tests.web.servers import Server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("web") / "tables.sqlite", at_once=1000)
    yield running
    running.end()


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    path = browser_path()
    if path is None:
        pytest.skip(MISSING)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playing:
        opened = playing.chromium.launch(executable_path=path, args=["--no-sandbox"], timeout=PATIENCE * 1000)
        yield Browser(opened)
        opened.close()


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    opened = browser.new_page()
    errors = watch_errors(opened)
    yield opened
    opened.context.close()
    assert not [text for text in errors if "WebSocket connection" not in text]  # of servers that were killed
