"""Names that are not known: one mistake, one message.

In: the findings about a definition, each unknown name noted in its finding, and what was lost with broken
declarations. Out: the same report, in which a name that a broken declaration would have given is not
reported, a name that stands in many places is reported once, and a name that is misspelt where it is
declared is reported there.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from difflib import SequenceMatcher

from attrs import evolve

from rulelang.diagnostics import Diagnostic, Label, Lost, Report
from rulelang.source import Span
from rulelang.typed.symbols import CallableSymbol, KindSymbol, Local, Symbol, World

ALIKE = 0.75  # how much of two names has to be the same for one to be a misspelling of the other
FEW = 3  # places that are listed
OF_RULES = frozenset(("R0246", "R0262", "R0403"))
ABOUT_WORDS = ("R0209", "R0221")


def settle_unknown(world: World, near: Mapping[Span, tuple[Local, ...]], report: Report) -> None:
    """`near` has, for names that are not known, the names alike that are known there."""
    _merge_calls(world, report)
    by_name: dict[str, list[Diagnostic]] = defaultdict(list)
    wrong = {found.span for found in report.found}
    for found in report.found:
        if found.unknown:
            by_name[found.unknown].append(found)
    if not by_name:
        return
    explained = {
        found.unknown
        for found in report.found
        if any(local.span in wrong for local in near.get(found.span, ()))  # its parameter is reported
    }
    for lost in report.lost:
        explained |= _explained(lost, by_name)
    report.found = [found for found in report.found if not found.unknown]
    for name, findings in by_name.items():
        if name not in explained:
            ordered = sorted(findings, key=lambda found: (found.code != "R0206", found.span))
            local = (symbol for found in ordered for symbol in near.get(found.span, ()))
            report.add(_told_once(name, ordered, local, world, bool(report.lost)))


def _merge_calls(world: World, report: Report) -> None:
    """Where all calls have the same wrong number of arguments, it is the declaration that is wrong."""
    by_declaration: dict[Span, list[Diagnostic]] = defaultdict(list)
    for found in sorted(report.found, key=lambda found: found.span):
        if found.code == "R0230" and len(found.labels) == 2:
            by_declaration[found.labels[1].span].append(found)
    for symbol in (*world.rules.values(), *world.values.values()):
        findings = by_declaration.get(symbol.span, [])
        inside = [found for found in report.found if found.unknown and _is_inside(found, symbol)]
        if not findings or len(findings) < len(symbol.references) or (len(findings) == 1 and not inside):
            continue
        call, declared = findings[0].labels
        text = f"{call.text}; {_also(findings)}" if len(findings) > 1 else call.text
        missing = inside[0].unknown if inside else ""
        hint = f"`{missing}` is not known in it: should it be a parameter?" if missing else findings[0].hint
        merged = evolve(findings[0], labels=(declared, Label(call.span, text)), hint=hint)
        gone = [*findings, *(found for found in inside if found.unknown == missing)]
        report.found = [*(found for found in report.found if found not in gone), merged]


def _is_inside(found: Diagnostic, symbol: CallableSymbol) -> bool:
    bodies = [body.span for body in symbol.bodies.values()]
    return any(b.path == found.span.path and b.line <= found.span.line <= b.end_line for b in bodies)


def _explained(lost: Lost, by_name: Mapping[str, list[Diagnostic]]) -> set[str]:
    """The names that are not known because of one broken declaration."""
    surely = lost.names & by_name.keys()
    if surely:
        return set(surely)
    cut = {name for name in by_name if _is_in(name, lost.text)}
    if cut or lost.named:
        return cut
    # Its name could not be read, so any name that fits may be the one.
    return {name for name, findings in by_name.items() if any(_fits(lost, found) for found in findings)}


def _is_in(name: str, text: str) -> bool:
    """Whether a name is part of a longer word, as when the space or the bracket after it is missing."""
    return (len(name) > 3 and name in text) or bool(re.search(rf"\b{re.escape(name)}\w", text))


def _fits(lost: Lost, found: Diagnostic) -> bool:
    if lost.sort == "rule":
        return found.code in OF_RULES
    return not lost.sort or found.code != "R0246"


def _told_once(
    name: str, findings: list[Diagnostic], local: Iterable[Local], world: World, is_broken: bool
) -> Diagnostic:
    first, *others = findings
    known = is_broken or first.code == "R0206"  # which names both sides itself
    declared = None if known else _misspelt(name, local, world)
    if declared is not None and declared.span is not None:
        if others:
            return _at_the_declaration(name, findings, declared)
        return evolve(first, labels=(*first.labels, Label(declared.span, "declared here, and never used")))
    if not others or first.code == "R0206":
        return first
    if first.code in ABOUT_WORDS and (kind := _listed(first, world)) is not None and kind.span is not None:
        return _at_the_list(name, findings, kind, kind.span)
    label = first.labels[0]
    text = f"{label.text}; {_also(findings)}" if label.text else _also(findings)
    return evolve(first, labels=(Label(label.span, text), *first.labels[1:]))


def _also(findings: list[Diagnostic]) -> str:
    first, *others = findings
    lines = list(dict.fromkeys(found.span.line for found in others))
    if any(found.span.path != first.span.path for found in others) or len(lines) > FEW:
        return f"and in {len(others)} other place{'s' if len(others) > 1 else ''}"
    if lines == [first.span.line]:
        return "more than once in this line"
    return f"and in line{'s' if len(lines) > 1 else ''} {', '.join(map(str, lines))}"


def _misspelt(name: str, local: Iterable[Local], world: World) -> Symbol | None:
    """Something with a name alike that nobody speaks of."""
    for symbol in (*local, *world.symbols()):
        if symbol.references or symbol.span is None or symbol.name in ("setup", "play"):
            continue
        plain = symbol.name.rpartition(".")[2]
        if plain != name and SequenceMatcher(None, name, plain).ratio() >= ALIKE:
            return symbol
    return None


def _at_the_declaration(name: str, findings: list[Diagnostic], declared: Symbol) -> Diagnostic:
    assert declared.span is not None
    used, plain = findings[0], declared.name.rpartition(".")[2]
    return evolve(
        used,
        title=f"nothing speaks of `{plain}`, but {len(findings)} places of `{name}`",
        labels=(Label(declared.span, "declared here"), Label(used.span, _place(findings))),
        why="",
        hint=f"if both are the same, write `{name}` here, or `{plain}` there",
    )


def _place(findings: list[Diagnostic]) -> str:
    return f"not known; {_also(findings)}"


def _listed(found: Diagnostic, world: World) -> KindSymbol | None:
    spans = {label.span for label in found.labels}
    kinds = [kind for kind in world.kinds.values() if kind.span in spans]
    return kinds[0] if kinds else None


def _at_the_list(name: str, findings: list[Diagnostic], kind: KindSymbol, span: Span) -> Diagnostic:
    used = findings[0]
    return evolve(
        used,
        title=f"`{name}` is not one of the words of `{kind.name}`",
        labels=(Label(span, "they are listed here"), Label(used.span, _place(findings))),
        hint=used.hint or f"add `{name}` to the list",
    )
