"""Proofs about answers: whoever takes one gets one, of the type that the rule declares.

In: a program whose structure is right. Out: what is wrong, in words. An answer is taken right behind the call
of a rule that answers, or behind `proceed` in what stands instead of one.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.ir import instructions as do
from rulelang.ir.nodes import Body, Program, RuleDef
from rulelang.ir.proving import holds
from rulelang.ir.roles import operands
from rulelang.types import Opt, Type, bare, text

TARGETS = ("target", "target?")


def answer_misfits(program: Program) -> Iterator[str]:
    rules = _rules_of_bodies(program)
    for number, body in enumerate(program.bodies):
        where = f"body {number} ({body.name})"
        entered = _entered_by_jumps(body)
        for pc, instr in enumerate(body.code):
            match instr:
                case do.Answer(value=value):
                    yield from _given(value.type, rules.get(number, []), f"{where} at {pc}")
                case do.TakeAnswer(slot=slot):
                    before = body.code[pc - 1] if pc else None
                    answer = _answer_of(before, rules.get(number, []), program)
                    declared = body.slots[slot].type
                    if answer is None or pc in entered:
                        yield f"{where} at {pc}: no rule has just answered"
                    elif declared is None or not holds(Opt(bare(declared)), answer):
                        yield f"{where} at {pc}: slot `{body.slots[slot].name}` gets {text(answer)}"


def _rules_of_bodies(program: Program) -> dict[int, list[RuleDef]]:
    """The rules that each body is carried out for, as itself or instead of it."""
    found: dict[int, list[RuleDef]] = {}
    for rule in program.rules:
        for body in (*(body for _, body in rule.cases), rule.default):
            if body is not None:
                found.setdefault(body, []).append(rule)
        for number in rule.hooks:
            hook = program.hooks[number]
            if hook.how == "instead" and hook.body is not None:
                found.setdefault(hook.body, []).append(rule)
    return found


def _given(type_: Type, rules: list[RuleDef], where: str) -> Iterator[str]:
    if not rules:
        yield f"{where}: nobody can get this answer"
    for rule in rules:
        if rule.answer is None:
            yield f"{where}: `{rule.name}` answers nothing"
        elif not holds(rule.answer, type_):
            yield f"{where}: `{rule.name}` answers {text(rule.answer)}, not {text(type_)}"


def _answer_of(before: do.Instr | None, rules: list[RuleDef], program: Program) -> Type | None:
    match before:
        case do.Call(rule=rule):
            return program.rules[rule].answer
        case do.Proceed():
            return rules[0].answer if rules else None
    return None


def _entered_by_jumps(body: Body) -> set[int]:
    found: set[int] = set()
    for instr in body.code:
        entries = instr.entries if isinstance(instr, do.Menu) else ()
        for node in (instr, *entries):
            found |= {getattr(node, name) for name, role in operands(node) if role in TARGETS}
    return found
