"""Definitions that were compiled before, so that a game begins at once.

In: where a definition lies, and the variants it is played with. Out: the program that was made of the very
same files by the very same code, or nothing. Programs are kept where only the user can write, with everything
that was looked at on the disk to make them, and are proved like any other before they are played.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulelang.ir.nodes import Program

MOST_KEPT = 100  # programs


def remembered(path: Path, variants: Sequence[str | Path]) -> Program | None:
    """The program of a definition that has not changed since it was compiled."""
    from rulelang.files import still_true
    from rulelang.ir.codec import CodecError, decode
    from rulelang.ir.validate import validate
    from rulelang.private import cache_folder, recall

    known = recall(cache_folder(), _name(path, variants))
    if not isinstance(known, dict) or not isinstance(known.get("seen"), dict):
        return None
    text = known.get("program")
    if not isinstance(text, str) or not still_true(known["seen"]):
        return None
    try:
        program = decode(text)
    except CodecError:
        return None
    return None if validate(program) else program


def compiled_and_kept(
    path: Path, variants: Sequence[str | Path], compiling: Callable[[], Program]
) -> Program:
    """Compiles a definition, and keeps the program for the next time if that can be done."""
    from rulelang.files import noted
    from rulelang.ir.codec import encode
    from rulelang.private import cache_folder, keep

    with noted() as seen:
        program = compiling()
    keep(cache_folder(), _name(path, variants), {"seen": seen, "program": encode(program)}, MOST_KEPT)
    return program


def _name(path: Path, variants: Sequence[str | Path]) -> str:
    """What was asked, where one stands, and which code compiles."""
    words = "\0".join((_code(), str(path), str(Path.cwd()), *map(repr, variants)))
    return f"program-{hashlib.sha256(words.encode(errors='replace')).hexdigest()[:40]}.json"


@cache
def _code() -> str:
    """What compiles: every file of the language, by when it was written; reading them all would take long."""
    import rulelang

    root = Path(rulelang.__file__).parent
    files = [file for file in sorted(root.rglob("*")) if file.suffix in (".py", ".lark", ".yaml")]
    stamps = [f"{file} {file.stat().st_size} {file.stat().st_mtime_ns}" for file in files]
    return hashlib.sha256("\n".join(stamps).encode()).hexdigest()
