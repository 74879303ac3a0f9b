"""Whether the rooms that play are ours.

A wheel has them inside this package. In a checkout they are folders beside it, found by their plain names,
and somebody's own `interpreter.py` or `cli.py` can stand before them on the path. Then a sentence says so.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path


def expect_ours(*names: str) -> None:
    """Raises `ImportError` if another module would be found under one of these names. Imports nothing."""
    here = Path(__file__).resolve().parent
    for name in names:
        if (here / f"_{name}").is_dir():
            continue
        spec = find_spec(name)
        found = Path(spec.origin).resolve() if spec is not None and spec.origin else None
        if found is not None and found.parent != here.parent / name:
            raise ImportError(
                f"{found} is found as `{name}`, before the folder of rulelang; this is an editable install, "
                f"so rename that file, or install rulelang as a package"
            )
