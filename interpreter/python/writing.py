"""A program as Python: the functions that the machine calls for values, abilities and stretches of code.

In: a `Program` with its layout, and the names that the written code can use. Out: a `Written`: compiled
functions, and for each line of Python the instruction that it came from, so that a mistake in play is
reported with the line of the rules. Nothing of Python's own is in reach but a few harmless functions.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import product
from types import CodeType
from typing import Any

from attrs import define, field

from interpreter.layout import Layout
from interpreter.python import exprs, library, set_exprs
from interpreter.python.blocks import Writing
from interpreter.python.budget import beside, firsts, gathered, paid, pay
from interpreter.python.exprs import Source
from interpreter.python.inlining import MOST_KEPT, is_kept
from interpreter.python.primitives import cell, holder, lies_in, place_of, position
from interpreter.python.stretches import direct_rules, longest_stretch, write_body
from rulelang.ir import expressions as ir
from rulelang.ir.expressions import Expr
from rulelang.ir.nodes import HookDef, Program, Step, ValueDef
from rulelang.ir.prices import Prices
from rulelang.ir.validate import hooked_types
from rulelang.limits import MOST_OPTIONS

Function = Callable[..., Any]
MOST_COMPILED = 2_000  # functions whose compiled text is kept
VALUES = -2  # stands for the body in the notes of a watched machine: what follows is a value
SAFE = {f.__name__: f for f in (len, sum, max, min, any, all, sorted, tuple, list, range, bool, product)}
HELPERS = {name: getattr(library, name) for name in library.__all__}
PAYING = {f.__name__: f for f in (paid, pay, gathered, beside, firsts)}
LOOKING = {f.__name__: f for f in (position, lies_in, cell, place_of, holder)}


@define
class Written:
    """What was written. `code[body][pc]` is a function where a stretch starts."""

    code: list[list[Function | None]] = field(factory=list)
    keys: list[Function | None] = field(factory=list)  # for each rule what finds its case
    whens: list[Function | None] = field(factory=list)  # for each hook
    changes: list[Function | None] = field(factory=list)
    values: list[Function] = field(factory=list)
    starts: list[Function] = field(factory=list)  # for each track
    eligible: Function | None = None
    ranks: list[tuple[int, Function]] = field(factory=list)
    score: Function | None = None
    payoff: Function | None = None
    divisor: Function | None = None
    outlook: Function | None = None
    must_hold: list[Function] = field(factory=list)
    origin: dict[str, list[int]] = field(factory=dict)  # by file name: for each line its instruction
    names: dict[str, Any] = field(factory=dict)  # what the written code can reach, and the code itself
    # Writes one more, with the names that it knows, standing in a rule that is under way or by itself.
    expression: Callable[[Expr, Sequence[int], bool], Function] | None = None


def write(
    program: Program,
    layout: Layout,
    prices: Prices,
    verbs: Mapping[str, Function],
    hooked_zones: set[int],
    hooked_tracks: set[int],
    ran: set[tuple[int, int]] | None,
) -> Written:
    """`verbs` are what instructions call; with `ran`, what is carried out is noted there."""
    names: dict[str, Any] = {
        "__builtins__": {}, "ran": ran, "MOST": MOST_OPTIONS, **SAFE, **HELPERS, **PAYING, **LOOKING, **verbs,
    }  # fmt: skip
    source = Source(layout, names, {**exprs.WRITERS, **set_exprs.WRITERS}, prices, watched=ran is not None)
    pen = _Pen(names, source, Written(names=names))
    out = pen.out
    for number, value in enumerate(program.values):
        _define(pen, f"v{number}", _value_lines(number, value, source, ran is not None))
        out.values.append(names[f"v{number}"])
    for number, rule in enumerate(program.rules):
        out.keys.append(_optional(pen, f"key{number}", len(rule.params), rule.key))
    for number, hook in enumerate(program.hooks):
        params = _hook_params(hook, program)
        out.whens.append(_optional(pen, f"when{number}", params, hook.when))
        out.changes.append(_optional(pen, f"value{number}", params, hook.value))
    direct, longest = direct_rules(program), longest_stretch(program)
    writing = Writing(source, program, hooked_tracks, hooked_zones, direct, longest, ran is not None)
    for number, body in enumerate(program.bodies):
        lines, starts, origin = write_body(number, body, writing)
        _define(pen, f"body{number}", lines, origin)
        table: list[Function | None] = [None] * (len(body.code) + 1)
        for start in starts:
            table[start] = names[f"b{number}_{start}"]
        out.code.append(table)
    if program.ranking is not None:
        out.eligible = _optional(pen, "eligible", 1, program.ranking.condition)
        for number, (extreme, key) in enumerate(program.ranking.keys):
            out.ranks.append((1 if extreme == "highest" else -1, _function(pen, f"rank{number}", 1, key)))
    out.score = _optional(pen, "score", 1, program.score)
    out.payoff = _optional(pen, "payoff", 1, program.payoff)
    out.divisor = _optional(pen, "divisor", 1, program.payoff_divisor)
    out.outlook = _optional(pen, "outlook", 1, program.outlook)
    out.must_hold = [_function(pen, f"must{n}", 0, expr) for n, expr in enumerate(program.must_hold)]
    out.starts = [_function(pen, f"start{n}", 0, track.start) for n, track in enumerate(program.tracks)]
    out.expression = lambda *asked: _asked(pen, f"asked{len(names)}", *asked)
    return out


@define
class _Pen:
    names: dict[str, Any]
    source: Source
    out: Written


def _define(pen: _Pen, name: str, lines: list[str], origin: list[int] | None = None) -> None:
    pen.out.origin[f"<{name}>"] = origin or []
    exec(_of_its_own(_compiled("\n".join(lines), f"<{name}>")), pen.names)


@lru_cache(maxsize=MOST_COMPILED)
def _compiled(text: str, file: str) -> CodeType:
    """Most of a program is the same text for other players, settings and variants."""
    return compile(text, file, "exec")


def _of_its_own(code: CodeType) -> CodeType:
    """A copy: Python keeps in a code object what it learns about the names around it."""
    inner = tuple(_of_its_own(const) if isinstance(const, CodeType) else const for const in code.co_consts)
    return code.replace(co_consts=inner)


def _function(pen: _Pen, name: str, params: int, expr: Expr) -> Function:
    args = ", ".join(["S", "you", *(f"x{i}" for i in range(params))])
    _define(pen, name, [f"def {name}({args}):", f"    return {pen.source.in_function()(expr)}"])
    function: Function = pen.names[name]
    return function


def _asked(pen: _Pen, name: str, expr: Expr, known: Sequence[int], in_frame: bool) -> Function:
    source = pen.source.in_frame() if in_frame else pen.source.in_function()
    args = ", ".join(["S", "f" if in_frame else "you", *(f"x{number}" for number in known)])
    _define(pen, name, [f"def {name}({args}):", f"    return {source(expr)}"])
    function: Function = pen.names[name]
    return function


def _optional(pen: _Pen, name: str, params: int, expr: Expr | None) -> Function | None:
    return None if expr is None else _function(pen, name, params, expr)


def _value_lines(number: int, value: ValueDef, source: Source, watched: bool) -> list[str]:
    source.in_function()
    params = [f"x{i}" for i in range(len(value.params))]
    args = ", ".join(["S", "you", *params])
    source.held = set()
    is_fixed = is_kept(number, source)
    name = f"base{number}" if value.changes or is_fixed else f"v{number}"
    lines = [f"def {name}({args}):"]
    if watched:
        lines.append(f"    ran.add(({VALUES}, {number}))")
    if price := source.prices.pays_itself(number):
        lines.append(f"    pay(S, {price})")
    if value.key is not None:
        lines.append(f"    k = {source(value.key)}")
    for word, steps in value.cases:
        lines.append(f"    if k == {int(word)}:")
        lines += [f"        {line}" for line in _steps(steps, source)]
    lines += [f"    {line}" for line in _steps(value.default, source)]
    lines = _with_zones(lines, source)
    if is_fixed:
        kept = source.constant("M", str(number), {})
        key = f"({''.join(f'{param}, ' for param in params)})" if len(params) != 1 else params[0]
        lines += [
            f"def v{number}({args}):",
            f"    if {key} in {kept}: return {kept}[{key}]",
            f"    found = {name}({args})",
            f"    if len({kept}) < {MOST_KEPT}: {kept}[{key}] = found",  # a range is no promise
            "    return found",
        ]
    if value.changes:
        lines.append(f"def v{number}({args}):")
        case = source(value.key) if value.key is not None else "None"
        joined = "".join(f"{param}, " for param in params)
        lines.append(f"    return change(S, {value.changes}, {case}, {name}({args}), ({joined}), you)")
    return lines


def _with_zones(lines: list[str], source: Source) -> list[str]:
    """Looks up the zones that a value reads before it begins, where that is done more than once."""
    held, source.held = sorted(source.held or ()), None
    first, *rest = lines
    text = "\n".join(rest)
    repeated = " for " in text or "lambda" in text or text.lstrip().startswith("for ")
    kept = [index for index in held if repeated or len(re.findall(rf"\bz{index}\b", text)) > 1]
    for index in set(held) - set(kept):
        text = re.sub(rf"\bz{index}\b", f"S.z[{index}]", text)
    return [first, *(f"    z{index} = S.z[{index}]" for index in kept), *text.split("\n")]


def _steps(steps: Sequence[Step], source: Source) -> list[str]:
    lines = []
    for step in steps:
        value = source(step.value)
        if step.loc is not None:
            lines.append(f"x{step.loc} = {value}")
        elif step.condition is not None:
            lines += [f"if {source(step.condition)}:", f"    return {value}"]
        elif isinstance(step.value, ir.Count) and isinstance(step.value.items, ir.Leading):
            lines += _counted(step.value.items, source)
        else:
            lines.append(f"return {value}")
    return lines


def _counted(e: ir.Leading, source: Source) -> list[str]:
    """How many come before the first that fails: counted as they come, without a list of them."""
    test = source.within(e.loc, e.items, e.test)
    one, last = "    found += 1", f"    if {test if e.inclusive else f'not ({test})'}: return found"
    each = [one, last] if e.inclusive else [last, one]
    return ["found = 0", f"for x{e.loc} in {source.looped(e, e.items)}:", *each, "return found"]


def _hook_params(hook: HookDef, program: Program) -> int:
    """How many names a hook's condition can read: the parameters, the result of a value, the actor."""
    return len(hooked_types(hook, program)) + (2 if hook.how == "change" else 1)
