"""What is allowed but surely not meant.

In: a checked `Program` and its `World`. Out: warnings about things that are never used, choices without a
consequence, loops that cannot end, abilities that compete, and texts that are missing or that nobody reads.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from typing import Any

from rulelang.check.limits import enough
from rulelang.check.world import CLAIM, FOUND, World
from rulelang.diagnostics import WARNING, Diagnostic, Label, Report
from rulelang.ir.keys import is_known, known_keys, needed_keys
from rulelang.ir.nodes import Body, HookDef, Program
from rulelang.ir.texts import GAP, plural_forms
from rulelang.source import Span
from rulelang.suggest import did_you_mean

MOST_ALIKE = 300  # abilities for one rule that are compared with each other
ASKS = {"choose", "menu", "may", "secret"}
LEAVES = ASKS | {"return", "end", "finish", "game_over", "call", "proceed", "roll", "pick", "settle"}


def lint(program: Program, world: World, report: Report) -> None:
    lint = _Lint(program, world, report)
    lint.unused()
    for body in program.bodies:
        lint.choices(body)
        lint.loops(body)
    lint.competing()


class _Lint:
    def __init__(self, program: Program, world: World, report: Report) -> None:
        self.program, self.world, self.report = program, world, report
        self.parts = list(_everything(program))

    def warn(self, code: str, title: str, span: Span, why: str = "", hint: str = "") -> None:
        self.report.warn(code, title, span, why=why, hint=hint)

    # ------------------------------------------------------------ never used
    def unused(self) -> None:
        world, program = self.world, self.program
        rules = {i[1] for body in program.bodies for i in body.code if i[0] == "call"}
        values = {part[1] for part in self.parts if part[0] in ("distance", "steps", "reachable", "nearest")}
        values |= self._called_values()
        for number, rule in enumerate(program.rules):
            if number not in rules and rule.name not in ("setup", "play"):
                self.warn(
                    "R0601", f"the rule `{rule.name}` is never carried out", world.rules[rule.name].span
                )
        for number, value in enumerate(program.values):
            if number not in values and not value.name.startswith((CLAIM, FOUND)):
                self.warn("R0602", f"the value `{value.name}` is never used", world.values[value.name].span)
        self._unused_things()

    def _called_values(self) -> set[int]:
        """In code a rule's call looks like a value's call: only the one that stands alone is the rule's."""
        alone = {id(instr) for body in self.program.bodies for instr in body.code}
        return {part[1] for part in self.parts if part[0] == "call" and id(part) not in alone}

    def _unused_things(self) -> None:
        world, program = self.world, self.program
        zones = {
            part[1] for part in self.parts if part[0] in ("zone", "cell", "shuffle", "settle", "cell_empty")
        }
        zones |= {part[2] for part in self.parts if part[0] in ("move", "put")}
        zones |= {hook.zone for hook in program.hooks}
        for number, zone in enumerate(program.zones):
            active = any(
                r.active_in is not None and r.active_in.text == zone.name for r in world.records.values()
            )
            if number not in zones and not active:
                self.warn("R0603", f"nothing ever lies in `{zone.name}`", world.zones[zone.name].span)
        read = {part[1] for part in self.parts if part[0] == "track"}
        for number, track in enumerate(program.tracks):
            if number not in read and track.name in world.tracks:
                title = f"`{track.name.rpartition('.')[2]}` is never looked at"
                self.warn("R0604", title, world.tracks[track.name].span)
        columns = {(part[1], part[2]) for part in self.parts if part[0] == "field"}
        for record in program.records:
            for name, _, _ in record.columns:
                if (record.name, name) not in columns:
                    span = world.records[record.name].fields[name].span
                    self.warn("R0605", f"nobody reads the column `{name}` of `{record.name}`", span)

    # ------------------------------------------------------------ choices and loops
    def choices(self, body: Body) -> None:
        used = {part[1] for instr in body.code for part in _walk(instr) if part[0] == "slot"}
        for instr, site in zip(body.code, body.sites, strict=True):
            if instr[0] == "choose" and not used & set(instr[5]):
                names = " and ".join(f"`{body.names[slot]}`" for slot in instr[5])
                self.warn("R0606", f"nothing is done with {names}", _span(site), why="a choice should matter")

    def loops(self, body: Body) -> None:
        """A jump back over code that neither asks, ends nor leaves runs for ever."""
        for pc, instr in enumerate(body.code):
            if instr[0] != "jump" or instr[1] > pc:
                continue
            inside = body.code[instr[1] : pc]
            out = {
                i[-1]
                for i in inside
                if i[0] in ("jump", "unless", "next", "next_extra") and isinstance(i[-1], int)
            }
            if not any(i[0] in LEAVES for i in inside) and not any(t > pc or t < instr[1] for t in out):
                self.warn(
                    "R0607",
                    "this runs for ever without asking anybody anything",
                    _span(body.sites[instr[1]]),
                    hint="end it with `end loop`, or count with `repeat … times`",
                )

    # ------------------------------------------------------------ abilities that compete
    def competing(self) -> None:
        """Two `instead of` on one rule, of which both may apply, and nothing says which comes first."""
        alike: dict[tuple[str, int], list[HookDef]] = {}
        for hook in self.program.hooks:
            if hook.how == "instead":
                alike.setdefault((hook.target, hook.priority), []).append(hook)
        pairs = (pair for hooks in alike.values() for pair in combinations(hooks[:MOST_ALIKE], 2))
        for first, second in pairs:
            if self._compete(first, second):
                names = " and ".join(f"`{hook.owner or 'the game'}`" for hook in (first, second))
                labels = (Label(_span(second.site)), Label(_span(first.site), "the other one"))
                title = f"{names} both stand in for `{first.target}`"
                why = "the holder nearest to the active player goes first; one holder's go as declared"
                hint = "give one of them `priority 1`, or conditions that exclude each other"
                self.report.add(Diagnostic("R0608", title, labels, why, hint, WARNING))

    def _compete(self, a: HookDef, b: HookDef) -> bool:
        same = a.owner != b.owner
        cases = not a.cases or not b.cases or bool(set(a.cases) & set(b.cases))
        together = a.zone is None or b.zone is None or a.zone != b.zone
        return same and cases and together and not _exclude(a.when, b.when)


