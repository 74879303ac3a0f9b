"""What the checker says: one small record for each finding.

In: a code, a title and the places it is about. Out: `Diagnostic`s in a `Report`, in a stable order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import define, evolve, field, frozen

from rulelang.source import Source, Span

ERROR, WARNING, NOTE = "error", "warning", "note"
MOST_FINDINGS = 3000
LONGEST_TEXT = 1000  # characters of a title or a hint
# Findings that say that a name is not known: silent when its declaration is broken.
UNKNOWN_NAMES = ("R0204", "R0209", "R0219", "R0221", "R0225", "R0246", "R0247", "R0261", "R0262", "R0403")


def _short(text: str) -> str:
    """A name can be a megabyte long; what is said about it cannot."""
    return (
        text if len(text) <= LONGEST_TEXT else f"{text[: LONGEST_TEXT // 2]} … {text[-LONGEST_TEXT // 2 :]}"
    )


@frozen
class Label:
    span: Span
    text: str = field(default="", converter=_short)


@frozen
class Diagnostic:
    code: str
    title: str = field(converter=_short)
    labels: tuple[Label, ...]
    why: str = field(default="", converter=_short)
    hint: str = field(default="", converter=_short)
    severity: str = ERROR

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
    lost: set[str] = field(factory=set)  # names whose declarations could not be read
    _known: set[Diagnostic] = field(factory=set, repr=False, eq=False, init=False)
    _listed: list[Diagnostic] | None = field(default=None, repr=False, eq=False, init=False)

    def add(self, diagnostic: Diagnostic) -> None:
        if diagnostic in self or self._follows(diagnostic) or self.full:
            return
        if len(self.found) == MOST_FINDINGS:
            title = f"{MOST_FINDINGS} things are wrong; what else is wrong is not told"
            diagnostic = Diagnostic("R0115", title, diagnostic.labels[:1])
        self.found.append(diagnostic)
        self._known.add(diagnostic)

    @property
    def full(self) -> bool:
        """Whether nothing more is told."""
        return len(self.found) > MOST_FINDINGS

    def __contains__(self, diagnostic: object) -> bool:
        if self._listed is not self.found or len(self._known) != len(self.found):  # put there by hand
            self._known, self._listed = set(self.found), self.found
        return diagnostic in self._known

    def _follows(self, diagnostic: Diagnostic) -> bool:
        """Whether it only says that something is missing whose own mistake is already reported."""
        return diagnostic.code in UNKNOWN_NAMES and any(f"`{name}`" in diagnostic.title for name in self.lost)

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
    ) -> None:
        self.add(Diagnostic(code, title, (Label(span, label), *also), why, hint))

    def warn(
        self, code: str, title: str, span: Span, label: str = "", *, why: str = "", hint: str = ""
    ) -> None:
        self.add(Diagnostic(code, title, (Label(span, label),), why, hint, WARNING))

    @property
    def errors(self) -> list[Diagnostic]:
        return [d for d in self if d.severity == ERROR]

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(sorted(self.found, key=lambda d: (d.span, d.code, d.title)))

    def __len__(self) -> int:
        return len(self.found)


class RulesError(Exception):
    """A definition that cannot be played, with everything that is wrong with it."""

    def __init__(self, report: Report) -> None:
        first = next(iter(report), None)
        super().__init__(f"{first.span}: {first.title}" if first else "the definition is not valid")
        self.report = report
