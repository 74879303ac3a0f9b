"""Lines that change something: what is shown by them, what is forgotten, and what their slots hold.

In: a statement without inner ones, in a scene. Out: the scene behind it. To put something into an open zone
or track is to show it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from rulelang.checks.secrets.keys import handles, key_of
from rulelang.checks.secrets.labels import (
    EVERYBODY,
    FLAGS,
    NOTHING,
    OPEN,
    QUIET,
    ROLLED,
    Key,
    Label,
    chosen_atom,
    slot_atom,
)
from rulelang.checks.secrets.looking import look, told
from rulelang.checks.secrets.scene import Rest, Scene, bind, does, forget, lose_parts, show, unknown
from rulelang.checks.secrets.summaries import Leak
from rulelang.source import Span
from rulelang.typed import expressions as typed
from rulelang.typed import statements as stmts
from rulelang.typed.symbols import Local, TrackSymbol, ZoneSymbol
from rulelang.types import Player, bare


def rename(local: Local, key: Key, scene: Scene) -> None:
    if isinstance(bare(local.type), Player):
        scene.keys[local] = key


def is_told(exprs: Iterable[typed.Expr | None], scene: Scene) -> None:
    """Everybody sees what is done with these."""
    for expr in exprs:
        if isinstance(expr, typed.LocalRef | typed.ChosenBy | typed.TrackRef):
            show(handles(expr, scene), EVERYBODY, scene)


def _let(let: stmts.Let, scene: Scene) -> None:
    key = ("slot", let.local)
    if isinstance(let.value, typed.LocalRef | typed.You | typed.Active | typed.FunctionCall):
        key = key_of(let.value, scene)
    seen = look(let.value, scene)
    rename(let.local, key, scene)
    bind(let.local, seen, scene)


def _rename(statement: stmts.Rename, scene: Scene) -> None:
    """A name that changes holds what it held, or what it gets: which one, the conditions around tell."""
    content, size = look(statement.value, scene)
    before = scene.slots.get(statement.local, OPEN)
    reasons: Label = frozenset().union(*(reason.label for reason in scene.reasons))
    content, size = content | before[0] | reasons, size | before[1]
    bind(statement.local, (content, size | reasons if size else NOTHING), scene)


def changes(statement: stmts.Stmt, scene: Scene) -> None:
    """Verbs without a row here: nobody knows what they change; what they move may be in all their zones."""
    for target in (getattr(statement, part) for part in statement.into):
        forget(target.zone if isinstance(target, typed.ZoneRef) else target.track, scene)
    lose_parts(statement.may.zones, scene)
    for part in statement.moves:
        content = look(getattr(statement, part), scene)[0]
        for zone in statement.may.zones if scene.whole.is_imagined else ():
            does(zone, content, NOTHING, scene)
        for zone in statement.may.zones:
            if zone.sees != "all":
                _gets(zone, content, scene)


def _move(move: stmts.Move | stmts.Put, scene: Scene) -> None:
    target = move.zone if isinstance(move, stmts.Move) else move.grid
    content, size = look(move.what, scene)
    if scene.whole.is_imagined:
        where = NOTHING if target.owner is None else told(target.owner, scene)
        where |= told(move.place, scene) if isinstance(move, stmts.Put) else NOTHING
        for zone in move.may.zones:
            does(zone, content | size | where, size | where, scene)
    held = handles(move.what, scene) if content - FLAGS else ()
    whole_zone = isinstance(move.what, typed.ZoneRef)
    lose_parts(move.may.zones, scene)
    if target.zone.sees == "all":
        show((atom for atom in held if atom[0] != "part"), EVERYBODY, scene)
        is_told((target.owner, move.place if isinstance(move, stmts.Put) else None), scene)
    else:
        _gets(target.zone, content, scene)
        if target.zone.sees == "owner":
            show((atom for atom in held if atom[0] != "part"), key_of(target.owner, scene), scene)
    if whole_zone:  # nothing is left in it, and everybody knows that
        show(held, EVERYBODY, scene)
    for ability in scene.whole.hooks.get(target.zone, ()):
        summary = scene.whole.ability(ability)
        for symbol in list(summary.lost) if summary is not None else scene.whole.hidden:
            forget(symbol, scene)


def _gets(symbol: ZoneSymbol | TrackSymbol, content: Label, scene: Scene) -> None:
    if unknown(content, EVERYBODY, scene) or QUIET in content:
        forget(symbol, scene, content)


def _assign(assign: stmts.Assign, scene: Scene) -> None:
    _changes(assign.target, assign.value, assign.op == "set", assign.span, scene)


def _pay(pay: stmts.Pay, scene: Scene) -> None:
    for track in (pay.giver, pay.taker):
        _changes(track, pay.amount, False, pay.span, scene)


def _changes(target: typed.TrackRef, value: typed.Expr, wholly: bool, span: Span, scene: Scene) -> None:
    track = target.track
    if scene.whole.is_imagined:
        label = told(value, scene) | (NOTHING if target.owner is None else told(target.owner, scene))
        does(track, label, label, scene)
    if track.sees == "all":
        is_told((target.owner, value), scene)
        return
    content = told(value, scene)
    _rolls(content, span, scene)
    open_to_all = not unknown(content, EVERYBODY, scene) and QUIET not in content
    open_to_all = open_to_all and not any(unknown(reason.label, EVERYBODY, scene) for reason in scene.reasons)
    if not open_to_all:
        forget(track, scene)
    elif wholly:
        show(handles(target, scene), EVERYBODY, scene)


def _rolls(content: Label, span: Span, scene: Scene) -> None:
    """Everybody saw the dice: a hidden track hides nothing of them."""
    if ROLLED in content:
        scene.summary.add(Leak("rolled", span, EVERYBODY, ROLLED))
    for atom in unknown(content, EVERYBODY, scene):
        if atom[0] == "argument":
            scene.summary.add(Leak("rolled", span, EVERYBODY, atom))


def _reveal(reveal: stmts.Reveal, scene: Scene) -> None:
    to = EVERYBODY if reveal.to is None else key_of(reveal.to, scene)
    look(reveal.what, scene)
    show(handles(reveal.what, scene), to, scene)


def _look_at(look_at: stmts.Look, scene: Scene) -> None:
    look(look_at.what, scene)
    show(handles(look_at.what, scene), scene.you, scene)


def _cover(cover: stmts.Cover, scene: Scene) -> None:
    gone = set(handles(cover.what, scene))
    zones = [atom[1] for atom in gone if atom[0] == "zone"]
    scene.known = {atom: who for atom, who in scene.known.items() if atom not in gone or atom[0] == "slot"}
    for zone in zones:
        forget(zone, scene)


def _roll(roll: stmts.Roll, scene: Scene) -> None:
    seen = chosen_atom(roll.local, scene.you) if roll.secretly else ROLLED
    scene.slots[roll.local] = (frozenset((seen,)), NOTHING)


def _pick(pick: stmts.Pick, scene: Scene) -> None:
    content, size = look(pick.items, scene)
    rename(pick.local, ("slot", pick.local), scene)
    bind(pick.local, (content | {QUIET}, size), scene)
    # Nothing is done behind it if there is nothing to pick. Who is shown what was picked knows that anyway.
    own = frozenset((slot_atom(pick.local),))
    there_was = own if size - FLAGS and own <= scene.slots[pick.local][0] else size
    scene.rest.append(Rest(there_was, pick.span, lasts=False))


CHANGE: dict[type[stmts.Stmt], Callable[[Any, Scene], None]] = {
    stmts.Let: _let,
    stmts.Rename: _rename,
    stmts.Move: _move,
    stmts.Put: _move,
    stmts.Assign: _assign,
    stmts.Pay: _pay,
    stmts.Reveal: _reveal,
    stmts.Look: _look_at,
    stmts.Cover: _cover,
    stmts.Roll: _roll,
    stmts.Pick: _pick,
}
