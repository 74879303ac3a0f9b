"""Every program that other tests play, collected: `pytest -p tests.native.collecting`, into the folder
RULELANG_COLLECT.

In: a run of tests. Out: a file for each program, number of players and settings that a machine was made for;
`python -m tests.native.collected FOLDER` then plays them on both backends.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from interpreter.python.machine import Machine
from rulelang.ir.codec import encode
from rulelang.ir.nodes import Program

FOLDER = Path(os.environ.get("RULELANG_COLLECT", "collected"))
_made = Machine.__init__


def _collected(
    self: Machine, program: Program, players: int, settings: Mapping[str, Any], *rest: Any, **more: Any
) -> None:
    _made(self, program, players, settings, *rest, **more)
    text = json.dumps([encode(program), players, sorted(settings.items())])
    FOLDER.mkdir(parents=True, exist_ok=True)
    path = FOLDER / f"{hashlib.sha256(text.encode()).hexdigest()[:24]}.json"
    if not path.exists():
        path.write_text(text, encoding="utf-8")


Machine.__init__ = _collected  # type: ignore[method-assign]