def _exclude(first: Any, second: Any) -> bool:
    """Whether two conditions ask the same thing to be two different constants."""
    wanted = dict(_equalities(first))
    return any(key in wanted and wanted[key] != value for key, value in _equalities(second))


def _equalities(condition: Any) -> Iterator[tuple[Any, Any]]:
    if isinstance(condition, tuple) and condition:
        if condition[0] == "and":
            yield from _equalities(condition[1])
            yield from _equalities(condition[2])
        elif condition[0] == "eq" and condition[2][0] == "n":
            yield condition[1], condition[2]


def lint_strings(program: Program, spans: Mapping[tuple[str, str], Span], report: Report) -> None:
    """Keys that nobody asks for, texts that a translation lacks, and plurals with too few or many forms."""
    known, needed = known_keys(program), needed_keys(program)
    for language, pairs in program.strings:
        _lint_plurals(language, pairs, spans, report)
        own = {key for key, _ in pairs}
        for key in sorted(own):
            if not is_known(key, known) and not enough(report):
                span, hint = spans[(language, key)], did_you_mean(key, known)
                report.warn("R0310", f"nobody asks for the text `{key}`", span, hint=hint)
        missing = _missing(own, needed, language)
        if missing:
            shown = ", ".join(f"`{key}`" for key in missing[:6])
            more = f" and {len(missing) - 6} more" if len(missing) > 6 else ""
            here = [span for (found, _), span in spans.items() if found == language]
            last = max(here) if here else _first_line(language, report)
            report.warn("R0311", f"`{language}` lacks {shown}{more}", last)


def _lint_plurals(
    language: str,
    pairs: Iterable[tuple[str, str]],
    spans: Mapping[tuple[str, str], Span],
    report: Report,
) -> None:
    forms = plural_forms(language)
    for key, text in pairs:
        for gap in GAP.finditer(text):
            if gap[2] is not None and gap[2].count("|") + 1 != len(forms) and not enough(report):
                wanted = " | ".join(f"for {number}" for number in forms)
                report.warn(
                    "R0312",
                    f"`{gap[0]}` has {gap[2].count('|') + 1} forms, but `{language}` has {len(forms)}",
                    spans[(language, key)],
                    hint=f"write {{{gap[1]}:{wanted}}}",
                )


def _first_line(language: str, report: Report) -> Span:
    """A file of texts in which there is no text yet."""
    path = f"strings/{language}.yaml"
    return Span(next((p for p in sorted(report.sources) if p.endswith(path)), path), 1, 1, 1, 2)


def _missing(own: set[str], needed: Iterable[str], language: str) -> list[str]:
    """English can do with the names themselves, made readable; messages are needed in every language."""
    lacking = set(needed) - own
    if language == "en":
        lacking = {key for key in lacking if key.startswith("say.")}
    specific = {key.rpartition(".")[2] for key in own if key.startswith("option.")}
    return sorted(k for k in lacking if not (k.startswith("option.") and k.rpartition(".")[2] in specific))


# ---------------------------------------------------------------- walking the IR


def _everything(program: Program) -> Iterable[tuple[Any, ...]]:
    for body in program.bodies:
        for instr in body.code:
            yield from _walk(instr)
    for value in program.values:
        for steps in [*(steps for _, steps in value.cases), value.default or ()]:
            for step in steps:
                yield from _walk(step)
        yield from _walk(value.key)
    for rule in program.rules:
        yield from _walk(rule.key)
    for hook in program.hooks:
        yield from _walk(hook.when)
        yield from _walk(hook.value)
    for track in program.tracks:
        yield from _walk(track.start)
    if program.ranking is not None:
        yield from _walk(program.ranking.condition)
        for _, key in program.ranking.keys:
            yield from _walk(key)
    yield from _walk(program.score)
    yield from _walk(program.payoff)


def _walk(part: Any) -> Iterator[tuple[Any, ...]]:
    """Every tuple in a piece of IR that starts with a word, outermost first."""
    if isinstance(part, tuple) and part:
        if isinstance(part[0], str):
            yield part
        for inner in part:
            yield from _walk(inner)


def _span(site: tuple[str, int, int]) -> Span:
    return Span(site[0], site[1], site[2], site[1], site[2] + 1)
