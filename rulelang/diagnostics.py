"""What the checker says: one small record for each finding.

In: a code, a title and the places it is about. Out: `Diagnostic`s in a `Report`, in a stable order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import define, evolve, field, frozen

from rulelang.source import Source, Span

ERROR, WARNING, NOTE = "error", "warning", "note"


@frozen
class Label:
    span: Span
    text: str = ""


@frozen
class Diagnostic:
    code: str
    title: str
    labels: tuple[Label, ...]
    why: str = ""
    hint: str = ""
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

    def add(self, diagnostic: Diagnostic) -> None:
        if diagnostic not in self.found:
            self.found.append(diagnostic)

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
