"""How components look on paper: sizes, colours, symbols, backs.

In: `print.yaml` of a game, if there is one: `size: {loot: 63 x 88}`, `colour: {suit: {hook: "#0a5"}}`,
`symbol: {suit: {hook: "⚓"}}`, `back: {loot: "☠"}`, `hide: {room: "start_row"}`,
`reverse: {token: "back"}`. Out: a `Style` that knows
an answer for everything; words without a colour get one of their own. What is written there and cannot be
understood is said.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from attrs import frozen

from cli.errors import Misuse

FILE = "print.yaml"
SIZES = {"card": (63.0, 88.0), "tile": (50.0, 50.0), "token": (22.0, 22.0), "piece": (22.0, 30.0)}
LEAST, MOST = 8.0, 180.0  # millimetres
LONGEST_SYMBOL = 8
# Colours that stay apart on paper and in grey, and on which white can be read.
PALETTE = (
    "#1f5f8b", "#a23b2a", "#3d7a3a", "#7a4a8c", "#a0671a", "#2a7f7f", "#8c3a5f", "#55606e",
    "#5b5b1e", "#3b4cc0",
)  # fmt: skip
PLAIN = "#4a4f57"
NAMED = {
    "red": "#b3261e", "blue": "#1f5fa8", "green": "#2f7d32", "yellow": "#b58a00", "black": "#222222",
    "white": "#8a8f98", "grey": "#6b7075", "gray": "#6b7075", "purple": "#6a3d9a", "orange": "#c65d00",
    "pink": "#b8487f", "brown": "#7a4b20", "dark_blue": "#163a70", "light_blue": "#3c87b8",
    "light_green": "#5d9b3c", "light_orange": "#cf8a3a", "light_grey": "#868b90", "light_pink": "#c9779f",
}  # fmt: skip
_SIZE = re.compile(r"(\d{1,3}(?:\.\d{1,2})?)\s*x\s*(\d{1,3}(?:\.\d{1,2})?)(?:\s*mm)?")
_COLOUR = re.compile(r"#(?:[0-9a-fA-F]{3}){1,2}")


@frozen
class Style:
    said: Mapping[str, str]

    def size(self, sort: str, word: str) -> tuple[float, float]:
        """Width and height in millimetres."""
        found = self.said.get(f"size.{sort}") or self.said.get(f"size.{word}")
        if found is None:
            return SIZES.get(word, SIZES["token"])
        match = _SIZE.fullmatch(found)
        assert match is not None  # `read_style` has looked
        return float(match[1]), float(match[2])

    def says_size(self, sort: str, word: str) -> bool:
        return f"size.{sort}" in self.said or f"size.{word}" in self.said

    def colour(self, words: tuple[str, ...]) -> str:
        """The colour of the first word that has one: said, known by its name, or one of its own."""
        for word in words:
            if f"colour.{word}" in self.said:
                return self.said[f"colour.{word}"]
        for word in words:
            if word.rpartition(".")[2] in NAMED:
                return NAMED[word.rpartition(".")[2]]
        return PALETTE[sum(map(ord, words[0])) % len(PALETTE)] if words else PLAIN

    def hidden(self, sort: str) -> tuple[str, ...]:
        """Fields that are not printed: what only the program needs."""
        return tuple(part.strip() for part in self.said.get(f"hide.{sort}", "").split(","))

    def reverse(self, sort: str) -> tuple[str, ...]:
        """Fields that stand on the back: of what has two sides that both are seen."""
        return tuple(part.strip() for part in self.said.get(f"reverse.{sort}", "").split(",") if part.strip())

    def symbol(self, words: tuple[str, ...]) -> str:
        return next((self.said[f"symbol.{word}"] for word in words if f"symbol.{word}" in self.said), "")

    def back(self, sort: str) -> tuple[str, str]:
        """What stands on the back, and its colour."""
        return self.said.get(f"back.{sort}", ""), self.said.get(
            f"colour.back.{sort}", self.colour((f"back.{sort}",))
        )


def read_style(home: Path, sorts: Mapping[str, frozenset[str]], words: frozenset[str]) -> Style:
    """The style of a game. `sorts` are its components with their fields, `words` what can stand on one."""
    from rulelang import files
    from rulelang.diagnostics import Report, RulesError
    from rulelang.tables import read_strings

    file, report = home / FILE, Report()
    if not files.is_file(file):
        return Style({})
    found = {key: value for key, (value, _) in read_strings(files.read(file, report, home), report).items()}
    if report.errors:
        raise RulesError(report)
    for key, value in found.items():
        problem = _problem(key, value, sorts, words)
        if problem:
            raise Misuse(f"{files.shown(file)}: {problem}")
    return Style(found)


def _problem(key: str, value: str, sorts: Mapping[str, frozenset[str]], words: frozenset[str]) -> str:
    group, _, thing = key.partition(".")
    if group == "size":
        match = _SIZE.fullmatch(value.strip())
        if thing not in sorts and thing not in SIZES:
            return f"`{key}`: there is no component `{thing}`; there are {', '.join(sorts)}"
        if match is None or not all(LEAST <= float(part) <= MOST for part in match.groups()):
            return f"`{key}` is a size like `63 x 88`, from {LEAST:g} to {MOST:g} mm, not `{value}`"
    elif group == "colour":
        if thing not in words and thing.removeprefix("back.") not in sorts:
            return f"`{key}`: nothing on a component is called `{thing}`"
        if not _COLOUR.fullmatch(value):
            return f"`{key}` is a colour like `#1f5f8b`, not `{value}`"
    elif group == "symbol":
        if thing not in words:
            return f"`{key}`: nothing on a component is called `{thing}`"
        if not 0 < len(value) <= LONGEST_SYMBOL:
            return f"`{key}` is one sign, or up to {LONGEST_SYMBOL}"
    elif group in ("back", "hide", "reverse"):
        if thing not in sorts:
            return f"`{key}`: there is no component `{thing}`; there are {', '.join(sorts)}"
        parts = [part.strip() for part in value.split(",")] if group != "back" else []
        unknown = next((part for part in parts if part not in sorts[thing]), None)
        if unknown is not None:
            return f"`{key}`: a `{thing}` has no field `{unknown}`; it has {', '.join(sorted(sorts[thing]))}"
    else:
        return f"`{key}` is none of size, colour, symbol, back, hide and reverse"
    return ""
