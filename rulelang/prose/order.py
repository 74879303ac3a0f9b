"""In which order a rulebook tells things: as the game reaches them.

In: a `World`. Out: the names of the rules that the course of the game reaches, of those that only the setup
needs, of the rest, and of the values in the order in which the rules and abilities speak of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import attrs
from attrs import define, field

from rulelang.check.world import World
from rulelang.syntax import ast

MAIN = ("setup", "play")


def walk(part: object) -> Iterator[ast.Node]:
    """Every node of a tree, each before what is in it."""
    if isinstance(part, tuple):
        for inner in part:
            yield from walk(inner)
    elif isinstance(part, ast.Node):
        yield part
        for name in attrs.fields_dict(type(part)):
            if name != "span":
                yield from walk(getattr(part, name))


@define
class Order:
    world: World
    play: list[str] = field(factory=list)
    setup: list[str] = field(factory=list)
    rest: list[str] = field(factory=list)
    values: list[str] = field(factory=list)

    def __attrs_post_init__(self) -> None:
        self._reach("play", self.play)
        self._reach("setup", self.setup)
        for name in self.world.rules:
            self._reach(name, self.rest)
        for name in [*self.setup, *self.play, *self.rest]:
            self._speak_of(self._rule_trees(name))
        self._speak_of(self._abilities())
        ends = (self.world.ranking, self.world.score, self.world.payoff)
        self._speak_of([node for node in ends if node is not None])
        self.values += [name for name in self.world.values if name not in self.values]

    def _reach(self, name: str, found: list[str]) -> None:
        """A rule, and then the rules that it and the abilities around it carry out."""
        if name not in self.world.rules or name in (*self.play, *self.setup, *self.rest):
            return
        found.append(name)
        for node in [n for tree in self._rule_trees(name) for n in walk(tree)]:
            if isinstance(node, ast.Call):
                self._reach(node.name.text, found)

    def _rule_trees(self, name: str) -> list[ast.Node]:
        hooks = [node for node in self._abilities() if isinstance(node, ast.Hook) and node.name.text == name]
        return [*_each_once(self.world.rules[name].bodies.values()), *hooks]

    def _abilities(self) -> list[ast.Node]:
        rows = (row for record in self.world.records.values() for row in record.rows.values())
        return [*self.world.abilities, *(ability for row in rows for ability in row.abilities)]

    def _speak_of(self, trees: Iterable[ast.Node]) -> None:
        """The values that trees use, and those that these use."""
        for node in [n for tree in trees for n in walk(tree)]:
            name = _value_named(node)
            if name in self.world.values and name not in self.values:
                self.values.append(name)
                self._speak_of(_each_once(self.world.values[name].bodies.values()))


def _value_named(node: ast.Node) -> str:
    match node:
        case ast.CallValue(name=name) | ast.Name(name=name) | ast.Change(name=name):
            return name.text
        case ast.PathQuery(by=by):
            return by.text
    return ""


def _each_once(nodes: Iterable[ast.Node]) -> list[ast.Node]:
    return list({id(node): node for node in nodes}.values())
