"""Broken input for the commands that read files, and what each of them does with it.

In: a number. Out: a folder with a definition, a scenario or a save in which something was changed by chance,
a command that reads it, and what it said. The same number makes the same input everywhere.
"""

from __future__ import annotations

import io
import json
import random
import re
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path

from attrs import frozen

from cli.main import main
from tests.cli.forging import forged
from tests.helpers import ROOT

COMMANDS = ("check", "fmt", "test", "show", "resume", "replay")
GAMES = ("kuhn_poker", "tic_tac_toe", "lantern_walk")
SUFFIXES = (".rules", ".yaml", ".scenario", ".md")
SECONDS = 10  # of the processor
ODD = (
    "\x00", "\x1b[2J", "\u202e", "\ufeff", "é", "漢", "\t", "\r\n", "\n", "\n\n    ", "    ", "#",
    " # note\n        ", '"', "(", ")", "[", "]", "{", "}", ":", ",", "-", "- ", "*", "&a",
    "!!python/object", "{1}", "{", "'", "`", "\\", "/etc/passwd", "-1", "0", "00", "1e9", "9" * 400,
    "999999999999999999999", "none", "of", "of each player", "to", "where", "such that", "as", "if",
    "else:", "repeat:", "choose", "choose one:", "end game", "value v: v", "rule r: do r", "and not",
    "player 0", "player 99", "then:", "given:", "when:", "scenario", "variants x", "cannot be played",
    "as in", "the game is over", "every", "in secret",
)  # fmt: skip


@frozen
class Said:
    code: int
    text: str


class TooLong(BaseException):
    pass


@contextmanager
def bounded(seconds: int) -> Iterator[None]:
    """Ends what takes longer, in seconds of the processor, so that a busy machine changes nothing."""

    def stop(*_: object) -> None:
        raise TooLong(f"more than {seconds} s")

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def run(*words: object, typed: str = "") -> Said:
    """A command line in this process. Whatever it raises but its exit code is a mistake of ours."""
    out = io.StringIO()
    stdin, sys.stdin = sys.stdin, io.StringIO(typed)
    try:
        with bounded(SECONDS), redirect_stdout(out), redirect_stderr(out):
            main([str(word) for word in words])
    except SystemExit as ended:
        return Said(int(ended.code or 0), out.getvalue())
    finally:
        sys.stdin = stdin
    raise AssertionError("a command line ends with an exit code")


# ---------------------------------------------------------------- input


def definitions() -> dict[str, dict[str, str]]:
    """Small games as files by their names, in one language: others only make it slower."""
    return {
        game: {
            file.relative_to(ROOT / "gamedefs" / game).as_posix(): file.read_text()
            for file in sorted((ROOT / "gamedefs" / game).rglob("*"))
            if file.suffix in SUFFIXES and file.stem not in ("cs", "pl")
        }
        for game in GAMES
    }


def save(folder: Path) -> str:
    """A game that was begun."""
    run("play", "tic_tac_toe", "--seats", "human,human", "--save", folder / "a.json", typed="1\n\n2\n\n3\n")
    return (folder / "a.json").read_text()


def changed(text: str, chance: random.Random, words: list[str]) -> str:
    """The text with one to three things changed."""
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        text = chance.choice(CHANGES)(text, chance, words)
    return text


def _left_out(text: str, chance: random.Random, words: list[str]) -> str:
    start = chance.randrange(len(text) + 1)
    return text[:start] + text[start + chance.choice((1, 1, 2, 5, 20, 200)) :]


def _put_in(text: str, chance: random.Random, words: list[str]) -> str:
    at = chance.randrange(len(text) + 1)
    return text[:at] + chance.choice(ODD) + text[at:]


def _other_word(text: str, chance: random.Random, words: list[str]) -> str:
    found = list(re.finditer(r"\w+", text))
    if not found:
        return text
    word = chance.choice(found)
    return (
        text[: word.start()] + chance.choice((chance.choice(words), chance.choice(ODD))) + text[word.end() :]
    )


