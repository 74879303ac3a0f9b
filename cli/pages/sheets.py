"""Sheets to print and cut: fronts, backs that match them, boards, and an aid for each player.

In: what a definition has in its box, its style, a paper. Out: a page of sheets. Each front sheet is
followed by its back sheet with the columns turned round, so that printing on both sides (turned over the
long edge) puts each back behind its front. Cut marks stand outside of what is cut.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from cli.pages.aids import aid_sheet
from cli.pages.faces import back, front
from cli.pages.html import css, document, tag, text
from cli.pages.style import Style
from cli.phrases import Phrases
from rulelang.prose.faces import Aid, Board, Face, Sort

Size = tuple[float, float]  # width and height in millimetres

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
EDGE = 7.0  # millimetres that printers leave blank
MARK = 3.0  # the length of a cut mark: it ends above the line at the foot of a sheet
MOST_SHEETS = 400
LARGEST_PLACE, SMALLEST_PLACE = 50.0, 9.0  # of a board
IN_HEXAGON, AROUND = 0.89, 1.0  # the circle in a hexagon; what a token leaves free of its place


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
    title: str, sorts: Sequence[Sort], boards: Sequence[Board], aid: Aid, style: Style, paper: str,
    say: Phrases,
) -> str:  # fmt: skip
    size, pages = PAPERS[paper], list[str]()
    sizes = sizes_of(sorts, boards, style, size)
    for sort in sorts:
        pages += _of_sort(title, sort, style, sizes[sort.name], size, say)
    for board in boards:
        pages += _board(board, sizes[board.item], size)
    pages += aid_sheet(title, sorts, aid, sizes, say)
    paper_css = f"@page {{ size: {size[0]:g}mm {size[1]:g}mm }}"
    paper_css += f" :root {{ --width: {size[0]:g}mm; --height: {size[1]:g}mm }}\n"
    return document(title, say.language, paper_css + css("sheets") + css("faces"), pages)


def _of_sort(title: str, sort: Sort, style: Style, size: Size, paper: Size, say: Phrases) -> list[str]:
    grid, found, all_ = grid_for(size, paper), list[str](), copies(sort)
    each = grid.columns * grid.rows
    for number, start in enumerate(range(0, len(all_), each), 1):
        part = all_[start : start + each]
        fronts = [_slot(at, grid, size, front(sort, face, style, *size)) for at, face in enumerate(part)]
        backs = [
            _slot(behind(at, grid), grid, size, back(sort, face, style, *size))
            for at, face in enumerate(part)
        ]
        where = f"{title} · {sort.title} · {number}"
        marks = _marks(grid, size, range(len(part)))
        found.append(_sheet([*fronts, marks], f"{where} · {say('sheets.front')}", "front"))
        marks = _marks(grid, size, [behind(at, grid) for at in range(len(part))])
        found.append(_sheet([*backs, marks], f"{where} · {say('sheets.back')}", "behind"))
    return found


def _sheet(inside: Sequence[str], label: str, kind: str) -> str:
    return tag("section", "".join(inside) + tag("div", text(label), class_="label"), class_=f"sheet {kind}")


def _slot(at: int, grid: Grid, size: tuple[float, float], inside: str) -> str:
    row, column = divmod(at, grid.columns)
    left, top = grid.left + column * size[0], grid.top + row * size[1]
    return tag("div", inside, class_="slot", style=f"left: {left:g}mm; top: {top:g}mm")


def _marks(grid: Grid, size: tuple[float, float], used: Sequence[int]) -> str:
    """Lines outside of the components that say where to cut; none where nothing lies."""
    found, columns = [], {at % grid.columns for at in used}
    rows = max(at // grid.columns for at in used) + 1
    left, right = grid.left + min(columns) * size[0], grid.left + (max(columns) + 1) * size[0]
    bottom = grid.top + rows * size[1]
    for column in range(min(columns), max(columns) + 2):
        x = grid.left + column * size[0]
        found += [_line(x, top, 0.15, MARK) for top in (grid.top - MARK - 0.5, bottom + 0.5)]
    for row in range(rows + 1):
        y = grid.top + row * size[1]
        found += [_line(x, y, MARK, 0.15) for x in (left - MARK - 0.5, right + 0.5)]
    return "".join(found)


def _line(left: float, top: float, width: float, height: float) -> str:
    look = f"left: {left:g}mm; top: {top:g}mm; width: {width:g}mm; height: {height:g}mm"
    return tag("div", class_="mark", style=look)


# ---------------------------------------------------------------- boards


def _place(board: Board, paper: Size) -> float:
    """The width of a place of a board that fills a sheet."""
    fit = min((paper[0] - 20) / (board.width + 0.5 * board.hexagonal), (paper[1] - 32) / board.height)
    return min(fit, LARGEST_PLACE)


def _room(board: Board, paper: Size) -> float:
    """How large something may be that lies on a place; nothing if its places are too small to print."""
    place = _place(board, paper)
    return place * (IN_HEXAGON if board.hexagonal else 1.0) if place >= SMALLEST_PLACE else 0.0


def sizes_of(sorts: Sequence[Sort], boards: Sequence[Board], style: Style, paper: Size) -> dict[str, Size]:
    """The size of every sort. Tokens shrink until they fit on their board, unless a size is said."""
    found = {}
    for sort in sorts:
        width, height = style.size(sort.name, sort.word)
        rooms = [_room(board, paper) for board in boards if board.item == sort.name]
        least = min((room - AROUND for room in rooms if room), default=max(width, height))
        shrinks = sort.word in ("token", "piece") and not style.says_size(sort.name, sort.word)
        scale = min(1.0, least / max(width, height)) if shrinks else 1.0
        found[sort.name] = (round(width * scale, 2), round(height * scale, 2))
    return found


def _board(board: Board, size: Size, paper: Size) -> list[str]:
    """A board on one sheet, if what lies on it fits its places; another one grows on the table in play."""
    if max(size) > _room(board, paper):
        return []
    place = _place(board, paper)
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


def count_sheets(sorts: Sequence[Sort], boards: Sequence[Board], style: Style, paper: str) -> int:
    """How many sheets there are, both sides as one, without boards and aids."""
    found, sizes = 0, sizes_of(sorts, boards, style, PAPERS[paper])
    for sort in sorts:
        grid = grid_for(sizes[sort.name], PAPERS[paper])
        found += -(-sort.size // (grid.columns * grid.rows))
    return found
