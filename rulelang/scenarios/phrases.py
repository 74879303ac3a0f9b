"""What the lines under `given:`, `when:` and `then:` say.

In: a `Line`. Out: a `Step`, or a finding where the line is not understood. Which words exist in the game is
asked later (`names`); here a line only has to have one of the known forms.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from difflib import get_close_matches
from typing import Protocol

from rulelang.diagnostics import Report
from rulelang.ir.naming import split
from rulelang.ir.script import Step
from rulelang.scenarios.lines import Line
from rulelang.syntax import ast
from rulelang.syntax.parser import parse_fragment
from rulelang.typed.symbols import CLAIM, FOUND

COMPARISONS = ("is", "is_not", ">=", "<=", ">", "<")
_N = r"player ([1-9][0-9]?)"
_PLAYER = re.compile(rf"\b{_N}\b")
_OWNER = r"(?:player [1-9][0-9]?|[a-z]\w*(?:#\d+)?)"
# One owner behind `of`, or two in brackets, as in the language.
_OWNED = (
    r"(?P<name>[a-z]\w*)"
    rf"(?:(?: of |(?P<two>\())(?P<owner>(?(two){_OWNER}, *{_OWNER}|{_OWNER}))(?(two)\)))?"
)
_CARD = re.compile(r"[a-z]\w*(?:#\d+)?")
_CELL = re.compile(_OWNED + r" at (?P<column>\d{1,5}), (?P<row>\d{1,5}) is (?P<card>[a-z][\w#]*)")
_END = re.compile(_OWNED + r" (?P<end>starts|ends) with (?P<cards>.+)")
_REST = re.compile(r"everything else (?:is )?in " + _OWNED)
_FILL = re.compile(_OWNED + r" has (?P<count>\d{1,5}) (?:cards?|others?|more)")
_NEXT = re.compile(r"next (roll|pick|draw)s? (?:is|are) (.+)")
_GIVEN_IS = re.compile(_OWNED + r" is (?P<value>.+)")
_ANSWER = re.compile(rf"{_N}( cannot)?: *(.+)")
_EXACTLY = re.compile(r"(.+) is exactly (.+)")
_WINS = re.compile(rf"(nobody|{_N}(?:, {_N})*) wins?(?: because (\w+))?")
_SAID = re.compile(rf"{_N} (.+)")
_DECIDES = re.compile(r"decides(?: (.+))?")
_CHOOSES = re.compile(r"(chooses from|may choose|may not choose) (.+)")
_KNOWS = re.compile(r"(knows|does not know) ([a-z]\w*(?:#\d+)?)")
_SEES = re.compile(r"(?P<verb>sees|does not see) " + _OWNED)
_ZONE_IS = re.compile(_OWNED + r" is (?P<exactly>exactly )?(?P<cards>.+)")
_OF_ITSELF = re.compile(
    rf"(?P<rule>[^()]+?)(?: by {_N})? was (?:(?P<skipped>skipped)|"
    r"(?P<no>not )?answered by itself(?: with (?P<option>.+))?)"
)
_SENTENCES = {"nobody decides": "nobody_decides", "the game is over": "over", "the game goes on": "goes_on"}
# What can follow a player, and the verbs of the steps that it makes.
_OPTIONS = {"chooses from": "options", "may choose": "may", "may not choose": "may_not"}
_PLAYER_VERBS = (
    *("decides", "is not asked", "chooses from", "may choose", "may not choose", "knows", "does not know"),
    *("sees", "does not see", "wins"),
)
# After a player, these make a comparison; anything else has to be one of the verbs above.
_COMPARES = re.compile(r"(?:is|in|not in|and|or)\b|[<>=]")
_EVENTS: dict[str, re.Pattern[str]] = {
    verb: re.compile(form)
    for verb, form in {
        "chose": rf"{_N} chose (.+)",
        "turn": rf"{_N}'s turn began",
        "came": r"(?P<card>[a-z]\w*(?:#\d+)?) came to " + _OWNED,
        "became": _OWNED + r" became (?P<value>.+)",
        "rolled": r"(-?\d{1,9}|[a-z]\w*) was rolled",
        "shuffled": _OWNED + " was shuffled",
        "said": r"([a-z]\w*) was said",
        "ended": "the game ended",
        "began": r"([a-z].*) began",
    }.items()
}


class Wrong(Protocol):
    def __call__(self, line: Line, code: str, title: str, hint: str = "", word: str = "") -> None: ...


def listed(text: str) -> tuple[str, ...] | None:
    """Things separated by commas; None where one is missing."""
    parts = tuple(part.strip() for part in text.split(","))
    return parts if all(parts) else None


def _cards(text: str) -> tuple[str, ...] | None:
    """Components separated by commas, or `empty`; None for anything else."""
    parts = () if text == "empty" else listed(text)
    return parts if parts is not None and all(_CARD.fullmatch(part) for part in parts) else None


class Phrases:
    """`wrong` reports a line; `spoil` only notes that something was wrong, for what is reported elsewhere."""

    def __init__(
        self,
        wrong: Wrong,
        spoil: Callable[[], None],
        is_zone: Callable[[str], bool],
        report: Report,
        checks: dict[str, ast.Value],
    ) -> None:
        self.wrong, self.spoil, self.is_zone = wrong, spoil, is_zone
        self.report, self.checks = report, checks

    # ------------------------------------------------------------ given
    def given(self, line: Line) -> Step | None:
        found = self._given(line.text)
        if found is not None:
            return Step(str(found[0]), found[1:], line.text, line.site)
        self.wrong(
            line,
            "R0503",
            "I don't understand this as something given",
            "write `zone of owner is a, b`, `zone starts with a, b`, `zone has 3 cards`, `everything else in "
            "zone`, `track of owner is value`, `grid at 1, 2 is tile`, or `next roll is 3, 4`",
        )
        return None

    def _given(self, text: str) -> tuple[object, ...] | None:
        if match := _REST.fullmatch(text):
            return "rest", match["name"], match["owner"]
        if match := _END.fullmatch(text):
            cards = _cards(match["cards"])
            verb = "top" if match["end"] == "starts" else "bottom"
            return (verb, match["name"], match["owner"], cards) if cards else None
        if match := _FILL.fullmatch(text):
            return "fill", match["name"], match["owner"], int(match["count"])
        if match := _NEXT.fullmatch(text):
            values = listed(match[2])
            return ("next", match[1], values) if values else None
        if match := _CELL.fullmatch(text):
            return "cell", *_cell(match)
        if match := _GIVEN_IS.fullmatch(text):
            name, owner, value = match["name"], match["owner"], match["value"]
            if not self.is_zone(name):
                return "track", name, owner, value
            cards = _cards(value)
            return None if cards is None else ("zone", name, owner, cards)
        return None

    # ------------------------------------------------------------ when
    def when(self, line: Line) -> Step | None:
        match = _ANSWER.fullmatch(line.text)
        if match is None:
            hint = f"say who answers: `player 1: {line.shown if ':' not in line.text else '<option>'}`"
            self.wrong(line, "R0504", "I don't understand this answer", hint)
            return None
        verb = "cannot" if match[2] else "answer"
        return Step(verb, (int(match[1]) - 1, match[3]), line.text, line.site)

    # ------------------------------------------------------------ then
    def then(self, line: Line) -> Step | None:
        text = line.text
        found = self._sentence(text) or self._of_player(text) or self._of_zone(text)
        if found is not None:
            return Step(str(found[0]), found[1:], text, line.site)
        if hint := _near(text):
            self.wrong(line, "R0506", "I don't understand this as something that must hold", hint)
            return None
        if "#" in text:
            hint = "compare a zone: `purse of player 1 is coin#2`"
            self.wrong(line, "R0506", "a copy cannot be named in an expression", hint, text)
            return None
        if match := _EXACTLY.fullmatch(text):
            return self._members(line, match[1], match[2])
        return self._claim(line)

    def _sentence(self, text: str) -> tuple[object, ...] | None:
        if text in _SENTENCES:
            return (_SENTENCES[text],)
        if text == "these happened in order:":
            return ("in_order",)
        if match := _OF_ITSELF.fullmatch(text):
            by = int(match[2]) - 1 if match[2] else None
            if match["skipped"]:
                return "skipped", match["rule"], by
            if not (match["no"] and match["option"]):
                return "not_itself" if match["no"] else "itself", match["rule"], by, match["option"] or ""
        if match := _WINS.fullmatch(text):
            players = tuple(int(number) - 1 for number in _PLAYER.findall(match[1]))
            return "wins", players, match[4] or ""
        return None

    def _of_player(self, text: str) -> tuple[object, ...] | None:
        match = _SAID.fullmatch(text)
        if match is None:
            return None
        player, said = int(match[1]) - 1, match[2]
        if said == "is not asked":
            return "not_asked", player
        if more := _DECIDES.fullmatch(said):
            return "decides", player, more[1] or ""
        if more := _CHOOSES.fullmatch(said):
            return _OPTIONS[more[1]], player, tuple(split(more[2]))
        if more := _KNOWS.fullmatch(said):
            return "knows" if more[1] == "knows" else "knows_not", player, more[2]
        if more := _SEES.fullmatch(said):
            return "sees" if more["verb"] == "sees" else "sees_not", player, more["name"], more["owner"]
        return None

    def _of_zone(self, text: str) -> tuple[object, ...] | None:
        if match := _END.fullmatch(text):
            cards = _cards(match["cards"])
            verb = "zone_top" if match["end"] == "starts" else "zone_bottom"
            return (verb, match["name"], match["owner"], cards) if cards else None
        if match := _CELL.fullmatch(text):
            return "cell_is", *_cell(match)
        match = _ZONE_IS.fullmatch(text)
        if match is None or not self.is_zone(match["name"]):
            return None
        cards = _cards(match["cards"])
        verb = "zone_exactly" if match["exactly"] else "zone_is"
        return None if cards is None else (verb, match["name"], match["owner"], cards)

    # ------------------------------------------------------------ expressions
    def _value(self, line: Line, text: str) -> ast.Value | None:
        seats = _PLAYER.sub(r"seat( \1)", text)  # of the same length: places stay right
        node = parse_fragment("value claim: ", seats, line.source, line.number, line.indent, self.report)
        if isinstance(node, ast.Value):
            return node
        self.spoil()
        return None

    def _add(self, name: str, node: ast.Value, value: ast.Expr | None = None) -> str:
        results = node.results if value is None else (ast.ValueCase(value.span, None, value),)
        ident = ast.Ident(node.name.span, name)
        self.checks[name] = ast.Value(node.span, ident, node.params, node.cases, node.lets, results)
        return name

    def _members(self, line: Line, left: str, members: str) -> Step | None:
        words = listed(members)
        if words is None:
            self.wrong(line, "R0506", "something is missing between commas here")
            return None
        node = self._value(line, left)
        if node is None:
            return None
        name = self._add(f"{FOUND} {CLAIM} {line.source.path} {line.number}", node)
        return Step("set_is", (name, () if members == "empty" else words), line.text, line.site)

    def _claim(self, line: Line) -> Step | None:
        node = self._value(line, line.text)
        if node is None:
            return None
        name = self._add(f"{CLAIM} {line.source.path} {line.number}", node)
        left = _left_side(node)
        # What a comparison finds is computed too, to be shown if it does not hold.
        shown = () if left is None else (self._add(f"{FOUND} {name}", node, left),)
        return Step("check", (name, *shown), line.text, line.site)

    # ------------------------------------------------------------ what happened
    def event(self, line: Line) -> Step | None:
        for verb, form in _EVENTS.items():
            if match := form.fullmatch(line.text):
                return Step(verb, _event_parts(verb, match), line.text, line.site)
        hint = (
            "write `coin came to purse of player 1`, `debt became 2`, `3 was rolled`, `RULE began`, `player "
            "1 chose OPTION`, `player 2's turn began`, `deck was shuffled`, `MESSAGE was said`, or `the game "
            "ended`"
        )
        self.wrong(line, "R0506", "I don't understand this as something that happened", hint)
        return None


def _cell(match: re.Match[str]) -> tuple[object, ...]:
    return match["name"], match["owner"], int(match["column"]), int(match["row"]), match["card"]


def _event_parts(verb: str, match: re.Match[str]) -> tuple[object, ...]:
    if verb == "chose":
        return int(match[1]) - 1, match[2]
    if verb == "turn":
        return (int(match[1]) - 1,)
    if verb == "came":
        return match["card"], match["name"], match["owner"]
    if verb == "became":
        return match["name"], match["owner"], match["value"]
    if verb == "shuffled":
        return match["name"], match["owner"]
    return match.groups()


def _left_side(node: ast.Value) -> ast.Expr | None:
    """The left side of a comparison that can be computed alone."""
    value = node.results[-1].value
    if not isinstance(value, ast.Binary) or value.op not in COMPARISONS:
        return None
    return value.left if isinstance(value.left, ast.CallValue | ast.Name | ast.Of | ast.Count) else None


def _near(text: str) -> str:
    """What was meant by a line that begins like a known one and is no expression."""
    start = re.match(rf"{_N} (.+)", text)
    if start:
        if _COMPARES.match(start[2]):
            return ""
        words = " ".join(start[2].split()[:3])[:30]
        close = get_close_matches(words, _PLAYER_VERBS, n=1, cutoff=0.4)
        verbs = close or [verb for verb in _PLAYER_VERBS if verb.split()[0] == words.split()[0]]
        known = ", ".join(f"`{verb}`" for verb in _PLAYER_VERBS)
        if verbs:
            return f"did you mean `player {start[1]} {verbs[0]} …`?"
        return f"after a player stands a comparison, or one of {known}"
    for begin, forms in (
        ("the game", "`the game is over` or `the game goes on`"),
        ("nobody", "`nobody decides` or `nobody wins`"),
        ("these ", "`these happened in order:`"),
    ):
        if text.startswith(begin):
            return f"write {forms}"
    if re.search(r"\banswered\b|\bskipped$", text):
        return "write `RULE was answered by itself`, `RULE by player 2 was answered by itself with OPTION`"
    if text.startswith(("everything else", "next ")):
        return "this is a line for `given:`"
    return ""
