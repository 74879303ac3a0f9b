"""What anything on the table is.

In: a name that somebody typed. Out: lines about the zone, track, player or word of that name: what lies there
or how it stands now, and what the definition tells about it. Only the player's own scene is read.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import TYPE_CHECKING

from cli.playing.helping import NOT, PART, fit
from cli.playing.looking import look_lines
from cli.screen.answers import folded
from interpreter.scene.colours import WAYS
from interpreter.words import readable
from rulelang.types import Num, bare

if TYPE_CHECKING:
    from cli.screen.table import Table
    from interpreter.scene.stage import Stage

MOST = 4  # things of one name


def thing_lines(table: Table, stage: Stage, wanted: str) -> tuple[int, list[str]]:
    """Everything of that name, and how well it fits; nothing if there is nothing."""
    best, named = _named(stage, wanted)
    found: list[str] = []
    for key, title in named[:MOST] if best <= PART else ():
        found += [title, *(f"  {line}" for line in _about(table, stage, key))]
    return best, found


def place_lines(table: Table, wanted: str) -> list[str]:
    """What lies on a place of a board, by what it is called or its key: `column 5, row 6`, `c5r6`."""
    found: list[str] = []
    for board in table.scene.boards:
        cells = {(cell.column, cell.row): cell for cell in board.cells}
        for column, row in product(range(1, board.width + 1), range(1, board.height + 1)):
            name = table.words.say("place", column, row)
            if folded(wanted) not in (folded(name), f"c{column}r{row}"):
                continue
            cell = cells.get((column, row))
            lying = [] if cell is None or cell.component is None else [table.listing.name(cell.component)]
            told = [*lying, *(mark.text for mark in cell.marks)] if cell is not None else []
            found.append(f"{board.title}: {name}")
            found.append(f"  {', '.join(told) or table.say('table.empty')}")
    return found


def sorts(stage: Stage) -> set[str]:
    """What is told about here, by the first words of its keys."""
    return {"zone", "track", "player", "setting", *(kind.name for kind in stage.program.kinds)}


def _named(stage: Stage, wanted: str) -> tuple[int, list[tuple[str, str]]]:
    """The keys and names of what fits best, and how well."""
    words = stage.words
    names = [(f"zone.{name}", info.name) for name, info in stage.zones.items() if info.shown]
    names += [(f"track.{name}", info.name) for name, info in stage.tracks.items() if info.shown]
    names += [(f"player.{number + 1}", words.player(number)) for number in range(stage.players)]
    for kind in stage.program.kinds:
        if kind.name not in WAYS and " " not in kind.name:  # names of components are told with these
            names += [(f"{kind.name}.{word}", words.text(f"{kind.name}.{word}")) for word in kind.words]
    names += [(f"setting.{s.name}", words.text(f"setting.{s.name}")) for s in stage.program.settings]
    ranks = [fit(wanted, (name, key.rpartition(".")[2])) for key, name in names]
    best = min(ranks, default=NOT)
    return best, [thing for thing, rank in zip(names, ranks, strict=True) if rank == best]


def _about(table: Table, stage: Stage, key: str) -> Iterator[str]:
    words, sort = stage.words, key.partition(".")[0]
    told = words.text(f"text.{key}", "")
    if told:
        yield told
    if sort == "zone":
        yield from look_lines(table, stage, key.partition(".")[2])
    elif sort == "track":
        yield from _values(table, stage, key.partition(".")[2])
    elif sort == "player":
        seat = table.scene.seats[int(key.partition(".")[2]) - 1]
        yield from (_plain(line) for line in table.rows_of(seat))
    elif sort == "setting":
        setting = next(s for s in stage.program.settings if s.name == key.partition(".")[2])
        if isinstance(bare(setting.type), Num):
            yield setting.listed
        else:
            yield ", ".join(
                words.text(f"{setting.name}.{choice}", readable(choice)) for choice in setting.words
            )
    elif not told:
        yield table.say("command.a_word", words.text(f"kind.{sort}", readable(sort)))


def _values(table: Table, stage: Stage, name: str) -> Iterator[str]:
    info = stage.tracks[name]
    shown = [c for c in table.scene.counters if c.id.partition(":")[0] == name]
    for counter in shown:
        owner = f" ({stage.names[counter.owner]})" if counter.owner else ""
        yield f"{table.counter(counter)}{owner}"
    if not shown:
        start = info.start if info.start not in (None, "none") else table.words.text("none")
        yield table.say("command.at_start", str(start))


def _plain(line: object) -> str:
    from cli.screen.pieces import plain

    return plain(line).strip()  # type: ignore[arg-type]
