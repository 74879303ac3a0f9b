"""Measures how fast definitions are compiled and checked, beside another checkout of this project in one run.

    git archive COMMIT | tar -x -C /tmp/before
    python -m benchmarks.compiling --against /tmp/before

In: another tree. Out: a table of CPU times. Only definitions that both trees have are compared, each as it
stands in its own tree. `cold` is a text that is read for the first time, `warm` one that was just compiled.
The trees take turns, and the best of the rounds counts: what else the machine does only makes a time longer.
`--playing` measures decisions a second instead, played at random. `--digests` measures nothing and says which
programs, with each of their variants, differ between the trees.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parents[1]
COMPILE_GOAL = 1.2  # times what it was
PLAYING_GOAL = 0.95  # times what it was: one in twenty is what a busy machine makes of the same
CHECK_GOAL = 2.5  # seconds of CPU, for the definitions of both trees with variants and scenarios

# Run inside a tree. A fork has everything imported and no text read: what a first compilation costs.
_COMPILING = """
import gc, json, os, sys, time
from pathlib import Path
from rulelang.compile import Bundle, compile_bundle
from rulelang.diagnostics import Report
from rulelang.loader import load
from rulelang.source import Source

gc.set_threshold(100_000, 20, 50)
tiny = Source("game.rules", "game tiny for 1 players\\n\\nplay:\\n    end game\\n")
compile_bundle(Bundle((tiny,), {}, {"en": Source("en.yaml", "game.name: Tiny\\n")}), Report())
times = {}
for name in sys.argv[1:]:
    bundle = load(Path("gamedefs", name), Report())
    here, there = os.pipe()
    child = os.fork()
    if not child:
        found = []
        for _ in range(3):
            start = time.process_time()
            program = compile_bundle(bundle, Report())
            found.append(time.process_time() - start)
            assert program is not None, name
        os.write(there, json.dumps([found[0], min(found[1:])]).encode())
        os._exit(0)
    os.close(there)
    times[name] = json.loads(os.read(here, 10_000))
    os.close(here)
    os.waitpid(child, 0)
print(json.dumps(times))
"""

_DIGESTS = """
import json, sys
from pathlib import Path
from rulelang.compile import compile_bundle
from rulelang.diagnostics import Report
from rulelang.ir.codec import digest
from rulelang.loader import load, load_with_required, variant_names

found = {}
for name in sys.argv[1:]:
    folder = Path("gamedefs", name)
    for variant in ["", *variant_names(folder)]:
        report = Report()
        bundles = load_with_required(folder, variant, report) if variant else []
        program = compile_bundle(load(folder, report), report, bundles)
        found[f"{name} {variant}".strip()] = digest(program) if program else "does not compile"
print(json.dumps(found))
"""

_PLAYING = """
import json, sys, time
from benchmarks import playing

rates = {}
for name in sys.argv[1:]:
    program = playing.compiled(playing.bundle_of(name))
    play_one = playing.through_facade(program, program.players[0])
    playing.play_for(play_one, 0.1, 0)
    found = []
    for slice in range(3):
        start = time.process_time()
        decisions = playing.play_for(play_one, 0.25, 1000 * slice)[1]
        found.append(decisions / (time.process_time() - start))
    rates[name] = max(found)
