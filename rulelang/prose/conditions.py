"""Conditions in words: what is true or false, as a clause, also denied.

In: conditions of the syntax tree. Out: clauses that can follow `if`. A comparison is a subject with a
predicate, so that sets can say `whose value is 3`.
"""

from __future__ import annotations

from rulelang.check.types import BOOL, Kind, Num, Player, Rec, Seq, bare
from rulelang.ir.texts import filled
from rulelang.prose.sets import Sets, joining
from rulelang.prose.texts import Phrase, with_gaps
from rulelang.syntax import ast

COMPARED = {"is": "is", "is_not": "is_not", ">=": "ge", "<=": "le", ">": "gt", "<": "lt"}
OPPOSITE = {
    "is": "is_not", "is_not": "is", ">=": "<", "<": ">=", "<=": ">", ">": "<=", "in": "not_in",
    "not_in": "in", "empty": "not_empty", "not_empty": "empty",
}  # fmt: skip


class Conditions(Sets):
    def clause(self, node: ast.Node, denied: bool = False) -> str:
        """A condition, or the opposite of it."""
        match node:
            case ast.Unary(op="not"):
                return self.clause(node.operand, not denied)
            case ast.Binary(op="and" | "or"):
                return self._joined(node, denied)
            case ast.Binary() | ast.Unary():
                return self._compared(node, denied)
            case ast.Quantified():
                return self._quantified(node, denied)
            case ast.YourTurn():
                return self.say("clause.not_your_turn" if denied else "clause.your_turn")
            case ast.Yes() | ast.No():
                return self.say("clause.always" if isinstance(node, ast.Yes) != denied else "clause.never")
            case ast.IfThenElse():
                parts = self.clause(node.then, denied), self.clause(node.condition)
                return self.say("clause.if_else", *parts, self.clause(node.other, denied))
        return self._flag(node, denied)

    def _joined(self, node: ast.Binary, denied: bool) -> str:
        """a and b; denied, it is the other word with both sides denied."""
        word = joining(node, denied)
        parts = []
        for side in (node.left, node.right):
            text = self.clause(side, denied)
            if word == "and" and joining(side, denied) == "or":
                text = self.say("join.group", text)
            parts.append(text)
        return self.say(f"join.{word}", *parts)

    # ------------------------------------------------------------ comparisons
    def _compared(self, node: ast.Binary | ast.Unary, denied: bool) -> str:
        if denied:
            node = _opposite(node)
        if isinstance(node, ast.Binary) and isinstance(node.right, ast.NoneValue):
            return self._absence(node.left, node.op == "is")
        if isinstance(node, ast.Binary) and self.type_of(node.left) == BOOL:
            return self._same_truth(node)
        subject = node.operand if isinstance(node, ast.Unary) else node.left
        is_set = isinstance(bare(self.type_of(subject)), Seq)
        if isinstance(node, ast.Unary) and is_set and self.ir_of(subject)[0] not in ("zone", "loc", "slot"):
            return self._anything(subject, node.op == "not_empty")
        phrase = self.np(subject)
        return self.say("clause.is", phrase, self.predicate(node, phrase.many, phrase.you))

    def _anything(self, node: ast.Expr, some: bool) -> str:
        """Whether there is anything in a set."""
        word = "some" if some else "no"
        if isinstance(node, ast.Where | ast.Every | ast.SortedBy):
            return self.say(f"clause.{word}", self.group(node).bare)
        who = "body" if bare(self.item_of(node)) == Player() else "thing"
        return self.say(f"clause.{word}{who}_in", self.things(node).the)

    def predicate(self, node: ast.Binary | ast.Unary, many: bool = False, you: bool = False) -> str:
        """What is said of the subject of a comparison."""
        key, other = self.said_of(node)
        return self.say(key, Phrase("", "", you=you, many=many), other)

    def said_of(self, node: ast.Binary | ast.Unary) -> tuple[str, str]:
        """How a subject is compared, and with what: for one and for many the other side is the same."""
        if isinstance(node, ast.Unary):
            place = not isinstance(bare(self.type_of(node.operand)), Seq)
            return f"is.{'place_' if place else ''}{node.op}", ""
        if node.op in ("in", "not_in"):
            return self._member_of(node)
        if isinstance(node.right, ast.NoneValue):
            return f"is.{node.op}", self.none_like(node.left)
        numbers = isinstance(bare(self.type_of(node.left)), Num)
        right = self.the(node.right)
        if self.ir_of(node.left)[0] == "setting" and not numbers:
            right = self.say("np.quoted", right)
        return f"is.{'number_' if numbers else ''}{COMPARED[node.op]}", right

    def _member_of(self, node: ast.Binary) -> tuple[str, str]:
        """In a zone, or one of several."""
        word = "in" if node.op == "in" else "not_in"
        if isinstance(node.right, ast.ListOf):
            parts = [self.the(item) for item in node.right.items]
            return f"is.{'is' if word == 'in' else 'is_not'}", self.texts.listed(parts, "or")
        if self.ir_of(node.right)[0] == "zone":
            return f"is.{word}", self.np(node.right).the
        return f"is.{word}_set", self.things(node.right).the

    def _absence(self, node: ast.Expr, none: bool) -> str:
        """Something is none, or is there."""
        word = "none" if none else "some"
        if isinstance(node, ast.Your | ast.Of) and self.ir_of(node)[0] in ("track", "field", "by_player"):
            owner = self.you() if isinstance(node, ast.Your) else self.np(node.owner)
            whole = self.member(node.name.text, owner, node).the
            return self.say(f"clause.{word}_owned", owner, self._absent_name(node), whole)
        key = "player" if bare(self.type_of(node)) == Player() else "thing"
        found = self.np(node)
        return self.say(f"clause.{word}_{key}", found.bare, found.the)

    def _absent_name(self, node: ast.Your | ast.Of) -> str:
        if self.ir_of(node)[0] == "by_player":
            local = self.find(node.name.text)
            return local.phrase.bare if local is not None else self.texts.own_name(f"name.{node.name.text}")
        return self.member_name(node.name.text, node)

    def _same_truth(self, node: ast.Binary) -> str:
        """Two conditions compared: a literal on the right decides which one is meant."""
        if isinstance(node.right, ast.Yes | ast.No):
            return self.clause(node.left, isinstance(node.right, ast.Yes) != (node.op == "is"))
        key = "clause.as_much" if node.op == "is" else "clause.not_as_much"
        return self.say(key, self.clause(node.left), self.clause(node.right))

    # ------------------------------------------------------------ sets
    def _quantified(self, node: ast.Quantified, denied: bool) -> str:
        if node.how == "all":
            return self._for_all(node, denied)
        some = (node.how == "any") != denied
        if node.condition is None:
            if self.ir_of(node.items)[0] == "zone":
                test = ast.Unary(node.span, "not_empty" if some else "empty", node.items)
                return self.say("clause.is", self.np(node.items), self.predicate(test))
            return self._anything(node.items, some)
        found = ast.Where(node.span, node.name, node.items, node.condition, True)
        return self.say("clause.any" if some else "clause.not_any", self.group(found).one)

    def _for_all(self, node: ast.Quantified, denied: bool) -> str:
        group = self.group(node.items)
        with self.block():
            local = self.bind_element(node.name, self.item_of(node.items))
            one = self.presented(group.one, local)
            condition = self.clause(node.condition) if node.condition is not None else ""
        return self.say("clause.not_all" if denied else "clause.all", one, condition)

    # ------------------------------------------------------------ flags
    def _flag(self, node: ast.Node, denied: bool) -> str:
        """Something with yes or no: a mark, a track, a setting, a value, a name."""
        form, ir = ("not_" if denied else ""), self.ir_of(node)
        if isinstance(node, ast.Name | ast.CallValue) and ir[0] == "call":
            return self._value_holds(node, denied)
        if isinstance(node, ast.CallValue):
            return self.say(f"clause.{form}holds", self.np_of_function(node))
        if isinstance(node, ast.Of | ast.Your):
            owner = self.you() if isinstance(node, ast.Your) else self.np(node.owner)
            if ir[0] == "by_player":
                return self.say(f"clause.{form}holds", self.member(node.name.text, owner, node))
            return self.say(f"clause.{form}marked", owner, self.member_name(node.name.text, node))
        assert isinstance(node, ast.Name)
        word = node.name.text
        if ir[0] == "setting":
            return self.say(f"clause.{form}on", self.texts.own_name(f"setting.{word}"))
        if ir[0] == "track" and ir[-1] is None:
            return self.say(f"clause.{form}applies", self.texts.own_name(f"track.{word}"))
        if ir[0] in ("field", "track"):
            element = self.field_owner(word)
            owner = element.phrase if element is not None else self.texts.phrase("np.it")
            return self.say(f"clause.{form}marked", owner, self.own_name_of(node))
        local = self.element(node)
        name = local.phrase.bare if local is not None else self.texts.own_name(f"name.{word}")
        return self.say(f"clause.{form}applies", name)

    def np_of_function(self, node: ast.CallValue) -> Phrase:
        return self.called_function(node.name.text, node.args)

    def _value_holds(self, node: ast.Name | ast.CallValue, denied: bool) -> str:
        args = [self.argument(arg) for arg in node.args] if isinstance(node, ast.CallValue) else []
        return self.value_clause(node.name.text, args, denied)

    def value_clause(self, word: str, args: list[Phrase], denied: bool = False) -> str:
        """A value with yes or no, of some things: in the words of the author, or as something that holds."""
        parts = [arg.the for arg in args]
        yours = self.about_you(word, args)
        if denied:
            own = self.texts.own(*([f"your.not.{word}"] if args and args[0].you else []), f"not.{word}")
            if own is not None:
                return self.with_link(own, f"value.{word}", parts)
        name, form = yours or self.value_name(word), ("not_" if denied else "")
        if with_gaps(name) or yours or self._is_clause(word, args):
            text = self.with_link(name, f"value.{word}", parts)
            return self.say("clause.not_so", text) if denied else text
        link = self.ink.link(name, f"value.{word}")
        if not parts:
            return self.say(f"clause.{form}applies", link)
        return self.say(f"clause.{form}holds_for", link, self.texts.listed(parts))

    def _is_clause(self, word: str, args: list[Phrase]) -> bool:
        """What an author says of a value without parameters can stand alone: `the ship is captured`."""
        return not args and self.texts.own(f"value.{word}") is not None

    def case_words(self, kind: Kind | Rec | None, cases: tuple[ast.Ident, ...]) -> str:
        words = [self.constant(kind, case.text).the if kind else case.text for case in cases]
        return self.texts.listed(words)

    def message(self, word: str) -> str:
        """What is announced, with a dot for each part that depends on the game."""
        text = self.texts.own(f"say.{word}") or self.texts.own_name(f"say.{word}")
        return filled(text, ["…"] * 9, self.texts.language)


def _opposite(node: ast.Binary | ast.Unary) -> ast.Binary | ast.Unary:
    """The same comparison denied; its parts stay the nodes that the checker knows."""
    if isinstance(node, ast.Unary):
        return ast.Unary(node.span, OPPOSITE[node.op], node.operand)
    return ast.Binary(node.span, OPPOSITE[node.op], node.left, node.right)