def _lines(text: str, chance: random.Random, words: list[str]) -> str:
    lines = text.split("\n")
    one, two = chance.randrange(len(lines)), chance.randrange(len(lines))
    match chance.randrange(5):
        case 0:
            lines[one], lines[two] = lines[two], lines[one]
        case 1:
            lines.insert(one, lines[two])
        case 2:
            del lines[one]
        case 3:
            lines[one] = " " * chance.choice((1, 2, 4, 8)) + lines[one]
        case 4:
            lines[one] = lines[one].lstrip()
    return "\n".join(lines)


def _again(text: str, chance: random.Random, words: list[str]) -> str:
    start = chance.randrange(len(text) + 1)
    part = text[start : start + chance.choice((1, 3, 10, 60))]
    return text[:start] + part * chance.choice((2, 3, 40, 300)) + text[start:]


def _cut(text: str, chance: random.Random, words: list[str]) -> str:
    return text[: chance.randrange(len(text) + 1)]


def _comment(text: str, chance: random.Random, words: list[str]) -> str:
    """A comment inside of brackets, or wherever a line can go on."""
    signs = [match.end() for match in re.finditer(r"[(\[,:]|\band\b|\bof\b", text)]
    at = chance.choice(signs) if signs else 0
    return f"{text[:at]}  # {chance.choice(words)}\n{' ' * chance.choice((0, 4, 8))}{text[at:]}"


Change = Callable[[str, random.Random, list[str]], str]
CHANGES: tuple[Change, ...] = (
    *(_left_out, _put_in, _put_in, _other_word, _other_word, _other_word),
    *(_lines, _lines, _again, _cut, _comment, _comment),
)


# ---------------------------------------------------------------- one try


class Fuzzing:
    """Tries inputs by their numbers, in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.games = definitions()
        self.save = save(folder)
        texts = [text for files in self.games.values() for text in files.values()]
        self.words = sorted({word for text in texts for word in re.findall(r"\w+", text)})

    def wrong(self, number: int) -> str:
        """What is wrong with what a command does with an input; nothing if all is as it should be."""
        chance = random.Random(number)
        command = COMMANDS[number % len(COMMANDS)]
        try:
            return (
                self._save(command, chance)
                if command in ("resume", "replay")
                else self._game(command, chance)
            )
        except (Exception, TooLong) as error:
            return f"{command}: {type(error).__name__}: {error}"

    def _save(self, command: str, chance: random.Random) -> str:
        file = self.folder / "b.json"
        text = changed(self.save, chance, self.words)
        if chance.random() < 0.5:  # with a sum that fits, as somebody who wants to do harm would make it
            plain = json.loads(self.save)
            key = chance.choice(sorted(plain))
            try:
                value = json.loads(changed(json.dumps(plain[key]), chance, ["0", "-1", "null", "true", "[]"]))
                text = forged(self.save, **{key: value})
            except (ValueError, RecursionError, TypeError):
                pass
        file.write_text(text, errors="replace")
        return self._judged(command, run(command, file, typed="1\n\n2\n"))

    def _game(self, command: str, chance: random.Random) -> str:
        game = chance.choice(GAMES)
        files = dict(self.games[game])
        suffixes = {"fmt": (".rules",), "test": SUFFIXES, "check": SUFFIXES, "show": (".rules", ".yaml")}[
            command
        ]
        name = chance.choice([name for name in sorted(files) if name.endswith(suffixes)])
        files[name] = changed(files[name], chance, self.words)
        folder = self.folder / "game"
        shutil.rmtree(folder, ignore_errors=True)
        for path, text in files.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text, errors="replace", newline="")
        more = ("--fresh",) if command == "check" else ()
        said = run(command, folder / name if command == "fmt" else folder, *more)
        if command == "fmt" and said.code == 0:
            once = (folder / name).read_bytes()
            again = run("fmt", folder / name)
            if again.code or (folder / name).read_bytes() != once:
                return f"fmt: twice is not once: {again.text}"
        return self._judged(command, said)

    def _judged(self, command: str, said: Said) -> str:
        if said.code not in (0, 1, 2) or "Traceback" in said.text or "mistake in rulelang" in said.text:
            return f"{command}: exit code {said.code}: {said.text[-500:]}"
        return ""
