"""Everything that is wrong with a definition and with what lies beside it.

In: the path of a game, of a variant, of a scenario file, or of any file that belongs to a game. Out: one
`Report`. A game is checked alone, then with each of its variants, then with its scenarios. What a variant or
a scenario repeats about the game is left out, so that one mistake gives one message.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from attrs import evolve, frozen

from cli.games import variant_base
from rulelang import files
from rulelang.compile import Bundle, compile_bundle
from rulelang.diagnostics import Diagnostic, Label, Report
from rulelang.loader import is_variant, load, load_variants, variant_names
from rulelang.source import Source, Span
from rulelang.suite import MOST_WORK, load_suite, scenario_files, work_of

# Mistakes that can be seen in a file alone, whatever is wrong with the game it belongs to.
_IN_THE_TEXT = ("R000", "R01", "R030", "R04", "R050")
# Warnings that something is never used, or a text never asked for: a variant may be what uses it.
_UNUSED = ("R0601", "R0602", "R0603", "R0604", "R0605", "R0310")
_GAME = re.compile(r"^game\s", re.MULTILINE)
_BASE = re.compile(r"^variant\s+\w+\s+of\s+(\w+)", re.MULTILINE)
_REQUIRES = re.compile(r"^requires\s+([\w, ]+)", re.MULTILINE)


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
        return self.definition if self.definition.is_dir() else self.definition.parent


def target_of(path: Path, games: dict[str, Path] | None = None) -> Target:
    """What a path means. `games` are known by name, for a variant that does not lie beside its base."""
    home = _home(path)
    if path.is_file() and path.suffix == ".scenario" and home is not None:
        return Target(home, (), (path,))
    if path.name == "game.rules" and path.is_file():
        return Target(path.parent)
    base = _base_of(path)
    if base and path.parent.name == "variants" and (path.parent.parent / "game.rules").is_file():
        return Target(path.parent.parent, (path.stem,), ())
    below = variant_base(path) if base and games and base not in games else base
    if below and below in (games or {}):
        return Target((games or {})[below], (path,), ())
    part = path.is_file() and (
        path.suffix in (".yaml", ".yml") or not _GAME.search(files.read(path, Report()).text)
    )
    return Target(home if part and home is not None else path)


def _home(path: Path) -> Path | None:
    """The folder of the game that a file belongs to."""
    for folder in list(path.absolute().parents)[:4]:
        if (folder / "game.rules").is_file():
            return _relative(folder)
    return None


def _relative(folder: Path) -> Path:
    try:
        return folder.relative_to(Path.cwd())
    except ValueError:
        return folder


def _base_of(path: Path) -> str:
    """The base of a variant, in a file or in a folder of its own; nothing if this is not a variant."""
    if (path / "game.rules").is_file():
        return ""
    alone = files.is_file(path)
    for file in [path] if alone else files.with_suffix(path, ".rules"):
        found = _BASE.search(files.read(file, Report(), None if alone else path).text)
        if found:
            return found[1]
    return ""


def findings(target: Target) -> Report:
    """All that is wrong, in the order of the files."""
    report = Report()
    bundle = load(target.definition, report)
    if bundle is None:
        return report
    own = Report(found=list(report.found), sources=report.sources)
    base_ok = compile_bundle(bundle, own) is not None and not own.errors
    names: Sequence[str | Path] = target.variants or ()
    if target.variants is None:
        names = variant_names(target.definition)
    oks, unused, work = 0, Counter[Diagnostic](), 0
    for name in names:
        other = Report(sources=report.sources)
        patches = _load_with_required(target.definition, name, other)
        work += sum(work_of(part) for part in (bundle, *patches))
        if work > MOST_WORK:
            files.too_much(
                target.folder, f"it takes too long to check more variants, from `{name}` on", report
            )
            break
        if _with_variant(bundle, patches, other, own, base_ok, report):
            oks += 1
            unused.update(found for found in other.found if found.code in _UNUSED)
    for found in own.found:
        used = found.code in _UNUSED and unused[found] < oks
        if (target.whole or found.severity == "error") and not used:
            report.add(found)
    scenarios = target.scenarios or ()
    if target.scenarios is None:
        scenarios = tuple(scenario_files(target.folder, report))
    if scenarios and files.is_folder(target.definition):
        _scenarios(target, scenarios, base_ok, report)
    return report


def _with_variant(
    bundle: Bundle, patches: Sequence[Bundle], own: Report, base: Report, base_ok: bool, report: Report
) -> bool:
    """Reports what a variant adds to the findings of its game. Whether it can be played."""
    ok = not own.errors and compile_bundle(bundle, own, patches) is not None
    beside = {source.path for patch in patches[:1] for source in _sources(patch)}
    for found in own:
        if found in base:
            continue
        elsewhere = found.severity != "error" and found.span.path not in beside
        if not elsewhere and (base_ok or found.code.startswith(_IN_THE_TEXT)):
            report.add(found)
    return ok


def _load_with_required(game: Path, name: str | Path, report: Report) -> list[Bundle]:
    """A variant, with those that it builds on and those that it can only be played with."""
    found: dict[str, Bundle] = {}  # by the path of its first file
    wanted, seen = [name], {str(name)}
    while wanted:
        new = {patch.rules[0].path: patch for patch in load_variants(game, wanted, report)}
        texts = "\n".join(source.text for patch in new.values() for source in patch.rules)
        found |= {path: patch for path, patch in new.items() if path not in found}
        words = {word.strip() for line in _REQUIRES.findall(texts) for word in line.split(",")}
        wanted = [word for word in sorted(words - seen) if is_variant(game, word)]
        seen |= words
    return list(found.values())


def _sources(bundle: Bundle) -> Iterable[Source]:
    return (*bundle.rules, *bundle.tables.values(), *bundle.strings.values())


def _scenarios(target: Target, scenarios: Sequence[Path], base_ok: bool, report: Report) -> None:
    own = Report(sources=report.sources)
    load_suite(target.folder, list(scenarios), own)
    paths = {files.shown(file) for file in scenarios}
    named = _at_their_lines(paths, report.sources)
    for found in own:
        here = found.span.path in paths
        if found.code == "R0005":
            place = named.get(found.span.path)  # a variant that is not there is named in a scenario
            report.add(found if place is None else evolve(found, labels=(Label(place),)))
        elif here and (base_ok or found.code.startswith(_IN_THE_TEXT)):
            report.add(found)
        elif base_ok and found.severity == "error" and not here:
            report.add(found)  # variants that do not go together


def _at_their_lines(paths: set[str], sources: dict[str, Source]) -> dict[str, Span]:
    """Where each variant is named that a scenario names."""
    places: dict[str, Span] = {}
    for path in sorted(paths & set(sources)):
        for number, line in enumerate(sources[path].lines, 1):
            if line.strip().startswith("variants "):
                for word in re.finditer(r"[^\s,][^,]*", line.partition("variants ")[2]):
                    column = line.index("variants ") + len("variants ") + word.start() + 1
                    name = word[0].strip()
                    places.setdefault(name, sources[path].line_span(number, column, column + len(name)))
    return places
