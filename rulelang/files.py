"""The door to the disk: whatever reads the files of a definition goes through here.

In: the folder of a definition and something that lies in it. Out: its text, or a finding that says why it was
not read. Only regular files are read, by their size first, and no link leads out of the folder. Who wants to
know whether an answer is still true can note what was looked at, and look again later.
"""

from __future__ import annotations

import errno
import hashlib
import os
import re
import stat
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import islice
from pathlib import Path

from rulelang.diagnostics import Report
from rulelang.source import LARGEST_FILE, Source, decode

FILE, FOLDER, OTHER, NOTHING = "file", "folder", "other", "nothing"
MOST_FILES = 2000  # of one definition
MOST_ENTRIES = 20_000  # of any sort that are looked at on the way to them
MOST_BYTES = 500_000  # of all its files of one sort together, so that checking them ends in seconds
LIMITED = {".rules": ".rules", ".yaml": ".yaml", ".yml": ".yaml", ".scenario": ".scenario"}
LINKED = ("scenarios", "variants", "strings")  # folders of a definition that may be links to others of it

_LONG_NUMBER = re.compile(r"\d{1000,}")
Notes = dict[str, str]  # what was looked at, and what it was
_notes: ContextVar[Notes | None] = ContextVar("_notes", default=None)


# ------------------------------------------------------------ three ways to look


def kind(path: Path) -> str:
    """What stands at a path, behind links."""
    return _seen("kind", path).rpartition(" ")[2]


def is_file(path: Path) -> bool:
    return kind(path) == FILE


def is_folder(path: Path) -> bool:
    return kind(path) == FOLDER


def children(folder: Path) -> list[Path]:
    """What lies right in a folder, in order; nothing in what is no folder or cannot be read."""
    return [folder / entry[1:] for entry in _entries(folder)]


def _entries(folder: Path) -> list[str]:
    listed = _seen("list", folder)
    return listed.split("/") if listed else []


def with_suffix(folder: Path, suffix: str) -> list[Path]:
    """The files in a folder whose names end so."""
    found = [entry for entry in _entries(folder) if entry.endswith(suffix) and entry[0] != "d"]
    return [folder / entry[1:] for entry in found if entry[0] != "l" or kind(folder / entry[1:]) != FOLDER]


def read(file: Path, report: Report, root: Path | None = None) -> Source:
    """The text of a file; an empty one, and a finding, if it is not to be read.

    It has to lie in `root`. Without `root` somebody named this very file, and knows where it is.
    """
    data, problem = _bytes(file, root)
    source, wrong = decode(shown(file), data)
    report.sources[source.path] = source
    if problem:
        report.error("R0003", f"cannot read this file: {problem}", Source(str(file), "").line_span(1))
    elif wrong:
        report.error("R0004", wrong, source.line_span(1))
    return source


def without_long_numbers(source: Source, report: Report) -> Source:
    """The text, or nothing if it has a number in it that nobody could mean and that Python would not read."""
    found = _LONG_NUMBER.search(source.text)
    if found is None:
        return source
    line = source.line_of(found.start())
    column = found.start() - source.text.rfind("\n", 0, found.start())
    report.error("R0211", "this number is too large", source.line_span(line, column, column + len(found[0])))
    return Source(source.path, "")


def shown(file: Path) -> str:
    """Paths below the working directory are shown from there."""
    try:
        return Path(os.path.realpath(file)).relative_to(Path.cwd()).as_posix()
    except (ValueError, OSError):
        return str(file)


# ------------------------------------------------------------ a whole definition


def below(root: Path, suffixes: Iterable[str], report: Report) -> list[Path]:
    """The files in a folder and in its folders whose names end so. Links to folders are not followed."""
    wanted = frozenset(suffixes)
    found: list[Path] = []
    waiting, entries = [root], 0
    while waiting:
        folder = waiting.pop()
        for entry in _entries(folder):
            path = folder / entry[1:]
            entries += 1
            if path.suffix in wanted:
                found.append(path)
            elif entry[0] == "d" or (entry[0] == "l" and folder == root and _may_follow(path, root, report)):
                waiting.append(path)
        if len(found) > MOST_FILES or entries > MOST_ENTRIES:
            most = f"{MOST_FILES} files" if len(found) > MOST_FILES else f"{MOST_ENTRIES} files and folders"
            too_much(root, f"more than {most} lie in this folder", report)
            break
    return sorted(found)[:MOST_FILES]


def _may_follow(path: Path, root: Path, report: Report) -> bool:
    if path.name not in LINKED or kind(path) != FOLDER:
        return False
    if is_inside(path, root):
        return True
    title = f"cannot read this folder: {_out_of(root)}"
    report.error("R0003", title, Source(str(path), "").line_span(1))
    return False


