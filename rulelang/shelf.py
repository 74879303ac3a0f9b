"""Which games there are, where, and what they compile to.

In: a name or a path that somebody typed. Out: the folder of a game, or its compiled `Program`.

Games are looked for in the folders of RULELANG_PATH first, so that an author's own copy is found before the
packaged one of the same name, then among the packaged ones. A name is the name of the game's folder.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # finding a game is quick, and needs no compiler
    from rulelang.diagnostics import Report
    from rulelang.ir.nodes import Program

MAIN_FILE = "game.rules"
PACK = ".rulepack"  # what the name of a game in one file ends with
SEARCH_PATH = "RULELANG_PATH"
DEEPEST = 4  # folders of folders that are searched for games


class UnknownGame(Exception):
    """What somebody typed is neither the name of a game nor a path to one."""

    __module__ = "rulelang"


# ------------------------------------------------------------ finding


def is_game(folder: Path) -> bool:
    from rulelang.files import is_file

    return is_file(folder / MAIN_FILE)


def has_rules(folder: Path) -> bool:
    """Rules lie in the folder itself. Looking there first spares the loader a search of all below."""
    from rulelang.files import with_suffix

    return is_game(folder) or bool(with_suffix(folder, ".rules"))


def home_of(game: Path) -> Path:
    """The folder of a game: itself, or the one that its file lies in. A pack is a folder."""
    from rulelang.files import is_folder

    return game if is_folder(game) else game.parent


def packaged_folders() -> list[Path]:
    """The folders that hold the packaged games: within this package, or in a checkout beside it."""
    here = Path(__file__).resolve().parent
    for home in (here / "_gamedefs", here.parent / "gamedefs"):
        if home.is_dir():
            return list(home.iterdir())
    return []


def packaged_games() -> dict[str, Path]:
    return {folder.name: folder for folder in sorted(packaged_folders()) if is_game(folder)}


def all_games() -> dict[str, Path]:
    """Every game that can be named, with its folder; sorted by name."""
    found: dict[str, Path] = {}
    for part in os.environ.get(SEARCH_PATH, "").split(os.pathsep):
        if part:
            for folder in games_below(Path(part)):
                found.setdefault(folder.resolve().name.removesuffix(PACK), folder)
    for name, folder in packaged_games().items():
        found.setdefault(name, folder)
    return dict(sorted(found.items()))


def games_below(folder: Path) -> list[Path]:
    """The folder itself if it is a game, or else the games in it and in folders of it."""
    return list(_below(folder, DEEPEST))


def _below(folder: Path, deeper: int) -> Iterator[Path]:
    if is_game(folder):
        yield folder
    elif deeper and folder.is_dir():
        try:
            inside = sorted(entry for entry in folder.iterdir() if not entry.name.startswith("."))
        except PermissionError:
            return  # a folder on the way that is not ours to read hides no game of ours
        for entry in inside:
            # A link to a folder could lead round in a circle.
            if entry.suffix == PACK and is_game(entry):
                yield entry
            elif entry.is_dir() and not entry.is_symlink():
                yield from _below(entry, deeper - 1)


def looks_like_path(typed: str) -> bool:
    return os.sep in typed or "/" in typed or typed.endswith((".rules", PACK)) or typed.startswith(".")


def find_game(typed: str) -> Path:
    """The folder or file that a name or a path means. Raises `UnknownGame`."""
    from rulelang.files import NOTHING, kind

    games = all_games()
    plain = typed.strip().lower().replace("-", "_").replace(" ", "_")
    path = Path(typed)
    if not looks_like_path(typed):
        for name in (typed, plain):
            if name in games:
                return games[name]
    if typed and kind(path) != NOTHING:
        return path
    if looks_like_path(typed):
        raise UnknownGame(f"there is no file or folder `{typed}`")
    from rulelang.suggest import did_you_mean

    hint = did_you_mean(plain, games) or f"the games are: {', '.join(games) or 'none'}"
    raise UnknownGame(f"I don't know a game called `{typed}`; {hint}")


def misnamed(folder: Path) -> str:
    """What to say about files that would be rules if their names were right."""
    for file in sorted(folder.glob("*.rules.*")):
        return f"; is `{file.name}` one? Then call it `{file.name.partition('.rules')[0]}.rules`"
    return ""


# ------------------------------------------------------------ compiling

_compiled: dict[object, tuple[Program | None, Report]] = {}
MOST_COMPILED = 200


def compile_path(path: Path, variants: Sequence[str | Path] = ()) -> tuple[Program | None, Report]:
    """A definition, with variants, and everything found in it; no program if it cannot be played.

    The same texts are compiled once.
    """

    from rulelang.compile import compile_bundle
    from rulelang.diagnostics import Report
    from rulelang.loader import load, load_variants

    report = Report()
    bundle = load(path, report)
    if bundle is None:
        return None, report
    patches = load_variants(path, [find_variant(path, name) for name in variants], report)
    key = tuple(
        (*part.rules, *sorted(part.tables.items()), *sorted(part.strings.items()))
        for part in (bundle, *patches)
    )
    if report.found:  # what cannot be read is not in the texts
        return (None if report.errors else compile_bundle(bundle, report, patches)), report
    if key not in _compiled:
        if len(_compiled) >= MOST_COMPILED:
            _compiled.clear()
        _compiled[key] = (compile_bundle(bundle, report, patches), report)
    return _compiled[key]


def expect_rules(path: Path) -> None:
    """Raises `UnknownGame` if no game can lie there."""
    from rulelang.files import NOTHING, broken_pack, kind

    if kind(path) == NOTHING:
        raise UnknownGame(f"there is no file or folder `{path}`")
    if home_of(path) == path and not has_rules(path) and not broken_pack(path):
        inside = ", ".join(f"`{folder}`" for folder in games_below(path)[:5])
        hint = f"; there are games in it: {inside}" if inside else misnamed(path)
        raise UnknownGame(f"there is no .rules file in `{path}`{hint}")


def load_program(name_or_path: str | Path, variants: Sequence[str | Path] = ()) -> Program:
    """The compiled definition. Raises `UnknownGame`, or `RulesError` with all that is wrong with it."""
    path = name_or_path if isinstance(name_or_path, Path) else find_game(name_or_path)
    expect_rules(path)
    return compiled(path, variants)


def compiled(path: Path, variants: Sequence[str | Path]) -> Program:
    from rulelang.diagnostics import RulesError

    program, report = compile_path(path, variants)
    if program is None:
        raise RulesError(report)
    return program


# ------------------------------------------------------------ variants


def variants_of(folder: Path) -> list[str]:
    """The names of the variants beside a game."""
    from rulelang.loader import variant_names

    return variant_names(folder)


def find_variant(game: Path, typed: str | Path) -> str | Path:
    """What the loader should look for: a variant beside the game by its name, any other by its path."""
    if isinstance(typed, Path):
        return typed
    known = variants_of(game)
    plain = typed.strip().lower().replace("-", "_").replace(" ", "_")
    for name in (typed, plain):
        if name in known:
            return name
    if looks_like_path(typed) or Path(typed).exists():
        return Path(os.path.expanduser(typed))
    for part in os.environ.get(SEARCH_PATH, "").split(os.pathsep):
        for path in (Path(part, f"{plain}.rules"), Path(part, plain)) if part else ():
            if path.is_file() or (path.is_dir() and not is_game(path) and has_rules(path)):
                return path
    return typed
