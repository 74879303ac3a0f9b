"""What the prose makes of rules: steps, and what is asked in them.

Plain data. A step without a capital letter and a full stop can stand inside another: `if …, move …`.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field, frozen

from rulelang.prose.ink import capital, without_marks

LONGEST_INLINE = 110  # letters of a step that may stand inside another


@frozen
class Step:
    text: str
    steps: tuple[Step, ...] = field(default=())

    @property
    def simple(self) -> bool:
        return not self.steps and self.short

    @property
    def short(self) -> bool:
        return len(without_marks(self.text)) <= LONGEST_INLINE

    def lines(self, indent: str = "", mark: str = "") -> Iterator[str]:
        """The step and what is in it, a line for each."""
        yield f"{indent}{mark}{self.sentence()}"
        for step in self.steps:
            yield from step.lines(f"{indent}  ", mark)

    def sentence(self) -> str:
        text = capital(self.text)
        if self.steps:
            return f"{text}:"
        return text if text.endswith((".", "!", "?", ".”", ".“", "!“", "?“")) else f"{text}."


@frozen
class Case:
    """One body of a rule or a value: for some words, or for all that have none of their own."""

    words: str
    steps: tuple[Step, ...]


@frozen
class Answer:
    """One thing that can be answered: what it does, and when it may be."""

    title: str
    condition: str
    steps: tuple[Step, ...]


@define
class Asked:
    """What is asked at one place."""

    question: Step
    answers: dict[str, Answer] = field(factory=dict)
