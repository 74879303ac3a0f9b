"""Saved games as files.

In: a game and a path. Out: a file that is always whole: it is written beside its place and moved there, so
that a full disk or a killed process leaves the last good save. A file of somebody else is never
overwritten.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from errno import EEXIST, EFBIG, EISDIR
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter.game import Game

LARGEST_SAVE = 50_000_000  # bytes; a game of many thousand decisions takes less than one of them
OVER = {"over": "yes"}  # noted in the save of a game that is over, so that nobody has to play it to know


class SaveFile:
    """Where a game is saved, again and again."""

    def __init__(self, path: str | Path, *, ours: bool = False) -> None:
        """`ours`: the file is there already and holds this game."""
        self.path = Path(os.path.expanduser(path))
        if not ours:
            refuse_to_overwrite(self.path, "choose another one (or `rulelang resume` it)")

    def save(self, game: Game, notes: Mapping[str, str] | None = None) -> None:
        write_whole(self.path, game.save({**(notes or {}), **(OVER if game.over else {})}))


def refuse_to_overwrite(path: Path, hint: str) -> None:
    if os.path.lexists(path):
        raise FileExistsError(EEXIST, f"there is a file of this name already; {hint}", str(path))


def _umask() -> int:
    """What new files of this process may not be: it can only be read by setting it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask


def write_whole(path: Path, text: str) -> None:
    """Writes a file so that at any moment there is either the old one or the new one, whole."""
    if path.is_dir():
        raise IsADirectoryError(EISDIR, "this is a folder, not a file", str(path))
    name = ""
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:40]}.", suffix=".tmp")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
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
    with path.open("rb") as file:
        data = file.read(LARGEST_SAVE + 1)  # not by its size: what a device holds has no end
    if len(data) > LARGEST_SAVE:
        raise OSError(EFBIG, "this file is too big to be a saved game", str(path))
    return data.decode("utf-8", errors="replace")
