"""Grids: their sizes, and the types and owners that speak of their places.

In: a zone's shape, or the name after `place in`, and the symbols found so far. Out: columns and rows, with
the setting that says them; a name that is no grid is reported once, and what speaks of it becomes unknown.
"""

from __future__ import annotations

from collections.abc import Callable

from rulelang.diagnostics import Label
from rulelang.suggest import did_you_mean
from rulelang.syntax import ast
from rulelang.typed.from_syntax.linking import Linking
from rulelang.typed.symbols import SettingSymbol, TrackSymbol, World, ZoneSymbol, mention, refer
from rulelang.types import UNKNOWN, Num, Opt, Pair, Place, Seq, Type

LARGEST_GRID = 5000
Size = tuple[int, SettingSymbol | None]


def grid_named(ctx: Linking, name: ast.Ident) -> None:
    """A grid that a type or an owner speaks of has to be one."""
    zone, world = ctx.world.zones.get(name.text), ctx.world
    mention(zone, name.span)
    if zone is not None and zone.ordering == "grid":
        return
    place = Place(name.text)
    change_types(world, lambda type_: UNKNOWN if type_ == place else type_)
    owned: list[ZoneSymbol | TrackSymbol] = [*world.zones.values(), *world.tracks.values()]
    for symbol in owned:
        owner = symbol.owner
        if owner == place or (isinstance(owner, Pair) and place in (owner.first, owner.second)):
            symbol.owner = UNKNOWN
    if zone is None:
        known = [zone.name for zone in world.zones.values() if zone.ordering == "grid"]
        hint = did_you_mean(name.text, known, "the grids are")
        title = f"I don't know a zone called `{name}`"
        ctx.report.error("R0204", title, name.span, hint=hint, unknown=name.text)
    else:
        also = [Label(zone.span, "declared here")]
        ctx.report.error("R0236", f"`{name}` is not a grid, so it has no places", name.span, also=also)


def change_types(world: World, change: Callable[[Type], Type]) -> None:
    """Does something to all types that are declared, and to the types in them."""

    def changed(type_: Type) -> Type:
        if isinstance(type_, Opt):
            return Opt(changed(type_.inner))
        return change(Seq(changed(type_.item), type_.most) if isinstance(type_, Seq) else type_)

    for symbol in [*world.rules.values(), *world.values.values()]:
        symbol.params = [(name, changed(type_)) for name, type_ in symbol.params]
    for track in world.tracks.values():
        track.type = changed(track.type)
    for record in world.records.values():
        for field in record.fields.values():
            field.type = changed(field.type)


def grid_sizes(ctx: Linking, shape: ast.Shape) -> tuple[Size, Size] | None:
    """Columns and rows of a grid: how many at most, and the setting that says it; None if that is wrong."""
    if shape.ordering != "grid":
        return (0, None), (0, None)
    wide = _size(ctx, shape.width)
    same = isinstance(shape.width, ast.Ident) and isinstance(shape.height, ast.Ident) and (
        shape.width.text == shape.height.text
    )  # fmt: skip
    if wide is None and same:
        return None  # one name, one finding
    high = _size(ctx, shape.height)
    if wide is None or high is None:
        return None
    if wide[0] * high[0] > LARGEST_GRID:
        ctx.report.error("R0211", f"a grid has at most {LARGEST_GRID} places", shape.span)
        return None
    if not (wide[0] and high[0]):
        hint = "give it at least one column and one row"
        ctx.report.error("R0211", "this grid has no places", shape.span, hint=hint)
        return None
    return wide, high


def _size(ctx: Linking, size: int | ast.Ident) -> Size | None:
    if isinstance(size, int):
        return size, None
    setting = ctx.world.settings.get(size.text)
    if setting is None:
        _no_setting(ctx, size)
        return None
    refer(setting, size.span)
    if setting.type == UNKNOWN:
        return None
    if not isinstance(setting.type, Num) or setting.type.low < 1:
        high = setting.type.high if isinstance(setting.type, Num) and setting.type.high > 0 else 9
        title = f"`{size}` has to be a number from 1 up, to be the size of a grid"
        hint = f"declare it so: `setting {size}: number 1 to {high} default {(high + 1) // 2}`"
        assert setting.span is not None
        also = [Label(setting.span, f"declared here: {_range_of(setting)}")]
        ctx.report.error("R0239", title, size.span, also=also, hint=hint)
        return None
    return setting.type.high, setting


def _range_of(setting: SettingSymbol) -> str:
    numbers = setting.type
    return f"{numbers.low} to {numbers.high}" if isinstance(numbers, Num) else str(numbers)


def _no_setting(ctx: Linking, size: ast.Ident) -> None:
    title = f"the size of a grid is a number or a setting, and there is no setting `{size}`"
    if size.text in ctx.computed:
        title = f"`{size}` cannot be the size of a grid: it is known only in play"
        declared = f"setting board_{size}: number 3 to 19 default 9"
        hint = f"write a number, or a setting with a name of its own: `{declared}`"
        ctx.report.error("R0239", title, size.span, hint=hint)
        return
    hint = did_you_mean(size.text, ctx.world.settings, "the settings are")
    hint = hint or f"declare it: `setting {size}: number 3 to 19 default 9`"
    ctx.report.error("R0239", title, size.span, hint=hint, unknown=size.text)
