"""Values, conditions of abilities, calls of rules, the start and the end of a game, as C functions.

In: a `Unit`. Out: declarations and functions. A value is `v<n>(S, you, …)`; a list in it is a pointer and a
length. A list as its result is its length, and `E->found` says where it lies: where the arena was before, so
that calls leave nothing behind.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from attrs import define, field

from interpreter.native import fingerprints
from interpreter.native.shapes import cells_of, is_list
from interpreter.native.writer import Code, Listed, Name, Scalar, may_be_none, uses_arena
from rulelang.ir import expressions as ir
from rulelang.ir.expression_prices import KEPT
from rulelang.ir.nodes import HookDef, Step, ValueDef
from rulelang.ir.validate import hooked_types
from rulelang.limits import DEEPEST_VALUES
from rulelang.types import PLAYER, Opt, Type

if TYPE_CHECKING:
    from interpreter.native.unit import Unit

LOOKS = ("score", "payoff", "divisor", "rank", "outlook")  # what `look` can be asked about


@define
class Functions:
    declared: list[str] = field(factory=list)
    lines: list[str] = field(factory=list)

    def add(self, head: str, lines: Sequence[str]) -> None:
        self.declared.append(f"{head};")
        self.lines += [f"{head} {{", *lines, "}"]


def _params(types: Sequence[Type]) -> tuple[str, list[Name]]:
    """The parameters of a C function, and what they mean."""
    written, names = "", list[Name]()
    for number, type_ in enumerate(types):
        if is_list(type_):
            written += f", const I *x{number}, I n{number}"
            names.append(Listed(f"x{number}", f"n{number}"))
        else:
            written += f", I x{number}"
            names.append(Scalar(f"x{number}", not may_be_none(type_)))
    return written, names


def write_functions(unit: Unit) -> Functions:
    out, program = Functions(), unit.layout.program
    for number, value in enumerate(program.values):
        _value(unit, number, value, out)
    for number, hook in enumerate(program.hooks):
        _hook(unit, number, hook, out)
    _applies(unit, out)
    called = {program.setup, program.play}  # by the runtime
    for number in range(len(program.rules)):
        if number in called or not unit.is_plain(number):
            _call(unit, number, out)
    for number in range(len(program.memories)):
        out.add(f"static Print print{number}(State *S)", fingerprints.write(unit, number))
    _start(unit, out)
    _end(unit, out)
    return out


# ---------------------------------------------------------------- values


GIVEN = "@given "  # a line that returns what follows, until `_finished` knows what has to be tidied up


def _give(c: Code, expr: ir.Expr, result: Type) -> None:
    """Returns a value; what was made on the way is forgotten."""
    if not is_list(result):
        c.emit(GIVEN + c.fitting(expr, result))
        return
    items = c.listed(expr)
    c.emit(f"{GIVEN}given(S, mark, {items.pointer}, {items.length})")


def _finished(lines: Sequence[str], listed: bool, circular: bool = False) -> list[str]:
    """The lines of a function with what it begins and ends with: a value that uses itself counts how deep it
    is, and what is left in the arena is forgotten."""
    mark = uses_arena(lines) or listed
    begin = ["I *mark = E->top;"] if mark else []
    if circular:
        begin.append(f"if (++E->deep > {DEEPEST_VALUES}) bail(B_DEEP);")
    end = ("E->top = mark; " if mark and not listed else "") + ("E->deep--; " if circular else "")
    found = []
    for line in lines:
        if line.startswith(GIVEN):
            value = line.removeprefix(GIVEN)
            line = f"{{ I given_ = {value}; {end}return given_; }}" if end else f"return {value};"
        found.append(line)
    return begin + found


def _steps(c: Code, steps: Sequence[Step], result: Type) -> None:
    for step in steps:
        if step.loc is not None:
            if is_list(step.value.type):
                items = c.listed(step.value)
                pointer, length = c.fresh("p"), c.fresh("n")
                c.emit(f"const I *{pointer} = {items.pointer}; I {length} = {items.length};")
                c.names[step.loc] = Listed(pointer, length)
            else:
                name = c.fresh("y")
                c.emit(f"I {name} = {c.scalar(step.value)};")
                c.names[step.loc] = Scalar(name, c.never_none(step.value))
        elif step.condition is not None:
            with c.block(f"if ({c.truth(step.condition)})"):
                _give(c, step.value, result)
        else:
            _give(c, step.value, result)


def _value(unit: Unit, number: int, value: ValueDef, out: Functions) -> None:
    written, names = _params(value.params)
    name = f"base{number}" if value.changes else f"v{number}"
    c = unit.code(names=names)
    if price := unit.prices.pays_itself(number):
        c.emit(f"pay(S, {price});")
    if value.key is not None:
        c.emit(f"I key = {c.scalar(value.key)};")
    for word, steps in value.cases:
        with c.block(f"if (key == {int(word)})"):
            kept = dict(c.names)
            _steps(c, steps, value.result)
            c.names = kept
    _steps(c, value.default, value.result)
    lines = _finished(c.lines, is_list(value.result), unit.prices.uses_itself(number))
    out.add(f"static I {name}(State *S, I you{written})", lines)
    if value.changes:
        _changed(unit, number, value, written, names, out)


def _changed(
    unit: Unit, number: int, value: ValueDef, written: str, names: list[Name], out: Functions
) -> None:
    """A value that abilities change, one after another."""
    c, listed = unit.code(names=names), is_list(value.result)
    passed = "".join(f", {n.name}" if isinstance(n, Scalar) else f", {n.pointer}, {n.length}" for n in names)
    result = "result, length" if listed else "result"
    found, kept = ("length", " result = E->found;") if listed else ("result", "")
    c.emit(f"I word = {c.scalar(value.key) if value.key is not None else 'NONE'};")
    if listed:
        c.emit("const I *result; I length;")
    c.emit(f"{'' if listed else 'I '}{found} = base{number}(S, you{passed});{kept}")
    c.emit("Live *lives = (Live *)room(E, 2 * MOST_LIVE);")
    hooks = unit.table(list(value.changes), "i32")
    c.emit(f"int n = live(S, {hooks}, {len(value.changes)}, word, you, lives);")
    with c.block("for (int i = 0; i < n; i++)"):
        c.emit("I holder = lives[i].holder;")
        with c.block("switch (lives[i].hook)"):
            for hook in value.changes:
                when = unit.program.hooks[hook].when
                asked = f"when{hook}(S, holder{passed}, {result}, you)" if when is not None else "1"
                c.emit(f"case {hook}: if ({asked}) {{")
                c.emit(f"  {found} = value{hook}(S, holder{passed}, {result}, you);{kept}")
                c.emit(f"  if (E->changed && !E->imagined) E->changed[{hook}]++;")
                if not may_be_none(value.result) and not listed:
                    c.emit("  SOME(result);")
                c.emit("} break;")
    c.emit(GIVEN + ("given(S, mark, result, length)" if listed else "result"))
    out.add(f"static I v{number}(State *S, I you{written})", _finished(c.lines, listed))


# ---------------------------------------------------------------- abilities


def _hook_types(unit: Unit, hook: HookDef) -> list[Type]:
    """What a hook's condition can read: parameters, the result of a value, the actor (who may be nobody)."""
    types = [Opt(t) if hook.how in ("enters", "changes") else t for t in hooked_types(hook, unit.program)]
    if hook.how == "enters":
        types[0] = hooked_types(hook, unit.program)[0]
    if hook.how == "change":
        types.append(next(v.result for v in unit.program.values if v.name == hook.target))
    return [*types, Opt(PLAYER)]


