"""The blocks of the tutorial: what a step changes, written as the page shows it.

In: docs/tutorial/steps, one folder for each step. Out: the page with its blocks filled in. A comment before a
block says what it is:

    <!-- file 02/things.yaml -->     the whole file
    <!-- change 04/game.rules -->    what is new since the step before: - is taken out, + comes in

After a change in a step: python tests/tutorial/blocks.py
"""

from __future__ import annotations

import difflib
import re
from pathlib import Path

TUTORIAL = Path(__file__).resolve().parents[2] / "docs" / "tutorial"
PAGE = TUTORIAL / "README.md"
STEPS = TUTORIAL / "steps"
BLOCK = re.compile(
    r"^<!-- (?P<what>file|change) (?P<step>\d\d)/(?P<path>\S+) -->\n```\w*\n(?P<text>.*?)^```$", re.M | re.S
)


def files(step: int) -> dict[str, str]:
    root = STEPS / f"{step:02}"
    found = sorted(path for path in root.rglob("*") if path.is_file())
    return {path.relative_to(root).as_posix(): path.read_text(encoding="utf-8") for path in found}


def changed(step: int) -> dict[str, str]:
    """The files that a step adds (`file`) or changes (`change`)."""
    before = files(step - 1) if step > 1 else {}
    now = files(step)
    return {path: "change" if path in before else "file" for path in now if before.get(path) != now[path]}


def difference(before: str, after: str) -> str:
    """Lines with - and +, and two lines around them; `...` where lines are left out."""
    lines = list(difflib.unified_diff(before.splitlines(), after.splitlines(), n=2, lineterm=""))[2:]
    shown = "\n".join("@@" if line.startswith("@@") else line.rstrip() for line in lines)
    hunks = [hunk.strip("\n") for hunk in re.split(r"^@@\n", shown, flags=re.M)]
    return "\n...\n".join(hunk for hunk in hunks if hunk) + "\n"


def expected(what: str, step: int, path: str) -> str:
    now = files(step)[path]
    return now if what == "file" else difference(files(step - 1)[path], now)


def filled(page: str) -> str:
    def fill(match: re.Match[str]) -> str:
        what, step, path = match["what"], int(match["step"]), match["path"]
        head = f"<!-- {what} {match['step']}/{path} -->\n```{'diff' if what == 'change' else 'text'}\n"
        return f"{head}{expected(what, step, path)}```"

    return BLOCK.sub(fill, page)


if __name__ == "__main__":
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