print(json.dumps(rates))
"""

_CHECKING = """
import os, sys
from cli.main import main
main(["check", *sys.argv[1:]])
"""


def in_tree(tree: Path, script: str, arguments: list[str]) -> tuple[str, float]:
    """What a script prints in a tree, and the seconds of CPU that it took."""
    environment = {**os.environ, "PYTHONPATH": str(tree), "PYTHONSAFEPATH": "1"}
    before = os.times()
    done = subprocess.run(
        [sys.executable, "-c", script, *arguments], cwd=tree, env=environment, capture_output=True, text=True
    )
    after = os.times()
    if done.returncode:
        sys.exit(f"in {tree}: {done.stdout}{done.stderr}")
    spent = after.children_user - before.children_user + after.children_system - before.children_system
    return done.stdout, spent


def definitions(tree: Path) -> set[str]:
    return {path.parent.name for path in (tree / "gamedefs").glob("*/game.rules")}


def fresh(tree: Path) -> list[str]:
    """`--fresh`, where there is such a thing: before, nothing was kept."""
    return ["--fresh"] if "--fresh" in (tree / "cli/commands/check.py").read_text() else []


def row(*cells: Any) -> str:
    first, *rest = cells
    return f"{first:<28}" + "".join(f"{cell:>13}" for cell in rest)


def compare_times(other: Path, names: list[str], rounds: int) -> bool:
    trees = {"then": other, "now": HERE}
    best: dict[tuple[str, str, int], float] = {}
    checks: dict[str, float] = {}
    everything = float("inf")
    for _ in range(rounds):
        for label, tree in trees.items():
            for name, found in json.loads(in_tree(tree, _COMPILING, names)[0]).items():
                for kind, seconds in enumerate(found):
                    key = (label, name, kind)
                    best[key] = min(seconds, best.get(key, seconds))
            spent = in_tree(tree, _CHECKING, [*fresh(tree), *(f"gamedefs/{name}" for name in names)])[1]
            checks[label] = min(spent, checks.get(label, spent))
        everything = min(everything, in_tree(HERE, _CHECKING, ["--fresh"])[1])
    print(row("ms of CPU", "cold, then", "cold, now", "ratio", "warm, then", "warm, now", "ratio"))
    for name in [*names, "all"]:
        cells = []
        for kind in (0, 1):
            then, now = (
                sum(best[label, each, kind] for each in (names if name == "all" else [name]))
                for label in trees
            )
            cells += [f"{then * 1e3:.1f}", f"{now * 1e3:.1f}", f"{now / then:.2f}"]
        print(row(name, *cells))
    ratios = []
    for kind, word in enumerate(("cold", "warm")):
        then, now = (sum(best[label, name, kind] for name in names) for label in trees)
        ratios.append(now / then)
        holds = verdict(now / then <= COMPILE_GOAL)
        print(f"compiling them {word} <= {COMPILE_GOAL} times: {now / then:.2f}, {holds}")
    print(
        f"check --fresh of these {len(names)} < {CHECK_GOAL} s: {checks['now']:.2f} s "
        f"(then {checks['then']:.2f} s), {verdict(checks['now'] < CHECK_GOAL)}"
    )
    print(f"check --fresh of all {len(definitions(HERE))}: {everything:.2f} s")
    return max(ratios) <= COMPILE_GOAL and checks["now"] < CHECK_GOAL


def compare_playing(other: Path, names: list[str], rounds: int) -> bool:
    best: dict[tuple[str, str], float] = {}
    for _ in range(rounds):
        for label, tree in (("then", other), ("now", HERE)):
            for name, rate in json.loads(in_tree(tree, _PLAYING, names)[0]).items():
                best[label, name] = max(rate, best.get((label, name), 0.0))
    print(row("decisions a second of CPU", "then", "now", "ratio"))
    ratios = [best["now", name] / best["then", name] for name in names]
    for name, ratio in zip(names, ratios, strict=True):
        print(row(name, f"{best['then', name]:,.0f}", f"{best['now', name]:,.0f}", f"{ratio:.2f}"))
    slower = [name for name, ratio in zip(names, ratios, strict=True) if ratio < PLAYING_GOAL]
    print(f"\nplaying >= {PLAYING_GOAL} times: {verdict(not slower)} {', '.join(slower)}")
    return not slower


def compare_digests(other: Path, names: list[str]) -> bool:
    then, now = (json.loads(in_tree(tree, _DIGESTS, names)[0]) for tree in (other, HERE))
    different = [name for name in {**then, **now} if then.get(name) != now.get(name)]
    for name in different:
        print(f"{name}: {then.get(name, 'is new')} then, {now.get(name, 'is gone')} now")
    print(f"{len(now)} programs, {len(different)} of them different")
    return not different


def verdict(holds: bool) -> str:
    return "holds" if holds else "MISSED"


def main(arguments: list[str] | None = None) -> int:
    parser = ArgumentParser(prog="python -m benchmarks.compiling", description=__doc__)
    parser.add_argument("--against", type=Path, required=True, help="another checkout of this project")
    parser.add_argument("--rounds", type=int, default=5, help="the best of so many counts (5)")
    parser.add_argument("--digests", action="store_true", help="compare the programs, not the times")
    parser.add_argument("--playing", action="store_true", help="measure playing, not compiling")
    options = parser.parse_args(arguments)
    other = options.against.resolve()
    names = sorted(definitions(other) & definitions(HERE))
    if not names:
        print(f"there is no definition in {other} that is here too")
        return 2
    if options.digests:
        return 0 if compare_digests(other, names) else 1
    if options.playing:
        return 0 if compare_playing(other, names, options.rounds) else 1
    return 0 if compare_times(other, names, options.rounds) else 1


if __name__ == "__main__":
    sys.exit(main())