def refuse_too_much(files: Iterable[Path], root: Path, report: Report) -> bool:
    """Whether the files of a definition are too big together to be read, those of each sort by themselves."""
    total: dict[str, int] = {}
    for file in files:
        try:
            sort = LIMITED.get(file.suffix, "")
            total[sort] = total.get(sort, 0) + file.stat().st_size
        except (OSError, ValueError):
            continue  # reading it will say what is wrong
    for sort, size in total.items():
        if sort and size > MOST_BYTES:
            title = f"the {sort} files here have {size} bytes together; at most {MOST_BYTES} are read"
            too_much(root, title, report)
            return True
    return False


def too_much(root: Path, title: str, report: Report) -> None:
    hint = "give the definition a folder of its own, with nothing else in it"
    report.error("R0006", title, Source(str(root), "").line_span(1), hint=hint)


def is_inside(path: Path, root: Path) -> bool:
    """Whether a path leads to something in a folder, through whatever links."""
    real = _seen("kind", path).rpartition(" ")[0]
    return Path(real).is_relative_to(os.path.realpath(root))


# ------------------------------------------------------------ what was seen


@contextmanager
def noted() -> Iterator[Notes]:
    """Notes everything that is looked at meanwhile."""
    notes: Notes = {}
    before = _notes.set(notes)
    try:
        yield notes
    finally:
        _notes.reset(before)


def still_true(notes: Mapping[str, str]) -> bool:
    """Whether everything that was looked at is as it was."""
    for key, answer in notes.items():
        verb, _, path = key.partition(" ")
        if verb not in _LOOKS or _LOOKS[verb](Path(path)) != answer:
            return False
    return True


def _seen(verb: str, path: Path) -> str:
    answer = _LOOKS[verb](path)
    _note(verb, path, answer)
    return answer


def _note(verb: str, path: Path, answer: str) -> None:
    notes = _notes.get()
    if notes is not None:
        notes.setdefault(f"{verb} {path}", answer)


def _look_at_kind(path: Path) -> str:
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError):
        return f"{path} {NOTHING}"
    sort = FILE if stat.S_ISREG(mode) else FOLDER if stat.S_ISDIR(mode) else OTHER
    return f"{os.path.realpath(path)} {sort}"


def _look_into(folder: Path) -> str:
    """All entries: what each one is (`d`irectory, `l`ink or anything else), and its name; none has a `/`."""
    try:
        with os.scandir(folder) as entries:
            found = {
                entry.name: "l" if entry.is_symlink() else "d" if entry.is_dir() else "-"
                for entry in islice(entries, MOST_ENTRIES + 1)
            }
    except (OSError, ValueError):
        return ""
    return "/".join(f"{found[name]}{name}" for name in sorted(found))


def _look_at_text(file: Path) -> str:
    return _answer(*_bytes_of(file))


_LOOKS = {"kind": _look_at_kind, "list": _look_into, "read": _look_at_text}


def _bytes(file: Path, root: Path | None) -> tuple[bytes, str]:
    """What is in a file, and why it is not read."""
    if root is not None and not is_inside(file, root):
        return b"", _out_of(root) if kind(file) != NOTHING else os.strerror(errno.ENOENT)
    data, problem = _bytes_of(file)
    _note("read", file, _answer(data, problem))
    return data, problem


def _answer(data: bytes, problem: str) -> str:
    return problem or hashlib.sha256(data).hexdigest()


def _out_of(root: Path) -> str:
    return f"it is a link that leads out of `{root.name or root}`"


def _bytes_of(file: Path) -> tuple[bytes, str]:
    try:
        return read_regular(file, MOST_BYTES if file.suffix in LIMITED else LARGEST_FILE), ""
    except OSError as error:
        return b"", error.strerror or "the system does not say why"


def read_regular(file: Path, largest: int) -> bytes:
    """What is in a regular file that is not too big. Raises `OSError` for any other."""
    # Opened first and looked at then, so that nothing can take its place; a pipe does not make us wait.
    flags = os.O_RDONLY
    for name in ("O_NONBLOCK", "O_NOCTTY", "O_BINARY"):
        flags |= getattr(os, name, 0)
    try:
        handle = os.open(file, flags)
    except ValueError:
        raise OSError(errno.EINVAL, "this is no name of a file", str(file)) from None
    try:
        found = os.fstat(handle)
        if stat.S_ISDIR(found.st_mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(file))
        if not stat.S_ISREG(found.st_mode):
            raise OSError(errno.EINVAL, "it is not a regular file", str(file))
        size, parts = found.st_size, []
        while size <= largest and (part := os.read(handle, 1 << 20)):
            parts.append(part)
            size = max(size, sum(map(len, parts)))  # some grow, and some do not tell their size
    finally:
        os.close(handle)
    if size > largest:
        raise OSError(errno.EFBIG, f"it is too big: more than {largest} bytes", str(file))
    return b"".join(parts)
