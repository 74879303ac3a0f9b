"""In which order a rulebook tells things: as the game reaches them.

In: a typed definition. Out: the rules that the course of the game reaches, those that only the setup needs,
the rest, and the values in the order in which the rules and abilities speak of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import define, field

from rulelang.typed import expressions as typed
from rulelang.typed.definition import Ability, About, Definition, Ranking, Rule, Value
from rulelang.typed.statements import Call
from rulelang.typed.symbols import CallableSymbol
from rulelang.typed.walk import walk

MAIN = ("setup", "play")
Part = Rule | Value | Ability | Ranking | About


@define
class Order:
    play: list[Rule] = field(factory=list)
    setup: list[Rule] = field(factory=list)
    rest: list[Rule] = field(factory=list)
    values: list[Value] = field(factory=list)


def order_of_telling(definition: Definition) -> Order:
    order = Order()
    _reach("play", order.play, order, definition)
    _reach("setup", order.setup, order, definition)
    for rule in definition.rules:
        _reach(rule.symbol.name, order.rest, order, definition)
    for rule in (*order.setup, *order.play, *order.rest):
        _speak_of(_with_hooks(rule, definition), order, definition)
    ends = (definition.ranking, definition.score, definition.payoff)
    _speak_of([*definition.abilities, *(end for end in ends if end is not None)], order, definition)
    for_bots = Order()  # a value that only the outlook uses is no rule of the game
    _speak_of([] if definition.outlook is None else [definition.outlook], for_bots, definition)
    order.values += [v for v in definition.values if v not in order.values and v not in for_bots.values]
    return order


def _reach(name: str, found: list[Rule], order: Order, definition: Definition) -> None:
    """A rule, and then the rules that it and the abilities around it carry out."""
    rule = next((rule for rule in definition.rules if rule.symbol.name == name), None)
    if rule is None or rule in (*order.play, *order.setup, *order.rest):
        return
    found.append(rule)
    for part in _with_hooks(rule, definition):
        for node in walk(_trees(part)):
            if isinstance(node, Call):
                _reach(node.rule.name, found, order, definition)


def _with_hooks(rule: Rule, definition: Definition) -> list[Part]:
    return [rule, *(ability for ability in definition.abilities if ability.target is rule.symbol)]


def _speak_of(parts: Iterable[Part], order: Order, definition: Definition) -> None:
    """The values that parts of a definition use, and those that these use."""
    for part in parts:
        for symbol in _values_in(part):
            value = next(value for value in definition.values if value.symbol is symbol)
            if value not in order.values:
                order.values.append(value)
                _speak_of([value], order, definition)


def _values_in(part: Part) -> Iterator[CallableSymbol]:
    """In the order of the text."""
    if isinstance(part, Ability) and part.how == "change" and isinstance(part.target, CallableSymbol):
        yield part.target
    for tree in _trees(part):
        for node in sorted(walk(tree), key=lambda node: (node.span.line, node.span.column)):
            match node:
                case typed.ValueCall(value=symbol) | typed.PathQuery(by=symbol):
                    yield symbol


def _trees(part: Part) -> tuple[object, ...]:
    """The blocks and expressions of a part of a definition."""
    found: list[object] = []
    match part:
        case Rule():
            found = [body.block for body in part.bodies]
        case Value():
            for body in part.bodies:
                found += [expr for _, expr in body.lets]
                found += [expr for one in body.results for expr in (one.condition, one.value)]
        case Ability():
            found = [part.when, part.block, part.value]
        case Ranking():
            found = [part.condition, *(key for _, key in part.keys)]
        case About():
            found = [part.value]
    return tuple(tree for tree in found if tree is not None)
