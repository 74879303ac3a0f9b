"""Which games there are, for somebody who types.

In: a name or a path that somebody typed. Out: the folder of a game, or its compiled `Program`. The finding
and compiling is that of `rulelang.shelf`; here is what only a person at a terminal needs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from rulelang import shelf
from rulelang.shelf import (
    PACK,
    SEARCH_PATH,
    UnknownGame,
    all_games,
    compile_path,
    find_variant,
    games_below,
    has_rules,
    home_of,
    is_game,
    looks_like_path,
    misnamed,
    packaged_games,
    variants_of,
)

if TYPE_CHECKING:
    from rulelang.ir.nodes import Program
    from rulelang.typed.definition import Definition

__all__ = [
    "PACK",
    "SEARCH_PATH",
    "UnknownGame",
    "all_games",
    "compile_path",
    "find_variant",
    "games_below",
    "has_rules",
    "home_of",
    "is_game",
    "looks_like_path",
    "misnamed",
    "packaged_games",
    "variants_of",
]

# ------------------------------------------------------------ finding


def find_game(typed: str) -> Path:
    """The folder or file that a name or a path means. Raises `UnknownGame`."""
    found = shelf.find_game(typed)
    if not looks_like_path(typed):
        _say_which(typed, found)
    return found


@cache
def _say_which(typed: str, taken: Path) -> None:
    """A name can be that of a game and of something that lies here: once it is said which one was taken."""
    from cli.screen.terminal import say_line

    here = Path(typed)
    if (here.is_file() or has_rules(here)) and here.resolve() != taken.resolve():
        other = f"for what lies here, type `./{typed}`"
        say_line(f"rulelang: `{typed}` is the game in {taken}; {other}", to_stderr=True)


# ------------------------------------------------------------ compiling


def read_definition(path: Path, variants: Sequence[str | Path] = ()) -> Definition:
    """A definition with its names and types, for saying its rules in words."""
    from rulelang.compile import read_bundle
    from rulelang.diagnostics import Report, RulesError
    from rulelang.loader import load, load_variants

    report = Report()
    bundle = load(path, report)
    patches = load_variants(path, [find_variant(path, name) for name in variants], report)
    found = None if bundle is None or report.errors else read_bundle(bundle, report, patches)
    if found is None:
        raise RulesError(report)
    return found.definition


def load_program(
    name_or_path: str | Path, variants: Sequence[str | Path] = (), settings: Mapping[str, str] | None = None
) -> Program:
    """The compiled definition. Raises `UnknownGame`, or `RulesError` with all that is wrong with it.

    `settings` become the defaults of the program; a value that cannot be is a `PlayError`.
    """
    from cli.compiled import compiled_and_kept, remembered

    path = name_or_path if isinstance(name_or_path, Path) else find_game(name_or_path)
    shelf.expect_rules(path)
    program = remembered(path, variants) or compiled_and_kept(
        path, variants, lambda: shelf.compiled(path, variants)
    )
    if not settings:
        return program
    from interpreter.game.settings import with_defaults

    return with_defaults(program, settings)


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


def lasting_name(game: Path, typed: str | Path) -> str:
    """A variant as it is found again from any folder: by its name beside the game, or by its whole path."""
    found = find_variant(game, typed)
    return str(found) if found in variants_of(game) else str(Path(found).resolve())


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
