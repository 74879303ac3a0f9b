"""What the prose makes of rules: steps, and what is asked in them.

Plain data. A step without a capital letter and a full stop can stand inside another: `if …, move …`.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field, frozen

from rulelang.inflection.forms import settled
from rulelang.prose.ink import capital, without_marks

LONGEST_INLINE = 110  # letters of a step that may stand inside another


@frozen
class Step:
    text: str = field(converter=settled)
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

    words: str = field(converter=settled)
    steps: tuple[Step, ...]


@frozen
class Fact:
    """A part of a condition, as it is said when it does not hold; `way` leads to it (`facts.py`)."""

    way: tuple[str, ...]
    denied: str
    compared: tuple[str, str] = ("", "")  # two numbers; nothing for one that is written there
    called: tuple[tuple[int, str], ...] = ()  # what things on the way are called, by their number


@frozen
class Answer:
    """One thing that can be answered: what it does, and when it may be."""

    title: str = field(converter=settled)
    condition: str
    steps: tuple[Step, ...]
    facts: tuple[Fact, ...] = ()


@define
class Asked:
    """What is asked at one place."""

    question: Step
    answers: dict[str, Answer] = field(factory=dict)
