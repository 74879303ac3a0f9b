"""`rulelang ir`: what a definition was compiled to.

In: a game, with variants and settings. Out: its intermediate representation, as text for people or as JSON
for programs.
"""

from __future__ import annotations

from typing import Annotated

import typer

from cli.options import GameArgument, Settings, Variants


def ir(
    game: GameArgument,
    variants: Variants = None,
    settings: Settings = None,
    json: Annotated[bool, typer.Option("--json", help="The exact form that programs read.")] = False,
) -> None:
    """Show the compiled form of a definition."""
    from cli.games import load_program
    from cli.options import read_settings
    from cli.screen.escaping import for_json
    from cli.screen.terminal import put, say
    from rulelang.ir.codec import digest, encode

    program = load_program(game, variants or (), read_settings(settings or ()))
    if json:
        put(for_json(encode(program)))
        return
    from rulelang.ir.show import show

    say(f"# {program.name}, digest {digest(program)}")
    say(show(program).rstrip("\n"))
