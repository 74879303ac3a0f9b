"""`rulelang test`: do the scenarios hold?

In: games, folders or scenario files; nothing means every game found. Out: each scenario that fails, with
what was expected, what was found and the events that led there, and a summary. With `--coverage` also which
numbered rules and which lines of the rules no scenario reaches. Exit code 0: all hold, 1: some do not.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.options import Settings, Variants

if TYPE_CHECKING:
    from cli.reports.rulebook import NumberedRule
    from interpreter.coverage import Coverage
    from interpreter.scenarios import Outcome
    from rulelang.ir.script import Scenario

LAST_EVENTS = 12


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
    games = [GameTest(game, files, variants or [], chosen) for game, files in _games(paths)]
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
    say(f"{total - failed} passed, {failed} failed")
    if failed or missing or any(game.broken for game in games):
        raise typer.Exit(1)


def _games(paths: list[str] | None) -> list[tuple[Path, list[Path]]]:
    """The games that are meant, each with its scenario files or with those that were named."""
    from cli.commands.check import definitions_at
    from cli.games import base_of_variant
    from rulelang.suite import scenario_files

    found: list[tuple[Path, list[Path]]] = []
    for typed in paths or [""]:
        path = Path(typed)
        if typed.endswith(".scenario") and path.is_file():
            found.append((_game_of(path), [path]))
        elif typed and path.exists() and base_of_variant(path):
            found.append((_game_of(path), scenario_files(path)))
        else:
            found += [(game, scenario_files(game)) for game in definitions_at(typed)]
    return found


def _game_of(path: Path) -> Path:
    """The game that a scenario or a variant belongs to: the one around it, or the base of the variant."""
    from cli.games import UnknownGame, find_game, variant_base
    from rulelang.suite import own_variant

    for folder in path.resolve().parents:
        if (folder / "game.rules").is_file():
            return folder
    own = own_variant(path)
    base = variant_base(Path(own[1]) if own is not None else path)
    if not base:
        raise UnknownGame(f"`{path}` does not lie beside a game or a variant")
    return find_game(base)


class GameTest:
    """The scenarios of one game, run and counted."""

    def __init__(self, path: Path, files: list[Path], variants: list[str], settings: dict[str, str]) -> None:
        self.path, self.files = path, files
        self.variants, self.settings = variants, settings
        self.outcomes: list[Outcome] = []
        self.broken = False
        self.coverage: Coverage | None = None

    def run(self, watch: bool) -> int:
        from attrs import evolve

        from cli.games import find_variant
        from cli.screen.terminal import say
        from interpreter.coverage import Coverage
        from interpreter.scenarios import run
        from rulelang.diagnostics import Report
        from rulelang.render import render
        from rulelang.suite import load_suite

        report = Report()
        more = [find_variant(self.path, name) for name in self.variants]
        suite = load_suite(self.path, self.files, report, more)
        if len(report):
            say(render(report))
        self.broken = bool(report.errors)
        self.coverage = Coverage() if watch else None
        for scenario, program in suite:
            # What a scenario says itself is stronger: the last one counts.
            scenario = evolve(scenario, settings=(*self.settings.items(), *scenario.settings))
            outcome = run(scenario, program, self.coverage)
            self.outcomes.append(outcome)
            if not outcome.passed:
                say(failure_text(outcome))
        return sum(not outcome.passed for outcome in self.outcomes)

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
        from cli.reports.rulebook import unknown_numbers

        rules, missing = self.rules, self.uncovered
        testable = sum(rule.testable for rule in rules)
        lines = [f"{self.path.name}: {len(self.outcomes)} scenarios"]
        if rules:
            lines.append(f"  numbered rules: {testable - len(missing)} of {testable} have a scenario")
            lines += [f"    {rule.number} {rule.text[:80]}" for rule in missing]
        for number, scenario in unknown_numbers(rules, self.scenarios) if rules else []:
            lines.append(
                f"    {scenario.site[0]}:{scenario.site[1]} covers {number}, which is not in the rulebook"
            )
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


def failure_text(outcome: Outcome) -> str:
    scenario, step = outcome.scenario, outcome.step
    site = step.site if step is not None else scenario.site
    lines = [f"FAILED {scenario.title}", f"  --> {site[0]}:{site[1]}"]
    if step is not None:
        lines.append(f"  {site[1]} | {step.text}")
    lines += [f"  expected: {outcome.expected}", f"  found:    {outcome.found}"]
    if outcome.events:
        lines.append("  what happened:")
        for event in outcome.events[-LAST_EVENTS:]:
            path, line, _ = event.site
            lines.append(f"    {event.text}   [{event.rule}, {Path(path).name}:{line}]")
    return "\n".join(lines) + "\n"
