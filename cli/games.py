"""Which games there are, and where.

In: a name or a path that somebody typed. Out: the folder of a game, or its compiled `Program`.

Games are looked for in the folders of RULELANG_PATH first, so that an author's own copy is found before the
packaged one of the same name, then among the packaged ones. A name is the name of the game's folder.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulelang.compile import Reading
    from rulelang.diagnostics import Report
    from rulelang.ir.nodes import Program

MAIN_FILE = "game.rules"
SEARCH_PATH = "RULELANG_PATH"
DEEPEST = 4  # folders of folders that are searched for games


class UnknownGame(Exception):
    """What somebody typed is neither the name of a game nor a path to one."""


# ------------------------------------------------------------ finding


def is_game(folder: Path) -> bool:
    return (folder / MAIN_FILE).is_file()


def has_rules(folder: Path) -> bool:
    """Rules lie in the folder itself. Looking there first spares the loader a search of all below."""
    return is_game(folder) or any(folder.glob("*.rules"))


def packaged_folders() -> list[Path]:
    """The folders that hold the packaged games. `gamedefs` is data, so nothing of it is imported."""
    from importlib.resources import files

    try:
        return [Path(str(entry)) for entry in files("gamedefs").iterdir()]
    except (ModuleNotFoundError, FileNotFoundError, NotADirectoryError):
        beside = Path(__file__).resolve().parent.parent / "gamedefs"
        return list(beside.iterdir()) if beside.is_dir() else []


def packaged_games() -> dict[str, Path]:
    return {folder.name: folder for folder in sorted(packaged_folders()) if is_game(folder)}


def all_games() -> dict[str, Path]:
    """Every game that can be named, with its folder; sorted by name."""
    found: dict[str, Path] = {}
    for part in os.environ.get(SEARCH_PATH, "").split(os.pathsep):
        if part:
            for folder in games_below(Path(part)):
                found.setdefault(folder.resolve().name, folder)
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
            if entry.is_dir() and not entry.is_symlink():
                yield from _below(entry, deeper - 1)


def looks_like_path(typed: str) -> bool:
    return os.sep in typed or "/" in typed or typed.endswith(".rules") or typed.startswith(".")


def find_game(typed: str) -> Path:
    """The folder or file that a name or a path means. Raises `UnknownGame`."""
    games = all_games()
    plain = typed.strip().lower().replace("-", "_").replace(" ", "_")
    if not looks_like_path(typed):
        for name in (typed, plain):
            if name in games:
                return games[name]
    path = Path(typed)
    if typed and path.exists():
        return path
    if looks_like_path(typed):
        raise UnknownGame(f"there is no file or folder `{typed}`")
    from rulelang.suggest import did_you_mean

    hint = did_you_mean(plain, games) or f"the games are: {', '.join(games) or 'none'}"
    raise UnknownGame(f"I don't know a game called `{typed}`; {hint}")


# ------------------------------------------------------------ compiling

_compiled: dict[object, tuple[Program | None, Report]] = {}
MOST_COMPILED = 200


def compile_path(path: Path, variants: Sequence[str] = ()) -> tuple[Program | None, Report]:
    """A definition, with variants, and everything found in it; no program if it cannot be played.

    The only place where the command line compiles a game. The same texts are compiled once.
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


def read_definition(path: Path, variants: Sequence[str] = ()) -> Reading:
    """What the checker found out about a definition on the way, for saying its rules in words."""
    from rulelang.compile import Reading, compile_bundle
    from rulelang.diagnostics import Report, RulesError
    from rulelang.loader import load, load_variants

    report, reading = Report(), Reading()
    bundle = load(path, report)
    patches = load_variants(path, [find_variant(path, name) for name in variants], report)
    if bundle is None or report.errors or compile_bundle(bundle, report, patches, reading=reading) is None:
        raise RulesError(report)
    return reading


