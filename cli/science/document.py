"""What is written down: versioned JSON, the same to the byte however the games were spread.

In: an experiment and what was counted in it. Out: a document of plain data (docs/simulation.schema.json says
what stands where), and such documents read again, checked, and merged.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from attrs import frozen

from cli.errors import Misuse
from cli.science.experiment import Experiment, Part, Ranges, joined, pairs_from_data
from cli.science.figures import differences, figures
from cli.science.match import Match
from cli.science.naming import names_of
from cli.science.tally import Tally
from rulelang.ir.nodes import Program

SIMULATION, TOURNAMENT = "simulation", "tournament"
FORMAT, VERSION = "rulelang-simulation", 1
LARGEST = 200 * 1024 * 1024  # bytes of a file that is read


@frozen
class Results:
    """Conditions with their counts: what a document holds, and all that is made from it."""

    conditions: tuple[dict[str, Any], ...]  # label, game, digest, variants, settings, bots, …
    part: Part
    stopped: str = ""
    kind: str = SIMULATION

    @property
    def labels(self) -> list[str]:
        return [condition["label"] for condition in self.conditions]

    @property
    def figures(self) -> list[dict[str, Any]]:
        return [figures(tally) for tally in self.part.tallies]

    @property
    def differences(self) -> list[dict[str, Any]]:
        """Between conditions; tables of a tournament have standings instead."""
        return differences(self.part, self.labels) if self.kind == SIMULATION else []

    @property
    def standings(self) -> dict[str, Any] | None:
        from cli.science.tournament import standings

        return standings(self) if self.kind == TOURNAMENT else None

    @property
    def failed(self) -> int:
        return sum(tally.counts["games"]["played",] - tally.counts["games"]["finished",]
                   for tally in self.part.tallies)  # fmt: skip

    def to_data(self) -> dict[str, Any]:
        """The whole document."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "kind": self.kind,
            "seeds": [list(stretch) for stretch in self.part.seeds],
            "stopped": self.stopped or None,
            "conditions": [
                {**condition, "figures": found, "tally": tally.to_data()}
                for condition, found, tally in zip(
                    self.conditions, self.figures, self.part.tallies, strict=True
                )
            ],
            "differences": self.differences,
            "standings": self.standings,
            "pairs": self.part.pairs_to_data(),
        }

    def to_json(self) -> str:
        from cli.screen.escaping import for_json

        return for_json(json.dumps(self.to_data(), indent=1, ensure_ascii=False))


def results(experiment: Experiment, part: Part, stopped: str = "", kind: str = SIMULATION) -> Results:
    described = [describe(condition.label, condition.match) for condition in experiment.conditions]
    return Results(tuple(described), part, stopped, kind)


def describe(label: str, match: Match) -> dict[str, Any]:
    from rulelang.ir.codec import digest

    program = match.program
    return {
        "label": label,
        "game": program.name,
        "digest": digest(program),
        "variants": list(program.variants),
        "settings": in_words(program, match.settings),
        "players": len(match.bots),
        "bots": list(match.bots),
        "rotated": match.rotate,
        "watch": match.watch,
        "limit": match.limit,
        "names": names_of(program),
    }


def in_words(program: Program, chosen: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    """All settings with what they were, as people type them: a number, or a word."""
    values = {setting.name: setting.default for setting in program.settings} | dict(chosen)
    return {known.name: known.called(values[known.name]) for known in program.settings}


# ------------------------------------------------------------ reading and merging


def read(file: Path) -> Results:
    """A document from a file. Raises `Misuse` with what is wrong with it."""
    if file.is_file() and file.stat().st_size > LARGEST:
        raise Misuse(f"{file} is too large to be results of a simulation")
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
    except (ValueError, RecursionError):
        raise Misuse(
            f"{file} is no JSON; `rulelang simulate … --json {file.name}` makes such a file"
        ) from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise Misuse(f"{file} has no results of a simulation; `rulelang simulate … --json FILE` makes them")
    if data.get("version") != VERSION:
        raise Misuse(f"{file} is of version {data.get('version')}, and this program reads version {VERSION}")
    try:
        return from_data(data)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, OverflowError) as error:
        raise Misuse(f"{file} is damaged: {type(error).__name__} {error}") from None


def from_data(data: dict[str, Any]) -> Results:
    conditions = tuple(
        {key: value for key, value in condition.items() if key not in ("figures", "tally")}
        for condition in data["conditions"]
    )
    for condition in conditions:
        _check(condition)
    tallies = tuple(Tally.from_data(condition["tally"]) for condition in data["conditions"])
    seeds = joined([(int(start), int(stop)) for start, stop in data["seeds"]])
    part = Part(tallies, pairs_from_data(data["pairs"]), seeds)
    if not tallies or any(tally.played != part.played for tally in tallies):
        raise ValueError("the seeds and the games that were counted do not agree")
    if data["kind"] not in (SIMULATION, TOURNAMENT):
        raise ValueError(f"there is no kind {data['kind']!r}")
    found = Results(conditions, part, str(data["stopped"] or ""), data["kind"])
    found.to_data()  # whatever else is wrong shows now, not in the middle of a page
    return found


# What a condition has to have: a document that was changed by hand must not surprise a page.
CONDITION = {
    "label": str, "game": str, "digest": str, "variants": list, "settings": dict, "players": int,
    "bots": list, "rotated": bool, "watch": str, "limit": int, "names": dict,
}  # fmt: skip


def _check(condition: dict[str, Any]) -> None:
    for key, type_ in CONDITION.items():
        if not isinstance(condition[key], type_):
            raise ValueError(f"`{key}` is not what it should be")
    words = [*condition["variants"], *condition["bots"], *condition["names"].values()]
    if not all(isinstance(word, str) for word in words):
        raise ValueError("a name is no text")


def merge(named: Sequence[tuple[str, Results]]) -> Results:
    """Results of the same experiment on different seeds, as if they had been played at once."""
    (first_name, first), *others = named
    whole = Part(tuple(Tally() for _ in first.conditions))
    whole.absorb(first.part)
    for name, other in others:
        if other.conditions != first.conditions or other.kind != first.kind:
            raise Misuse(f"{name} is about something else than {first_name}: {_unlike(first, other)}")
        try:
            whole.absorb(other.part)
        except ValueError as error:
            raise Misuse(f"{name}: {error}; a game counted twice would make everything too certain") from None
    return Results(first.conditions, whole, kind=first.kind)


def _unlike(first: Results, other: Results) -> str:
    if first.kind != other.kind:
        return f"one is a {first.kind}, the other a {other.kind}"
    if len(first.conditions) != len(other.conditions):
        return f"it compares {len(other.conditions)} ways to play, and not {len(first.conditions)}"
    for mine, theirs in zip(first.conditions, other.conditions, strict=True):
        for key in mine:
            if mine[key] != theirs.get(key):
                if key in ("digest", "names"):
                    return "the rules of the game were changed in between"
                return f"{key} is {theirs.get(key)!r} instead of {mine[key]!r}"
    return "it has something more"


def ranges_in_words(seeds: Ranges) -> str:
    return ", ".join(str(a) if b == a + 1 else f"{a} to {b - 1}" for a, b in seeds) or "none"
