"""Nothing that a definition says takes more than 5 s or 500 MB: a message ends it and names the line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.hostile.definitions import DEPTH, MEMORY, TIME, Hostile
from tests.hostile.limits import MEGABYTES, SECONDS, run


@pytest.mark.parametrize("hostile", [*TIME, *MEMORY, *DEPTH], ids=str)
def test_it_ends_soon_with_a_message(hostile: Hostile, tmp_path: Path) -> None:
    done = run({"game.rules": hostile.rules, **hostile.files}, tmp_path, *hostile.command)
    shown = f"{done.said[-1500:]}\n{done}"[:3000]
    assert hostile.says in done.said, shown
    assert "mistake in rulelang" not in done.said and "Traceback" not in done.said, shown
    if hostile.line is not None:
        assert f"game.rules:{hostile.line}:" in done.said, shown
    assert done.seconds < SECONDS, shown
    assert done.megabytes < MEGABYTES, shown
