"""The types of the language. Every one has finitely many values.

Numbers carry the range they can have and sets the most elements they can have, so that most assignments are
known to be in bounds and every quantity has a bound. The typed program and the IR speak of the same types;
`text` writes one in a line and `parse` reads it back.
"""

from __future__ import annotations

import re
from functools import lru_cache

from attrs import field, frozen

LARGEST_NUMBER = 10**15
MOST = 50_000  # elements of any set


class Type:
    """A type; `str()` gives the words an author would use."""


def with_article(word: str) -> str:
    return f"{'an' if word[:1] in 'aeio' else 'a'} {word}"


def plain(type_: object) -> str:
    """The words of a type, without the article."""
    return re.sub(r"^an? ", "", str(type_))


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
        return with_article(self.name)


@frozen
class Rec(Type):
    """A component, or a row of a table."""

    name: str

    def __str__(self) -> str:
        return with_article(self.name)


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
class Pair(Type):
    """Two owners together: what is there `of each city and disease`."""

    first: Type
    second: Type

    def __str__(self) -> str:
        return f"{self.first} and {self.second}"


@frozen
class Seq(Type):
    """A set, or a list: `most` bounds its size, and says nothing about what it may be compared with."""

    item: Type
    most: int = field(default=MOST, eq=False)

    def __str__(self) -> str:
        words = plain(self.item)
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
    return type_.inner if type_.__class__ is Opt else type_


def is_unknown(type_: Type) -> bool:
    """Whether something is reported already, so that nothing more is said about it."""
    return isinstance(bare(type_), Unknown)


def item_of(type_: Type) -> Type:
    """The type of the elements; of a thing that is no set, its own."""
    inner = bare(type_)
    return inner.item if isinstance(inner, Seq | ByPlayer) else type_


def most_of(type_: Type) -> int:
    """How many elements a set of this type can have."""
    inner = bare(type_)
    return inner.most if isinstance(inner, Seq) else 1


def fits(actual: Type, wanted: Type) -> bool:
    """May a value of the first type stand where the second is wanted? Absence is checked in play."""
    if actual is wanted:
        return True
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
    if isinstance(left, Seq) and isinstance(right, Seq):
        item = join(left.item, right.item)
        return None if item is None else Seq(item, max(left.most, right.most))
    if isinstance(right, Unknown) or left == right:
        return left
    if isinstance(left, NoneType) or isinstance(right, NoneType) or Opt in (type(left), type(right)):
        inner = join(*(bare(side) if not isinstance(side, NoneType) else UNKNOWN for side in (left, right)))
        return None if inner is None else Opt(inner)
    if isinstance(left, Num) and isinstance(right, Num):
        return Num(min(left.low, right.low), max(left.high, right.high))
    return None


def disjoint(actual: Type, wanted: Type) -> bool:
    """Whether a number is always outside a range."""
    numbers = isinstance(actual, Num) and isinstance(wanted, Num)
    return numbers and (actual.low > wanted.high or actual.high < wanted.low)  # type: ignore[attr-defined]


def within(actual: Type, wanted: Type) -> bool:
    """Whether what is wanted has no range, or the number is always in it."""
    if not isinstance(wanted, Num):
        return True
    return isinstance(actual, Num) and wanted.low <= actual.low and actual.high <= wanted.high


def number(low: int, high: int) -> Num:
    return Num(max(low, -LARGEST_NUMBER), min(high, LARGEST_NUMBER))


# ---------------------------------------------------------------- types as text


def _one_word(name: str) -> str:
    """The kind of the names of a component has two words; a type as text is read word by word."""
    return name.replace(" ", "~")


def text(type_: Type) -> str:
    """The type with its range and bound, in one line that `parse` reads."""
    match type_:
        case Num(low=low, high=high):
            return f"number {low} to {high}"
        case Bool():
            return "bool"
        case Kind(name=name):
            return f"kind:{_one_word(name)}"
        case Rec(name=name):
            return f"record:{_one_word(name)}"
        case Player():
            return "player"
        case Place(zone=zone):
            return f"place:{_one_word(zone)}"
        case Pair(first=first, second=second):
            return f"pair {text(first)} {text(second)}"
        case Seq(item=item, most=most):
            return f"set of up to {most} {text(item)}"
        case Opt(inner=inner):
            return f"maybe {text(inner)}"
        case ByPlayer(item=item):
            return f"chosen {text(item)}"
    return "none"


@lru_cache(maxsize=20_000)
def parse(line: str) -> Type:
    """The type that `text` wrote. Raises `ValueError` for anything else."""
    word, _, rest = line.partition(" ")
    name = line.partition(":")[2]
    if word == "number":
        low, _, high = rest.partition(" to ")
        return Num(int(low), int(high))
    if line.startswith("set of up to "):
        most, _, item = line.removeprefix("set of up to ").partition(" ")
        return Seq(parse(item), int(most))
    if word == "pair":
        first, _, second = rest.partition(" ")
        return Pair(parse(first), parse(second))
    if word == "maybe":
        return Opt(parse(rest))
    if word == "chosen":
        return ByPlayer(parse(rest))
    if name and not rest and word.partition(":")[0] in ("kind", "record", "place"):
        return {"kind": Kind, "record": Rec, "place": Place}[word.partition(":")[0]](name.replace("~", " "))
    plain: dict[str, Type] = {"bool": BOOL, "player": PLAYER, "none": NONE}
    if line in plain:
        return plain[line]
    raise ValueError(f"{line!r} is no type")
