"""Colours for components and players, from the definition only.

In: a program. Out: the names of colours: `red`, `light_blue`. A component has the colours of its first field
of a kind whose words are colours, or else of its first field with a kind: each word has a colour of its own.
Without any it has the colour that its name says, where all of its type say one, or else that of its player.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from interpreter.phrases import USUAL
from rulelang.ir.nodes import Program, RecordDef
from rulelang.types import PLAYER, Kind, bare, item_of

WAYS = ("direction", "heading")  # kinds that every definition has

# What words are called that are nearly the same colour.
NAMES = {
    "red": "red", "crimson": "red", "scarlet": "red", "green": "green", "lime": "lime", "olive": "green",
    "yellow": "yellow", "gold": "yellow", "golden": "yellow", "orange": "orange", "brown": "orange",
    "amber": "orange", "blue": "blue", "navy": "dark_blue", "azure": "light_blue", "cyan": "cyan",
    "turquoise": "cyan", "teal": "cyan", "purple": "purple", "violet": "purple", "magenta": "purple",
    "pink": "pink", "rose": "pink", "black": "black", "grey": "grey", "gray": "grey", "silver": "grey",
    "white": "white",
}  # fmt: skip
SHADES = {
    ("dark", "blue"): "dark_blue", ("light", "blue"): "light_blue", ("dark", "yellow"): "orange",
    ("light", "red"): "light_red", ("light", "green"): "lime", ("light", "grey"): "white",
    ("light", "gray"): "white", ("dark", "grey"): "black", ("dark", "gray"): "black",
    ("light", "purple"): "pink",
}  # fmt: skip
# For words that name no colour: neighbours are easy to tell apart.
PALETTE = (
    "cyan", "orange", "green", "purple", "red", "blue", "light_blue", "yellow", "lime", "pink", "light_red",
    "grey",
)  # fmt: skip


def colour_of(name: str) -> str:
    """The colour that a word or a text names, as `dark_blue` or `Blue`; nothing if it names none."""
    words = re.findall(r"[a-z]+", name.casefold())
    for number, word in enumerate(words):
        if word in NAMES:
            return SHADES.get((words[number - 1] if number else "", word), NAMES[word])
    return ""


def colours_of_kind(words: Sequence[str]) -> list[str]:
    """The colour of each word; of those that name none, another one for each."""
    return [colour_of(word) or PALETTE[number % len(PALETTE)] for number, word in enumerate(words)]


def colours_of_record(program: Program, record: RecordDef) -> list[tuple[str, ...]]:
    """The colours of each component of a type, in order."""
    columns = [
        (program.kind(kind.name).words, column.values)
        for column in record.columns
        if isinstance(kind := bare(item_of(column.type)), Kind) and kind.name not in WAYS
    ]
    telling = [column for column in columns if all(map(colour_of, column[0]))]
    if not columns:
        return _named(program, record) or _owned(program, record)
    words, values = (telling or columns)[0]
    colours = colours_of_kind(words)
    return [
        () if value is None else tuple(colours[v] for v in (value if isinstance(value, tuple) else (value,)))
        for value in values
    ]


def _named(program: Program, record: RecordDef) -> list[tuple[str, ...]]:
    """Colours that the definition's own names say, as `black stone`; nothing unless all do."""
    texts = dict(dict(program.strings).get(USUAL, ()))
    colours = [colour_of(texts.get(f"{record.name}.{name}", name)) for name in record.names]
    return [(colour,) for colour in colours] if all(colours) else []


def _owned(program: Program, record: RecordDef) -> list[tuple[str, ...]]:
    """The colour of the player whose component it is."""
    owners = next((c.values for c in record.columns if bare(c.type) == PLAYER), None)
    if owners is None:
        return [()] * record.size
    players = colours_of_players(program, max((o for o in owners if o is not None), default=-1) + 1, USUAL)
    return [() if owner is None else (players[owner],) for owner in owners]


def colours_of_players(program: Program, players: int, usual: str) -> list[str]:
    """The colour that the definition's own name of a player has, or one for each seat."""
    texts = dict(dict(program.strings).get(usual, ()))
    return [
        colour_of(texts.get(f"player.{number + 1}", "")) or PALETTE[number % len(PALETTE)]
        for number in range(players)
    ]
