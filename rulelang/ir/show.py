"""The IR as text for people.

In: a `Program`. Out: a stable dump: what is declared, then rules, values and hooks, then the code of each
body with one instruction a line, its number, and the line of the rules it came from. Expressions are written
much as an author would; nothing reads this text back (`codec` has the exact form).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from rulelang.ir import nodes
from rulelang.ir.nodes import Expr, Instr
from rulelang.ir.signatures import INFIX

WIDTH = 78  # where the source lines stand


def show(program: nodes.Program) -> str:
    return "\n".join(line.rstrip() for line in _Writer(program).lines()) + "\n"


def _site(site: nodes.Site) -> str:
    return f"{site[0]}:{site[1]}" if site[0] else ""


def _ids(numbers: Sequence[int]) -> str:
    """Numbers that follow each other, as one stretch."""
    if len(numbers) > 1 and list(numbers) == list(range(numbers[0], numbers[-1] + 1)):
        return f"{numbers[0]} to {numbers[-1]}"
    return ", ".join(map(str, numbers))


class _Writer:
    def __init__(self, program: nodes.Program) -> None:
        self.p = program
        self.names: tuple[str, ...] = ()

    def lines(self) -> Iterator[str]:
        p = self.p
        low, high = p.players
        variants = f", variants {', '.join(p.variants)}" if p.variants else ""
        yield f"program {p.name} for {low} to {high} players{variants} (IR {p.version})"
        yield ""
        yield from self._declarations()
        for rule in p.rules:
            yield from self._rule(rule)
        for value in p.values:
            yield from self._value(value)
        for number, hook in enumerate(p.hooks):
            yield from self._hook(number, hook)
        for number, body in enumerate(p.bodies):
            yield from self._body(number, body)
        yield from self._ending()

    # ------------------------------------------------------------ what is declared
    def _declarations(self) -> Iterator[str]:
        for kind in self.p.kinds:
            yield f"kind {kind.name}: {', '.join(kind.words)}"
        for record in self.p.records:
            ids = f", ids {record.base} to {record.base + record.size - 1}" if record.physical else ""
            yield f"{record.word} {record.name}: {record.size} rows{ids}"
            for name, tag, values in record.columns:
                yield f"    {name}: {tag} = {', '.join(self._cell(value) for value in values)}"
        for zone in self.p.zones:
            size = f" {zone.width} by {zone.height}" if zone.ordering == "grid" else ""
            title = f"zone {zone.name}{self._each(zone.owner)}"
            yield f"{title}: {zone.ordering}{size} of {zone.item}, sees {zone.sees}"
        for track in self.p.tracks:
            bounds = "" if track.low is None else f" {track.low} to {track.high}"
            capped = " capped" if track.capped else ""
            start = f" starting {self.expr(track.start)}{capped}, sees {track.sees}"
            yield f"track {track.name}{self._each(track.owner)}: {track.type}{bounds}{start}"
        for setting in self.p.settings:
            low_high = " to ".join(map(str, setting.choices))
            choices = ", ".join(setting.words) if setting.words else low_high
            yield f"setting {setting.name}: {choices}, default {self._cell(setting.default)}"
        yield ""

    def _each(self, owner: str) -> str:
        return f" of each {owner}" if owner else ""

    def _cell(self, value: object) -> str:
        if isinstance(value, tuple):
            return f"[{', '.join(self._cell(item) for item in value)}]"
        if isinstance(value, bool):
            return "yes" if value else "no"
        return "none" if value is None else str(value)

    def _rule(self, rule: nodes.RuleDef) -> Iterator[str]:
        key = "" if rule.key is None else f" by {self.expr(rule.key)}"
        yield f"rule {rule.name}({', '.join(rule.params)}){key}"
        for case, body in rule.cases:
            yield f"    case {case}: body {body}"
        if rule.default is not None:
            yield f"    body {rule.default}"
        for number in rule.hooks:
            yield f"    hook {number}: {self._hook_title(self.p.hooks[number])}"

    def _value(self, value: nodes.ValueDef) -> Iterator[str]:
        key = "" if value.key is None else f" by {self.expr(value.key)}"
        title = f"value {value.name}({', '.join(value.params)}){key} -> {value.result}"
        yield f"{title:{WIDTH}}  {_site(value.site)}"
        for case, steps in value.cases:
            yield f"    case {case}:"
            yield from (f"        {self._step(step)}" for step in steps)
        yield from (f"    {self._step(step)}" for step in value.default or ())
        for number in value.changes:
            yield f"    hook {number}: {self._hook_title(self.p.hooks[number])}"

    def _step(self, step: Instr) -> str:
        if step[0] == "let":
            return f"let x{step[1]} be {self.expr(step[2])}"
        if step[0] == "when":
            return f"when {self.expr(step[1])}: {self.expr(step[2])}"
        return f"otherwise: {self.expr(step[1])}"

    def _hook_title(self, hook: nodes.HookDef) -> str:
        whose = f" of {hook.owner}" if hook.owner else ""
        cases = f" for {_ids(hook.cases)}" if hook.cases else ""
        return f"{hook.how} {hook.target}{cases}{whose}"

    def _hook(self, number: int, hook: nodes.HookDef) -> Iterator[str]:
        yield f"{f'hook {number}: {self._hook_title(hook)}':{WIDTH}}  {_site(hook.site)}"
        if hook.components:
            zone = "nowhere" if hook.zone is None else self.p.zones[hook.zone].name
            yield f"    while {_ids(hook.components)} in {zone}"
        if hook.priority:
            yield f"    priority {hook.priority}"
        if hook.when is not None:
            yield f"    when {self.expr(hook.when)}"
        if hook.body is not None:
            yield f"    body {hook.body}"
        if hook.value is not None:
            yield f"    {self.expr(hook.value)}"

    def _ending(self) -> Iterator[str]:
        p = self.p
        yield ""
        if p.setup is not None:
            yield f"setup: {p.rules[p.setup].name}"
        yield f"play: {p.rules[p.play].name}"
        if p.ranking is not None:
            where = "" if p.ranking.condition is None else f" where {self.expr(p.ranking.condition)}"
            keys = ", then ".join(f"{which} {self.expr(key)}" for which, key in p.ranking.keys)
            yield f"ranking of x0{where}: {keys}, then {p.ranking.ties}"
        if p.score is not None:
            yield f"score of x0: {self.expr(p.score)}"
        if p.payoff is not None:
            yield f"payoff of x0: {self.expr(p.payoff)}"

    # ------------------------------------------------------------ code
    def _body(self, number: int, body: nodes.Body) -> Iterator[str]:
        self.names = body.names
        yield ""
        yield f"body {number}: {body.name}, {body.params} parameters"
        for slot, tag in enumerate(body.tags):
            yield f"    {self._slot(slot)}: {tag or 'any'}"
        for pc, (instr, site) in enumerate(zip(body.code, body.sites, strict=True)):
            line = f"  {pc:3}  {self._instr(instr)}"
            yield f"{line:{WIDTH}}  {_site(site)}"
        self.names = ()

    def _slot(self, slot: int) -> str:
        name = self.names[slot] if slot < len(self.names) else ""
        return f"${name}" if name and self.names.count(name) == 1 else f"${name}{slot}"

    def _instr(self, instr: Instr) -> str:
        op, *args = instr
        method: Callable[..., str] | None = getattr(self, f"_do_{op}", None)
        if method is not None:
            return method(*args)
        return " ".join([op.replace("_", " "), *(self._operand(arg) for arg in args)])

    def _operand(self, arg: Any) -> str:
        if isinstance(arg, tuple) and arg and isinstance(arg[0], str):
            return self.expr(arg)
        return self._cell(arg)

    def _to(self, target: int) -> str:
        return f"-> {target}"

    def _zone_of(self, number: int, owner: Expr | None) -> str:
        return self.expr(("zone", number, owner))

    def _do_let(self, slot: int, value: Expr) -> str:
        return f"let {self._slot(slot)} be {self.expr(value)}"

    def _do_set(self, track: int, owner: Expr | None, value: Expr, safe: bool) -> str:
        check = "" if safe else ", checked"
        return f"set {self.expr(('track', track, owner))} to {self.expr(value)}{check}"

    def _do_move(self, what: Expr, zone: int, owner: Expr | None, where: str) -> str:
        return f"move {self.expr(what)} to {where} of {self._zone_of(zone, owner)}"

    def _do_put(self, what: Expr, grid: int, place: Expr) -> str:
        return f"move {self.expr(what)} to {self.p.zones[grid].name} at {self.expr(place)}"

    def _do_shuffle(self, zone: int, owner: Expr | None) -> str:
        return f"shuffle {self._zone_of(zone, owner)}"

    def _do_settle(self, zone: int, owner: Expr | None, amount: Expr, top: bool) -> str:
        end = "last" if top else "first"
        return f"settle {end} {self.expr(amount)} of {self._zone_of(zone, owner)}"

    def _do_cover(self, what: Expr) -> str:
        return f"cover {self.expr(what)}"

    def _do_reveal(self, what: Expr, to: Expr | None) -> str:
        return f"reveal {self.expr(what)}" + ("" if to is None else f" to {self.expr(to)}")

    def _do_roll(self, slot: int, faces: tuple[int, ...], die: str, amount: Expr | None) -> str:
        many = "" if amount is None else f"{self.expr(amount)} "
        return f"roll {many}{die} {self._cell(faces)} as {self._slot(slot)}"

    def _do_pick(self, slot: int, items: Expr, amount: Expr | None, empty: int) -> str:
        many = "" if amount is None else f" {self.expr(amount)}"
        skip = "" if empty < 0 else f", nothing {self._to(empty)}"
        return f"pick{many} {self._slot(slot)} at random from {self.expr(items)}{skip}"

    def _do_say(self, message: str, parts: tuple[tuple[Expr, str], ...]) -> str:
        values = ", ".join(f"{self.expr(part)}: {tag}" for part, tag in parts)
        return f"say {message}" + (f" with {values}" if parts else "")

    def _do_jump(self, target: int) -> str:
        return self._to(target)

    def _do_unless(self, condition: Expr, target: int) -> str:
        return f"unless {self.expr(condition)} {self._to(target)}"

    def _do_next(self, listed: int, index: int, slot: int, target: int) -> str:
        items = f"{self._slot(listed)} at {self._slot(index)}"
        return f"next {self._slot(slot)} of {items}, nothing {self._to(target)}"

    def _do_next_extra(self, slot: int, target: int) -> str:
        return f"next {self._slot(slot)} of extra turns, nothing {self._to(target)}"

    def _do_call(self, rule: int, args: tuple[Expr, ...]) -> str:
        return f"do {self.p.rules[rule].name}({self._listed(args)})"

    def _do_begin(self, block: str, over: int, exit_: int) -> str:
        return f"begin {block}, over {self._to(over)}, exit {self._to(exit_)}"

    def _do_end(self, block: str, all_of_them: bool) -> str:
        return f"end {block}{'s' if all_of_them else ''}"

    def _do_finish(self, won: bool, players: Expr, reason: str) -> str:
        because = f" because {reason}" if reason else ""
        return f"{'win' if won else 'lose'} {self.expr(players)}{because}"

    def _do_choose(
        self, how: str, prompt: str, by: Expr, ways: Expr, slots: tuple[int, ...], tags: tuple[str, ...],
        low: Expr, high: Expr, empty: int,
    ) -> str:  # fmt: skip
        many = "" if how == "one" else f"{how} {self.expr(low)} to {self.expr(high)} "
        names = ", ".join(self._slot(slot) for slot in slots)
        return f"choose {many}{names} from {self.expr(ways)} by {self.expr(by)}, nothing {self._to(empty)}"

    def _do_menu(self, by: Expr, entries: tuple[tuple[Any, ...], ...], empty: int) -> str:
        options = []
        for name, ways, slots, _, target in entries:
            bound = ", ".join(self._slot(slot) for slot in slots)
            some = "" if ways == ("ways", (), None) else f" from {self.expr(ways)}"
            options.append(f"{name}({bound}){some} {self._to(target)}")
        return f"menu by {self.expr(by)}: {'; '.join(options)}; nothing {self._to(empty)}"

    def _do_may(self, name: str, by: Expr, refused: int) -> str:
        return f"may {name} by {self.expr(by)}, refused {self._to(refused)}"

    def _do_secret(self, name: str, players: Expr, items: Expr, slot: int, tag: str) -> str:
        return f"secret {self._slot(slot)} from {self.expr(items)} by each of {self.expr(players)}"

    # ------------------------------------------------------------ expressions
    def _listed(self, exprs: Sequence[Expr]) -> str:
        return ", ".join(self.expr(part) for part in exprs)

    def expr(self, expr: Expr) -> str:
        op, *args = expr
        if op in INFIX:
            return f"({self.expr(args[0])} {INFIX[op]} {self.expr(args[1])})"
        method: Callable[..., str] | None = getattr(self, f"_expr_{op}", None)
        if method is not None:
            return method(*args)
        return op if not args else f"{op}({', '.join(self._operand(arg) for arg in args)})"

    def _expr_n(self, value: int) -> str:
        return str(value)

    def _expr_b(self, value: bool) -> str:
        return "yes" if value else "no"

    def _expr_slot(self, slot: int) -> str:
        return self._slot(slot)

    def _expr_loc(self, loc: int) -> str:
        return f"x{loc}"

    def _expr_setting(self, number: int) -> str:
        return self.p.settings[number].name

    def _expr_every(self, word: str, name: str) -> str:
        return f"every {name}"

    def _owned(self, name: str, owner: Expr | None) -> str:
        return name if owner is None else f"{name} of {self.expr(owner)}"

    def _expr_track(self, number: int, owner: Expr | None) -> str:
        return self._owned(self.p.tracks[number].name, owner)

    def _expr_zone(self, number: int, owner: Expr | None) -> str:
        return self._owned(self.p.zones[number].name, owner)

    def _expr_field(self, record: str, column: str, item: Expr) -> str:
        return f"{self.expr(item)}.{column}"

    def _expr_call(self, number: int, *args: Expr) -> str:
        return f"{self.p.values[number].name}({self._listed(args)})"

    def _expr_fn(self, name: str, *args: Expr) -> str:
        return f"{name}({self._listed(args)})"

    def _expr_div_up(self, left: Expr, right: Expr) -> str:
        return f"({self.expr(left)} / {self.expr(right)} rounded up)"

    def _expr_div_down(self, left: Expr, right: Expr) -> str:
        return f"({self.expr(left)} / {self.expr(right)} rounded down)"

    def _expr_within(self, value: Expr, low: int, high: int, name: str) -> str:
        return f"{self.expr(value)}[{low} to {high}]"

    def _expr_not(self, operand: Expr) -> str:
        return f"not {self.expr(operand)}"

    def _expr_if(self, condition: Expr, then: Expr, other: Expr) -> str:
        return f"(if {self.expr(condition)} then {self.expr(then)} else {self.expr(other)})"

    def _expr_list(self, *items: Expr) -> str:
        return f"[{self._listed(items)}]"

    def _expr_range(self, low: Expr, high: Expr) -> str:
        return f"({self.expr(low)} to {self.expr(high)})"

    def _expr_filter(self, loc: int, items: Expr, condition: Expr) -> str:
        return f"(x{loc} in {self.expr(items)} where {self.expr(condition)})"

    def _expr_map(self, loc: int, items: Expr, value: Expr) -> str:
        return f"({self.expr(value)} for each x{loc} in {self.expr(items)})"

    def _expr_gather(self, loc: int, items: Expr, value: Expr) -> str:
        return f"gather({self.expr(value)} for each x{loc} in {self.expr(items)})"

    def _expr_any(self, loc: int, items: Expr, condition: Expr) -> str:
        return f"(any x{loc} in {self.expr(items)} where {self.expr(condition)})"

    def _expr_all(self, loc: int, items: Expr, condition: Expr) -> str:
        return f"(all x{loc} in {self.expr(items)} satisfy {self.expr(condition)})"

    def _expr_extremes(self, which: str, loc: int, items: Expr, key: Expr) -> str:
        return f"(x{loc} in {self.expr(items)} with {which} {self.expr(key)})"

    def _expr_sort(self, loc: int, items: Expr, keys: tuple[Expr, ...]) -> str:
        order = " then ".join(self.expr(key) for key in keys)
        return f"(x{loc} in {self.expr(items)} sorted by {order})"

    def _expr_end_of(self, which: str, items: Expr) -> str:
        return f"{which} of {self.expr(items)}"

    def _expr_ends_of(self, which: str, amount: Expr, items: Expr) -> str:
        return f"{which} {self.expr(amount)} of {self.expr(items)}"

    def _expr_ways(self, loops: tuple[tuple[int, Expr], ...], test: Expr | None) -> str:
        sets = ", ".join(f"x{loc} in {self.expr(items)}" for loc, items in loops)
        return f"({sets or 'once'}{'' if test is None else f' such that {self.expr(test)}'})"

    def _grid(self, number: int, place: Expr) -> str:
        return f"{self.p.zones[number].name} at {self.expr(place)}"

    def _expr_cell(self, number: int, place: Expr) -> str:
        return f"({self._grid(number, place)})"

    def _expr_cell_empty(self, number: int, place: Expr) -> str:
        return f"({self._grid(number, place)} is empty)"

    def _expr_cell_full(self, number: int, place: Expr) -> str:
        return f"({self._grid(number, place)} is not empty)"

    def _way(self, word: str, number: int, start: Expr, goal: Expr | None = None) -> str:
        to = "" if goal is None else f" to {self.expr(goal)}"
        return f"({word} from {self.expr(start)}{to} by {self.p.values[number].name})"

    def _expr_reachable(self, number: int, start: Expr) -> str:
        return self._way("reachable", number, start)

    def _expr_distance(self, number: int, start: Expr, goal: Expr) -> str:
        return self._way("distance", number, start, goal)

    def _expr_steps(self, number: int, start: Expr, goal: Expr) -> str:
        return self._way("steps", number, start, goal)

    def _expr_nearest(self, number: int, start: Expr, goals: Expr) -> str:
        return self._way("nearest", number, start, goals)
