"""Where the machine's browser is. As a program it says when the tests in a browser are left out."""

from __future__ import annotations

import os
from shutil import which

NAMES = ("chromium", "chromium-browser", "google-chrome")
MISSING = "no chromium here: the pages were NOT tested in a browser (install it, or name it in CHROMIUM)"


def browser_path() -> str | None:
    return os.environ.get("CHROMIUM") or next((path for name in NAMES if (path := which(name))), None)


if __name__ == "__main__" and browser_path() is None:
    print(MISSING)
