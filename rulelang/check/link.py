"""Declarations to symbol tables.

In: the parsed files of a definition and its tables. Out: a `World` in which every name is declared once
and every cell of a table has a value of its column's type.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rulelang.check.types import UNKNOWN, Bool, Kind, NoneType, Num, Opt, Place, Player, Rec, Seq, Type
from rulelang.check.rowfilter import matching_rows
from rulelang.check.world import (
    DIRECTIONS,
    RESERVED,
    CallableInfo,
    FieldInfo,
    KindInfo,
    RecordInfo,
    RowInfo,
    SettingInfo,
    TrackInfo,
    World,
    ZoneInfo,
)
from rulelang.diagnostics import Label, Report
from rulelang.source import Source, Span
from rulelang.suggest import did_you_mean
from rulelang.syntax import ast
from rulelang.tables import read_rows

MOST_COPIES = 1000
MOST_COMPONENTS = 5000
LARGEST_GRID = 5000


def link(declarations: Sequence[ast.Node], tables: Mapping[str, Source], report: Report) -> World:
    return _Linker(tables, report).link(declarations)


class _Linker:
    def __init__(self, tables: Mapping[str, Source], report: Report) -> None:
        self.tables = tables
        self.report = report
        self.world = World()
        self.places: dict[str, Span] = {}

    def link(self, declarations: Sequence[ast.Node]) -> World:
        self.world.kinds["direction"] = KindInfo("direction", DIRECTIONS, None)
        for step in (self._names, self._rows, self._things, self._rules):
            for node in declarations:
                step(node)
            if step == self._names:
                self._fields(declarations)
            if step == self._rows:
                self._cells()
                self._adjust(declarations)
                self._number_components()
                self._cells()
        return self.world

    def _adjust(self, declarations: Sequence[ast.Node]) -> None:
        """Variants take components out, and add whole sets of them."""
        for node in declarations:
            if isinstance(node, ast.RemovalOfComponents | ast.Sets):
                record = self.world.records.get(node.name.text)
                if record is None:
                    hint = did_you_mean(node.name.text, self.world.records)
                    title = f"I don't know a component called `{node.name}`"
                    self.report.error("R0204", title, node.name.span, hint=hint)
                elif isinstance(node, ast.Sets):
                    for row in record.rows.values():
                        row.copies *= node.amount
                else:
                    gone = matching_rows(self.world, record, node.condition, self.report)
                    if not gone:
                        self.report.error("R0404", "this removes nothing", node.span)
                    for name in gone:
                        del record.rows[name]

    def _claim(self, name: ast.Ident, what: str) -> bool:
        if name.text in RESERVED:
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
                    self.report.error(
                        "R0211", "this range is empty", node.span, f"{node.low} is above {node.high}"
                    )
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

    # ------------------------------------------------------------ step 2: fields, rows, cells
    def _fields(self, declarations: Sequence[ast.Node]) -> None:
        for node in declarations:
            if not isinstance(node, ast.Table | ast.Component):
                continue
            record = self.world.records.get(node.name.text)
            if record is None or record.span != node.name.span:
                continue
            for item in node.fields:
                self._field(record, item)

    def _field(self, record: RecordInfo, node: ast.Field) -> None:
        if node.name.text in record.fields:
            first = [Label(record.fields[node.name.text].span, "the first one")]
            self.report.error(
                "R0201", f"`{record.name}` has two fields `{node.name}`", node.name.span, also=first
            )
            return
        type_ = self.resolve(node.type, node.name)
        info = FieldInfo(node.name.text, type_, node.name.span)
        record.fields[node.name.text] = info
        if node.start is None:
            return
        if not record.physical:
            self.report.error(
                "R0212", "the rows of a table never change", node.start.span, hint="remove `starting …`"
            )
            return
        info.track = f"{record.name}.{node.name.text}"
        self.world.tracks[info.track] = TrackInfo(
            info.track, node.name.span, Rec(record.name), type_, node.start, node.capped, "all",
            len(self.world.tracks),
        )  # fmt: skip

    def _rows(self, node: ast.Node) -> None:
        if isinstance(node, ast.Table | ast.Component) and node.file is not None:
            record = self.world.records.get(node.name.text)
            source = self._table(node.file)
            if source is not None and record is not None and record.span == node.name.span:
                self._read_rows(record, source)
        elif isinstance(node, ast.More):
            self._more(node)
        elif isinstance(node, ast.Instance):
            self._instance(node)

    def _table(self, file: ast.Text) -> Source | None:
        source = self.tables.get(file.value)
        if source is None:
            self.report.error(
                "R0205",
                f'there is no table "{file.value}" beside the rules',
                file.span,
                why="a definition reads only the tables in its own folder",
                hint=did_you_mean(file.value, self.tables),
            )
        return source

    def _read_rows(self, record: RecordInfo, source: Source) -> None:
        for row in read_rows(source, self.report):
            first = record.rows.get(row.name.text)
            if first is not None:
                title = f"there are two called `{row.name}`"
                self.report.error("R0201", title, row.name.span, also=[Label(first.span, "the first one")])
                continue
            info = RowInfo(row.name.text, row.name.span)
            self._row_cells(info, row.cells)
            record.rows[info.name] = info

    def _more(self, node: ast.More) -> None:
        record = self.world.records.get(node.name.text)
        source = self._table(node.file)
        if record is None:
            hint = did_you_mean(node.name.text, self.world.records)
            self.report.error("R0204", f"I don't know a component called `{node.name}`", node.name.span, hint=hint)
        elif source is not None:
            self._read_rows(record, source)

    def _instance(self, node: ast.Instance) -> None:
        record = self.world.records.get(node.type.text)
        if record is None:
            hint = did_you_mean(node.type.text, self.world.records)
            self.report.error(
                "R0204", f"I don't know a component called `{node.type}`", node.type.span, hint=hint
            )
            return
        if node.name.text in record.rows:
            first = [Label(record.rows[node.name.text].span, "the first one")]
            self.report.error("R0201", f"there are two called `{node.name}`", node.name.span, also=first)
            return
        info = RowInfo(node.name.text, node.name.span, copies=node.copies, abilities=node.abilities)
        self._row_cells(info, node.cells)
        record.rows[info.name] = info
        if node.abilities and record.active_in is None:
            self.report.error(
                "R0213",
                f"the abilities of `{node.name}` are never active",
                node.name.span,
                also=[Label(record.span, "declared without a place where its abilities work")],
                hint=f"say where: `{record.word} {record.name} active in <zone>`",
            )

    def _row_cells(self, info: RowInfo, cells: tuple[ast.Cell, ...]) -> None:
        for cell in cells:
            if cell.name.text == "copies" and isinstance(cell.value, ast.LiteralInt):
                info.copies = cell.value.value
            else:
                info.cell_nodes[cell.name.text] = cell
        if not 1 <= info.copies <= MOST_COPIES:
            self.report.error("R0211", f"from 1 to {MOST_COPIES} copies are possible", info.span)
            info.copies = 1

    def _number_components(self) -> None:
        next_id = 0
        for record in self.world.records.values():
            counter = next_id if record.physical else 0
            record.base = counter
            for row in record.rows.values():
                row.first = counter
                counter += row.copies
            record.size = counter - record.base
            next_id = counter if record.physical else next_id
            if record.size > MOST_COMPONENTS:
                self.report.error("R0211", f"more than {MOST_COMPONENTS} components", record.span)

    def _cells(self) -> None:
        """Reads the cells; a second time once rows that name other rows know their numbers."""
        for record in self.world.records.values():
            printed = {name: info for name, info in record.fields.items() if info.track is None}
            for row in record.rows.values():
                for name, cell in row.cell_nodes.items():
                    if name not in printed:
                        self.report.error(
                            "R0206",
                            f"`{record.name}` has no column `{name}`",
                            cell.name.span,
                            also=[Label(record.span, "declared here")],
                            hint=did_you_mean(name, [*printed, "copies"]),
                        )
                for name, info in printed.items():
                    cell_node = row.cell_nodes.get(name)
                    if cell_node is not None:
                        row.cells[name] = self.literal(cell_node.value, info.type, info.span)
                    elif isinstance(info.type, Opt):
                        row.cells[name] = None
                    elif isinstance(info.type, Seq):
                        row.cells[name] = ()
                    elif isinstance(info.type, Num) and info.type.low <= 0 <= info.type.high:
                        row.cells[name] = 0
                    elif isinstance(info.type, Bool):
                        row.cells[name] = False
                    else:
                        also = [Label(info.span, "this column has no value for it")]
                        self.report.error("R0207", f"`{row.name}` has no `{name}`", row.span, also=also)
                        row.cells[name] = 0

    def literal(self, node: ast.Node, type_: Type, declared: Span) -> object:
        """The value of a literal of a known type, or a finding and a harmless value."""
        inner = type_.inner if isinstance(type_, Opt) else type_
        match node, inner:
            case ast.LiteralNone(), _ if isinstance(type_, Opt | NoneType):
                return None
            case ast.LiteralInt(value=value), Num(low=low, high=high):
                if low <= value <= high:
                    return value
                label = f"the range is {low} to {high}"
                also = [Label(declared, "declared here")]
                self.report.error("R0208", f"{value} is outside the range", node.span, label, also=also)
                return low
            case (ast.LiteralYes(), Bool()):
                return True
            case (ast.LiteralNo(), Bool()):
                return False
            case ast.LiteralList(items=items), Seq(item=item):
                return tuple(self.literal(part, item, declared) for part in items)
            case ast.LiteralName(name=name), Kind() | Rec():
                value = self.world.constant(name.text, inner)
                if value is not None:
                    return value
                title = f"I don't know {inner} called `{name}`"
                also = [Label(declared, "the column is declared here")]
                hint = did_you_mean(name.text, self.world.words_of(inner))
                self.report.error("R0209", title, node.span, f"not {inner}", also=also, hint=hint)
                return 0
            case _, inner_type if inner_type == UNKNOWN:
                return 0
        also = [Label(declared, "declared here")]
        self.report.error("R0208", f"{type_} should stand here", node.span, also=also)
        return None if isinstance(type_, Opt) else () if isinstance(inner, Seq) else 0

    # ------------------------------------------------------------ step 3: zones, tracks, dice, settings
    def _things(self, node: ast.Node) -> None:
        world = self.world
        if isinstance(node, ast.Zone) and self._claim(node.name, "a zone"):
            owner = self._owner(node.owner)
            if node.shape.item.text not in world.records:
                hint = did_you_mean(node.shape.item.text, world.records)
                title = f"I don't know a component called `{node.shape.item}`"
                self.report.error("R0204", title, node.shape.item.span, hint=hint)
                return
            if node.shape.width * node.shape.height > LARGEST_GRID:
                self.report.error("R0211", f"a grid has at most {LARGEST_GRID} places", node.shape.span)
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
            name = type(node).__name__.lower()
            first = getattr(world, name)
            if first is not None:
                also = [Label(first.span, "the first one")]
                self.report.error("R0201", f"there are two `{name}` blocks", node.span, also=also)
            else:
                setattr(world, name, node)

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
        for case in [word.text for word in node.cases] or [None]:
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
                hint=f"write `{node.name}: player`, `{node.name}: number 0 to 10`, or the name of a component",
            )
            return UNKNOWN
        return found
