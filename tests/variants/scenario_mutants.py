"""Scenarios of the shipped games with one word changed, and why a changed one may still pass.

A word is misspelt, or exchanged for another of its sort: a number for the next one, a card for another card,
an option for another one of its menu. A misspelt word has to be noticed always. An exchanged one may make
another example that is true as well; then a rule explains it from what was played. Nothing is excused because
of its name.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from attrs import evolve, frozen

from interpreter.scenarios.playing import _Run, run
from interpreter.scenarios.watch import ANSWERED
from rulelang.diagnostics import Report
from rulelang.ir.instructions import Menu
from rulelang.ir.naming import asking
from rulelang.ir.nodes import Program
from rulelang.ir.script import GIVEN, Scenario
from rulelang.rulebook import numbered_rules
from rulelang.scenarios.lines import Line, lines_of
from rulelang.source import Source
from rulelang.suite import read_suite, scenario_files

AT_ONCE = 4_500  # lines of mutants that are compiled together: a file of scenarios has at most 5,000
WORD = re.compile(r"(?<![\w#])(?:[A-Za-z]\w*|\d+)(?!\w)")
OPPOSITES = (("starts", "ends"), ("yes", "no"), ("roll", "pick"), ("and", "or"), ("take", "ask"))
NEGATIVE = re.compile(
    r"\b(?:cannot|may not choose|does not know|does not see|is not asked|was not answered)\b"
)
OF_MANY = re.compile(r"\b(?:may choose|knows|sees)\b")
WEAKER = re.compile(r"\b(?:at least|at most|more than|less than|or|any|no|not)\b|[<>]")
PLAYED = "to be found out by playing it"
COVERS = "which of the numbered rules an example shows is for people to say"
ANOTHER = {  # the example goes another way, and what it claims holds there too
    "players": "with another number of players the same holds",
    "seed": "in another game the same holds",
    "at": "at another decision the same holds",
    "by": "at another decision the same holds",
    "set": "with another setting the same holds",
    "forced": "whether single options are asked or not, the same holds",
    "given": "in another position the same holds",
    "when": "after other answers the same holds",
}
# What stands before a word that a claim asserts, and not before one that it is about.
ASSERTED = re.compile(
    r" (?:is|is exactly|starts with|ends with|decides|because|chooses from) (?:[^ ]+, )*(?:player )?$"
)


@frozen
class Mutant:
    game: Path
    first: Line
    lines: tuple[Line, ...]
    changed: int  # which of the lines
    text: str  # what it says now
    start: int  # where the changed word stands
    new: str
    kind: str  # misspelt or exchanged

    @property
    def line(self) -> Line:
        return self.lines[self.changed]

    @property
    def section(self) -> str:
        heads = [
            line.text for line in self.lines[: self.changed] if line.text in ("given:", "when:", "then:")
        ]
        return "head" if not heads or self.line.indent <= 4 else heads[-1].rstrip(":")

    def written(self, title: str, without: bool = False) -> str:
        lines = [f"scenario {title}"]
        for number, line in enumerate(self.lines):
            if number != self.changed:
                lines.append(" " * line.indent + line.text)
            elif not without:
                lines.append(" " * line.indent + self.text)
        return "\n".join(lines) + "\n"

    def __str__(self) -> str:
        where = Path(self.line.source.path)
        return f"{self.game.name}/{where.name}:{self.line.number} {self.line.text!r} -> {self.text!r}"


# ------------------------------------------------------------ changing words


@cache
def scenarios(game: Path) -> list[tuple[Line, tuple[Line, ...]]]:
    """The scenarios of a game: the line that begins each, and those below it."""
    found: list[tuple[Line, list[Line]]] = []
    for file in scenario_files(game):
        for line in lines_of(Source(str(file), file.read_text(encoding="utf-8"))):
            if line.indent == 0:
                found.append((line, []))
            else:
                found[-1][1].append(line)
    return [(first, tuple(lines)) for first, lines in found]


def mutants(game: Path, chosen: list[tuple[Line, tuple[Line, ...]]], rng: random.Random) -> Iterator[Mutant]:
    """For each line one word that is misspelt and one that is exchanged, where it can be."""
    sorts = sorts_of(game)
    for first, lines in chosen:
        for number, line in enumerate(lines):
            words = list(WORD.finditer(line.text))
            names = [word for word in words if not word[0].isdecimal()]
            ways = [("misspelt", rng.choice(names), None)] if names else []
            known = [word for word in words if word[0].isdecimal() or word[0] in sorts]
            ways += [("exchanged", rng.choice(known), sorts)] if known else []
            for kind, word, table in ways:
                new = exchanged(word[0], table, rng) if table is not None else misspelt(word[0], rng)
                text = line.text[: word.start()] + new + line.text[word.end() :]
                yield Mutant(game, first, lines, number, text, word.start(), new, kind)


def misspelt(word: str, rng: random.Random) -> str:
    """A letter too many, somewhere inside."""
    place = rng.randint(1, len(word))
    return word[:place] + "q" + word[place:]


def exchanged(word: str, sorts: dict[str, tuple[str, ...]], rng: random.Random) -> str:
    if word.isdecimal():
        return str(int(word) + 1 if word == "0" else int(word) + rng.choice((-1, 1)))
    return rng.choice([other for other in sorts[word] if other != word])


@cache
def sorts_of(game: Path) -> dict[str, tuple[str, ...]]:
    """For each name of a game, the names of the same sort; with the variants of all its scenarios."""
    found: dict[str, tuple[str, ...]] = {}
    for pair in OPPOSITES:
        found |= dict.fromkeys(pair, pair)
    numbers = tuple(rule.number for rule in numbered_rules(game))
    found |= dict.fromkeys(numbers, numbers)
    programs = {id(program): program for _, program in originals(game).values()}
    for program in programs.values():
        for names in _sorts(program):
            words = tuple(dict.fromkeys(name for name in names if name.isidentifier()))
            if len(words) > 1:
                found |= {word: words for word in words if word not in found}
    return found


def _sorts(program: Program) -> Iterator[list[str]]:
    for record in program.records:
        yield list(record.names)
    for kind in program.kinds:
        yield list(kind.words)
    for _, instr in asking(program):
        if isinstance(instr, Menu):
            yield [entry.name for entry in instr.entries]
    yield [body.name for body, _ in asking(program)]
    for item in {zone.item for zone in program.zones}:
        yield [zone.name for zone in program.zones if zone.item == item]
    for sort in {str(track.type) for track in program.tracks}:
        yield [track.name.rpartition(".")[2] for track in program.tracks if str(track.type) == sort]
    for setting in program.settings:
        yield list(setting.words)


# ------------------------------------------------------------ playing them


@cache
def originals(game: Path) -> dict[tuple[str, int], tuple[Scenario, Program]]:
    """The scenarios as they are, by the file and the line where they begin."""
    suite = read_suite(game, scenario_files(game), Report())
    assert not suite.broken
    return {(Path(s.site[0]).name, s.site[1]): (s, program) for s, program in suite.pairs}


def survivors(some: list[Mutant], folder: Path) -> list[Mutant]:
    """Those that pass."""
    return [mutant for mutant, scenario, program in _compiled(some, folder) if run(scenario, program).passed]


def _compiled(
    some: list[Mutant], folder: Path, without: bool = False
) -> Iterator[tuple[Mutant, Scenario, Program]]:
    """The changed scenarios that can be run; or the same ones without the changed line."""
    for game in dict.fromkeys(mutant.game for mutant in some):
        for part in _files([mutant for mutant in some if mutant.game == game]):
            file = folder / f"{game.name}.scenario"
            texts = [mutant.written(f"mutant {n}", without) for n, mutant in enumerate(part)]
            file.write_text("\n".join(texts), encoding="utf-8")
            suite = read_suite(game, [file], Report())
            # One that is not read at all would seem to be noticed.
            assert len(suite.pairs) + len(suite.broken) + len(suite.refused) == len(part)
            for scenario, program in suite.pairs:
                yield part[int(scenario.title.split()[1])], scenario, program


def _files(some: list[Mutant]) -> Iterator[list[Mutant]]:
    """As many in each as can be read at once."""
    part: list[Mutant] = []
    lines = 0
    for mutant in some:
        size = len(mutant.lines) + 2
        if part and lines + size > AT_ONCE:
            yield part
            part, lines = [], 0
        part.append(mutant)
        lines += size
    if part:
        yield part


# ------------------------------------------------------------ why one may pass


def reasons(some: list[Mutant], folder: Path) -> dict[Mutant, str]:
    """Why changed scenarios that pass are true; nothing where there is no reason."""
    found = {mutant: _of_line(mutant) for mutant in some}
    played = [mutant for mutant in some if found[mutant] == PLAYED]
    same = []
    for mutant, scenario, program in _compiled(played, folder):
        found[mutant] = ANOTHER[mutant.line.text.split()[0] if mutant.section == "head" else mutant.section]
        if course(scenario, program) == course(*original(mutant)):
            found[mutant] = ""
            same.append(mutant)
    for mutant, scenario, program in _compiled(same, folder, without=True):
        if course(scenario, program) == course(*original(mutant)):
            found[mutant] = "the line says what would be so without it"
    assert PLAYED not in found.values()
    return found


def _of_line(mutant: Mutant) -> str:
    text = mutant.line.text
    if mutant.kind == "misspelt":
        return ""
    if mutant.section == "head" and text.startswith("covers"):
        return COVERS
    return _of_claim(mutant) if mutant.section == "then" or NEGATIVE.search(text) else PLAYED


def original(mutant: Mutant) -> tuple[Scenario, Program]:
    return originals(mutant.game)[Path(mutant.first.source.path).name, mutant.first.number]


def _of_claim(mutant: Mutant) -> str:
    text = mutant.line.text
    if NEGATIVE.search(text):
        return "it is not so of the other one either"
    if OF_MANY.search(text):
        return "it is so of the other one too"
    if WEAKER.search(text) or mutant.new == "or":
        return "the other comparison holds too"
    if ASSERTED.search(text[: mutant.start]) or re.search(r" wins?\b", text):
        return ""
    return "the same is so of the other one"


def course(scenario: Scenario, program: Program) -> tuple[Any, ...]:
    """How a scenario begins and how it ends, as something that can be compared."""
    given = evolve(scenario, steps=tuple(step for step in scenario.steps if step.verb in GIVEN))
    return _played(given, program), _played(scenario, program)


def _played(scenario: Scenario, program: Program) -> tuple[Any, ...]:
    played = _Run(scenario, program)
    played.run(None, lambda: True)
    assert played.history is not None
    game, machine = played.history.game, played.history.machine
    answers = tuple((note.by, note.pending, note.chosen) for note in machine.notes if note.kind == ANSWERED)
    return game.setup.players, game.setup.settings, game.state.fate, game.freeze(), answers
