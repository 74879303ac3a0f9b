"""The plain verbs of the language; decisions are in `decisions.py`, branches, loops, turns in `flow.py`."""

from __future__ import annotations

from rulelang.diagnostics import Label
from rulelang.suggest import did_you_mean
from rulelang.syntax import ast
from rulelang.typed import expressions as typed
from rulelang.typed import statements as stmts
from rulelang.typed.from_syntax.answers import rename
from rulelang.typed.from_syntax.binding import bind
from rulelang.typed.from_syntax.calls import arguments
from rulelang.typed.from_syntax.hypotheses import no_memory
from rulelang.typed.from_syntax.scope import Scope
from rulelang.typed.from_syntax.second_look import how_to_change
from rulelang.typed.from_syntax.typing import (
    StmtHandler,
    Typing,
    expression,
    is_component,
    items,
    need,
    no_track,
    numeric,
    zone_named,
)
from rulelang.typed.statements import Stmt
from rulelang.typed.symbols import refer
from rulelang.types import (
    PLAYER,
    UNKNOWN,
    Kind,
    Num,
    Place,
    Rec,
    Seq,
    Type,
    bare,
    disjoint,
    fits,
    is_unknown,
    most_of,
)

MOST_DICE = 1_000  # at once


# ---------------------------------------------------------------- components


def some(node: ast.Expr, scope: Scope, ctx: Typing) -> tuple[typed.Expr, Type]:
    """One component or a set of them, and their type."""
    found = expression(node, scope, ctx)
    inner = bare(found.type)
    if isinstance(inner, Seq):
        if inner.item != UNKNOWN and not isinstance(bare(inner.item), Rec):
            ctx.report.error("R0234", f"components are needed, but this is {found.type}", node.span)
            return found, UNKNOWN
        return found, bare(inner.item)
    return found, inner if is_component(node, found.type, ctx) else UNKNOWN


def _move(node: ast.Move, scope: Scope, ctx: Typing) -> Stmt | None:
    what, item = some(node.what, scope, ctx)
    where, end, target = "start" if node.dest.at_start else "end", "", node.dest.zone
    if isinstance(target, ast.EndOf):
        end = target.which
        where = "end" if end in ("top", "last") else "start"
        target = target.zone
    if isinstance(target, ast.At):
        return _put(node, what, item, target, scope, ctx)
    cell = expression(target, scope, ctx) if _is_owned_cell(target, ctx) else None
    if isinstance(cell, typed.CellAt):
        _is_for(cell.items, item, node, ctx)
        return stmts.Put(span=node.span, what=what, grid=cell.items, place=cell.index)
    zone = zone_named(target, scope, ctx, item)
    if zone is None:
        return None
    _is_for(zone, item, node, ctx)
    if zone.zone.ordering == "grid":
        title = f"say where on `{zone.zone.name}`"
        ctx.report.error("R0243", title, node.dest.span, hint=f"write `{_as_written(target)} at …`")
        return None
    return stmts.Move(span=node.span, what=what, zone=zone, where=where, end=end)


def _as_written(zone: ast.Expr) -> str:
    """The zone with its owner, in the way that the author names it."""
    match zone:
        case ast.Your(name=name):
            return f"your {name}"
        case ast.YourCall(name=name):
            return f"your {name}(…)"
        case ast.Of(name=name, owner=ast.Name(name=owner)):
            return f"{name} of {owner}"
        case ast.Of(name=name):
            return f"{name} of (…)"
        case ast.CallValue(name=name):
            return f"({name}(…, …))"
        case ast.Name(name=name):
            return name.text
    return "…"


def _is_owned_cell(target: ast.Expr, ctx: Typing) -> bool:
    """`wall of p at spot`, a place of a grid that somebody owns."""
    if not isinstance(target, ast.Of) or not isinstance(target.owner, ast.At):
        return False
    zone = ctx.world.zones.get(target.name.text)
    return zone is not None and zone.ordering == "grid"


def _put(
    node: ast.Move, what: typed.Expr, item: Type, target: ast.At, scope: Scope, ctx: Typing
) -> Stmt | None:
    grid = zone_named(target.items, scope, ctx)
    return None if grid is None else _put_on(node, what, item, grid, target, scope, ctx)