def load_program(
    name_or_path: str | Path, variants: Sequence[str] = (), settings: Mapping[str, str] | None = None
) -> Program:
    """The compiled definition. Raises `UnknownGame`, or `RulesError` with all that is wrong with it.

    `settings` become the defaults of the program; a value that cannot be is a `PlayError`.
    """
    from cli.compiled import remember, remembered
    from rulelang.diagnostics import RulesError

    path = name_or_path if isinstance(name_or_path, Path) else find_game(name_or_path)
    if path.is_dir() and not has_rules(path):
        inside = ", ".join(f"`{folder}`" for folder in games_below(path)[:5])
        hint = f"; there are games in it: {inside}" if inside else ""
        raise UnknownGame(f"there is no .rules file in `{name_or_path}`{hint}")
    program = remembered(path, variants)
    if program is None:
        program, report = compile_path(path, variants)
        if program is None:
            raise RulesError(report)
        remember(path, variants, program)
    return with_defaults(program, settings) if settings else program


def with_defaults(program: Program, settings: Mapping[str, str]) -> Program:
    from attrs import evolve

    from interpreter.game import check_settings

    chosen = check_settings(program, settings)
    defaults = (evolve(known, default=chosen.get(known.name, known.default)) for known in program.settings)
    return evolve(program, settings=tuple(defaults))


def find_by_program_name(name: str) -> Path:
    """The game that calls itself by this name, which a save remembers and a folder may not have."""
    games = all_games()
    # The folder of that name is tried first: usually no other has to be compiled.
    for folder in sorted(games, key=lambda folder: folder != name):
        program, _ = compile_path(games[folder])
        if program is not None and program.name == name:
            return games[folder]
    if name in games:
        return games[name]  # it is there but broken: whoever compiles it will say how
    raise UnknownGame(f"this is a save of `{name}`, which is not among the games found; add --game PATH")


def first_game() -> str:
    """The game to show to somebody who named none: the shortest packaged one for more than two players.

    Chosen by what the definitions say, because no game is known here by its name.
    """
    packaged = packaged_games()

    def length(name: str) -> int:
        return sum(file.stat().st_size for file in packaged[name].rglob("*.rules"))

    for name in sorted(packaged, key=length):
        program, _ = compile_path(packaged[name])
        if program is not None and program.players[1] > 2:
            return name
    raise UnknownGame("there is no packaged game to play; name one, or set RULELANG_PATH")


# ------------------------------------------------------------ variants


def variants_of(folder: Path) -> list[str]:
    """The names of the variants beside a game."""
    from rulelang.loader import variant_names

    return variant_names(folder)


def find_variant(game: Path, typed: str) -> str:
    """What the loader should look for: a variant beside the game by its name, any other by its path."""
    known = variants_of(game)
    plain = typed.strip().lower().replace("-", "_").replace(" ", "_")
    for name in (typed, plain):
        if name in known:
            return name
    if looks_like_path(typed) or Path(typed).exists():
        return os.path.expanduser(typed)
    for part in os.environ.get(SEARCH_PATH, "").split(os.pathsep):
        for path in (Path(part, f"{plain}.rules"), Path(part, plain)) if part else ():
            if path.is_file() or (path.is_dir() and not is_game(path) and has_rules(path)):
                return str(path)
    return typed


def lasting_name(game: Path, typed: str) -> str:
    """A variant as it is found again from any folder: by its name beside the game, or by its whole path."""
    found = find_variant(game, typed)
    return found if found in variants_of(game) else str(Path(found).resolve())


def base_of_variant(path: Path) -> str:
    """The name of what a variant is a variant of; nothing if this file or folder is no variant."""
    from rulelang.loader import variant_header

    header = variant_header(path)
    return header[1] if header else ""


def variant_base(path: Path) -> str:
    """The game below a variant: a variant of a variant is followed to its end, through those beside it."""
    seen: set[str] = set()
    base = base_of_variant(path)
    while base and base not in seen:
        seen.add(base)
        beside = (path.resolve().parent / f"{base}.rules", path.resolve().parent / base)
        above = next((base_of_variant(other) for other in beside if base_of_variant(other)), "")
        if not above:
            above = next((game for game, folder in all_games().items() if base in variants_of(folder)), "")
        if not above:
            break
        base = above
    return base
