"""Gives the answers of a scenario and checks what must hold.

In: a game and one `Step` after the other. Out: nothing, or `Failed` with what was expected and what was
found.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from interpreter.errors import IllegalAnswer, RuleError
from interpreter.game import Game
from interpreter.game.requests import Request
from interpreter.knowledge.views import TrackView
from interpreter.scenarios.events import History
from interpreter.scenarios.options import Choices, NotKnown
from interpreter.scenarios.placing import Placing
from interpreter.scenarios.watch import ALONE, SKIPPED, Watching
from rulelang.ir import naming
from rulelang.ir.script import Step
from rulelang.types import Player, Rec, Seq, Type, bare, item_of

MOST_SHOWN = 20  # options


class Failed(Exception):
    def __init__(self, expected: str, found: str, step: Step | None = None) -> None:
        super().__init__(expected)
        self.expected, self.found, self.step = expected, found, step


class Checks:
    def __init__(self, game: Game, machine: Watching, history: History) -> None:
        self.game, self.machine, self.history = game, machine, history
        self.program, self.players = game.program, game.setup.players

    def do(self, step: Step) -> None:
        try:
            CHECKS[step.verb](self, *step.parts)
        except NotKnown as problem:
            raise Failed("words that mean something here", problem.message) from None

    # ------------------------------------------------------------ when
    def _asked(self, player: int) -> Request:
        request = self.game.request(player)
        if request is None:
            raise Failed(f"player {player + 1} decides", self._who())
        return request

    def _answer(self, player: int, text: str) -> None:
        request = self._asked(player)
        answer = Choices(request).answer(text)
        if answer is None:
            wanted = f"player {player + 1} may choose `{text}`"
            raise Failed(wanted, f"the options are: {self._shown(request)}")
        try:
            self.machine.check_answer(self.game.state, player, answer)
        except IllegalAnswer as problem:
            raise Failed(f"player {player + 1} may choose `{text}`", str(problem)) from None
        self.machine.answered(self.game.state, request, answer)
        self.game.apply(answer, player)

    def _cannot(self, player: int, text: str) -> None:
        if not Choices(self._asked(player)).refuses(text):
            raise Failed(f"player {player + 1} cannot choose `{text}`", "it is one of the options")

    def _shown(self, request: Request) -> str:
        more = " …" if len(request) > MOST_SHOWN else ""
        return ", ".join(option.key for option in request.options[:MOST_SHOWN]) + more

    # ------------------------------------------------------------ who decides
    def _who(self) -> str:
        game = self.game
        if game.result is not None:
            return "the game is over"
        request = game.request()
        rule = f" in `{request.rule}`" if request is not None else ""
        return " and ".join(f"player {player + 1}" for player in game.deciding) + f" decides{rule}"

    def _decides(self, player: int, rule: str) -> None:
        request = self.game.request(player)
        if request is None or rule not in ("", request.rule, request.name):
            raise Failed(f"player {player + 1} decides {rule}".strip(), self._who())

    def _not_asked(self, player: int) -> None:
        if player in self.game.deciding:
            raise Failed(f"player {player + 1} is not asked", self._who())

    def _nobody_decides(self) -> None:
        if self.game.deciding:
            raise Failed("nobody decides", self._who())

    def _options(self, player: int, keys: tuple[str, ...]) -> None:
        request = self._asked(player)
        found = Choices(request).each(list(keys))
        if found is None or len(found) != len(request):
            raise Failed(f"the options {', '.join(keys)}", self._shown(request))

    def _may(self, player: int, keys: tuple[str, ...]) -> None:
        request = self._asked(player)
        choices = Choices(request)
        for key in keys:
            if not (choices.called(key) or choices.offers(key)):
                raise Failed(f"player {player + 1} may choose {key}", self._shown(request))

    def _may_not(self, player: int, keys: tuple[str, ...]) -> None:
        request = self._asked(player)
        for key in keys:
            if Choices(request).offers(key):
                raise Failed(f"player {player + 1} may not choose {key}", self._shown(request))

    def _itself(self, decision: str, player: int | None, option: str) -> None:
        if not self.history.unasked(ALONE, decision, player, option):
            found = "it was skipped: there was nothing to choose"
            if not self.history.unasked(SKIPPED, decision, player):
                found = "it was not" if not option else f"it was not, or not with `{option}`"
            raise Failed("this was answered by itself", found)

    def _not_itself(self, decision: str, player: int | None, option: str) -> None:
        if self.history.unasked(ALONE, decision, player):
            raise Failed("this was not answered by itself", "it was")

    def _skipped(self, decision: str, player: int | None) -> None:
        if not self.history.unasked(SKIPPED, decision, player):
            raise Failed("this was skipped", "it was not")

    # ------------------------------------------------------------ expressions
    def _check(self, name: str, found: str = "") -> None:
        if self._value(name)[0] is not True:
            if not found:
                raise Failed("this holds", "it does not")
            value, type_ = self._value(found)
            raise Failed("this holds", f"it is {self._in_words(type_, value)}")

    def _set_is(self, name: str, members: tuple[str, ...]) -> None:
        value, type_ = self._value(name)
        wanted = [naming.meant(self.program, self.players, item_of(type_), word) for word in members]
        if not _matched(list(value), wanted):
            raise Failed(", ".join(members) or "empty", self._in_words(type_, value))

    def _value(self, name: str) -> tuple[Any, Type]:
        number = self.machine.value_numbers[name]
        function = self.machine.values[number]
        state = self.game.state
        try:
            return function(state, state.active), self.program.values[number].result
        except RuleError as problem:
            raise Failed("this holds", f"it cannot be computed: {problem.message}") from None
        except TypeError:
            found = "it cannot be computed: it uses something that is not there (none)"
            raise Failed("this holds", found) from None
        except (ArithmeticError, LookupError, ValueError, RecursionError) as problem:
            raise Failed("this holds", f"it cannot be computed ({problem})") from None

    def _in_words(self, type_: Type, value: Any) -> str:
        words, inner = self.game.words, bare(type_)
        if isinstance(inner, Seq) and value is not None:
            return ", ".join(words.key(inner.item, item) for item in value) or "empty"
        key = words.key(type_, value)
        return key.replace("player", "player ") if isinstance(inner, Player) else key

    # ------------------------------------------------------------ zones
    def _cards(self, zone: str, owner: str | None) -> tuple[int, list[int | None]]:
        index = Placing(self.machine, self.game.state, self.game.words).zone(zone, owner)
        return index, self.game.state.z[index]

    def _names(self, cards: list[int]) -> str:
        words = self.game.words
        return ", ".join(self._key(card) for card in cards) or words.text("empty", "empty")

    def _key(self, card: int) -> str:
        record = next(r for r in self.program.records if r.physical and 0 <= card - r.base < r.size)
        return self.game.words.key(Rec(record.name), card)

    def _zone_is(self, zone: str, owner: str | None, cards: tuple[str, ...], ordered: bool = True) -> None:
        found = [card for card in self._cards(zone, owner)[1] if card is not None]
        wanted = [frozenset(naming.copies(self.program, card)) for card in cards]
        shape = next(z.ordering for z in self.program.zones if z.name == zone)
        if ordered and shape in ("pile", "line"):
            holds = len(found) == len(wanted) and all(c in w for c, w in zip(found, wanted, strict=True))
            holds = holds and not self._undecided(zone, owner, 0, len(found))
        else:
            holds = _matched(found, wanted)
        if not holds:
            raise Failed(", ".join(cards) or "empty", self._names(found))

    def _zone_exactly(self, zone: str, owner: str | None, cards: tuple[str, ...]) -> None:
        self._zone_is(zone, owner, cards, ordered=False)

    def _undecided(self, zone: str, owner: str | None, low: int, high: int) -> bool:
        """Whether the order of these places of a pile is still open."""
        index, _ = self._cards(zone, owner)
        bag = self.game.state.bag[index]
        return bag is not None and bag[0] < high and low < bag[1]

    def _zone_top(self, zone: str, owner: str | None, cards: tuple[str, ...]) -> None:
        self._end(zone, owner, cards, from_top=True)

    def _zone_bottom(self, zone: str, owner: str | None, cards: tuple[str, ...]) -> None:
        self._end(zone, owner, cards, from_top=False)

    def _end(self, zone: str, owner: str | None, cards: tuple[str, ...], from_top: bool) -> None:
        there = [card for card in self._cards(zone, owner)[1] if card is not None]
        line = next(z.ordering for z in self.program.zones if z.name == zone) == "line"
        from_end = from_top != line  # a pile starts at its top, a line with its first card
        low = max(0, len(there) - len(cards)) if from_end else 0
        part = there[low : low + len(cards)]
        shown = part[::-1] if from_top and not line else part
        if self._undecided(zone, owner, low, low + len(part)):
            raise Failed(", ".join(cards), "the cards there are shuffled: nobody has drawn or seen them yet")
        wanted = [naming.copies(self.program, card) for card in cards]
        if len(part) != len(cards) or not all(c in w for c, w in zip(shown, wanted, strict=True)):
            raise Failed(", ".join(cards), self._names(shown))

    def _cell_is(self, zone: str, owner: str | None, column: int, row: int, card: str) -> None:
        index, cards = self._cards(zone, owner)
        declared = self.program.zones[self.machine.layout.zone_names[index][0]]
        found = cards[naming.place(declared, column, row)]
        holds = found is None if card == "empty" else found in naming.copies(self.program, card)
        if not holds:
            raise Failed(card, "empty" if found is None else self._key(found))

    # ------------------------------------------------------------ what players know
    def _knows(self, player: int, card: str) -> None:
        self._known(player, card, True)

    def _knows_not(self, player: int, card: str) -> None:
        self._known(player, card, False)

    def _known(self, player: int, card: str, wanted: bool) -> None:
        known = self.game.state.known
        if any(known[copy] >> player & 1 for copy in naming.copies(self.program, card)) != wanted:
            word = "knows" if wanted else "does not know"
            raise Failed(f"player {player + 1} {word} {card}", "the opposite")

    def _sees(self, player: int, track: str, owner: str | None) -> None:
        self._shown_track(player, track, owner, True)

    def _sees_not(self, player: int, track: str, owner: str | None) -> None:
        self._shown_track(player, track, owner, False)

    def _shown_track(self, player: int, track: str, owner: str | None, wanted: bool) -> None:
        index = Placing(self.machine, self.game.state, self.game.words).track(track, owner)
        number, held = self.machine.layout.track_names[index]
        declared = self.program.tracks[number]
        key = "" if held is None or not declared.owner else self.game.words.key(declared.owner, held)
        views: list[TrackView] = [
            view for view in self.game.view(player).tracks if (view.name, view.owner) == (declared.name, key)
        ]
        if any(view.key is not None for view in views) != wanted:
            whose = f"{track} of {owner}" if owner else track
            word = "sees" if wanted else "does not see"
            raise Failed(f"player {player + 1} {word} {whose}", "the opposite")

    # ------------------------------------------------------------ what happened, and the end
    def _in_order(self, events: tuple[Step, ...]) -> None:
        missing = self.history.first_missing(events)
        if missing is None:
            return
        found = "it did not happen"
        if self.history.happened(missing):
            found = "it happened, but not after what stands above it"
        raise Failed("this happened", found, missing)

    def _over(self) -> None:
        if not self.game.over:
            raise Failed("the game is over", self._who())

    def _goes_on(self) -> None:
        if self.game.over:
            raise Failed("the game goes on", "it is over")

    def _wins(self, players: tuple[int, ...], reason: str) -> None:
        result = self.game.result
        if result is None:
            raise Failed("the game is over", self._who())
        if set(result.winners) != set(players) or (reason and result.reason != reason):
            who = ", ".join(f"player {player + 1}" for player in result.winners) or "nobody"
            found = f"{who} won" + (f" because {result.reason}" if result.reason else "")
            raise Failed("these winners", found)


def _matched(found: list[Any], wanted: list[frozenset[Any]]) -> bool:
    """Whether each thing is one of those that are wanted, in any order, and none is left over."""
    left = list(found)
    for meant in sorted(wanted, key=len):
        match = next((item for item in left if item in meant), None)
        if match is None and None not in left:
            return False
        left.remove(match)
    return not left


# What is done for each verb of a line under `when:` and `then:`.
CHECKS: Mapping[str, Callable[..., None]] = {
    "answer": Checks._answer, "cannot": Checks._cannot, "check": Checks._check, "set_is": Checks._set_is,
    "zone_is": Checks._zone_is, "zone_exactly": Checks._zone_exactly, "zone_top": Checks._zone_top,
    "zone_bottom": Checks._zone_bottom, "cell_is": Checks._cell_is, "decides": Checks._decides,
    "not_asked": Checks._not_asked, "nobody_decides": Checks._nobody_decides, "options": Checks._options,
    "may": Checks._may, "may_not": Checks._may_not, "knows": Checks._knows, "knows_not": Checks._knows_not,
    "sees": Checks._sees, "sees_not": Checks._sees_not, "over": Checks._over, "goes_on": Checks._goes_on,
    "wins": Checks._wins, "itself": Checks._itself, "not_itself": Checks._not_itself,
    "skipped": Checks._skipped, "in_order": Checks._in_order,
}  # fmt: skip
