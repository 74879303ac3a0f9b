"""One case: files, and what `rulelang check` says about them, in one text.

    # what the author did wrong
    === game.rules
    ...
    === variants/rich.rules
    ...
    === expected
    error[R0104]: ...

Lines before the first `===` are for the reader. `=== check PATH` (without lines) checks that path instead of
the whole folder; `=== together a, b` checks the game with these variants at once; `=== only CODE` shows the
findings with that code alone; `=== folder NAME` makes an empty folder, `=== copies N NAME` N files, in whose
name and text `{}` is their number. A name that ends with ` (escapes)` holds bytes in Python's notation, for
what cannot be typed.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from attrs import frozen

from cli.reports.findings import findings, target_of
from rulelang.compile import compile_bundle
from rulelang.diagnostics import Report
from rulelang.loader import load, load_variants
from rulelang.render import render

HERE = Path(__file__).resolve().parent
MARK, EXPECTED = "=== ", "expected"


@frozen
class Golden:
    about: str
    parts: tuple[tuple[str, str], ...]  # the words after `===`, and the lines below
    expected: str

    def text(self) -> str:
        parts = "".join(f"{MARK}{name}\n{body}" for name, body in self.parts)
        return f"{self.about}{parts}{MARK}{EXPECTED}\n{self.expected}"


def cases() -> list[Path]:
    return sorted(HERE.rglob("*.golden"))


def read(text: str) -> Golden:
    about: list[str] = []
    parts: list[tuple[str, list[str]]] = []
    for line in text.splitlines(keepends=True):
        if line.startswith(MARK):
            parts.append((line[len(MARK) :].strip(), []))
        else:
            (parts[-1][1] if parts else about).append(line)
    joined = [(name, "".join(lines)) for name, lines in parts]
    expected = next((body for name, body in joined if name == EXPECTED), "")
    return Golden("".join(about), tuple(part for part in joined if part[0] != EXPECTED), expected)


def found_in(golden: Golden, folder: Path) -> str:
    """What the checker says about a case, written into a folder."""
    with _inside(folder):
        report = report_of(golden)
    return render(report) or "nothing\n"


def report_of(golden: Golden) -> Report:
    """Writes the files of a case into the working directory and checks them."""
    path, together, only = Path("."), None, ""
    for name, body in golden.parts:
        word, _, rest = name.partition(" ")
        if word == "check" and rest:
            path = Path(rest)
        elif word == "together":
            together = [part.strip() for part in rest.split(",")]
        elif word == "only":
            only = rest
        elif word == "folder":
            Path(rest).mkdir(parents=True)
        elif word == "copies":
            times, _, pattern = rest.partition(" ")
            for number in range(int(times)):
                _write(pattern.replace("{}", str(number)), body.replace("{}", str(number)))
        else:
            _write(name, body)
    report = findings(target_of(path)) if together is None else _together(together)
    report.found = [found for found in report.found if found.code == only or not only]
    return report


def _together(names: list[str]) -> Report:
    report = Report()
    bundle = load(Path("."), report)
    assert bundle is not None
    compile_bundle(bundle, report, load_variants(Path("."), names, report))
    return report


def _write(name: str, body: str) -> None:
    plain = name.removesuffix(" (escapes)")
    file = Path(plain)
    file.parent.mkdir(parents=True, exist_ok=True)
    data = body.encode()
    if plain != name:
        data = body.removesuffix("\n").encode("ascii").decode("unicode_escape").encode("latin-1")
    file.write_bytes(data)


@contextmanager
def _inside(folder: Path) -> Iterator[None]:
    before = os.getcwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)
