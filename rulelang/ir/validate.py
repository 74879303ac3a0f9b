"""The IR's own invariants.

In: a `Program`. Out: what is wrong with it, as sentences; an empty list for every program that the compiler
makes. An interpreter may rely on all of it, so a program from elsewhere is validated before it is played:
first that everything is what its class says (`structure`), then numbers of tables, then types (`proofs`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rulelang.ir import instructions as do
from rulelang.ir import nodes
from rulelang.ir.answer_proofs import answer_misfits
from rulelang.ir.declared import below, declarations, type_misfits
from rulelang.ir.expressions import Expr, Loop
from rulelang.ir.instruction_proofs import instruction_proof
from rulelang.ir.proofs import around as reading
from rulelang.ir.proving import Around, holds, proof
from rulelang.ir.roles import operands
from rulelang.ir.structure import program_misfits
from rulelang.types import (
    BOOL,
    PLAYER,
    NoneType,
    Num,
    Pair,
    Rec,
    Type,
    bare,
    fits,
    text,
)

HOOKS = ("before", "after", "instead", "change", "enters", "changes")


def validate(program: nodes.Program) -> list[str]:
    found = program_misfits(program)
    for check in (declarations, _references, _code):
        if found:
            break
        found = list(dict.fromkeys(check(program)))
    return found


# ---------------------------------------------------------------- what refers to what


def _references(p: nodes.Program) -> Iterator[str]:
    for track in p.tracks:
        yield from _numbers(track.start, p, f"track {track.name}")
    for rule in p.rules:
        where = f"rule {rule.name}"
        if rule.key is not None:
            yield from _numbers(rule.key, p, where)
        elif rule.cases:
            yield f"{where}: it has cases, but nothing to tell them apart"
        for case, body in rule.cases:
            yield from _refers(body, len(rule.params), f"{where}: case {case}", p)
        if rule.default is not None:
            yield from _refers(rule.default, len(rule.params), f"{where}: the default", p)
        yield from _hooked(rule.hooks, rule.name, ("before", "after", "instead"), where, p)
    for value in p.values:
        where = f"value {value.name}"
        if value.key is not None:
            yield from _numbers(value.key, p, where)
        elif value.cases:
            yield f"{where}: it has cases, but nothing to tell them apart"
        for steps in (*(steps for _, steps in value.cases), value.default):
            if not steps or steps[-1].loc is not None or steps[-1].condition is not None:
                yield f"{where}: its steps do not end with a result"
            for step in steps:
                yield from _numbers(step, p, where)
        yield from _hooked(value.changes, value.name, ("change",), where, p)
    for number, hook in enumerate(p.hooks):
        yield from _hook(number, hook, p)
    for number, found in enumerate(p.bodies):
        yield from _body(number, found, p)
    yield from _ending(p)


def _refers(number: int | None, params: int, what: str, p: nodes.Program) -> Iterator[str]:
    if number is None or not below(number, len(p.bodies)):
        yield f"{what} is body {number}, which does not exist"
    elif p.bodies[number].params != params:
        yield f"{what} is body {number}, which does not take {params} parameters"


def _hooked(
    numbers: Sequence[int], name: str, hows: tuple[str, ...], where: str, p: nodes.Program
) -> Iterator[str]:
    for number in numbers:
        if not below(number, len(p.hooks)):
            yield f"{where}: there is no hook {number}"
        elif p.hooks[number].target != name or p.hooks[number].how not in hows:
            yield f"{where}: hook {number} is not one of its own"
    for number, hook in enumerate(p.hooks):
        if hook.how in hows and hook.target == name and number not in numbers:
            yield f"{where}: its hook {number} is not listed"


def _hook(number: int, hook: nodes.HookDef, p: nodes.Program) -> Iterator[str]:
    where = f"hook {number} ({hook.how} {hook.target})"
    tables: dict[str, Sequence[Any]] = {"enters": p.zones, "changes": p.tracks, "change": p.values}
    target = next((t for t in tables.get(hook.how, p.rules) if t.name == hook.target), None)
    if hook.how not in HOOKS or target is None:
        yield f"{where}: it hooks nothing that exists"
        return
    if (hook.components or hook.zone is not None) and not below(hook.zone, len(p.zones)):
        yield f"{where}: it works in no zone"
    for component in hook.components:
        if not below(component, p.components):
            yield f"{where}: there is no component {component}"
    for expr in (hook.when, hook.value):
        if expr is not None:
            yield from _numbers(expr, p, where)
    if hook.how == "change":
        if hook.value is None:
            yield f"{where}: it has no value"
    else:
        yield from _refers(hook.body, len(hooked_types(hook, p)) + 2, f"{where}: what it does", p)


def hooked_types(hook: nodes.HookDef, p: nodes.Program) -> tuple[Type, ...]:
    """The parameters of what is hooked."""
    if hook.how == "enters":
        zone = p.zone(hook.target)
        return (Rec(zone.item), *_owner_parts(zone.owner))
    if hook.how == "changes":
        return _owner_parts(next(track.owner for track in p.tracks if track.name == hook.target))
    table: Sequence[Any] = p.values if hook.how == "change" else p.rules
    params: tuple[Type, ...] = next(item.params for item in table if item.name == hook.target)
    return params


def _owner_parts(owner: Type | None) -> tuple[Type, ...]:
    return (owner.first, owner.second) if isinstance(owner, Pair) else (owner or NoneType(),)


def _body(number: int, body: nodes.Body, p: nodes.Program) -> Iterator[str]:
    where = f"body {number} ({body.name})"
    if len(body.sites) != len(body.code):
        yield f"{where}: {len(body.sites)} sites for {len(body.code)} instructions"
    if not 0 <= body.params <= len(body.slots):
        yield f"{where}: {body.params} parameters in {len(body.slots)} slots"
    if not body.code or not isinstance(body.code[-1], do.ENDINGS):
        yield f"{where}: its code does not end with a return or a jump"
    replaces = {hook.body for hook in p.hooks if hook.how == "instead"}
    for pc, instr in enumerate(body.code):
        yield from _numbers(instr, p, f"{where} at {pc}", body)
        if isinstance(instr, do.Proceed) and number not in replaces:
            yield f"{where} at {pc}: `proceed` outside of `instead of`"


def _ending(p: nodes.Program) -> Iterator[str]:
    for rule, what in ((p.play, "play"), (p.setup, "setup")):
        if rule is None and what == "setup":
            continue
        if rule is None or not below(rule, len(p.rules)) or p.rules[rule].params:
            yield f"program: the {what} is rule {rule}, which does not exist or takes parameters"
    asked = (p.score, p.payoff, p.payoff_divisor, p.outlook, p.ranking.condition if p.ranking else None)
    for expr in (*asked, *p.must_hold):
        if expr is not None:
            yield from _numbers(expr, p, "program")
    if len(p.must_hold) != len(p.must_hold_sites):
        yield f"program: {len(p.must_hold_sites)} sites for {len(p.must_hold)} conditions"
    for memory in p.memories:
        for numbers, size in ((memory.zones, len(p.zones)), (memory.tracks, len(p.tracks))):
            if not all(below(number, size) for number in numbers):
                yield f"memory {memory.name}: it is about something that does not exist"
    for which, key in p.ranking.keys if p.ranking else ():
        if which not in ("highest", "lowest"):
            yield f"program: unknown order `{which}`"
        yield from _numbers(key, p, "program")
    if p.ranking and p.ranking.ties not in ("draw", "share"):
        yield f"program: unknown end of a tie `{p.ranking.ties}`"


def _numbers(node: Any, p: nodes.Program, where: str, body: nodes.Body | None = None) -> Iterator[str]:
    """Whether every number that an operand is, and every word, is one that exists."""
    sizes = {
        "zone": len(p.zones), "grid": len(p.zones), "track": len(p.tracks), "setting": len(p.settings),
        "rule": len(p.rules), "value": len(p.values), "memory": len(p.memories),
        "slot": len(body.slots) if body else 0, "target": len(body.code) if body else 0,
    }  # fmt: skip
    if isinstance(node, Expr):
        yield from (f"{where}: {wrong}" for wrong in type_misfits(node.type, p))
    for name, role in operands(node):
        value = getattr(node, name)
        for item in value if isinstance(value, tuple) else (value,):
            kind = role.rstrip("*?") if isinstance(role, str) else ""
            if isinstance(item, Expr | Loop | do.Entry | do.SecretEntry | nodes.Step):
                yield from _numbers(item, p, where, body)
            elif isinstance(role, tuple):
                if item not in role:
                    yield f"{where}: `{type(node).__name__}` has {item!r}, which is none of {', '.join(role)}"
            elif kind in sizes and item is not None and not (role == "target?" and item == -1):
                grid = kind == "grid" and below(item, len(p.zones)) and p.zones[item].ordering != "grid"
                if not below(item, sizes[kind]) or grid:
                    yield f"{where}: `{type(node).__name__}` has {item!r} where a {kind} is needed"


# ---------------------------------------------------------------- types


def _code(p: nodes.Program) -> Iterator[str]:
    for track in p.tracks:
        yield from _typed(track.start, reading(p), track.type, f"track {track.name}")
    for rule in p.rules:
        around = reading(p, locs=dict(enumerate(rule.params)))
        if rule.key is not None:
            yield from (f"rule {rule.name}: {wrong}" for wrong in proof(rule.key, around))
        for _, number in rule.cases:
            yield from _params(p.bodies[number], rule.params, f"rule {rule.name}")
        if rule.default is not None:
            yield from _params(p.bodies[rule.default], rule.params, f"rule {rule.name}")
    for value in p.values:
        where, around = f"value {value.name}", reading(p, locs=dict(enumerate(value.params)))
        if value.key is not None:
            yield from (f"{where}: {wrong}" for wrong in proof(value.key, around))
        for steps in (*(steps for _, steps in value.cases), value.default):
            yield from _steps(steps, value.result, around, where)
    for number, hook in enumerate(p.hooks):
        yield from _hook_types(number, hook, p)
    for number, body in enumerate(p.bodies):
        around = reading(p, tuple(slot.type for slot in body.slots))
        for pc, instr in enumerate(body.code):
            where = f"body {number} ({body.name}) at {pc}"
            yield from (f"{where}: {wrong}" for wrong in instruction_proof(instr, body, around))
    yield from answer_misfits(p)
    around = reading(p, locs={0: PLAYER})
    keys = (key for _, key in (p.ranking.keys if p.ranking else ()))
    for expr in (p.score, p.payoff, p.payoff_divisor, p.outlook, *keys):
        if expr is not None:
            yield from _typed(expr, around, Num(), "program")
    if p.ranking is not None and p.ranking.condition is not None:
        yield from _typed(p.ranking.condition, around, BOOL, "program")
    for expr in p.must_hold:
        yield from _typed(expr, reading(p), BOOL, "program")


def _typed(expr: Expr, around: Around, wanted: Type, where: str) -> Iterator[str]:
    yield from (f"{where}: {wrong}" for wrong in proof(expr, around))
    if not fits(expr.type, wanted):
        yield f"{where}: {text(expr.type)} is no {text(wanted)}"


def _steps(steps: tuple[nodes.Step, ...], result: Type, around: Around, where: str) -> Iterator[str]:
    for step in steps:
        if step.condition is not None:
            yield from _typed(step.condition, around, BOOL, where)
        yield from (f"{where}: {wrong}" for wrong in proof(step.value, around))
        if step.loc is not None:
            if step.loc in around.locs:
                yield f"{where}: the name {step.loc} is taken"
            around = around.with_loc(step.loc, step.value.type)
        elif not holds(result, step.value.type):
            yield f"{where}: {text(step.value.type)} is not in its result {text(result)}"


def _params(body: nodes.Body, params: tuple[Type, ...], where: str) -> Iterator[str]:
    for slot, wanted in zip(body.slots, params, strict=False):
        if slot.type is None or not holds(slot.type, wanted):
            yield f"{where}: its body has another parameter `{slot.name}`"


def _hook_types(number: int, hook: nodes.HookDef, p: nodes.Program) -> Iterator[str]:
    where = f"hook {number} ({hook.how} {hook.target})"
    types = list(hooked_types(hook, p))
    if hook.body is not None:
        yield from _params(p.bodies[hook.body], (*types, PLAYER), where)
    if hook.how == "change":
        result = next(value.result for value in p.values if value.name == hook.target)
        types.append(result)
        if hook.value is not None:
            yield from _typed(hook.value, reading(p, locs=dict(enumerate([*types, PLAYER]))), result, where)
            if not holds(result, bare(hook.value.type)):
                yield f"{where}: {text(hook.value.type)} is not in {text(result)}"
    if hook.when is not None:
        yield from _typed(hook.when, reading(p, locs=dict(enumerate([*types, PLAYER]))), BOOL, where)
