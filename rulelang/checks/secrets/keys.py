"""Who and what an expression names: keys of players, and the atoms that are known once it is shown.

In: a typed expression in a scene. Out: keys and atoms of `labels.py`; nothing is looked at here.
"""

from __future__ import annotations

from rulelang.checks.secrets.labels import (
    FLAGS,
    NONE,
    OPEN,
    Atom,
    Key,
    chosen_atom,
    key_of_parts,
    track_atom,
    zone_atom,
)
from rulelang.checks.secrets.scene import Scene
from rulelang.typed import expressions as typed
from rulelang.typed.symbols import World
from rulelang.typed.walk import expressions
from rulelang.types import Player, Rec, Type, bare, item_of


def key_of(expr: typed.Expr | None, scene: Scene) -> Key:
    """Who or what this is, as far as the text tells it."""
    match expr:
        case None:
            return NONE
        case typed.LocalRef(local=local):
            return scene.keys.get(local) or ("slot", local)
        case typed.You():
            return scene.you
        case typed.Active():
            return scene.active
        case typed.Word(number=number):
            return ("word", number)
        case typed.Number(value=value):
            return ("number", value)
        case typed.FunctionCall(name=name, args=args):
            return key_of_parts(name, tuple(key_of(arg, scene) for arg in args))
        case typed.PairOf(first=first, second=second):  # who sees it is about the player of the two
            return key_of(first if isinstance(bare(first.type), Player) else second, scene)
        case typed.TrackRef(track=track, owner=owner):
            return key_of_parts(track, (key_of(owner, scene),))
    return ("text", scene.you, scene.active, expr)


def handles(expr: typed.Expr, scene: Scene) -> tuple[Atom, ...]:
    """What is known as soon as this is shown."""
    match expr:
        case typed.LocalRef(local=local):
            content, size = scene.slots.get(local, OPEN)
            return tuple((content | size) - FLAGS)
        case typed.ZoneRef(zone=zone, owner=owner):
            return (zone_atom(zone, key_of(owner, scene)),) if zone.sees != "all" else ()
        case typed.TrackRef(track=track, owner=owner):
            return (track_atom(track, key_of(owner, scene)),) if track.sees != "all" else ()
        case typed.ChosenBy(local=local, player=player):
            return (chosen_atom(local, key_of(player, scene)),)
        case typed.ListOf(items=items):
            return tuple(atom for item in items for atom in handles(item, scene))
        case typed.Combined(op="union", left=left, right=right):
            return handles(left, scene) + handles(right, scene)
        case typed.EndOf(which=which, amount=amount, items=typed.ZoneRef() as zone) if amount is not None:
            one = part_of(typed.EndOf(expr.span, item_of(expr.type), which, None, zone), scene)
            return (part_of(expr, scene), one)
    return (part_of(expr, scene),)


def part_of(expr: typed.Expr, scene: Scene) -> Atom:
    what: object = (scene.you, scene.active, expr)
    if isinstance(expr, typed.EndOf) and expr.amount is None and isinstance(expr.items, typed.ZoneRef):
        what = (_ENDS.get(expr.which, expr.which), key_of(expr.items.owner, scene))  # of whatever type it is
    zones = frozenset(found.zone for found in expressions(expr) if isinstance(found, typed.ZoneRef))
    return ("part", what, zones)


_ENDS = {"top": "last", "bottom": "first"}


def is_component(type_: Type, world: World) -> bool:
    inner = bare(item_of(type_))
    return isinstance(inner, Rec) and world.records[inner.name].physical
