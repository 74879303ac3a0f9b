"""Colours and styles of the full screen.

In: the name of a colour and of a style. Out: a style of rich. Everything can be read without colours: titles
are bold, what concerns the player has a bar before it, what can be pointed at is underlined.
"""

from __future__ import annotations

from functools import cache

from rich.style import Style

# Bright enough for a dark screen, and far enough from each other.
COLOURS = {
    "red": "#ff6b6b", "light_red": "#ff9e9e", "green": "#5fd75f", "lime": "#a8e05f", "yellow": "#ffd75f",
    "orange": "#ffaf5f", "blue": "#6cb6ff", "dark_blue": "#5f87ff", "light_blue": "#87d7ff",
    "cyan": "#5fd7d7", "purple": "#c58fff", "pink": "#ff9fd6", "black": "#9a9a9a", "grey": "#bcbcbc",
    "white": "#ffffff",
}  # fmt: skip
STYLES = {
    "": Style(),
    "title": Style(bold=True),
    "mine": Style(bold=True),
    "ask": Style(bold=True, color="#5fd7d7"),
    "quiet": Style(color="#8a8a8a"),
    "rule": Style(color="#6a6a6a"),
    "here": Style(reverse=True, bold=True),
    "wrong": Style(color="#ffaf5f", bold=True),
}


class Ink:
    @staticmethod
    @cache
    def style(colour: str, style: str) -> Style:
        found = STYLES.get(style, STYLES[""])
        return found + Style(color=COLOURS[colour]) if colour in COLOURS else found
