"""What several commands let people say: which game, with which variants and settings, in which language.

In: the words of a command line. Out: the types of the arguments, settings by name, and a language that is
spoken. Every command that takes a game takes these, and means the same by them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from rulelang.ir.nodes import Program

GameArgument = Annotated[
    str, typer.Argument(metavar="GAME", help="A name, a folder, a .rules file or a pack.")
]
Variants = Annotated[
    list[str] | None,
    typer.Option("--variant", metavar="NAME|FILE", help="Played with this variant; can be said again."),
]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="A setting of the game; can be said again."),
]
Seats = Annotated[
    str | None,
    typer.Option(
        metavar="WHO,WHO",
        help="Who plays, for each seat: human, random, greedy or search; search:2s may think for 2 seconds.",
    ),
]
Names = Annotated[
    str | None,
    typer.Option("--names", metavar="NAME,NAME", help="What the players are called, seat by seat."),
]
Language = Annotated[
    str | None,
    typer.Option("--lang", metavar="LANG", help="The language: en, cs, pl or another one of the game."),
]
Plain = Annotated[bool, typer.Option("--plain", help="Lines instead of the full screen, without colours.")]
Reader = Annotated[bool, typer.Option("--reader", help="For screen readers: no pictures, no columns.")]
NotedVariants = Annotated[
    list[str] | None,
    typer.Option("--variant", metavar="NAME|FILE", help="A variant, if it is not found; can be said again."),
]
RulesPath = Annotated[
    str | None,
    typer.Option("--game", metavar="PATH", help="The definition, if it is not found by its name."),
]


def languages_of(program: Program) -> list[str]:
    """The languages that the program or the definition speaks."""
    from cli.phrases import HERE
    from interpreter.phrases import languages

    return list(dict.fromkeys([*languages(HERE), *(name for name, texts in program.strings if texts)]))


def language_for(typed: str | None, program: Program) -> str:
    """The language to play in: the one that was asked for, or else the one of the environment."""
    from cli.errors import Misuse
    from cli.phrases import language_of

    known = languages_of(program)
    if typed is None:
        return language_of(also=known)
    if typed.strip().lower() not in known:
        speaks = f"--lang can be: {', '.join(known)}"
        raise Misuse(f"neither the program nor {program.name} speaks `{typed}`; {speaks}")
    return typed.strip().lower()


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
