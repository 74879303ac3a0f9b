"""A definition in one file, to be handed on: a pack.

In: the files of a definition by their names, or the bytes of a pack. Out: the bytes, or the files, or
`BrokenPack` with what is wrong. A pack is a zip archive that any program can open; here nothing in it is
believed: names that lead out, links, entries that are larger than they say, and too many of them are refused
before anything of it is used. Nothing is ever written to the disk: `files.py` reads a pack as if it were a
folder.
"""

from __future__ import annotations

import io
import json
import re
import stat
import struct
import zipfile
import zlib
from collections.abc import Mapping

from rulelang.source import LARGEST_FILE

SUFFIX = ".rulepack"
FORMAT = 1
MANIFEST = "pack.json"
MOST_FILES = 2000  # of one definition
MOST_BYTES = 10_000_000  # of all its files together, and of the pack itself
LONGEST_NAME = 200
_DATE = (1980, 1, 1, 0, 0, 0)  # the same files make the same pack
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_ENCRYPTED = 0x1
_ODD = re.compile(r'[\x00-\x1f\x7f\\:*?"<>|]')


class BrokenPack(Exception):
    """What is wrong with a pack, in words that can follow `cannot read this pack:`."""


# ---------------------------------------------------------------- making


def packed(game: str, files: Mapping[str, bytes]) -> bytes:
    """The files of a definition as one. The same files give the same bytes."""
    buffer = io.BytesIO()
    manifest = json.dumps({"format": FORMAT, "game": game}, indent=1, ensure_ascii=False)
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in ((MANIFEST, manifest.encode()), *sorted(files.items())):
            entry = zipfile.ZipInfo(name, _DATE)
            entry.compress_type, entry.create_system = zipfile.ZIP_DEFLATED, 3
            entry.external_attr = (stat.S_IFREG | 0o644) << 16
            archive.writestr(entry, data)
    return buffer.getvalue()


# ---------------------------------------------------------------- reading


def unpacked(data: bytes) -> dict[str, bytes]:
    """The files in a pack, by their names. Raises `BrokenPack`."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            files = _files(archive)
    except BrokenPack:
        raise
    # What `zipfile` raises for a damaged archive depends on which byte is damaged.
    except (zipfile.BadZipFile, zlib.error, struct.error, NotImplementedError, RuntimeError, ValueError,
            EOFError, OverflowError, LookupError, OSError) as error:  # fmt: skip
        raise BrokenPack("it is damaged, or no pack at all") from error
    _check_manifest(files.pop(MANIFEST, None))
    return files


def _files(archive: zipfile.ZipFile) -> dict[str, bytes]:
    entries = archive.infolist()
    if len(entries) > MOST_FILES:
        raise BrokenPack(f"there are more than {MOST_FILES} files in it")
    found: dict[str, bytes] = {}
    total = 0
    for entry in entries:
        if entry.is_dir():
            continue
        name = _checked_name(entry)
        if name in found:
            raise BrokenPack(f"`{name}` is in it twice")
        found[name] = _content(archive, entry)
        total += len(found[name])
        if total > MOST_BYTES:
            raise BrokenPack(f"its files have more than {MOST_BYTES} bytes together")
    folders = {"/".join(parts[:depth]) for parts in map(_parts, found) for depth in range(1, len(parts))}
    for name in sorted(folders & set(found)):
        raise BrokenPack(f"`{name}` is a file and a folder in it")
    return found


def _parts(name: str) -> list[str]:
    return name.split("/")


def _checked_name(entry: zipfile.ZipInfo) -> str:
    """The name of a file in the pack, if it cannot lead anywhere else and means one thing everywhere."""
    name, mode = entry.filename, entry.external_attr >> 16
    shown = name[:LONGEST_NAME].encode("unicode_escape").decode()
    # A zip keeps what it was given in `orig_filename`; a zero byte would cut the name that is used.
    odd = _ODD.search(name) or entry.orig_filename != name or len(name) > LONGEST_NAME
    if odd or any(part in ("", ".", "..") for part in _parts(name)):
        raise BrokenPack(f"the name `{shown}` leads out of it, or is no name for a file")
    if stat.S_IFMT(mode) not in (0, stat.S_IFREG):
        raise BrokenPack(f"`{shown}` is a link or something else that is no file")
    if entry.flag_bits & _ENCRYPTED or entry.compress_type not in _METHODS:
        raise BrokenPack(f"`{shown}` is packed in a way that is not read here")
    return name


def _content(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    with archive.open(entry) as file:
        data = file.read(LARGEST_FILE + 1)  # never more, whatever the entry says of its size
    if len(data) > LARGEST_FILE:
        raise BrokenPack(f"`{entry.filename}` is too big: more than {LARGEST_FILE} bytes")
    return data


def _check_manifest(data: bytes | None) -> None:
    if data is None:
        raise BrokenPack(f"there is no `{MANIFEST}` in it: it is some other archive")
    try:
        manifest = json.loads(data)
        number = manifest["format"]
    except (ValueError, LookupError, TypeError, RecursionError):
        raise BrokenPack(f"its `{MANIFEST}` cannot be read") from None
    if type(number) is not int or number < 1:
        raise BrokenPack(f"its `{MANIFEST}` says no format")
    if number > FORMAT:
        raise BrokenPack(f"a newer rulelang made it (format {number}; this one reads format {FORMAT})")
