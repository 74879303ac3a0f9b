"""Looks up every word of a scenario in the compiled game.

In: a `Scenario` and the `Program` it is played on. Out: findings, each with the place of the word, for what
the game does not have, for what is given twice or more often than there are copies, and for a number of
players or a setting that the game does not allow. What only play can tell is left to play.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from typing import Any

from rulelang.diagnostics import Label, Report
from rulelang.ir import naming
from rulelang.ir.instructions import Finish, Say
from rulelang.ir.naming import NotKnown
from rulelang.ir.nodes import Program, SettingDef
from rulelang.ir.script import GIVEN, Scenario, Step
from rulelang.scenarios.lines import span_of
from rulelang.scenarios.sharing import target_of
from rulelang.source import Span
from rulelang.suggest import did_you_mean
from rulelang.types import NUM, PLAYER, Seq, bare

MOST = 5  # findings of one scenario
NO_RULEBOOK = "number the rules in a file `rulebook.md` of the game: `- **R1** A turn brings a coin.`"
_PLAYER = re.compile(r"\bplayer ([1-9][0-9]?)\b")


def check_names(
    scenario: Scenario, program: Program, report: Report, numbers: Collection[str] | None = None
) -> bool:
    """Whether all is right. `numbers` are those of the rulebook, None if it has none."""
    names = _Names(scenario, program, report)
    names.head(numbers)
    for step in scenario.steps:
        names.step(step)
    names.twice([step for step in scenario.steps if step.verb in GIVEN])
    return not names.found


class _Names:
    def __init__(self, scenario: Scenario, program: Program, report: Report) -> None:
        self.scenario, self.program, self.report = scenario, program, report
        self.players = program.players[0] if scenario.players is None else scenario.players
        self.found = 0

    def wrong(
        self, step: Step, code: str, title: str, word: str = "", hint: str = "", first: Step | None = None
    ) -> None:
        self.found += 1
        if self.found <= MOST:
            also = [] if first is None else [Label(self.span(first), "the first time")]
            self.report.error(code, title, self.span(step, word), also=also, hint=hint)

    def span(self, step: Step, word: str = "") -> Span:
        path, line, column = step.site
        return span_of(self.report.sources[path], line, column, step.text, word)

    def known(self, step: Step, look: Callable[..., Any], *parts: Any) -> Any:
        """What a word means; a finding and None if it means nothing."""
        try:
            return look(self.program, *parts)
        except NotKnown as problem:
            hint = did_you_mean(problem.word.split("(")[0], problem.known) if self.found < MOST else ""
            self.wrong(step, "R0507", problem.message, problem.word, hint)
            return None

    # ------------------------------------------------------------ the head
    def head(self, numbers: Collection[str] | None) -> None:
        for step in self.scenario.head:
            if step.verb == "covers" and numbers is not None:
                for number in step.parts[0]:
                    if number not in numbers:
                        hint = did_you_mean(number, numbers) if numbers else NO_RULEBOOK
                        self.wrong(step, "R0510", f"the rulebook has no {number}", number, hint)
            elif step.verb == "set":
                self._setting(step, *step.parts)
            elif step.verb == "at":
                self._player(step, step.parts[1])
                if step.parts[0]:
                    self.known(step, naming.check_decision, step.parts[0])
            elif step.verb == "players":
                low, high = self.program.players
                if not low <= self.players <= high:
                    wanted = str(low) if low == high else f"{low} to {high}"
                    self._not_allowed(step, f"{self.program.name} is for {wanted} players", str(self.players))
            elif step.verb == "setup":
                self._chance(step, *step.parts)

    def _not_allowed(self, step: Step, title: str, word: str) -> None:
        if not self.scenario.refused:
            hint = "if this is what the scenario shows, write `cannot be played` below"
            self.wrong(step, "R0508", title, word, hint)

    def _setting(self, step: Step, name: str, value: str) -> None:
        known = {setting.name: setting for setting in self.program.settings}
        setting = known.get(name)
        if setting is None:
            hint = did_you_mean(name, known, "its settings are")
            self.wrong(step, "R0507", f"{self.program.name} has no setting `{name}`", name, hint)
        elif setting.words:
            if value not in setting.words:
                title = f"`{name}` is {setting.allowed}"
                self.wrong(step, "R0507", title, value, did_you_mean(value, setting.words))
        else:
            self._number(step, setting, value)

    def _number(self, step: Step, setting: SettingDef, value: str) -> None:
        number = self.known(step, naming.value, self.players, NUM, value)
        low, high = setting.choices
        if number is not None and not low <= number <= high:
            self._not_allowed(step, f"`{setting.name}` is {setting.allowed}", value)

    # ------------------------------------------------------------ lines
    def step(self, step: Step) -> None:
        if step.verb not in NAMING_NOTHING:
            LOOKS[step.verb](self, step, *step.parts)

    def _player(self, step: Step, number: int | None, *rest: Any) -> bool:
        if number is None or 0 <= number < self.players:
            return True
        word = f"player {number + 1}"
        self.wrong(step, "R0507", f"there is no {word}: {self.players} play", word)
        return False

    def _decides(self, step: Step, player: int, rule: str) -> None:
        if self._player(step, player) and rule:
            self.known(step, naming.check_decision, rule)

    def _cannot(self, step: Step, player: int, text: str) -> None:
        if self._player(step, player):
            self.known(step, naming.check_option, self.players, text)

    def _may_not(self, step: Step, player: int, keys: tuple[str, ...]) -> None:
        for key in keys if self._player(step, player) else ():
            self.known(step, naming.check_option, self.players, key)

    def _chance(self, step: Step, what: str, values: tuple[str, ...]) -> None:
        for value in values:
            self.known(step, naming.outcomes, self.players, what, value)

    def _check(self, step: Step, *values: str) -> None:
        for number in _PLAYER.findall(step.text):
            self._player(step, int(number) - 1)

    def _set_is(self, step: Step, name: str, members: tuple[str, ...]) -> None:
        self._check(step)
        type_ = bare(next(value.result for value in self.program.values if value.name == name))
        if not isinstance(type_, Seq):
            title = f"this is {naming.said(type_)}, and `is exactly` lists the members of a set"
            self.wrong(step, "R0507", title, hint="write `… is 3`")
            return
        for word in members:
            self.known(step, naming.value, self.players, type_.item, word)

    def _wins(self, step: Step, players: tuple[int, ...], reason: str) -> None:
        for player in players:
            self._player(step, player)
        known = {op.reason for body in self.program.bodies for op in body.code if isinstance(op, Finish)} | {
            "draw"
        }
        if reason and reason not in known:
            hint = did_you_mean(reason, known - {""}, "the reasons are")
            self.wrong(step, "R0507", f"no game ends because `{reason}`", reason, hint)

    def _knows(self, step: Step, player: int, card: str) -> None:
        self._player(step, player)
        self.known(step, naming.record_of, card)

    def _sees(self, step: Step, player: int, name: str, owner: str | None) -> None:
        self._player(step, player)
        self._of_track(step, name, owner)

    def _itself(self, step: Step, rule: str, player: int | None, option: str = "") -> None:
        self._player(step, player)
        self.known(step, naming.check_decision, rule)
        if option:
            self.known(step, naming.check_option, self.players, option)

    # ------------------------------------------------------------ zones and tracks
    def _in_zone(self, step: Step, name: str, owner: str | None, cards: tuple[str, ...] = ()) -> bool:
        """A zone with its owner, and components that can lie in it."""
        number = self.known(step, naming.zone_number, name)
        if number is None:
            return False
        zone = self.program.zones[number]
        if self.known(step, naming.owner_number, self.players, zone, owner) is None:
            return False
        for card in cards:
            record = self.known(step, naming.record_of, card)
            if record is not None and record.name != zone.item:
                self.wrong(step, "R0507", f"`{card}` is a {record.name}; `{name}` is for {zone.item}", card)
        return True

    def _laid(self, step: Step, name: str, owner: str | None, cards: tuple[str, ...]) -> None:
        if self._in_zone(step, name, owner, cards) and cards:
            zone = self.program.zones[naming.zone_number(self.program, name)]
            if zone.ordering == "grid":
                self.wrong(step, "R0507", f"`{name}` is a grid", name, f"write `{name} at 1, 2 is …`")

    def _bottom(self, step: Step, name: str, owner: str | None, cards: tuple[str, ...]) -> None:
        self._end(step, name, owner, cards)

    def _end(self, step: Step, name: str, owner: str | None, cards: tuple[str, ...]) -> None:
        if self._in_zone(step, name, owner, cards):
            zone = self.program.zones[naming.zone_number(self.program, name)]
            if zone.ordering not in ("pile", "line"):
                title = f"`{name}` is a {zone.ordering}: it has no top and no bottom"
                self.wrong(step, "R0507", title, name, f"write `{name} is …`")

    def _fill(self, step: Step, name: str, owner: str | None, amount: int) -> None:
        self._in_zone(step, name, owner)

    def _shuffled(self, step: Step, name: str, owner: str | None) -> None:
        self._in_zone(step, name, owner)

    def _cell(self, step: Step, name: str, owner: str | None, column: int, row: int, card: str) -> None:
        if self._in_zone(step, name, owner, () if card == "empty" else (card,)):
            zone = self.program.zones[naming.zone_number(self.program, name)]
            self.known(step, lambda _: naming.place(zone, column, row))

    def _of_track(self, step: Step, name: str, owner: str | None) -> int | None:
        number: int | None = self.known(step, naming.track_number, name, owner)
        if number is None:
            return None
        track = self.program.tracks[number]
        found = self.known(step, naming.owner_number, self.players, track, owner)
        return None if found is None else number

    def _track(self, step: Step, name: str, owner: str | None, value: str) -> None:
        if name == "active" and owner is None:
            self.known(step, naming.value, self.players, PLAYER, value)
            return
        number = self._of_track(step, name, owner)
        if number is None:
            return
        track = self.program.tracks[number]
        new = self.known(step, naming.value, self.players, track.type, value)
        if not naming.in_range(track, new):
            self.wrong(step, "R0507", f"`{name}` goes {naming.range_of(track)}", value)

    # ------------------------------------------------------------ what happened
    def _in_order(self, step: Step, events: tuple[Step, ...]) -> None:
        for event in events:
            self.step(event)

    def _came(self, step: Step, card: str, name: str, owner: str | None) -> None:
        self._in_zone(step, name, owner, (card,))

    def _rolled(self, step: Step, face: str) -> None:
        self._chance(step, "roll", (face,))

    def _began(self, step: Step, rule: str) -> None:
        known = [body.name for body in self.program.bodies]
        if rule not in known:
            self.wrong(step, "R0507", f"there is no rule `{rule}`", rule, did_you_mean(rule, known))

    def _said(self, step: Step, message: str) -> None:
        known = {op.message for body in self.program.bodies for op in body.code if isinstance(op, Say)}
        if message not in known:
            title = f"no rule says `{message}`"
            self.wrong(step, "R0507", title, message, did_you_mean(message, known, "what is said"))

    # ------------------------------------------------------------ the whole position
    def twice(self, given: list[Step]) -> None:
        """What is given twice, and components that are given more often than they are there."""
        if self.found:
            return
        targets: dict[tuple[Any, ...], Step] = {}
        for step in given:
            if step.verb == "next":  # several lines go on where the one before ended
                continue
            if self._target(step) in targets:
                hint = "leave one of the two lines out"
                self.wrong(step, "R0509", "this is given twice", hint=hint, first=targets[self._target(step)])
            targets[self._target(step)] = step
        self._copies([step for step in given if step.verb in ("zone", "top", "bottom", "cell")])

    def _target(self, step: Step) -> tuple[Any, ...]:
        """What a line gives; all that is left of one type of component can go to one place only."""
        if step.verb != "rest":
            return target_of(step)
        return "rest", self.program.zones[naming.zone_number(self.program, step.parts[0])].item

    def _copies(self, given: list[Step]) -> None:
        used: dict[str, list[Step]] = {}
        for step in given:
            cards = (step.parts[-1],) if step.verb == "cell" else step.parts[-1]
            for card in cards if cards != ("empty",) else ():
                name = card.split("#")[0]
                amount = len(naming.copies(self.program, name))
                for word, most in ((name, amount), (card, 1)) if card != name else ((name, amount),):
                    before = used.setdefault(word, [])
                    if len(before) >= most:
                        there = "it is there once" if most == 1 else f"there are {most} of it"
                        title = f"`{word}` is given too often: {there}"
                        self.wrong(step, "R0509", title, card, first=before[0])
                        break
                    before.append(step)


# What is looked up for each verb of a line.
NAMING_NOTHING = frozenset(("nobody_decides", "over", "goes_on", "ended"))
LOOKS: Mapping[str, Callable[..., object]] = {
    "zone": _Names._laid, "top": _Names._laid, "bottom": _Names._bottom, "fill": _Names._fill,
    "rest": _Names._in_zone, "cell": _Names._cell, "track": _Names._track, "next": _Names._chance,
    "answer": _Names._player, "cannot": _Names._cannot, "check": _Names._check, "set_is": _Names._set_is,
    "zone_is": _Names._in_zone, "zone_exactly": _Names._in_zone, "zone_top": _Names._end,
    "zone_bottom": _Names._end, "cell_is": _Names._cell, "decides": _Names._decides,
    "not_asked": _Names._player, "options": _Names._player, "may": _Names._player,
    "may_not": _Names._may_not, "knows": _Names._knows, "knows_not": _Names._knows, "sees": _Names._sees,
    "sees_not": _Names._sees, "wins": _Names._wins, "itself": _Names._itself, "not_itself": _Names._itself,
    "skipped": _Names._itself, "in_order": _Names._in_order, "chose": _Names._player, "came": _Names._came,
    "became": _Names._track, "rolled": _Names._rolled, "began": _Names._began, "turn": _Names._player,
    "shuffled": _Names._shuffled, "said": _Names._said,
}  # fmt: skip