def _hook(unit: Unit, number: int, hook: HookDef, out: Functions) -> None:
    written, names = _params(_hook_types(unit, hook))
    for word, expr in (("when", hook.when), ("value", hook.value)):
        if expr is None:
            continue
        c = unit.code(names=names)
        if is_list(expr.type):
            items = c.listed(expr)
            c.emit(f"{GIVEN}given(S, mark, {items.pointer}, {items.length})")
        else:
            c.emit(GIVEN + (c.truth(expr) if word == "when" else c.scalar(expr)))
        out.add(f"static I {word}{number}(State *S, I you{written})", _finished(c.lines, is_list(expr.type)))


def _applies(unit: Unit, out: Functions) -> None:
    """The condition of an ability around a rule, with its arguments in cells."""
    lines = ["switch (hook) {"]
    for number, hook in enumerate(unit.program.hooks):
        if hook.when is None or hook.how == "change":
            continue
        passed, at = "", 0
        for type_ in hooked_types(hook, unit.program):
            passed += f", args + {at + 1}, args[{at}]" if is_list(type_) else f", args[{at}]"
            at += cells_of(type_, unit.layout.players)
        lines.append(f"case {number}: return (int)when{number}(S, holder{passed}, actor);")
    lines += ["}", "return 1;"]
    out.lines += ["static int applies(State *S, int hook, I holder, const I *args, I actor) {", *lines, "}"]


# ---------------------------------------------------------------- rules


def _call(unit: Unit, number: int, out: Functions) -> None:
    """What a call of a rule leads to: a body by its word, and the abilities around it."""
    rule = unit.program.rules[number]
    names = list[Name]()
    at = 0
    for type_ in rule.params:
        if is_list(type_):
            names.append(Listed(f"(args + {at + 1})", f"args[{at}]"))
        else:
            names.append(Scalar(f"args[{at}]", not may_be_none(type_)))
        at += cells_of(type_, unit.layout.players)
    c = unit.code(names=names)
    default = -1 if rule.default is None else rule.default
    c.emit(f"I body = {default}, word = NONE;")
    if rule.key is not None:
        c.emit(f"word = {c.scalar(rule.key)};")
        with c.block("switch (word)"):
            c.emit(*(f"case {int(word)}: body = {body}; break;" for word, body in rule.cases))
    if rule.answer is not None:
        c.emit(f"no_answer(S, {number});")
    if rule.hooks:
        hooks = f"{unit.table(list(rule.hooks), 'i32')}, {len(rule.hooks)}"
        c.emit(f"call_hooked(S, {number}, word, body, args, you, {hooks});")
    else:
        c.emit(f"if (body >= 0) enter_with(S, body, args, {unit.arg_cells[number]}, you);")
    out.add(f"static void call{number}(State *S, const I *args, I you)", c.lines)


