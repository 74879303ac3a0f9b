"""How a running rule asks: it leaves a pending decision in the state, and how an answer is taken.

A pending decision is a tuple (kind, who, body, pc, options, ...): plain data, so that it can be copied.
Kinds: one, several, menu, may, secret, chance. With nothing to choose nobody is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, permutations
from typing import Any

from interpreter.errors import IllegalAnswer, RuleError
from interpreter.layout import Layout
from interpreter.primitives import chance
from interpreter.state import SLOTS, Frame, State
from rulelang.ir.nodes import Program

MOST_OPTIONS = 50_000


class Asking:
    program: Program
    layout: Layout
    eligible: Callable[..., bool] | None
    ranks: list[tuple[int, Callable[..., int]]]
    menus: list[list[Any]]

    def run(self, state: State) -> None:
        raise AssertionError("given by the machine")

    # ------------------------------------------------------------ asking
    def ask_one(
        self,
        state: State,
        frame: Frame,
        by: int,
        ways: Sequence[Any],
        slot: int,
        width: int,
        site: Any,
        empty: int,
    ) -> bool:
        if not ways:
            frame[1] = empty
            return False
        if len(ways) == 1 and state.auto:
            self._fill(frame, slot, width, ways[0])
            frame[1] = site[1] + 1
            return False
        if len(ways) > MOST_OPTIONS:
            raise RuleError(f"{len(ways)} options at once; at most {MOST_OPTIONS} are possible")
        somebody(by)
        state.pending = ("one", by, *site, tuple(ways), slot, width)
        return True

    def _fill(self, frame: Frame, slot: int, width: int, way: Any) -> None:
        if width == 1:
            frame[slot] = way
        else:
            frame[slot : slot + width] = way

    def ask_several(
        self, state: State, frame: Frame, by: int, ways: Sequence[Any], slot: int, width: int, site: Any,
        empty: int,
        low: int, high: int, ordered: bool,
    ) -> bool:  # fmt: skip
        if not ways:
            frame[1] = empty
            return False
        if len(ways) > MOST_OPTIONS:
            raise RuleError(f"{len(ways)} options at once; at most {MOST_OPTIONS} are possible")
        high = max(0, min(high, len(ways)))
        low = max(0, min(low, high))
        forced = high == 0 or (low == len(ways) and (not ordered or len(ways) == 1))
        if forced and state.auto:
            frame[slot] = tuple(ways)[:high]
            frame[1] = site[1] + 1
            return False
        somebody(by)
        state.pending = ("several", by, *site, tuple(ways), slot, low, high, ordered)
        return True

    def ask_menu(
        self, state: State, frame: Frame, by: int, options: list[tuple[Any, ...]], site: Any, empty: int
    ) -> bool:
        if not options:
            frame[1] = empty
            return False
        if len(options) == 1 and state.auto:
            self._take_option(frame, site, options[0])
            return False
        if len(options) > MOST_OPTIONS:
            raise RuleError(f"{len(options)} options at once; at most {MOST_OPTIONS} are possible")
        somebody(by)
        state.pending = ("menu", by, *site, tuple(options))
        return True

    def _take_option(self, frame: Frame, site: Any, option: tuple[Any, ...]) -> None:
        slots, frame[1] = self.menus[site[0]][site[1]][option[0]]
        if slots:
            for slot, value in zip(slots, option[1:], strict=True):
                frame[SLOTS + slot] = value

    def ask_may(self, state: State, frame: Frame, by: int, site: Any) -> bool:
        somebody(by)
        state.pending = ("may", by, *site, (True, False))
        return True

    def ask_secret(
        self, state: State, frame: Frame, options: list[tuple[int, Any]], slot: int, site: Any
    ) -> bool:
        answers: list[Any] = [None] * self.layout.players
        waiting = []
        for player, ways in options:
            if len(ways) == 1 and state.auto:
                answers[player] = ways[0]
            elif ways:
                waiting.append((player, ways))
        frame[slot] = tuple(answers)
        if not waiting:
            frame[1] = site[1] + 1
            return False
        state.pending = ("secret", waiting[0][0], *site, tuple(waiting), slot)
        return True

    def _pick(
        self, state: State, frame: Frame, slot: int, items: Sequence[Any], amount: int | None, after: int,
        empty: int,
        site: Any,
    ) -> None:  # fmt: skip
        if amount is None:
            if not items:
                frame[1] = empty
                return
            items = list(items)
            frame[slot] = items[chance(state, "pick", items)]
        else:
            while len(frame[slot]) < amount:
                left = [item for item in items if item not in frame[slot]]
                if not left:
                    break
                frame[slot] += (left[chance(state, "pick", left)],)
        frame[1] = after
        if state.log is not None:
            state.log = (("pick", site, frame[slot]), state.log)

    # ------------------------------------------------------------ answering
    def answer(self, state: State, player: int | None, answer: Any) -> None:
        """Takes a legal answer (an index, or indices for several) and runs on."""
        pending = state.pending
        assert pending is not None
        kind, who, body, pc, options = pending[:5]
        frame = state.frames[-1]
        if kind == "menu":
            option = options[answer]
            slots, frame[1] = self.menus[body][pc][option[0]]
            if slots:
                for slot, value in zip(slots, option[1:], strict=True):
                    frame[SLOTS + slot] = value
        elif kind == "one":
            self._fill(frame, pending[5], pending[6], options[answer])
            frame[1] = pc + 1
        elif kind == "several":
            slot, ordered = pending[5], pending[8]
            frame[slot] = tuple(options[i] for i in (answer if ordered else sorted(answer)))
            frame[1] = pc + 1
        elif kind == "secret":
            if state.log is not None:
                chosen = (dict(options)[player][answer],)
                state.log = (("secret", (body, pc), player, (chosen,), ((1 << (player or 0),),)), state.log)
            if not self._answer_secret(state, frame, pending, player, answer):
                return
        elif kind == "may":
            frame[1] = pc + 1 if answer == 0 else self.program.bodies[body].code[pc][3]
        else:
            state.fate = answer
        state.pending = None
        if state.log is not None and kind in ("menu", "may"):
            state.log = (("choice", (body, pc), who, self._public(state, pending, answer)), state.log)
        elif state.log is not None and kind in ("one", "several"):
            picked = tuple(options[i] for i in (answer if kind == "several" else (answer,)))
            state.log = (("chose", (body, pc), who, *self._heard(state, pending, picked)), state.log)
        self.run(state)

    def _public(self, state: State, pending: tuple[Any, ...], answer: int) -> tuple[Any, ...]:
        """What the others may hear of a choice: of components only those that everybody knows."""
        kind, _, body, pc, options = pending[:5]
        if kind == "may":
            return (options[answer],)
        tags = self.program.bodies[body].code[pc][2][options[answer][0]][3]
        number, *values = options[answer]
        everyone = self.layout.everyone
        heard = [
            None if self._is_component(tag) and state.known[value] != everyone else value
            for tag, value in zip(tags, values, strict=True)
        ]
        return (number, *heard)

    def _heard(
        self, state: State, pending: tuple[Any, ...], picked: tuple[Any, ...]
    ) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        """What was picked from a set, a tuple for each, and for each part of it who may hear of it.

        A number or a word can be a secret of whoever chose it, and so can a card that is known but not open,
        and anything that is chosen out of turn. Others hear of things that lie open, unless a hidden track
        may remember them.
        """
        tags = self.program.bodies[pending[2]].code[pending[3]][6]
        ways = picked if len(tags) > 1 else tuple((value,) for value in picked)
        own = 1 << pending[1]
        in_turn = state.active == pending[1]
        masks = tuple(
            tuple(
                (self._openly(state, tag, value) | own) if in_turn else own
                for tag, value in zip(tags, way, strict=True)
            )
            for way in ways
        )
        return ways, masks

    def _openly(self, state: State, tag: str, value: Any) -> int:
        """The players who can see what was chosen, one bit for each."""
        if value is None or any(t.sees != "all" and t.type.endswith(tag) for t in self.program.tracks):
            return 0
        if self._is_component(tag):
            return int(self.layout.sees[state.loc[value]])
        word, _, name = tag.partition(":")
        if word == "place":
            open_to_all = any(zone.name == name and zone.sees == "all" for zone in self.program.zones)
            return self.layout.everyone if open_to_all else 0
        return self.layout.everyone if word == "player" else 0

    def _is_component(self, tag: str) -> bool:
        return tag.startswith("record:") and self.program.record(tag[7:]).physical

    def _answer_secret(
        self, state: State, frame: Frame, pending: tuple[Any, ...], player: int | None, answer: int
    ) -> bool:
        _, _, body, pc, waiting, slot = pending
        answers = list(frame[slot])
        for who, ways in waiting:
            if who == player:
                answers[who] = ways[answer]
        frame[slot] = tuple(answers)
        rest = tuple(entry for entry in waiting if entry[0] != player)
        if rest:
            state.pending = ("secret", rest[0][0], body, pc, rest, slot)
            return False
        frame[1] = pc + 1
        return True

    def check_answer(self, state: State, player: int | None, answer: Any) -> None:
        """Refuses what the pending decision does not allow, before anything changes."""
        pending = state.pending
        if pending is None:
            raise IllegalAnswer("nothing is asked now" if state.over is None else "the game is over")
        kind, who, options = pending[0], pending[1], pending[4]
        if kind == "secret":
            ways = dict(options).get(player)
            if ways is None:
                raise IllegalAnswer("this player has nothing to decide now")
            options = ways
        elif player is not None and player != who:
            raise IllegalAnswer("another player decides now")
        if kind == "several":
            self._check_several(pending, answer)
        elif not isinstance(answer, int) or isinstance(answer, bool) or not 0 <= answer < len(options):
            raise IllegalAnswer(f"there is no option {answer!r}; the options are 0 to {len(options) - 1}")

    def _check_several(self, pending: tuple[Any, ...], answer: Any) -> None:
        _, _, _, _, options, _, low, high, _ = pending
        if not isinstance(answer, list | tuple) or not all(type(i) is int for i in answer):
            raise IllegalAnswer("several options are chosen here: give a list of their numbers")
        if len(set(answer)) != len(answer):
            raise IllegalAnswer("an option is chosen twice")
        if not low <= len(answer) <= high:
            wanted = str(low) if low == high else f"{low} to {high}"
            raise IllegalAnswer(f"{wanted} options have to be chosen, not {len(answer)}")
        for index in answer:
            if not 0 <= index < len(options):
                raise IllegalAnswer(f"there is no option {index}; the options are 0 to {len(options) - 1}")

    def answers(self, pending: tuple[Any, ...], player: int | None) -> Any:
        """All legal answers, lazily: there can be very many when several things are chosen."""
        kind, options = pending[0], pending[4]
        if kind == "several":
            low, high, ordered = pending[6:]
            ways = permutations if ordered else combinations
            return (way for size in range(low, high + 1) for way in ways(range(len(options)), size))
        if kind == "secret":
            options = dict(options)[player]
        return iter(range(len(options)))

    # ------------------------------------------------------------ the end
    def finish(self, state: State, won: bool, players: Sequence[int], reason: str, site: Any) -> None:
        named = sorted(set(players))
        winners = named if won else [p for p in range(self.layout.players) if p not in named]
        self._over(state, tuple(winners), reason, site)

    def rank(self, state: State, site: Any) -> None:
        """The game has run out: the ranking says who won."""
        players = list(range(self.layout.players))
        state.frames.clear()
        left = [p for p in players if self.eligible is None or self.eligible(state, p, p)]
        for sign, key in self.ranks:
            if len(left) > 1:
                best = max(sign * key(state, p, p) for p in left)
                left = [p for p in left if sign * key(state, p, p) == best]
        ranking = self.program.ranking
        tied = len(left) > 1 and (ranking is None or ranking.ties == "draw")
        self._over(state, () if tied or not left else tuple(left), "draw" if tied or not left else "", site)

    def _over(self, state: State, winners: tuple[int, ...], reason: str, site: Any) -> None:
        state.frames.clear()
        state.blocks.clear()
        state.pending = None
        state.over = (winners, reason)
        if state.log is not None:
            state.log = (("over", site, winners, reason), state.log)


def somebody(by: int | None) -> None:
    if by is None:
        raise RuleError("somebody has to decide here, but it is nobody's turn; say who with `by` or `as`")
