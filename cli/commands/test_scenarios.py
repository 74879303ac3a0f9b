"""`rulelang test`: do the scenarios hold?

In: games, folders or scenario files; nothing means every game found. Out: each scenario that fails, with
what was expected, what was found and the events that led there; each that could not be run; and a summary.
With `--coverage` also which numbered rules and which lines of the rules no scenario reaches. Exit code 0: all
hold, 1: some do not, or could not be run, 2: a path that is not there.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.options import Settings, Variants

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cli.reports.rulebook import NumberedRule
    from interpreter.scenarios.coverage import Coverage
    from interpreter.scenarios.playing import Outcome
    from rulelang.diagnostics import Report
    from rulelang.ir.script import Scenario

LAST_EVENTS = 12
LONGEST_SEARCH = 4  # seconds for the decision at which a scenario begins


def test(
    paths: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="PATH",
            help="Games, variants, folders or .scenario files; nothing means every game found.",
        ),
    ] = None,
    variants: Variants = None,
    settings: Settings = None,
    coverage: Annotated[bool, typer.Option("--coverage", help="Show what no scenario reaches.")] = False,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Write the coverage as a page.")
    ] = None,
    all_rules: Annotated[
        bool, typer.Option("--all-rules", help="Fail when a numbered rule has no scenario.")
    ] = False,
) -> None:
    """Run scenarios: examples of the rules that must hold."""
    from cli.options import read_settings
    from cli.screen.terminal import say

    chosen = read_settings(settings or ())
    found, lost = _games(paths)
    games = [GameTest(game, files, variants or [], chosen) for game, files in found]
    failed = sum(game.run(watch=coverage or html is not None) for game in games)
    missing = 0
    for game in games:
        if coverage:
            say(game.coverage_text())
        missing += len(game.uncovered) if all_rules else 0
        if all_rules and game.uncovered:
            numbers = ", ".join(rule.number for rule in game.uncovered)
            say(f"{game.path.name}: no scenario for {numbers}", to_stderr=True)
    if html is not None:
        from cli.reports.coverage_page import write_page

        write_page(html, games)
        say(f"coverage written to {html}")
    total = sum(len(game.outcomes) for game in games)
    not_run = lost + sum(len(game.not_run) for game in games)
    say(summary(total - failed, failed, not_run))
    if failed or missing or not_run or any(game.broken for game in games):
        raise typer.Exit(1)


def summary(passed: int, failed: int, not_run: int) -> str:
    if not passed + failed + not_run:
        return "0 passed, 0 failed: there are no scenarios here"
    return f"{passed} passed, {failed} failed" + (f", {not_run} could not be run" if not_run else "")


# ------------------------------------------------------------ which scenarios are meant


def _games(paths: list[str] | None) -> tuple[list[tuple[Path, list[Path]]], int]:
    """The games that are meant, each with its scenario files or with those that were named.

    Also how many files are about no game: what is wrong with them is shown.
    """
    from cli.commands.check import definitions_at
    from cli.games import base_of_variant
    from cli.screen.terminal import say
    from rulelang import files as disk
    from rulelang.diagnostics import Report
    from rulelang.render import render
    from rulelang.suite import scenario_files

    found: list[tuple[Path, list[Path]]] = []
    report, lost = Report(), 0
    for typed in paths or [""]:
        path = Path(typed)
        if typed and disk.kind(path) != disk.NOTHING and base_of_variant(path):
            found.append((_game_around(path), scenario_files(path)))
            continue
        loose = _loose_files(typed)
        for file in loose:
            game = _game_of(file, report)
            lost += game is None
            found += [] if game is None else [(game, [file])]
        if not loose:
            found += [(game, scenario_files(game)) for game in definitions_at(typed)]
    if len(report):
        say(render(report))
    return found, lost


def _loose_files(typed: str) -> list[Path]:
    """A scenario file that was named, or those of a folder in which there is no game."""
    from cli.games import games_below, has_rules
    from rulelang import files as disk

    path = Path(typed)
    if typed.endswith(".scenario") and disk.is_file(path):
        return [path]
    if (
        not typed
        or not disk.is_folder(path)
        or disk.broken_pack(path)
        or has_rules(path)
        or games_below(path)
    ):
        return []
    return disk.with_suffix(path, ".scenario")


def _game_of(file: Path, report: Report) -> Path | None:
    """The game that a scenario file is about: the one it names, the one around it, or that of its variant."""
    from cli.games import UnknownGame, all_games, find_game, has_rules, looks_like_path
    from rulelang.suite import named_game, no_such_game

    named = named_game(file, report)
    if named is None:
        return _game_around(file)
    name, span = named
    beside = file.parent / name
    try:
        if Path(name).is_absolute() or name.startswith("~"):
            raise UnknownGame("a file names its game by a name, or by a path from where it lies")
        if (beside.is_file() and beside.suffix == ".rules") or (beside.is_dir() and has_rules(beside)):
            return beside
        if looks_like_path(name):
            raise UnknownGame(f"there is no game in `{name}`")
        game = find_game(name)
        if game not in all_games().values():  # a folder where somebody happens to be is not what is meant
            raise UnknownGame(f"I don't know a game called `{name}`")
        return game
    except UnknownGame as problem:
        no_such_game(str(problem), span, report)
        return None


def _game_around(path: Path) -> Path:
    """The game that a scenario or a variant belongs to: the one around it, or the base of the variant."""
    from cli.games import UnknownGame, find_game, is_game, variant_base
    from rulelang.suite import own_variant

    for folder in path.resolve().parents:
        if is_game(folder):
            return folder
    own = own_variant(path)
    base = variant_base(Path(own[1]) if own is not None else path)
    if not base:
        raise UnknownGame(
            f"`{path}` does not lie beside a game or a variant; name its game on the first line: `game NAME`"
        )
    return find_game(base)


class GameTest:
    """The scenarios of one game, run and counted."""

    def __init__(self, path: Path, files: list[Path], variants: list[str], settings: dict[str, str]) -> None:
        self.path, self.files = path, files
        self.variants, self.settings = variants, settings
        self.outcomes: list[Outcome] = []
        self.not_run: list[Scenario] = []
        self.broken = False
        self.coverage: Coverage | None = None

    def run(self, watch: bool) -> int:
        """Runs and shows them; how many failed."""
        from attrs import evolve

        from cli.games import find_variant
        from cli.screen.terminal import say
        from interpreter.scenarios.coverage import Coverage
        from interpreter.scenarios.playing import Outcome, run
        from rulelang.diagnostics import Report
        from rulelang.render import render
        from rulelang.suite import read_suite

        report = Report()
        more = [find_variant(self.path, name) for name in self.variants]
        suite = read_suite(self.path, self.files, report, more)
        if not (suite.pairs or suite.refused or suite.broken):
            self._compile(more, report)
        if len(report):
            say(render(report))
        self.broken = bool(report.errors)
        self.not_run = suite.broken
        self.coverage = Coverage() if watch else None
        self.outcomes += [Outcome(scenario) for scenario in suite.refused]
        for scenario, program in suite.pairs:
            # What a scenario says itself is stronger: the last one counts.
            scenario = evolve(scenario, settings=(*self.settings.items(), *scenario.settings))
            outcome = run(scenario, program, self.coverage, patience())
            self.outcomes.append(outcome)
            if not outcome.passed:
                say(failure_text(outcome))
            elif outcome.notes:
                say(notes_text(outcome))
        for scenario in self.not_run:
            say(f"NOT RUN {scenario.title}\n  --> {place(scenario.site)}\n")
        return sum(not outcome.passed for outcome in self.outcomes)

    def _compile(self, variants: Sequence[str | Path], report: Report) -> None:
        """What is wrong with a game is told also where no scenario asks for it."""
        from rulelang.compile import compile_bundle
        from rulelang.diagnostics import Report
        from rulelang.loader import load, load_variants

        own = Report(sources=report.sources)
        bundle = load(self.path, own)
        if bundle is not None:
            compile_bundle(bundle, own, load_variants(self.path, variants, own))
        for error in own.errors:
            report.add(error)

    @property
    def scenarios(self) -> list[Scenario]:
        return [outcome.scenario for outcome in self.outcomes]

    @property
    def rules(self) -> list[NumberedRule]:
        from cli.reports.rulebook import numbered_rules

        return numbered_rules(self.path)

    @property
    def uncovered(self) -> list[NumberedRule]:
        from cli.reports.rulebook import uncovered

        return uncovered(self.rules, self.scenarios)

    def coverage_text(self) -> str:
        rules, missing = self.rules, self.uncovered
        testable = sum(rule.testable for rule in rules)
        lines = [f"{self.path.name}: {len(self.outcomes)} scenarios"]
        if rules:
            lines.append(f"  numbered rules: {testable - len(missing)} of {testable} have a scenario")
            lines += [f"    {rule.number} {rule.text[:80]}" for rule in missing]
        if self.coverage is not None:
            by_rule = self.coverage.by_rule()
            ran = sum(count for count, _ in by_rule.values())
            total = ran + sum(len(missed) for _, missed in by_rule.values())
            lines.append(f"  lines of the rules: {ran} of {total} ran")
            for rule, (count, missed) in sorted(by_rule.items()):
                if missed:
                    where = ", ".join(f"{Path(path).name}:{line}" for path, line, _ in missed[:6])
                    never = "never ran" if not count else "did not reach"
                    lines.append(f"    {rule}: {never} {where}{' …' if len(missed) > 6 else ''}")
        return "\n".join(lines)


def place(site: tuple[str, int, int]) -> str:
    path, line, column = site
    return f"{path}:{line}:{column}"


def failure_text(outcome: Outcome) -> str:
    scenario, step = outcome.scenario, outcome.step
    site = step.site if step is not None else scenario.site
    lines = [f"FAILED {scenario.title}", f"  --> {place(site)}"]
    if step is not None:
        lines.append(f"  {site[1]} | {step.text}")
    lines += [f"  expected: {outcome.expected}", f"  found:    {outcome.found}"]
    if outcome.events:
        lines.append("  what happened:")
        for event in outcome.events[-LAST_EVENTS:]:
            path, line, _ = event.site
            lines.append(f"    {event.text}   [{event.rule}, {Path(path).name}:{line}]")
    lines += [f"  note: {note}" for note in outcome.notes]
    return "\n".join(lines) + "\n"


def notes_text(outcome: Outcome) -> str:
    """What somebody should know of a scenario that holds."""
    scenario = outcome.scenario
    lines = [f"passed: {scenario.title}", f"  --> {place(scenario.site)}"]
    return "\n".join([*lines, *(f"  note: {note}" for note in outcome.notes)]) + "\n"


def patience() -> Callable[[], bool]:
    """There is some as long as the search for a position has not taken too long."""
    from time import process_time

    end = process_time() + LONGEST_SEARCH
    return lambda: process_time() < end
