"""The frame of a page, and how anything gets into it: escaped.

In: texts of definitions and of the program. Out: HTML that needs no other file and runs no script. Whatever
comes from a definition goes through `text` (between tags) or `tag` (as an attribute).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from html import escape
from pathlib import Path

POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"  # whatever slips in cannot act


@cache
def css(name: str) -> str:
    """How a page looks: our own, beside this module."""
    return (Path(__file__).parent / f"{name}.css").read_text(encoding="utf-8")


def text(words: str) -> str:
    """What an author wrote, as a reader should see it: never a mark of the page."""
    return escape("".join(sign for sign in words if sign.isprintable() or sign in "\n\t"))


def tag(name: str, content: str = "", **attributes: str) -> str:
    """An element. Its content is HTML already; its attributes are not."""
    said = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{text(value)}"' for key, value in attributes.items() if value
    )
    return f"<{name}{said}>{content}</{name}>"


# Words of one letter that no line may end with, and the little word that a line may not begin with.
SHORT = {"cs": "kosvzuaiKOSVZUAI", "pl": "wozuaiWOZUAI"}
_TAG = re.compile(r"(<[^>]*>)")


def kept_together(body: str, language: str) -> str:
    """The words of a page as Czech and Polish printers set them: `v ruce` and `padne-li` stay in one line."""
    letters = SHORT.get(language)
    if letters is None:
        return body
    word = re.compile(rf"(?<![^\s(„>;])([{letters}]) (?=\S|$)")
    parts = _TAG.split(body)
    said = (
        word.sub("\\1\N{NO-BREAK SPACE}", part).replace("-li ", "\N{NON-BREAKING HYPHEN}li ")
        for part in parts[::2]
    )
    return "".join(piece for pair in zip(said, [*parts[1::2], ""], strict=True) for piece in pair)


def document(title: str, language: str, style: str, body: Iterable[str]) -> str:
    """A whole page. The style is our own."""
    return "\n".join(
        (
            "<!DOCTYPE html>",
            f'<html lang="{text(language)}">',
            "<head>",
            '<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{escape(POLICY)}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{text(title)}</title>",
            f"<style>\n{style}\n</style>",
            "</head>",
            "<body>",
            *(kept_together(part, language) for part in body),
            "</body>",
            "</html>",
            "",
        )
    )
