"""A game with all that lies around it, read for an editor.

In: the folder of a game. Out: a `Family`: what typing knows of the game alone, with each of its variants,
and with its scenarios; also where something is wrong. Texts that are not saved yet are read where
`files.py` is told of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from attrs import define, field

from rulelang.compile import Bundle, Study, read_bundle
from rulelang.diagnostics import Report
from rulelang.editor.mended import mended_bundle
from rulelang.ir.nodes import Program
from rulelang.ir.script import Scenario
from rulelang.loader import load, load_with_required, variant_names
from rulelang.source import Source
from rulelang.suite import scenario_files, suite_in_steps


@define
class Family:
    game: Path
    studies: list[Study] = field(factory=list)  # the game alone first
    pairs: list[tuple[Scenario, Program]] = field(factory=list)
    sources: dict[str, Source] = field(factory=dict)


def study(bundle: Bundle, variants: Sequence[Bundle] = ()) -> Study:
    """What typing knows of a definition, with every place that it looked at, also around a broken line."""
    known = Study(sites=[], names_only=True)
    read_bundle(mended_bundle(bundle), Report(), list(map(mended_bundle, variants)), study=known)
    return known


def read_family(game: Path, more: Sequence[Path] = (), scenarios: bool = True) -> Family:
    """`more` are variants that do not lie beside the game."""
    *_, family = family_in_steps(game, more, scenarios)
    return family


def family_in_steps(game: Path, more: Sequence[Path] = (), scenarios: bool = True) -> Iterator[Family]:
    """The same in steps, each of them short; the last one gives the family that counts."""
    report = Report()
    family = Family(game, sources=report.sources)
    bundle = load(game, report)
    if bundle is None:
        yield family
        return
    family.studies.append(study(bundle))
    names: list[str | Path] = [*variant_names(game), *more]
    for name in names:
        yield family
        own = Report(sources=report.sources)
        family.studies.append(study(bundle, load_with_required(game, name, own)))
    if scenarios:
        folder = game if game.is_dir() else game.parent
        own, studies = Report(sources=report.sources), list[Study]()
        for suite in suite_in_steps(folder, scenario_files(folder), own, studies=studies):
            family.pairs = suite.pairs
            yield family
        family.studies += studies
    for known in family.studies:
        family.sources |= {source.path: source for _, source in known.strings}
    yield family
