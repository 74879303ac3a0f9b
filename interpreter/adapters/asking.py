"""A game that is played by action numbers.

In: a game, a seat and an action number. Out: the numbers that the seat may choose from, and the game one step
further. An answer of several steps is gathered here, seat by seat, and given to the game when it is whole;
until then nobody else can notice it. A step that could go one way only is not asked for.
"""

from __future__ import annotations

from operator import index
from typing import Any

from attrs import frozen

from interpreter.adapters.actions import WAIT, Actions, Path, Question, actions_of
from interpreter.errors import IllegalAnswer
from interpreter.game import Game
from interpreter.game.requests import NATURE, Request
from interpreter.knowledge.copies import copies_of


@frozen
class Begun:
    """An answer under way: the options that were taken, and the steps of the next one."""

    taken: tuple[int, ...] = ()
    steps: Path = ()


class Ask:
    """What one seat is asked, in numbers: the path of each option, and if `several`, how many are chosen."""

    def __init__(
        self, question: Question, paths: list[Path], *, several: bool, ordered: bool, least: int, most: int
    ) -> None:
        self.question, self.paths = question, paths
        self.several, self.ordered, self.least, self.most = several, ordered, least, most
        # The options in the order of their numbers: that of the table could tell copies apart.
        self.order = sorted(range(len(paths)), key=paths.__getitem__)

    @classmethod
    def of(cls, actions: Actions, request: Request) -> Ask:
        names = copies_of(request.machine.layout).names(request.numbers or {})
        return cls(
            *actions.paths(request.pending, request.raw(), names),
            several=request.several, ordered=request.ordered, least=request.least, most=request.most,
        )  # fmt: skip

    def candidates(self, begun: Begun) -> list[int]:
        """The options that can still be meant."""
        steps, depth = begun.steps, len(begun.steps)
        return [i for i in self._free(begun.taken) if self.paths[i][:depth] == steps]

    def _free(self, taken: tuple[int, ...]) -> list[int]:
        if not self.several:
            return self.order
        if self.ordered:
            return [i for i in self.order if i not in taken]
        # In the order of their numbers, so that each selection is reached in one way; enough must be left.
        first = self.order.index(taken[-1]) + 1 if taken else 0
        last = len(self.paths) - max(0, self.least - len(taken) - 1)
        return self.order[first:last]

    def may_end(self, begun: Begun) -> bool:
        return self.several and not begun.steps and len(begun.taken) >= self.least

    def legal(self, begun: Begun) -> list[int]:
        depth = len(begun.steps)
        found = {self.paths[i][depth] for i in self.candidates(begun)}
        if self.may_end(begun):
            assert self.question.done is not None
            found.add(self.question.done)
        return sorted(found)

    def forward(self, begun: Begun) -> Begun:
        """Past all steps that can go one way only and do not end an option."""
        while True:
            legal = self.legal(begun)
            depth = len(begun.steps) + 1
            if len(legal) != 1 or self.may_end(begun):
                return begun
            if any(len(self.paths[i]) == depth for i in self.candidates(begun)):
                return begun
            begun = Begun(begun.taken, (*begun.steps, legal[0]))

    def after(self, begun: Begun, number: int) -> Begun | int | tuple[int, ...]:
        """The answer, or what is begun of it."""
        if number == self.question.done:
            return self._whole(begun.taken)
        begun = Begun(begun.taken, (*begun.steps, number))
        left = self.candidates(begun)
        if len({self.paths[i] for i in left}) > 1:
            return self.forward(begun)
        if not self.several:
            return left[0]
        taken = (*begun.taken, left[0])
        if len(taken) == self.most:
            return self._whole(taken)
        return self.forward(Begun(taken))

    def path(self, begun: Begun) -> Path:
        """All steps that were taken."""
        return (*(step for i in begun.taken for step in self.paths[i]), *begun.steps)

    def _whole(self, taken: tuple[int, ...]) -> tuple[int, ...]:
        """What was taken, as the facade takes it."""
        return taken if self.ordered else tuple(sorted(taken))


class Table:
    """A game, and the answers that are begun."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.actions = actions_of(game.program)
        self.begun: dict[int, Begun] = {}
        self._asks: dict[int, Ask] = {}

    def copy(self) -> Table:
        new = Table.__new__(Table)
        new.game, new.actions = self.game.copy(), self.actions
        new.begun, new._asks = dict(self.begun), dict(self._asks)
        return new

    def __deepcopy__(self, memo: object) -> Table:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.game, self.begun)

    @property
    def deciding(self) -> tuple[int, ...]:
        return self.game.deciding

    def _ask(self, player: int) -> Ask | None:
        if player not in self._asks:
            request = self.game.request(player)
            if request is None or player == NATURE:
                return None
            ask = self._asks[player] = Ask.of(self.actions, request)
            self.begun[player] = ask.forward(Begun())
        return self._asks[player]

    def legal(self, player: int) -> list[int]:
        """What this seat may do now, in order; nothing if it is not asked."""
        ask = self._ask(player)
        return [] if ask is None else ask.legal(self.begun[player])

    def question(self, player: int) -> Question | None:
        ask = self._ask(player)
        return None if ask is None else ask.question

    def path(self, player: int) -> tuple[int, ...]:
        """The steps of the answer that this seat has begun."""
        ask = self._ask(player)
        return () if ask is None else ask.path(self.begun[player])

    def check(self, player: int, number: Any) -> int:
        """The step, if this seat may take it; otherwise an `IllegalAnswer`."""
        legal = self.legal(player) or [WAIT]
        try:
            step = index(number)
        except TypeError:
            step = -1
        if step not in legal:
            raise IllegalAnswer(self._refusal(player, number))
        return step

    def act(self, player: int, number: Any) -> None:
        """Takes a step for a seat; one that it may not take is an `IllegalAnswer`, and nothing changes."""
        step = self.check(player, number)
        ask = self._ask(player)
        if ask is None:
            return  # it waits
        found = ask.after(self.begun[player], step)
        if isinstance(found, Begun):
            self.begun[player] = found
        else:
            self.answer(player, found)

    def answer(self, player: int, answer: Any) -> None:
        """A whole answer, as the facade takes it."""
        secret = len(self.deciding) > 1
        self.game.apply(answer, player)
        if secret and self.game.deciding and player not in self.game.deciding:
            self.begun.pop(player, None)
            self._asks.pop(player, None)
        else:
            self.begun, self._asks = {}, {}

    def _refusal(self, player: int, number: Any) -> str:
        legal = self.legal(player)
        if not legal:
            return f"player {player} has nothing to decide now; action {WAIT} (wait) is all there is"
        known = ", ".join(f"{n} ({self.actions.name(n)})" for n in legal[:8])
        more = " …" if len(legal) > 8 else ""
        return f"player {player} cannot take action {number!r} now; legal are {known}{more}"


def _restored(game: Game, begun: dict[int, Begun]) -> Table:
    table = Table(game)
    for player in begun:
        table._ask(player)
    table.begun = begun
    return table
