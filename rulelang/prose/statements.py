"""Statements in words: steps, and steps within steps.

In: blocks of the syntax tree. Out: `Step`s. A step without a capital letter and a full stop can stand inside
another: `if …, move …`. Decisions are in `decisions.py`.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import field, frozen

from rulelang.check.types import BOOL, NUM, Seq, bare
from rulelang.prose.conditions import Conditions
from rulelang.prose.ink import capital, without_marks
from rulelang.prose.nouns import PLAIN
from rulelang.prose.texts import Phrase, with_gaps
from rulelang.syntax import ast

LONGEST_INLINE = 110  # letters of a step that may stand inside another


@frozen
class Step:
    text: str
    steps: tuple[Step, ...] = field(default=())

    @property
    def simple(self) -> bool:
        return not self.steps and self.short

    @property
    def short(self) -> bool:
        return len(without_marks(self.text)) <= LONGEST_INLINE

    def lines(self, indent: str = "", mark: str = "") -> Iterator[str]:
        """The step and what is in it, a line for each."""
        yield f"{indent}{mark}{self.sentence()}"
        for step in self.steps:
            yield from step.lines(f"{indent}  ", mark)

    def sentence(self) -> str:
        text = capital(self.text)
        if self.steps:
            return f"{text}:"
        return text if text.endswith((".", "!", "?", ".”", ".“", "!“", "?“")) else f"{text}."


class Statements(Conditions):
    body_name = ""  # as the checker calls the rule: a part of the keys of its questions

    def steps(self, block: ast.Block) -> tuple[Step, ...]:
        """The steps of a block; names that it gives end with it."""
        with self.block():
            return tuple(step for node in block for step in self.stated(node))

    def stated(self, node: ast.Stmt) -> list[Step]:
        found: list[Step] | Step | str = getattr(self, f"_do_{type(node).__name__}")(node)
        if isinstance(found, str):
            return [Step(found)]
        return [found] if isinstance(found, Step) else found

    def around(self, text: str, steps: tuple[Step, ...]) -> Step:
        """A step that holds others; one short one stands in the same line."""
        if len(steps) == 1 and steps[0].short:
            return Step(self.say("step.inline", text, steps[0].text), steps[0].steps)
        return Step(text, steps)

    # ------------------------------------------------------------ moving and showing
    def _do_Let(self, node: ast.Let) -> str:
        value = self.the(node.value)
        local = self.bind(node.name.text, self.type_of(node.value))
        return self.say("step.let", self.introduced(local), value)

    def _do_Move(self, node: ast.Move) -> str:
        what = self.the(node.what)
        target = node.dest.zone
        at_end = not node.dest.at_start
        if isinstance(target, ast.EndOf):
            at_end = target.which in ("top", "last")
            target = target.zone
        if isinstance(target, ast.At):
            return self.say("step.put", what, self.np(target.items), self.np(target.index))
        ordering = self._ordering(target)
        if ordering == "pile":
            way = "top" if at_end else "bottom"
        elif ordering == "line":
            way = "end" if at_end else "start"
        else:
            way = "into"
        return self.say(f"step.move_{way}", what, self.np(target))

    def _ordering(self, node: ast.Expr) -> str:
        ir = self.ir_of(node)
        return next((zone.ordering for zone in self.world.zones.values() if zone.id == ir[1]), "set")

    def _do_Shuffle(self, node: ast.Shuffle) -> str:
        return self.say("step.shuffle", self.np(node.zone))

    def _do_Reveal(self, node: ast.Reveal) -> str:
        if node.to is None:
            return self.say("step.reveal", self.the(node.what))
        return self.say("step.reveal_to", self.the(node.what), self.np(node.to))

    def _do_Look(self, node: ast.Look) -> str:
        return self.say("step.look", self.the(node.what))

    def _do_Cover(self, node: ast.Cover) -> str:
        return self.say("step.cover", self.the(node.what))

    # ------------------------------------------------------------ counting
    def _do_Assign(self, node: ast.Assign) -> str:
        if self.type_of(node.target) == BOOL:
            return self._mark(node)
        target = self.np(node.target)
        if node.op == "set" and isinstance(node.value, ast.NoneValue):
            return self.say("step.set", target, self.none_like(node.target))
        return self.say(f"step.{node.op}", target, self.the(node.value))

    def _mark(self, node: ast.Assign) -> str:
        """A flag is put on something, taken away, or made to follow a condition."""
        owner, name = None, ""
        if isinstance(node.target, ast.Your | ast.Of):
            owner = self.you() if isinstance(node.target, ast.Your) else self.np(node.target.owner)
            name = self.member_name(node.target.name.text, node.target)
        elif isinstance(node.target, ast.Name):
            name = self.texts.own_name(f"track.{node.target.name.text}")
        form = "mark" if owner is not None else "apply"
        parts: list[str | Phrase] = [owner, name] if owner is not None else [name]
        if isinstance(node.value, ast.Yes | ast.No):
            return self.say(f"step.{form if isinstance(node.value, ast.Yes) else f'un{form}'}", *parts)
        return self.say(f"step.{form}_if", *parts, self.clause(node.value))

    def _do_Pay(self, node: ast.Pay) -> str:
        giver, taker = self.np(node.giver), self.np(node.taker)
        if node.amount == node.giver:
            return self.say("step.pay_all", giver.the, taker.the)
        key = "step.pay_worked_out" if isinstance(node.amount, ast.Binary | ast.Extreme) else "step.pay"
        return self.say(key, self.the(node.amount), giver.the, taker.the)

    # ------------------------------------------------------------ rules and chance
    def _do_Call(self, node: ast.Call) -> str:
        word = node.name.text
        return self.called_rule(word, [self.argument(arg) for arg in node.args])

    def called_rule(self, word: str, args: list[Phrase]) -> str:
        """A rule with what it is carried out with, in the words of the author if they have gaps for it."""
        parts = [arg.the for arg in args]
        name = self.about_you(word, args) or self.texts.own_name(f"rule.{word}")
        if with_gaps(name) or name == self.about_you(word, args):
            return self.with_link(name, f"rule.{word}", parts)
        link = self.ink.link(name, f"rule.{word}")
        return self.say("step.call_with", link, ", ".join(parts)) if parts else link

    def _do_Nothing(self, node: ast.Nothing) -> str:
        return self.say("step.nothing")

    def _do_Proceed(self, node: ast.Proceed) -> str:
        return self.say("step.proceed")

    def _do_Say(self, node: ast.Say) -> str:
        return self.say("step.say", self.message(node.message.text))

    def _do_Roll(self, node: ast.Roll) -> str:
        die = self.texts.own_name(f"die.{node.die.text}")
        if node.amount is None:
            return self.say("step.roll", die, self.introduced(self.bind(node.name.text, NUM)))
        amount = self.the(node.amount)
        return self.say(
            "step.roll_several", amount, die, self.introduced(self.bind(node.name.text, Seq(NUM)))
        )

    def _do_Pick(self, node: ast.Pick) -> str:
        group, item = self.group(node.items), self.item_of(node.items)
        amount = None if node.amount is None else self.the(node.amount)
        local = self.bind(node.name.text, item if amount is None else Seq(item))
        if amount is None:
            key = "step.pick_plain" if local.style == PLAIN else "step.pick"
            return self.say(key, self.introduced(local), group.all)
        form = "some" if isinstance(node.amount, ast.Number) else "many"
        return self.say(f"step.pick_{form}", amount, self.introduced(local), group.all)

    # ------------------------------------------------------------ ends
    def _do_End(self, node: ast.End) -> str:
        return self.say(f"end_of.{node.what}")

    def _do_Finish(self, node: ast.Finish) -> str:
        who = self.np(node.players)
        if isinstance(bare(self.type_of(node.players)), Seq) and not isinstance(node.players, ast.ListOf):
            who = self.things(node.players)
        text = self.say("step.win" if node.won else "step.lose", who)
        if node.reason is None:
            return text
        return self.say("step.because", text, self.texts.own_name(f"reason.{node.reason.text}"))

    def _do_ExtraTurn(self, node: ast.ExtraTurn) -> str:
        return self.say("step.extra_turn", self.you() if node.player is None else self.np(node.player))

    # ------------------------------------------------------------ branches and loops
    def _do_If(self, node: ast.If) -> list[Step]:
        found = []
        for index, (condition, body) in enumerate(node.branches):
            text = self.say("step.else_if" if index else "step.if", self.clause(condition))
            found.append(self._branch(text, self.steps(body)))
        if node.otherwise is not None:
            found.append(self._branch(self.say("step.else"), self.steps(node.otherwise), "step.else_then"))
        return found

    def _branch(self, text: str, steps: tuple[Step, ...], key: str = "step.then") -> Step:
        if len(steps) == 1 and steps[0].short:
            return Step(self.say(key, text, steps[0].text), steps[0].steps)
        return Step(text, steps)

    def _do_ForEach(self, node: ast.ForEach) -> Step:
        with self.block():
            order, items = "", node.items
            if isinstance(items, ast.SortedBy):
                order, items = self.say("step.in_order", self.order_of(items)), items.items
            group = self.group(items)
            local = self.bind(node.name.text, self.item_of(items))
            each = self.presented(group.one, local), self.presented(group.all, local, "np.called_many")
            return self.around(self.say("step.for_each", *each) + order, self.steps(node.body))

    def _do_Repeat(self, node: ast.Repeat) -> Step:
        steps = self.steps(node.body)
        if node.times is None:
            return self.around(self.say("step.repeat"), steps)
        form = "times_many"
        if isinstance(node.times, ast.Number | ast.IfThenElse):
            form = "times" if isinstance(node.times, ast.Number) else "times_worked_out"
        return self.around(self.say(f"step.{form}", self.the(node.times)), steps)

    def _do_While(self, node: ast.While) -> Step:
        return self.around(self.say("step.while", self.clause(node.condition)), self.steps(node.body))

    def _do_As(self, node: ast.As) -> Step:
        who = self.np(node.player)
        steps = self.steps(node.body)
        if len(node.body) == 1 and isinstance(node.body[0], ast.Call) and steps[0].simple:
            return Step(self.say("step.as_inline", who, steps[0].text))
        return Step(self.say("step.as", who), steps)

    # ------------------------------------------------------------ turns and rounds
    def _do_Turns(self, node: ast.Turns) -> Step:
        if node.listed:
            text = self.say("step.turns_of", self.things(node.start))
        else:
            text = self.say("step.turns_from", self.np(node.start))
        if node.until is not None:
            text = self.say("step.until", text, self.clause(node.until))
        return Step(self.say("step.turn", text), self.steps(node.body))

    def _do_Rounds(self, node: ast.Rounds) -> Step:
        text = self.say("step.rounds")
        if node.times is not None:
            form = "rounds_times" if isinstance(node.times, ast.Number) else "rounds_many"
            text = self.say(f"step.{form}", self.the(node.times))
        if node.until is not None:
            text = self.say("step.until", text, self.clause(node.until))
        return Step(self.say("step.round", text), self.steps(node.body))
