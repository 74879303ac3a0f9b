"""The rules of a game in words, for the people at the table.

In: where a definition lies, what is played with it, and a language. Out: what an option of a question does,
when it may be taken, what a question offers, and the whole rulebook. The definition is read when it is first
asked about: most games are played without.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulelang.ir.nodes import Program, Site
    from rulelang.prose.declared import Declared
    from rulelang.prose.steps import Asked, Fact, Step
    from rulelang.typed.definition import Definition


class RulesInWords:
    """`site` is where a question is asked: the file, line and column of a `Request`."""

    def __init__(self, path: Path, variants: Sequence[str | Path], program: Program, language: str) -> None:
        self.path, self.variants = path, variants
        self.program, self.language = program, language

    def options(self, site: Site) -> list[str]:
        """The names of all options of a `choose one`, offered or not; of a `may` they are yes and no."""
        return list(self._asked[site].answers) if site in self._asked else []

    def option(self, site: Site, name: str) -> list[str]:
        """What an option does, a line for each step; what is done within a step is indented."""
        answer = self._asked[site].answers.get(name) if site in self._asked else None
        return [] if answer is None else _lines(answer.steps)

    def condition(self, site: Site, name: str) -> str:
        """When an option may be taken; nothing if always."""
        answer = self._asked[site].answers.get(name) if site in self._asked else None
        return "" if answer is None else answer.condition

    def facts(self, site: Site, name: str) -> tuple[Fact, ...]:
        """The parts of an option's condition."""
        answer = self._asked[site].answers.get(name) if site in self._asked else None
        return () if answer is None else answer.facts

    def question(self, site: Site) -> list[str]:
        """What is asked, and what it offers."""
        return _lines([self._asked[site].question]) if site in self._asked else []

    @cached_property
    def cards(self) -> dict[str, list[str]]:
        """What is printed on each component and what it does, by the key of its text: `loot.hook_3`."""
        from rulelang.prose.cards import cards

        return cards(self._definition, self.program, self.language)

    @cached_property
    def declared(self) -> dict[str, Declared]:
        """Each rule and value: what it is called, what is told about it, and what it does."""
        from rulelang.prose.declared import declared

        return declared(self._definition, self.program, self.language)

    @cached_property
    def won(self) -> list[str]:
        """How the game is won, as its `ranking` says."""
        from rulelang.prose.winning import how_won

        return how_won(self._definition, self.program, self.language)

    def rulebook(self) -> str:
        from rulelang.prose.page import rulebook

        return rulebook(self._definition, self.program, self.language)

    @cached_property
    def _definition(self) -> Definition:
        from cli.games import read_definition

        return read_definition(self.path, self.variants)

    @cached_property
    def _asked(self) -> dict[Site, Asked]:
        from rulelang.prose.asking import questions

        return questions(self._definition, self.program, self.language)


def _lines(steps: Iterable[Step]) -> list[str]:
    return [line for step in steps for line in step.lines()]
