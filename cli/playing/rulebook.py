"""The numbered rules of a game, and which of them stand behind a line of its definition.

In: the folder of a definition. Out: the sentences of its `rulebook.md` by their numbers (R11, Q3), and the
numbers that the comments around a line of the rules name. A definition without such a page has none of it.
"""

from __future__ import annotations

import re
from functools import cached_property
from pathlib import Path

Site = tuple[str, int, int]
ENTRY = re.compile(r"^- \*\*([A-Z]\d+)\*\*\s*(.*)$")
NUMBER = re.compile(r"\b([RQ]\d+)(?:\s*(?:-|to)\s*([RQ])?(\d+))?\b")
MOST_BYTES = 1_000_000
MOST_NAMED = 12


class Rulebook:
    def __init__(self, folder: Path) -> None:
        self.folder = folder if folder.is_dir() else folder.parent

    @cached_property
    def lines(self) -> list[str]:
        """The page as it was written; none if there is no such page."""
        return _lines(self.folder / "rulebook.md")

    @cached_property
    def sentences(self) -> dict[str, str]:
        """What each number says. A sentence may go on in the lines below it."""
        found: dict[str, str] = {}
        number = ""
        for line in self.lines:
            entry = ENTRY.match(line)
            if entry:
                number = entry[1]
                found[number] = entry[2]
            elif number and line.startswith("  ") and line.strip():
                found[number] += f" {line.strip()}"
            else:
                number = ""
        return found

    def numbers_at(self, site: Site) -> list[str]:
        """The numbers that the comments of a rule name, up to a line of it: those nearest to it first."""
        file = next(
            (f for f in self.folder.rglob(Path(site[0]).name) if str(f).endswith(_tail(site[0]))), None
        )
        lines = _lines(file) if file is not None else []
        found: list[str] = []
        number = min(site[1], len(lines))
        while number > 0:
            line = lines[number - 1]
            comment = line.partition("#")[2]
            found += [n for n in _numbers(comment) if n in self.sentences and n not in found]
            above = lines[number - 2] if number > 1 else ""
            if line[:1].strip() and not above.startswith("#"):
                break  # where its declaration begins
            number -= 1
        return found

    def search(self, words: str) -> list[str]:
        """The numbers of the sentences that have all these words in them."""
        wanted = words.casefold().split()
        return [n for n, text in self.sentences.items() if all(word in text.casefold() for word in wanted)]

    def told(self, number: str) -> str:
        return f"{number}  {_plain(self.sentences[number])}"


def _lines(path: Path) -> list[str]:
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            return file.read(MOST_BYTES).splitlines()
    except OSError:
        return []


def _tail(path: str) -> str:
    """The end of a path that tells files of one name apart."""
    return "/".join(Path(path).parts[-2:]) if len(Path(path).parts) > 2 else Path(path).name


def _numbers(comment: str) -> list[str]:
    """`R1, Q5-Q7` names four."""
    found: list[str] = []
    for first, _, last in NUMBER.findall(comment):
        found.append(first)
        if last and int(last) - int(first[1:]) in range(1, MOST_NAMED):
            found += [f"{first[0]}{n}" for n in range(int(first[1:]) + 1, int(last) + 1)]
    return found


def _plain(text: str) -> str:
    """Without the signs of Markdown."""
    return re.sub(r"[*`]", "", text)
