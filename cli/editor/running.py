"""Running one scenario for an editor.

In: a file of scenarios as it is being typed, and a line in it. Out: how the scenario on that line went, in
a sentence.
"""

from __future__ import annotations

from pathlib import Path

from cli.editor.games import Games
from interpreter.scenarios.playing import run
from rulelang.diagnostics import Report
from rulelang.files import with_unsaved
from rulelang.suite import read_suite


def run_scenario(games: Games, path: Path, line: int) -> str:
    report = Report()
    target = games.target(path)
    with with_unsaved(games.texts):
        suite = read_suite(target.folder, [path], report)
    for scenario, program in suite.pairs:
        if scenario.site[1] == line:
            outcome = run(scenario, program)
            if outcome.passed:
                return f"passed: {scenario.title}"
            where = f" (line {outcome.step.site[1]})" if outcome.step is not None else ""
            return f"failed: {scenario.title}{where}: expected {outcome.expected}, found {outcome.found}"
    if any(scenario.site[1] == line for scenario in suite.refused):
        return "passed: the game refuses to start like this, as the scenario says"
    first = next(iter(report), None)
    return (
        f"it could not be run: {first.title} ({first.span})" if first else "no scenario begins on this line"
    )
