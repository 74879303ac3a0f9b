"""The state of a game: plain data, so that a copy is a few slices and a hash is a tuple.

Lists are owned by one state; everything inside them is an int, a bool, None or a tuple. A state that is
copied shares only what never changes.
"""

from __future__ import annotations

from typing import Any

from interpreter.backend import TAKE
from interpreter.pending import deciders, own
from rulelang.limits import STEPS_OF_A_GAME

SIMPLE = frozenset(("menu", "one", "may", "chance"))  # decisions that one index answers
Frame = list[Any]  # [body, pc, you, *slots]


class State:
    """One game in one moment.

    z       the zones: lists of components (a grid has None for an empty place)
    bag     for each zone None, or the stretch (low, high) of a pile whose order is not decided yet
    loc     for each component the zone it is in
    known   for each component a bit for each player who knows which one it is
    t       the tracks
    frames  the stack of rules under way
    blocks  the turns and rounds under way: (name, depth of the stack, where it ends, where it exits)
    extra   the players who have extra turns coming
    active  the player whose turn it is, or None
    rng     the state of the random generator
    pending the decision that is waited for, or None
    over    the result, once there is one
    log     the events so far as a linked list, newest first, or None if they are not kept
    played  the answers so far as a linked list, newest first
    answer  what the rule that returned last answered
    memory  for each memory the positions that were remembered, as a linked list, newest first
    told    who chose what lies in a slot: for the height of the stack and the slot, a player
    left    the steps that the game may still take; between two decisions not below `floor`
    """

    __slots__ = (
        "active", "answer", "auto", "bag", "blocks", "extra", "fate", "floor", "frames", "known", "left",
        "loc", "log", "memory", "nature", "over", "pending", "played", "rng", "t", "told", "z",
    )  # fmt: skip

    def __init__(self) -> None:
        self.z: list[list[Any]] = []
        self.bag: list[tuple[int, int] | None] = []
        self.loc: list[int] = []
        self.known: list[int] = []
        self.t: list[Any] = []
        self.frames: list[Frame] = []
        self.blocks: list[tuple[str, int, int, int]] = []
        self.extra: list[int] = []
        self.active: int | None = None
        self.rng = 0
        self.nature = False  # chance is a decision of the caller
        # What the caller decided about chance: an index, or a script (see `primitives.chance`).
        self.fate: int | tuple[tuple[str, frozenset[Any]], ...] | None = None
        self.auto = TAKE  # what happens with a single option
        self.pending: tuple[Any, ...] | None = None
        self.over: tuple[Any, ...] | None = None
        self.log: tuple[Any, ...] | None = ()
        self.played: tuple[Any, ...] = ()
        self.answer: Any = None
        self.memory: tuple[Any, ...] = ()
        self.told: dict[tuple[int, int], int | None] = {}
        self.left = STEPS_OF_A_GAME
        self.floor = 0

    light = False  # copies are made part by part

    def sight(self, eyes: Any, called: bool) -> None:
        """Its parts are there to be looked at."""

    @property
    def plain(self) -> State:
        """The position with all of its parts at hand: this one."""
        return self

    table = plain  # what lies on it

    @property
    def deciders(self) -> tuple[int | None, ...]:
        """Who has to decide; None is chance."""
        return () if self.pending is None else deciders(self.pending)

    @property
    def choices(self) -> int:
        """How many options the first of them has."""
        pending = self.pending
        return 0 if pending is None else len(own(pending, pending[1])[4])

    @property
    def simple(self) -> int:
        """How many options there are, if one index answers, whoever decides; else 0."""
        pending = self.pending
        return len(pending[4]) if pending is not None and pending[0] in SIMPLE else 0

    def asking(self) -> None:
        """`pending` is at hand."""

    def copy(self) -> State:
        new = State.__new__(State)
        new.z = [zone[:] for zone in self.z]
        new.bag = self.bag[:]
        new.loc = self.loc[:]
        new.known = self.known[:]
        new.t = self.t[:]
        new.frames = [frame[:] for frame in self.frames]
        new.blocks = self.blocks[:]
        new.extra = self.extra[:]
        new.active = self.active
        new.rng = self.rng
        new.nature = self.nature
        new.fate = self.fate
        new.auto = self.auto
        new.pending = self.pending
        new.over = self.over
        new.log = self.log
        new.played = self.played
        new.answer = self.answer
        new.memory = self.memory
        new.told = self.told.copy()
        new.left = self.left
        new.floor = self.floor
        return new

    def freeze(self, with_chance: bool = True) -> tuple[Any, ...]:
        """Everything that decides how the game can go on, as one hashable value."""
        return (
            tuple(map(tuple, self.z)),
            tuple(self.bag),
            tuple(self.known),
            tuple(self.t),
            tuple(map(tuple, self.frames)),
            tuple(self.blocks),
            tuple(self.extra),
            self.active,
            self.answer,
            self.memory,
            self.rng if with_chance else 0,
            self.pending,
            self.over,
        )
