"""What the facade knows of a backend: how a game is started, asked, answered and looked at.

`Position` is one game in one moment, as everybody may look at it who is allowed to see everything: the
facade, and the room of knowledge, which decides what a seat may learn. `Backend` plays positions of one
definition with a number of players and settings. `interpreter/python` is the reference.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Protocol

from interpreter.layout import Layout
from rulelang.ir.expressions import Expr
from rulelang.ir.nodes import Program

ASK, TAKE, SAFE = 0, 1, 2  # a single option: asked, taken, or taken where that tells nobody anything
FORCED = {"ask": ASK, "take": TAKE, "safe": SAFE}
BODY, PC, YOU, SLOTS = 0, 1, 2, 3  # where things are in a frame: [body, pc, you, *slots]

Shape = tuple[str, int, int, int]  # of a question: its kind, how many options, the least and most to choose


def core_body(program: Program) -> int:
    """The number of a pseudo-body: a rule with `before` and `after` around it."""
    return len(program.bodies)


def begin_body(program: Program) -> int:
    """The number of another: what follows the setup."""
    return len(program.bodies) + 1


class Position(Protocol):
    """See `interpreter/python/state.py` for what each part means."""

    z: list[list[Any]]
    bag: list[tuple[int, int] | None]
    loc: list[int]
    known: list[int]
    t: list[Any]
    frames: list[list[Any]]
    active: int | None
    pending: tuple[Any, ...] | None
    over: tuple[Any, ...] | None
    log: tuple[Any, ...] | None
    played: tuple[Any, ...]
    rng: int
    nature: bool
    fate: Any
    answer: Any
    auto: int
    left: int
    told: dict[tuple[int, int], int | None]

    @property
    def light(self) -> bool:
        """Whether copies cost next to nothing."""

    @property
    def plain(self) -> Any:
        """The same as the reference has it, to play on with a copy of it; it must not be changed itself."""

    @property
    def table(self) -> Any:
        """What lies on the table, with who knows it, for who only looks."""

    @property
    def deciders(self) -> tuple[int | None, ...]:
        """Who has to decide; None is chance."""

    @property
    def choices(self) -> int:
        """How many options the first of them has."""

    @property
    def simple(self) -> int:
        """How many options there are, if one index answers, whoever decides; else 0."""

    def sight(self, eyes: Any, called: bool) -> Any:
        """What these eyes see, if the position can tell it at once, with copies as they are or `called` by
        their places; else None, and `interpreter/knowledge` looks at the parts."""

    def asking(self) -> tuple[Shape, Callable[[], tuple[Any, ...]]] | None:
        """What one player is asked, in short, and all of it for who reads it, even after the game went on.
        None where `pending` is at hand, or says more."""

    def copy(self) -> Any: ...
    def freeze(self, with_chance: bool = True) -> tuple[Any, ...]: ...


class Backend(Protocol):
    name: str
    program: Program
    layout: Layout

    def start(self, seed: int, *, nature: bool = False, auto: int = TAKE, events: bool = True) -> Any:
        """A position at its first decision, or at the end of the game."""

    def answer(self, state: Any, player: int | None, answer: Any) -> None:
        """Takes a legal answer and runs on to the next decision."""

    def check_answer(self, state: Any, player: int | None, answer: Any) -> None:
        """Refuses what the pending decision does not allow, before anything changes."""

    def answers(self, pending: tuple[Any, ...], player: int | None) -> Iterator[Any]:
        """All legal answers."""

    def run(self, state: Any) -> None:
        """Goes on until a decision is needed or the game is over."""

    def value_of(self, state: Any, number: int, args: tuple[Any, ...], you: int | None) -> Any:
        """What a value of the definition is in this state."""

    def expression(self, expr: Expr, names: tuple[int, ...] = (0,), *, in_frame: bool = False) -> Any:
        """An expression as a function of a position, who asks (or the frame of the rule that it stands in),
        and what each of its names means."""

    # Functions of a position, the player who asks and the player asked about; None if there is none.
    @property
    def score_of(self) -> Any: ...
    @property
    def payoff_of(self) -> Any: ...
    @property
    def divisor_of(self) -> Any: ...
    @property
    def outlook_of(self) -> Any:
        """What the definition says that a position is worth, for bots."""

    @property
    def starts(self) -> Any:
        """For each track a function of a position: what it starts with."""

    @property
    def ranks(self) -> Any:
        """What the ranking compares: pairs of a sign and a function."""
