"""`rulelang diff`: what a variant changes, rule by rule.

In: a game and a variant of it, or two games. Out: every player count, component, setting, rule, value,
ability and text that is new, changed or taken out, in words, with its place.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.options import GameArgument, Variants

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cli.reports.changes import Change


def diff(
    first: GameArgument,
    second: Annotated[
        str | None, typer.Argument(metavar="OTHER", help="A variant of that game, or another game.")
    ] = None,
    variants: Variants = None,
    short: Annotated[bool, typer.Option("--short", help="One line for each change.")] = False,
) -> None:
    """Show what a variant changes in a game, or how two games differ."""
    from cli.errors import Misuse
    from cli.games import find_game, find_variant, load_program
    from cli.reports.changes import changes, side
    from cli.screen.terminal import say

    game = other = find_game(first)
    chosen = list(variants or [])
    if second is not None and is_variant(game, second):
        chosen.insert(0, second)
    elif second is not None:
        other = find_game(second)
    elif not chosen:
        raise Misuse("say what to compare it with: another game, or --variant NAME")
    names = [find_variant(other, name) for name in chosen]
    left = side(game, [], load_program(game))
    right = side(other, names, load_program(other, names))
    found = changes(left, right)
    say(f"{right.name}, compared with {left.name}")
    if not found:
        say("nothing changes")
    for line in in_words(found, short):
        say(line)


def is_variant(game: Path, typed: str) -> bool:
    from cli.games import base_of_variant, find_variant, variants_of

    found = find_variant(game, typed)
    return found in variants_of(game) or bool(base_of_variant(Path(found)))


def in_words(changes: list[Change], short: bool = False) -> Iterator[str]:
    part = ""
    for change in changes:
        if change.part != part:
            part = change.part
            yield ""
            yield part
        where = ", was ".join(dict.fromkeys(f"{span.path}:{span.line}" for span in change.places[:2]))
        yield f"  {change.sign} {change.text}" + (f"   [{where}]" if where else "")
        if not short:
            yield from (f"        {line}" for line in change.lines)