def _put_on(
    node: ast.Move, what: typed.Expr, item: Type, grid: typed.ZoneRef, target: ast.At, scope: Scope,
    ctx: Typing,
) -> Stmt | None:  # fmt: skip
    if grid.zone.ordering != "grid":
        ctx.report.error("R0236", f"`{grid.zone.name}` is not a grid", target.items.span)
        return None
    _is_for(grid, item, node, ctx)
    place = need(target.index, scope, Place(grid.zone.name), ctx)
    return stmts.Put(span=node.span, what=what, grid=grid, place=place)


def _is_for(zone: typed.ZoneRef, item: Type, node: ast.Move, ctx: Typing) -> None:
    if item not in (UNKNOWN, Rec(zone.zone.item)):
        title = f"`{zone.zone.name}` is for `{zone.zone.item}`, but this is {item}"
        ctx.report.error("R0242", title, node.what.span, also=[Label(zone.zone.span, "declared here")])


def _shuffle(node: ast.Shuffle, scope: Scope, ctx: Typing) -> Stmt | None:
    zone = zone_named(node.zone, scope, ctx)
    if zone is None:
        return None
    if zone.zone.ordering != "pile":
        ctx.report.error(
            "R0244", f"only a pile is shuffled, and `{zone.zone.name}` is a {zone.zone.ordering}",
            node.zone.span,
            also=[Label(zone.zone.span, "declared here")],
            hint="declare it as `pile of …`; from a set, use `pick … at random from …`",
        )  # fmt: skip
        return None
    return stmts.Shuffle(span=node.span, zone=zone)


def _reveal(node: ast.Reveal, scope: Scope, ctx: Typing) -> Stmt:
    what, _ = some(node.what, scope, ctx)
    to = None if node.to is None else need(node.to, scope, PLAYER, ctx)
    return stmts.Reveal(span=node.span, what=what, to=to)


def _look(node: ast.Look, scope: Scope, ctx: Typing) -> Stmt:
    return stmts.Look(span=node.span, what=some(node.what, scope, ctx)[0])


def _cover(node: ast.Cover, scope: Scope, ctx: Typing) -> Stmt:
    return stmts.Cover(span=node.span, what=some(node.what, scope, ctx)[0])


# ---------------------------------------------------------------- tracks


def _target(node: ast.Expr, scope: Scope, ctx: Typing) -> typed.TrackRef | None:
    """A track, as something that can be given a value."""
    if isinstance(node, ast.Name):
        hint = _fixed(node.name.text, scope, ctx)
        if hint:
            ctx.report.error("R0245", "this cannot be changed", node.span, hint=hint)
            return None
    before = len(ctx.report.found)
    found = expression(node, scope, ctx)
    if is_unknown(found.type):
        findings = ctx.report.found[before:]
        ctx.report.found[before:] = [no_track(finding, node, scope, ctx) for finding in findings]
    if isinstance(found, typed.TrackRef):
        return found
    printed = isinstance(found, typed.FieldRef)
    if isinstance(found, typed.LocalRef) and not is_unknown(found.type):
        _keeps_its_value(node, found, ctx)
    elif not is_unknown(found.type):
        why = "it is printed on the component" if printed else f"this is {found.type}"
        ctx.report.error(
            "R0245", "this cannot be changed", node.span, why,
            hint="only what is declared with `track`, or a field with `starting`, changes in play",
        )  # fmt: skip
    return None


def _keeps_its_value(node: ast.Expr, found: typed.LocalRef, ctx: Typing) -> None:
    """A name that a parameter, a loop or a choice gives; only one that `let` gives can change."""
    name = found.local.name
    new = f"let new_{name} be {name}"
    also = [] if found.local.span is None else [Label(found.local.span, "it gets its value here")]
    ctx.report.error(
        "R0245", f"`{name}` keeps its value", node.span, also=also,
        hint=f"give the value a name that can change, `{new}`, and then `set new_{name} to …`",
    )  # fmt: skip


def _fixed(name: str, scope: Scope, ctx: Typing) -> str:
    """Why a thing with a name cannot be given a value."""
    if scope.find(name) is None:
        return "" if name in ctx.world.tracks else how_to_change(name, ctx.world)
    return ""


