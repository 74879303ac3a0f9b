"""Expressions and operands against their signatures: the part of `validate` that goes into the code.

In: an expression or an instruction, and the names that may be read where it stands. Out: sentences in
`found`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from rulelang.ir import nodes
from rulelang.ir.signatures import EXPRESSIONS, FUNCTIONS, GRID_FUNCTIONS, WORDS, Shape

DEEPEST = 200  # expressions inside expressions
Locs = frozenset[int]


def is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def below(value: object, size: int) -> bool:
    return is_int(value) and 0 <= value < size  # type: ignore[operator]


class Operands:
    def __init__(self, program: nodes.Program) -> None:
        self.p = program
        self.found: list[str] = []
        self.where = "program"
        self.body: nodes.Body | None = None
        self.kinds = {kind.name: kind for kind in program.kinds}
        self.records = {record.name: record for record in program.records}
        self.grids = {number for number, zone in enumerate(program.zones) if zone.ordering == "grid"}

    def wrong(self, text: str) -> None:
        self.found.append(f"{self.where}: {text}")

    def tag(self, tag: object) -> bool:
        if isinstance(tag, str):
            word, _, name = tag.removeprefix("set of ").partition(":")
            known = self._named_types(word)
            zones = [zone.name for zone in self.p.zones]
            if word in ("number", "bool", "player") or name in known or (word == "place" and name in zones):
                return True
        self.wrong(f"{tag!r} says nothing about a value")
        return False

    def _named_types(self, word: object) -> list[str]:
        if word == "kind":
            return list(self.kinds)
        return list(self.records) if word == "record" else []

    def arity(self, target: nodes.RuleDef | nodes.ValueDef, args: Sequence[object]) -> None:
        if len(target.params) != len(args):
            self.wrong(f"`{target.name}` takes {len(target.params)} operands, not {len(args)}")

    def same_length(self, ways: Any, slots: Any, tags: Any) -> None:
        loops = ways[1] if isinstance(ways, tuple) and len(ways) == 3 else None
        if not (isinstance(loops, tuple) and isinstance(slots, tuple) and isinstance(tags, tuple)):
            self.wrong("a choice without ways, slots and tags")
        elif not len(loops) == len(slots) == len(tags):
            self.wrong(f"{len(loops)} sets, {len(slots)} slots and {len(tags)} tags for one choice")

    # ------------------------------------------------------------ expressions and operands
    def expr(self, expr: object, locs: Locs, depth: int = 0) -> None:
        if depth > DEEPEST:
            self.wrong("an expression is nested too deeply")
        elif not isinstance(expr, tuple) or not expr or expr[0] not in EXPRESSIONS:
            self.wrong(f"{expr!r} is no expression")
        else:
            self.operands(expr, EXPRESSIONS[expr[0]], locs, depth + 1)
            if expr[0] == "call" and len(expr) > 1 and below(expr[1], len(self.p.values)):
                self.arity(self.p.values[expr[1]], expr[2:])
            elif expr[0] in ("reachable", "distance", "steps", "nearest") and below(
                expr[1], len(self.p.values)
            ):
                self.arity(self.p.values[expr[1]], (None,))

    def operands(self, node: tuple[Any, ...], shape: Shape, locs: Locs, depth: int = 0) -> None:
        rest = list(node[1:])
        bound: int | None = None
        for word in shape:
            if word == "*expr":
                for part in rest:
                    self.expr(part, locs, depth)
                return
            if len(rest) < (2 if word in ("domain", "column") else 1):
                self.wrong(f"`{node[0]}` has too few operands")
                return
            value = rest.pop(0)
            if word in ("domain", "column"):
                self._named(word, value, rest.pop(0))
            elif word == "function":
                self._function(value, rest)
            elif word == "bind":
                bound = self._bind(node, value, locs)
            elif word == "loops":
                locs = self._loops(node, value, locs, depth)
            else:
                self.operand(node, word, value, locs, depth)
                if bound is not None:  # the set itself does not see its element, but what follows does
                    locs, bound = locs | {bound}, None
        if rest:
            self.wrong(f"`{node[0]}` has {len(rest)} operands too many")

    def _bind(self, node: tuple[Any, ...], loc: object, locs: Locs) -> int | None:
        if isinstance(loc, int) and is_int(loc) and loc not in locs:
            return loc
        self.wrong(f"`{node[0]}` binds {loc!r}, which is taken or no number")
        return None

    def _loops(self, node: tuple[Any, ...], loops: object, locs: Locs, depth: int) -> Locs:
        if not isinstance(loops, tuple) or any(
            not isinstance(loop, tuple) or len(loop) != 2 for loop in loops
        ):
            self.wrong(f"`{node[0]}` has {loops!r} where loops are needed")
            return locs
        for loc, items in loops:
            self.expr(items, locs, depth)
            bound = self._bind(node, loc, locs)
            locs |= set() if bound is None else {bound}
        return locs

    def operand(self, node: tuple[Any, ...], word: str, value: Any, locs: Locs, depth: int) -> None:
        p, body = self.p, self.body
        slots, code = (body.slots, len(body.code)) if body else (0, 0)
        checks: dict[str, Callable[[], bool]] = {
            "int": lambda: is_int(value),
            "bool": lambda: isinstance(value, bool),
            "text": lambda: isinstance(value, str),
            "faces": lambda: isinstance(value, tuple) and bool(value) and all(map(is_int, value)),
            "slot": lambda: below(value, slots),
            "slots": lambda: isinstance(value, tuple) and self._in_a_row(value, slots),
            "loc": lambda: value in locs,
            "target": lambda: below(value, code),
            "target?": lambda: value == -1 or below(value, code),
            "zone": lambda: below(value, len(p.zones)) and value not in self.grids,
            "grid": lambda: value in self.grids,
            "track": lambda: below(value, len(p.tracks)),
            "setting": lambda: below(value, len(p.settings)),
            "rule": lambda: below(value, len(p.rules)),
            "value": lambda: below(value, len(p.values)),
            "ways": lambda: isinstance(value, tuple) and value[:1] == ("ways",),
        }
        if word == "zone" and node[0] == "zone":
            checks["zone"] = lambda: below(value, len(p.zones))
        if word in checks and not checks[word]():
            self.wrong(f"`{node[0]}` has {value!r} where a {word} is needed")
        elif word in WORDS and value not in WORDS[word]:
            self.wrong(f"`{node[0]}` has {value!r}, which is none of {', '.join(WORDS[word])}")
        elif word in ("expr", "ways") or (word == "expr?" and value is not None):
            self.expr(value, locs, depth)
        elif word == "tag":
            self.tag(value)
        elif word in ("exprs", "tags", "parts", "entries"):
            self._many(node, word, value, locs, depth)

    def _in_a_row(self, slots: tuple[Any, ...], size: int) -> bool:
        return all(below(slot, size) for slot in slots) and all(b - a == 1 for a, b in pairwise(slots))

    def _many(self, node: tuple[Any, ...], word: str, values: Any, locs: Locs, depth: int) -> None:
        size = {"parts": 2, "entries": 5}.get(word)
        fits = isinstance(values, tuple)
        if not fits or (size and any(not isinstance(v, tuple) or len(v) != size for v in values)):
            self.wrong(f"`{node[0]}` has {values!r} where {word} are needed")
            return
        for value in values:
            if word == "exprs":
                self.expr(value, locs, depth)
            elif word == "tags":
                self.tag(value)
            elif word == "parts":
                self.operands((node[0], *value), ("expr", "tag"), locs, depth)
            else:
                self.operands((node[0], *value), ("text", "ways", "slots", "tags", "target"), locs, depth)
                self.same_length(value[1], value[2], value[3])

    def _named(self, word: str, first: object, second: object) -> None:
        if word == "domain":
            known = self._named_types(first)
            if second not in known:
                self.wrong(f"there is no {first} `{second}`")
        elif first not in self.records or second not in [
            name for name, _, _ in self.records[str(first)].columns
        ]:
            self.wrong(f"`{first}` has no column `{second}`")

    def _function(self, name: object, args: list[Any]) -> None:
        if name not in FUNCTIONS or len(args) != FUNCTIONS[str(name)]:
            self.wrong(f"`{name}` is no function of {len(args)} operands")
        elif name in GRID_FUNCTIONS and not (
            args[0][:1] == ("n",) and args[0][1:2] and args[0][1] in self.grids
        ):
            self.wrong(f"`{name}` is about a grid that does not exist")
