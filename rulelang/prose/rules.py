"""Rules, values and abilities in words.

In: declarations of a checked definition. Out: steps for each body of a rule, for each way a value is worked
out, and for each ability, with the names of the parameters known inside.
"""

from __future__ import annotations

from attrs import frozen

from rulelang.check.types import BOOL, UNKNOWN, Player, Rec, Seq, Type, bare
from rulelang.check.world import CallableInfo
from rulelang.prose.decisions import Decisions
from rulelang.prose.statements import Step
from rulelang.prose.texts import Phrase
from rulelang.syntax import ast


@frozen
class Case:
    """One body of a rule or a value: for some words, or for all that have none of their own."""

    words: str
    steps: tuple[Step, ...]


class Rules(Decisions):
    # ------------------------------------------------------------ rules
    def rule(self, info: CallableInfo) -> list[Case]:
        return [self.body_of(info, node) for node in _bodies(info) if isinstance(node, ast.Rule)]

    def body_of(self, info: CallableInfo, node: ast.Rule) -> Case:
        words = ", ".join(word.text for word in node.cases)
        self.body_name = f"{info.name} for {words}" if words else info.name
        with self.body(info.name):
            self._params(node.params, info)
            return Case(self._words(info, node.cases), self.steps(node.body))

    def _params(self, params: tuple[ast.Param, ...], info: CallableInfo) -> None:
        names = [param.name.text for param in params]
        self.bind_params([(name, type_) for name, (_, type_) in zip(names, info.params, strict=False)])

    def _words(self, info: CallableInfo, cases: tuple[ast.Ident, ...]) -> str:
        if cases:
            return self.case_words(info.key_kind, cases)
        return self.say("rule.others") if len(info.bodies) > 1 else ""

    # ------------------------------------------------------------ values
    def value(self, info: CallableInfo) -> list[Case]:
        return [self._value_body(info, node) for node in _bodies(info) if isinstance(node, ast.Value)]

    def _value_body(self, info: CallableInfo, node: ast.Value) -> Case:
        with self.body(info.name):
            self._params(node.params, info)
            steps = [step for let in node.lets for step in self.stated(let)]
            truth = all(self.type_of(case.value) == BOOL for case in node.results)
            for case in node.results:
                text = self._result(case.value, truth)
                if case.condition is not None:
                    text = self.say("value.when", self.clause(case.condition), text)
                elif len(node.results) > 1:
                    text = self.say("value.otherwise", text)
                steps.append(Step(text))
            return Case(self._words(info, node.cases), tuple(steps))

    def _result(self, node: ast.Expr, truth: bool) -> str:
        if not truth:
            return self.the(node)
        if isinstance(node, ast.Yes | ast.No):
            return self.say("value.always" if isinstance(node, ast.Yes) else "value.never")
        return self.say("value.holds_if", self.clause(node))

    # ------------------------------------------------------------ abilities
    def ability(self, node: ast.Node, owner: str = "") -> Step:
        """What an ability does, and when. `owner` is the component that has it."""
        prefix = f"{owner}: " if owner else ""
        with self.body(owner):
            if isinstance(node, ast.Hook):
                self.body_name = f"{prefix}{node.how} {node.name}"
                return self._hook(node)
            if isinstance(node, ast.Change):
                return self._change(node)
            assert isinstance(node, ast.Whenever)
            how = "enters" if node.name is not None else "changes"
            self.body_name = f"{prefix}whenever {node.thing} {how}"
            return self._whenever(node)

    def _hook(self, node: ast.Hook) -> Step:
        info = self.world.rules[node.name.text]
        condition = self._about_you(node, info)
        name = self._target(node, info)
        text = self._with_priority(self.say(f"ability.{node.how}", name), node)
        return self._ability(text, condition, self.steps(node.body))

    def _ability(self, text: str, condition: str, steps: tuple[Step, ...]) -> Step:
        if condition:
            text = self.say("ability.when", text, condition)
        return self.around(text, steps)

    def _target(self, node: ast.Hook, info: CallableInfo) -> str:
        """The rule that an ability waits for, with the names that the ability has for its parameters."""
        word = node.name.text
        if word in ("setup", "play"):
            return self.ink.link(self.say(f"page.{word}"), f"rule.{word}")
        args = [known.phrase for known in self.locals]
        if args:
            text = self.called_rule(word, args)
        else:
            text = self.ink.link(self.title("rule", word), f"rule.{word}")
        if node.cases:
            text = self.say("ability.for", text, self.case_words(info.key_kind, node.cases))
        return text

    def _about_you(self, node: ast.Hook | ast.Change, info: CallableInfo) -> str:
        """The condition of an ability; `player is you` is said by saying `you` for that player."""
        names = [param.name.text for param in node.params or ()]
        types = [type_ for _, type_ in info.params]
        left = []
        yours: set[str] = set()
        for part in _parts(node.condition):
            match part:
                case ast.Binary(op="is", left=ast.Name(name=name), right=ast.Name(name=who)):
                    known = name.text in names and types[names.index(name.text)] == Player()
                    if known and who.text == "you":
                        yours.add(name.text)
                        continue
            left.append(part)
        for name_, type_ in zip(names, types, strict=False):
            if name_ in yours:
                self.bind_as_you(name_)
            else:
                self.bind_params([(name_, type_)])
        clauses = [self._actor_clause(part) or self.clause(part) for part in left]
        return self.say("join.and_then").join(clauses)

    def _actor_clause(self, node: ast.Expr) -> str:
        match node:
            case ast.Binary(op="is", left=ast.Name(name=ast.Ident(text="actor")), right=ast.Name(name=who)):
                if who.text == "you":
                    return self.say("ability.you_do_it")
        return ""

    def _change(self, node: ast.Change) -> Step:
        info, word = self.world.values[node.name.text], node.name.text
        condition = self._about_you(node, info)
        args = [known.phrase for known in self.locals]
        if self.type_of(node.value) == BOOL:
            name = self.value_clause(word, args, isinstance(node.value, ast.No))
            fixed = isinstance(node.value, ast.Yes | ast.No)
            text = self.say("ability.true", name)
            if not fixed:
                text = self.say("ability.true_if", name, self.clause(node.value))
        else:
            many = isinstance(bare(self.type_of(node.value)), Seq)
            changed = self.value_of(word, args, many) if args else self._alone(word, many)
            text = self.say("ability.change", changed, self.the(node.value))
        if node.cases:
            text = self.say("ability.for", text, self.case_words(info.key_kind, node.cases))
        text = self._with_priority(text, node)
        return Step(self.say("ability.if", text, condition) if condition else text)

    def _with_priority(self, text: str, node: ast.Hook | ast.Change) -> str:
        return self.say("ability.priority", text, node.priority) if node.priority else text

    def _alone(self, word: str, many: bool) -> Phrase:
        """A value whose parameters the ability does not name."""
        return self.texts.the(self.ink.link(self.title("value", word), f"value.{word}"), many)

    def _whenever(self, node: ast.Whenever) -> Step:
        world = self.world
        thing = world.zones[node.thing.text] if node.name is not None else world.tracks[node.thing.text]
        item: Type = Rec(world.zones[node.thing.text].item) if node.name is not None else UNKNOWN
        name = self.texts.own_name(f"{'zone' if node.name is not None else 'track'}.{node.thing.text}")
        with self.block():
            one = ""
            if node.name is not None:
                one = self.presented(self.noun(item), self.bind(node.name.text, item))
            where = self.texts.the(name)
            if node.owner is not None and thing.owner is not None:
                where = self.owned(name, self.bind(node.owner.text, thing.owner).phrase, node.thing.text)
            key = "ability.enters" if node.name is not None else "ability.changes"
            text = self.say(key, where, one)
            condition = "" if node.condition is None else self.clause(node.condition)
            return self._ability(text, condition, self.steps(node.body))


def _bodies(info: CallableInfo) -> list[ast.Rule | ast.Value]:
    """Each body once, those for all other cases last."""
    found = {id(node): node for node in info.bodies.values()}
    return sorted(found.values(), key=lambda node: not node.cases)


def _parts(node: ast.Expr | None) -> list[ast.Expr]:
    """The conditions that all have to hold."""
    if isinstance(node, ast.Binary) and node.op == "and":
        return [*_parts(node.left), *_parts(node.right)]
    return [] if node is None else [node]
