"""Sheets to print and cut: fronts, backs that match them, boards, and an aid for each player.

In: what a definition has in its box, its style, a paper. Out: a page of sheets. Each front sheet is
followed by its back sheet with the columns turned round, so that printing on both sides (turned over the
long edge) puts each back behind its front. Cut marks stand outside of what is cut.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from cli.pages.faces import back, front
from cli.pages.html import css, document, tag, text
from cli.pages.style import Style
from cli.phrases import Phrases
from rulelang.prose.faces import Board, Face, Sort

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
EDGE = 7.0  # millimetres that printers leave blank
MARK = 4.0  # the length of a cut mark
MOST_SHEETS = 400
LARGEST_PLACE, SMALLEST_PLACE = 50.0, 9.0  # of a board


@frozen
class Grid:
    """How many things of a size fit on a sheet, and where the first one lies."""

    columns: int
    rows: int
    left: float
    top: float


def grid_for(size: tuple[float, float], paper: tuple[float, float]) -> Grid:
    """As many as fit, in the middle of the sheet: then the backs need no shifting."""
    columns = max(1, int((paper[0] - 2 * EDGE) // size[0]))
    rows = max(1, int((paper[1] - 2 * EDGE) // size[1]))
    return Grid(columns, rows, (paper[0] - columns * size[0]) / 2, (paper[1] - rows * size[1]) / 2)


def copies(sort: Sort) -> list[Face]:
    """Every component, as often as there is one."""
    return [face for face in sort.faces for _ in range(face.copies)]


def behind(at: int, grid: Grid) -> int:
    """Where the back of a front lies on its own sheet: in the same row, counted from the other side."""
    row, column = divmod(at, grid.columns)
    return row * grid.columns + grid.columns - 1 - column


def sheets(
    title: str, sorts: Sequence[Sort], boards: Sequence[Board], counters: Sequence[tuple[str, int, int]],
    style: Style, paper: str, say: Phrases,
) -> str:  # fmt: skip
    size, pages = PAPERS[paper], list[str]()
    for sort in sorts:
        pages += _of_sort(title, sort, style, size, say)
    for board in boards:
        pages += _board(board, size)
    pages += _aid(title, sorts, counters, say)
    paper_css = f"@page {{ size: {size[0]:g}mm {size[1]:g}mm }}"
    paper_css += f" :root {{ --width: {size[0]:g}mm; --height: {size[1]:g}mm }}\n"
    return document(title, say.language, paper_css + css("sheets") + css("faces"), pages)


def _of_sort(title: str, sort: Sort, style: Style, paper: tuple[float, float], say: Phrases) -> list[str]:
    size = style.size(sort.name, sort.word)
    grid, found, all_ = grid_for(size, paper), list[str](), copies(sort)
    each = grid.columns * grid.rows
    marks = _marks(grid, size)
    behind_all = back(sort, style, *size)
    for number, start in enumerate(range(0, len(all_), each), 1):
        part = all_[start : start + each]
        fronts = [_slot(at, grid, size, front(sort, face, style, *size)) for at, face in enumerate(part)]
        backs = [_slot(behind(at, grid), grid, size, behind_all) for at in range(len(part))]
        where = f"{title} · {sort.title} · {number}"
        found.append(_sheet([*fronts, marks], f"{where} · {say('sheets.front')}", "front"))
        found.append(_sheet([*backs, marks], f"{where} · {say('sheets.back')}", "behind"))
    return found


def _sheet(inside: Sequence[str], label: str, kind: str) -> str:
    return tag("section", "".join(inside) + tag("div", text(label), class_="label"), class_=f"sheet {kind}")


def _slot(at: int, grid: Grid, size: tuple[float, float], inside: str) -> str:
    row, column = divmod(at, grid.columns)
    left, top = grid.left + column * size[0], grid.top + row * size[1]
    return tag("div", inside, class_="slot", style=f"left: {left:g}mm; top: {top:g}mm")


def _marks(grid: Grid, size: tuple[float, float]) -> str:
    """Lines outside of the components that say where to cut."""
    found = []
    right, bottom = grid.left + grid.columns * size[0], grid.top + grid.rows * size[1]
    for column in range(grid.columns + 1):
        x = grid.left + column * size[0]
        found += [_line(x, top, 0.15, MARK) for top in (grid.top - MARK - 0.5, bottom + 0.5)]
    for row in range(grid.rows + 1):
        y = grid.top + row * size[1]
        found += [_line(left, y, MARK, 0.15) for left in (grid.left - MARK - 0.5, right + 0.5)]
    return "".join(found)


def _line(left: float, top: float, width: float, height: float) -> str:
    look = f"left: {left:g}mm; top: {top:g}mm; width: {width:g}mm; height: {height:g}mm"
    return tag("div", class_="mark", style=look)


# ---------------------------------------------------------------- boards


def _board(board: Board, paper: tuple[float, float]) -> list[str]:
    """A board on one sheet, if its places are not too small; a larger one grows on the table in play."""
    fit = min((paper[0] - 20) / (board.width + 0.5 * board.hexagonal), (paper[1] - 32) / board.height)
    place = min(fit, LARGEST_PLACE)
    if place < SMALLEST_PLACE:
        return []
    step = place * (0.75 if board.hexagonal else 1)
    left = (paper[0] - place * (board.width + 0.5 * board.hexagonal)) / 2
    found = [tag("div", text(board.title), class_="title")]
    for row in range(board.height):
        for column in range(board.width):
            x = left + place * (column + (0.5 if board.hexagonal and row % 2 else 0))
            look = (
                f"left: {x:.2f}mm; top: {20 + row * step:.2f}mm; width: {place:.2f}mm; height: {place:.2f}mm"
            )
            found.append(tag("div", "", class_="place hex" if board.hexagonal else "place", style=look))
    return [_sheet(found, board.title, "board"), _sheet([], "", "behind")]


# ---------------------------------------------------------------- the aid for a player


def _aid(
    title: str, sorts: Sequence[Sort], counters: Sequence[tuple[str, int, int]], say: Phrases
) -> list[str]:
    """What each kind of component says, once; and rows to count on."""
    inside = [tag("h1", text(say("sheets.aid", title)))]
    for sort in sorts:
        lines = dict.fromkeys((line, face.name) for face in sort.faces for line in face.texts[:1])
        names: dict[str, list[str]] = {}
        for line, name in lines:
            names.setdefault(line, []).append(name)
        if names:
            inside.append(tag("h2", text(f"{sort.title} ({sort.size})")))
        for line, own in names.items():
            who = own[0] if len(own) == 1 else f"{own[0]} … {own[-1]}"
            inside.append(tag("p", f"{tag('strong', text(who))}: {text(line)}"))
    for name, low, high in counters:
        if 0 < high - low <= 40:
            steps = "".join(tag("span", str(number)) for number in range(low, high + 1))
            inside += [tag("h2", text(name)), tag("p", steps, class_="steps")]
    if len(inside) == 1:
        return []
    return [tag("section", tag("div", "".join(inside), class_="aid"), class_="sheet aids")]


def count_sheets(sorts: Sequence[Sort], style: Style, paper: str) -> int:
    """How many sheets there are, both sides as one, without boards and aids."""
    found = 0
    for sort in sorts:
        grid = grid_for(style.size(sort.name, sort.word), PAPERS[paper])
        found += -(-sort.size // (grid.columns * grid.rows))
    return found
