"""The scenarios of a game with the programs they are played on.

In: the folder of a game, and scenario files. Out: pairs of a `Scenario` and the `Program` of the game with
the scenario's variants, in which the scenario's own expressions are values. A scenario that lies beside a
variant is played with it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from attrs import evolve

from rulelang import files as disk
from rulelang.compile import Bundle, compile_bundle
from rulelang.diagnostics import Report
from rulelang.ir.nodes import Program
from rulelang.ir.script import Scenario
from rulelang.loader import load, load_variants, variant_header
from rulelang.scenarios import ScenarioFile, parse_scenarios
from rulelang.source import Source

MOST_WORK = 2_000_000  # characters of rules that are compiled, with one variant after the other
_ZONE = re.compile(r"^(?:replace )?zone (\w+)", re.MULTILINE)


def scenario_files(game: Path, report: Report | None = None) -> list[Path]:
    """The scenarios of a game and of its variants, or of a variant that lies somewhere else."""
    if not disk.is_folder(game):
        return [file for file in [game.with_suffix(".scenario")] if disk.is_file(file)]
    return [
        file
        for file in disk.below(game, (".scenario",), Report() if report is None else report)
        if _counts(file, game)
    ]


def _counts(file: Path, game: Path) -> bool:
    """Those in `scenarios/`, of a variant beside it or in the `scenarios/` of its folder."""
    first, *more = file.relative_to(game).parts
    if first == "variants":
        return len(more) == 1 or (len(more) == 3 and more[1] == "scenarios")
    return first == "scenarios" and bool(more)


def work_of(bundle: Bundle) -> int:
    """How much it takes to compile a definition once more, as a number of characters."""
    return 1000 + sum(len(source.text) for source in bundle.rules)


def own_variant(file: Path) -> tuple[str, str] | None:
    """The variant that a scenario lies beside and is always played with: its name and its path."""
    for path in (file.parent.parent if file.parent.name == "scenarios" else None, file.with_suffix(".rules")):
        header = variant_header(path) if path is not None else None
        if header is not None:
            return header[0], str(path)
    return None


def load_suite(
    game: Path, files: list[Path], report: Report, variants: Sequence[str | Path] = ()
) -> list[tuple[Scenario, Program]]:
    """Scenarios with their programs. `variants` are played with too, whatever a scenario says."""
    bundle = load(game, report)
    scenario_files(game, report)  # to hear of those that are not among them
    if bundle is None or disk.refuse_too_much(files, game, report):
        return []
    own = {file: own_variant(file) for file in files}
    # What was typed, or lies around a scenario, may lie anywhere; what a scenario names lies beside the game.
    typed = {str(name): name for name in variants}
    typed |= {variant[1]: Path(variant[1]) for variant in own.values() if variant is not None}
    texts = [source.text for source in bundle.rules]
    texts += [source.text for source in _all_variants(game, report)]
    known = load_variants(game, [typed[name] for name in sorted(typed)], Report(sources=report.sources))
    texts += [source.text for variant in known for source in variant.rules]
    zones = {name for text in texts for name in _ZONE.findall(text)}
    parsed = []
    for file in files:
        root = game if file.is_relative_to(game) else file.parent
        source = disk.read(file, report, root)
        read = parse_scenarios(disk.without_long_numbers(source, report), report, zones.__contains__)
        report.sources[source.path] = source
        more = list(map(str, variants))
        read.scenarios = [_with_variants(scenario, own[file], more) for scenario in read.scenarios]
        parsed.append(read)
    suite: list[tuple[Scenario, Program]] = []
    chosen: dict[tuple[str, ...], list[tuple[ScenarioFile, Scenario]]] = {}
    for read in parsed:
        for scenario in read.scenarios:
            chosen.setdefault(scenario.variants, []).append((read, scenario))
    work = 0
    for together in sorted(chosen):
        work += work_of(bundle) + len(together) * work_of(Bundle(()))
        if work > MOST_WORK:
            title = "it takes too long to play scenarios with more different variants"
            disk.too_much(game, title, report)
            break
        suite += _compile(game, bundle, together, chosen[together], report, typed)
    return sorted(suite, key=lambda pair: pair[0].site)


def _with_variants(scenario: Scenario, own: tuple[str, str] | None, more: Sequence[str]) -> Scenario:
    """With the variant it lies beside, and those that are played with too."""
    if own is None:
        names = (*scenario.variants, *more)
    else:
        names = (own[1], *(name for name in (*scenario.variants, *more) if name != own[0]))
    return evolve(scenario, variants=tuple(dict.fromkeys(names)))


def _all_variants(game: Path, report: Report) -> list[Source]:
    if not disk.is_folder(game / "variants"):
        return []
    found = disk.below(game, (".rules",), Report())  # what is wrong with them is said where they are played
    return [disk.read(file, report, game) for file in found if file.relative_to(game).parts[0] == "variants"]


def _compile(
    game: Path,
    bundle: Bundle,
    variants: tuple[str, ...],
    chosen: list[tuple[ScenarioFile, Scenario]],
    report: Report,
    typed: Mapping[str, str | Path],
) -> list[tuple[Scenario, Program]]:
    names = {
        part
        for _, scenario in chosen
        for step in scenario.steps
        if step.verb == "check"
        for part in step.parts
    }
    parsed = {id(file): file for file, _ in chosen}.values()
    checks = [node for file in parsed for name, node in file.checks.items() if name in names]
    own = Report(sources=report.sources)
    patches = load_variants(game, [typed.get(name, name) for name in variants], own)
    program = compile_bundle(bundle, own, patches, checks) if not own.errors else None
    for found in own:
        report.add(found)
    return [] if program is None else [(scenario, program) for _, scenario in chosen]