def _assign(node: ast.Assign, scope: Scope, ctx: Typing) -> Stmt | None:
    local = scope.find(node.target.name.text) if isinstance(node.target, ast.Name) else None
    if local is not None and local.role == "let":
        refer(local, node.target.span)
        return rename(node, local, scope, ctx)
    target = _target(node.target, scope, ctx)
    if target is None:
        expression(node.value, scope, ctx)
        return None
    type_ = target.type
    if node.op == "set":
        value = expression(node.value, scope, ctx, type_)
        if not fits(value.type, type_):
            title = f"{type_} is needed, but this is {value.type}"
            ctx.report.error("R0220", title, node.value.span)
            return None
        _outside(node, target, value.type, ctx)
    else:
        if not isinstance(type_, Num):
            if is_unknown(type_):
                return None
            title = f"only a number can grow or shrink, and this is {type_}"
            ctx.report.error("R0220", title, node.target.span, hint="write `set … to …`")
            return None
        value = numeric(node.value, scope, ctx)
    return stmts.Assign(span=node.span, op=node.op, target=target, value=value)


def _outside(node: ast.Assign, target: typed.TrackRef, value: Type, ctx: Typing) -> None:
    wanted = target.type
    if disjoint(value, wanted):
        assert isinstance(wanted, Num)
        title = f"this is always outside the range {wanted.low} to {wanted.high}"
        also = [Label(target.track.span, "declared here")]
        ctx.report.error("R0208", title, node.value.span, also=also)


def _pay(node: ast.Pay, scope: Scope, ctx: Typing) -> Stmt | None:
    giver, taker = _target(node.giver, scope, ctx), _target(node.taker, scope, ctx)
    amount = numeric(node.amount, scope, ctx)
    if giver is None or taker is None:
        return None
    for side, part in ((giver, node.giver), (taker, node.taker)):
        if not isinstance(side.type, Num) and not is_unknown(side.type):
            ctx.report.error("R0220", f"a number is needed, but this is {side.type}", part.span)
            return None
    return stmts.Pay(span=node.span, amount=amount, giver=giver, taker=taker)


# ---------------------------------------------------------------- rules, chance, ends


def _call(node: ast.Call, scope: Scope, ctx: Typing) -> Stmt | None:
    rule = ctx.world.rules.get(node.name.text)
    if rule is None:
        if node.name.text in ctx.world.values:
            title = f"`{node.name}` is a value: it computes something, but does nothing"
            ctx.report.error("R0229", title, node.name.span, hint="use it in an expression")
            return None
        known = [name for name in ctx.world.rules if name not in ("setup", "play")]
        hint = did_you_mean(node.name.text, known) or f"declare it: `rule {node.name}:`"
        title = f"I don't know a rule called `{node.name}`"
        ctx.report.error("R0246", title, node.name.span, hint=hint, unknown=node.name.text)
        return None
    refer(rule, node.name.span)
    args = arguments(rule, node.args, node, scope, ctx)
    return None if args is None else stmts.Call(span=node.span, rule=rule, args=args)


def _roll(node: ast.Roll, scope: Scope, ctx: Typing) -> Stmt | None:
    die = ctx.world.dice.get(node.die.text)
    if die is None:
        hint = did_you_mean(node.die.text, ctx.world.dice, "the dice are")
        hint = hint or f"declare it: `die {node.die}: 1, 2, 3, 4, 5, 6`"
        if node.die.text == "secretly" and isinstance(node.amount, ast.Name):  # `roll storm secretly as w`
            hint = f"`secretly` stands right behind `roll`: `roll secretly {node.amount.name} as {node.name}`"
        title = f"I don't know a die called `{node.die}`"
        ctx.report.error("R0247", title, node.die.span, hint=hint, unknown=node.die.text)
        bind(node.name, UNKNOWN, scope, ctx)
        return None
    refer(die, node.die.span)
    amount = None if node.amount is None else numeric(node.amount, scope, ctx)
    face = Kind(die.kind) if die.kind else Num(min(die.faces), max(die.faces))
    type_: Type = face if amount is None else UNKNOWN if is_unknown(amount.type) else Seq(face, MOST_DICE)
    local = bind(node.name, type_, scope, ctx)
    return stmts.Roll(span=node.span, secretly=node.secretly is not None, die=die, amount=amount, local=local)


