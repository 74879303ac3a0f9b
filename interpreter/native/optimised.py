"""Optimised objects: made by the machine's own compiler in the background, and kept for the next time.

In: the C of a program. Out: a `Library`, or None: there is no compiler, no safe place to keep the object, or
it is not ready. An object is named by the C, the compiler, the processor and our version. It lies in a folder
that only the user can write; it is written beside and then moved into place, and before it is loaded it is
looked at: a regular file of ours with the checksum that was noted when it was made.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import platform
import shutil
import stat
import subprocess
import threading
import time
from contextlib import suppress
from functools import cache
from pathlib import Path

from interpreter.native.toolchain import EXPORTED, Library
from rulelang.private import OTHERS_WRITE, cache_folder, keep, recall

FLAGS = ("-O3", "-shared", "-fPIC", "-w", "-ffp-contract=off", "-fvisibility=hidden")
MOST_KEPT = 40
LARGEST = 50_000_000  # bytes of an object
PATIENCE = 300  # seconds for one; another process that began longer ago is dead


@cache
def system_compiler() -> str:
    """The machine's C compiler; "" if there is none."""
    found = next((path for name in ("cc", "gcc", "clang") if (path := shutil.which(name))), "")
    return found if os.name == "posix" else ""


@cache
def _compiler_version(path: str) -> str:
    try:
        return subprocess.run([path, "--version"], capture_output=True, text=True, timeout=10).stdout
    except (OSError, subprocess.SubprocessError):
        return ""


def kept_where() -> str:
    """The folder that objects are kept in; "" if there is none that only the user can write."""
    return str(cache_folder() or "")


def name_of(source: str) -> str:
    from rulelang import __version__

    parts = (source, _compiler_version(system_compiler()), platform.machine(), platform.system(), __version__)
    return f"native-{hashlib.sha256(chr(0).join((*parts, *FLAGS)).encode()).hexdigest()[:40]}"


def kept(source: str) -> Library | None:
    """An object that was made before, if it is whole and ours."""
    folder = cache_folder() if system_compiler() else None
    if folder is None:
        return None
    name = name_of(source)
    noted = recall(folder, f"{name}.json")
    path = folder / f"{name}.so"
    if not isinstance(noted, str) or _checksum(path) != noted:
        return None
    try:
        loaded = ctypes.CDLL(str(path))
        addresses = {
            function: ctypes.cast(getattr(loaded, function), ctypes.c_void_p).value or 0
            for function in EXPORTED
        }
    except (OSError, AttributeError):
        return None
    return Library(addresses, "optimised", loaded)


def _checksum(path: Path) -> str:
    """Of a regular file that is ours; "" of anything else."""
    try:
        with os.fdopen(os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb") as file:
            found = os.fstat(file.fileno())
            ours = found.st_uid == os.geteuid() and not found.st_mode & OTHERS_WRITE
            if not stat.S_ISREG(found.st_mode) or not ours or found.st_size > LARGEST:
                return ""
            return hashlib.sha256(file.read(LARGEST)).hexdigest()
    except OSError:
        return ""


def make(source: str) -> bool:
    """Makes the object and keeps it; whether it is there now. A build that fails leaves nothing behind."""
    folder, compiler = cache_folder(), system_compiler()
    if folder is None or not compiler:
        return False
    name = name_of(source)
    building = folder / f".{name}.building"
    text, made = folder / f".{name}.{os.getpid()}.c", folder / f".{name}.{os.getpid()}.so"
    if not _begin(building):
        return False
    try:
        text.write_text(source, encoding="utf-8")
        command = [compiler, *FLAGS, "-o", str(made), str(text)]
        subprocess.run(command, check=True, capture_output=True, timeout=PATIENCE, preexec_fn=_nicely)
        made.chmod(0o600)
        checksum = _checksum(made)
        made.replace(folder / f"{name}.so")
        keep(folder, f"{name}.json", checksum, 2 * MOST_KEPT)
        _forget_old(folder)
        return bool(checksum)
    except (OSError, subprocess.SubprocessError):
        return False
    finally:
        for path in (text, made, building):
            with suppress(OSError):
                path.unlink()


def _nicely() -> None:
    os.nice(10)  # whoever plays goes first


def _begin(building: Path) -> bool:
    """Whether nobody else makes it now."""
    with suppress(OSError, ValueError):
        if time.time() - building.stat().st_mtime > PATIENCE or not _lives(int(building.read_text("ascii"))):
            building.unlink()
    try:
        with os.fdopen(os.open(building, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(str(os.getpid()))
    except OSError:
        return False
    return True


def _lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


def _forget_old(folder: Path) -> None:
    with suppress(OSError):
        objects = sorted(folder.glob("native-*.so"), key=lambda file: file.stat().st_mtime, reverse=True)
        for old in objects[MOST_KEPT:]:
            old.unlink(missing_ok=True)
        for left in folder.glob(".native-*"):  # of builds that were killed
            if time.time() - left.stat().st_mtime > PATIENCE:
                left.unlink(missing_ok=True)


class InTheBackground:
    """Makes an object beside the game, once; `ready` gives it when it is there."""

    def __init__(self, source: str) -> None:
        self.source, self.done = source, False
        self._made: Library | None = None
        self._thread = threading.Thread(target=self._make, daemon=True)
        self._thread.start()

    def _make(self) -> None:
        if make(self.source):
            self._made = kept(self.source)
        self.done = True

    def ready(self) -> Library | None:
        return self._made
