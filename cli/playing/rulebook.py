"""The numbered rules of a game, and which of them stand behind a line of its definition.

In: the folder of a definition, and a language. Out: the sentences of its `rulebook.md` by their numbers (R11,
Q3), in the language where `rulebook.cs.md` has them, and the numbers that the comments around a line of the
rules name. A definition without such a page has none of it.
"""

from __future__ import annotations

import re
from functools import cached_property
from itertools import takewhile
from pathlib import Path

from rulelang.diagnostics import Report
from rulelang.files import below, is_inside, read_regular
from rulelang.rulebook import page_of

Site = tuple[str, int, int]
ENTRY = re.compile(r"^- \*\*([A-Z]\d+)\*\*\s*(.*)$")
NUMBER = re.compile(r"\b([RQ]\d+)(?:\s*(?:-|to)\s*([RQ])?(\d+))?\b")
MOST_BYTES = 1_000_000
MOST_NAMED = 12


class Rulebook:
    def __init__(self, folder: Path, language: str = "") -> None:
        self.folder = folder if folder.is_dir() else folder.parent
        self.language = language
        self._read: dict[str, list[str]] = {}

    @cached_property
    def lines(self) -> list[str]:
        """The page as it was written, in the language if there is one; none if there is no such page."""
        return _lines(page_of(self.folder, self.language), self.folder)

    @cached_property
    def sentences(self) -> dict[str, str]:
        """What each number says; in English what has not been said in the language."""
        return _sentences(_lines(page_of(self.folder), self.folder)) | _sentences(self.lines)

    def numbers_at(self, site: Site) -> list[str]:
        """The numbers that the comments of a rule name, up to a line of it: those nearest first; or else
        those at the head of its file."""
        lines = self._lines_of(site[0])
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
        head = takewhile(lambda line: line.startswith("#"), lines) if not found else ()
        return found or [n for line in head for n in _numbers(line) if n in self.sentences]

    def _lines_of(self, path: str) -> list[str]:
        """The lines of a file of rules, by the end of its path; read once."""
        tail = _tail(path)
        if tail not in self._read:
            file = next((f for f in below(self.folder, (".rules",), Report()) if str(f).endswith(tail)), None)
            self._read[tail] = _lines(file, self.folder) if file is not None else []
        return self._read[tail]

    def numbers_of(self, site: Site) -> list[str]:
        """The numbers that the comments of the declaration at a line name, in and right above it."""
        lines = self._lines_of(site[0])
        last = site[1]
        while last < len(lines) and not lines[last][:1].strip():
            last += 1  # up to where the next one begins
        return sorted(self.numbers_at((site[0], last, 0)), key=list(self.sentences).index)

    def search(self, words: str) -> list[str]:
        """The numbers of the sentences that have all these words in them."""
        wanted = words.casefold().split()
        return [n for n, text in self.sentences.items() if all(word in text.casefold() for word in wanted)]

    def chapter_of(self, number: str) -> list[str]:
        """The chapter that a sentence stands in, with its title."""
        chapters: list[list[str]] = [[]]
        for line in filter(str.strip, self.lines):
            if line.startswith("## "):
                chapters.append([])
            chapters[-1].append(_plain(line).removeprefix("## "))
        start = f"- {number} "
        return next((found for found in chapters if any(line.startswith(start) for line in found)), [])

    def told(self, number: str) -> str:
        return f"{number}  {_plain(self.sentences[number])}"


def _sentences(lines: list[str]) -> dict[str, str]:
    """By their numbers. A sentence may go on in the lines below it."""
    found: dict[str, str] = {}
    number = ""
    for line in lines:
        entry = ENTRY.match(line)
        if entry:
            number = entry[1]
            found[number] = entry[2]
        elif number and line.startswith("  ") and line.strip():
            found[number] += f" {line.strip()}"
        else:
            number = ""
    return found


def _lines(path: Path, folder: Path) -> list[str]:
    if not is_inside(path, folder):
        return []
    try:
        return read_regular(path, MOST_BYTES).decode("utf-8", errors="replace").splitlines()
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
