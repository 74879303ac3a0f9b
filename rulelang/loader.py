"""Folders to bundles.

In: the path of a game's folder, or of one `.rules` file. Out: a `Bundle` with the texts of the game.
All reading is done by `files.py`. A variant that a text names is looked for in the game's own folder; only a
`Path` leads somewhere else, because somebody typed it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path, PurePath

from rulelang import files
from rulelang.compile import Bundle
from rulelang.diagnostics import Report
from rulelang.source import Source
from rulelang.suggest import did_you_mean

NOT_RULES = ("variants", "scenarios", "strings")
SUFFIXES = (".rules", ".yaml")
PACKED = (*SUFFIXES, ".scenario", ".md")  # what belongs to a definition that is handed on
_REQUIRES = re.compile(r"^requires\s+([\w, ]+)", re.MULTILINE)
_VARIANT = re.compile(r"^variant\s+(\w+)\s+of\s+(\w+)", re.MULTILINE)


def load(path: Path, report: Report, shown: str | None = None, root: Path | None = None) -> Bundle | None:
    """Reads a definition; what cannot be read is reported. It lies in `root`, which usually is its folder."""
    name = shown if shown is not None else str(path)
    alone = files.kind(path) != files.FOLDER
    home = path.parent if alone else path
    if files.kind(path) == files.NOTHING:
        report.error("R0001", f"there is no file or folder `{name}`", Source(name, "").line_span(1))
        return None
    broken = files.broken_pack(path)
    if broken:
        hint = "make it anew with `rulelang pack`, or ask for it again"
        report.error("R0003", f"cannot read this pack: {broken}", Source(name, "").line_span(1), hint=hint)
        return None
    found = _beside(home) if alone else files.below(home, (*SUFFIXES, ".yml", ".txt"), report)
    rules = (
        [path] if alone else [f for f in found if f.suffix == ".rules" and _part(f, home) not in NOT_RULES]
    )
    others = _others(home)
    if not rules:
        like = [other for other in others if ".rule" in other or other.endswith(".txt")]
        hint = f"`{like[0]}` looks like one: rename it to `game.rules`" if like else ""
        report.error("R0002", f"`{name}` has no .rules file in it", Source(name, "").line_span(1), hint=hint)
        return None
    _tell_of_misnamed(found, home, report)
    tables = [f for f in found if f.suffix in (".yaml", ".yml") and _part(f, home) not in NOT_RULES]
    strings = [f for f in found if f.suffix == ".yaml" and f.parent == home / "strings"]
    if files.refuse_too_much([*found, *(rules if alone else ())], home, report):
        return None
    inside = root or home
    typed = None if alone and root is None else inside
    return Bundle(
        tuple(
            files.read(f, report, typed)
            for f in sorted(rules, key=lambda f: (f.name != "game.rules", str(f)))
        ),
        {f.relative_to(home).as_posix(): files.read(f, report, inside) for f in tables},
        {f.stem: files.read(f, report, inside) for f in strings},
        others,
    )


def _others(home: Path) -> tuple[str, ...]:
    """Files right in the folder whose endings are nearly those that are read."""
    endings = (".yml", ".json", ".csv", ".txt", ".rule")
    return tuple(file.name for file in files.children(home) if file.name.endswith(endings))


def _tell_of_misnamed(found: list[Path], home: Path, report: Report) -> None:
    """Files that are not read, though their names say that they were meant to be."""
    for file in found:
        if file.suffix == ".yml" and file.parent == home / "strings":
            better = f"{file.stem}.yaml"
        elif file.suffix == ".txt" and Path(file.stem).suffix in (*SUFFIXES, ".scenario"):
            better = file.stem
        else:
            continue
        title = f"this file is not read: its name ends with `{file.suffix}`"
        report.warn("R0007", title, Source(files.shown(file), "").line_span(1), hint=f"call it `{better}`")


def files_of(path: Path, report: Report) -> dict[str, Path]:
    """Everything that makes a definition and says something about it, by its name in the folder."""
    if not files.is_folder(path):
        return {file.relative_to(path.parent).as_posix(): file for file in (path, *_beside(path.parent))}
    return {file.relative_to(path).as_posix(): file for file in files.below(path, PACKED, report)}


def _beside(home: Path) -> list[Path]:
    """What belongs to a single file of rules: only what lies right beside it."""
    return sorted([*files.with_suffix(home, ".yaml"), *files.with_suffix(home / "strings", ".yaml")])


def _part(file: Path, home: Path) -> str:
    return file.relative_to(home).parts[0]


def variant_names(game: Path) -> list[str]:
    """The variants that lie beside a game, by name."""
    return sorted(
        {
            f.stem
            for f in files.children(_variants(game))
            if f.suffix == ".rules" or files.with_suffix(f, ".rules")
        }
    )


def _variants(game: Path) -> Path:
    return _home(game) / "variants"


def _home(game: Path) -> Path:
    return game if files.is_folder(game) else game.parent


def load_variants(game: Path, names: Sequence[str | Path], report: Report) -> list[Bundle]:
    """Variants, and those that they are variants of, each once; named ones come first.

    A text names a variant in the game's folder; a `Path` was typed by somebody and may lead anywhere.
    """
    found: dict[Path, Bundle] = {}
    waiting = [(str(name), _find_variant(game, name)) for name in names]
    while waiting:
        name, place = waiting.pop(0)
        if place is None:
            known = variant_names(game)
            beside = f"the variants here are: {', '.join(known)}" if known else ""
            report.error(
                "R0005",
                f"there is no variant `{name}`",
                Source(name, "").line_span(1),
                why=beside or "this game has no variants beside it",
                hint=did_you_mean(name, known),
            )
            continue
        path, root = place
        if path.resolve() not in found:
            bundle = found[path.resolve()] = _load_variant(path, report, root)
            base = _header(bundle)[1]
            above = _find_variant(game, base) or _in_folder(path.resolve().parent, base) if base else None
            if above is not None:
                waiting.append((base, above))
    return list(found.values())


def load_with_required(game: Path, name: str | Path, report: Report) -> list[Bundle]:
    """A variant, with those that it builds on and those that it can only be played with."""
    known, names = variant_names(game), [name]
    while True:
        patches = load_variants(game, names, report)
        texts = "\n".join(source.text for patch in patches for source in patch.rules)
        wanted = {word.strip() for line in _REQUIRES.findall(texts) for word in line.split(",")}
        more = sorted(word for word in wanted if word in known and word not in names)
        if not more:
            return patches
        names += more


Place = tuple[Path, Path | None]  # a variant, and the folder that it has to lie in if nobody typed its path


def _find_variant(game: Path, name: str | Path) -> Place | None:
    """A variant by its name beside the game, or by the path that somebody typed."""
    if isinstance(name, Path):
        return (name, None) if files.kind(name) != files.NOTHING else None
    inside = PurePath(name)
    if inside.is_absolute() or ".." in inside.parts:
        return None  # no text leads out of the game's folder
    home = _home(game)
    return _in_folder(_variants(game), name, home) or (_in_folder(home, name, home) if "/" in name else None)


def _in_folder(folder: Path, name: str, root: Path | None = None) -> Place | None:
    inside = root or folder
    for path in (folder / f"{name}.rules", folder / name):
        if files.kind(path) in (files.FILE, files.OTHER):
            return path, inside
        # Of a folder that lies elsewhere nothing is read: loading it says so.
        if files.with_suffix(path, ".rules") and (
            not files.is_inside(path, inside) or variant_header(path, inside)
        ):
            return path, inside
    return None


def variant_header(path: Path, root: Path | None = None) -> tuple[str, str] | None:
    """The name of a variant and of what it is a variant of; None for a file or folder that is none."""
    if files.kind(path) == files.NOTHING or files.is_file(path / "game.rules"):
        return None
    header = _header(_load_variant(path, Report(), root))
    return header if header[0] else None


def _header(bundle: Bundle) -> tuple[str, str]:
    found = _VARIANT.search("\n".join(source.text for source in bundle.rules))
    return (found[1], found[2]) if found else ("", "")


def _load_variant(path: Path, report: Report, root: Path | None) -> Bundle:
    """All of it lies in `root`; without one, in the folder of the path that somebody typed."""
    if files.is_file(path) and path.stem == path.resolve().parent.name:
        path = path.parent  # the main file of a folder means the folder
    if files.is_folder(path):
        bundle = load(path, report, root=root)
        return bundle or Bundle((Source(str(path), ""),))
    inside = root or path.parent
    beside = files.with_suffix(path.parent, ".yaml")
    own = [f for f in beside if f.name.startswith(f"{path.stem}.") and f.name.count(".") > 1]
    tables = {f.name: files.read(f, report, inside) for f in beside if f.name.count(".") == 1}
    strings = {f.name.split(".")[-2]: files.read(f, report, inside) for f in own}
    return Bundle((files.read(path, report, root),), tables, strings)


def read_source(file: Path, report: Report) -> Source:
    """The text of a file that somebody named."""
    return files.read(file, report)
