"""Measures what one edit costs in the editor, part by part.

In: nothing, or a game. Out: for an edit in the rules, a table, a text, a variant and a scenario of the
largest game, the milliseconds of processor time (medians) that each part takes: of the findings at once, of
all findings in the pause, and of the names and places in the pause. Run as `python -m tests.editor.parts`.
"""

from __future__ import annotations

import gc
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

import cli.reports.findings as all_findings
import rulelang.compile as compiling
import rulelang.editor.family as families
import rulelang.suite as suites
from benchmarks.editor import ROOT, largest
from cli.editor.games import Games

TIMES = 7
# The part that each function is, in the modules that call it. What is inside another part counts there.
PARTS: list[tuple[Any, str, str]] = [
    (all_findings, "load", "read"), (families, "load", "read"), (suites, "load", "read"),
    (all_findings, "load_with_required", "read"), (families, "load_with_required", "read"),
    (suites, "load_variants", "read"), (compiling, "_parse", "parse"), (compiling, "apply_variants", "patch"),
    (compiling, "link", "link"), (compiling, "second_look", "type"), (compiling, "type_definition", "type"),
    (compiling, "check", "check"), (compiling, "_strings", "texts"), (compiling, "check_texts", "texts"),
    (compiling, "check_numbers", "texts"), (compiling, "check_keys", "texts"),
    (compiling, "lower_definition", "lower"), (all_findings, "check_claims", "claims"),
    (suites, "parse_scenarios", "scenarios"), (suites, "check_names", "scenarios"),
    (families, "mended_bundle", "mend"),
]  # fmt: skip
NAMES = [*dict.fromkeys(part for _, _, part in PARTS), "other"]


class Clock:
    def __init__(self) -> None:
        self.spent: dict[str, float] = defaultdict(float)
        self.inner = 0.0

    def timed(self, part: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def run(*args: Any, **named: Any) -> Any:
            before, self.inner, start = self.inner, 0.0, process_time()
            try:
                return function(*args, **named)
            finally:
                took = process_time() - start
                self.spent[part] += took - self.inner
                self.inner = before + took

        return run

    @contextmanager
    def running(self) -> Iterator[None]:
        known = [(module, name, getattr(module, name)) for module, name, _ in PARTS]
        for (module, name, part), (_, _, function) in zip(PARTS, known, strict=True):
            setattr(module, name, self.timed(part, function))
        start = process_time()
        try:
            yield
        finally:
            self.spent["all"] += process_time() - start
            for module, name, function in known:
                setattr(module, name, function)


def edits(game: Path) -> dict[str, Path]:
    """A file of each sort, the longest that there is."""

    def longest(pattern: str) -> list[Path]:
        return sorted(game.glob(pattern), key=lambda file: -file.stat().st_size)[:1]

    found = {
        "rules": longest("*.rules"), "table": longest("*.yaml"), "text": longest("strings/en.yaml"),
        "variant": longest("variants/**/*.rules"), "scenario": longest("scenarios/*.scenario"),
    }  # fmt: skip
    return {what: files[0] for what, files in found.items() if files}


def measured(game: Path, file: Path) -> dict[str, list[dict[str, float]]]:
    """A comment at the end of a file grows letter by letter."""
    games, text = Games(), file.read_text(encoding="utf-8")
    asked: dict[str, Callable[[], object]] = {
        "at once": lambda: games.quickly(file),
        "all findings": lambda: games.all_findings(file),
        "names": lambda: games.family(file),
    }
    found: dict[str, list[dict[str, float]]] = {what: [] for what in asked}
    for number in range(TIMES + 1):
        games.put(file, f"{text}\n# {'x' * number}\n")
        for what, ask in asked.items():
            clock = Clock()
            with clock.running():
                ask()
            if number:
                found[what].append(clock.spent)
    return found


def main() -> int:
    gc.set_threshold(50_000, 20, 50)  # as the server has it
    game = ROOT / sys.argv[1] if len(sys.argv) > 1 else largest()
    print(f"{game.name}: ms of processor time after an edit, medians of {TIMES}")
    print(f"{'':9} {'':13}" + "".join(f"{name:>10}" for name in ["all", *NAMES]))
    for what, file in edits(game).items():
        for asked, times in measured(game, file).items():
            for spent in times:
                spent["other"] = spent["all"] - sum(spent[name] for name in NAMES[:-1])
            half = {name: 1000 * median(spent[name] for spent in times) for name in ["all", *NAMES]}
            print(f"{what:9} {asked:13}" + "".join(f"{ms:10.1f}" for ms in half.values()), flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
