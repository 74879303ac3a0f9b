"""Who says the rules: the texts, what is known at one place, and how each kind of node is said.

In: a typed node. Out: its words, by the tables that the `Speaker` carries: a phrase, group, clause or steps.
The families (`expressions`, `members`, `calls`, `sets`, `conditions`, `statements`, `decisions`) reach each
other only through the functions below; `language.py` has all of their tables.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from attrs import define, field, frozen

from rulelang.ir.nodes import Site
from rulelang.prose.ink import Ink
from rulelang.prose.steps import Asked, Step
from rulelang.prose.texts import Phrase, Texts
from rulelang.typed import expressions as typed
from rulelang.typed.definition import Definition
from rulelang.typed.statements import Block, Stmt
from rulelang.typed.symbols import Local, World
from rulelang.types import BOOL, Seq, bare

LETTERED, NAMED, PLAIN = "lettered", "named", "plain"  # how the name that a rule gives something is said


@frozen
class Named:
    """Something that a rule has given a name, or that a condition looks at, as it is called here."""

    local: Local
    name: str
    phrase: Phrase
    style: str
    element: bool = False  # fields may be named without it


@frozen
class Group:
    """The elements of a set: all of them, without an article, and one of them."""

    all: str
    bare: str
    one: str


ToPhrase = Callable[["Speaker", Any], Phrase]
ToGroup = Callable[["Speaker", Any], Group]
ToClause = Callable[["Speaker", Any, bool], str]
ToSteps = Callable[["Speaker", Any], list[Step] | Step | str]


@frozen
class Tables:
    """How each class of nodes is said; what stands for `Expr` holds for all without anything of their own."""

    phrases: Mapping[type, ToPhrase]
    groups: Mapping[type, ToGroup]
    clauses: Mapping[type, ToClause]
    statements: Mapping[type, ToSteps]


@define
class Speaker:
    definition: Definition
    texts: Texts
    tables: Tables
    locals: list[Named] = field(factory=list)  # what is named here, innermost last
    aliases: dict[Local, Local] = field(factory=dict)  # two names of the typed program for one thing
    explains: bool = False  # whether somebody may ask why an option cannot be taken with something
    place: str = ""  # the rule or value whose names are meant
    body_name: str = ""  # as the program calls the rule: a part of the keys of its questions
    somebody: Phrase | None = None  # who is meant by `you` where everybody chooses for themselves
    goes_on: bool = False  # a condition that follows `and`: its subject stands before the verb
    asked: dict[Site, Asked] = field(factory=dict)

    @property
    def world(self) -> World:
        return self.definition.world

    @property
    def ink(self) -> Ink:
        return self.texts.ink

    def say(self, key: str, *parts: str | int | Phrase) -> str:
        return self.texts.say(key, *parts)

    @contextmanager
    def block(self) -> Iterator[None]:
        """Names that are given inside end with the block."""
        known, self.locals = self.locals, [*self.locals]
        yield
        self.locals = known

    @contextmanager
    def body(self, name: str) -> Iterator[None]:
        """A rule or a value: nothing is known in it from outside."""
        outside, self.locals, self.place = (self.locals, self.place), [], name
        yield
        self.locals, self.place = outside


# ---------------------------------------------------------------- expressions


def np(speaker: Speaker, node: typed.Expr) -> Phrase:
    """What an expression is, as a noun with all that belongs to it."""
    if node.type == BOOL and not isinstance(node, typed.Truth):
        return speaker.texts.phrase("np.whether", clause(speaker, node))
    return speaker.tables.phrases[type(node)](speaker, node)


def group(speaker: Speaker, node: typed.Expr) -> Group:
    """A set by its elements, in the forms that sentences need."""
    groups = speaker.tables.groups
    return groups.get(type(node), groups[typed.Expr])(speaker, node)


def things(speaker: Speaker, node: typed.Expr) -> Phrase:
    """A set, said by its elements: `all cards in the row`."""
    found = group(speaker, node)
    return Phrase(found.bare, found.all, many=True)


def one_or_many(speaker: Speaker, node: typed.Expr) -> Phrase:
    """What an expression is; a set is said by what is in it."""
    return things(speaker, node) if isinstance(bare(node.type), Seq) else np(speaker, node)


def the(speaker: Speaker, node: typed.Expr) -> str:
    """The same as a text."""
    return one_or_many(speaker, node).the


def clause(speaker: Speaker, node: typed.Expr, denied: bool = False) -> str:
    """A condition as it can follow `if`, or the opposite of it."""
    clauses = speaker.tables.clauses
    return clauses.get(type(node), clauses[typed.Expr])(speaker, node, denied)


# ---------------------------------------------------------------- statements


def steps(speaker: Speaker, block: Block) -> tuple[Step, ...]:
    """The steps of a block; names that it gives end with it."""
    with speaker.block():
        return tuple(step for node in block for step in stated(speaker, node))


def stated(speaker: Speaker, node: Stmt) -> list[Step]:
    found = speaker.tables.statements[type(node)](speaker, node)
    if isinstance(found, str):
        return [Step(found)]
    return [found] if isinstance(found, Step) else found
