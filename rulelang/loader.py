"""Folders to bundles.

In: the path of a game's folder, or of one `.rules` file. Out: a `Bundle` with the texts of the game.
Links that lead out of the folder are not followed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from rulelang.compile import Bundle
from rulelang.diagnostics import Report
from rulelang.source import Source, decode
from rulelang.suggest import did_you_mean

NOT_RULES = ("variants", "scenarios", "strings")
MOST_FILES = 2000
_VARIANT = re.compile(r"^variant\s+(\w+)\s+of\s+(\w+)", re.MULTILINE)


def load(path: Path, report: Report, shown: str | None = None) -> Bundle | None:
    """Reads a definition; what cannot be read is reported."""
    root = path if path.is_dir() else path.parent
    name = shown if shown is not None else str(path)
    if not path.exists():
        report.error("R0001", f"there is no file or folder `{name}`", Source(name, "").line_span(1))
        return None
    files = _inside(root, alone=path.is_file())
    rules = [path] if path.is_file() else [f for f in files if f.suffix == ".rules" and _is_rules(f, root)]
    others = _others(root)
    if not rules:
        like = [other for other in others if ".rule" in other or other.endswith(".txt")]
        hint = f"`{like[0]}` looks like one: rename it to `game.rules`" if like else ""
        report.error("R0002", f"`{name}` has no .rules file in it", Source(name, "").line_span(1), hint=hint)
        return None
    sources = [
        read_source(file, report) for file in sorted(rules, key=lambda f: (f.name != "game.rules", str(f)))
    ]
    tables = {
        file.relative_to(root).as_posix(): read_source(file, report)
        for file in files
        if file.suffix == ".yaml" and file.relative_to(root).parts[0] not in NOT_RULES
    }
    strings = {file.stem: read_source(file, report) for file in files if file.parent == root / "strings"}
    return Bundle(tuple(sources), tables, strings, others)


def _others(root: Path) -> tuple[str, ...]:
    """Files right in the folder whose endings are nearly those that are read."""
    endings = (".yml", ".json", ".csv", ".txt", ".rule")
    try:
        names = sorted(file.name for file in root.iterdir())
    except OSError:
        return ()
    return tuple(name for name in names if name.endswith(endings))


def variant_names(game: Path) -> list[str]:
    """The variants that lie beside a game, by name."""
    folder = (game if game.is_dir() else game.parent) / "variants"
    if not folder.is_dir():
        return []
    return sorted(
        {f.stem for f in folder.iterdir() if f.suffix == ".rules" or (f.is_dir() and any(f.glob("*.rules")))}
    )


def load_variants(game: Path, names: Sequence[str], report: Report) -> list[Bundle]:
    """Variants by name or path, and those that they are variants of, each once; named ones come first."""
    found: dict[Path, Bundle] = {}
    waiting = [(name, _find_variant(game, name)) for name in names]
    while waiting:
        name, path = waiting.pop(0)
        if path is None:
            known = variant_names(game)
            beside = f"the variants here are: {', '.join(known)}" if known else ""
            report.error(
                "R0005",
                f"there is no variant `{name}`",
                Source(name, "").line_span(1),
                why=beside or "this game has no variants beside it",
                hint=did_you_mean(name, known),
            )
        elif path.resolve() not in found:
            bundle = found[path.resolve()] = _load_variant(path, report)
            base = _header(bundle)[1]
            above = _find_variant(game, base, path.resolve().parent) if base else None
            if above is not None:
                waiting.append((base, above))
    return list(found.values())


def _find_variant(game: Path, name: str, beside: Path | None = None) -> Path | None:
    """A variant by its name beside the game, by its path, or by its name beside another variant."""
    folder = (game if game.is_dir() else game.parent) / "variants"
    for place in (folder, beside):
        for path in (place / f"{name}.rules", place / name) if place is not None else ():
            if path.is_file() or (path.is_dir() and any(path.glob("*.rules")) and variant_header(path)):
                return path
    return Path(name) if beside is None and Path(name).exists() else None


def variant_header(path: Path) -> tuple[str, str] | None:
    """The name of a variant and of what it is a variant of; None for a file or folder that is none."""
    if not path.exists() or (path / "game.rules").is_file():
        return None
    header = _header(_load_variant(path, Report()))
    return header if header[0] else None


def _header(bundle: Bundle) -> tuple[str, str]:
    found = _VARIANT.search("\n".join(source.text for source in bundle.rules))
    return (found[1], found[2]) if found else ("", "")


def _load_variant(path: Path, report: Report) -> Bundle:
    if path.is_file() and path.stem == path.resolve().parent.name:
        path = path.parent  # the main file of a folder means the folder
    if path.is_dir():
        bundle = load(path, report)
        return bundle or Bundle((Source(str(path), ""),))
    tables = {
        f.name: read_source(f, report) for f in sorted(path.parent.glob("*.yaml")) if f.name.count(".") == 1
    }
    strings = {
        f.name.split(".")[-2]: read_source(f, report) for f in sorted(path.parent.glob(f"{path.stem}.*.yaml"))
    }
    return Bundle((read_source(path, report),), tables, strings)


def _inside(root: Path, alone: bool) -> list[Path]:
    """The files of a game; for a single file of rules only what lies right beside it."""
    real = root.resolve()
    found = []
    beside = [*root.glob("*.yaml"), *root.glob("strings/*.yaml")]
    for file in sorted(beside if alone else root.rglob("*")):
        if file.suffix in (".rules", ".yaml") and file.is_file() and file.resolve().is_relative_to(real):
            found.append(file)
            if len(found) >= MOST_FILES:
                break
    return found


def _is_rules(file: Path, root: Path) -> bool:
    return file.relative_to(root).parts[0] not in NOT_RULES


def read_source(file: Path, report: Report) -> Source:
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
