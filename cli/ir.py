"""`rulelang ir`: what a definition was compiled to.

In: a game. Out: its intermediate representation, as text for people or as JSON for programs.
"""

from __future__ import annotations

from typing import Annotated

import typer


def ir(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A name, a folder or a .rules file.")],
    json: Annotated[bool, typer.Option("--json", help="The exact form that programs read.")] = False,
) -> None:
    """Show the compiled form of a definition."""
    from cli.games import load_program
    from cli.terminal import say
    from rulelang.ir.codec import digest, encode

    program = load_program(game)
    if json:
        print(encode(program))
        return
    from rulelang.ir.show import show

    print(f"# {program.name}, digest {digest(program)}")
    say(show(program).rstrip("\n"))
