"""What was found the last time, for definitions that have not changed since.

In: a target. Out: its findings, from the user's cache if everything that was looked at to find them is still
the same to the byte, and so is the compiler; otherwise by checking. A cache that cannot be used is no cache.
"""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cli.reports.findings import Target
    from rulelang.diagnostics import Diagnostic, Report
    from rulelang.files import Notes

MOST_KEPT = 200  # answers


def checked(target: Target, fresh: bool = False) -> tuple[Report, Notes]:
    """The findings, and everything on the disk that they depend on."""
    from rulelang.files import noted, still_true
    from rulelang.private import cache_folder, keep, recall

    folder, name = None if fresh else cache_folder(), _name(target)
    known = recall(folder, name)
    if isinstance(known, dict) and isinstance(known.get("seen"), dict) and still_true(known["seen"]):
        report = _report(known)
        if report is not None:
            return report, known["seen"]
    from cli.reports.findings import findings

    with noted() as seen:
        report = findings(target)
    keep(folder, name, _plain(report, seen), MOST_KEPT)
    return report, seen


def _name(target: Target) -> str:
    """What was asked, where, and of which compiler. What the answer depends on besides is in the answer."""
    words = f"{_compiler()}\0{target!r}\0{Path.cwd()}"
    return f"checked-{hashlib.sha256(words.encode(errors='replace')).hexdigest()[:40]}.json"


@cache
def _compiler() -> str:
    from rulelang import diagnostics

    digest = hashlib.sha256()
    language, here = Path(diagnostics.__file__).resolve().parent, Path(__file__).resolve().parents[1]
    for file in [*sorted(language.rglob("*")), *sorted(here.rglob("*.py"))]:
        if file.suffix in (".py", ".lark"):
            digest.update(f"{file.name}\0".encode() + file.read_bytes())
    return digest.hexdigest()


def _plain(report: Report, seen: Notes) -> dict[str, Any]:
    from attrs import asdict

    # The texts are only needed to be shown, and those of a clean definition never are.
    shown = {label.span.path for found in report.found for label in found.labels}
    sources = {path: source.text for path, source in report.sources.items() if path in shown}
    return {"found": [asdict(found) for found in report.found], "sources": sources, "seen": seen}


def _report(plain: dict[str, Any]) -> Report | None:
    from rulelang.diagnostics import Report
    from rulelang.source import Source

    try:
        sources = {path: Source(path, text) for path, text in plain["sources"].items()}
        return Report(found=[_diagnostic(found) for found in plain["found"]], sources=sources)
    except (AttributeError, KeyError, TypeError):
        return None


def _diagnostic(plain: dict[str, Any]) -> Diagnostic:
    from rulelang.diagnostics import Diagnostic, Label
    from rulelang.source import Span

    labels = tuple(Label(Span(**label["span"]), label["text"]) for label in plain["labels"])
    rest = {name: plain[name] for name in ("code", "title", "why", "hint", "severity")}
    return Diagnostic(labels=labels, **rest)
