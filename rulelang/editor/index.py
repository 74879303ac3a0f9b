"""Every name of a family of texts, with all the places where it stands.

In: a `Family`. Out: an `Index`: `Thing`s, each with the places that declare it and those that name it: in
rules, variants, tables, texts and scenarios. A place belongs to the same thing in each way that the game
is played, so things that share a place are one: that is how a rule and its replacement in a variant are
joined.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from attrs import define, field, frozen

from rulelang.compile import Study
from rulelang.editor.bodies import Piece, bodies
from rulelang.editor.family import Family
from rulelang.editor.mentions import (
    LANGUAGE,
    Key,
    declared_key,
    in_patches,
    in_rules,
    in_texts,
    key_of,
    same_things,
)
from rulelang.editor.told import gaps, locals_by_body
from rulelang.scenarios.words import mentions
from rulelang.source import Source, Span
from rulelang.syntax import ast
from rulelang.typed.symbols import Local, Symbol

Node = tuple[object, ...]  # a place, or a name as one way to play the game knows it


@frozen
class Thing:
    """One name with all its places."""

    sort: str
    owner: str
    name: str
    declared: tuple[Span, ...]
    spans: tuple[Span, ...]  # with those that declare it
    shares_text: bool = False  # whether a text is for this and for something else
    symbol: Symbol | None = field(default=None, eq=False, repr=False)


@define
class Index:
    things: list[Thing]
    bare_params: frozenset[Span]  # parameters whose name is the name of their type: two things stand there
    _starts: Mapping[str, list[tuple[tuple[int, int], Span, Thing]]] = field(repr=False)

    def at(self, path: str, line: int, column: int) -> list[Thing]:
        """What stands at a place: nothing, one thing, or a parameter and its type."""
        rows = self._starts.get(path, [])
        last = bisect_right(rows, (line, column), key=lambda row: row[0])
        found = [
            (span, thing)
            for _, span, thing in rows[max(0, last - 8) : last]
            if span.line == line and span.column <= column <= span.end_column
        ]
        nearest = max((span.column for span, _ in found), default=0)
        return [thing for span, thing in found if span.column == nearest]

    def declared_in(self, path: str) -> list[Thing]:
        return [thing for thing in self.things if any(span.path == path for span in thing.declared)]


def index_of(family: Family) -> Index:
    *_, index = index_in_steps(family)
    assert index is not None
    return index


def index_in_steps(family: Family) -> Iterator[Index | None]:
    """The same in steps, each of them short; the last one gives the index."""
    joined = _Joined(family.sources)
    bare: set[Span] = set()
    for number, study in enumerate(family.studies):
        _add_study(joined, number, study, bare)
        yield None
    for scenario, program in family.pairs:
        for mention in mentions(scenario, program):
            key = (mention.sort, mention.owner, mention.name)
            # A scenario is played with some of the variants: any way that knows such a name will do.
            joined.place_by_name(key, mention.span)
    yield None
    yield joined.index(frozenset(bare))


def _add_study(joined: _Joined, number: int, study: Study, bare: set[Span]) -> None:
    if study.world is None:
        return
    for symbol in study.world.symbols():
        joined.symbol(number, symbol)
    for one, other in same_things(study.world):
        joined.join((number, *key_of(one)), (number, *key_of(other)))
    for rule, local in locals_of(study):
        joined.local(number, local, rule)
    nodes = [*study.base, *(node for patch in study.patches for node in patch.declarations)]
    for key, span, declares in in_rules(nodes):
        joined.place(number, key, span, declares)
    # What a variant replaces is not in this way to play; where it was declared, it is the same thing.
    declared = [known for node in nodes if (known := declared_key(node)) is not None]
    for key, span, declares in in_patches(nodes):
        if joined.knows(number, key):
            joined.place(number, key, span, declares)
            for replaced, where in declared:
                if replaced == key:
                    joined.place(number, key, where, True)
        else:  # what is taken away is known only where it is not
            joined.place_by_name(key, span)
    told = [gap for _, source in study.strings for gap in gaps(source)]
    within: dict[str, list[Span]] = {body: [] for body, _, _ in told}
    for key, pieces, where in bodies(nodes, study.world):
        joined.made_of(number, key, pieces)
        if key[0] == "body" and key[2] in within:
            within[key[2]].append(where)
    for body, local in locals_by_body(study, within):
        for about, name, span in told:
            if about == body and name == local.name and joined.says(span, name):
                joined.join(("local", local.span), ("local", span))
    for found in in_texts(source for _, source in study.strings):
        keys = [key for key in found.keys if joined.knows(number, key)]
        own = any(joined.knows(number, key) for key in found.below)
        joined.text(number, [*keys, LANGUAGE] if own else keys, found.span)
    for node in nodes:
        inner = node.declaration if isinstance(node, ast.Replacement) else node
        if isinstance(inner, ast.Rule | ast.Value):
            bare |= {param.name.span for param in inner.params if param.type is None}


def locals_of(study: Study) -> Iterator[tuple[str, Local]]:
    """The names inside rules and values, each with the rule that it is in."""
    seen: set[int] = set()
    for _, scope, _ in study.sites or ():
        inner = scope
        while inner is not None and id(inner) not in seen:
            seen.add(id(inner))
            rule = inner.rule.name if inner.rule is not None else ""
            yield from ((rule, local) for local in inner.names.values() if local.span is not None)
            inner = inner.parent  # type: ignore[assignment]


class _Joined:
    """Places and names that belong together, found by joining what shares a place."""

    def __init__(self, sources: Mapping[str, Source]) -> None:
        self.sources = sources
        self.above: dict[Node, Node] = {}
        self.declared: set[Node] = set()
        self.symbols: dict[Node, tuple[Key, Symbol | None]] = {}
        self.by_name: dict[Key, list[Node]] = defaultdict(list)
        self.pieces: dict[Key, list[tuple[int, str, Node]]] = {}
        self.shared: list[list[list[Node]]] = []  # what each text could be for

    def top(self, node: Node) -> Node:
        above = self.above.setdefault(node, node)
        while above != node:
            self.above[node] = self.above.setdefault(above, above)
            node, above = above, self.above[above]
        return node

    def join(self, one: Node, other: Node) -> None:
        first, second = self.top(one), self.top(other)
        if first != second:
            self.above[second] = first

    def says(self, span: Span, word: str) -> bool:
        """Whether a word stands at a place: some symbols point at what they are made from."""
        source = self.sources.get(span.path)
        if source is None or not 0 < span.line <= len(source.lines):
            return False
        return source.lines[span.line - 1][span.column - 1 : span.end_column - 1] == word

    def symbol(self, number: int, symbol: Symbol) -> None:
        key = key_of(symbol)
        self.name(number, key, symbol)
        for span in _places(symbol):
            self.place(number, key, span, span == symbol.span)

    def local(self, number: int, local: Local, rule: str) -> None:
        node: Node = ("local", local.span)
        self.symbols.setdefault(node, (("local", rule, local.name), local))
        for span in _places(local):
            if self.says(span, local.name):
                self.join(node, ("local", span))
        self.declared.add(node)

    def name(self, number: int, key: Key, symbol: Symbol | None) -> Node:
        node: Node = (number, *key)
        if node not in self.symbols:
            self.symbols[node] = (key, symbol)
            self.by_name[key].append(node)
        return node

    def knows(self, number: int, key: Key) -> bool:
        return (number, *key) in self.symbols or key in self.pieces

    def made_of(self, number: int, key: Key, pieces: list[Piece]) -> None:
        """A name that is made of others."""
        self.pieces[key] = [
            (at, word, ("local", what) if isinstance(what, Span) else (number, *what))
            for at, word, what in pieces
        ]

    def parts(self, key: Key, span: Span) -> None:
        for at, word, node in self.pieces.get(key, ()):
            start = span.column + at
            place = Span(span.path, span.line, start, span.line, start + len(word))
            if self.says(place, word):
                self.join(node, ("place", place))

    def nodes(self, number: int, key: Key) -> list[Node]:
        made = [node for _, _, node in self.pieces.get(key, ())]
        return [(number, *key)] if (number, *key) in self.symbols or not made else made

    def text(self, number: int, keys: list[Key], span: Span) -> None:
        """A part of the key of a text. One text for two things cannot be renamed for one of them."""
        self.shared.append([self.nodes(number, key) for key in keys])
        for key in keys:
            if key in self.pieces and (number, *key) not in self.symbols:
                self.parts(key, span)
            elif key != LANGUAGE:
                self.place(number, key, span, False)
            else:
                continue
            return

    def place(self, number: int, key: Key, span: Span, declares: bool) -> None:
        if not self.says(span, key[2].rpartition(".")[2]):
            return
        node: Node = (number, *key)
        if declares and node not in self.symbols:
            self.name(number, key, None)
        self.join(node, ("place", span))
        if declares:
            self.declared.add(("place", span))

    def place_by_name(self, key: Key, span: Span) -> None:
        if key in self.pieces:
            self.parts(key, span)
        for node in self.by_name.get(key, [])[:1]:
            if self.says(span, key[2]):
                self.join(node, ("place", span))

    def index(self, bare: frozenset[Span]) -> Index:
        shared: set[Node] = set()
        for meanings in self.shared:
            tops = {frozenset(map(self.top, nodes)) for nodes in meanings}
            if len(tops) > 1:
                shared.update(*tops)
        groups: dict[Node, list[Node]] = defaultdict(list)
        for node in list(self.above):
            groups[self.top(node)].append(node)
        things = [thing for group in groups.values() if (thing := self._thing(group, shared)) is not None]
        starts: dict[str, list[tuple[tuple[int, int], Span, Thing]]] = defaultdict(list)
        for thing in things:
            for span in thing.spans:
                starts[span.path].append(((span.line, span.column), span, thing))
        for rows in starts.values():
            rows.sort(key=lambda row: row[0])
        return Index(things, bare, starts)

    def _thing(self, group: list[Node], shared: set[Node]) -> Thing | None:
        known = [self.symbols[node] for node in group if node in self.symbols]
        spans = {node[1] for node in group if node[0] in ("place", "local")}
        if not known or not spans:
            return None
        (sort, owner, name), symbol = min(known, key=lambda each: _ORDER.index(each[0][0]))
        declared = {node[1] for node in group if node in self.declared}
        ordered = sorted((span for span in spans if isinstance(span, Span)), key=_order)
        own = tuple(sorted((span for span in declared if isinstance(span, Span)), key=_order))
        return Thing(
            sort, owner, name.rpartition(".")[2], own, tuple(ordered), not shared.isdisjoint(group), symbol
        )


def _order(span: Span) -> tuple[str, int, int]:
    return span.path, span.line, span.column


def _places(symbol: Symbol) -> Iterable[Span]:
    first = (symbol.span,) if symbol.span is not None else ()
    return dict.fromkeys((*first, *symbol.references, *symbol.mentions))


# Of things that are one, the first of these sorts names it: a field whose words make a kind is a field.
_ORDER = (
    "local", "field", "setting", "track", "die", "zone", "record", "kind", "row", "word", "rule", "value",
    "memory", "option", "say", "reason", "variant",
)  # fmt: skip
