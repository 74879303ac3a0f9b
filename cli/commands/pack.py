"""`rulelang pack`: a game in one file, to be handed on.

In: a game, or with `--unpack` a pack. Out: a file with its rules, variants, texts and scenarios, which every
command takes in place of the folder; or the folder again. A game that cannot be played is not packed.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cli.options import GameArgument


def pack(
    game: GameArgument,
    output: Annotated[
        str | None, typer.Option("-o", "--output", metavar="FILE", help="The pack: NAME.rulepack.")
    ] = None,
    unpack: Annotated[
        str | None, typer.Option("--unpack", metavar="FOLDER", help="Make a folder of a pack, to change it.")
    ] = None,
) -> None:
    """Put a game into one file, which every command takes in place of a folder."""
    from cli.errors import Misuse
    from cli.games import find_game, load_program

    if unpack is not None and output is not None:
        raise Misuse("-o is for making a pack and --unpack for opening one: say one of them")
    program = load_program(game)
    path = find_game(game)
    if unpack is not None:
        _unpack(path, Path(unpack))
    else:
        _pack(path, program.name, Path(output or f"{program.name}.rulepack"))


def _pack(path: Path, name: str, target: Path) -> None:
    from cli.errors import Misuse
    from cli.games import PACK
    from cli.playing.saving import write_whole
    from cli.screen.terminal import say_line
    from rulelang.packs import BrokenPack, packed, unpacked

    if target.suffix != PACK:
        raise Misuse(f"the name of a pack ends with {PACK}: `-o {target.with_suffix(PACK)}`")
    if target.resolve() == path.resolve():
        raise Misuse(f"`{target}` is the pack itself: give the new one another name")
    files = _contents(path)
    data = packed(name, files)
    try:
        unpacked(data)  # what is written can be read, also on other machines
    except BrokenPack as problem:
        raise Misuse(f"this game cannot be packed: {problem}") from None
    write_whole(target, data)
    say_line(f"{target}: {len(files)} files, {len(data) // 1024 + 1} KB")


def _unpack(path: Path, folder: Path) -> None:
    from cli.errors import Misuse
    from cli.games import PACK
    from cli.screen.terminal import say_line
    from rulelang.files import is_pack

    if not is_pack(path):
        raise Misuse(f"`{path}` is no pack: its name would end with {PACK}")
    if folder.exists():
        raise Misuse(f"`{folder}` is there already: name a folder that is not")
    files = _contents(path)
    for name, data in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("xb") as new:  # never over something that is there
            new.write(data)
    say_line(f"{folder}: {len(files)} files")


def _contents(path: Path) -> dict[str, bytes]:
    """The files of a game by their names; what cannot be read is said."""
    from cli.games import home_of
    from rulelang import files
    from rulelang.diagnostics import Report, RulesError
    from rulelang.loader import files_of

    report, home = Report(), home_of(path)
    found = {
        name: files.read(file, report, home).text.encode() for name, file in files_of(path, report).items()
    }
    if report.errors:
        raise RulesError(report)
    return found
