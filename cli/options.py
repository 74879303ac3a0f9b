"""What several commands let people say: which game, with which variants and settings.

In: the words of a command line. Out: the types of the arguments, and settings by name. Every command that
takes a game takes these, and means the same by them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

GameArgument = Annotated[str, typer.Argument(metavar="GAME", help="A name, a folder or a .rules file.")]
Variants = Annotated[
    list[str] | None,
    typer.Option("--variant", metavar="NAME|FILE", help="Played with this variant; can be said again."),
]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="A setting of the game; can be said again."),
]


def read_settings(typed: Sequence[str]) -> dict[str, str]:
    """Settings as they were typed; the game knows what they may be."""
    from cli.errors import Misuse

    found: dict[str, str] = {}
    for part in typed:
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals or not name or not value:
            raise Misuse(f"--set takes NAME=VALUE, not `{part}`")
        if name in found:
            raise Misuse(f"--set says twice what `{name}` is")
        found[name] = value
    return found
