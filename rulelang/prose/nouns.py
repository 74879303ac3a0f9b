"""Names: of types, and of what a rule calls by a name of its own.

In: types of the checker, and the names that parameters, `let`, `choose` and loops give. Out: nouns and
phrases. A short name like `p` is said by its type, "that player", as long as it is clear who is meant.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from attrs import frozen

from rulelang.check.types import UNKNOWN, Bool, Kind, Num, Place, Player, Rec, Seq, Type, bare
from rulelang.check.world import World
from rulelang.compile import Reading
from rulelang.ir.nodes import Expr
from rulelang.ir.texts import filled
from rulelang.prose.texts import Phrase, Texts, readable
from rulelang.syntax import ast

SHORT = 2  # letters of a name that says nothing by itself
LETTERED, NAMED, PLAIN = "lettered", "named", "plain"


@frozen
class Local:
    """Something that a rule has given a name, or that a condition looks at."""

    name: str
    type: Type
    phrase: Phrase
    style: str
    element: bool = False  # fields may be named without it


class Nouns:
    def __init__(self, reading: Reading, texts: Texts) -> None:
        self.world: World = reading.world
        self.meanings = reading.meanings
        self.texts = texts
        self.say = texts.say
        self.ink = texts.ink
        self.locals: list[Local] = []
        self.place = ""  # the rule or value whose names are meant

    # ------------------------------------------------------------ what the checker found
    def type_of(self, node: ast.Node) -> Type:
        return self.meanings[id(node)][1] if id(node) in self.meanings else UNKNOWN

    def ir_of(self, node: ast.Node) -> Expr:
        return self.meanings[id(node)][0] if id(node) in self.meanings else ("none",)

    def item_of(self, node: ast.Node) -> Type:
        found = bare(self.type_of(node))
        return found.item if isinstance(found, Seq) else UNKNOWN

    # ------------------------------------------------------------ nouns
    def sort(self, type_: Type) -> str:
        """The word for a thing of this type, as the tables of the program know it."""
        match bare(type_):
            case Player():
                return "player"
            case Rec(name=name) if self.world.records[name].physical:
                return self.world.records[name].word
            case Place():
                return "place"
            case Num():
                return "number"
            case _:
                return "other"

    def noun(self, type_: Type, many: bool = False) -> str:
        """A short word: `card`, `player`, `suit`."""
        inner = bare(type_)
        if isinstance(inner, Seq):
            return self.noun(inner.item, True)
        sort = self.sort(inner)
        if sort != "other":
            own = (
                self.texts.own(f"noun{'s' if many else ''}.{inner.name}") if isinstance(inner, Rec) else None
            )
            return own or self.say(f"noun.{sort}{'s' if many else ''}")
        if isinstance(inner, Kind | Rec):
            return self.type_name(inner, many)
        return self.say("noun.things" if many else "noun.thing")

    def form(self, group: str, type_: Type, *parts: str) -> str:
        """`that card`, `the card's`: the author's words for a component, or those for all of its sort."""
        inner = bare(type_)
        own = self.texts.own(f"{group}.{inner.name}") if isinstance(inner, Kind | Rec) else None
        if own is not None:
            return filled(own, parts, self.texts.language)
        return self.say(f"{group}.{self.sort(type_)}", *parts)

    def full_noun(self, type_: Type, many: bool = False) -> str:
        """The word that tells components of one type from all others: `loot card`."""
        inner = bare(type_)
        if isinstance(inner, Rec) and self.world.records[inner.name].physical:
            return self.type_name(inner, many)
        return self.noun(inner, many)

    def type_name(self, type_: Kind | Rec, many: bool = False) -> str:
        group = "kind" if isinstance(type_, Kind) else "type"
        own = self.texts.own(f"{group}s.{type_.name}") if many else None
        if own is not None:
            return own
        word = self.world.records[type_.name].word if isinstance(type_, Rec) else "table"
        if self.texts.own(f"{group}.{type_.name}") is None and word != "table":
            self.texts.own_name(f"{group}.{type_.name}")
            name = self.ink.text(readable(type_.name))
            kind = self.say(f"noun.{word}s" if many else f"noun.{word}")
            if name.endswith(self.say(f"noun.{word}")):
                return self.say("noun.many", name) if many else name
            return self.say("noun.full", name, kind)
        one = self.texts.own_name(f"{group}.{type_.name}")
        return self.say("noun.many", one) if many else one

    # ------------------------------------------------------------ locals
    def find(self, name: str) -> Local | None:
        return next((known for known in reversed(self.locals) if known.name == name), None)

    def element(self, node: ast.Node) -> Local | None:
        """Which element of a set a node is: `it`, or the name that the set's elements have."""
        if not isinstance(node, ast.Name) or self.ir_of(node)[0] not in ("loc", "slot"):
            return None
        if node.name.text == "it" and self.find("it") is None:
            return next((known for known in reversed(self.locals) if known.element), None)
        return self.find(node.name.text)

    def field_owner(self, word: str) -> Local | None:
        """The element that a field without an owner is one of."""
        for known in reversed(self.locals):
            record = self.world.records.get(known.type.name) if isinstance(known.type, Rec) else None
            if known.element and record is not None and word in record.fields:
                return known
        return None

    def local(self, name: str, type_: Type, element: bool = False) -> Local:
        """How something is called that is named here."""
        own = self.own_local(name)
        noun, sort = self.noun(type_), self.sort(type_)
        if own is None and len(name) <= SHORT:
            if name and sort == "number":
                return Local(name, type_, Phrase(name.upper(), name.upper()), LETTERED, element)
            the = self.form("that", type_, noun, name.upper())
            if not any(k.phrase.the == the or (name and k.phrase.bare == noun) for k in self.locals):
                owns = self.form("that_owns", type_, noun, name.upper())
                return Local(name, type_, Phrase(noun, the, owns), PLAIN, element)
            if not name:
                return Local(name, type_, Phrase(noun, self.say("np.it"), ""), PLAIN, element)
            return self.lettered(name, type_, element)
        called = own if own is not None else self._usual_name(name, type_)
        many = isinstance(bare(type_), Seq)
        style = PLAIN if called == noun else NAMED
        group = "plain_owns" if style == PLAIN else "owns"
        owns = "" if many or isinstance(type_, Bool) else self.form(group, type_, called)
        return Local(name, type_, Phrase(called, self.say("np.the", called), owns, many=many), style, element)

    def own_local(self, name: str) -> str | None:
        """What the definition calls this name, in this rule or in all of them."""
        return self.texts.own(f"name.{self.place}.{name}", f"name.{name}") if name else None

    def _usual_name(self, name: str, type_: Type) -> str:
        """A name that the definition has no text for: that of its type, a common word, or the name itself."""
        inner = bare(type_)
        if name == "player" or (isinstance(inner, Kind | Rec) and name == inner.name):
            return self.noun(type_)
        if self.texts.has(f"name.{name}"):
            return self.say(f"name.{name}")
        return self.texts.own_name(f"name.{name}")

    def lettered(self, name: str, type_: Type, element: bool = False) -> Local:
        lettered = self.say("np.lettered", self.noun(type_), name.upper())
        owns = self.say("owns.lettered", lettered, self.form("owns", type_, name.upper()))
        return Local(name, type_, Phrase(lettered, lettered, owns), LETTERED, element)

    def bind_params(self, params: list[tuple[str, Type]]) -> list[Local]:
        """Parameters are `the player`, not `that player`; two of a type with short names get letters."""
        found = []
        for name, type_ in params:
            alike = [other for other, same in params if same == type_ and len(other) <= SHORT]
            named = name == "" or self.own_local(name) is not None or len(name) > SHORT
            if named or self.sort(type_) == "number":
                local = self.local(name, type_)
            elif len(alike) > 1:
                local = self.lettered(name, type_)
            else:
                noun = self.noun(type_)
                owns = self.form("plain_owns", type_, noun)
                local = Local(name, type_, Phrase(noun, self.say("np.the", noun), owns), PLAIN)
            found.append(local)
            self.locals.append(local)
        return found

    def bind(self, name: str, type_: Type, element: bool = False) -> Local:
        found = self.local(name, type_, element)
        self.locals.append(found)
        return found

    def bind_as_you(self, name: str) -> None:
        """A parameter that is known to be you."""
        self.locals.append(Local(name, Player(), self.you(), PLAIN))

    @contextmanager
    def block(self) -> Iterator[None]:
        """Names that are given inside end with the block."""
        known, self.locals = self.locals, [*self.locals]
        yield
        self.locals = known

    @contextmanager
    def body(self, name: str) -> Iterator[None]:
        """A rule or a value: nothing is known in it from outside."""
        outside, self.locals, self.place = (self.locals, self.place), [], name
        yield
        self.locals, self.place = outside

    def introduced(self, local: Local) -> str:
        """A name where it is given."""
        if local.style == PLAIN:
            return local.phrase.bare
        return self.ink.name(local.phrase.bare)

    def presented(self, one: str, local: Local, key: str = "np.called") -> str:
        """One of many, with the name that it gets: `card in the row (the target)`."""
        if local.style == PLAIN:
            return one
        if local.style == LETTERED:
            return self.say("np.called_letter", one, self.ink.name(local.name.upper()))
        return self.say(key, one, self.ink.name(local.phrase.bare))

    # ------------------------------------------------------------ people
    somebody: Phrase | None = None  # who is meant by `you` where everybody chooses for themselves

    def you(self) -> Phrase:
        return self.somebody or Phrase(self.say("np.you"), self.say("np.you"), self.say("owns.you"), you=True)

    def person(self, key: str) -> Phrase:
        text = self.say(key)
        return Phrase(text, text, self.say("owns.active") if key == "np.active" else "")
