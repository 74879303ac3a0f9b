"""What an expression tells: labels of everything that can be written.

In: a typed expression in a scene. Out: what its value depends on, and what its size depends on. How many
components lie in a zone is open to all, which ones they are is not; so a set has two labels, and `count`,
`is empty` and `is none` look at the second one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulelang.checks.secrets.keys import handles, is_component, key_of, part_of
from rulelang.checks.secrets.labels import (
    ANY,
    NOTHING,
    OPEN,
    ROAMING,
    Given,
    Key,
    Label,
    Seen,
    chosen_atom,
    track_atom,
    zone_atom,
)
from rulelang.checks.secrets.scene import Scene
from rulelang.typed import expressions as typed
from rulelang.typed.symbols import Local
from rulelang.typed.walk import parts
from rulelang.types import Rec, Seq, bare, item_of

PLACED = frozenset((ROAMING,))  # is about a component itself, not about what is computed from it
PLACES = ("place_of", "column", "row", "owner")  # where a component lies


def look(expr: typed.Expr, scene: Scene) -> Seen:
    how = LOOK.get(type(expr))
    return OPEN if how is None else how(expr, scene)


def told(expr: typed.Expr, scene: Scene) -> Label:
    """All that somebody learns who sees the value."""
    content, size = look(expr, scene)
    return content | size if size else content


def given(args: tuple[typed.Expr, ...], scene: Scene, *, to_a_value: bool = False) -> Given:
    return Given(
        scene.you,
        scene.active,
        tuple([look(arg, scene) for arg in args]),
        tuple([key_of(arg, scene) for arg in args]),
        () if to_a_value else tuple([handles(arg, scene) for arg in args]),  # a value shows nothing
    )


# ---------------------------------------------------------------- each expression


def _slot(expr: typed.LocalRef, scene: Scene) -> Seen:
    return scene.slots.get(expr.local, OPEN)


def _named(expr: typed.Word | typed.Every, scene: Scene) -> Seen:
    kind = expr.of if isinstance(expr, typed.Every) else expr.type
    return _ROAMS if is_component(kind, scene.whole.definition.world) else OPEN


_ROAMS: Seen = (PLACED, NOTHING)


def _zone(expr: typed.ZoneRef, scene: Scene) -> Seen:
    owner = NOTHING if expr.owner is None else look(expr.owner, scene)[0] - PLACED
    content, size = scene.deeds.get(expr.zone, OPEN) if scene.deeds else OPEN
    if expr.zone.sees != "all":
        content |= {zone_atom(expr.zone, key_of(expr.owner, scene))}
    return owner | content, owner | size


def _track(expr: typed.TrackRef, scene: Scene) -> Seen:
    label = NOTHING if expr.owner is None else look(expr.owner, scene)[0] - PLACED
    if expr.track.sees != "all":
        label |= {track_atom(expr.track, key_of(expr.owner, scene))}
    if scene.deeds:
        label |= scene.deeds.get(expr.track, OPEN)[0]
    if is_component(expr.track.type, scene.whole.definition.world):
        return label | {ROAMING}, label
    return (label, label) if label else OPEN


def _field(expr: typed.FieldRef, scene: Scene) -> Seen:
    label = look(expr.owner, scene)[0] - PLACED
    return (label, label) if label else OPEN


def _chosen(expr: typed.ChosenBy, scene: Scene) -> Seen:
    label = frozenset((chosen_atom(expr.local, key_of(expr.player, scene)),))
    return label | (look(expr.player, scene)[0] - PLACED), scene.slots.get(expr.local, OPEN)[1]


def _call(expr: typed.ValueCall, scene: Scene) -> Seen:
    content, size = scene.whole.value(expr.value)
    if not content and not size:
        return OPEN
    put = given(expr.args, scene, to_a_value=True)
    return put.label(content), put.label(size)


def _function(expr: typed.FunctionCall, scene: Scene) -> Seen:
    label: Label = NOTHING
    for arg in expr.args:
        content, size = look(arg, scene)
        if isinstance(arg, typed.ZoneRef):  # which places of a grid are taken is open
            label |= size
            continue
        label |= content
        if expr.name in PLACES and ROAMING in content:
            label |= _anywhere(arg, scene)
    label -= PLACED
    return (label, label) if label else OPEN


def _anywhere(item: typed.Expr, scene: Scene) -> Label:
    """Where a component lies that is only named: in a zone that hides it, perhaps."""
    kind = bare(item_of(item.type))
    zones = scene.whole.definition.world.zones.values()
    return frozenset(
        zone_atom(zone, ("slot", zone))
        for zone in zones
        if zone.sees in ("owner", "none") and isinstance(kind, Rec) and zone.item == kind.name
    )


def _all_parts(expr: typed.Expr, scene: Scene) -> Seen:
    """What depends on everything in it."""
    label: Label = NOTHING
    for part in parts(expr):
        content, size = look(part, scene)
        if content or size:
            label |= content | size
    label -= PLACED
    return (label, label) if label else OPEN


def _comparison(expr: typed.Comparison, scene: Scene) -> Seen:
    for one, other in ((expr.left, expr.right), (expr.right, expr.left)):
        if isinstance(one, typed.Nothing):
            size = look(other, scene)[1]
            return (size, size) if size else OPEN
    return _all_parts(expr, scene)


def _membership(expr: typed.Membership, scene: Scene) -> Seen:
    item = look(expr.item, scene)[0]
    if isinstance(expr.items, typed.ZoneRef) and ROAMING not in item:
        label = (item | look(expr.items, scene)[1]) - PLACED  # where a known component lies is known too
        return (label, label) if label else OPEN
    return _all_parts(expr, scene)


def _emptiness(expr: typed.Emptiness | typed.Count, scene: Scene) -> Seen:
    operand = expr.items if isinstance(expr, typed.Count) else expr.operand
    content, size = look(operand, scene)
    if isinstance(expr, typed.Emptiness) and not isinstance(bare(operand.type), Seq):
        size = content  # a place of a grid: if something lies there is open, which place it is may not be
    return (size, size) if size else OPEN


def _if(expr: typed.IfThenElse, scene: Scene) -> Seen:
    condition = told(expr.condition, scene)
    one, other = look(expr.then, scene), look(expr.other, scene)
    return condition | one[0] | other[0], condition | one[1] | other[1]


def _list(expr: typed.ListOf, scene: Scene) -> Seen:
    label: Label = frozenset().union(*(look(item, scene)[0] for item in expr.items))
    return label, NOTHING


def _combined(expr: typed.Combined, scene: Scene) -> Seen:
    left, right = look(expr.left, scene), look(expr.right, scene)
    content = left[0] | right[0]
    if expr.op == "union":
        return content, left[1] | right[1]
    return content | right[1], (content | left[1] | right[1]) - PLACED


def element(local: Local | None, items: typed.Expr, scene: Scene, key: Key | None = None) -> Seen:
    """Looks at a set, and gives its element to the expressions that speak of it."""
    seen = look(items, scene)
    if local is not None:
        scene.slots[local] = (seen[0], NOTHING)
        if key is not None:
            scene.keys[local] = key
    return seen


def _where(expr: typed.Where | typed.Leading, scene: Scene) -> Seen:
    content, size = element(expr.local, expr.items, scene)
    condition = told(expr.condition, scene)
    if not condition and not content and not size:
        return OPEN
    return _as_shown(expr, content | condition, scene), size | (condition - PLACED)


def _extremes(expr: typed.Extremes, scene: Scene) -> Seen:
    content, size = element(expr.local, expr.items, scene)
    key = told(expr.key, scene)
    return content | key, size | (key - PLACED)


def _sorted(expr: typed.SortedBy, scene: Scene) -> Seen:
    content, size = element(expr.local, expr.items, scene)
    for key in expr.keys:
        content |= told(key.expr, scene)
    return content, size


def _quantified(expr: typed.Quantified, scene: Scene) -> Seen:
    _, size = element(expr.local, expr.items, scene)
    label = size if expr.condition is None else size | (told(expr.condition, scene) - PLACED)
    return (label, label) if label else OPEN


def _each(expr: typed.Each, scene: Scene) -> Seen:
    content, size = element(expr.local, expr.items, scene)
    label = (content | size if expr.value is None else size | told(expr.value, scene)) - PLACED
    return (label, label) if label else OPEN


def _gather(expr: typed.Gather | typed.Listing, scene: Scene) -> Seen:
    _, size = element(expr.local, expr.items, scene)
    content, sizes = look(expr.value, scene)
    return content | size, (NOTHING if isinstance(expr, typed.Listing) else sizes) | size


def _different(expr: typed.Different, scene: Scene) -> Seen:
    content, size = look(expr.items, scene)
    return content, (content | size) - PLACED  # how many different ones there are tells what they are


def _end(expr: typed.EndOf, scene: Scene) -> Seen:
    content, size = look(expr.items, scene)
    if expr.amount is not None:
        amount = told(expr.amount, scene) - PLACED
        content, size = content | amount, size | amount
    if isinstance(expr.items, typed.ZoneRef):
        if expr.items.zone.sees == "top" and expr.which in ("top", "last") and expr.amount is None:
            return size, size
        content = _as_shown(expr, content, scene)
    return content, size


def _as_shown(expr: typed.Expr, content: Label, scene: Scene) -> Label:
    """What a part of a zone tells, if just this part was shown to somebody."""
    if not any(atom[0] == "part" for atom in scene.known):
        return content
    part = part_of(expr, scene)
    if part not in scene.known:
        return content
    scene.bases.setdefault(("slot", part), NOTHING)
    scene.bases["slot", part] |= content
    scene.known = {**scene.known, ("slot", part): scene.known[part]}
    return frozenset((("slot", part),))


def _beside(expr: typed.Beside, scene: Scene) -> Seen:
    label = told(expr.items, scene) | (look(expr.item, scene)[0] - PLACED)
    return label, label - PLACED


def _at(expr: typed.At, scene: Scene) -> Seen:
    content, size = look(expr.items, scene)
    index = told(expr.index, scene) - PLACED
    return _as_shown(expr, content | index, scene), size | index


def _cell(expr: typed.CellAt, scene: Scene) -> Seen:
    index = told(expr.index, scene) - PLACED
    return _as_shown(expr, look(expr.items, scene)[0] | index, scene), index


def _position(expr: typed.Position | typed.HolderOf, scene: Scene) -> Seen:
    content = look(expr.item, scene)[0]
    label = content - PLACED
    if ROAMING in content:
        label |= _anywhere(expr.item, scene)
    return (label, label) if label else OPEN


def _path(expr: typed.PathQuery, scene: Scene) -> Seen:
    label = _all_parts(expr, scene)[0]
    content, size = scene.whole.value(expr.by)
    start = given((expr.start, *expr.args), scene, to_a_value=True)
    label |= start.label(content) | start.label(size)
    return (label, label) if label else OPEN


def _longest_way(expr: typed.LongestWay, scene: Scene) -> Seen:
    label = _all_parts(expr, scene)[0]
    links = given((expr.links,), scene, to_a_value=True)
    for value in (expr.ends, expr.length):
        content, size = OPEN if value is None else scene.whole.value(value)
        label |= links.label(content) | links.label(size)
    return (label, label) if label else OPEN


def _repeats(expr: typed.Repeats, scene: Scene) -> Seen:
    """A position tells of everything that makes it, whoever owns it."""
    memory = expr.memory
    label = frozenset(zone_atom(zone, ANY) for zone in memory.zones if zone.sees != "all")
    label |= frozenset(track_atom(track, ANY) for track in memory.tracks if track.sees != "all")
    return (label, label) if label else OPEN


def _what_if(expr: typed.WhatIf, scene: Scene) -> Seen:
    return scene.whole.look_at_what_if(expr, scene)


LOOK: dict[type[typed.Expr], Callable[[Any, Scene], Seen]] = {
    typed.LocalRef: _slot,
    typed.Word: _named,
    typed.Every: _named,
    typed.ZoneRef: _zone,
    typed.TrackRef: _track,
    typed.FieldRef: _field,
    typed.ChosenBy: _chosen,
    typed.ValueCall: _call,
    typed.FunctionCall: _function,
    typed.Opponents: _all_parts,
    typed.Arithmetic: _all_parts,
    typed.Negated: _all_parts,
    typed.Comparison: _comparison,
    typed.Membership: _membership,
    typed.Logic: _all_parts,
    typed.Not: _all_parts,
    typed.Emptiness: _emptiness,
    typed.IfThenElse: _if,
    typed.ListOf: _list,
    typed.Range: _all_parts,
    typed.Combined: _combined,
    typed.Where: _where,
    typed.Extremes: _extremes,
    typed.SortedBy: _sorted,
    typed.Quantified: _quantified,
    typed.Count: _emptiness,
    typed.Each: _each,
    typed.SumOf: _all_parts,
    typed.Extreme: _all_parts,
    typed.Largest: _all_parts,
    typed.Gather: _gather,
    typed.Listing: _gather,
    typed.Leading: _where,
    typed.Different: _different,
    typed.HolderOf: _position,
    typed.PairOf: _all_parts,
    typed.Repeats: _repeats,
    typed.WhatIf: _what_if,
    typed.EndOf: _end,
    typed.Beside: _beside,
    typed.At: _at,
    typed.CellAt: _cell,
    typed.Position: _position,
    typed.PathQuery: _path,
    typed.LongestWay: _longest_way,
}  # fmt: skip
