"""Which rule can be the cause of what another one does.

In: a program and its words. Out: whether two rules belong together, and whose ability a rule is. It is read
off the calls alone: what a choice cannot lead to, nor what led to it, has another cause.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from interpreter.words import Words
from rulelang.ir.instructions import Call
from rulelang.ir.nodes import HookDef, Program
from rulelang.types import bare

ANYWHERE = ("enters", "changes")  # abilities that wait for something that any rule may do


class Causes:
    def __init__(self, program: Program, words: Words) -> None:
        self.program, self.words = program, words
        self.names = [body.name for body in program.bodies]
        self.loose = {self.names[body] for body, hook in self._hooks() if hook.how in ANYWHERE}
        self.roots = {
            name for rule in (program.setup, program.play) if rule is not None for name in self._bodies(rule)
        }
        self.related: dict[tuple[str, str], bool] = {}

    def _hooks(self) -> Iterator[tuple[int, HookDef]]:
        """The abilities that do something, each with its body."""
        yield from ((hook.body, hook) for hook in self.program.hooks if hook.body is not None)

    def _bodies(self, rule: int) -> list[str]:
        """Everything that runs when this rule is called: its cases, and the abilities that watch it."""
        called = self.program.rules[rule]
        numbers = [body for _, body in called.cases]
        numbers += [called.default] if called.default is not None else []
        hooks = (self.program.hooks[hook] for hook in called.hooks)
        return [self.names[body] for body in (*numbers, *(hook.body for hook in hooks)) if body is not None]

    @cached_property
    def calls(self) -> dict[str, set[str]]:
        """What each body calls. An ability goes on with the rule that it watches."""
        found: dict[str, set[str]] = {}
        for body in self.program.bodies:
            called = [instr.rule for instr in body.code if isinstance(instr, Call)]
            found[body.name] = {name for rule in called for name in self._bodies(rule)}
        for rule in range(len(self.program.rules)):
            watching = {self.names[hook.body] for hook in self._of_rule(rule) if hook.body is not None}
            for name in watching:
                found[name] |= {*self._bodies(rule)} - watching
        return found

    def _of_rule(self, rule: int) -> Iterator[HookDef]:
        yield from (self.program.hooks[hook] for hook in self.program.rules[rule].hooks)

    @cached_property
    def below(self) -> dict[str, int]:
        """Everything that comes of a body, with all that this calls in turn: a bit for each name."""
        found: dict[str, int] = {}
        for together in circles(self.calls):  # those that they call have been before
            bits = 0
            for name in together:
                bits |= 1 << self.numbers[name]
                for called in self.calls[name]:
                    bits |= found.get(called, 0)
            found |= dict.fromkeys(together, bits)
        return found

    @cached_property
    def numbers(self) -> dict[str, int]:
        return {name: number for number, name in enumerate(self.calls)}

    def _comes_of(self, rule: str, cause: str) -> bool:
        return bool(self.below[cause] >> self.numbers[rule] & 1)

    # ------------------------------------------------------------ questions
    def belong_together(self, rule: str, cause: str) -> bool:
        """Whether one leads to the other, or one rule does both, one after the other."""
        if (rule, cause) not in self.related:
            self.related[rule, cause] = self._belong(rule, cause)
        return self.related[rule, cause]

    def _belong(self, rule: str, cause: str) -> bool:
        if rule not in self.below or cause not in self.below or {rule, cause} & self.loose:
            return True
        if self._comes_of(rule, cause) or self._comes_of(cause, rule):
            return True
        return any({rule, cause} <= called for name, called in self.calls.items() if name not in self.roots)

    def comes_of(self, rule: str, cause: str) -> bool:
        return cause not in self.below or (rule in self.below and self._comes_of(rule, cause))

    # ------------------------------------------------------------ names of causes
    @cached_property
    def abilities(self) -> dict[str, str]:
        """The card or character that an ability is of."""
        return {
            self.names[body]: self.words.component(hook.components[0])
            for body, hook in self._hooks()
            if hook.owner and hook.components
        }

    @cached_property
    def cases(self) -> dict[str, tuple[str, str]]:
        """The rule and what each case of it is about, by the name of the case: `effect for hook` is about
        the hook."""
        found = {}
        for rule, key in [(rule, rule.key) for rule in self.program.rules if rule.key is not None]:
            for word, body in rule.cases:
                found[self.names[body]] = rule.name, self.words.value(bare(key.type), word)
        return found

    def about(self, rule: str) -> str:
        """What a case of a rule is about, or whose ability a rule is; nothing of another rule."""
        return self.cases[rule][1] if rule in self.cases else self.abilities.get(rule, "")

    def is_other_case(self, rule: str, before: str) -> bool:
        """Whether these are two cases of one rule: what one does is not what the other one does."""
        if rule == before or rule not in self.cases or before not in self.cases:
            return False
        return self.cases[rule][0] == self.cases[before][0]

    def is_apart(self, rule: str, before: str) -> bool:
        """Whether what this rule does has another cause than what was done before."""
        if rule == before:
            return False
        if rule in self.abilities:
            return True
        if before in self.abilities:
            return not self.comes_of(rule, before)
        return self.is_other_case(rule, before) or not self.belong_together(rule, before)


def circles(calls: dict[str, set[str]]) -> Iterator[list[str]]:
    """Names that lead to each other, together; what they lead to comes before them. Each name once."""
    order: dict[str, int] = {}  # when each was first met
    first: dict[str, int] = {}  # the earliest that each leads back to
    waiting: list[str] = []  # met, and not given yet
    given: set[str] = set()
    for start in calls:
        path = [(start, iter(sorted(calls[start])))] if start not in order else []
        if path:
            order[start] = first[start] = len(order)
            waiting.append(start)
        while path:
            name, rest = path[-1]
            called = next(rest, None)
            if called is None:
                path.pop()
                if path:
                    first[path[-1][0]] = min(first[path[-1][0]], first[name])
                if first[name] == order[name]:
                    at = waiting.index(name)
                    together, waiting[at:] = waiting[at:], []
                    given.update(together)
                    yield together
            elif called not in order:
                order[called] = first[called] = len(order)
                waiting.append(called)
                path.append((called, iter(sorted(calls[called]))))
            elif called not in given:
                first[name] = min(first[name], order[called])
