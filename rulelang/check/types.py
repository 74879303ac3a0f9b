"""The types of the language. Every one has finitely many values.

Numbers carry the range they can have, so that most assignments are known to be in bounds.
"""

from __future__ import annotations

from attrs import frozen

LARGEST_NUMBER = 10**15


class Type:
    """A type; `str()` gives the words an author would use."""


@frozen
class Num(Type):
    low: int = -LARGEST_NUMBER
    high: int = LARGEST_NUMBER

    def __str__(self) -> str:
        return "a number"


@frozen
class Bool(Type):
    def __str__(self) -> str:
        return "yes or no"


@frozen
class Kind(Type):
    name: str

    def __str__(self) -> str:
        return f"a {self.name}"


@frozen
class Rec(Type):
    """A component, or a row of a table."""

    name: str

    def __str__(self) -> str:
        return f"a {self.name}"


@frozen
class Player(Type):
    def __str__(self) -> str:
        return "a player"


@frozen
class Place(Type):
    zone: str

    def __str__(self) -> str:
        return f"a place in {self.zone}"


@frozen
class Seq(Type):
    item: Type

    def __str__(self) -> str:
        words = str(self.item).removeprefix("a ")
        for word in ("number", "player", "place"):
            words = f"{word}s{words.removeprefix(word)}" if words.split()[0] == word else words
        return f"a set of {words}"


@frozen
class Opt(Type):
    inner: Type

    def __str__(self) -> str:
        return f"{self.inner} or none"


@frozen
class ByPlayer(Type):
    """What each player chose in secret."""

    item: Type

    def __str__(self) -> str:
        return f"{self.item} of each player"


@frozen
class NoneType(Type):
    def __str__(self) -> str:
        return "none"


@frozen
class Unknown(Type):
    """The type of something already reported as wrong: it fits everywhere."""

    def __str__(self) -> str:
        return "something unknown"


UNKNOWN = Unknown()
NUM, BOOL, PLAYER, NONE = Num(), Bool(), Player(), NoneType()


def bare(type_: Type) -> Type:
    return type_.inner if isinstance(type_, Opt) else type_


def fits(actual: Type, wanted: Type) -> bool:
    """May a value of the first type stand where the second is wanted? Absence is checked in play."""
    actual, wanted_inner = bare(actual), bare(wanted)
    if isinstance(actual, Unknown) or isinstance(wanted_inner, Unknown):
        return True
    if isinstance(actual, NoneType):
        return isinstance(wanted, Opt | NoneType)
    if isinstance(actual, Num):
        return isinstance(wanted_inner, Num)
    if isinstance(actual, Seq) and isinstance(wanted_inner, Seq):
        return fits(actual.item, wanted_inner.item)
    return actual == wanted_inner


def join(left: Type, right: Type) -> Type | None:
    """The smallest type that holds the values of both, if there is one."""
    if isinstance(left, Unknown):
        return right
    if isinstance(right, Unknown) or left == right:
        return left
    if isinstance(left, NoneType) or isinstance(right, NoneType) or Opt in (type(left), type(right)):
        inner = join(*(bare(side) if not isinstance(side, NoneType) else UNKNOWN for side in (left, right)))
        return None if inner is None else Opt(inner)
    if isinstance(left, Num) and isinstance(right, Num):
        return Num(min(left.low, right.low), max(left.high, right.high))
    if isinstance(left, Seq) and isinstance(right, Seq):
        item = join(left.item, right.item)
        return None if item is None else Seq(item)
    return None


def number(low: int, high: int) -> Num:
    return Num(max(low, -LARGEST_NUMBER), min(high, LARGEST_NUMBER))
