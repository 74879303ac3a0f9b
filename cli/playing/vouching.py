"""Whether we noted ourselves where the rules of a save lie.

In: the notes of a save. Out: the notes with a mark that only this user's rulelang can make, and whether such
a mark is right. A save can come from anybody, so no path is followed that stands in one without the mark.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Mapping
from typing import Any

from rulelang.private import data_folder, keep, recall

MARK = "mark"
_KEY = "key-of-saves.json"
_PLACES = ("path", "variants")


def vouched(notes: Mapping[str, str]) -> dict[str, str]:
    """The notes with our mark; without one where nothing of ours can be kept."""
    key = _key(new=True)
    return {**notes, MARK: _mark(key, notes)} if key else dict(notes)


def is_vouched(notes: Mapping[str, Any]) -> bool:
    key, mark = _key(new=False), notes.get(MARK)
    if not key or not isinstance(mark, str) or not mark.isascii():
        return False
    return hmac.compare_digest(mark, _mark(key, notes))


def _mark(key: str, notes: Mapping[str, Any]) -> str:
    places = "\0".join(f"{name}={notes.get(name, '')}" for name in _PLACES)
    return hmac.new(key.encode(), places.encode(errors="surrogatepass"), "sha256").hexdigest()


def _key(new: bool) -> str:
    folder = data_folder()
    found = recall(folder, _KEY)
    if found is None and new:
        keep(folder, _KEY, secrets.token_hex(32), most=1)
        found = recall(folder, _KEY)
    return found if isinstance(found, str) else ""
