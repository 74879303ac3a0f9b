"""Scenario files: examples like those in a rulebook, as text.

In: the text of a `.scenario` file. Out: `Scenario`s as plain data, and for each expression in a `then`
a value declaration, so that the checker and the interpreter treat it like any other expression.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise

from attrs import define, evolve, field

from rulelang.check.world import CLAIM, FOUND
from rulelang.diagnostics import Report
from rulelang.ir.script import Scenario, Step
from rulelang.source import Source, Span
from rulelang.suggest import did_you_mean
from rulelang.syntax import ast
from rulelang.syntax.parser import parse_fragment

_PLAYER = re.compile(r"\bplayer (\d+)\b")
_OWNED = r"(?P<name>[a-z]\w*)(?: of (?P<owner>[a-z][\w# ]*?))?"
_CARDS = r"(?P<cards>[a-z][\w#, ]*)"
COMPARISONS = ("is", "is_not", ">=", "<=", ">", "<")
HEADERS = ("covers", "players", "seed", "variants", "set", "forced", "at", "given", "when", "then")


@define
class ScenarioFile:
    scenarios: list[Scenario] = field(factory=list)
    checks: dict[str, ast.Value] = field(factory=dict)  # by the name of the value they become


def parse_scenarios(
    source: Source, report: Report, zones: Callable[[str], bool] | None = None
) -> ScenarioFile:
    """`zones` tells the names of zones, whose contents are compared card by card."""
    report.sources[source.path] = source
    return _Reader(source, report, zones or (lambda name: False)).read()


class _Reader:
    def __init__(self, source: Source, report: Report, is_zone: Callable[[str], bool]) -> None:
        self.source, self.report, self.is_zone = source, report, is_zone
        self.file = ScenarioFile()
        self.header: dict[str, object] = {}
        self.steps: list[Step] = []
        self.section = ""
        self.line = 0
        self.lost = False  # whether we are in lines that belong to no scenario

    def read(self) -> ScenarioFile:
        for number, raw in enumerate(self.source.lines, 1):
            self.line = number
            text = raw.split("#")[0] if " # " in f" {raw}" or raw.lstrip().startswith("#") else raw
            if not text.strip():
                continue
            indent = len(text) - len(text.lstrip())
            text = text.strip()
            if indent == 0:
                self._finish()
                self._begin(text)
            elif not self.header:
                self._no_scenario(text)
            elif text.rstrip(":") in ("given", "when", "then"):
                self.section = text.rstrip(":")
            elif indent <= 4 or not self.section:
                self._header_line(text)
            else:
                getattr(self, f"_{self.section}")(text, indent)
        self._finish()
        return self.file

    def _span(self, column: int = 0) -> Span:
        text = self.source.lines[self.line - 1]
        start = column or len(text) - len(text.lstrip()) + 1
        return self.source.line_span(self.line, start, len(text.rstrip()) + 1)

    def _wrong(self, code: str, title: str, hint: str = "") -> None:
        self.report.error(code, title, self._span(), hint=hint)

    def _no_scenario(self, text: str) -> None:
        if not self.lost:  # one finding for all lines that follow
            hint = did_you_mean(text.split()[0], ["scenario"])
            self._wrong("R0501", "a scenario starts with a line `scenario <what it shows>`", hint)
        self.lost = True

    def _begin(self, text: str) -> None:
        if not text.startswith("scenario "):
            self._no_scenario(text)
            return
        self.lost = False
        site = (self.source.path, self.line, 1)
        self.header = {"title": text[9:].strip(' :"'), "site": site, "settings": [], "covers": ()}
        self.steps, self.section = [], ""

    def _finish(self) -> None:
        header = self.header
        if not header:
            return
        decision: tuple[str, int | None] = header.get("at", ("", None))  # type: ignore[assignment]
        self.file.scenarios.append(
            Scenario(
                title=header["title"],  # type: ignore[arg-type]
                site=header["site"],  # type: ignore[arg-type]
                covers=header["covers"],  # type: ignore[arg-type]
                players=header.get("players"),  # type: ignore[arg-type]
                seed=header.get("seed", 0),  # type: ignore[arg-type]
                variants=header.get("variants", ()),  # type: ignore[arg-type]
                settings=tuple(header["settings"]),  # type: ignore[arg-type]
                forced=header.get("forced", "take"),  # type: ignore[arg-type]
                at=decision[0],
                by=decision[1],
                steps=tuple(self.steps),
            )
        )
        self.header = {}

    def _header_line(self, text: str) -> None:
        header = self.header
        word, _, rest = text.partition(" ")
        if word == "covers":
            header["covers"] = (*header["covers"], *_words(rest))  # type: ignore[misc]
        elif word in ("players", "seed") and rest.isdigit():
            header[word] = int(rest)
        elif word == "variants":
            header["variants"] = _words(rest)
        elif word == "forced" and rest in ("take", "ask"):
            header["forced"] = rest
        elif match := re.fullmatch(r"set (\w+) to (\S+)", text):
            header["settings"].append((match[1], match[2]))  # type: ignore[attr-defined]
        elif match := re.fullmatch(r"at (.+?)(?: by player (\d+))?", text):
            header["at"] = (match[1], int(match[2]) - 1 if match[2] else None)
        elif match := re.fullmatch(r"by player (\d+)", text):
            header["at"] = ("", int(match[1]) - 1)
        else:
            hint = did_you_mean(word, HEADERS)
            self._wrong("R0502", f"I don't understand `{text}` here", hint)

    def _step(self, verb: str, text: str, *parts: object) -> None:
        self.steps.append(Step(verb, parts, text, (self.source.path, self.line, 1)))

    # ------------------------------------------------------------ given
    def _given(self, text: str, indent: int) -> None:
        if match := re.fullmatch(r"everything else (?:is )?in (.+)", text):
            owned = re.fullmatch(_OWNED, match[1])
            if owned:
                self._step("rest", text, owned["name"], owned["owner"])
                return
        elif match := re.fullmatch(_OWNED + r" (?P<end>starts|ends) with " + _CARDS, text):
            verb = "top" if match["end"] == "starts" else "bottom"
            self._step(verb, text, match["name"], match["owner"], _words(match["cards"]))
            return
        elif match := re.fullmatch(_OWNED + r" has (?P<count>\d+) (?:cards?|others?|more)", text):
            self._step("fill", text, match["name"], match["owner"], int(match["count"]))
            return
        elif match := re.fullmatch(r"next (?P<what>roll|pick|draw)s? (?:is|are) (?P<values>.+)", text):
            self._step("next", text, match["what"], _words(match["values"]))
            return
        elif match := re.fullmatch(r"(?P<name>\w+) at (?P<c>\d+), (?P<r>\d+) is (?P<card>[\w#]+)", text):
            self._step("cell", text, match["name"], int(match["c"]), int(match["r"]), match["card"])
            return
        elif match := re.fullmatch(_OWNED + r" is (?P<value>.+)", text):
            name, owner, value = match["name"], match["owner"], match["value"]
            if self.is_zone(name):
                self._step("zone", text, name, owner, () if value == "empty" else _words(value))
            else:
                self._step("track", text, name, owner, value)
            return
        self._wrong(
            "R0503",
            "I don't understand this as something given",
            "write `zone of owner is a, b`, `zone starts with a, b`, `zone has 3 cards`, `everything else in "
            "zone`, `track of owner is value`, `grid at 1, 2 is tile`, or `next roll is 3, 4`",
        )

    # ------------------------------------------------------------ when
    def _when(self, text: str, indent: int) -> None:
        match = re.fullmatch(r"player (\d+)( cannot)?: *(.+)", text)
        if match is None:
            hint = f"say who answers: `player 1: {text if ':' not in text else '<option>'}`"
            self._wrong("R0504", "I don't understand this answer", hint)
            return
        self._step("refused" if match[2] else "answer", text, int(match[1]) - 1, match[3])

    # ------------------------------------------------------------ then
    def _then(self, text: str, indent: int) -> None:
        simple: list[tuple[str, str]] = [
            (r"nobody decides", "nobody_decides"),
            (r"the game is over", "over"),
            (r"the game goes on", "goes_on"),
        ]
        for pattern, verb in simple:
            if re.fullmatch(pattern, text):
                self._step(verb, text)
                return
        if match := re.fullmatch(r"player (\d+) decides(?: (.+))?", text):
            self._step("decides", text, int(match[1]) - 1, match[2] or "")
        elif match := re.fullmatch(r"player (\d+) (chooses from|may choose|may not choose) (.+)", text):
            verb = {"chooses from": "options", "may choose": "may", "may not choose": "may_not"}[match[2]]
            self._step(verb, text, int(match[1]) - 1, _options(match[3]))
        elif match := re.fullmatch(r"player (\d+) (knows|does not know) ([\w#]+)", text):
            verb = "knows" if match[2] == "knows" else "knows_not"
            self._step(verb, text, int(match[1]) - 1, match[3])
        elif match := re.fullmatch(r"(nobody|player .+?) wins?(?: because (\w+))?", text):
            players = tuple(int(number) - 1 for number in re.findall(r"player (\d+)", match[1]))
            self._step("wins", text, players, match[2] or "")
        elif (match := re.fullmatch(_OWNED + r" is (?P<cards>.+)", text)) and self.is_zone(match["name"]):
            cards = () if match["cards"] == "empty" else _words(match["cards"])
            self._step("zone_is", text, match["name"], match["owner"], cards)
        else:
            self._expression(text, indent)

    def _expression(self, text: str, indent: int) -> None:
        node = parse_fragment(
            "value claim: ", _PLAYER.sub(r"seat(\1)", text), self.source, self.line, indent, self.report
        )
        if isinstance(node, ast.Value):
            name = f"{CLAIM} {self.source.path} {self.line}"
            node = evolve(node, name=ast.Ident(node.name.span, name))
            self.file.checks[name] = node
            left = _left_side(node)
            if left is None:
                self._step("check", text, name)
                return
            # What a comparison finds is computed too, to be shown if it does not hold.
            found = f"{FOUND} {name}"
            results = (ast.ValueCase(left.span, None, left),)
            self.file.checks[found] = evolve(node, name=ast.Ident(node.name.span, found), results=results)
            self._step("check", text, name, found)


def _left_side(node: ast.Value) -> ast.Expr | None:
    """The left side of a comparison that can be computed alone."""
    value = node.results[-1].value
    if not isinstance(value, ast.Binary) or value.op not in COMPARISONS:
        return None
    return value.left if isinstance(value.left, ast.CallValue | ast.Name | ast.Of | ast.Count) else None


def _words(text: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in text.split(",") if word.strip())


def _options(text: str) -> tuple[str, ...]:
    """Options separated by commas; commas inside brackets belong to an option: `walk(a, b), (c1r2, 3)`."""
    cuts, depth = [-1], 0
    for at, char in enumerate(text):
        depth = max(0, depth + (char == "(") - (char == ")"))
        if char == "," and not depth:
            cuts.append(at)
    parts = [text[a + 1 : b].strip() for a, b in pairwise([*cuts, len(text)]) if text[a + 1 : b].strip()]
    return tuple(part[1:-1] if part.startswith("(") and part.endswith(")") else part for part in parts)
