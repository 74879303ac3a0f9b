"""`rulelang ir`: what a definition was compiled to.

In: a game, with variants and settings. Out: its intermediate representation, as text for people or as JSON
for programs.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated

import typer

from cli.errors import Misuse
from cli.options import GameArgument, Settings, Variants

if TYPE_CHECKING:
    from rulelang.ir.nodes import Program


LABEL = re.compile(r"P(\d+):")  # where an instruction begins


def ir(
    game: GameArgument,
    variants: Variants = None,
    settings: Settings = None,
    json: Annotated[bool, typer.Option("--json", help="The exact form that programs read.")] = False,
    c: Annotated[bool, typer.Option("--c", help="The C that native code is made of.")] = False,
    players: Annotated[
        int | None, typer.Option("--players", metavar="N", help="With --c: how many play.")
    ] = None,
) -> None:
    """Show the compiled form of a definition."""
    from cli.games import load_program
    from cli.options import read_settings
    from cli.screen.escaping import for_json
    from cli.screen.terminal import put, say
    from rulelang.ir.codec import digest, encode

    program = load_program(game, variants or (), read_settings(settings or ()))
    if json and c:
        raise Misuse("--json and --c are two forms of the same; choose one")
    if json:
        put(for_json(encode(program)))
        return
    if c:
        put(_as_c(program, players))
        return
    from rulelang.ir.show import show

    say(f"# {program.name}, digest {digest(program)}")
    say(show(program).rstrip("\n"))


def _as_c(program: Program, players: int | None) -> str:
    """The whole C of a program, with the places in the rules that its parts were made from beside them."""
    from interpreter.game.settings import check_players, check_settings
    from interpreter.layout import Layout
    from interpreter.native.shapes import NotNative
    from interpreter.native.unit import Unit

    count, chosen = check_players(program, players), check_settings(program, {})
    try:
        source = Unit(Layout(program, count, chosen)).source()
    except NotNative as why:
        raise Misuse(f"this program is left to the Python backend: {why}") from None
    bodies = {f"static int body{number}(State *S) {{": body for number, body in enumerate(program.bodies)}
    lines, body = [], None
    for line in source.splitlines():
        if line in bodies:
            body = bodies[line]
            lines.append(f"/* {for_comment(body.name)} */")
        label = LABEL.match(line) if body is not None else None
        if body is not None and label and int(label[1]) < len(body.sites):
            path, row, _ = body.sites[int(label[1])]
            line = f"{line}  /* {for_comment(path)}:{row} */"
        lines.append(line)
    return "\n".join(lines) + "\n"


def for_comment(text: str) -> str:
    """What a definition says, in a comment: it must not end it."""
    return "".join(letter if letter.isalnum() or letter in " _-./()," else "?" for letter in text)
