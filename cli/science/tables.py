"""Tidy tables: one row for each game and seat.

In: an experiment with the rows that were kept. Out: CSV text, or a Parquet file. The columns are the same in
both: what the condition is, then what happened to this seat in this game. Seats count from 0.
"""

from __future__ import annotations

import csv
from io import StringIO
from pathlib import Path
from typing import Any

from cli.errors import Misuse
from cli.science.document import Results
from cli.science.tally import ROW

BEFORE = ("condition", "game", "variants")


def header(results: Results) -> list[str]:
    return [*BEFORE, *(f"setting.{name}" for name in _settings(results)), *ROW]


def _settings(results: Results) -> list[str]:
    return sorted({name for condition in results.conditions for name in condition["settings"]})


def table(results: Results) -> list[list[Any]]:
    """The rows, by condition, seed and seat. What is not known is None."""
    settings = _settings(results)
    found = []
    for condition, tally in zip(results.conditions, results.part.tallies, strict=True):
        before = [condition["label"], condition["game"], "+".join(condition["variants"])]
        before += [condition["settings"].get(name) for name in settings]
        for _, rows in sorted(tally.rows.items()):
            found += [[*before, *row] for row in rows]
    return found


def to_csv(results: Results) -> str:
    out = StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(header(results))
    writer.writerows(table(results))
    return out.getvalue()


def check_parquet(seed: int, games: int) -> None:
    """Said before the games are played, not after."""
    if not -(1 << 63) <= seed <= seed + games < 1 << 63:
        raise Misuse(f"a Parquet file has no room for the seed {seed}; --csv takes any, or say a smaller one")
    try:
        import pyarrow.parquet  # noqa: F401
    except ImportError:
        raise Misuse(
            "--parquet needs pyarrow: pip install 'rulelang[parquet]'; --csv needs nothing"
        ) from None


def write_parquet(results: Results, file: Path) -> None:
    import pyarrow
    from pyarrow import parquet

    words = {"condition", "game", "variants", "bot", "reason", "error"}
    names, rows = header(results), table(results)
    columns = {}
    for at, name in enumerate(names):
        values = [row[at] for row in rows]
        spelt = name in words or any(isinstance(value, str) for value in values)
        kind = pyarrow.string() if spelt else pyarrow.int64()
        columns[name] = pyarrow.array(values, type=kind)
    parquet.write_table(pyarrow.table(columns), file)
