"""Saved games as files.

In: a game and a path. Out: a file that is always whole: it is written beside its place and moved there, so
that a full disk or a killed process leaves the last good save. A file of somebody else is never
overwritten.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from errno import EEXIST, EISDIR
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter.game import Game

LARGEST_SAVE = 50_000_000  # bytes; a game of many thousand decisions takes less than one of them
OVER = {"over": "yes"}  # noted in the save of a game that is over, so that nobody has to play it to know


class SaveFile:
    """Where a game is saved, again and again. What somebody else saved there meanwhile is never lost."""

    def __init__(self, path: str | Path, *, ours: str | None = None) -> None:
        """`ours`: the file is there already, and this is what we read or wrote there."""
        self.path = Path(os.path.expanduser(path))
        self._last = ours
        if ours is None:
            refuse_to_overwrite(self.path, "choose another one (or `rulelang resume` it)")

    def save(self, game: Game, notes: Mapping[str, str] | None = None) -> bool:
        """Whether it was saved where it should be; where somebody else went on, `path` is another one now."""
        text = game.save({**(notes or {}), **(OVER if game.over else {})})
        with _alone(self.path.parent):
            untouched = self._untouched()
            if not untouched:
                self.path = _beside(self.path)
            write_whole(self.path, text)
        self._last = text
        return untouched

    def _untouched(self) -> bool:
        """Whether what lies there is what we put or found there. A file that was taken away is made again."""
        try:
            return read_save(self.path) == self._last
        except FileNotFoundError:
            return True


def _beside(path: Path) -> Path:
    """A name that is still free."""
    names = (path.with_name(f"{path.stem}-{number}{path.suffix}") for number in count(2))
    return next(name for name in names if not os.path.lexists(name))


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """No other process of ours saves into this folder meanwhile, where the system can see to that."""
    try:
        import fcntl

        handle = os.open(folder, os.O_RDONLY)
    except (ImportError, OSError):
        yield
        return
    try:
        with suppress(OSError):  # not every file system can do it
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def refuse_to_overwrite(path: Path, hint: str) -> None:
    if os.path.lexists(path):
        raise FileExistsError(EEXIST, f"there is a file of this name already; {hint}", str(path))


def _umask() -> int:
    """What new files of this process may not be: it can only be read by setting it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask


def write_whole(path: Path, content: str | bytes) -> None:
    """Writes a file so that at any moment there is either the old one or the new one, whole."""
    if path.is_dir():
        raise IsADirectoryError(EISDIR, "this is a folder, not a file", str(path))
    name = ""
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:40]}.", suffix=".tmp")
        with os.fdopen(handle, "wb") as file:
            file.write(content.encode("utf-8") if isinstance(content, str) else content)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask())
        os.replace(name, path)
    except BaseException as error:
        if name:
            with suppress(OSError):
                os.unlink(name)
        if not isinstance(error, OSError):
            raise
        # The name of the temporary file would tell a player nothing.
        raise OSError(error.errno, f"cannot save here: {error.strerror or error}", str(path)) from None


def read_save(path: Path) -> str:
    """The text of a save. Bytes that are no text are left to the reader of saves, which refuses them."""
    from rulelang.files import read_regular

    return read_regular(path, LARGEST_SAVE).decode("utf-8", errors="replace")
