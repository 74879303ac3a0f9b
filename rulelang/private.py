"""What rulelang keeps for itself in folders of the user: plain JSON that nobody else can have written.

In: a name and a value. Out: the value again, or nothing. A folder counts only if its path is absolute, it is
ours and no one else may write there; a file only if it is ours too and its checksum fits. Nothing that is
read here can run: it is data, and whoever asked for it looks at it again.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

LARGEST = 20_000_000  # bytes of one kept value
OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH


def cache_folder(environment: Mapping[str, str] = os.environ) -> Path | None:
    """For what can be computed again. Nothing if there is no safe place."""
    return private_folder("XDG_CACHE_HOME", ".cache", environment=environment)


def data_folder(environment: Mapping[str, str] = os.environ) -> Path | None:
    """For what cannot."""
    return private_folder("XDG_DATA_HOME", ".local", "share", environment=environment)


def private_folder(variable: str, *below_home: str, environment: Mapping[str, str]) -> Path | None:
    """A folder of ours, made if it is not there. A path that depends on where we stand is no place for it."""
    named, home = environment.get(variable, ""), os.path.expanduser("~")
    if os.path.isabs(named):
        folder = Path(named, "rulelang")
    elif os.path.isabs(home):
        folder = Path(home, *below_home, "rulelang")
    else:
        return None
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = folder.lstat()
        if not stat.S_ISDIR(found.st_mode) or not _is_ours(found):
            return None
        if os.name == "posix" and found.st_mode & 0o077:
            folder.chmod(0o700)
    except OSError:
        return None
    return folder


def _is_ours(found: os.stat_result) -> bool:
    """Systems without owners of files keep a user's folders apart themselves."""
    if os.name != "posix":
        return True
    return found.st_uid == os.geteuid() and not found.st_mode & OTHERS_WRITE


def recall(folder: Path | None, name: str) -> Any | None:
    """What was kept under this name, if it is whole and nobody else can have put it there."""
    if folder is None:
        return None
    try:
        flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
        with os.fdopen(os.open(folder / name, flags), "rb") as file:
            found = os.fstat(file.fileno())
            if not stat.S_ISREG(found.st_mode) or not _is_ours(found) or found.st_size > LARGEST:
                return None
            checksum, _, body = file.read(LARGEST).partition(b"\n")
        if checksum != _sum(body):
            return None
        return json.loads(body)
    except (OSError, ValueError, RecursionError):
        return None


def keep(folder: Path | None, name: str, value: Any, most: int) -> None:
    """Keeps a value; of those whose names begin alike (up to the first `-`) only the newest `most` stay."""
    if folder is None:
        return
    body = json.dumps(value, separators=(",", ":")).encode()
    beside = folder / f".{name}.{os.getpid()}"
    try:
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0)
        with os.fdopen(os.open(beside, flags, 0o600), "wb") as file:
            file.write(_sum(body) + b"\n" + body)
        beside.replace(folder / name)
        alike = folder.glob(f"{name.partition('-')[0]}-*")
        for old in sorted(alike, key=lambda file: file.stat().st_mtime, reverse=True)[most:]:
            old.unlink(missing_ok=True)
    except OSError:  # no space, not ours: it is computed again the next time
        with suppress(OSError):
            beside.unlink()


def _sum(body: bytes) -> bytes:
    return hashlib.sha256(body).hexdigest().encode()
