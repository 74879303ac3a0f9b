"""Rows of a long table that differ in one cell, as one row: sixty cards in ten rows.

In: the cells of a table, the name of each component first. Out: fewer rows, if there are families; what
their names have in common is said once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

Cells = tuple[str, ...]
Named = Callable[[list[Cells], int], str]
FEWER = 2  # a table becomes families if it has so many times fewer rows
MOST_UNSAID = 1  # numbers that no name says; one alone can be seen by the others
LEAST_CELLS = 2  # a name, and the one cell that differs


def in_families(rows: Sequence[Cells]) -> tuple[Cells, ...]:
    """The rows with the cell gathered that makes the fewest of them, and with which the names agree."""
    for named in (_by_start, _by_cell, _by_names):
        ways = [(column, _families(rows, column)) for column in range(1, len(rows[0]))]
        clear = [way for way in ways if all(_name(family, way[0], named) for family in way[1])]
        best = min(clear, key=lambda way: len(way[1]), default=None)
        if best is not None and len(best[1]) * FEWER <= len(rows):
            return tuple(_gathered(family, best[0], named) for family in best[1])
    return tuple(rows)


def _families(rows: Sequence[Cells], column: int) -> list[list[Cells]]:
    """Rows that are alike but for their names and one column, in the order of the table."""
    found: dict[Cells, list[Cells]] = {}
    for row in rows:
        found.setdefault(row[1:column] + row[column + 1 :], []).append(row)
    return list(found.values())


def _gathered(family: list[Cells], column: int, named: Named) -> Cells:
    cells = [_name(family, column, named), *family[0][1:]]
    cells[column] = ", ".join(row[column] for row in family)
    return tuple(cells)


def _name(family: list[Cells], column: int, named: Named) -> str:
    """The name of a family; none if it would not tell its members from others."""
    if len(family) == 1:
        return family[0][0]
    distinct = len({row[column] for row in family}) == len(family)
    plain = not any(", " in row[column] for row in family)
    return named(family, column) if distinct and plain else ""


def _by_start(family: list[Cells], column: int) -> str:
    """What all names begin with, if they go on with what the gathered column says: `Star 2`, `Star 3`."""
    if not all(row[0].endswith(f" {row[column]}") for row in family):
        return ""
    starts = {row[0].removesuffix(row[column]).rstrip(" :,") for row in family}
    return starts.pop() if len(starts) == 1 else ""


def _by_cell(family: list[Cells], column: int) -> str:
    """A cell that is the same for all, if all names end with it: `red star`, `blue star`."""
    if sum(row[column].isdigit() and row[column] not in row[0] for row in family) > MOST_UNSAID:
        return ""  # of `Queen of Hearts` nobody would know that it is a 12
    same = [cell for index, cell in enumerate(family[0]) if index not in (0, column)]
    return next((cell for cell in same if all(row[0].endswith(f" {cell}") for row in family)), "")


def _by_names(family: list[Cells], column: int) -> str:
    """All names, if the family has a cell of its own kind; what they begin with is said once: `red 1, 2`."""
    if len(family[0]) == LEAST_CELLS or any("," in row[0] for row in family):
        return ""  # nothing holds these rows together, or one could not see where a name ends
    words = [row[0].split() for row in family]
    shared = 0
    while all(len(one) > shared + 1 and one[: shared + 1] == words[0][: shared + 1] for one in words):
        shared += 1
    start, rest = " ".join(words[0][:shared]), [" ".join(one[shared:]) for one in words]
    return f"{start} {', '.join(rest)}".strip()