def _pick(node: ast.Pick, scope: Scope, ctx: Typing) -> Stmt:
    found, type_ = items(node.items, scope.before(node.name), ctx)
    amount = None
    if isinstance(node.amount, ast.Name) and node.amount.name.text in ("openly", "secretly"):
        _pick_with_a_word(node.amount.name, node.name, ctx)
    elif node.amount is not None:
        amount = numeric(node.amount, scope, ctx)
    type_ = type_ if amount is None else Seq(type_, most_of(found.type))
    if amount is not None and is_unknown(amount.type):
        type_ = UNKNOWN
    return stmts.Pick(span=node.span, amount=amount, local=bind(node.name, type_, scope, ctx), items=found)


def _pick_with_a_word(word: ast.Ident, name: ast.Ident, ctx: Typing) -> None:
    """Written as with `choose` and `roll`: what chance picks has no such word."""
    hint = f"leave `{word}` out"
    if word.text == "openly":
        hint += f", and write below it `say picked with {name}`, or `reveal {name}` of a component"
    why = "nobody hears what was picked until something is done with it"
    ctx.report.error("R0104", f"`{word}` does not go with `pick`", word.span, why=why, hint=hint)


def _finish(node: ast.Finish, scope: Scope, ctx: Typing) -> Stmt:
    players = expression(node.players, scope, ctx, Seq(PLAYER))
    if not fits(players.type, PLAYER) and not fits(players.type, Seq(PLAYER)):
        ctx.report.error("R0220", f"players are needed, but this is {players.type}", node.players.span)
    reason = node.reason.text if node.reason else ""
    return stmts.Finish(span=node.span, won=node.won, players=players, reason=reason)


def _extra_turn(node: ast.ExtraTurn, scope: Scope, ctx: Typing) -> Stmt:
    player = None if node.player is None else need(node.player, scope, PLAYER, ctx)
    return stmts.ExtraTurn(span=node.span, player=player)


def _proceed(node: ast.Proceed, scope: Scope, ctx: Typing) -> Stmt | None:
    if not scope.in_instead:
        ctx.report.error(
            "R0248", "`proceed` has a meaning only in `instead of`", node.span,
            why="it carries out what the ability stands in for",
        )  # fmt: skip
        return None
    return stmts.Proceed(span=node.span)


def _swap(node: ast.Swap, scope: Scope, ctx: Typing) -> Stmt | None:
    left, right = expression(node.left, scope, ctx), expression(node.right, scope, ctx)
    for found, part in ((left, node.left), (right, node.right)):
        if is_unknown(found.type) or not is_component(part, found.type, ctx):
            return None
    if bare(left.type) != bare(right.type):
        title = f"{bare(left.type)} and {bare(right.type)} cannot change places"
        ctx.report.error("R0242", title, node.span)
        return None
    return stmts.Swap(span=node.span, left=left, right=right)


def _remember(node: ast.Remember, scope: Scope, ctx: Typing) -> Stmt | None:
    memory = ctx.world.memories.get(node.memory.text)
    if memory is None:
        no_memory(node.memory, node.memory.span, ctx)
        return None
    refer(memory, node.memory.span)
    return stmts.Remember(span=node.span, memory=memory)


def _nothing(node: ast.Nothing, scope: Scope, ctx: Typing) -> Stmt:
    return stmts.Nothing(span=node.span)


def _say(node: ast.Say, scope: Scope, ctx: Typing) -> Stmt:
    args = tuple(expression(arg, scope, ctx) for arg in node.args)
    return stmts.Say(span=node.span, message=node.message.text, args=args)


STATEMENTS: dict[type, StmtHandler] = {
    ast.Swap: _swap, ast.Remember: _remember, ast.Move: _move, ast.Shuffle: _shuffle, ast.Reveal: _reveal,
    ast.Look: _look,
    ast.Cover: _cover, ast.Assign: _assign, ast.Pay: _pay, ast.Call: _call, ast.Roll: _roll,
    ast.Pick: _pick, ast.Finish: _finish, ast.ExtraTurn: _extra_turn, ast.Proceed: _proceed,
    ast.Nothing: _nothing, ast.Say: _say,
}  # fmt: skip
