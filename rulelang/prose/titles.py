"""What a game is called.

In: a program and a language. Out: its title, in that language or in English, or its name made readable.
"""

from __future__ import annotations

from rulelang.ir.nodes import Program
from rulelang.prose.ink import capital
from rulelang.prose.texts import Texts, readable


def game_title(program: Program, language: str) -> str:
    return Texts(program.strings, language).own("game.name") or capital(readable(program.name))


def variant_title(program: Program, language: str, name: str) -> str:
    return capital(Texts(program.strings, language).own_name(f"variant.{name}"))


def variant_text(program: Program, language: str, name: str) -> str:
    """What an author tells about a variant; its texts are only there while it is played."""
    return Texts(program.strings, language).own(f"text.variant.{name}") or ""
