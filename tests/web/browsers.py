"""Where the machine's browser is, and how long tests wait for it.

As a program it says when the tests in a browser are left out.
"""

from __future__ import annotations

import os
from shutil import which
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome")
PATIENCE = 120  # seconds; a busy machine is slow, and a test that goes well never waits for so long
MISSING = "no chromium here: the pages were NOT tested in a browser (install it, or name it in CHROMIUM)"


class Browser:
    """The browser; its pages wait as long as a busy machine may need."""

    def __init__(self, opened: Any) -> None:
        self.opened = opened

    def new_context(self, **how: Any) -> Any:
        context = self.opened.new_context(**how)
        context.set_default_timeout(PATIENCE * 1000)
        return context

    def new_page(self, **how: Any) -> Any:
        return self.new_context(**how).new_page()


def browser_path() -> str | None:
    return os.environ.get("CHROMIUM") or next((path for name in NAMES if (path := which(name))), None)


if __name__ == "__main__" and browser_path() is None:
    print(MISSING)
