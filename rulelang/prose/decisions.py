"""Decisions in words: what is asked, what may be answered, and what each answer does.

In: `choose`, `may`, `choose one` and `secretly` of the syntax tree. Out: steps, and for whoever explains a
question in play an `Asked` for each place in the files where something is asked.
"""

from __future__ import annotations

from attrs import define, field, frozen

from rulelang.check.types import Seq, Type
from rulelang.compile import Reading
from rulelang.ir.nodes import Site
from rulelang.ir.texts import filled
from rulelang.prose.nouns import LETTERED, NAMED, PLAIN, SHORT, Local
from rulelang.prose.statements import Statements, Step
from rulelang.prose.texts import Phrase, Texts, with_gaps
from rulelang.source import Span
from rulelang.syntax import ast

STYLES = {PLAIN: "_plain", LETTERED: "_letter", NAMED: ""}  # how the name of what is chosen is said


@frozen
class Answer:
    """One thing that can be answered: what it does, and when it may be."""

    title: str
    condition: str
    steps: tuple[Step, ...]


@define
class Asked:
    """What is asked at one place."""

    question: Step
    answers: dict[str, Answer] = field(factory=dict)


def site_of(span: Span) -> Site:
    return span.path, span.line, span.column


class Decisions(Statements):
    def __init__(self, reading: Reading, texts: Texts) -> None:
        super().__init__(reading, texts)
        self.asked: dict[Site, Asked] = {}

    def remember(self, node: ast.Stmt, question: Step) -> Asked:
        found = self.asked[site_of(node.span)] = Asked(question)
        return found

    def bind_pick(self, pick: ast.Binding, type_: Type, picks: tuple[ast.Binding, ...]) -> Local:
        """What is chosen; two things of one type that are chosen together get letters."""
        alike = [other for other in picks if self.item_of(other.items) == self.item_of(pick.items)]
        short = all(len(other.name.text) <= SHORT for other in alike)
        if len(alike) > 1 and short and self.own_local(pick.name.text) is None:
            local = self.lettered(pick.name.text, type_)
            self.locals.append(local)
            return local
        return self.bind(pick.name.text, type_)

    # ------------------------------------------------------------ choose
    def _do_Choose(self, node: ast.Choose) -> list[Step]:
        who = self.you() if node.by is None else self.np(node.by)
        picks, some = [], node.how_many is not None
        for pick in node.picks:
            everything, item = self.group(pick.items).all, self.item_of(pick.items)
            local = self.bind_pick(pick, Seq(item) if some else item, node.picks)
            key, amount = f"choose.from{STYLES[local.style]}", ""
            if node.how_many is not None:
                key = f"choose.{node.how_many.how}"
                if node.how_many.amount is not None:
                    amount = self.the(node.how_many.amount)
                    key += "" if isinstance(node.how_many.amount, ast.Number) else "_many"
            picks.append(self.say(key, self.introduced(local), everything, amount))
        what = self.texts.listed(picks)
        text = self.say("choose.what", who, what)
        if node.condition is not None:
            text = self.say("choose.such_that", text, self.clause(node.condition))
        steps = [Step(text)]
        self.remember(node, steps[0])
        if node.otherwise is not None:
            steps.append(self._branch(self.say("choose.nothing"), self.steps(node.otherwise)))
        return steps

    # ------------------------------------------------------------ may
    def _do_May(self, node: ast.May) -> list[Step]:
        who = self.you() if node.by is None else self.np(node.by)
        title = self.option_name(node.name.text, [])
        body = self.steps(node.body)
        refused = () if node.otherwise is None else self.steps(node.otherwise)
        question = self.say("may.ask", who, self.ink.strong(title))
        asked = self.remember(node, Step(question))
        asked.answers["yes"] = Answer(self.say("may.yes", title), "", body)
        asked.answers["no"] = Answer(self.say("may.no", title), "", refused)
        found = [self.around(question, body)]
        if refused:
            found.append(self._branch(self.say("may.refused", who), refused))
        return found

    # ------------------------------------------------------------ choose one
    def _do_Menu(self, node: ast.Menu) -> list[Step]:
        who = self.you() if node.by is None else self.np(node.by)
        asked = self.remember(node, Step(self.say("menu.ask", who)))
        steps = []
        for option in node.options:
            answer, step = self._option(option)
            asked.answers[option.name.text] = answer
            steps.append(step)
        found = [Step(asked.question.text, tuple(steps))]
        if node.otherwise is not None:
            found.append(self._branch(self.say("menu.none"), self.steps(node.otherwise)))
        return found

    def _option(self, node: ast.MenuOption) -> tuple[Answer, Step]:
        with self.block():
            picks, names = [], []
            for pick in node.picks:
                group = self.group(pick.items)
                local = self.bind_pick(pick, self.item_of(pick.items), node.picks)
                names.append(local.phrase.the)
                key = f"menu.pick{STYLES[local.style]}"
                picks.append(self.say(key, self.introduced(local), group.one, group.all))
            condition = "" if node.condition is None else self.clause(node.condition)
            body = self.steps(node.body)
        title = self.option_name(node.name.text, names)
        notes = [*picks, *([self.say("menu.only_if", condition)] if condition else [])]
        answer = Answer(title, condition, tuple(Step(pick) for pick in picks) + body)
        head = self.ink.strong(title)
        if notes:
            head = self.say("menu.option", head, self.say("menu.notes").join(notes))
        if all(isinstance(step, ast.Nothing) for step in node.body):
            return answer, Step(head)
        return answer, self.around(head, body)

    def option_name(self, name: str, parts: list[str]) -> str:
        text = self.texts.own_name(f"option.{self.body_name}.{name}", f"option.{name}")
        return filled(text, parts or ["…"] * 9, self.texts.language) if with_gaps(text) else text

    # ------------------------------------------------------------ secretly
    def _do_Secret(self, node: ast.Secret) -> Step:
        with self.block():
            if node.players is None:
                who = self.say("secret.everybody")
            else:
                who = self.group(node.players).one
                local = self.bind(node.player.text, self.item_of(node.players))
                who = self.say("secret.each", self.presented(who, local))
            own = self.say("secret.you")
            self.somebody = Phrase(own, own, self.say("secret.your"))
            everything, item = self.group(node.items).all, self.item_of(node.items)
            self.somebody = None
        found = self.bind(node.name.text, item)
        key = "secret.choose_plain" if found.style == PLAIN else "secret.choose"
        step = Step(self.say(key, who, self.introduced(found), everything))
        self.remember(node, step)
        return step
