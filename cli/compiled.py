"""Definitions that were compiled before, so that a game begins at once.

In: where a definition lies, and the variants it is played with. Out: the program that was made of the very
same files by the very same code, or nothing. The programs lie as JSON in a folder that only the user can
write to, and are checked like any other before they are played. Whatever is wrong with that folder, games are
compiled again.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulelang.ir.nodes import Program

MOST_FILES = 2000
MOST_KEPT = 100  # programs
LARGEST = 20_000_000  # bytes
SUFFIXES = (".rules", ".yaml", ".py", ".lark")


def remembered(path: Path, variants: Sequence[str]) -> Program | None:
    """The program of a definition that has not changed since it was compiled."""
    from rulelang.ir.codec import CodecError, decode
    from rulelang.ir.validate import validate

    key, file = _key(path, variants), None
    try:
        file = _file(key) if key else None
        if file is None or not file.is_file() or not _is_private(file) or file.stat().st_size > LARGEST:
            return None
        kept = json.loads(file.read_text(encoding="utf-8"))
        program = decode(kept["program"]) if kept["key"] == key else None
    except (OSError, ValueError, KeyError, TypeError, CodecError):
        return None
    return program if program is not None and not validate(program) else None


def remember(path: Path, variants: Sequence[str], program: Program) -> None:
    """Keeps a program for the next time, if that can be done."""
    from rulelang.ir.codec import encode

    key = _key(path, variants)
    if not key:
        return
    with suppress(OSError):
        file = _file(key)
        if file is None:
            return
        _make_room(file.parent)
        text = json.dumps({"key": key, "program": encode(program)})
        made = file.with_suffix(f".{os.getpid()}")
        made.touch(mode=0o600)
        made.write_text(text, encoding="utf-8")
        made.replace(file)


def _file(key: str) -> Path | None:
    """Where a program is kept; nothing if others could write there."""
    home = os.environ.get("XDG_CACHE_HOME", "")
    base = Path(home) if os.path.isabs(home) else Path(os.path.expanduser("~")) / ".cache"
    if not base.is_absolute():
        return None
    folder = base / "rulelang" / "compiled"
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    if not _is_private(folder):
        return None
    return folder / f"{hashlib.sha256(key.encode()).hexdigest()[:40]}.json"


def _is_private(path: Path) -> bool:
    """Whether it is ours, and nobody else may write to it."""
    status = path.lstat()
    if not hasattr(os, "getuid"):
        return True
    return status.st_uid == os.getuid() and not status.st_mode & 0o022


def _make_room(folder: Path) -> None:
    kept = sorted(folder.glob("*.json"), key=lambda file: file.stat().st_mtime)
    for file in kept[: max(0, len(kept) - MOST_KEPT)]:
        file.unlink(missing_ok=True)


def _key(path: Path, variants: Sequence[str]) -> str:
    """Everything that decides what a definition compiles to; nothing where that cannot be known."""
    from cli.games import variants_of

    if any(name not in variants_of(path) for name in variants):
        return ""  # a file from elsewhere, which may name others
    root = path if path.is_dir() else path.parent
    try:
        files = sorted(_files(root)) if path.is_dir() else sorted({*_files(root), _stamp(path, root)})
    except OSError:
        return ""
    if len(files) > MOST_FILES:
        return ""
    return json.dumps([_code(), str(path.resolve()), _shown(root), list(variants), files])


def _shown(root: Path) -> str:
    """How the places of rules are called, which depends on where one stands."""
    try:
        return root.resolve().relative_to(Path.cwd()).as_posix()
    except (ValueError, OSError):
        return str(root)


def _files(root: Path) -> Iterator[str]:
    for folder, _, names in os.walk(root):
        for name in names:
            if name.endswith(SUFFIXES):
                yield _stamp(Path(folder, name), root)


def _stamp(file: Path, root: Path) -> str:
    status = file.stat()
    return f"{file.relative_to(root)} {status.st_size} {status.st_mtime_ns}"


@cache
def _code() -> str:
    """What compiles: every file of the language."""
    import rulelang

    root = Path(rulelang.__file__).parent
    stamps = "\n".join(sorted(_files(root)))
    return hashlib.sha256(stamps.encode()).hexdigest()
