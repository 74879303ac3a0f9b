"""What a definition says is text and nothing else, wherever it is shown.

In: a text that may come from anywhere. Out: the same text for one target, a terminal, a log of CI, a page or
JSON, which it cannot steer. Each target has its function, and only `cli/screen/terminal.py` writes.
"""

from __future__ import annotations

import re
import unicodedata
from html import escape

# Control and direction characters, line ends of other scripts, and halves of characters.
STEERING = frozenset({"Cc", "Cf", "Zl", "Zp", "Cs"})
_BRACKETS = re.compile(r"##(?=\w*\[)")
_COMMAND = re.compile(rf"^(\s*:)(?=:)|{_BRACKETS.pattern}")  # what CI obeys: lines and parts


def for_terminal(line: str) -> str:
    """One line that neither steers a terminal nor is a command for the CI that shows it."""
    if not line.isprintable():
        line = "".join(" " if unicodedata.category(char) in STEERING else char for char in line)
    return _COMMAND.sub(lambda found: f"{found[0]} ", line) if ":" in line or "##" in line else line


def for_page(text: str) -> str:
    """Text in HTML."""
    return "\n".join(escape(for_terminal(line)) for line in text.split("\n"))


def for_json(text: str) -> str:
    """JSON that means the same. Between its texts it has no other character than the end of a line."""
    text = _BRACKETS.sub(r"#\\u0023", text)
    if text.isascii() and "\x7f" not in text:
        return text
    return "".join(_escaped(char) if _steers(char) else char for char in text)


def _steers(char: str) -> bool:
    return char != "\n" and unicodedata.category(char) in STEERING


def _escaped(char: str) -> str:
    units = char.encode("utf-16-be", errors="surrogatepass")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))


def for_github(text: str) -> str:
    """The message of a workflow command: one line, and nothing in it ends it."""
    lines = [for_terminal(line).replace("%", "%25") for line in re.split(r"\r\n|\r|\n", text)]
    return "%0A".join(lines)


def for_github_value(text: str) -> str:
    """A property of a workflow command."""
    return for_github(text).replace(":", "%3A").replace(",", "%2C")
