"""Fields and rows: components and tables, with what is printed on them.

In: the declarations of components and tables, and the YAML beside them. Out: in the `World`, every row with
its cells, which `cells.py` reads, and components numbered.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulelang import limits
from rulelang.diagnostics import Label
from rulelang.limits import MOST_COPIES
from rulelang.source import Source
from rulelang.suggest import did_you_mean
from rulelang.syntax import ast
from rulelang.syntax.mistakes import at_the_margin
from rulelang.syntax.words import DECLARATIONS
from rulelang.tables import read_rows
from rulelang.typed.from_syntax.linking import Linking, resolve
from rulelang.typed.from_syntax.owners import own_rows
from rulelang.typed.from_syntax.rowfilter import matching_rows
from rulelang.typed.symbols import FieldSymbol, RecordSymbol, RowSymbol, TrackSymbol, mention
from rulelang.types import Rec

MOST_COMPONENTS = 5000


def fields(ctx: Linking, declarations: Sequence[ast.Node]) -> None:
    for node in declarations:
        if not isinstance(node, ast.Table | ast.Component):
            continue
        record = ctx.world.records.get(node.name.text)
        if record is None or record.span != node.name.span:
            continue
        for item in node.fields:
            _field(ctx, record, item)


def _field(ctx: Linking, record: RecordSymbol, node: ast.Field) -> None:
    if node.name.text in record.fields:
        first = [Label(record.fields[node.name.text].span, "the first one")]
        ctx.report.error("R0201", f"`{record.name}` has two fields `{node.name}`", node.name.span, also=first)
        return
    type_ = resolve(ctx, node.type, node.name)
    info = FieldSymbol(
        name=node.name.text, span=node.name.span, record=record.name, type=type_, default=node.default
    )
    record.fields[node.name.text] = info
    if node.start is None:
        return
    if node.default is not None:
        title = "a field that changes in play is not in the table"
        ctx.report.error("R0212", title, node.default.span, hint="leave out `default …`")
        return
    if not record.physical:
        ctx.report.error(
            "R0212", "the rows of a table never change", node.start.span, hint="remove `starting …`"
        )
        return
    info.track = f"{record.name}.{node.name.text}"
    ctx.world.tracks[info.track] = TrackSymbol(
        name=info.track, span=node.name.span, owner=Rec(record.name), type=type_, start=node.start,
        capped=node.capped, sees="all", id=len(ctx.world.tracks),
    )  # fmt: skip


def rows(ctx: Linking, node: ast.Node) -> None:
    if isinstance(node, ast.Component) and node.owner is not None and node.file is not None:
        _of_each_and_table(ctx, node.name, node.owner.name, node.file)
        return
    if isinstance(node, ast.Component) and (node.owner is not None or node.file is None):
        own = ctx.world.records.get(node.name.text)
        if own is not None and own.span == node.name.span:
            own_rows(ctx, own, node)
    if isinstance(node, ast.Table | ast.Component) and node.file is not None:
        record = ctx.world.records.get(node.name.text)
        source = _table(ctx, node.file)
        if source is not None and record is not None and record.span == node.name.span:
            _read_rows(ctx, record, source)
    elif isinstance(node, ast.More):
        _more(ctx, node)
    elif isinstance(node, ast.Instance):
        _instance(ctx, node)


def single(ctx: Linking, declarations: Sequence[ast.Node]) -> None:
    """`token captain`: one, with the name of its type, where nothing says which there are."""
    for node in declarations:
        record = ctx.world.records.get(node.name.text) if isinstance(node, ast.Component) else None
        if record is None or not isinstance(node, ast.Component) or record.span != node.name.span:
            continue
        plain = node.file is None and node.owner is None and not node.fields and node.active_in is None
        if plain and not record.rows and node.copies == 1 and not ctx.report.lost:
            row = RowSymbol(name=record.name, span=node.name.span, record=record.name)
            record.rows[record.name] = row


def _of_each_and_table(ctx: Linking, name: ast.Ident, owner: ast.Ident, file: ast.Text) -> None:
    ctx.report.error(
        "R0237",
        f"either there is one `{name}` for each {owner}, or the table says which there are",
        file.span,
        why="components of an owner are alike but for whose they are, so there is nothing to read",
        hint=f"leave out `from …`; or leave out `of each {owner}`, and give the table a column for it",
    )
    ctx.report.lose("row", named=False)


def _table(ctx: Linking, file: ast.Text) -> Source | None:
    source = ctx.tables.get(file.value)
    if source is None:
        stem = file.value.rpartition("/")[2].partition(".")[0]
        like = [name for name in ctx.unread if name.rpartition("/")[2].partition(".")[0] == stem]
        renamed = f'there is "{like[0]}": rename it to "{file.value}"' if like else ""
        ctx.report.error(
            "R0205",
            f'there is no table "{file.value}" beside the rules',
            file.span,
            why="a definition reads only the tables in its own folder",
            hint=renamed or did_you_mean(file.value, ctx.tables),
        )
        ctx.report.lose("row", named=False)
    return source


def _read_rows(ctx: Linking, record: RecordSymbol, source: Source) -> None:
    for row in read_rows(source, ctx.report):
        first = record.rows.get(row.name.text)
        if first is not None:
            title = f"there are two called `{row.name}`"
            ctx.report.error("R0201", title, row.name.span, also=[Label(first.span, "the first one")])
            continue
        info = RowSymbol(name=row.name.text, span=row.name.span, record=record.name)
        if row.broken:
            ctx.broken.add(row.name.span)
        _row_cells(ctx, info, row.cells)
        record.rows[info.name] = info


def _more(ctx: Linking, node: ast.More) -> None:
    record = ctx.world.records.get(node.name.text)
    mention(record, node.name.span)
    source = _table(ctx, node.file)
    if record is None:
        hint = did_you_mean(node.name.text, ctx.world.records)
        title = f"I don't know a component called `{node.name}`"
        ctx.report.error("R0204", title, node.name.span, hint=hint, unknown=node.name.text)
    elif source is not None:
        _read_rows(ctx, record, source)


def _instance(ctx: Linking, node: ast.Instance) -> None:
    record = ctx.world.records.get(node.type.text)
    mention(record, node.type.span)
    if record is None:
        _no_such_record(ctx, node)
        return
    if node.name.text in record.rows:
        first = [Label(record.rows[node.name.text].span, "the first one")]
        ctx.report.error("R0201", f"there are two called `{node.name}`", node.name.span, also=first)
        return
    info = RowSymbol(
        name=node.name.text, span=node.name.span, record=record.name, copies=node.copies,
        abilities=node.abilities,
    )  # fmt: skip
    _row_cells(ctx, info, node.cells)
    if node.broken:
        ctx.broken.add(info.span)
    record.rows[info.name] = info
    if node.abilities and record.active_in is None and record.name not in ctx.inactive:
        ctx.inactive.add(record.name)
        if any(record.name in lost.names for lost in ctx.report.lost):
            return
        ctx.report.error(
            "R0213",
            f"the abilities of `{node.name}` are never active",
            node.name.span,
            also=[Label(record.span, "declared without a place where its abilities work")],
            hint=f"say where: `{record.word} {record.name} active in <zone>`",
        )


def _no_such_record(ctx: Linking, node: ast.Instance) -> None:
    """`end game` at the left margin looks like a component `game` of the type `end`."""
    source = ctx.report.sources.get(node.span.path)
    stray = at_the_margin(source, node.span.line) if source is not None else None
    if stray is not None:
        ctx.report.add(stray)
        return
    known = [*ctx.world.records, *DECLARATIONS]
    hint = did_you_mean(node.type.text, known)
    title = f"I don't know a component called `{node.type}`"
    ctx.report.error("R0204", title, node.type.span, hint=hint, unknown=node.type.text)


def _row_cells(ctx: Linking, info: RowSymbol, cells: tuple[ast.Cell, ...]) -> None:
    span = info.span
    for cell in cells:
        if cell.name.text == "copies":
            span = cell.value.span
            info.copies = cell.value.value if isinstance(cell.value, ast.LiteralInt) else 0
        else:
            info.cell_nodes[cell.name.text] = cell
    if not 1 <= info.copies <= MOST_COPIES:
        ctx.report.error("R0211", f"from 1 to {MOST_COPIES} copies are possible", span)
        info.copies = 1


def number_components(ctx: Linking) -> None:
    next_id = 0
    for record in ctx.world.records.values():
        counter = next_id if record.physical else 0
        record.base = counter
        for row in record.rows.values():
            row.first = counter
            counter += row.copies
        record.size = counter - record.base
        next_id = counter if record.physical else next_id
        if record.size > MOST_COMPONENTS:
            title = f"`{record.name}` has {record.size} components; at most {MOST_COMPONENTS} are possible"
            ctx.report.error("R0211", title, record.span)
        elif next_id > limits.MOST_COMPONENTS >= next_id - record.size and record.physical:
            title = f"a game has at most {limits.MOST_COMPONENTS:,} components"
            ctx.report.error("R0211", title, record.span, f"with these there are {next_id:,}")


def adjust(ctx: Linking, declarations: Sequence[ast.Node]) -> None:
    """Variants take components out, and add whole sets of them.

    Each says what it takes out of all that there are, so that two may take the same ones.
    """
    removed: list[tuple[RecordSymbol, list[str]]] = []
    for node in declarations:
        if isinstance(node, ast.RemovalOfComponents | ast.Sets):
            record = ctx.world.records.get(node.name.text)
            mention(record, node.name.span)
            if record is None:
                hint = did_you_mean(node.name.text, ctx.world.records)
                title = f"I don't know a component called `{node.name}`"
                ctx.report.error("R0204", title, node.name.span, hint=hint, unknown=node.name.text)
            elif isinstance(node, ast.Sets):
                for row in record.rows.values():
                    row.copies *= node.amount
            else:
                gone = matching_rows(ctx.world, record, node.condition, ctx.report)
                if gone == []:
                    title = f"this removes nothing: no `{record.name}` is like that"
                    ctx.report.error("R0404", title, node.span, also=[Label(record.span, "declared here")])
                removed.append((record, gone or []))
    for record, names in removed:
        for name in names:
            record.rows.pop(name, None)
