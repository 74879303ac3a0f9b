"""The scenarios of a game with the programs they are played on.

In: the folder of a game, and scenario files. Out: a `Suite`: pairs of a `Scenario` and the `Program` of the
game with the scenario's variants, in which the scenario's own expressions are values; and the scenarios that
cannot be run, each of which spoils no other. A scenario that lies beside a variant is played with it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from attrs import define, evolve, field

from rulelang import files as disk
from rulelang.checks.claims import says_nothing
from rulelang.compile import Bundle, Study, compile_bundle, read_bundle
from rulelang.diagnostics import Diagnostic, Label, Report
from rulelang.ir.nodes import Program
from rulelang.ir.script import Scenario
from rulelang.loader import load, load_variants, variant_header
from rulelang.memo import remembering
from rulelang.rulebook import numbered_rules
from rulelang.scenarios import ScenarioFile, parse_scenarios
from rulelang.scenarios.lines import span_of
from rulelang.scenarios.names import check_names
from rulelang.source import Source, Span
from rulelang.syntax import ast
from rulelang.typed.definition import Definition

MOST_WORK = 2_000_000  # characters of rules that are compiled, with one variant after the other
MOST_FILES = 60  # of scenarios that are remembered as they were read
_ZONE = re.compile(r"^(?:replace )?zone (\w+)", re.MULTILINE)
_GAME = re.compile(r"^game (\w+)", re.MULTILINE)
# Variants that change the same thing, need, exclude or follow each other: together they cannot be played.
_REFUSED = ("R0401", "R0407", "R0408", "R0409")


@define
class Suite:
    pairs: list[tuple[Scenario, Program]] = field(factory=list)
    broken: list[Scenario] = field(factory=list)  # they cannot be run: the report says why
    refused: list[Scenario] = field(factory=list)  # their variants cannot be played together, as they say
    studies: list[Study] | None = None  # what was found out about the programs, if somebody wants it


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


def named_game(file: Path, report: Report) -> tuple[str, Span] | None:
    """The game that a scenario file names on its first line. What else is wrong with it is told later."""
    source = disk.read(file, Report())
    report.sources[source.path] = source
    return parse_scenarios(source, Report()).game


def no_such_game(why: str, span: Span, report: Report) -> None:
    report.error("R0513", why, span, hint="write the name of a game, or its path from where this file lies")


def load_suite(
    game: Path, files: list[Path], report: Report, variants: Sequence[str | Path] = ()
) -> list[tuple[Scenario, Program]]:
    """Only the scenarios that can be run, with their programs."""
    return read_suite(game, files, report, variants).pairs


def read_suite(
    game: Path,
    files: list[Path],
    report: Report,
    variants: Sequence[str | Path] = (),
    studies: list[Study] | None = None,
) -> Suite:
    """The scenarios of some files. `variants` are played with too, whatever a scenario says."""
    *_, suite = suite_in_steps(game, files, report, variants, studies)
    return suite


def suite_in_steps(
    game: Path,
    files: list[Path],
    report: Report,
    variants: Sequence[str | Path] = (),
    studies: list[Study] | None = None,
) -> Iterator[Suite]:
    """The same in steps, one for each program: whoever has other things to do can do them in between."""
    own = {file: own_variant(file) for file in files}
    # What was typed, or lies around a scenario, may lie anywhere; what a scenario names lies beside the game.
    typed: dict[str, str | Path] = {str(name): name for name in variants}
    typed |= {variant[1]: Path(variant[1]) for variant in own.values() if variant is not None}
    bundle = load(game, report)
    suite = Suite(studies=studies)
    scenario_files(game, report)  # to hear of those that are not among them
    if disk.refuse_too_much(files, game, report):
        yield suite
        return
    zones = _zones(game, bundle, [typed[name] for name in sorted(typed)], report)
    together: dict[tuple[str, ...], list[tuple[ScenarioFile, Scenario]]] = {}
    numbers: dict[str, Collection[str] | None] = {}
    of_books: dict[tuple[Path, ...], Collection[str] | None] = {}  # each rulebook is read once
    for file in files:
        problems = len(report.errors)
        source = disk.read(file, report, game if file.is_relative_to(game) else file.parent)
        read = _read(disk.without_long_numbers(source, report), report, zones)
        report.sources[source.path] = source
        if len(report.errors) > problems and not read.broken:  # the file itself cannot be read
            suite.broken.append(_nothing(file))
        suite.broken += read.broken
        if read.game is not None and not _is_about(read.game[0], game, file):
            no_such_game("this file lies among the scenarios of another game", read.game[1], report)
            suite.broken += read.scenarios
            continue
        beside = own[file]
        books = (game, *((Path(beside[1]),) if beside is not None else ()))
        if books not in of_books:
            of_books[books] = _numbers(books)
        numbers.update(dict.fromkeys({s.site[0] for s in read.scenarios}, of_books[books]))
        for scenario in read.scenarios:
            if not _variants_are_near(scenario, game, file, report):
                suite.broken.append(scenario)
                continue
            played = _with_variants(scenario, beside, [str(name) for name in variants])
            together.setdefault(played.variants, []).append((read, played))
    work = 0
    for names in sorted(together):
        work += 0 if bundle is None else work_of(bundle) + 1000 * len(names)
        if work > MOST_WORK:
            title = (
                f"there are {len(together)} sets of variants in these scenarios, which is too much to play"
            )
            disk.too_much(game, title, report)
            suite.broken += [s for left in sorted(together) if left >= names for _, s in together[left]]
            break
        if bundle is None:
            suite.broken += [scenario for _, scenario in together[names]]
            continue
        yield suite
        own_report = Report(sources=report.sources)
        chosen = [typed.get(name, name) for name in names]
        patches = load_variants(game, chosen, own_report)
        _add(suite, bundle, patches, together[names], numbers, own_report, report)
    suite.pairs.sort(key=lambda pair: pair[0].site)
    suite.broken.sort(key=lambda scenario: scenario.site)
    yield suite


def suite_of(bundle: Bundle, texts: Sequence[Source], report: Report) -> Suite:
    """The same for a game in memory, without variants."""
    zones = {name for source in bundle.rules for name in _ZONE.findall(source.text)}
    suite, chosen = Suite(), []
    for source in texts:
        read = _read(source, report, frozenset(zones))
        suite.broken += read.broken
        chosen += [(read, scenario) for scenario in read.scenarios]
    _add(suite, bundle, [], chosen, {}, Report(sources=report.sources), report)
    return suite


# ------------------------------------------------------------ reading


@remembering(MOST_FILES)
def _read(source: Source, report: Report, zones: frozenset[str]) -> ScenarioFile:
    """Whoever gets it leaves it as it is: it is read once for each text."""
    return parse_scenarios(source, report, zones.__contains__)


def _zones(
    game: Path, bundle: Bundle | None, variants: Sequence[str | Path], report: Report
) -> frozenset[str]:
    """The names of the zones of a game and of all variants that it can be played with here."""
    texts = [] if bundle is None else [source.text for source in bundle.rules]
    texts += [source.text for source in _all_variants(game, report)]
    known = load_variants(game, variants, Report(sources=report.sources))
    texts += [source.text for variant in known for source in variant.rules]
    return frozenset(name for text in texts for name in _ZONE.findall(text))


def _nothing(file: Path) -> Scenario:
    """Stands for a file of which nothing could be read."""
    path = disk.shown(file)
    return Scenario(f"the file {file.name}", (path, 1, 1), (), None, 0, (), (), "take", "", None, ())


def _is_about(named: str, game: Path, file: Path) -> bool:
    """Whether a name, or a path from where a file lies, means this game."""
    folder = game if disk.is_folder(game) else game.parent
    plain = named.strip().lower().replace("-", "_").replace(" ", "_")
    if plain == folder.resolve().name or (file.parent / named).resolve() in (
        game.resolve(),
        folder.resolve(),
    ):
        return True
    rules = disk.with_suffix(folder, ".rules")
    declared = _GAME.findall("\n".join(disk.read(file, Report(), folder).text for file in rules))
    return plain in declared


def _with_variants(scenario: Scenario, own: tuple[str, str] | None, more: Sequence[str]) -> Scenario:
    """With the variant it lies beside, and those that are played with too."""
    if own is None:
        names = (*scenario.variants, *more)
    else:
        names = (own[1], *(name for name in (*scenario.variants, *more) if name != own[0]))
    return evolve(scenario, variants=tuple(dict.fromkeys(names)))


def _variants_are_near(scenario: Scenario, game: Path, file: Path, report: Report) -> bool:
    """A text names variants of the game, or paths beside the game or itself; it opens no other files."""
    for name in scenario.variants:
        if "/" not in name and "\\" not in name:
            continue
        roots = {(game if disk.is_folder(game) else game.parent).resolve(), file.parent.resolve()}
        places = [(root / name).resolve() for root in roots]
        if name.startswith(("/", "~")) or not any(
            place.is_relative_to(root) for place in places for root in roots
        ):
            title = f"there is no variant `{name}`"
            why = "a scenario names variants of its game, or files beside the game or itself"
            report.error("R0005", title, _said(scenario, name, report), why=why)
            return False
    return True


def _numbers(books: Sequence[Path]) -> Collection[str]:
    rules = [rule.number for book in books for rule in numbered_rules(book)]
    return set(rules)


def _all_variants(game: Path, report: Report) -> list[Source]:
    if not disk.is_folder(game / "variants"):
        return []
    found = disk.below(game, (".rules",), Report())  # what is wrong with them is said where they are played
    return [disk.read(file, report, game) for file in found if file.relative_to(game).parts[0] == "variants"]


def _said(scenario: Scenario, name: str, report: Report) -> Span:
    """Where a scenario names a variant; where it begins if it does not."""
    for step in scenario.head:
        if step.verb == "variants" and name in step.parts[0]:
            path, line, column = step.site
            return span_of(report.sources[path], line, column, step.text, name)
    path, line, column = scenario.line("variants")
    return report.sources[path].line_span(line, column)


# ------------------------------------------------------------ compiling


def _add(
    suite: Suite,
    bundle: Bundle,
    patches: Sequence[Bundle],
    chosen: list[tuple[ScenarioFile, Scenario]],
    numbers: dict[str, Collection[str] | None],
    own: Report,
    report: Report,
) -> None:
    """Compiles the game with the expressions of scenarios that are played with the same variants."""
    left, program = chosen, None
    while not own.errors:
        found = Report(sources=own.sources)
        study = Study(sites=None if suite.studies is None else [])
        compiled = read_bundle(bundle, found, patches, _checks(left), study)
        program = None if compiled is None else compiled.program
        if suite.studies is not None:
            suite.studies.append(study)
        if compiled is not None:
            _refuse_what_cannot_fail(left, compiled.definition, found)
        spoilt = _spoilt(left, found) or _tried_alone(left, bundle, patches, found)
        for diagnostic in found:
            # What is wrong in an expression is the mistake of its own scenario: the others go on without it.
            (report if spoilt or diagnostic.severity != "error" else own).add(diagnostic)
        if not spoilt:
            break
        suite.broken += spoilt
        bad = {scenario.site for scenario in spoilt}
        left = [(file, scenario) for file, scenario in left if scenario.site not in bad]
    if program is None:
        _not_together(suite, [scenario for _, scenario in left], own, report)
        return
    for _, scenario in left:
        if check_names(scenario, program, report, numbers.get(scenario.site[0])):
            suite.pairs.append((scenario, program))
        else:
            suite.broken.append(scenario)


def _checks(chosen: Sequence[tuple[ScenarioFile, Scenario]]) -> list[ast.Value]:
    verbs = ("check", "set_is")
    return [
        file.checks[name]
        for file, scenario in chosen
        for step in scenario.steps
        if step.verb in verbs
        for name in step.parts
        if isinstance(name, str) and name in file.checks
    ]


def _refuse_what_cannot_fail(
    chosen: Sequence[tuple[ScenarioFile, Scenario]], definition: Definition, report: Report
) -> None:
    values = {value.symbol.name: value for value in definition.values}
    for _, scenario in chosen:
        for step in scenario.steps:
            for name in step.parts if step.verb == "check" else ():
                why = says_nothing(values[name]) if isinstance(name, str) and name in values else ""
                if why:
                    path, line, column = step.site
                    span = span_of(report.sources[path], line, column, step.text)
                    report.error("R0511", "this cannot fail, whatever the rules do", span, why=why)


def _spoilt(chosen: Sequence[tuple[ScenarioFile, Scenario]], found: Report) -> list[Scenario]:
    """The scenarios that have errors in their lines."""
    bad = {(error.span.path, error.span.line) for error in found.errors}
    if not bad:
        return []
    return [s for _, s in chosen if any(step.site[:2] in bad for step in s.steps)]


def _tried_alone(
    chosen: Sequence[tuple[ScenarioFile, Scenario]], bundle: Bundle, patches: Sequence[Bundle], found: Report
) -> list[Scenario]:
    """Scenarios whose expressions make an error somewhere else, found by trying one after the other."""
    if not found.errors or compile_bundle(bundle, Report(), patches) is None:
        return []
    return [
        scenario
        for file, scenario in chosen
        if compile_bundle(bundle, Report(), patches, _checks([(file, scenario)])) is None
    ]


def _not_together(suite: Suite, scenarios: list[Scenario], own: Report, report: Report) -> None:
    """Scenarios of a game that cannot be compiled: those that say so are right if variants are the reason."""
    refusal = bool(own.errors) and all(error.code in _REFUSED for error in own.errors)
    suite.refused += [s for s in scenarios if refusal and s.refused]
    left = [s for s in scenarios if not (refusal and s.refused)]
    suite.broken += left
    for error in own.errors if left else ():
        report.add(_placed(error, left[0], refusal, report))


def _placed(error: Diagnostic, scenario: Scenario, refusal: bool, report: Report) -> Diagnostic:
    """An error of variants with the line of the scenario that names them."""
    if error.code == "R0005":
        return evolve(error, labels=(Label(_said(scenario, error.span.path, report)),))
    if not refusal:
        return error
    span = _said(scenario, "", report)
    hint = "if this is what the scenario shows, write `cannot be played` in it"
    return evolve(error, labels=(*error.labels, Label(span, "played together here")), hint=error.hint or hint)
