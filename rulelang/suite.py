"""The scenarios of a game with the programs they are played on.

In: the folder of a game, and optionally one scenario file. Out: pairs of a `Scenario` and the `Program`
of the game with the scenario's variants, in which the scenario's own expressions are values.
"""

from __future__ import annotations

import re
from pathlib import Path

from rulelang.compile import Bundle, compile_bundle
from rulelang.diagnostics import Report
from rulelang.ir.nodes import Program
from rulelang.ir.script import Scenario
from rulelang.loader import load, load_variants, read_source
from rulelang.scenarios import ScenarioFile, parse_scenarios
from rulelang.source import Source

_ZONE = re.compile(r"^(?:replace )?zone (\w+)", re.MULTILINE)


def scenario_files(game: Path) -> list[Path]:
    return sorted((game / "scenarios").rglob("*.scenario")) if game.is_dir() else []


def load_suite(game: Path, files: list[Path], report: Report) -> list[tuple[Scenario, Program]]:
    bundle = load(game, report)
    if bundle is None:
        return []
    sources = [read_source(file, report) for file in files]
    texts = [source.text for source in bundle.rules]
    texts += [source.text for source in _all_variants(game, report)]
    zones = {name for text in texts for name in _ZONE.findall(text)}
    parsed = [parse_scenarios(source, report, zones.__contains__) for source in sources]
    suite: list[tuple[Scenario, Program]] = []
    for variants in sorted({scenario.variants for file in parsed for scenario in file.scenarios}):
        suite += _compile(game, bundle, variants, parsed, report)
    return sorted(suite, key=lambda pair: pair[0].site)


def _all_variants(game: Path, report: Report) -> list[Source]:
    folder = game / "variants"
    return [read_source(file, report) for file in sorted(folder.rglob("*.rules"))] if folder.is_dir() else []


def _compile(
    game: Path, bundle: Bundle, variants: tuple[str, ...], parsed: list[ScenarioFile], report: Report
) -> list[tuple[Scenario, Program]]:
    chosen = [
        (file, scenario) for file in parsed for scenario in file.scenarios if scenario.variants == variants
    ]
    names = {
        part
        for _, scenario in chosen
        for step in scenario.steps
        if step.verb == "check"
        for part in step.parts
    }
    checks = [node for file in parsed for name, node in file.checks.items() if name in names]
    own = Report(sources=report.sources)
    patches = load_variants(game, [_beside(game, name) for name in variants], own)
    program = compile_bundle(bundle, own, patches, checks) if not own.errors else None
    for found in own:
        report.add(found)
    return [] if program is None else [(scenario, program) for _, scenario in chosen]


def _beside(game: Path, name: str) -> str:
    """A variant named by a path is looked for beside the game's folder too."""
    near = game / name
    return str(near) if "/" in name and near.exists() else name
