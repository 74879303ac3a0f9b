"""Rules and values in words.

In: the rules and values of a typed definition. Out: a `Case` for each body, with the names of the parameters
known inside: the steps of a rule, or each way that a value is worked out.
"""

from __future__ import annotations

from rulelang.prose.naming import bind_params
from rulelang.prose.nouns import constant
from rulelang.prose.sets import one_by_one
from rulelang.prose.speaker import Speaker, clause, steps, the
from rulelang.prose.statements import let
from rulelang.prose.steps import Case, Step
from rulelang.typed import expressions as typed
from rulelang.typed.definition import Rule, RuleBody, Value, ValueBody
from rulelang.typed.symbols import CallableSymbol
from rulelang.types import BOOL


def rule_cases(speaker: Speaker, rule: Rule) -> list[Case]:
    """Each body, those for all other cases last."""
    return [rule_case(speaker, rule, body) for body in sorted(rule.bodies, key=lambda body: not body.words)]


def rule_case(speaker: Speaker, rule: Rule, body: RuleBody) -> Case:
    words = ", ".join(body.words)
    speaker.body_name = f"{rule.symbol.name} for {words}" if words else rule.symbol.name
    with speaker.body(rule.symbol.name):
        bind_params(speaker, body.params)
        return Case(_words(speaker, rule, body), steps(speaker, body.block))


def value_cases(speaker: Speaker, value: Value) -> list[Case]:
    bodies = sorted(value.bodies, key=lambda body: not body.words)
    return [_value_case(speaker, value, body) for body in bodies]


def _value_case(speaker: Speaker, value: Value, body: ValueBody) -> Case:
    with speaker.body(value.symbol.name):
        bind_params(speaker, body.params)
        found = [Step(let(speaker, local, expr)) for local, expr in body.lets]
        truth = all(result.value.type == BOOL for result in body.results)
        for result in body.results:
            text = _result(speaker, result.value, truth)
            if result.condition is not None:
                text = speaker.say("value.when", clause(speaker, result.condition), text)
            elif len(body.results) > 1:
                text = speaker.say("value.otherwise", text)
            found.append(Step(text))
        return Case(_words(speaker, value, body), tuple(found))


def _result(speaker: Speaker, node: typed.Expr, truth: bool) -> str:
    if not truth and isinstance(node, typed.Number):
        return speaker.say("value.number", the(speaker, node))  # a number alone would begin a list
    if not truth and isinstance(node, typed.Gather | typed.SumOf):
        return one_by_one(speaker, node)  # what is gone through is said first, not last
    if not truth:
        return the(speaker, node)
    if isinstance(node, typed.Truth):
        return speaker.say("value.always" if node.value else "value.never")
    return speaker.say("value.holds_if", clause(speaker, node))


def _words(speaker: Speaker, of: Rule | Value, body: RuleBody | ValueBody) -> str:
    if body.words:
        return case_words(speaker, of.symbol, body.words)
    return speaker.say("rule.others") if len(of.bodies) > 1 else ""


def case_words(speaker: Speaker, symbol: CallableSymbol, words: tuple[str, ...]) -> str:
    """The words that a body or an ability is for."""
    kind = symbol.key_type
    said = [constant(speaker, kind, word).the if kind is not None else word for word in words]
    return speaker.texts.listed(said)
