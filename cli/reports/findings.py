"""Everything that is wrong with a definition and with what lies beside it.

In: the path of a game, of a variant, of a scenario file, or of any file that belongs to a game. Out: one
`Report`. A game is checked alone, then with each of its variants, then with its scenarios. What a variant or
a scenario repeats about the game is left out, so that one mistake gives one message.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from attrs import frozen

from cli.games import home_of, is_game, variant_base
from cli.reports.claims import check_claims, says_what_must_hold
from rulelang import files
from rulelang.compile import Bundle, Study, compile_bundle, read_bundle
from rulelang.diagnostics import Diagnostic, Report
from rulelang.ir.nodes import Program
from rulelang.loader import load, load_with_required, variant_names
from rulelang.suite import MOST_WORK, scenario_files, suite_in_steps, work_of

# Mistakes that can be seen in a file alone, whatever is wrong with the game it belongs to.
_IN_THE_TEXT = ("R000", "R01", "R030", "R04", "R050")
# Warnings that something is never used, or a text never asked for: a variant may be what uses it.
_UNUSED = ("R0601", "R0602", "R0603", "R0604", "R0605", "R0310", "R0613")
MOST_PROGRAMS, MOST_WAYS = 4, 40  # that are remembered, with what was found in them
_GAME = re.compile(r"^game\s", re.MULTILINE)
_BASE = re.compile(r"^variant\s+\w+\s+of\s+(\w+)", re.MULTILINE)


@frozen
class Target:
    """What somebody asked to check: a definition, or only some variants or scenarios of one."""

    definition: Path
    variants: tuple[str | Path, ...] | None = None  # None: all that lie beside the game
    scenarios: tuple[Path, ...] | None = None

    @property
    def whole(self) -> bool:
        return self.variants is None and self.scenarios is None

    @property
    def folder(self) -> Path:
        return home_of(self.definition)


def target_of(path: Path, games: dict[str, Path] | None = None) -> Target:
    """What a path means. `games` are known by name, for a variant that does not lie beside its base."""
    home = _home(path)
    if files.is_file(path) and path.suffix == ".scenario" and home is not None:
        return Target(home, (), (path,))
    if path.name == "game.rules" and files.is_file(path):
        return Target(path.parent)
    base = _base_of(path)
    if base and path.parent.name == "variants" and is_game(path.parent.parent):
        return Target(path.parent.parent, (path.stem,), ())
    below = variant_base(path) if base and games and base not in games else base
    if below and below in (games or {}):
        return Target((games or {})[below], (path,), ())
    part = files.is_file(path) and (
        path.suffix in (".yaml", ".yml") or not _GAME.search(files.read(path, Report()).text)
    )
    return Target(home if part and home is not None else path)


def _home(path: Path) -> Path | None:
    """The folder of the game that a file belongs to."""
    for folder in list(path.absolute().parents)[:4]:
        if is_game(folder):
            return _relative(folder)
    return None


def _relative(folder: Path) -> Path:
    try:
        return folder.relative_to(Path.cwd())
    except ValueError:
        return folder


def _base_of(path: Path) -> str:
    """The base of a variant, in a file or in a folder of its own; nothing if this is not a variant."""
    if is_game(path):
        return ""
    alone = files.is_file(path)
    for file in [path] if alone else files.with_suffix(path, ".rules"):
        found = _BASE.search(files.read(file, Report(), None if alone else path).text)
        if found:
            return found[1]
    return ""


def findings(target: Target) -> Report:
    """All that is wrong, in the order of the files."""
    *_, report = in_steps(target)
    return report


def in_steps(target: Target) -> Iterator[Report]:
    """The same in steps, each of them short: the last one gives the report that counts."""
    report = Report()
    bundle = load(target.definition, report)
    if bundle is None:
        yield report
        return
    own = Report(found=list(report.found), sources=report.sources)
    program = _alone(_Way(bundle), own)
    base_ok = program is not None and not own.errors
    if program is not None and base_ok and program.must_hold:
        yield report
        check_claims(program, own)
    names: Sequence[str | Path] = target.variants or ()
    if target.variants is None:
        names = variant_names(target.definition)
    patched = []
    work = 0
    for name in names:
        yield report
        work += work_of(bundle)
        if work > MOST_WORK:
            title = f"it takes too long to check {len(names)} variants, from `{name}` on"
            files.too_much(target.folder, title, report)
            break
        patched.append(_with_variant(target, bundle, name, own, base_ok, report))
    # The hint may differ where a variant has other names to guess from: it is the same finding.
    there = [{(each.code, each.title, each.span) for each in other.found} for other, ok in patched if ok]
    for found in own.found:
        clean = [(found.code, found.title, found.span) in each for each in there]
        used = bool(clean) and found.code in _UNUSED and not all(clean)
        if (target.whole or found.severity == "error") and not used:
            report.add(found)
    scenarios = target.scenarios or ()
    if target.scenarios is None:
        scenarios = tuple(scenario_files(target.folder, report))
    if scenarios and files.is_folder(target.definition):
        for _ in _scenarios(target, scenarios, base_ok, report):
            yield report
    yield report


def _with_variant(
    target: Target, bundle: Bundle, name: str | Path, base: Report, base_ok: bool, report: Report
) -> tuple[Report, bool]:
    """What a variant adds to the findings of its game; everything found, and whether it can be played."""
    own = Report(sources=report.sources)
    patches = load_with_required(target.definition, name, own)
    keys = any(found.code == "R0310" for found in base.found)  # does the variant ask for them?
    claims = base_ok and says_what_must_hold(bundle, *patches)
    ok = not own.errors and _together(_Way(bundle, tuple(patches)), own, keys, claims)
    beside = {source.path for patch in patches[:1] for source in patch.sources()}
    known = {(found.code, found.span) for found in base.found}
    for found in own:
        if (found.code, found.span) in known:
            continue
        places = {label.span.path for label in found.labels}
        elsewhere = found.severity != "error" and places.isdisjoint(beside)
        if not elsewhere and (base_ok or found.code.startswith(_IN_THE_TEXT)):
            report.add(found)
    return own, ok


# ------------------------------------------------------------ once for each set of texts


class _Way:
    """The texts of one way to play a game. Two are the same if all their texts are."""

    def __init__(self, bundle: Bundle, patches: Sequence[Bundle] = ()) -> None:
        self.bundle, self.patches = bundle, patches
        self.texts = tuple(
            (each.rules, tuple(each.tables.items()), tuple(each.strings.items()), each.others)
            for each in (bundle, *patches)
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Way) and self.texts == other.texts

    def __hash__(self) -> int:
        return hash(self.texts)


def _alone(way: _Way, report: Report) -> Program | None:
    """The game itself. While a variant or a scenario is typed in an editor, it stays what it was."""
    program, found = _alone_once(way, tuple(report.found))
    report.found[:] = found
    report.sources.update((source.path, source) for source in way.bundle.sources())
    return program


@lru_cache(maxsize=MOST_PROGRAMS)
def _alone_once(way: _Way, found: tuple[Diagnostic, ...]) -> tuple[Program | None, tuple[Diagnostic, ...]]:
    own = Report(found=list(found))
    program = compile_bundle(way.bundle, own)
    return program, tuple(own.found)


def _together(way: _Way, report: Report, keys: bool, claims: bool) -> bool:
    """The game with variants: whether it can be played. While a scenario is typed, all of them stay."""
    sound, found = _together_once(way, tuple(report.found), keys, claims)
    report.found[:] = found
    report.sources.update((source.path, source) for patch in way.patches for source in patch.sources())
    return sound


@lru_cache(maxsize=MOST_WAYS)
def _together_once(
    way: _Way, found: tuple[Diagnostic, ...], keys: bool, claims: bool
) -> tuple[bool, tuple[Diagnostic, ...]]:
    own = Report(found=list(found), sources={source.path: source for source in way.bundle.sources()})
    study = Study(findings_only=not claims, keys=keys)
    read_bundle(way.bundle, own, way.patches, study=study)
    if claims and study.program is not None:
        check_claims(study.program, own)
    return study.sound, tuple(own.found)


def _scenarios(target: Target, scenarios: Sequence[Path], base_ok: bool, report: Report) -> Iterator[None]:
    own = Report(sources=report.sources)
    for _ in suite_in_steps(target.folder, list(scenarios), own):
        yield
    paths = {files.shown(file) for file in scenarios}
    for found in own:
        here = found.span.path in paths
        if here and (base_ok or found.code.startswith(_IN_THE_TEXT)):
            report.add(found)
        elif base_ok and found.severity == "error" and not here:
            report.add(found)  # variants that do not go together
