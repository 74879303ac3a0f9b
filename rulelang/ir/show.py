"""The IR as text for people.

In: a `Program`. Out: a stable dump: what is declared, then rules, values and hooks, then the code of each
body with one instruction a line, its number, and the line of the rules it came from. Expressions are written
much as an author would (`show_code`); nothing reads this text back (`codec` has the exact form).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulelang.ir import nodes
from rulelang.ir.show_code import Names, cell, expression, instruction
from rulelang.types import Type, text

WIDTH = 78  # where the source lines stand


def show(program: nodes.Program) -> str:
    return "\n".join(line.rstrip() for line in _lines(program)) + "\n"


def _lines(p: nodes.Program) -> Iterator[str]:
    low, high = p.players
    variants = f", variants {', '.join(p.variants)}" if p.variants else ""
    yield f"program {p.name} for {low} to {high} players{variants} (IR {p.version})"
    yield ""
    yield from _declarations(p)
    for rule in p.rules:
        yield from _rule(rule, p)
    for value in p.values:
        yield from _value(value, p)
    for number, hook in enumerate(p.hooks):
        yield from _hook(number, hook, p)
    for number, body in enumerate(p.bodies):
        yield from _body(number, body, p)
    yield from _ending(p)


def _site(site: nodes.Site) -> str:
    return f"{site[0]}:{site[1]}" if site[0] else ""


def _ids(numbers: Sequence[int]) -> str:
    """Numbers that follow each other, as one stretch."""
    if len(numbers) > 1 and list(numbers) == list(range(numbers[0], numbers[-1] + 1)):
        return f"{numbers[0]} to {numbers[-1]}"
    return ", ".join(map(str, numbers))


def _each(owner: Type | None) -> str:
    return f" of each {text(owner)}" if owner is not None else ""


def _declarations(p: nodes.Program) -> Iterator[str]:
    for kind in p.kinds:
        yield f"kind {kind.name}: {', '.join(kind.words)}"
    for record in p.records:
        ids = f", ids {record.base} to {record.base + record.size - 1}" if record.physical else ""
        yield f"{record.word} {record.name}: {record.size} rows{ids}"
        for column in record.columns:
            yield f"    {column.name}: {text(column.type)} = {', '.join(map(cell, column.values))}"
    for zone in p.zones:
        size = f" {zone.width} by {zone.height}" if zone.ordering == "grid" else ""
        title = f"zone {zone.name}{_each(zone.owner)}"
        yield f"{title}: {zone.ordering}{size} of {zone.item}, sees {zone.sees}"
    for track in p.tracks:
        capped = " capped" if track.capped else ""
        start = f" starting {expression(track.start, Names(p))}{capped}, sees {track.sees}"
        yield f"track {track.name}{_each(track.owner)}: {text(track.type)}{start}"
    for setting in p.settings:
        choices = ", ".join(setting.words) if setting.words else " to ".join(map(str, setting.choices))
        yield f"setting {setting.name}: {choices}, default {cell(setting.default)}"
    yield ""


def _params(types: Sequence[Type]) -> str:
    return ", ".join(map(text, types))


def _rule(rule: nodes.RuleDef, p: nodes.Program) -> Iterator[str]:
    key = "" if rule.key is None else f" by {expression(rule.key, Names(p))}"
    yield f"rule {rule.name}({_params(rule.params)}){key}"
    for case, body in rule.cases:
        yield f"    case {case}: body {body}"
    if rule.default is not None:
        yield f"    body {rule.default}"
    for number in rule.hooks:
        yield f"    hook {number}: {_hook_title(p.hooks[number])}"


def _value(value: nodes.ValueDef, p: nodes.Program) -> Iterator[str]:
    key = "" if value.key is None else f" by {expression(value.key, Names(p))}"
    title = f"value {value.name}({_params(value.params)}){key} -> {text(value.result)}"
    yield f"{title:{WIDTH}}  {_site(value.site)}"
    for case, steps in value.cases:
        yield f"    case {case}:"
        yield from (f"        {_step(step, p)}" for step in steps)
    yield from (f"    {_step(step, p)}" for step in value.default)
    for number in value.changes:
        yield f"    hook {number}: {_hook_title(p.hooks[number])}"


def _step(step: nodes.Step, p: nodes.Program) -> str:
    value = expression(step.value, Names(p))
    if step.loc is not None:
        return f"let x{step.loc} be {value}"
    if step.condition is not None:
        return f"when {expression(step.condition, Names(p))}: {value}"
    return f"otherwise: {value}"


def _hook_title(hook: nodes.HookDef) -> str:
    whose = f" of {hook.owner}" if hook.owner else ""
    cases = f" for {_ids(hook.cases)}" if hook.cases else ""
    return f"{hook.how} {hook.target}{cases}{whose}"


def _hook(number: int, hook: nodes.HookDef, p: nodes.Program) -> Iterator[str]:
    yield f"{f'hook {number}: {_hook_title(hook)}':{WIDTH}}  {_site(hook.site)}"
    if hook.components:
        zone = "nowhere" if hook.zone is None else p.zones[hook.zone].name
        yield f"    while {_ids(hook.components)} in {zone}"
    if hook.priority:
        yield f"    priority {hook.priority}"
    if hook.when is not None:
        yield f"    when {expression(hook.when, Names(p))}"
    if hook.body is not None:
        yield f"    body {hook.body}"
    if hook.value is not None:
        yield f"    {expression(hook.value, Names(p))}"


def _body(number: int, body: nodes.Body, p: nodes.Program) -> Iterator[str]:
    names = Names(p, tuple(slot.name for slot in body.slots))
    yield ""
    yield f"body {number}: {body.name}, {body.params} parameters"
    for index, slot in enumerate(body.slots):
        yield f"    {names.slot(index)}: {'what `proceed` needs' if slot.type is None else text(slot.type)}"
    for pc, (instr, site) in enumerate(zip(body.code, body.sites, strict=True)):
        line = f"  {pc:3}  {instruction(instr, names)}"
        yield f"{line:{WIDTH}}  {_site(site)}"


def _ending(p: nodes.Program) -> Iterator[str]:
    names = Names(p)
    yield ""
    if p.setup is not None:
        yield f"setup: {p.rules[p.setup].name}"
    yield f"play: {p.rules[p.play].name}"
    if p.ranking is not None:
        where = "" if p.ranking.condition is None else f" where {expression(p.ranking.condition, names)}"
        keys = ", then ".join(f"{which} {expression(key, names)}" for which, key in p.ranking.keys)
        yield f"ranking of x0{where}: {keys}, then {p.ranking.ties}"
    if p.score is not None:
        yield f"score of x0: {expression(p.score, names)}"
    if p.payoff is not None:
        yield f"payoff of x0: {expression(p.payoff, names)}"
    if p.outlook is not None:
        yield f"outlook of x0: {expression(p.outlook, names)}"
