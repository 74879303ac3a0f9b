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
Part = Rule | Value | Ability | Ranking | About | typed.Expr


@define
class Order:
    play: list[Rule] = field(factory=list)
    setup: list[Rule] = field(factory=list)
    rest: list[Rule] = field(factory=list)
    values: list[Value] = field(factory=list)


def order_of_telling(definition: Definition) -> Order:
    order, game = Order(), _Game(definition)
    game.reach("play", order.play)
    game.reach("setup", order.setup)
    for rule in definition.rules:
        game.reach(rule.symbol.name, order.rest)
    game.speak_of(definition.must_hold, order)
    for rule in (*order.setup, *order.play, *order.rest):
        game.speak_of(game.with_hooks(rule), order)
    ends = (definition.ranking, definition.score, definition.payoff)
    game.speak_of([*definition.abilities, *(end for end in ends if end is not None)], order)
    if definition.outlook is None:  # what an outlook alone uses, or once used, is no rule of the game
        order.values += [value for value in definition.values if value.symbol not in game.spoken_of]
    return order


def is_function(symbol: CallableSymbol) -> bool:
    """Whether a value only stands for a function of the language: `neighbours`, to find ways by."""
    return " " in symbol.name  # no author can write such a name


class _Game:
    """What was told of already. Rules lead to each other thousands deep: nothing here uses itself."""

    def __init__(self, definition: Definition) -> None:
        self.rules: dict[str, Rule] = {}
        for rule in definition.rules:
            self.rules.setdefault(rule.symbol.name, rule)
        self.values = {value.symbol: value for value in reversed(definition.values)}
        self.hooks: dict[object, list[Ability]] = {}
        for ability in definition.abilities:
            self.hooks.setdefault(ability.target, []).append(ability)
        self.reached: set[str] = set()
        self.spoken_of: set[CallableSymbol] = set()

    def reach(self, name: str, found: list[Rule]) -> None:
        """A rule, and then the rules that it and the abilities around it carry out."""
        waiting = [iter([name])]
        while waiting:
            name = next(waiting[-1], "")
            if not name:
                waiting.pop()
            elif name in self.rules and name not in self.reached:
                self.reached.add(name)
                found.append(self.rules[name])
                waiting.append(self._calls(self.rules[name]))

    def _calls(self, rule: Rule) -> Iterator[str]:
        for part in self.with_hooks(rule):
            for node in walk(_trees(part)):
                if isinstance(node, Call):
                    yield node.rule.name

    def with_hooks(self, rule: Rule) -> list[Part]:
        return [rule, *self.hooks.get(rule.symbol, ())]

    def speak_of(self, parts: Iterable[Part], order: Order) -> None:
        """The values that parts of a definition use, and those that these use."""
        waiting = [symbol for part in parts for symbol in _values_in(part)][::-1]
        while waiting:
            symbol = waiting.pop()
            if symbol not in self.spoken_of:
                self.spoken_of.add(symbol)
                order.values.append(self.values[symbol])
                waiting += [*_values_in(self.values[symbol])][::-1]


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
        case typed.Expr():
            found = [part]
    return tuple(tree for tree in found if tree is not None)
