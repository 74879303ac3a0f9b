"""The score of a definition: who may know it, and what it is made of.

In: a program's `score`. Out: whether it reads only what lies open, and its terms: what is added up, with what
each of them is worth to each player; the parts of a sum over components are told one by one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from attrs import frozen

if TYPE_CHECKING:
    from interpreter.machine import Machine
    from interpreter.state import State
    from rulelang.ir.nodes import Expr, Program, ValueDef

OPEN, OWN, CLOSED = "open", "own", "closed"  # to all; to the player whose score it is; to nobody for sure
_WAYS = ("reachable", "distance", "steps", "nearest")  # they name a value that says what is next to what
_PLACES = ("position", "fn")  # they can look where a component lies, also in what is hidden
_HARMLESS = ("left", "right", "seat", "clockwise", "turn", "opposite")  # functions that do not
PLAYER = ("loc", 0)


# ---------------------------------------------------------------- who may know it


def openness(program: Program) -> str:
    """Whether the score can be worked out from what all see, or from what its player sees."""
    if program.score is None:
        return CLOSED
    if id(program) not in _known:
        _known[id(program)] = (program, _Reading(program).of(program.score, frozenset((0,))))
    return _known[id(program)][1]


_known: dict[int, tuple[Program, str]] = {}  # the program stays, so that its id is not another one's


class _Reading:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.under_way: set[tuple[int, frozenset[int]]] = set()

    def of(self, expr: Any, player: frozenset[int]) -> str:
        """`player` are the names that stand for the player whose score it is."""
        if not isinstance(expr, tuple) or not expr:
            return OPEN
        found = [self.of(part, player) for part in expr]
        if expr[0] in ("zone", "track") and len(expr) == 3 and isinstance(expr[1], int):
            declared = (self.program.zones if expr[0] == "zone" else self.program.tracks)[expr[1]]
            found.append(self._seen(declared.sees, expr[2], player))
        elif expr[0] == "call" or expr[0] in _WAYS:
            args = expr[2:] if expr[0] == "call" else ()
            names = frozenset(n for n, arg in enumerate(args) if arg[0] == "loc" and arg[1] in player)
            found.append(self._value(expr[1], names))
        elif expr[0] in ("cell", "cell_empty", "cell_full"):
            found.append(self._seen(self.program.zones[expr[1]].sees, None, player))
        elif expr[0] in _PLACES and expr[1] not in _HARMLESS:
            found.append(OPEN if all(zone.sees == "all" for zone in self.program.zones) else CLOSED)
        return worst(found)

    def _seen(self, sees: str, owner: Any, player: frozenset[int]) -> str:
        if sees == "all":
            return OPEN
        own = isinstance(owner, tuple) and owner[0] == "loc" and owner[1] in player
        return OWN if sees == "owner" and own else CLOSED

    def _value(self, number: int, player: frozenset[int]) -> str:
        if (number, player) in self.under_way:
            return OPEN
        self.under_way.add((number, player))
        value = self.program.values[number]
        parts = [value.key, value.default, *(steps for _, steps in value.cases)]
        found = [self.of(part, player) for part in parts if part is not None]
        for hook in (self.program.hooks[change] for change in value.changes):
            found += [self.of(part, frozenset()) for part in (hook.when, hook.value) if part is not None]
            if hook.zone is not None:
                found.append(self._seen(self.program.zones[hook.zone].sees, None, player))
        return worst(found)


def worst(found: list[str]) -> str:
    return CLOSED if CLOSED in found else OWN if OWN in found else OPEN


# ---------------------------------------------------------------- what it is made of


@frozen
class Term:
    """`key` is that of a text: `track.money`. `parts` has components and their worth, for each player."""

    key: str
    values: tuple[int, ...]
    parts: tuple[tuple[tuple[str, int], ...], ...]


def terms(machine: Machine, state: State) -> list[Term]:
    """What the score adds up, in the order of the definition."""
    if machine.program.score is None:
        return []
    return [_worth(machine, state, term, key) for term, key in _split(machine.program, machine.program.score)]


def _split(program: Program, expr: Expr, key: str = "score") -> Iterator[tuple[Expr, str]]:
    if expr[0] == "add":
        yield from _split(program, expr[1])
        yield from _split(program, expr[2])
    elif expr[0] == "call" and (inner := _inlined(program.values[expr[1]], expr[2:])) is not None:
        yield from _split(program, inner, f"value.{program.values[expr[1]].name}")
    else:
        yield expr, _key(program, expr) or key


def _inlined(value: ValueDef, args: tuple[Expr, ...]) -> Expr | None:
    """What a value of a player stands for, if that is one expression that nothing changes."""
    if args not in ((), (PLAYER,)) or value.changes or value.cases or value.key is not None:
        return None
    steps = value.default or ()
    return steps[0][1] if len(steps) == 1 and steps[0][0] == "else" else None


def _key(program: Program, expr: Expr) -> str:
    """The text that says what a term is: of the track, zone or value it is read from."""
    if expr[0] == "track":
        return f"track.{program.tracks[expr[1]].name}"
    if expr[0] == "zone":
        return f"zone.{program.zones[expr[1]].name}"
    if expr[0] == "call":
        return f"value.{program.values[expr[1]].name}"
    inner = [part for part in expr[1:] if isinstance(part, tuple) and part and isinstance(part[0], str)]
    return _key(program, inner[0]) if expr[0] in ("count", "mul") and inner else ""


def _worth(machine: Machine, state: State, expr: Expr, key: str) -> Term:
    players = range(machine.layout.players)
    worth = machine.expression(expr)
    values = tuple(int(worth(state, player, player)) for player in players)
    parts: tuple[tuple[tuple[str, int], ...], ...] = tuple(() for _ in players)
    if expr[0] == "sum" and expr[1][0] == "map":
        tag = _elements(machine.program, expr[1][2])
        if tag:
            items, worths = machine.expression(expr[1][2]), machine.expression(expr[1])
            parts = tuple(
                tuple(
                    (f"{tag} {item}", int(number))
                    for item, number in zip(
                        items(state, player, player), worths(state, player, player), strict=True
                    )
                )
                for player in players
            )
    return Term(key, values, parts)


def _elements(program: Program, items: Expr) -> str:
    """The type of what a set holds, if it is a type of components."""
    if items[0] == "zone":
        return f"record:{program.zones[items[1]].item}"
    if items[0] == "call":
        tag = program.values[items[1]].result.removeprefix("set of ")
        return tag if tag.startswith("record:") else ""
    if items[0] in ("filter", "extremes", "sort", "ends_of", "union", "without", "freeze"):
        inner = [part for part in items[1:] if isinstance(part, tuple) and part]
        return next(filter(None, (_elements(program, part) for part in inner)), "")
    return ""
