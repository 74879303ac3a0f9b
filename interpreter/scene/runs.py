"""Parts of sentences that are told in one breath.

In: parts, each with the facts that it tells. Out: runs of parts that are about the same players.
"""

from __future__ import annotations

from attrs import define

from interpreter.scene.facts import Fact

Part = tuple[list[Fact], str, bool]  # facts, how they are told, and whether by the definition's own sentence


@define
class Run:
    """Parts of a sentence that are about the same players."""

    about: set[str]
    is_own: bool  # the last of them is a sentence of the definition's
    parts: list[Part]

    @property
    def facts(self) -> list[Fact]:
        return [fact for group, *_ in self.parts for fact in group]

    def add(self, part: Part, about: set[str], is_own: bool) -> None:
        self.parts.append(part)
        self.about, self.is_own = about or self.about, is_own


def say_the_same(run: Run, other: Run) -> bool:
    """Whether one rule did both, and nothing else: `player 1 plays trade; player 2 plays attack`."""
    rules = {fact.rule for fact in (*run.facts, *other.facts)}
    return len(rules) == 1 and len(other.parts) == 1 and run.is_own and other.is_own
