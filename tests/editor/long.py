"""Long runs of the editor, in pieces: definitions written character by character, edited at random, renamed.

In: what to do, a game, seconds of processor time that this piece may take, and a file that keeps what was
done. Out: lines in that file; the next piece goes on behind them. Run as
`python -m tests.editor.long typing GAME SECONDS FILE`, or with `edits`, or with `names` to rename each name
there and back.
"""

from __future__ import annotations

import os
import random
import resource
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import process_time

from attrs import frozen
from lsprotocol import types

from cli.editor.games import Games
from cli.editor.typing import completion
from cli.reports import findings as checked
from cli.reports.findings import findings, target_of
from rulelang import compile as compiling
from rulelang import suite
from rulelang.diagnostics import Report
from rulelang.syntax import parser
from rulelang.tables import read_rows, read_strings, string_keys

ROOT = Path(__file__).resolve().parents[2] / "gamedefs"
# Rules are typed character by character, and suggestions asked for at every third place; what stands beside
# them is typed in steps.
STEPS = {".rules": 1, ".yaml": 40, ".scenario": 200}
ASKED = 3
EDITS, BATCH, COMPARED = 10_000, 500, 500
NOTED = 200  # after so many characters it is noted how far it is
SIGNS = [
    *"abcdefz_ \n:(),.#\"'=-+<>|$\t1090áž",
    "    ",
    "\n    ",
    "move ",
    "if ",
    " of ",
    "rule x:\n",
    "every ",
]
Said = list[tuple[str, str, str]]


def said(report: Report) -> Said:
    return [(found.code, str(found.span), found.title) for found in report]


def from_nothing(game: Path) -> Said:
    """What `rulelang check` says of the files on the disk, with nothing remembered."""
    for once in (parser._built, parser._tree, checked._alone_once, checked._together_once):
        once.cache_clear()
    for read in (parser.parse, read_rows, read_strings, string_keys, compiling._short_strings, suite._read):
        read.forget()  # type: ignore[attr-defined]
    return said(findings(target_of(game)))


def typed(games: Games, file: Path, text: str) -> None:
    games.put(file, text)
    games.quickly(file)


# ------------------------------------------------------------ character by character


def in_order(game: Path) -> list[Path]:
    """The files of a definition as an author would begin them: rules, tables, texts, variants, scenarios."""
    found = [file for file in sorted(game.rglob("*")) if file.suffix in (".rules", ".yaml", ".scenario")]
    sorts = [lambda f: f.name == "game.rules", lambda f: f.parent == game and f.suffix == ".rules",
             lambda f: f.parent == game, lambda f: "strings" in f.parts, lambda f: f.suffix == ".rules",
             lambda f: True]  # fmt: skip
    return sorted(found, key=lambda file: next(n for n, sort in enumerate(sorts) if sort(file)))


@frozen
class Written:
    """How far a file was written, and how many findings there were with the whole file."""

    file: str
    end: int
    whole: bool
    found: int = 0


def characters(game: Path, begin: tuple[str, int] = ("", 0)) -> Iterator[Written]:
    """All files from empty to full, from a place on. After each step there are findings, after many of them
    suggestions; after each file the findings are those of what is there."""
    files, games = in_order(game), Games()
    wholes = {file: file.read_text(encoding="utf-8") for file in files}
    names = [str(file.relative_to(game)) for file in files]
    first = names.index(begin[0]) if begin[0] else 0
    for file in files[first:]:
        file.write_text("", encoding="utf-8")
    for number, (file, name) in enumerate(zip(files[first:], names[first:], strict=True)):
        whole = wholes[file]
        step = STEPS[file.suffix]
        for end in range(begin[1] if number == 0 else 0, len(whole), step):
            yield Written(name, end, False)
            typed(games, file, whole[:end])
            if step > 1 or end % ASKED == 0:
                suggested(games, file, whole[:end])
        typed(games, file, whole)
        suggested(games, file, whole)
        file.write_text(whole, encoding="utf-8")
        found = said(games.all_findings(file))
        assert found == from_nothing(game), f"{name}: {found}"
        yield Written(name, len(whole), True, len(found))
    assert from_nothing(game) == []


def suggested(games: Games, file: Path, text: str) -> None:
    """At the end of what is written so far."""
    completion(games, file, types.Position(text.count("\n"), len(text) - text.rfind("\n") - 1))


# ------------------------------------------------------------ at random


