"""Sets in words: what lies somewhere, what fits a condition, how many there are.

In: set expressions of the syntax tree. Out: phrases, with a form for one of them and for all. A condition on
the elements is said as `whose suit is …` where it speaks of what the element has, or as `for which …`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve, frozen

from rulelang.check.types import BOOL, Rec, Type
from rulelang.prose.expressions import Expressions
from rulelang.prose.nouns import Local
from rulelang.prose.texts import Phrase, with_gaps
from rulelang.syntax import ast

JOINED = ("and", "or")


def joining(node: ast.Node, denied: bool = False) -> str:
    """The word that joins the parts of a condition: `and`, `or`, or none; denied, it is the other one."""
    while isinstance(node, ast.Unary) and node.op == "not":
        node, denied = node.operand, not denied
    if not isinstance(node, ast.Binary) or node.op not in JOINED:
        return ""
    return node.op if not denied else JOINED[1 - JOINED.index(node.op)]


@frozen
class Group:
    """The elements of a set: all of them, without an article, and one of them."""

    all: str
    bare: str
    one: str


class Sets(Expressions):
    if TYPE_CHECKING:

        def predicate(self, node: ast.Binary | ast.Unary, many: bool = False) -> str: ...
        def said_of(self, node: ast.Binary | ast.Unary) -> tuple[str, str]: ...

    def things(self, node: ast.Node) -> Phrase:
        """A set, said by its elements: `all cards in the row`."""
        text = self.group(node)
        return Phrase(text.bare, text.all, many=True)

    def group(self, node: ast.Node) -> Group:
        match node:
            case ast.Where(condition=None):
                return self.group(node.items)
            case ast.Where():
                return self._where(node.items, node.name, node.condition)
            case ast.ThoseExtreme():
                return self._extremes(node)
            case ast.Every():
                item = self.item_of(node)
                many, one = self.full_noun(item, True), self.full_noun(item)
                return Group(self.say("set.all", many), many, one)
            case ast.Range():
                ends = self.the(node.low), self.the(node.high)
                return Group(*(self.say(f"set.range_{form}", *ends) for form in ("all", "bare", "one")))
            case ast.Name() if self.ir_of(node)[0] == "players":
                many, one = self.say("noun.players"), self.say("noun.player")
                return Group(self.say("np.players"), many, one)
            case ast.CallValue(name=ast.Ident(text="clockwise")) if self.ir_of(node)[0] == "fn":
                start = self.np(node.args[0])
                return Group(*(self.say(f"set.clockwise_{form}", start) for form in ("all", "bare", "one")))
            case ast.Name() if self.ir_of(node)[0] == "opponents":
                return Group(*(self.say(f"set.opponents_{form}") for form in ("all", "bare", "one")))
        item = self.item_of(node)
        many, one = self.noun(item, True), self.noun(item)
        if self.ir_of(node)[0] == "zone":
            where = self.np(node).the
            return Group(
                self.say("set.zone_all", many, where),
                self.say("set.zone_bare", many, where),
                self.say("set.zone_one", one, where),
            )
        found = self.np(node)
        among = found.bare if found.bare == many else self.say("set.bare_among", many, found.the)
        return Group(found.the, among, self.say("set.one_among", one, found.the))

    def _where(self, items: ast.Expr, name: ast.Ident | None, condition: ast.Expr | None) -> Group:
        outer = self.group(items)
        if condition is None:
            return outer
        with self.block():
            local = self.bind_element(name, self.item_of(items))
            many, one = self.relative(condition, local)
            if local.phrase.the in one or (local.phrase.owns and local.phrase.owns in one):
                outer = Group(
                    self.presented(outer.all, local, "np.called_many"),
                    self.presented(outer.bare, local, "np.called_many"),
                    self.presented(outer.one, local),
                )
        return Group(
            self.say("set.where", outer.all, many),
            self.say("set.where", outer.bare, many),
            self.say("set.where", outer.one, one),
        )

    def bind_element(self, name: ast.Ident | None, type_: Type) -> Local:
        """An element of a set; its name is said only if its type would not tell it from others."""
        word = name.text if name is not None else ""
        noun = self.noun(type_)
        if word and not any(noun in (known.phrase.bare, known.name) for known in self.locals):
            local = evolve(self.local("", type_, element=True), name=word)
            self.locals.append(local)
            return local
        return self.bind(word, type_, element=True)

    # ------------------------------------------------------------ conditions on elements
    def relative(self, node: ast.Expr, element: Local) -> tuple[str, str]:
        """A condition on an element as it follows several of them, and one: `whose value is 3`.

        Both are made in one go: in conditions within conditions the work would double with each.
        """
        if isinstance(node, ast.Binary) and node.op in JOINED:
            left, right = (self._side(side, element, node.op) for side in (node.left, node.right))
            many, one = (self.say(f"join.{node.op}", *both) for both in zip(left, right, strict=True))
            return many, one
        subject = node.left if isinstance(node, ast.Binary) else getattr(node, "operand", None)
        compared = isinstance(node, ast.Binary | ast.Unary) and self.is_comparison(node)
        if compared and subject is not None and self.element(subject) is element:
            key, other = self.said_of(node)  # type: ignore[arg-type]
            one = self.say(key, Phrase("", ""), other)
            several = self.say(key, Phrase("", "", many=True), other)
            the = element.phrase.the
            return self.say("relative.that", several, the, one), self.say("relative.that", one, the, one)
        text = self._relative(node, subject if compared else None, element)
        return text, text

    def _side(self, node: ast.Expr, element: Local, word: str) -> tuple[str, str]:
        many, one = self.relative(node, element)
        if word == "and" and joining(node) == "or":
            return self.say("join.group", many), self.say("join.group", one)
        return many, one

    def _relative(self, node: ast.Expr, subject: ast.Expr | None, element: Local) -> str:
        if isinstance(node, ast.Unary) and node.op == "not" and self._flag_of(node.operand, element):
            return self.say("relative.unmarked", self.own_name_of(node.operand))
        if self._flag_of(node, element):
            return self.say("relative.marked", self.own_name_of(node))
        if subject is not None and self.belongs(subject, element):
            assert isinstance(node, ast.Binary | ast.Unary)
            if not self._about_none(node):
                return self.say("relative.whose", self.own_name_of(subject), self.predicate(node))
        return self.say("relative.for", self.clause(node))

    def _about_none(self, node: ast.Binary | ast.Unary) -> bool:
        return isinstance(node, ast.Binary) and isinstance(node.right, ast.NoneValue)

    def is_comparison(self, node: ast.Binary | ast.Unary) -> bool:
        return node.op not in (*JOINED, "not", "negate")

    def _flag_of(self, node: ast.Node, element: Local) -> bool:
        """A field with yes or no, of the element itself."""
        found = isinstance(node, ast.Name | ast.Of) and self.type_of(node) == BOOL
        return found and self.belongs(node, element)

    def belongs(self, node: ast.Node, element: Local) -> bool:
        """Whether something is what the element has: a field of it, a zone or track of it, a value of it."""
        match node:
            case ast.Name():
                ir = self.ir_of(node)
                own = ir[0] in ("field", "track") and ir[-1] is not None and node.name.text != "it"
                return own and node.name.text not in self.world.tracks and self._innermost(node, element)
            case ast.Of():
                return self.element(node.owner) is element and self.ir_of(node)[0] != "by_player"
            case ast.CallValue(name=name, args=(only,)) if name.text in self.world.values:
                return self.element(only) is element and not with_gaps(self.value_name(name.text))
        return False

    def _innermost(self, node: ast.Name, element: Local) -> bool:
        """Whether a field without an owner is one of this element, and not of one further out."""
        return self.field_owner(node.name.text) is element

    def own_name_of(self, node: ast.Node) -> str:
        """What belongs to the element, without the element."""
        match node:
            case ast.Name():
                owner = self.field_owner(node.name.text)
                if owner is not None and isinstance(owner.type, Rec):
                    return self.field_name(owner.type.name, node.name.text)
            case ast.Of():
                return self.member_name(node.name.text, node)
            case ast.CallValue():
                return self.ink.link(self.value_name(node.name.text), f"value.{node.name.text}")
        return self.np(node).bare

    def key_of(self, key: ast.Expr, element: Local) -> str:
        return self.own_name_of(key) if self.belongs(key, element) else self.np(key).bare

    def _extremes(self, node: ast.ThoseExtreme) -> Group:
        base = self._where(node.items, node.name, node.condition)
        item = self.item_of(node.items)
        with self.block():
            local = self.bind_element(node.name, item)
            key = self.key_of(node.key, local)
        many, one = self.noun(item, True), self.noun(item)
        return Group(
            self.say(f"set.{node.extreme}_all", many, key, base.all),
            self.say(f"set.{node.extreme}_bare", many, key, base.all),
            self.say(f"set.{node.extreme}_bare", one, key, base.all),
        )

    # ------------------------------------------------------------ sets as phrases
    def _Where(self, node: ast.Where) -> Phrase:
        return self.things(node)

    _ThoseExtreme = _Every = _Range = _Where

    def _ListOf(self, node: ast.ListOf) -> Phrase:
        if len(node.items) == 1:
            return self.np(node.items[0])
        parts = [self.the(item) for item in node.items]
        text = self.texts.listed(parts)
        return Phrase(text, text, many=True)

    def _SortedBy(self, node: ast.SortedBy) -> Phrase:
        text = self.say("set.sorted", self.things(node.items).the, self.order_of(node))
        return Phrase(text, text, many=True)

    def order_of(self, node: ast.SortedBy) -> str:
        """What a set is sorted by."""
        with self.block():
            local = self.bind("", self.item_of(node.items), element=True)
            keys = []
            for key in node.keys:
                way = "set.descending" if key.descending else "set.ascending"
                keys.append(self.say(way, self.key_of(key.expr, local)))
        return self.say("set.then").join(keys)

    def _EndOf(self, node: ast.EndOf) -> Phrase:
        item = self.item_of(node.zone)
        where = self.np(node.zone).the if self.ir_of(node.zone)[0] == "zone" else self.things(node.zone).the
        if node.amount is None:
            return self.texts.the(self.say(f"end.{node.which}", self.noun(item), where))
        if isinstance(node.amount, ast.Number):
            if node.amount.value == 0:
                return self.texts.phrase("end.none_of", self.noun(item, True))
            if node.amount.value == 1:
                return self.texts.the(self.say(f"end.{node.which}", self.noun(item), where))
        parts = self.the(node.amount), self.noun(item, True), where
        form = "some" if isinstance(node.amount, ast.Number) else "many"
        return self.texts.the(self.say(f"end.{node.which}_{form}", *parts), many=True)

    def _Before(self, node: ast.Before) -> Phrase:
        return self._beside(node.items, node.item, "before")

    def _After(self, node: ast.After) -> Phrase:
        return self._beside(node.items, node.item, "after")

    def _beside(self, items: ast.Expr, item: ast.Expr, side: str) -> Phrase:
        noun = self.noun(self.item_of(items), True)
        where = self.np(items) if self.ir_of(items)[0] == "zone" else self.things(items)
        return self.texts.the(self.say(f"set.{side}", noun, self.np(item), where), many=True)

    # ------------------------------------------------------------ numbers of sets
    def _Count(self, node: ast.Count) -> Phrase:
        return self.texts.the(self.say("count.of", self.group(node.items).bare))

    def _SumOf(self, node: ast.SumOf) -> Phrase:
        return self._each(node.each, "sum")

    def _Extreme(self, node: ast.Extreme) -> Phrase:
        items = node.each.items
        if node.each.value is None and isinstance(items, ast.ListOf) and len(items.items) == 2:
            parts = (self.the(item) for item in items.items)
            return self.texts.phrase(f"count.{node.which}_of_two", *parts)
        return self._each(node.each, node.which)

    def _each(self, each: ast.Each, how: str) -> Phrase:
        """A number made of one number for each element."""
        if each.value is None:
            return self.texts.the(self.say(f"count.{how}", self.the(each.items)))
        group = self.group(each.items)
        with self.block():
            local = self.bind_element(each.name, self.item_of(each.items))
            if self.belongs(each.value, local):
                return self.texts.the(self.say(f"count.{how}_own", self.own_name_of(each.value), group.all))
            one = self.presented(group.one, local)
            return self.texts.the(self.say(f"count.{how}_each", self.the(each.value), one))

    def _Each(self, node: ast.Each) -> Phrase:
        """Several numbers, one for each element."""
        if node.value is None:
            return self.things(node.items)
        group = self.group(node.items)
        with self.block():
            local = self.bind_element(node.name, self.item_of(node.items))
            text = self.say("set.each", self.the(node.value), self.presented(group.one, local))
        return Phrase(text, text, many=True)

    def _Largest(self, node: ast.Largest) -> Phrase:
        key = "count.largest_some" if isinstance(node.amount, ast.Number) else "count.largest"
        return self.texts.the(self.say(key, self.the(node.amount), self._Each(node.each).the), many=True)

    def _Gather(self, node: ast.Gather) -> Phrase:
        group = self.group(node.items)
        with self.block():
            local = self.bind_element(node.name, self.item_of(node.items))
            text = self.say("set.gather", self.the(node.value), self.presented(group.one, local))
        return Phrase(text, text, many=True)

    # ------------------------------------------------------------ ways
    def _PathQuery(self, node: ast.PathQuery) -> Phrase:
        name = self.ink.link(self.title("value", node.by.text), f"value.{node.by.text}")
        parts = [self.the(node.start)]
        if node.subject is not None:
            parts.append(self.the(node.subject))
        return self.texts.the(self.say(f"way.{node.query}", name, *parts), many=node.query != "distance")
