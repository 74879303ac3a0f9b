"""Where everything stands.

In: a scene, the options, the log and the size of the window. Out: a `Plan`: rectangles with their lines. The
log stands beside the table, or below it where a board needs the whole width. Nothing here knows textual, so a
screen can be looked at as text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from attrs import frozen

from cli.full.log import Log, LogLines
from cli.full.options import OptionLines, Picked, about
from cli.full.tables import Tables
from cli.phrases import Phrases
from cli.screen.answers import Choices
from cli.screen.maps import POINTS, with_maps
from cli.screen.paint import Painter
from cli.screen.pieces import Line, Piece, fitted, plain, width_of_line
from cli.screen.widths import UNBROKEN, padded, wrapped
from interpreter.scene.data import Scene, Seat
from interpreter.words import Words

SMALLEST = (60, 20)  # on less the lines that scroll are better
NARROWEST_LOG, WIDEST_LOG = 28, 56
RULE, BAR = "\u2500", "\u2502"
LEAST_MIDDLE = 6
ROW = re.compile(r"\s*(?:r\d+|\d+) (?=.*\S)")  # of a board
LEAST_ASKED = 3  # lines of a question that is answered by pointing
NOTHING_PICKED = Picked()


@frozen
class Area:
    """A rectangle of the screen and what is in it, which may be more than fits."""

    x: int
    y: int
    width: int
    height: int
    lines: tuple[Line, ...]

    @property
    def hidden(self) -> int:
        return max(0, len(self.lines) - self.height)


@frozen
class Plan:
    width: int
    height: int
    table: Area
    log: Area
    own: Area
    question: Area
    rules: tuple[Area, ...]  # titles and bars between them


@frozen
class Stand:
    """Everything that is drawn."""

    scene: Scene
    words: Words
    say: Phrases
    painter: Painter
    choices: Choices | None
    log: Log
    picked: Picked = NOTHING_PICKED
    notes: str = ""  # about the question: how many are chosen, that it is secret
    preview: Callable[[Scene, int], Scene] | None = None  # how the boards would look after an option


def planned(stand: Stand, width: int, height: int) -> Plan:
    """`height` without the lines for what is typed and for the keys."""
    question = _question(stand, width)
    asked = min(len(question), max(5, height * 2 // 5))
    tables = Tables(_scene(stand), stand.words, stand.say)
    plan = _planned(stand, tables, width, height, question, asked)
    titles = len(question) - _option_rows(stand, width)
    for _ in range(2) if _are_places(stand) else ():
        # A place is chosen where it lies, so the board is worth more than the list of its places.
        asked = max(min(asked, titles - 1 + LEAST_ASKED), asked - _cut_off(plan))
        plan = _planned(stand, tables, width, height, question, asked)
    if _are_places(stand) and _cut_off(plan):
        tight = _planned(stand, tables, width, height, question, titles + 1, tight=True)
        plan = min(plan, tight, key=_cut_off)
    return plan


def _option_rows(stand: Stand, width: int) -> int:
    if stand.choices is None:
        return 0
    return OptionLines(stand.choices, stand.picked, width, stand.painter).rows


def _cut_off(plan: Plan) -> int:
    """How many lines of the boards cannot be seen: up to the last row, and the line with the names of columns
    that may stand below it."""
    area = plan.table
    rows = [number for number, each in enumerate(area.lines) if ROW.match(plain(each))]
    return max(0, min(len(area.lines), max(rows, default=-1) + 2) - area.height)


def _are_places(stand: Stand) -> bool:
    """Whether everything that can be picked is a place of a board, or goes to one."""
    choices = stand.choices
    boards = with_maps(stand.scene).boards
    if choices is None or not boards:
        return False
    points = {cell.ref for board in boards if board.shape == POINTS for cell in board.cells}
    refs = (about(choices, number) for number in range(len(choices.menu.items)))
    return all(any("@" in ref or ref in points for ref in each) for each in refs)


def _planned(
    stand: Stand,
    tables: Tables,
    width: int,
    height: int,
    question: Sequence[Line],
    asked: int,
    tight: bool = False,
) -> Plan:
    """`tight`: all for the board, with no more of the log than what others did to the seat."""
    own = tables.own(width, max(3, height // 4))
    beside = tables.fits_beside(width - NARROWEST_LOG - 1)
    if not beside or len(own) + asked > height // 2:
        own = tables.own(width, 2)  # room for the board, or for the table at all
    own = [] if tight else own
    kept = min(len(own), max(3, height // 4))
    room = height - 1 - asked - kept - (1 if own else 0)  # below the header
    if room < LEAST_MIDDLE:
        kept = max(min(1, kept), kept - (LEAST_MIDDLE - room))
        room = height - 1 - asked - kept - (1 if own else 0)
    below = 1 + room
    rules = [Area(0, 0, width, 1, (_header(stand, width),))]
    if beside:
        side = _side(stand, tables, width, room)
        middle = width - side - 1
        bar: Line = (Piece(BAR, style="rule"),)
        rules.append(Area(middle, 1, 1, room, (bar,) * room))
        table = Area(0, 1, middle, room, tuple(tables.middle(middle - 1, room)))
        log = _log(stand, middle + 1, 1, side, room)
    else:
        lines = LogLines(stand.log, width - 1, stand.painter, stand.say)
        strip = min(max(2, lines.needed()), max(3, room // 3))
        left = room - strip - 1
        middle_lines = tables.middle(width - 1, left)
        if len(middle_lines) > left:  # the board gets what the log can spare
            least = max(2, lines.least(stand.scene.seat))
            strip = min(least, room // 2) if tight else min(strip, least)
            left = room - strip - 1
            middle_lines = tables.middle(width - 1, left)
        spare = min(left - len(middle_lines), lines.needed() - strip)
        strip, left = strip + max(0, spare), left - max(0, spare)  # nothing is left empty for nothing
        table = Area(0, 1, width, left, tuple(middle_lines))
        rules.append(Area(0, 1 + left, width, 1, (titled(stand.say("full.log"), width),)))
        log = _log(stand, 0, 2 + left, width, strip)
    seat = tables.seat
    if own and seat is not None:
        rules.append(Area(0, below, width, 1, (_seat_title(stand, seat, width),)))
        below += 1
    mine = Area(0, below, width, kept, tuple(own))
    return Plan(
        width, height, table, log, mine, Area(0, below + kept, width, asked, tuple(question)), tuple(rules)
    )


def _side(stand: Stand, tables: Tables, width: int, room: int) -> int:
    """How wide the log beside the table is: half of the window where what concerns the seat needs it."""
    side = min(WIDEST_LOG, max(NARROWEST_LOG, width * 36 // 100))
    half = width // 2
    for wide in (half, side) if _least(stand, side) > room and half > side else (side,):
        if tables.fits_beside(width - wide - 1):
            return wide
    return NARROWEST_LOG


def _least(stand: Stand, side: int) -> int:
    return LogLines(stand.log, side - 1, stand.painter, stand.say).least(stand.scene.seat)


def _scene(stand: Stand) -> Scene:
    """The scene, with what the highlighted line would put on a board if it is one option."""
    choices, at = stand.choices, stand.picked.at
    if stand.preview is None or choices is None or at is None or at >= len(choices.menu.items):
        return stand.scene
    ways = choices.menu.items[at].ways
    return stand.preview(stand.scene, ways[0].index) if len(ways) == 1 else stand.scene


def _log(stand: Stand, x: int, y: int, width: int, height: int) -> Area:
    lines = LogLines(stand.log, width - 1, stand.painter, stand.say).lines(height)
    return Area(x, y, width, height, tuple(lines))


def _header(stand: Stand, width: int) -> Line:
    scene = stand.scene
    parts = [Piece(f" {scene.title} ", style="title")]
    if scene.active is not None:
        seat = scene.seats[scene.active]
        turn = stand.say("play.turn_of", seat.name)
        parts.append(Piece(f" {turn}", (seat.ref,), seat.colour))
    line = fitted(parts, width - 9)
    help_words = stand.say("full.help")
    gap = width - width_of_line(line) - len(help_words) - 1
    return (*line, Piece(" " * gap), Piece(help_words, ("key:f1",), "", "quiet"))


def titled(text: str, width: int, style: str = "rule") -> Line:
    """A line across the screen with a title in it."""
    start = f"{RULE} {text} " if text else ""
    return (Piece(padded(start, 0) + RULE * max(0, width - len(start)), style=style),)


def _seat_title(stand: Stand, seat: Seat, width: int) -> Line:
    from cli.screen.table import Table

    heading = next(iter(Table(stand.scene, stand.words, width - 4, stand.say).heading(seat)))
    line = (Piece(f"{RULE} ", style="rule"), *heading, Piece(" "))
    used = width_of_line(line)
    return (*line, Piece(RULE * max(0, width - used), style="rule"))


def _question(stand: Stand, width: int) -> list[Line]:
    """The title of the question, and what can be picked."""
    choices = stand.choices
    if choices is None:
        result = stand.scene.result
        told = stand.say("full.wait") if result is None else stand.say("play.result", result.text)
        return [titled(told, width)]
    prompt = choices.request.prompt + (f" ({stand.notes})" if stand.notes else "")
    if choices.menu.is_deep:
        chosen = choices.menu.level.title.replace(" ", UNBROKEN)  # a place stays in one piece
        prompt = f"{prompt} {chosen}".strip()
    first, *more = wrapped(prompt, width - 6)
    title = (
        Piece(f"{RULE} ", style="rule"),
        Piece(f"{first} ", style="ask"),
        Piece(RULE * max(0, width - 3 - len(first)), style="rule"),
    )
    lines: list[Line] = [title, *((Piece(f"  {text}", style="ask"),) for text in more)]
    return [*lines, *OptionLines(choices, stand.picked, width, stand.painter).lines()]


def as_text(plan: Plan) -> list[str]:
    """The screen as plain lines, as it stands when nothing was scrolled: the log at its end."""
    rows = [[" "] * plan.width for _ in range(plan.height)]
    for area in (plan.table, plan.log, plan.own, plan.question, *plan.rules):
        shown = area.lines[-area.height :] if area is plan.log else area.lines[: area.height]
        for number, line in enumerate(shown):
            for offset, character in enumerate(plain(line)[: area.width]):
                rows[area.y + number][area.x + offset] = character
    return ["".join(row).rstrip() for row in rows]
