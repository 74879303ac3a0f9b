"""What the checker says: one small record for each finding.

In: a code, a title and the places it is about. Out: `Diagnostic`s in a `Report`, in a stable order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import define, evolve, field, frozen

from rulelang.source import Source, Span

ERROR, WARNING, NOTE = "error", "warning", "note"
MOST_FINDINGS = 300  # a definition is text from anybody, and checking it has to end soon
MOST_TOLD = 3000  # what finds more than `MOST_FINDINGS` in one look
LONGEST_TEXT = 1000  # characters of a title or a hint


def _short(text: str) -> str:
    """A name can be a megabyte long; what is said about it cannot."""
    if len(text) <= LONGEST_TEXT:
        return text
    return f"{text[: LONGEST_TEXT // 2]} … {text[-LONGEST_TEXT // 2 :]}"


@frozen
class Label:
    span: Span
    text: str = field(default="", converter=_short)


@frozen
class Guess:
    """What a line seems to do with a name that only the whole definition knows."""

    verb: str  # call, or a sign: =, +=, -=
    name: str
    rest: str = ""  # the arguments, or the new value
    in_block: bool = True  # whether it stands in a rule, not at the left margin


@frozen
class Lost:
    """A declaration that is reported as broken. What depends on it is not reported."""

    sort: str  # the word it starts with; empty if that could not be read
    names: frozenset[str]  # what it declares, as far as its words tell
    named: bool = True  # whether its own name is surely among them
    text: str = ""  # the line that it starts with, or the broken part


@frozen
class Diagnostic:
    code: str
    title: str = field(converter=_short)
    labels: tuple[Label, ...]
    why: str = field(default="", converter=_short)
    hint: str = field(default="", converter=_short)
    severity: str = ERROR
    unknown: str = ""  # the name that it says is not known
    guess: Guess | None = None  # what the author may have meant, if a name is what it seems to be

    @property
    def span(self) -> Span:
        return self.labels[0].span

    def at(self, span: Span) -> Diagnostic:
        return evolve(self, labels=(Label(span), *self.labels[1:]))


@define
class Report:
    """All findings of one run, with the texts they point into."""

    found: list[Diagnostic] = field(factory=list)
    sources: dict[str, Source] = field(factory=dict)
    lost: list[Lost] = field(factory=list)
    _known: set[Diagnostic] = field(factory=set, init=False, repr=False, eq=False)

    def add(self, diagnostic: Diagnostic) -> None:
        if len(self.found) > MOST_TOLD or diagnostic in self:
            return
        if len(self.found) == MOST_TOLD:
            title = f"{MOST_TOLD} things are wrong; what else is wrong is not told"
            diagnostic = Diagnostic("R0115", title, diagnostic.labels[:1])
        self.found.append(diagnostic)
        self._known.add(diagnostic)

    def __contains__(self, diagnostic: object) -> bool:
        if len(self._known) != len(self.found):  # somebody changed the list
            self._known = set(self.found)
        return diagnostic in self._known

    def lose(self, sort: str, *names: str, named: bool = True, text: str = "") -> None:
        """Notes that a declaration is broken; `unknown.py` leaves out what follows from it."""
        self.lost.append(Lost(sort, frozenset(names), named, text))

    def error(
        self,
        code: str,
        title: str,
        span: Span,
        label: str = "",
        *,
        also: Iterable[Label] = (),
        why: str = "",
        hint: str = "",
        unknown: str = "",
    ) -> None:
        self.add(Diagnostic(code, title, (Label(span, label), *also), why, hint, unknown=unknown))

    def warn(
        self,
        code: str,
        title: str,
        span: Span,
        label: str = "",
        *,
        also: Iterable[Label] = (),
        why: str = "",
        hint: str = "",
    ) -> None:
        self.add(Diagnostic(code, title, (Label(span, label), *also), why, hint, WARNING))

    @property
    def enough(self) -> bool:
        """Whether so much is wrong that the rest need not be looked at."""
        return len(self.found) >= MOST_FINDINGS

    @property
    def errors(self) -> list[Diagnostic]:
        return sorted((d for d in self.found if d.severity == ERROR), key=_in_order)

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(sorted(self.found, key=_in_order))

    def __len__(self) -> int:
        return len(self.found)


def _in_order(found: Diagnostic) -> tuple[str, int, int, int, int, str, str]:
    """By the place, part by part: this is asked for at every keystroke, and to compare places takes long."""
    at = found.span
    return at.path, at.line, at.column, at.end_line, at.end_column, found.code, found.title


class RulesError(Exception):
    """A definition that cannot be played, with everything that is wrong with it."""

    __module__ = "rulelang"

    def __init__(self, report: Report) -> None:
        first = next(iter(report), None)
        super().__init__(f"{first.span}: {first.title}" if first else "the definition is not valid")
        self.report = report

    def __reduce__(self) -> tuple[type[RulesError], tuple[Report]]:
        return RulesError, (self.report,)
