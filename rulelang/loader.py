"""Folders to bundles.

In: the path of a game's folder, or of one `.rules` file. Out: a `Bundle` with the texts of the game.
Links that lead out of the folder are not followed.
"""

from __future__ import annotations

from pathlib import Path

from rulelang.compile import Bundle
from rulelang.diagnostics import Report
from rulelang.source import Source, decode

NOT_RULES = ("variants", "scenarios", "strings")
MOST_FILES = 2000


def load(path: Path, report: Report, shown: str | None = None) -> Bundle | None:
    """Reads a definition; what cannot be read is reported."""
    root = path if path.is_dir() else path.parent
    name = shown if shown is not None else str(path)
    if not path.exists():
        report.error("R0001", f"there is no file or folder `{name}`", Source(name, "").line_span(1))
        return None
    files = _inside(root)
    rules = [path] if path.is_file() else [f for f in files if f.suffix == ".rules" and _is_rules(f, root)]
    if not rules:
        report.error("R0002", f"`{name}` has no .rules file in it", Source(name, "").line_span(1))
        return None
    sources = [_read(file, report) for file in sorted(rules, key=lambda f: (f.name != "game.rules", str(f)))]
    tables = {
        file.relative_to(root).as_posix(): _read(file, report)
        for file in files
        if file.suffix == ".yaml" and file.relative_to(root).parts[0] not in NOT_RULES
    }
    strings = {file.stem: _read(file, report) for file in files if file.parent == root / "strings"}
    return Bundle(tuple(sources), tables, strings)


def _inside(root: Path) -> list[Path]:
    real = root.resolve()
    found = []
    for file in sorted(root.rglob("*")):
        if file.suffix in (".rules", ".yaml") and file.is_file() and file.resolve().is_relative_to(real):
            found.append(file)
            if len(found) >= MOST_FILES:
                break
    return found


def _is_rules(file: Path, root: Path) -> bool:
    return file.relative_to(root).parts[0] not in NOT_RULES


def _read(file: Path, report: Report) -> Source:
    try:
        data = file.read_bytes()
    except OSError as error:
        report.error("R0003", f"cannot read this file: {error.strerror}", Source(str(file), "").line_span(1))
        return Source(str(file), "")
    source, problem = decode(_short(file), data)
    report.sources[source.path] = source
    if problem:
        report.error("R0004", problem, source.line_span(1))
    return source


def _short(file: Path) -> str:
    """Paths below the working directory are shown from there."""
    try:
        return file.resolve().relative_to(Path.cwd()).as_posix()
    except ValueError:
        return str(file)
