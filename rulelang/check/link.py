"""Declarations to symbol tables.

In: the parsed files of a definition and its tables. Out: a `World` in which every name is declared once
and every cell of a table has a value of its column's type.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from rulelang.check.builtins import FUNCTIONS
from rulelang.check.limits import enough
from rulelang.check.rows import Rows
from rulelang.check.types import UNKNOWN, Bool, Kind, Num, Opt, Place, Player, Seq, Type, bare
from rulelang.check.world import (
    DIRECTIONS,
    RESERVED,
    CallableInfo,
    KindInfo,
    RecordInfo,
    SettingInfo,
    TrackInfo,
    World,
    ZoneInfo,
)
from rulelang.diagnostics import Label, Report
from rulelang.source import Source, Span
from rulelang.suggest import did_you_mean
from rulelang.syntax import ast

LARGEST_GRID = 5000
LARGEST_RANGE = 1_000_000


def link(declarations: Sequence[ast.Node], tables: Mapping[str, Source], report: Report) -> World:
    return _Linker(tables, report).link(declarations)


def _broken_names(report: Report) -> set[str]:
    """What the declarations that could not be read would have declared, as far as their words tell."""
    lost: set[str] = set()
    for found in report.found:
        source = report.sources.get(found.span.path)
        if found.code.startswith("R01") and source is not None:
            above = reversed(source.lines[: found.span.line])
            head = next((line for line in above if line[:1].isalpha()), "")
            words = re.findall(r"[a-z]\w*", f"{head} {source.lines[found.span.line - 1]}")
            lost |= set(words) - {"player", "players"}
    return lost


class _Linker(Rows):
    def __init__(self, tables: Mapping[str, Source], report: Report) -> None:
        self.tables = tables
        self.report = report
        self.world = World()
        self.places: dict[str, Span] = {}
        self.grids: list[ast.Ident] = []  # zones that types speak of

    def link(self, declarations: Sequence[ast.Node]) -> World:
        self.report.lost |= _broken_names(self.report)
        self.world.kinds["direction"] = KindInfo("direction", DIRECTIONS, None)
        for step in (self._names, self._rows, self._things, self._rules):
            for node in declarations:
                if enough(self.report):
                    return self.world
                step(node)
            if step == self._names:
                self._fields(declarations)
            if step == self._rows:
                self._cells()
                self._adjust(declarations)
                self._number_components()
                self._cells()
        for name in self.grids:
            self._grid(name)
        return self.world

    def _grid(self, name: ast.Ident) -> None:
        zone = self.world.zones.get(name.text)
        if zone is None:
            known = [zone.name for zone in self.world.zones.values() if zone.ordering == "grid"]
            for info in [*self.world.rules.values(), *self.world.values.values()]:
                lost = Place(name.text)
                info.params = [
                    (word, UNKNOWN if bare(type_) == lost else type_) for word, type_ in info.params
                ]
            hint = did_you_mean(name.text, known, "the grids are")
            self.report.error("R0204", f"I don't know a zone called `{name}`", name.span, hint=hint)
        elif zone.ordering != "grid":
            also = [Label(zone.span, "declared here")]
            self.report.error("R0236", f"`{name}` is not a grid, so it has no places", name.span, also=also)

    def _claim(self, name: ast.Ident, what: str) -> bool:
        if name.text in RESERVED or (what == "a value" and name.text in FUNCTIONS):
            title = f"`{name}` already has a meaning in the language"
            self.report.error("R0202", title, name.span, hint="choose another name")
            return False
        first = self.places.get(name.text)
        if first is not None:
            self.report.error(
                "R0201",
                f"the name `{name}` is given twice",
                name.span,
                f"declared again as {what}",
                also=[Label(first, "it is declared here first")],
            )
            return False
        self.places[name.text] = name.span
        return True

    # ------------------------------------------------------------ step 1: the names of types
    def _names(self, node: ast.Node) -> None:
        world = self.world
        if isinstance(node, ast.Game):
            world.name = node.name.text
            world.players = (node.players.low, node.players.high)
            if not 1 <= node.players.low <= node.players.high <= 16:
                self.report.error("R0210", "the number of players should be from 1 to 16", node.players.span)
                world.players = (2, 2)
        elif isinstance(node, ast.Kind) and self._claim(node.name, "a kind"):
            self._declare_kind(node.name, node.names)
        elif isinstance(node, ast.Table) and self._claim(node.name, "a table"):
            world.records[node.name.text] = RecordInfo(node.name.text, node.name.span, physical=False)
        elif isinstance(node, ast.Component) and self._claim(node.name, f"a {node.word}"):
            info = RecordInfo(node.name.text, node.name.span, physical=True, word=node.word)
            info.active_in = node.active_in
            world.records[node.name.text] = info

    def _declare_kind(self, name: ast.Ident, words: tuple[ast.Ident, ...]) -> Kind:
        texts = tuple(word.text for word in words)
        known = self.world.kinds.get(name.text)
        if known is not None and known.words == texts:
            return Kind(name.text)
        if known is not None or name.text in self.world.records:
            also = [Label(known.span, "the first list")] if known and known.span else []
            self.report.error(
                "R0203",
                f"two different lists of words are called `{name}`",
                name.span,
                also=also,
                hint="declare the list once with `kind`, or give the field another name",
            )
            return Kind(name.text) if known else Kind("direction")
        seen: dict[str, Span] = {}
        for word in words:
            if word.text in seen:
                first = [Label(seen[word.text], "the first time")]
                self.report.error("R0201", f"`{word}` stands in this list twice", word.span, also=first)
            seen[word.text] = word.span
        self.world.kinds[name.text] = KindInfo(name.text, texts, name.span)
        return Kind(name.text)

    def resolve(self, node: ast.Type, name: ast.Ident) -> Type:
        """The type that an author wrote; `one of …` declares a kind with the name of what it describes."""
        match node:
            case ast.TypeNumber():
                if node.low > node.high:
                    hint = f"write `number {node.high} to {node.low}`"
                    self.report.error(
                        "R0211",
                        "this range is empty",
                        node.span,
                        f"{node.low} is above {node.high}",
                        hint=hint,
                    )
                if max(abs(node.low), abs(node.high)) > LARGEST_RANGE:
                    title = f"ranges go up to {LARGEST_RANGE:,}"
                    self.report.error("R0211", title, node.span)
                    return Num(0, 1)
                return Num(min(node.low, node.high), max(node.low, node.high))
            case ast.TypeBool():
                return Bool()
            case ast.TypePlayer():
                return Player()
            case ast.TypeOneOf():
                return self._declare_kind(name, node.names)
            case ast.TypeList():
                return Seq(self.resolve(node.item, name))
            case ast.TypePlace():
                self.grids.append(node.zone)
                return Place(node.zone.text)
            case ast.TypeOptional():
                return Opt(self.resolve(node.inner, name))
            case ast.TypeName():
                found = self.world.type_named(node.name.text)
                if found is not None:
                    return found
                known = ["player", "direction", *self.world.kinds, *self.world.records]
                hint = did_you_mean(node.name.text, known)
                self.report.error("R0204", f"I don't know a type called `{node.name}`", node.span, hint=hint)
        return UNKNOWN

    # ------------------------------------------------------------ step 3: zones, tracks, dice, settings
    def _things(self, node: ast.Node) -> None:
        world = self.world
        if isinstance(node, ast.Zone) and self._claim(node.name, "a zone"):
            owner = self._owner(node.owner)
            if node.shape.item.text not in world.records:
                hint = did_you_mean(node.shape.item.text, world.records)
                title = f"I don't know a component called `{node.shape.item}`"
                self.report.error("R0204", title, node.shape.item.span, hint=hint)
                self.report.lost.add(node.name.text)
                return
            if node.shape.width * node.shape.height > LARGEST_GRID:
                self.report.error("R0211", f"a grid has at most {LARGEST_GRID} places", node.shape.span)
                return
            if node.shape.ordering == "grid" and node.owner is not None:
                title = "a grid belongs to the whole table"
                hint = "declare one grid for all, or a line for each player"
                self.report.error("R0237", title, node.owner.span, hint=hint)
                return
            if node.sees == "owner" and not isinstance(owner, Player):
                self.report.error(
                    "R0214", "nobody owns this zone", node.span, hint="write `zone … of each player: …`"
                )
            shape = node.shape
            world.zones[node.name.text] = ZoneInfo(
                node.name.text, node.name.span, owner, shape.ordering, shape.item.text, shape.width,
                shape.height, node.sees, len(world.zones),
            )  # fmt: skip
        elif isinstance(node, ast.Track) and self._claim(node.name, "a track"):
            world.tracks[node.name.text] = TrackInfo(
                node.name.text, node.name.span, self._owner(node.owner), self.resolve(node.type, node.name),
                node.start, node.capped, node.sees, len(world.tracks),
            )  # fmt: skip
        elif isinstance(node, ast.Die) and self._claim(node.name, "a die"):
            world.dice[node.name.text] = node
            if max(node.faces) > LARGEST_RANGE:
                self.report.error("R0211", f"the faces of a die go up to {LARGEST_RANGE:,}", node.span)
        elif isinstance(node, ast.Setting) and self._claim(node.name, "a setting"):
            type_ = self.resolve(node.type, node.name)
            default = self.literal(node.default, type_, node.name.span)
            info = SettingInfo(node.name.text, node.name.span, type_, default, len(world.settings))
            world.settings[node.name.text] = info

    def _owner(self, name: ast.Ident | None) -> Type | None:
        if name is None:
            return None
        found = self.world.type_named(name.text)
        if found is None:
            hint = did_you_mean(name.text, ["player", *self.world.kinds, *self.world.records])
            self.report.error("R0204", f"I don't know a type called `{name}`", name.span, hint=hint)
        return found

    # ------------------------------------------------------------ step 4: rules, values, the rest
    def _rules(self, node: ast.Node) -> None:
        world = self.world
        if isinstance(node, ast.Rule | ast.Value):
            self._callable(node)
        elif isinstance(node, ast.Hook | ast.Change | ast.Whenever):
            world.abilities.append(node)
        elif isinstance(node, ast.Setup | ast.Play):
            name = ast.Ident(node.span, type(node).__name__.lower())
            self._callable(ast.Rule(node.span, name, (), (), node.body))
        elif isinstance(node, ast.Ranking | ast.Score | ast.Payoff):
            word = type(node).__name__.lower()
            first = getattr(world, word)
            if first is not None:
                also = [Label(first.span, "the first one")]
                self.report.error("R0201", f"there are two `{word}` blocks", node.span, also=also)
            else:
                setattr(world, word, node)

    def _callable(self, node: ast.Rule | ast.Value) -> None:
        known = self.world.rules if isinstance(node, ast.Rule) else self.world.values
        word = "a rule" if isinstance(node, ast.Rule) else "a value"
        info = known.get(node.name.text)
        if info is None:
            if not self._claim(node.name, word):
                return
            params = [(param.name.text, self._param_type(param)) for param in node.params]
            info = CallableInfo(node.name.text, node.name.span, params, id=len(known))
            known[node.name.text] = info
        elif len(info.params) != len(node.params):
            also = [Label(info.span, f"here it has {len(info.params)}")]
            title = f"the cases of `{node.name}` have different numbers of parameters"
            self.report.error("R0215", title, node.name.span, f"here it has {len(node.params)}", also=also)
            return
        cases: list[str | None] = [case.text for case in node.cases]
        for case in cases or [None]:
            if case in info.bodies:
                first = info.bodies[case]
                also = [Label(first.name.span, "the first one")]
                for_case = f" for `{case}`" if case else ""
                self.report.error(
                    "R0201", f"`{node.name}`{for_case} is given twice", node.name.span, also=also
                )
            else:
                info.bodies[case] = node

    def _param_type(self, node: ast.Param) -> Type:
        if node.type is not None:
            return self.resolve(node.type, node.name)
        found = self.world.type_named(node.name.text)
        if found is None:
            self.report.error(
                "R0216",
                f"what is `{node.name}`?",
                node.span,
                why="a parameter needs a type unless its name is the name of one",
                hint=f"write `{node.name}: player`, `{node.name}: number 0 to 10` or the like",
            )
            return UNKNOWN
        return found