# ---------------------------------------------------------------- starts and ends


def _start(unit: Unit, out: Functions) -> None:
    program, layout = unit.program, unit.layout
    c = unit.code("NONE")
    for number, track in enumerate(program.tracks):
        cells = cells_of(track.type, layout.players)
        price = KEPT + unit.prices.of(track.start)
        with c.block(f"for (int i = 0; i < {len(layout.owners(track.owner))}; i++)"):
            c.emit(
                "E->top = E->base;",
                f"pay(S, {price}); I *cell = S->t + {unit.track_cells[number]} + i * {cells};",
            )
            if not is_list(track.type):
                c.emit(f"*cell = {c.fitting(track.start, track.type)};")
            elif isinstance(track.start, ir.Nothing):
                c.emit("*cell = NONE;")
            else:
                items = c.listed(track.start)
                c.emit(f"store_list(S, cell, {cells - 1}, {items.pointer}, {items.length});")
    out.add("static void start_tracks(State *S)", c.lines)
    grids = [index for index, ordering in enumerate(layout.ordering) if ordering == 3]
    lines = [
        f"for (int i = 0; i < {unit.zone_room[z]}; i++) S->zl[{unit.zone_offsets[z]} + i] = -1;"
        for z in grids
    ]
    out.add("static void start_grids(State *S)", lines)
    setup = [] if program.setup is None else [f"call{program.setup}(S, 0, NONE);"]
    out.add("static void call_setup(State *S)", setup)
    c = unit.code("NONE")
    for expr in program.must_hold:
        c.emit(f"if (!{c.truth(expr)}) bail(B_HOLDS);")
    c.emit("pop(S);", f"call{program.play}(S, 0, NONE);")
    out.add("static void begin_play(State *S)", c.lines)


def _asked(unit: Unit, name: str, expr: ir.Expr, out: Functions) -> None:
    """Something about a player, asked by that player."""
    c = unit.code("x0", [Scalar("x0", True)])
    value = c.keep(c.truth(expr) if name == "eligible" else c.scalar(expr))
    c.emit(f"return {value};")
    out.add(f"static I {name}(State *S, I x0)", c.lines)


def _end(unit: Unit, out: Functions) -> None:
    program, players = unit.program, unit.layout.players
    ranking = program.ranking
    lines = [f"int left[{players}], n = 0;", f"for (int p = 0; p < {players}; p++) "]
    if ranking is not None and ranking.condition is not None:
        _asked(unit, "eligible", ranking.condition, out)
        lines[-1] += "if (eligible(S, p)) "
    lines[-1] += "left[n++] = p;"
    for number, (extreme, key) in enumerate(ranking.keys if ranking is not None else ()):
        _asked(unit, f"rank{number}", key, out)
        sign = "" if extreme == "highest" else "-"
        lines += [
            "if (n > 1) {", "I best = NONE, keys[NP]; int m = 0;",
            f"for (int i = 0; i < n; i++) {{ I k = rank{number}(S, left[i]); SOME(k); k = {sign}k; "
            "if (best == NONE || k > best) best = k; }",
            # The reference asks again who has it.
            f"for (int i = 0; i < n; i++) keys[i] = {sign}rank{number}(S, left[i]);",
            "for (int i = 0; i < n; i++) if (keys[i] == best) left[m++] = left[i];", "n = m; }",
        ]  # fmt: skip
    ties = ranking.ties if ranking is not None else "draw"
    lines += [
        "u32 winners = 0; for (int i = 0; i < n; i++) winners |= 1u << left[i];",
        f"int none = n == 0{' || n > 1' if ties == 'draw' else ''};",
        "game_over(S, none ? 0 : winners, none ? 1 : 0);",
    ]
    out.add("static void rank(State *S)", ["S->fp = -1; S->sp = 0; S->height = 0;", *lines])
    asked = {"score": program.score, "payoff": program.payoff, "divisor": program.payoff_divisor,
             "outlook": program.outlook}  # fmt: skip
    cases = []
    for number, name in enumerate(LOOKS):
        expr = asked.get(name)
        if expr is not None:
            _asked(unit, name, expr, out)
            cases.append(f"case {number}: return {name}(S, player);")
        elif name == "rank" and ranking is not None and ranking.keys:
            sign = "" if ranking.keys[0][0] == "highest" else "-"
            cases.append(f"case {number}: {{ I k = rank0(S, player); SOME(k); return {sign}k; }}")
    out.add("static I look(State *S, int what, I player)", ["switch (what) {", *cases, "}", "return NONE;"])
