"""The scene: what one seat may see at one moment, as plain data.

In: nothing; these are only classes. Out: frozen values of strings, numbers, booleans and tuples, which
`plain` writes as JSON. docs/scene.md says what each field means; change both together.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

VERSION = 1


@frozen
class Mark:
    """Something to be said about a component or a seat."""

    text: str  # all of it: `fire 4`
    name: str  # without how much: `fire`
    value: str = ""  # how much: `4`
    sort: str = "field"  # field, printed, lies (on it), stands (on it), role
    colour: str = ""
    refs: tuple[str, ...] = ()  # what lies or stands there


@frozen
class Component:
    """One component, or several that look the same and lie together."""

    name: str
    type: str
    known: bool = True
    copies: int = 1
    ids: tuple[str, ...] = ()
    colours: tuple[str, ...] = ()
    marks: tuple[Mark, ...] = ()
    texts: tuple[str, ...] = ()  # keys of what is told about it
    sides: tuple[str, ...] | None = None  # the open ones, as it is turned; None: it has no sides
    turned: int = 0  # quarter turns to the right


@frozen
class Area:
    """A zone with something in it. Top and end come last."""

    id: str
    name: str  # `bank`
    title: str  # `bank of player 2`
    owner: str  # a reference, or nothing
    ordering: str  # pile, line, set
    word: str  # card, tile, token, piece
    count: int
    components: tuple[Component, ...]


@frozen
class Cell:
    """A place of a board that is taken, that an option is about, or that there is something to say about."""

    ref: str
    column: int
    row: int
    component: Component | None
    offered: bool = False  # whether an option is about the place
    marks: tuple[Mark, ...] = ()  # about the place, not about what lies there


@frozen
class Board:
    """A grid. Columns count from the west, rows from the south, both from 1.

    On a hexagonal one each row lies half a place further east than the one below it.
    """

    id: str
    name: str
    title: str
    owner: str
    shape: str  # square or hexagonal
    width: int
    height: int
    open_edge: bool  # the size is only a limit: there are places wherever something can be laid
    columns: tuple[int, int]  # the part that is worth drawing: the first and the last
    rows: tuple[int, int]
    cells: tuple[Cell, ...]
    word: str  # what is laid there: card, tile, token or piece


@frozen
class Spot:
    """A place of a map. `x` counts to the east, `y` to the north; None: it is not known where it is."""

    ref: str
    name: str
    x: float | None
    y: float | None


@frozen
class Map:
    """Places with names. What lies there are the areas and counters that a place owns."""

    id: str
    spots: tuple[Spot, ...]
    ways: tuple[tuple[str, str], ...]


@frozen
class Counter:
    """A track that is not as it was at the start."""

    id: str
    name: str  # `money`
    title: str  # `money of player 2`
    owner: str  # a reference, or nothing
    value: str  # in words
    number: int | None = None
    most: int | None = None  # where the track ends, if that is near
    flag: bool = False  # its name says it all
    ref: str = ""  # what the value names, if that can be pointed at


@frozen
class Seat:
    number: int
    ref: str
    name: str
    colour: str
    you: bool
    active: bool
    deciding: bool
    marks: tuple[Mark, ...]
    score: int | None  # None: there is none, or it is not open to the seat that looks
    place: int | None  # in the standing, from 1


@frozen
class Option:
    index: int
    key: str
    label: str
    parts: tuple[str, ...]
    about: tuple[str, ...]


@frozen
class Question:
    kind: str
    name: str
    prompt: str
    seat: int
    least: int
    most: int
    ordered: bool
    secret: bool  # others are asked at the same time, and nobody hears the answer before all have answered
    options: tuple[Option, ...]


@frozen
class Move:
    """Things that went together."""

    things: tuple[str, ...]
    hidden: int
    source: str  # ids of areas; "" is the box
    target: str
    place: tuple[int, int] | None = None


@frozen
class Change:
    """A counter that changed."""

    counter: str
    owner: str
    old: str
    new: str
    by: int | None = None


@frozen
class Roll:
    """A die that was rolled, as often as it was."""

    die: str
    name: str  # in words
    faces: tuple[str, ...]  # none: the seat does not know what it showed


@frozen
class Sentence:
    text: str
    cause: str  # choice, said, rule
    player: int | None
    mine: bool
    yours: str  # only what it gave the seat or cost it
    moves: tuple[Move, ...]
    changes: tuple[Change, ...]
    rule: str
    site: tuple[str, int, int]
    rolls: tuple[Roll, ...] = ()
    head: str = ""  # how it begins: what was chosen or said; empty if that is all of it


@frozen
class Chapter:
    number: int  # the same for the same chapter, whenever it is told
    title: str
    player: int | None  # whose turn it is
    sort: str  # setup, turn, round, after
    sentences: tuple[Sentence, ...]


@frozen
class Term:
    """A part of the score, with what it is worth to each seat."""

    name: str
    values: tuple[int, ...]
    parts: tuple[tuple[tuple[str, int], ...], ...] = ()  # for each seat names and worths


@frozen
class Result:
    winners: tuple[int, ...]
    text: str
    scores: tuple[int, ...] | None
    terms: tuple[Term, ...]


@frozen
class Scene:
    game: str
    title: str
    aim: str
    language: str
    seat: int | None
    active: int | None
    seats: tuple[Seat, ...]
    areas: tuple[Area, ...]
    boards: tuple[Board, ...]
    counters: tuple[Counter, ...]
    question: Question | None
    happened: tuple[Chapter, ...]
    result: Result | None
    texts: tuple[tuple[str, str], ...]
    maps: tuple[Map, ...] = ()
    together: bool = False  # all win or lose as one, so that a score is that of all
    version: int = VERSION


def components_of(scene: Scene) -> Iterator[Component]:
    """Everything that lies on the table."""
    for area in scene.areas:
        yield from area.components
    for board in scene.boards:
        yield from (cell.component for cell in board.cells if cell.component is not None)
