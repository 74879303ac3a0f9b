"""Cells: the value of every column of every row.

In: the rows of a `World`, as they were read. Out: in every row, a value of the right type for every column.
A column that is wrong in many rows is one mistake: it is told once, at the first row, or where the column is
declared if most rows are like that.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from attrs import evolve

from rulelang.diagnostics import Diagnostic, Label, Report
from rulelang.source import Span
from rulelang.suggest import did_you_mean
from rulelang.syntax import ast
from rulelang.typed.from_syntax.linking import Linking
from rulelang.typed.symbols import FieldSymbol, RecordSymbol, RowSymbol, mention
from rulelang.types import UNKNOWN, Bool, Kind, NoneType, Num, Opt, Rec, Seq, Type, is_unknown

Cells = dict[str, list[ast.Cell]]


def cells(ctx: Linking, told: bool) -> None:
    """Reads the cells; a second time, and `told`, once rows that name other rows know their numbers."""
    for record in ctx.world.records.values():
        if ctx.report.enough:
            return
        printed = {name: info for name, info in record.fields.items() if info.track is None}
        for info in printed.values():
            own = evolve(ctx, report=Report())
            _column(own, record, info)
            if told:
                _tell_column(ctx.report, own.report.found, len(record.rows))
        if told:
            _tell_names(ctx, record, printed)


def _column(ctx: Linking, record: RecordSymbol, info: FieldSymbol) -> None:
    usual = _default(info.type)
    if info.default is not None:
        usual = literal(ctx, info.default, info.type, info.span)
    for row in record.rows.values():
        cell = row.cell_nodes.get(info.name)
        if cell is not None:
            mention(info, cell.name.span)
            row.cells[info.name] = literal(ctx, cell.value, info.type, info.span)
        elif info.name not in row.cells:  # it may say whose it is
            row.cells[info.name] = usual


def _default(type_: Type) -> object:
    """What a column is where a row does not say it: none, an empty list, 0 or no."""
    if isinstance(type_, Bool):
        return False
    return None if isinstance(type_, Opt) else () if isinstance(type_, Seq) else 0


def _has_default(type_: Type) -> bool:
    if isinstance(type_, Num):
        return type_.low <= 0 <= type_.high
    return isinstance(type_, Opt | Seq | Bool) or is_unknown(type_)


# ---------------------------------------------------------------- columns that are wrong in many rows


def _tell_column(report: Report, found: Sequence[Diagnostic], rows: int) -> None:
    most = len(found) > 1 and len(found) * 2 > rows
    if len(found) < 2 or (found[0].unknown and not most):
        for each in found:
            report.add(each)
        return
    first, *others = found
    label, *declared = first.labels
    more = f"and in {len(others)} other row{'s' if len(others) > 1 else ''}"
    text = f"{label.text}; {more}" if label.text else more
    labels = (Label(label.span, text), *declared)
    words = len({each.unknown for each in found})
    if most and declared:  # the declaration is the likelier mistake
        labels = (*declared[:1], labels[0], *declared[1:])
    if words > 1:
        first = evolve(first, title=f"{words} words of this column are not in its list", hint="", unknown="")
        for each in found:
            report.lose("word", each.unknown)
    report.add(evolve(first, labels=labels))


# ---------------------------------------------------------------- columns too many, columns too few


def _tell_names(ctx: Linking, record: RecordSymbol, printed: dict[str, FieldSymbol]) -> None:
    strange: Cells = defaultdict(list)
    missing: dict[str, list[RowSymbol]] = defaultdict(list)
    for row in record.rows.values():
        unknown = [cell for name, cell in row.cell_nodes.items() if name not in printed]
        for cell in unknown:
            strange[cell.name.text].append(cell)
        if unknown or row.span in ctx.broken:
            continue  # a value that is missing stands there under another name
        for name, info in printed.items():
            given = name in row.cell_nodes or info.default is not None or record.owner == info.type
            if not given and not _has_default(info.type):
                missing[name].append(row)
    never = [name for name in printed if not any(name in row.cell_nodes for row in record.rows.values())]
    for names in _alike((name, [cell.span.line for cell in found]) for name, found in strange.items()):
        for name in names[1:]:
            ctx.report.lose("field", name)
        _strange(ctx.report, record, names, [strange[name] for name in names], printed, never)
    for names in _alike((name, [row.span.line for row in found]) for name, found in missing.items()):
        _missing(ctx.report, names, missing[names[0]], [printed[name] for name in names])


def _alike(columns: Iterable[tuple[str, list[int]]]) -> list[list[str]]:
    """Columns that are wrong in the same rows, if these are several; each of the others alone."""
    groups: dict[object, list[str]] = defaultdict(list)
    for name, lines in columns:
        groups[tuple(lines) if len(lines) > 1 else name].append(name)
    return list(groups.values())


def _strange(
    report: Report,
    record: RecordSymbol,
    names: list[str],
    found: list[list[ast.Cell]],
    printed: dict[str, FieldSymbol],
    never: list[str],
) -> None:
    shown = " and ".join(f"`{name}`" for name in names)
    cell, rows = found[0][0], len(found[0])
    more = f"and in {rows - 1} other row{'s' if rows > 2 else ''}" if rows > 1 else ""
    if rows > 1 and rows == len(record.rows) and len(names) == 1 and len(never) == 1:
        title = f"no row has `{never[0]}`, but all have {shown}"
        labels = [Label(printed[never[0]].span, "declared here"), Label(cell.name.span, more)]
        hint = f"call both of them {shown}"
        report.add(Diagnostic("R0206", title, tuple(labels), hint=hint, unknown=names[0]))
        return
    title = f"`{record.name}` has no column {shown}"
    hint = did_you_mean(names[0], [*printed, "copies"]) if len(names) == 1 else ""
    if not hint and rows > 1:
        hint = f"declare it below `{record.name}`: `{names[0]}: …`"
    also = [Label(record.span, "declared here")]
    report.error("R0206", title, cell.name.span, more, also=also, hint=hint, unknown=names[0])


def _missing(
    report: Report, names: list[str], rows: Sequence[RowSymbol], columns: Sequence[FieldSymbol]
) -> None:
    shown = " and no ".join(f"`{name}`" for name in names)
    others = len(rows) - 1
    more = f"nor have {others} other rows" if others > 1 else f"nor has `{rows[-1].name}`" if others else ""
    also = [Label(column.span, "this column has no value for it") for column in columns]
    hint = f"add it to the row: `{rows[0].name}: {{{', '.join(f'{name}: …' for name in names[:3])}}}`"
    report.error("R0207", f"`{rows[0].name}` has no {shown}", rows[0].span, more, also=also, hint=hint)


# ---------------------------------------------------------------- one value


def literal(ctx: Linking, node: ast.Node, type_: Type, declared: Span) -> object:
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
            ctx.report.error("R0208", f"{value} is outside the range", node.span, label, also=also)
            return low
        case (ast.LiteralYes(), Bool()):
            return True
        case (ast.LiteralNo(), Bool()):
            return False
        case ast.LiteralList(items=items), Seq(item=item):
            return tuple(literal(ctx, part, item, declared) for part in items)
        case ast.LiteralName(name=name), Kind() | Rec():
            mention(ctx.world.symbol_of(name.text, inner) if ctx.world.declared(inner) else None, name.span)
            constant = ctx.world.constant(name.text, inner)
            if constant is not None:
                return constant
            title = f"I don't know {inner} called `{name}`"
            also = [Label(declared, "the column is declared here")]
            symbol = ctx.world.declared(inner)
            if isinstance(inner, Kind) and symbol is not None and symbol.span not in (None, declared):
                also.append(Label(symbol.span, "they are listed here"))
            hint = did_you_mean(name.text, ctx.world.words_of(inner))
            ctx.report.error(
                "R0209", title, node.span, f"not {inner}", also=also, hint=hint, unknown=name.text
            )
            return 0
        case _, inner_type if inner_type == UNKNOWN:
            return 0
    also = [Label(declared, "declared here")]
    ctx.report.error("R0208", f"{type_} should stand here", node.span, also=also)
    return None if isinstance(type_, Opt) else () if isinstance(inner, Seq) else 0
