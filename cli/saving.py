"""Saved games as files.

In: a game and a path. Out: a file that is always whole: it is written beside its place and moved there, so
that a full disk or a killed process leaves the last good save. A file of somebody else is never
overwritten.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter.game import Game

LARGEST_SAVE = 50_000_000  # bytes; a game of many thousand decisions takes less than one of them


class SaveFile:
    """Where a game is saved, again and again."""

    def __init__(self, path: str | Path, *, ours: bool = False) -> None:
        """`ours`: the file is there already and holds this game."""
        self.path = Path(os.path.expanduser(path))
        if not ours and self.path.exists():
            raise FileExistsError(
                17,
                "there is a file of this name already; choose another one (or `rulelang resume` it)",
                str(path),
            )

    def save(self, game: Game, notes: Mapping[str, str] | None = None) -> None:
        write_whole(self.path, game.save(notes))


def _umask() -> int:
    """What new files of this process may not be: it can only be read by setting it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask


def write_whole(path: Path, text: str) -> None:
    """Writes a file so that at any moment there is either the old one or the new one, whole."""
    folder = path.parent
    if path.is_dir():
        raise IsADirectoryError(21, "this is a folder, not a file", str(path))
    try:
        handle, name = tempfile.mkstemp(dir=folder, prefix=f".{path.name[:40]}.", suffix=".tmp")
    except OSError as error:
        # The name of the temporary file would tell a player nothing.
        raise OSError(error.errno, f"cannot save here: {error.strerror}", str(path)) from None
    try:
        os.chmod(name, path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask())
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise


def read_save(path: Path) -> str:
    """The text of a save. Bytes that are no text are left to the reader of saves, which refuses them."""
    if path.stat().st_size > LARGEST_SAVE:
        raise OSError(27, "this file is too big to be a saved game", str(path))
    return path.read_bytes().decode("utf-8", errors="replace")
