"""The whole typed program to IR.

In: a checked `Definition`. Out: a `Program`. Bodies are numbered as the rules and then the abilities come.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from rulelang.ir import expressions as ir
from rulelang.ir import instructions as do
from rulelang.ir import nodes
from rulelang.ir.from_typed import decisions, flow, statements
from rulelang.ir.from_typed.block import block
from rulelang.ir.from_typed.code import Code, Names
from rulelang.ir.from_typed.expressions import bounded, few, lower, optional
from rulelang.ir.keys import ability_name
from rulelang.source import Span
from rulelang.typed.definition import Ability, About, Definition, Rule, RuleBody, Value, ValueBody
from rulelang.typed.symbols import CallableSymbol, Local, RecordSymbol, TrackSymbol, World
from rulelang.types import BOOL, NONE, Num, Opt, Pair, Rec, Seq, Type, bare, within

STATEMENTS = {**statements.STATEMENTS, **decisions.STATEMENTS, **flow.STATEMENTS}


def lower_definition(definition: Definition) -> nodes.Program:
    world = definition.world
    bodies: list[nodes.Body] = []
    rules = [_rule(rule, world, bodies) for rule in definition.rules]
    hooks = tuple(_hook(ability, world, bodies) for ability in definition.abilities)
    around, changes = _by_target(hooks, "before", "after", "instead"), _by_target(hooks, "change")
    return nodes.Program(
        name=world.name,
        players=world.players,
        kinds=tuple(nodes.KindDef(kind.name, kind.words) for kind in world.kinds.values()),
        records=tuple(_record(record) for record in world.records.values()),
        zones=tuple(
            nodes.ZoneDef(
                z.name,
                z.owner,
                z.ordering,
                z.item,
                z.sees,
                z.width,
                z.height,
                z.hexagonal,
                z.sizes[0].id if z.sizes[0] is not None else None,
                z.sizes[1].id if z.sizes[1] is not None else None,
                z.open_edge,
            )
            for z in world.zones.values()
        ),
        tracks=tuple(_track(track, definition) for track in world.tracks.values()),
        settings=tuple(
            nodes.SettingDef(s.name, s.type, s.default, *_choices(s.type, world))
            for s in world.settings.values()
        ),
        bodies=tuple(bodies),
        rules=tuple(_with_hooks(rule, around.get(rule.name, ())) for rule in rules),
        values=tuple(_value(v, world, changes.get(v.symbol.name, ())) for v in definition.values),
        hooks=hooks,
        setup=world.rules["setup"].id if "setup" in world.rules else None,
        play=world.rules["play"].id,
        variants=world.variants,
        ranking=_ranking(definition),
        score=_about(definition.score, world),
        payoff=_about(definition.payoff, world),
        score_site=_about_site(definition.score),
        payoff_site=_about_site(definition.payoff),
        memories=tuple(
            nodes.MemoryDef(
                m.name, tuple(zone.id for zone in m.zones), tuple(track.id for track in m.tracks), m.active
            )
            for m in world.memories.values()
        ),
        payoff_divisor=_divisor(definition.payoff, world),
        outlook=_about(definition.outlook, world),
        outlook_site=_about_site(definition.outlook),
        must_hold=tuple(lower(expr, Names(world)) for expr in definition.must_hold),
        must_hold_sites=tuple(_site(expr.span) for expr in definition.must_hold),
        strings=tuple(
            (language, tuple(sorted(texts.items()))) for language, texts in sorted(definition.strings.items())
        ),
    )


def _site(span: Span) -> nodes.Site:
    return span.path, span.line, span.column


# ---------------------------------------------------------------- what is declared


def _record(record: RecordSymbol) -> nodes.RecordDef:
    names = tuple(row.name for row in record.rows.values() for _ in range(row.copies))
    columns = tuple(
        nodes.Column(
            name,
            field.type,
            tuple(row.cells.get(name) for row in record.rows.values() for _ in range(row.copies)),
        )
        for name, field in record.fields.items()
        if field.track is None
    )
    return nodes.RecordDef(record.name, record.word, record.physical, record.base, names, columns)


def _track(track: TrackSymbol, definition: Definition) -> nodes.TrackDef:
    given = definition.starts[track]
    if given is None:
        start = _usual_start(track.type)
    else:
        start = bounded(given, track.type, track.name, Names(definition.world))
        start = ir.Freeze(start.type, start) if isinstance(track.type, Seq) else start
    return nodes.TrackDef(
        track.name, track.owner, track.type, start, track.capped, track.sees, _site(track.span)
    )  # fmt: skip


def _usual_start(type_: Type) -> ir.Expr:
    if isinstance(type_, Opt):
        return ir.Nothing(NONE)
    if isinstance(type_, Num):
        return ir.Number(type_, min(max(0, type_.low), type_.high))
    return _empty(type_)


def _empty(type_: Type) -> ir.Expr:
    """What a value gives for a case that it does not name, and a track has that starts with nothing."""
    if isinstance(bare(type_), Seq):
        return ir.ListOf(bare(type_), ())
    if type_ == BOOL:
        return ir.Truth(BOOL, False)
    return ir.Number(type_, 0)


def _choices(type_: Type, world: World) -> tuple[tuple[object, ...], tuple[str, ...]]:
    """The values of a setting and the words for them; of a range its ends, without words."""
    if isinstance(type_, Opt):
        values, words = _choices(type_.inner, world)
        if isinstance(type_.inner, Num):
            values = tuple(range(type_.inner.low, type_.inner.high + 1))
            words = tuple(map(str, values))
        return (*values, None), (*words, "none")
    if isinstance(type_, Num):
        return (type_.low, type_.high), ()
    if type_ == BOOL:
        return (False, True), ("no", "yes")
    words = world.words_of(bare(type_))
    return tuple(range(len(words))), words


# ---------------------------------------------------------------- rules


def _key(symbol: CallableSymbol) -> ir.Expr | None:
    """What tells the cases apart: the first parameter, or a field of it."""
    if symbol.key_type is None:
        return None
    first = ir.Loc(symbol.params[0][1], 0)
    field = symbol.key_field
    return first if field is None else ir.Field(field.type, field.name, first)


def _cases(symbol: CallableSymbol, words: Sequence[str], world: World) -> list[int]:
    if symbol.key_type is None:
        return []
    return [number for word in words for number in world.meant(word, symbol.key_type)]


def _rule(rule: Rule, world: World, bodies: list[nodes.Body]) -> nodes.RuleDef:
    symbol, default = rule.symbol, None
    cases: list[tuple[int, int]] = []
    for body in rule.bodies:
        bodies.append(_rule_body(symbol, body, world))
        number = len(bodies) - 1
        if body.words:
            cases += [(case, number) for case in _cases(symbol, body.words, world)]
        else:
            default = number
    params = tuple(type_ for _, type_ in symbol.params)
    return nodes.RuleDef(
        symbol.name, params, _key(symbol), tuple(cases), default, (), _site(symbol.span), symbol.answer
    )


def _rule_body(symbol: CallableSymbol, body: RuleBody, world: World) -> nodes.Body:
    case = f" for {', '.join(body.words)}" if body.words else ""
    code = Code(symbol.name + case, Names(world), STATEMENTS)
    for param in body.params:
        code.bind(param)
    block(body.block, code)
    if symbol.answer is not None:  # it ends without one
        code.emit(do.Answer(nothing_of(symbol.answer)))
    return code.finish(len(body.params))


def _by_target(hooks: Sequence[nodes.HookDef], *how: str) -> dict[str, tuple[int, ...]]:
    """The numbers of such hooks, by the name of what they wait for."""
    found: dict[str, list[int]] = {}
    for number, hook in enumerate(hooks):
        if hook.how in how:
            found.setdefault(hook.target, []).append(number)
    return {name: tuple(numbers) for name, numbers in found.items()}


def _with_hooks(rule: nodes.RuleDef, hooks: tuple[int, ...]) -> nodes.RuleDef:
    return nodes.RuleDef(
        rule.name, rule.params, rule.key, rule.cases, rule.default, hooks, rule.site, rule.answer
    )  # fmt: skip


# ---------------------------------------------------------------- values


def _value(value: Value, world: World, changes: tuple[int, ...]) -> nodes.ValueDef:
    symbol = value.symbol
    cases: list[tuple[int, tuple[nodes.Step, ...]]] = []
    default: tuple[nodes.Step, ...] | None = None
    for body in value.bodies:
        steps = _steps(body, world)
        if value.depth:  # what it puts together from itself is looked at each time
            steps = tuple(_bounded(step, value) for step in steps)
        if body.words:
            cases += [(case, steps) for case in _cases(symbol, body.words, world)]
        else:
            default = steps
    params = tuple(type_ for _, type_ in symbol.params)
    nothing = (nodes.Step(None, None, nothing_of(value.result)),)
    return nodes.ValueDef(
        symbol.name, params, value.result, _key(symbol), tuple(cases), default or nothing, changes,
        _site(symbol.span),
    )  # fmt: skip


def _bounded(step: nodes.Step, value: Value) -> nodes.Step:
    if step.loc is not None or within(bare(step.value.type), bare(value.result)):
        return step
    return evolve(step, value=ir.Within(value.result, step.value, value.symbol.name))


def nothing_of(result: Type) -> ir.Expr:
    """What stands for no result: 0, no, an empty set or none."""
    if isinstance(bare(result), Seq | Num) or result == BOOL:
        return _empty(result)
    return ir.Nothing(NONE)


def _steps(body: ValueBody, world: World) -> tuple[nodes.Step, ...]:
    names = Names(world)
    for param in body.params:
        names.new_loc(param)
    steps = []
    for local, expr in body.lets:
        value = lower(expr, names)
        steps.append(nodes.Step(names.new_loc(local), None, value))
    for result in body.results:
        test = optional(result.condition, names)
        steps.append(nodes.Step(None, test, lower(result.value, names)))
    return tuple(steps)


# ---------------------------------------------------------------- abilities


def _hook(ability: Ability, world: World, bodies: list[nodes.Body]) -> nodes.HookDef:
    target, row = ability.target, ability.holder
    symbol = target if isinstance(target, CallableSymbol) else None
    names = Names(world)
    for param in ability.params:
        names.new_loc(param)
    if ability.result is not None:
        names.new_loc(ability.result)
    names.new_loc(ability.when_actor)
    when, value = optional(ability.when, names), None
    if ability.value is not None and ability.result is not None:
        value = lower(ability.value, names)
        if isinstance(bare(ability.result.type), Num):
            value = ir.Within(ability.result.type, value, target.name)
        value = few(value, ability.result.type, target.name)
    body = None
    if ability.block is not None:
        bodies.append(_hook_body(ability, world))
        body = len(bodies) - 1
    return nodes.HookDef(
        how=ability.how,
        target=target.name,
        owner=row.name if row is not None else "",
        components=tuple(row.numbers) if row is not None else (),
        zone=ability.zone.id if ability.zone is not None else None,
        cases=tuple(_cases(symbol, ability.words, world)) if symbol is not None else (),
        when=when,
        body=body,
        value=value,
        priority=ability.priority,
        site=_site(ability.span),
    )


def _hook_body(ability: Ability, world: World) -> nodes.Body:
    """Code of an ability: its slots are the parameters, the actor, and what `proceed` needs."""
    holder = ability.holder.name if ability.holder is not None else ""
    code = Code(ability_name(ability.how, ability.target.name, holder), Names(world), STATEMENTS)
    for param, type_ in zip(ability.body_params, _hooked_types(ability), strict=True):
        code.bind(param) if param is not None else code.new_slot("", type_)
    code.bind(ability.actor)
    code.new_slot("proceed", None)
    assert ability.block is not None
    target = ability.target
    answer = target.answer if isinstance(target, CallableSymbol) and ability.how == "instead" else None
    if answer is not None:  # what `proceed` carries out answers for it, unless it answers itself
        code.answer = code.new_slot("answer", answer)
        code.emit(do.Let(code.answer, nothing_of(answer)))
    block(ability.block, code)
    if answer is not None and code.answer is not None:
        code.emit(do.Answer(ir.Slot(answer, code.answer)))
    return code.finish(len(ability.body_params) + 2)


def _hooked_types(ability: Ability) -> list[Type]:
    target = ability.target
    if isinstance(target, CallableSymbol):
        return [type_ for _, type_ in target.params]
    owner = target.owner if target.owner is not None else NONE
    owners = [owner.first, owner.second] if isinstance(owner, Pair) else [owner]
    return owners if isinstance(target, TrackSymbol) else [Rec(target.item), *owners]


# ---------------------------------------------------------------- the end


def _about_names(player: Local, world: World) -> Names:
    names = Names(world)
    names.new_loc(player)
    return names


def _about(about: About | None, world: World) -> ir.Expr | None:
    return None if about is None else lower(about.value, _about_names(about.player, world))


def _divisor(about: About | None, world: World) -> ir.Expr | None:
    if about is None or about.divisor is None:
        return None
    return lower(about.divisor, _about_names(about.player, world))


def _about_site(about: About | None) -> nodes.Site:
    return ("", 0, 0) if about is None else _site(about.value.span)


def _ranking(definition: Definition) -> nodes.Ranking | None:
    ranking = definition.ranking
    if ranking is None:
        return None
    names = _about_names(ranking.player, definition.world)
    condition = optional(ranking.condition, names)
    keys = tuple((how, lower(key, names)) for how, key in ranking.keys)
    site = _site(ranking.keys[0][1].span) if ranking.keys else ("", 0, 0)
    return nodes.Ranking(condition, keys, ranking.ties, site)
