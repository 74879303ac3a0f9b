"""Finds the scenarios of a file and reads their heads.

In: a `Source`. Out: a `ScenarioFile` with the scenarios that could be read, those that could not, and the
expressions to be compiled. A line that is not understood spoils its own scenario and no other.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from attrs import define, field

from rulelang.diagnostics import Report
from rulelang.ir.script import GIVEN, Scenario, Step
from rulelang.scenarios.lines import LONGEST_LINE, MOST_LINES, Line, lines_of
from rulelang.scenarios.phrases import Phrases, listed
from rulelang.scenarios.sharing import key_of, scenario_of, with_shared
from rulelang.source import Source, Span
from rulelang.suggest import did_you_mean
from rulelang.syntax import ast

SECTIONS = ("given", "when", "then")
HEADERS = ("covers", "players", "seed", "variants", "set", "setup", "forced", "at", "by", "as", "cannot")
LOST = "lost"  # the section of lines below a line that is not understood
_GAME = re.compile(r"game +(\S.*)")
_NOBODY = re.compile(r"\bplayer (0[0-9]*|[0-9]{3,})\b")
_WORD = re.compile(r"[^\s,]+")
_CHANCE = {"rolls": "roll", "picks": "pick", "draws": "draw"}


@define
class ScenarioFile:
    scenarios: list[Scenario] = field(factory=list)
    checks: dict[str, ast.Value] = field(factory=dict)  # by the name of the value they become
    broken: list[Scenario] = field(factory=list)  # they cannot be run: the report says why
    game: tuple[str, Span] | None = None  # which game the file says that it is about


def parse_scenarios(
    source: Source, report: Report, zones: Callable[[str], bool] | None = None
) -> ScenarioFile:
    """`zones` tells the names of zones, whose contents are compared card by card."""
    report.sources[source.path] = source
    if len(source.lines) > MOST_LINES:
        title = f"the file has {len(source.lines)} lines; at most {MOST_LINES} are read"
        report.error("R0004", title, source.line_span(MOST_LINES + 1))
    file = _Reader(source, report, zones or (lambda name: False)).read()
    with_shared(file.scenarios, file.broken, report)
    return file


class _Reader:
    def __init__(self, source: Source, report: Report, is_zone: Callable[[str], bool]) -> None:
        self.source, self.report = source, report
        self.file = ScenarioFile()
        self.phrases = Phrases(self._wrong, self._spoil, is_zone, report, self.file.checks)
        self.readers = {"given": self.phrases.given, "when": self.phrases.when, "then": self.phrases.then}
        self.first: Line | None = None  # the line that begins the scenario
        self.head: list[Step] = []
        self.steps: list[Step] = []
        self.section = ""
        self.opened: Line | None = None  # the line of the section, as long as nothing stands below it
        self.order: tuple[Line, list[Step]] | None = None  # events that are being listed
        self.broken = False
        self.lost = False  # whether we are in lines that belong to no scenario

    def read(self) -> ScenarioFile:
        for line in lines_of(self.source):
            if self.order is not None and (line.indent <= self.order[0].indent or not self.first):
                self._close_order()
            if line.indent == 0:
                self._finish()
                self._begin(line)
            elif len(line.text) > LONGEST_LINE:
                self._wrong(line, "R0502", f"a line has at most {LONGEST_LINE} characters")
            elif self.first is None:
                self._no_scenario(line)
            elif line.text.rstrip(" :") in SECTIONS:
                self._open(line)
            elif line.indent <= 4 or not self.section:
                self._head_line(line)
            elif self.section != LOST:
                self._line(line)
        self._finish()
        return self.file

    def _spoil(self) -> None:
        self.broken = True

    def _wrong(self, line: Line, code: str, title: str, hint: str = "", word: str = "") -> None:
        self.broken = True
        if re.search(r"\s#\S", line.text):
            hint = "a comment has a space before and after its `#`"
        self.report.error(code, title, line.span(word), hint=hint)

    # ------------------------------------------------------------ scenarios
    def _no_scenario(self, line: Line) -> None:
        if not self.lost:  # one finding for all lines that follow
            hint = did_you_mean(line.text.split()[0], ["scenario"])
            self._wrong(line, "R0501", "a scenario starts with a line `scenario <what it shows>`", hint)
            self.file.broken.append(scenario_of(line.shown, line.site, (), ()))
        self.lost = True

    def _begin(self, line: Line) -> None:
        game = _GAME.fullmatch(line.text)
        if game and not (self.file.scenarios or self.file.broken or self.file.game):
            self.file.game = game[1], line.span(game[1])
            return
        title = line.text[9:].strip(' :"')
        if not line.text.startswith("scenario ") or not title:
            self._no_scenario(line)
            return
        self.lost = self.broken = False
        self.first = line
        self.head, self.steps = [], []
        self.section, self.opened, self.order = "", None, None

    def _finish(self) -> None:
        first = self.first
        if first is None:
            return
        self._close_section()
        checks = [s for s in self.steps if s.verb not in GIVEN and s.verb != "answer"]
        refused = next((step for step in self.head if step.verb == "refused"), None)
        if refused is not None and self.steps and not self.broken:
            line = Line(self.source, refused.site[1], refused.site[2] - 1, refused.text)
            title = "a game that cannot be played has no position, no answers and no outcome"
            self._wrong(line, "R0511", title, "leave out `given:`, `when:` and `then:`")
        elif refused is None and not checks and not self.broken:
            hint = "say what must hold, under `then:`"
            self._wrong(first, "R0511", "this scenario checks nothing", hint)
        title = first.text[9:].strip(' :"')
        scenario = scenario_of(title, first.site, tuple(self.head), tuple(self.steps))
        (self.file.broken if self.broken else self.file.scenarios).append(scenario)
        self.first = None

    # ------------------------------------------------------------ sections
    def _open(self, line: Line) -> None:
        self._close_section()
        self.section = line.text.rstrip(" :")
        self.opened = line
        if line.text != f"{self.section}:":
            self._wrong(line, "R0502", f"I don't understand `{line.shown}` here", f"write `{self.section}:`")
        elif self.section == "given" and any(step.verb not in GIVEN for step in self.steps):
            hint = "what follows the first answer comes from the rules, or begins another scenario"
            self._wrong(line, "R0502", "the position is given before the first answer", hint)

    def _close_section(self) -> None:
        self._close_order()
        if self.opened is not None and not self.broken:
            self._wrong(self.opened, "R0511", f"nothing stands below `{self.section}:`")
        self.opened = None

    def _nobody(self, line: Line) -> bool:
        """Whether a player is named whom no game can have; how many there are in this one is known later."""
        found = _NOBODY.search(line.text)
        if found is not None:
            title = f"there is no player {found[1]}" if len(found[1]) < 6 else "there are not so many players"
            self._wrong(line, "R0507", title, "players are numbered from 1", found[0])
        return found is not None

    def _line(self, line: Line) -> None:
        self.opened = None
        if self._nobody(line):
            return
        if self.order is not None:
            step = self.phrases.event(line)
            if step is not None:
                self.order[1].append(step)
            return
        step = self.readers[self.section](line)
        if step is not None and step.verb == "in_order":
            self.order = line, []
        elif step is not None:
            self.steps.append(step)

    def _close_order(self) -> None:
        if self.order is None:
            return
        (line, events), self.order = self.order, None
        if len(events) > 1:
            self.steps.append(Step("in_order", (tuple(events),), line.text, line.site))
        elif not self.broken:
            hint = "below it, indented further, each on its own line: `coin came to purse of player 1`"
            self._wrong(line, "R0511", "name two or more things that happened", hint)

    # ------------------------------------------------------------ the head
    def _head_line(self, line: Line) -> None:
        if line.text.startswith(("by ", "at ")) and self._nobody(line):
            return
        step = self._head_step(line)
        if step is None:
            word = line.text.split()[0]
            known = SECTIONS if line.text.endswith(":") else HEADERS
            hint = did_you_mean(word.rstrip(":"), known)
            self._wrong(line, "R0502", f"I don't understand `{line.shown}` here", hint)
            self.section = LOST if line.text.endswith(":") else self.section
            self.opened = None if self.section == LOST else self.opened
            return
        if step.verb != "covers" and any(key_of(known) == key_of(step) for known in self.head):
            self._wrong(line, "R0509", f"`{' '.join(map(str, key_of(step)))}` is said twice in this scenario")
        self.head.append(step)

    def _head_step(self, line: Line) -> Step | None:
        text = line.text
        word, _, rest = text.partition(" ")

        def step(verb: str, *parts: object) -> Step:
            return Step(verb, parts, text, line.site)

        if word in ("covers", "variants"):
            return self._named(line, word, rest)
        if word in ("players", "seed") and re.fullmatch(r"[0-9]{1,9}", rest):
            return step(word, int(rest))
        if word == "forced" and rest in ("take", "ask"):
            return step("forced", rest)
        if text == "cannot be played":
            return step("refused")
        if match := re.fullmatch(r"as in (.+)", text):
            return step("as_in", match[1].strip(' :"'))
        if match := re.fullmatch(r"set (\w+) to (\S+)", text):
            return step("set", match[1], match[2])
        if match := re.fullmatch(r"setup (rolls|picks|draws) (.+)", text):
            values = listed(match[2])
            return None if values is None else step("setup", _CHANCE[match[1]], values)
        if match := re.fullmatch(r"by player ([1-9][0-9]?)", text):
            return step("at", "", int(match[1]) - 1)
        if match := re.fullmatch(r"at (.+?)(?: by player ([1-9][0-9]?))?", text):
            return step("at", match[1], int(match[2]) - 1 if match[2] else None)
        return None

    def _named(self, line: Line, verb: str, rest: str) -> Step | None:
        names = tuple(part.strip() for part in rest.split(","))
        if not all(_WORD.fullmatch(name) for name in names):
            return None
        known = [n for step in self.head if step.verb == verb == "covers" for n in step.parts[0]]
        for name in names:
            if (*names, *known).count(name) > 1:
                self._wrong(line, "R0509", f"`{name}` is named twice", word=name)
                break
        return Step(verb, (names,), line.text, line.site)