def edited(text: str, dice: random.Random) -> str:
    at = dice.randrange(len(text) + 1)
    match dice.randrange(4):
        case 0:
            return text[:at] + dice.choice(SIGNS) + text[at:]
        case 1:
            return text[:at] + text[at + dice.randrange(1, 8) :]
        case 2:  # a piece of it moves
            end, to = at + dice.randrange(1, 60), dice.randrange(len(text) + 1)
            return text[:to] + text[at:end] + text[to:]
    lines = text.split("\n")
    first, second = dice.randrange(len(lines)), dice.randrange(len(lines))
    lines[first], lines[second] = lines[second], lines[first]
    return "\n".join(lines)


def edit_at_random(game: Path, games: Games, edits: int, every: int, seed: str) -> None:
    """Edits in all files of a game. After every so many, and when all is undone again at the end, findings
    are those of what is there."""
    dice = random.Random(seed)
    files = [file for file in sorted(game.rglob("*")) if file.suffix in (".rules", ".scenario", ".yaml")]
    originals = {file: file.read_text(encoding="utf-8") for file in files}
    for number in range(1, edits + 1):
        file = dice.choice(files)
        text = games.texts.get(str(file.resolve()), originals[file])
        new = originals[file] if dice.random() < 0.2 else edited(text, dice)
        typed(games, file, new)
        if number % 5 == 0 and file.suffix == ".rules":
            line = dice.randrange(new.count("\n") + 1)
            completion(games, file, types.Position(line, dice.randrange(40)))
        if number % every == 0:
            for path, text in games.texts.items():
                Path(path).write_text(text, encoding="utf-8")
            assert said(games.all_findings(file)) == from_nothing(game), f"{seed}, edit {number}"
    for file, text in originals.items():
        games.put(file, text)
        file.write_text(text, encoding="utf-8")
    assert said(games.all_findings(game / "game.rules")) == from_nothing(game) == [], seed


def memory() -> int:
    """Megabytes that the process has now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() // 2**20


# ------------------------------------------------------------ in pieces


def lines_of(kept: Path, head: str) -> list[list[str]]:
    lines = kept.read_text(encoding="utf-8").splitlines() if kept.is_file() else []
    return [line.split() for line in lines if line.startswith(f"{head} ")]


def type_a_piece(game: Path, seconds: float, kept: Path) -> str:
    head, begin = f"typing {game.name}", ("", 0)
    for *_, file, end, how in lines_of(kept, head):
        files = [str(each.relative_to(game)) for each in in_order(game)]
        following = files[files.index(file) + 1 :] if how == "whole" else [file]
        if not following:
            return "it is all typed"
        begin = (following[0], 0 if how == "whole" else int(end))
    start = process_time()
    with kept.open("a", encoding="utf-8") as out:
        for number, last in enumerate(characters(game, begin), 1):
            if last.whole:
                print(head, last.file, last.end, "whole", file=out, flush=True)
            elif (over := process_time() - start > seconds) or number % NOTED == 0:
                print(head, last.file, last.end, "so_far", file=out, flush=True)
                if over:
                    return f"{last.file} {last.end}, {memory()} MB"
    return f"all, {memory()} MB"


def edit_a_piece(game: Path, seconds: float, kept: Path) -> str:
    head, games, start = f"edits {game.name}", Games(), process_time()
    done = sum(int(line[2]) for line in lines_of(kept, head))
    while done < EDITS and process_time() - start < seconds:
        edit_at_random(game, games, BATCH, COMPARED, f"{game.name} {done}")
        done += BATCH
        with kept.open("a", encoding="utf-8") as out:
            print(head, BATCH, f"{memory()} MB", file=out)
    return f"{done} edits"


def rename_a_piece(game: Path, seconds: float, kept: Path) -> str:
    """Each name alone to a fresh name and back."""
    from tests.editor.test_rename import alone, digest_of, in_any_order, read

    head, start, before = f"names {game.name}", process_time(), digest_of(game)
    family, index = read(game)
    things, done = in_any_order(game, index), len(lines_of(kept, head))
    with kept.open("a", encoding="utf-8") as out:
        for number, thing in enumerate(things[done:], done + 1):
            try:
                alone(game, family, index, thing, before)
                went = "well"
            except (AssertionError, ValueError) as wrong:
                went = f"wrong {str(wrong)[:300]!r}"
            print(head, number, len(things), thing.sort, thing.name, went, file=out, flush=True)
            if process_time() - start > seconds:
                break
    return f"{len(lines_of(kept, head))} of {len(things)} names"


def main(what: str, name: str, seconds: str, file: str) -> int:
    kept = Path(file).absolute()
    piece = {"typing": type_a_piece, "edits": edit_a_piece, "names": rename_a_piece}[what]
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(ROOT, Path(folder) / "games")
        os.chdir(folder)
        print(what, name, piece(Path(folder) / "games" / name, float(seconds), kept), flush=True)
        os.chdir("/")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]))
