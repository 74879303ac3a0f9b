"""What was found the last time, for definitions that have not changed since.

In: a target. Out: its findings, from a file in the user's cache if neither the definition nor the compiler
has changed by a single byte, otherwise by checking. A cache that cannot be read or written is no cache.
"""

from __future__ import annotations

import hashlib
import json
import os
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cli.reports.findings import Target
    from rulelang.diagnostics import Diagnostic, Report

SUFFIXES = (".rules", ".yaml", ".scenario", ".md")  # scenarios cover numbers of the rulebook
MOST_FILES = 4000
MOST_KEPT = 200  # answers


def checked(target: Target, fresh: bool = False) -> Report:
    place = None if fresh else _place(target)
    known = _read(place) if place is not None else None
    if known is not None:
        return known
    from cli.reports.findings import findings

    report = findings(target)
    if place is not None:
        _write(place, report)
    return report


def files_of(target: Target) -> list[Path]:
    """Every file that can change what is found."""
    return sorted(set(_files_of(target)))[:MOST_FILES]


def _files_of(target: Target) -> Iterator[Path]:
    roots = [target.definition, *(Path(name) for name in target.variants or ())]
    if target.definition.is_file():
        roots.append(target.definition.parent)
    for root in roots:
        if root.is_file():
            yield root
            yield from root.parent.glob("*.yaml")
        elif root.is_dir():
            yield from (file for file in root.rglob("*") if file.suffix in SUFFIXES)


def _place(target: Target) -> Path | None:
    """The file for exactly these texts under exactly these paths, read by exactly this compiler."""
    digest = hashlib.sha256(f"{_compiler()}\0{target!r}\0{Path.cwd()}".encode(errors="replace"))
    try:
        folder = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "rulelang" / "checked"
        for file in files_of(target):
            data = file.read_bytes() if file.is_file() else b""
            digest.update(f"\0{file}\0{len(data)}\0".encode(errors="replace") + data)
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError):
        return None
    return folder / f"{digest.hexdigest()[:40]}.json"


@cache
def _compiler() -> str:
    digest = hashlib.sha256()
    root = Path(__file__).resolve().parents[2]
    for file in [*sorted((root / "rulelang").rglob("*")), *sorted((root / "cli").rglob("*.py"))]:
        if file.suffix in (".py", ".lark"):
            digest.update(f"{file.name}\0".encode() + file.read_bytes())
    return digest.hexdigest()


def _write(place: Path, report: Report) -> None:
    from attrs import asdict

    plain = {"found": [asdict(found) for found in report.found], "sources": sorted(report.sources)}
    beside = place.with_name(f"{place.name}.{os.getpid()}")
    try:
        beside.write_text(json.dumps(plain), encoding="utf-8")
        beside.replace(place)
        kept = sorted(place.parent.iterdir(), key=lambda file: file.stat().st_mtime, reverse=True)
        for old in kept[MOST_KEPT:]:
            old.unlink(missing_ok=True)
    except OSError:
        return


def _read(place: Path) -> Report | None:
    from rulelang.diagnostics import Report
    from rulelang.loader import read_source

    try:
        plain = json.loads(place.read_text(encoding="utf-8"))
        report = Report(found=[_diagnostic(found) for found in plain["found"]])
        if report.found:  # the texts are only needed to be shown
            for path in plain["sources"]:
                report.sources[path] = read_source(Path(path), Report())
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None
    return report


def _diagnostic(plain: dict[str, Any]) -> Diagnostic:
    from rulelang.diagnostics import Diagnostic, Label
    from rulelang.source import Span

    labels = tuple(Label(Span(**label["span"]), label["text"]) for label in plain["labels"])
    rest = {name: plain[name] for name in ("code", "title", "why", "hint", "severity")}
    return Diagnostic(labels=labels, **rest)
