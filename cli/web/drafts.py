"""A definition that is being written, looked at in a process of its own.

In: where a game lies, and the texts of its files as they are being typed. Out: plain data: its files, what is
wrong, how its scenarios went, its program. Nothing here knows the server, and nothing is written.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import frozen

from rulelang import files
from rulelang.diagnostics import Report

if TYPE_CHECKING:
    from rulelang.diagnostics import Diagnostic

SUFFIXES = (".rules", ".yaml", ".yml", ".scenario")
PASSED, FAILED, NOT_RUN = "passed", "failed", "not_run"


@frozen
class Draft:
    game: str  # the folder or file of the game
    texts: tuple[tuple[str, str], ...]  # what is being typed, by the names of `files_of`
    file: str = ""  # the one that is being typed in, to look at it alone
    variants: tuple[str, ...] = ()


def files_of(game: Path) -> dict[str, Path]:
    """The files of a game that can be written, by their names in its folder; none of a packed game."""
    if game.is_file():
        return {game.name: game} if game.suffix == ".rules" else {}
    found = files.below(game, SUFFIXES, Report())
    own = [file for file in found if file.is_file() and not file.is_symlink()]
    return {file.relative_to(game).as_posix(): file for file in sorted(own, key=_order)}


def _order(file: Path) -> tuple[int, int, str]:
    """The game itself first, then its other rules, its tables and texts, its scenarios."""
    return SUFFIXES.index(file.suffix), file.name != "game.rules", str(file)


def check(draft: Draft) -> list[dict[str, Any]]:
    """What is wrong at first sight: with the game alone, or with the variant or scenarios of one file."""
    from cli.reports.findings import Target, in_steps, target_of

    names = files_of(Path(draft.game))
    with files.with_unsaved(_unsaved(draft, names)):
        target = target_of(names[draft.file]) if draft.file in names else Target(Path(draft.game))
        if target.whole:
            target = Target(Path(draft.game), (), ())
        *_, report = in_steps(target)
        return _findings(report, names)


def test(draft: Draft) -> dict[str, Any]:
    """All that is wrong, with variants and scenarios; and how the scenarios went."""
    from cli.commands.test_scenarios import patience
    from cli.reports.findings import Target, findings
    from interpreter.scenarios.playing import run
    from rulelang.suite import read_suite, scenario_files

    game = Path(draft.game)
    names = files_of(game)
    with files.with_unsaved(_unsaved(draft, names)):
        report = findings(Target(game))
        suite = read_suite(game, scenario_files(game), Report())
    outcomes = [run(scenario, program, None, patience()) for scenario, program in suite.pairs]
    told = [
        _told(
            one.scenario, PASSED if one.passed else FAILED, names, one.step.site if one.step else None,
            one.expected, one.found,
        )
        for one in outcomes
    ]  # fmt: skip
    told += [_told(scenario, PASSED, names) for scenario in suite.refused]
    told += [_told(scenario, NOT_RUN, names) for scenario in suite.broken]
    return {"findings": _findings(report, names), "scenarios": told}


def compiled(draft: Draft) -> tuple[str, list[dict[str, Any]]]:
    """The program as text, or empty with what is wrong."""
    from rulelang.ir.codec import encode
    from rulelang.shelf import compile_path

    names = files_of(Path(draft.game))
    with files.with_unsaved(_unsaved(draft, names)):
        program, report = compile_path(Path(draft.game), draft.variants)
    return ("" if program is None else encode(program)), _findings(report, names)


def _unsaved(draft: Draft, names: dict[str, Path]) -> dict[str, str]:
    return {os.path.realpath(names[name]): text for name, text in draft.texts if name in names}


def _findings(report: Report, names: dict[str, Path]) -> list[dict[str, Any]]:
    known = {files.shown(path): name for name, path in names.items()}
    return [_finding(found, known) for found in report]


def _finding(found: Diagnostic, known: dict[str, str]) -> dict[str, Any]:
    span = found.span
    return {
        "code": found.code, "severity": found.severity, "title": found.title, "why": found.why,
        "hint": found.hint, "file": known.get(span.path, ""), "line": span.line, "column": span.column,
        "end_line": span.end_line, "end_column": span.end_column,
    }  # fmt: skip


def _told(
    scenario: Any, state: str, names: dict[str, Path], site: tuple[str, int, int] | None = None,
    expected: str = "", found: str = "",
) -> dict[str, Any]:  # fmt: skip
    path, line, _ = site or scenario.site
    known = {files.shown(file): name for name, file in names.items()}
    return {
        "title": scenario.title, "state": state, "file": known.get(path, ""), "line": line,
        "expected": expected, "found": found,
    }  # fmt: skip
