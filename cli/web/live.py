"""A table in memory: the game, who sits where, and what each of them is sent.

In: a table as it lies on the disk, and answers. Out: frames. Nothing here waits for anybody or knows a
connection; whoever calls holds the table's lock.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from attrs import define, field

from cli.web.frames import PERSON, error_frame, preview_frame, scene_frame, spoken
from cli.web.store import Kept
from interpreter.errors import IllegalAnswer, PlayError, RuleError
from interpreter.game import Game
from interpreter.knowledge.seeing import EVERYBODY
from interpreter.knowledge.undoing import refused
from rulelang.ir.nodes import Program

MOST_CHOSEN = 1_000  # indices in one answer


class Refused(Exception):
    """What was asked for cannot be done; the code is for programs, the text for people."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code, self.text = code, text

    @property
    def frame(self) -> dict[str, Any]:
        return error_frame(self.code, self.text)


def disk_failed(error: Exception) -> Refused:
    return Refused("not_stored", f"the server cannot read or write its tables now: {error}")


@define(eq=False)
class Live:
    number: int
    game: Game
    seats: tuple[str, ...]
    undone: int = 0
    answers: list[tuple[int, Any]] = field(factory=list)
    own: list[int] = field(factory=list)  # how many answers each seat gave
    stopped: str = ""  # why the game cannot go on
    name: str = ""  # of the game, on the shelf
    variants: tuple[str, ...] = ()
    moments: dict[int, tuple[int, ...]] = field(factory=dict)  # by seats, of a game that is over

    # ------------------------------------------------------------ answering
    def deciding(self, seat: int) -> bool:
        return not self.stopped and seat in self.game.deciding

    def asked(self, seat: int) -> str:
        """Names the question that a seat is asked, by what the seat itself has answered.

        How many answers others gave would tell too much.
        """
        return f"{self.undone}.{self.own[seat] if seat != EVERYBODY else 0}"

    def play(self, seat: int, answer: Any, keep: Callable[[int, Any], None]) -> None:
        """Answers for a seat. `keep` stores the answer; if it cannot, nothing was answered."""
        if self.stopped:
            raise Refused("stopped", self.stopped)
        if self.game.over:
            raise Refused("over", "this game is over")
        if seat not in self.game.deciding:
            raise Refused("not_asked", "you have nothing to decide now")
        given = read_answer(answer)
        before = self.game.copy()
        try:
            self.game.apply(given, seat)
        except IllegalAnswer as error:
            raise Refused("illegal", str(error)) from None
        except RuleError as error:
            raise Refused("rule", f"a rule of this game went wrong: {error}") from None
        try:
            keep(seat, answer)
        except Exception:
            self.game = before
            raise
        self.answers.append((seat, answer))
        self.own[seat] += 1

    def played_until(self, steps: int) -> Game:
        """The game as it was after so many answers."""
        game = self.game.restarted()
        for seat, answer in self.answers[:steps]:
            game.apply(read_answer(answer), seat)
        return game

    def undo(self, seat: int, keep: Callable[[int], None]) -> None:
        """Takes the last decision of a person back, if it was this seat's and nobody has learned anything."""
        people = [number for number, who in enumerate(self.seats) if who == PERSON]
        steps = next((n for n in reversed(range(len(self.answers))) if self.answers[n][0] in people), None)
        if steps is None or self.answers[steps][0] != seat:
            raise Refused("no_undo", "the last decision was not yours")
        before = self.played_until(steps)
        if refused(before, self.game, seat, people):
            raise Refused("learned", "somebody has learned something since that cannot be unlearned")
        keep(steps)
        for who, _ in self.answers[steps:]:
            self.own[who] -= 1
        del self.answers[steps:]
        self.game = before
        self.moments.clear()
        self.undone += 1

    # ------------------------------------------------------------ telling
    def frame(
        self, seat: int, language: str, since: int, fresh: bool, here: Sequence[bool]
    ) -> dict[str, Any]:
        told = spoken(self.game, language)
        made = scene_frame(told, seat, since, fresh, self.asked(seat), self.seats, here)
        return {**made, **self._called, "stopped": self.stopped}

    @property
    def _called(self) -> dict[str, Any]:
        return {"game": self.name, "variants": list(self.variants)}

    def moment(self, seat: int, language: str, step: int) -> dict[str, Any]:
        """A game that is over, as the seat saw it before, at one of the moments that it could tell apart.

        Answers that the seat could not notice are no moments: their number would tell of them.
        """
        if not self.game.over:
            raise Refused("not_over", "a game can be looked at again when it is over")
        if seat not in self.moments:
            self.moments[seat] = tuple(self._moments(seat))
        moments = self.moments[seat]
        step = max(0, min(step, len(moments) - 1))
        steps = moments[step]
        game = self.played_until(max(0, steps - 1))
        since = game.event_count if steps else 0
        for who, answer in self.answers[max(0, steps - 1) : steps]:
            game.apply(read_answer(answer), who)
        frame = self._then(spoken(game, language), seat, since, step == 0)
        more = {"step": step, "steps": len(moments) - 1, "stopped": ""}
        return {**frame, "type": "moment", **self._called, **more}

    def _moments(self, seat: int) -> Iterator[int]:
        """After how many answers the seat saw something new."""
        game = self.game.restarted()
        seen = self._then(game, seat, 0, True)["scene"]
        yield 0
        for number, (who, answer) in enumerate(self.answers, start=1):
            before = game.event_count
            game.apply(read_answer(answer), who)
            scene = self._then(game, seat, before, False)["scene"]
            if scene["happened"] or {**scene, "happened": None} != {**seen, "happened": None}:
                yield number
            seen = scene

    def _then(self, game: Game, seat: int, since: int, fresh: bool) -> dict[str, Any]:
        return scene_frame(game, seat, since, fresh, "", self.seats, (False,) * len(self.seats))

    def preview(self, seat: int, language: str, option: Any) -> dict[str, Any]:
        if not isinstance(option, int) or isinstance(option, bool):
            raise Refused("malformed", "`option` is the index of an option")
        return preview_frame(spoken(self.game, language), seat, self.asked(seat), option)


def live_from(kept: Kept, program: Program) -> Live:
    """A table from its answers. A game that cannot be played again says so at the table."""
    start = kept.start
    game = Game.new(program, start.players, start.seed, dict(start.settings))
    game.names = start.names
    live = Live(kept.number, game, start.seats, kept.undone, own=[0] * start.players, name=start.game)
    live.variants = start.variants
    for seat, answer in kept.answers:
        try:
            game.apply(read_answer(answer), seat)
        except (PlayError, RuleError) as error:
            live.stopped = f"this table cannot go on: {error}"
            break
        live.answers.append((seat, answer))
        live.own[seat] += 1
    return live


def read_answer(answer: Any) -> int | tuple[int, ...]:
    """An index of an option, or a list of them."""
    if isinstance(answer, int) and not isinstance(answer, bool):
        return answer
    if (
        isinstance(answer, list)
        and len(answer) <= MOST_CHOSEN
        and all(isinstance(n, int) and not isinstance(n, bool) for n in answer)
    ):
        return tuple(answer)
    raise Refused("malformed", "an answer is the index of an option, or a list of indices")
