"""Expressions in words: what something is, as a phrase that a sentence can use.

In: expressions of the syntax tree, with what the checker found them to be. Out: phrases. What lies in sets is
in `sets.py`, what is true or false in `conditions.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from rulelang.check.builtins import FUNCTIONS
from rulelang.check.types import BOOL, Kind, Player, Rec, Seq, bare
from rulelang.ir.texts import GAP, filled
from rulelang.prose.nouns import SHORT, Nouns
from rulelang.prose.texts import Phrase, with_gaps
from rulelang.syntax import ast

WEIGHT = {"+": 1, "-": 1, "*": 2, "/up": 2, "/down": 2, "mod": 2}
PEOPLE = {"active": "np.active", "actor": "np.actor"}


class Expressions(Nouns):
    if TYPE_CHECKING:

        def clause(self, node: ast.Node, denied: bool = False) -> str: ...
        def things(self, node: ast.Node) -> Phrase: ...

    def np(self, node: ast.Node) -> Phrase:
        """What an expression is, as a noun with all that belongs to it."""
        if self.type_of(node) == BOOL and not isinstance(node, ast.Yes | ast.No):
            return self.texts.phrase("np.whether", self.clause(node))
        found: Phrase = getattr(self, f"_{type(node).__name__}")(node)
        return found

    def the(self, node: ast.Node) -> str:
        """The same as a text; a set is said by what is in it."""
        found = self.things(node) if isinstance(bare(self.type_of(node)), Seq) else self.np(node)
        return found.the

    # ------------------------------------------------------------ leaves
    def _Number(self, node: ast.Number) -> Phrase:
        return Phrase(str(node.value), str(node.value))

    def _Yes(self, node: ast.Yes) -> Phrase:
        return self.word("yes")

    def _No(self, node: ast.No) -> Phrase:
        return self.word("no")

    def word(self, key: str) -> Phrase:
        text = self.texts.own(key) or self.say(f"np.{key}")
        return Phrase(text, text)

    def _NoneValue(self, node: ast.NoneValue) -> Phrase:
        return self.texts.phrase("np.none")

    def none_like(self, node: ast.Node) -> str:
        """`none`, beside something of a known type."""
        return self.word("nobody" if bare(self.type_of(node)) == Player() else "none").the

    def _Name(self, node: ast.Name) -> Phrase:
        word, ir = node.name.text, self.ir_of(node)
        if word == "you":
            return self.you()
        if word == "result":
            many = isinstance(bare(self.type_of(node)), Seq)
            return self.texts.the(self.say("np.results" if many else "np.result"), many)
        if word in PEOPLE:
            return self.person(PEOPLE[word])
        if ir[0] in ("loc", "slot", "you"):
            found = self.element(node) or self.find(word)
            return found.phrase if found is not None else self.texts.the(self.texts.own_name(f"name.{word}"))
        if ir[0] == "players":
            return self.texts.phrase("np.players", many=True)
        if ir[0] == "opponents":
            return self.texts.phrase("np.opponents", many=True)
        if ir[0] in ("field", "track") and ir[-1] is not None and word not in self.world.tracks:
            return self.own_field(word)
        return self._global(word, node)

    def own_field(self, word: str) -> Phrase:
        """A field without its owner: that of the element that a condition looks at."""
        owner = self.field_owner(word)
        if owner is None or not isinstance(owner.type, Rec):
            return self.texts.the(self.texts.own_name(f"field.{word}"))
        return self.owned(self.field_name(owner.type.name, word), owner.phrase)

    def _global(self, word: str, node: ast.Name) -> Phrase:
        ir, type_ = self.ir_of(node), bare(self.type_of(node))
        if ir[0] in ("zone", "track"):
            return self.thing(word, ir[0])
        if ir[0] == "setting":
            return self.texts.phrase("np.setting", self.texts.own_name(f"setting.{word}"))
        if ir[0] == "call":
            return self.called_value(word, (), isinstance(type_, Seq))
        if isinstance(type_, Kind | Rec):
            return self.constant(type_, word)
        return self.texts.the(self.texts.own_name(f"name.{word}"))

    def thing(self, word: str, what: str) -> Phrase:
        """A zone or a track that there is one of."""
        return self.texts.the(self.texts.own_name(f"{what}.{word}"))

    def constant(self, type_: Kind | Rec, word: str) -> Phrase:
        if type_.name == "direction" and self.texts.own(f"direction.{word}") is None:
            return self.texts.phrase(f"direction.{word}")
        text = self.texts.own_name(f"{type_.name}.{word}")
        return Phrase(text, text, self.say("owns.constant", text))

    def field_name(self, record: str, word: str) -> str:
        info = self.world.records[record].fields[word]
        keys = [f"track.{info.track}"] if info.track is not None else []
        return self.texts.own_name(f"field.{record}.{word}", *keys, f"field.{word}")

    # ------------------------------------------------------------ what belongs to something
    def owned(self, name: str, owner: Phrase, key: str = "") -> Phrase:
        """`your hand`, `the card's suit`, `the points of all players`."""
        if owner.you:
            own = self.texts.own(f"your.{key}") if key else None
            text = own or self.say("np.of_you", name)
            return Phrase(text, text)
        if owner.owns:
            text = self.say("np.owned", name, owner.owns)
            return Phrase(text, text)
        return self.texts.the(self.say("np.of", name, owner.the))

    def _Your(self, node: ast.Your) -> Phrase:
        return self.member(node.name.text, self.you(), node)

    def _Of(self, node: ast.Of) -> Phrase:
        if self.ir_of(node)[0] == "opponents":
            return self.texts.phrase("np.opponents_of", self.np(node.owner), many=True)
        return self.member(node.name.text, self.np(node.owner), node)

    def member(self, word: str, owner: Phrase, node: ast.Node) -> Phrase:
        ir = self.ir_of(node)
        if ir[0] == "by_player":
            local = self.find(word)
            name = local.phrase.bare if local is not None else self.texts.own_name(f"name.{word}")
            return self.texts.phrase("np.chosen_by", name, owner)
        return self.owned(self.member_name(word, node), owner, word)

    def member_name(self, word: str, node: ast.Node) -> str:
        """The name of a field, a zone or a track of something, without its owner."""
        ir = self.ir_of(node)
        if isinstance(node, ast.Of):
            owner = bare(self.type_of(node.owner))
            if isinstance(owner, Rec) and word in self.world.records[owner.name].fields:
                return self.field_name(owner.name, word)
        return self.texts.own_name(f"{'zone' if ir[0] == 'zone' else 'track'}.{word}")

    # ------------------------------------------------------------ calls
    def _CallValue(self, node: ast.CallValue) -> Phrase:
        word = node.name.text
        if word in self.world.values:
            return self.called_value(word, node.args, isinstance(bare(self.type_of(node)), Seq))
        assert word in FUNCTIONS
        return self.called_function(word, node.args)

    def called_function(self, word: str, args: tuple[ast.Expr, ...]) -> Phrase:
        parts = [self.np(arg) for arg in args]
        many = isinstance(FUNCTIONS[word].result, Seq) or FUNCTIONS[word].result == "places"
        text = self.say(f"fn.{word}", *parts)
        bare_text = self.say(f"fn_bare.{word}", *parts) if self.texts.has(f"fn_bare.{word}") else text
        return Phrase(bare_text, text, many=many)

    def value_name(self, word: str) -> str:
        return self.texts.own_name(f"value.{word}")

    def title(self, what: str, word: str) -> str:
        """The name of a rule or value by itself; gaps for parameters get the parameters' names."""
        name = self.texts.own_name(f"{what}.{word}")
        if not with_gaps(name):
            return name
        info = self.world.rules[word] if what == "rule" else self.world.values[word]
        with self.body(word):
            params = [local.phrase.the for local in self.bind_params(info.params)]
        return filled(name, params, self.texts.language)

    def called_value(self, word: str, args: tuple[ast.Expr, ...], many: bool = False) -> Phrase:
        return self.value_of(word, [self.argument(arg) for arg in args], many)

    def argument(self, node: ast.Expr) -> Phrase:
        return self.things(node) if isinstance(bare(self.type_of(node)), Seq) else self.np(node)

    def value_of(self, word: str, args: list[Phrase], many: bool = False) -> Phrase:
        """A value of some things: in the words of the author, or as what belongs to the first of them."""
        thing = f"value.{word}"
        yours = self.about_you(word, args)
        if yours is not None:
            text = self.with_link(yours, thing, [arg.the for arg in args])
            return Phrase(text, text, many=many)
        name = self.value_name(word)
        if with_gaps(name):
            return self.texts.the(self.with_link(name, thing, [arg.the for arg in args]), many)
        name = self.ink.link(name, thing)
        if not args:
            return self.texts.the(name, many)
        if len(args) == 1:
            return evolve(self.owned(name, args[0]), many=many)
        return self.texts.the(self.say("np.for", name, ", ".join(arg.the for arg in args)), many)

    def about_you(self, word: str, args: list[Phrase]) -> str | None:
        """What an author says when the first thing is you: `your.points`."""
        return self.texts.own(f"your.{word}") if args and args[0].you else None

    def with_link(self, text: str, thing: str, parts: list[str]) -> str:
        """An author's sentence with its gaps filled; the first words between the gaps carry the link."""
        words = [part.strip(" ,;:()„“”") for part in GAP.sub("\0", text).split("\0")]
        linked = next((part for part in words if len(part) > SHORT), "")
        if linked:
            text = text.replace(linked, self.ink.link(linked, thing), 1)
        return filled(text, parts, self.texts.language)

    # ------------------------------------------------------------ arithmetic
    def _Binary(self, node: ast.Binary) -> Phrase:
        if node.op in ("union", "without"):
            return self.texts.phrase(f"set.{node.op}", self.the(node.left), self.the(node.right), many=True)
        if node.op in ("/up", "/down") and isinstance(node.right, ast.Number) and node.right.value == 2:
            return self.texts.phrase(f"math.half_{node.op[1:]}", self.the(node.left))
        if node.op == "-" and isinstance(node.left, ast.Number) and node.left.value == 0:
            return self.texts.phrase("math.minus", self._operand(node.right, node.op))
        if isinstance(node.left, ast.Name) and node.left.name.text == "result" and node.op in ("+", "-"):
            return self.texts.phrase("math.more" if node.op == "+" else "math.less", self.the(node.right))
        key = {"+": "plus", "-": "minus_two", "*": "times", "mod": "mod"}.get(node.op, f"over_{node.op[1:]}")
        left = self._operand(node.left, node.op)
        right = self._operand(node.right, node.op, right=True)
        return self.texts.phrase(f"math.{key}", left, right)

    def _operand(self, node: ast.Expr, outer: str, right: bool = False) -> str:
        text = self.the(node)
        if isinstance(node, ast.Binary) and node.op in WEIGHT:
            lower = WEIGHT[node.op] < WEIGHT[outer] or (right and WEIGHT[node.op] == WEIGHT[outer])
            return f"({text})" if lower or node.op in ("/up", "/down") else text
        return f"({text})" if isinstance(node, ast.IfThenElse) else text

    def _Unary(self, node: ast.Unary) -> Phrase:
        return self.texts.phrase("math.minus", self._operand(node.operand, "-", right=True))

    def _IfThenElse(self, node: ast.IfThenElse) -> Phrase:
        parts = self.the(node.then), self.clause(node.condition), self.the(node.other)
        return self.texts.phrase("np.if_else", *parts)

    # ------------------------------------------------------------ places
    def _Position(self, node: ast.Position) -> Phrase:
        return self.owned(self.say("np.position"), self.np(node.item))

    def _At(self, node: ast.At) -> Phrase:
        if self.ir_of(node)[0] == "cell":
            noun = self.noun(self.type_of(node))
            bare_text = self.say("np.cell", noun, self.np(node.index), self.np(node.items))
            return self.texts.the(bare_text)
        return self.texts.the(self.say("np.entry", self.np(node.index), self.np(node.items)))
