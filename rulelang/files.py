"""The door to the disk: whatever reads the files of a definition goes through here.

In: the folder of a definition and something that lies in it. Out: its text, or a finding that says why it was
not read. Only regular files are read, by their size first, and no link leads out of the folder. A pack is a
folder too: what lies in `game.rulepack/variants` is read from the file `game.rulepack`. Who wants to know
whether an answer is still true can note what was looked at, and look again later.
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
from functools import lru_cache
from itertools import islice
from pathlib import Path

from rulelang import packs
from rulelang.diagnostics import Report
from rulelang.source import LARGEST_FILE, Source, decode

FILE, FOLDER, OTHER, NOTHING = "file", "folder", "other", "nothing"
MOST_FILES = packs.MOST_FILES
MOST_ENTRIES = 20_000  # of any sort that are looked at on the way to them
MOST_BYTES = 500_000  # of all its files of one sort together, so that checking them ends in seconds
LIMITED = {".rules": ".rules", ".yaml": ".yaml", ".yml": ".yaml", ".scenario": ".scenario"}
LINKED = ("scenarios", "variants", "strings")  # folders of a definition that may be links to others of it

_LONG_NUMBER = re.compile(r"\d{1000,}")
Notes = dict[str, str]  # what was looked at, and what it was
_notes: ContextVar[Notes | None] = ContextVar("_notes", default=None)
_unsaved: ContextVar[Mapping[str, str] | None] = ContextVar("_unsaved", default=None)


# ------------------------------------------------------------ ways to look


def kind(path: Path) -> str:
    """What stands at a path, behind links."""
    return _seen("kind", path)


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
    return [path for path in children(folder) if path.suffix == suffix and kind(path) != FOLDER]


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
        sort = LIMITED.get(file.suffix, "")
        try:
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
    return Path(_seen("real", path)).is_relative_to(os.path.realpath(root))


# ------------------------------------------------------------ packs


def is_pack(path: Path) -> bool:
    """Whether a path is that of a pack, which is a file and is read as a folder."""
    return path.suffix == packs.SUFFIX and os.path.isfile(path)


def broken_pack(path: Path) -> str:
    """What is wrong with a pack; nothing if it can be read, or is none."""
    inside = _in_pack(path)
    return _pack(inside[0])[1] if inside is not None else ""


def _in_pack(path: Path) -> tuple[Path, str] | None:
    """The pack that a path leads into, and the name in it."""
    if packs.SUFFIX not in str(path):
        return None
    for depth, part in enumerate(path.parts, 1):
        pack = Path(*path.parts[:depth])
        if part.endswith(packs.SUFFIX) and is_pack(pack):
            return pack, "/".join(path.parts[depth:])
    return None


def _pack(file: Path) -> tuple[Mapping[str, bytes], str]:
    """What is in a pack, and why it is not read."""
    try:
        found = file.stat()
        return _unpacked(os.path.realpath(file), (found.st_mtime_ns, found.st_size, found.st_ino))
    except OSError as error:
        return {}, error.strerror or "the system does not say why"


@lru_cache(maxsize=4)
def _unpacked(file: str, stamp: tuple[int, ...]) -> tuple[Mapping[str, bytes], str]:
    try:
        return packs.unpacked(read_regular(Path(file), packs.MOST_BYTES)), ""
    except packs.BrokenPack as error:
        return {}, str(error)


def _entries_in_pack(pack: Path, folder: str) -> str:
    start = f"{folder}/" if folder else ""
    found = set()
    for name in _pack(pack)[0]:
        if name.startswith(start):
            first, deeper, _ = name.removeprefix(start).partition("/")
            found.add(f"{'d' if deeper else '-'}{first}")
    return "/".join(sorted(found, key=lambda entry: entry[1:]))


def _kind_in_pack(pack: Path, name: str) -> str:
    if name in _pack(pack)[0]:
        return FILE
    return FOLDER if not name or _entries_in_pack(pack, name) else NOTHING


# ------------------------------------------------------------ what is not saved yet


@contextmanager
def with_unsaved(texts: Mapping[str, str]) -> Iterator[None]:
    """Meanwhile these texts stand at these (real) paths, whatever is on the disk: they are being edited."""
    before = _unsaved.set(texts)
    try:
        yield
    finally:
        _unsaved.reset(before)


def _unsaved_text(path: Path) -> str | None:
    texts = _unsaved.get()
    return texts.get(os.path.realpath(path)) if texts else None


def _unsaved_in(folder: Path) -> list[str]:
    """The names of files in a folder that are being edited, and may not be there yet."""
    real = os.path.realpath(folder) if _unsaved.get() else ""
    return [Path(path).name for path in _unsaved.get() or () if os.path.dirname(path) == real]


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
    inside = _in_pack(path)
    if inside is not None:
        return _kind_in_pack(*inside)
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError):
        return NOTHING if _unsaved_text(path) is None else FILE
    return FILE if stat.S_ISREG(mode) else FOLDER if stat.S_ISDIR(mode) else OTHER


def _look_where(path: Path) -> str:
    try:
        return os.path.realpath(path)
    except (OSError, ValueError):
        return str(path)


def _look_into(folder: Path) -> str:
    """All entries: what each one is (`d`irectory, `l`ink or anything else), and its name; none has a `/`."""
    inside = _in_pack(folder)
    if inside is not None:
        return _entries_in_pack(*inside)
    try:
        with os.scandir(folder) as entries:
            found = {
                entry.name: "l" if entry.is_symlink() else "d" if entry.is_dir() else "-"
                for entry in islice(entries, MOST_ENTRIES + 1)
            }
    except (OSError, ValueError):
        found = {}
    found = dict.fromkeys(_unsaved_in(folder), "-") | found
    return "/".join(f"{found[name]}{name}" for name in sorted(found))


def _look_at_text(file: Path) -> str:
    return _answer(*_bytes_of(file))


_LOOKS = {"kind": _look_at_kind, "real": _look_where, "list": _look_into, "read": _look_at_text}


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
    unsaved = _unsaved_text(file)
    if unsaved is not None:
        return unsaved.encode(errors="replace"), ""
    inside = _in_pack(file)
    if inside is not None:
        content, problem = _pack(inside[0])
        return content.get(inside[1], b""), problem or (
            "" if inside[1] in content else os.strerror(errno.ENOENT)
        )
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
