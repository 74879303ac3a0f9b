"""Expressions of the IR to Python source.

In: an IR expression. Out: a Python expression that reads the state `S`, and in a rule the frame `f`.
Only operators listed here exist, every operand is an int or comes from here, and names are made by us, so
that the text of a definition never becomes code.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from interpreter.layout import GRID, ORDERINGS, Layout
from interpreter.state import SLOTS
from rulelang.ir.nodes import Expr

_INFIX = {
    "add": "+", "sub": "-", "mul": "*", "eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=",
    "and": "and", "or": "or",
}  # fmt: skip


class Source:
    """Writes expressions; `frame` says whether `you` and slots come from a frame or from arguments."""

    def __init__(self, layout: Layout, constants: dict[str, Any]) -> None:
        self.layout = layout
        self.constants = constants  # the names that the written code can use
        self.numbered: dict[tuple[str, str], str] = {}
        self.you = "f[2]"

    def in_frame(self) -> Source:
        self.you = "f[2]"
        return self

    def in_function(self) -> Source:
        self.you = "you"
        return self

    def constant(self, sort: str, key: str, value: Any) -> str:
        """A name for a value that the code can use: a number, never a word of the definition."""
        name = self.numbered.setdefault((sort, key), f"{sort}{len(self.numbered)}")
        self.constants.setdefault(name, value)
        return name

    def __call__(self, ir: Expr) -> str:
        op, *args = ir
        if op in _INFIX:
            return f"({self(args[0])} {_INFIX[op]} {self(args[1])})"
        method: Callable[..., str] = getattr(self, f"_{op}")
        return method(*args)

    # ------------------------------------------------------------ leaves
    def _n(self, value: int) -> str:
        return str(int(value))

    def _b(self, value: bool) -> str:
        return "True" if value else "False"

    def _none(self) -> str:
        return "None"

    def _slot(self, number: int) -> str:
        return f"f[{SLOTS + number}]"

    def _loc(self, number: int) -> str:
        return f"x{number}"

    def _you(self) -> str:
        return self.you

    def _active(self) -> str:
        return "S.active"

    def _players(self) -> str:
        return self.constant("P", "all", tuple(range(self.layout.players)))

    def _opponents(self, player: Expr) -> str:
        players = range(self.layout.players)
        table = tuple(
            tuple((p + i) % self.layout.players for i in range(1, self.layout.players)) for p in players
        )
        return f"{self.constant('P', 'opponents', table)}[{self(player)}]"

    def _setting(self, number: int) -> str:
        return repr(self.layout.settings[number])

    def _every(self, word: str, name: str) -> str:
        if word == "kind":
            return self.constant("K", name, tuple(range(len(self.layout.program.kind(name).words))))
        record = self.layout.program.record(name)
        return self.constant("R", name, tuple(range(record.base, record.base + record.size)))

    # ------------------------------------------------------------ the state
    def _track(self, number: int, owner: Expr | None) -> str:
        return f"S.t[{self.track_index(number, owner)}]"

    def track_index(self, number: int, owner: Expr | None) -> str:
        base = self.layout.track_base[number]
        return self._shifted(base, self.layout.program.tracks[number].owner, owner)

    def zone_index(self, number: int, owner: Expr | None) -> str:
        base = self.layout.zone_base[number]
        return self._shifted(base, self.layout.program.zones[number].owner, owner)

    def _shifted(self, base: int, tag: str, owner: Expr | None) -> str:
        if owner is None:
            return str(base)
        shift = base - self.layout.offset(tag)
        return f"{self(owner)} + {shift}" if shift >= 0 else f"{self(owner)} - {-shift}"

    def _zone(self, number: int, owner: Expr | None) -> str:
        cards = f"S.z[{self.zone_index(number, owner)}]"
        if ORDERINGS[self.layout.program.zones[number].ordering] == GRID:
            return f"[c for c in {cards} if c is not None]"
        return cards

    def _field(self, record: str, field: str, item: Expr) -> str:
        name = self.constant("F", f"{record} {field}", self.layout.column(record, field))
        return f"{name}[{self(item)}]"

    def _by_player(self, chosen: Expr, player: Expr) -> str:
        return f"{self(chosen)}[{self(player)}]"

    def _call(self, number: int, *args: Expr) -> str:
        return f"v{number}({', '.join(['S', self.you, *(self(arg) for arg in args)])})"

    # ------------------------------------------------------------ logic and sets
    def _not(self, operand: Expr) -> str:
        return f"(not {self(operand)})"

    def _if(self, condition: Expr, then: Expr, other: Expr) -> str:
        return f"({self(then)} if {self(condition)} else {self(other)})"

    def _div_up(self, left: Expr, right: Expr) -> str:
        return f"divide({self(left)}, {self(right)}, True)"

    def _div_down(self, left: Expr, right: Expr) -> str:
        return f"divide({self(left)}, {self(right)}, False)"

    def _mod(self, left: Expr, right: Expr) -> str:
        return f"modulo({self(left)}, {self(right)})"

    def _within(self, value: Expr, low: int, high: int, name: str) -> str:
        return f"within({self(value)}, {low}, {high}, {self.constant('N', name, name)})"

    def _in(self, item: Expr, items: Expr) -> str:
        if items[0] == "zone":
            zone, what = self.zone_index(items[1], items[2]), self(item)
            if item[0] in ("slot", "loc"):
                return f"({what} is not None and S.loc[{what}] == {zone})"
            return f"lies_in(S, {what}, {zone})"
        return f"({self(item)} in {self(items)})"

    def _not_in(self, item: Expr, items: Expr) -> str:
        return f"(not {self._in(item, items)})"

    def _empty(self, items: Expr) -> str:
        return f"(not {self(items)})"

    def _not_empty(self, items: Expr) -> str:
        return f"bool({self(items)})"

    def _list(self, *items: Expr) -> str:
        return f"({''.join(self(item) + ', ' for item in items)})"

    def _one(self, item: Expr) -> str:
        return f"one({self(item)})"

    def _freeze(self, items: Expr) -> str:
        return f"tuple({self(items)})"

    def _range(self, low: Expr, high: Expr) -> str:
        return f"span({self(low)}, {self(high)})"

    def _filter(self, loc: int, items: Expr, condition: Expr) -> str:
        return f"[x{loc} for x{loc} in {self(items)} if {self(condition)}]"

    def _map(self, loc: int, items: Expr, value: Expr) -> str:
        if items[0] == "filter":
            _, inner, source, condition = items
            return (
                f"[{self(value)} for x{loc} in {self(source)} for x{inner} in (x{loc},) if {self(condition)}]"
            )
        return f"[{self(value)} for x{loc} in {self(items)}]"

    def _gather(self, loc: int, items: Expr, value: Expr) -> str:
        return f"[y for x{loc} in {self(items)} for y in {self(value)}]"

    def _any(self, loc: int, items: Expr, condition: Expr) -> str:
        return f"(True in [{self(condition)} for x{loc} in {self(items)}])"

    def _all(self, loc: int, items: Expr, condition: Expr) -> str:
        return f"(False not in [{self(condition)} for x{loc} in {self(items)}])"

    def _count(self, items: Expr) -> str:
        return f"len({self(items)})"

    def _sum(self, items: Expr) -> str:
        return f"sum({self(items)})"

    def _highest(self, items: Expr) -> str:
        return f"max({self(items)}, default=0)"

    def _lowest(self, items: Expr) -> str:
        return f"min({self(items)}, default=0)"

    def _largest(self, amount: Expr, items: Expr) -> str:
        return f"firsts_of(sorted({self(items)}, reverse=True), {self(amount)})"

    def _extremes(self, which: str, loc: int, items: Expr, key: Expr) -> str:
        return f"extremes({self(items)}, lambda x{loc}: {self(key)}, {which == 'highest'})"

    def _sort(self, loc: int, items: Expr, keys: tuple[Expr, ...]) -> str:
        return f"sorted({self(items)}, key=lambda x{loc}: {self._list(*keys)})"

    def _end_of(self, which: str, items: Expr) -> str:
        return f"{which}_of({self(items)})"

    def _ends_of(self, which: str, amount: Expr, items: Expr) -> str:
        return f"{which}s_of({self(items)}, {self(amount)})"

    def _before(self, items: Expr, item: Expr) -> str:
        return f"before({self(items)}, {self(item)})"

    def _after(self, items: Expr, item: Expr) -> str:
        return f"after({self(items)}, {self(item)})"

    def _at(self, items: Expr, index: Expr) -> str:
        return f"at({self(items)}, {self(index)})"

    def _union(self, left: Expr, right: Expr) -> str:
        return f"union({self(left)}, {self(right)})"

    def _without(self, left: Expr, right: Expr) -> str:
        return f"without({self(left)}, {self(right)})"

    def _position(self, item: Expr) -> str:
        return f"position(S, {self(item)})"

    def _ways(self, loops: tuple[tuple[int, Expr], ...], test: Expr | None) -> str:
        """Tuples of one element for each name; just the elements when there is one name."""
        if not loops:
            return "((),)" if test is None else f"(((),) if {self(test)} else ())"
        names = "".join(f"x{loc}, " for loc, _ in loops)
        result = f"x{loops[0][0]}" if len(loops) == 1 else f"({names})"
        source = " ".join(f"for x{loc} in {self(items)}" for loc, items in loops)
        condition = "" if test is None else f" if {self(test)}"
        return f"[{result} {source}{condition}]"

    # ------------------------------------------------------------ grids, ways, functions
    def _grid(self, number: int) -> tuple[str, str]:
        zone = self.layout.program.zones[number]
        return f"{zone.width}, {zone.height}", f"S.z[{self.layout.zone_base[number]}]"

    def _cell(self, number: int, place: Expr) -> str:
        return f"cell({self._grid(number)[1]}, {self(place)})"

    def _cell_empty(self, number: int, place: Expr) -> str:
        return f"({self._cell(number, place)} is None)"

    def _cell_full(self, number: int, place: Expr) -> str:
        return f"({self._cell(number, place)} is not None)"

    def _beside(self, number: int) -> str:
        return f"lambda q: v{number}(S, {self.you}, q)"

    def _reachable(self, number: int, start: Expr) -> str:
        return f"reachable({self._beside(number)}, {self(start)})"

    def _distance(self, number: int, start: Expr, goal: Expr) -> str:
        return f"distance({self._beside(number)}, {self(start)}, {self(goal)})"

    def _steps(self, number: int, start: Expr, goal: Expr) -> str:
        return f"steps({self._beside(number)}, {self(start)}, {self(goal)})"

    def _nearest(self, number: int, start: Expr, goals: Expr) -> str:
        return f"nearest({self._beside(number)}, {self(start)}, {self(goals)})"

    def _fn(self, name: str, *args: Expr) -> str:
        players = self.layout.players
        if name in ("left", "right"):
            shift = 1 if name == "left" else players - 1
            return f"(({self(args[0])} + {shift}) % {players})"
        if name == "seat":
            return f"seat({players}, {self(args[0])})"
        if name == "clockwise":
            rows = tuple(tuple((p + i) % players for i in range(players)) for p in range(players))
            return f"{self.constant('P', 'clockwise', rows)}[{self(args[0])}]"
        if name == "owner":
            return f"{self.constant('Z', 'owner', tuple(self.layout.owner))}[S.loc[{self(args[0])}]]"
        if name == "turn":
            return f"(({self(args[0])} + {self(args[1])}) % 4)"
        if name == "opposite":
            return f"(({self(args[0])} + 2) % 4)"
        number = args[0][1]
        size, cells = self._grid(number)
        rest = [self(arg) for arg in args[1:]]
        if name == "places":
            return f"range(len({cells}))"
        if name == "open_places":
            return f"open_places({size}, {cells})"
        if name == "place_of":
            return f"place_of(S, {self.layout.zone_base[number]}, {rest[0]})"
        width = self.layout.program.zones[number].width
        if name == "column":
            return f"({rest[0]} % {width} + 1)"
        if name == "row":
            return f"({rest[0]} // {width} + 1)"
        return f"{name}({', '.join([size, *rest])})"
