"""The shelf: a folder of the user where games are saved by themselves.

In: the environment. Out: the folder, a new file in it, and what lies there, the newest first.
`$RULELANG_SAVES` names the folder; otherwise it is where the system keeps the data of programs.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from errno import ENOENT
from itertools import count
from pathlib import Path
from time import localtime, strftime

from attrs import frozen

from cli.playing.saving import OVER, SaveFile, read_save

FOLDER = "RULELANG_SAVES"
SUFFIX = ".json"


@frozen
class Shelved:
    """A save, as far as it can be known without playing it."""

    path: Path
    game: str
    players: int
    decisions: int
    notes: Mapping[str, str]
    saved: float  # when, in seconds

    @property
    def over(self) -> bool:
        return OVER.items() <= self.notes.items()

    @property
    def day_and_time(self) -> str:
        return strftime("%Y-%m-%d %H:%M", localtime(self.saved))


def saves_folder(environment: Mapping[str, str] = os.environ, system: str = sys.platform) -> Path:
    """Where games are saved. Raises `OSError` if the user has no folder at all."""
    own = environment.get(FOLDER, "")
    if own:
        return Path(os.path.expanduser(own))
    name, *below = (
        ("LOCALAPPDATA", "AppData", "Local") if system == "win32" else ("XDG_DATA_HOME", ".local", "share")
    )
    data = environment.get(name, "")
    if os.path.isabs(data):
        return Path(data, "rulelang", "saves")
    home = os.path.expanduser("~")
    if not os.path.isabs(home):
        raise OSError(ENOENT, f"there is no home folder; name another one in {FOLDER}")
    return Path(home, *below, "rulelang", "saves")


def new_save(game: str) -> SaveFile:
    """A file for a game that begins now. It is made at once: two games never get the same one."""
    folder = saves_folder()
    folder.mkdir(parents=True, exist_ok=True)
    start = f"{game}-{strftime('%Y-%m-%d-%H%M%S')}"
    for number in count(1):
        path = folder / (f"{start}{SUFFIX}" if number == 1 else f"{start}-{number}{SUFFIX}")
        try:
            path.touch(exist_ok=False)
        except FileExistsError:
            continue
        return SaveFile(path, ours="")
    raise AssertionError("numbers do not end")


def shelved() -> list[Shelved]:
    """The games on the shelf, the newest first. What is no save of ours is passed over."""
    try:
        found = [_look_at(path) for path in saves_folder().iterdir() if path.suffix == SUFFIX]
    except OSError:
        return []
    return sorted((save for save in found if save is not None), key=lambda save: (-save.saved, save.path))


def unfinished() -> list[Shelved]:
    """Games that can be gone on with. Where nothing was decided, nothing was begun."""
    return [save for save in shelved() if save.decisions and not save.over]


def _look_at(path: Path) -> Shelved | None:
    from interpreter.errors import SaveError
    from interpreter.game.saves import read

    try:
        body, saved = read(read_save(path)), path.stat().st_mtime
    except (OSError, SaveError):
        return None
    notes = {key: value for key, value in body["notes"].items() if isinstance(value, str)}
    return Shelved(path, body["game"], body["players"], len(body["answers"]), notes, saved)


def find_save(typed: str) -> Path:
    """A save by its path, or by its name on the shelf."""
    path = Path(os.path.expanduser(typed))
    if path.exists() or path.parent != Path():
        return path
    for name in (typed, f"{typed}{SUFFIX}"):
        try:
            if (saves_folder() / name).is_file():
                return saves_folder() / name
        except OSError:
            break
    return path
