"""Names that are not known: one mistake, one message.

In: the findings about a definition, each unknown name noted in its finding, and what was lost with broken
declarations. Out: the same report, in which a name that a broken declaration would have given is not
reported, a name that stands in many places is reported once, and a name that is misspelt where it is
declared is reported there.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from functools import lru_cache

from attrs import evolve

from rulelang.diagnostics import Diagnostic, Label, Lost, Report
from rulelang.source import Span
from rulelang.suggest import MANY, MOST
from rulelang.typed.from_syntax.same_cause import also_in, settle_calls
from rulelang.typed.symbols import KindSymbol, Local, Symbol, World

ALIKE = 0.75  # how much of two names has to be the same for one to be a misspelling of the other
MOST_REMEMBERED = 20_000  # pairs of names
OF_RULES = frozenset(("R0246", "R0262", "R0403"))
OF_ONE_NAME = ("rule", "value", "zone", "track", "die", "setting")  # declarations that give one name
DID_YOU_MEAN = re.compile(r"did you mean `(\w+)`")
ABOUT_WORDS = ("R0209", "R0221")


def settle_unknown(world: World, near: Mapping[Span, tuple[Local, ...]], report: Report) -> None:
    """`near` has, for names that are not known, the names alike that are known there."""
    settle_calls(world, report)
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
    for lost in sorted(report.lost, key=lambda lost: not lost.named):
        explained |= _explained(lost, {n: found for n, found in by_name.items() if n not in explained})
    report.found = [found for found in report.found if not found.unknown]
    unused = [symbol for symbol in world.symbols() if _is_unused(symbol)]
    for name, findings in by_name.items():
        if name not in explained:
            ordered = sorted(findings, key=lambda found: (found.code != "R0206", found.span))
            local = (symbol for found in ordered for symbol in near.get(found.span, ()))
            report.add(_told_once(name, ordered, (*local, *unused), world, bool(report.lost)))


def _explained(lost: Lost, by_name: Mapping[str, list[Diagnostic]]) -> set[str]:
    """The names that are not known because of one broken declaration."""
    surely = lost.names & by_name.keys()
    if surely:
        return set(surely)
    cut = {name for name in by_name if _is_in(name, lost.text)}
    if cut or lost.named:
        return cut
    # Its name could not be read, so any name that fits may be the one: rather one that is like no other.
    fitting = [name for name, findings in by_name.items() if any(_fits(lost, found) for found in findings)]
    if lost.sort in OF_ONE_NAME or (not lost.sort and lost.text):
        fitting.sort(key=lambda name: (_is_misspelt(name, by_name[name]), -len(by_name[name])))
        return set(fitting[:1])
    return {name for name in fitting if not lost.text or not _is_misspelt(name, by_name[name])}


def _is_misspelt(name: str, findings: list[Diagnostic]) -> bool:
    """Whether it is like something that is known."""
    alike = (DID_YOU_MEAN.match(found.hint) for found in findings)
    return any(found is not None and _alike(name, found[1]) for found in alike)


@lru_cache(maxsize=MOST_REMEMBERED)
def _alike(name: str, other: str) -> bool:
    """The same as the last question alone; those before it are cheap, and most names fail them. Who types
    asks for the same names at every keystroke."""
    if 2 * min(len(name), len(other)) < ALIKE * (len(name) + len(other)):
        return False
    matcher = SequenceMatcher(None, name, other)
    return matcher.quick_ratio() >= ALIKE and matcher.ratio() >= ALIKE


def _is_in(name: str, text: str) -> bool:
    """Whether a name is part of a longer word, as when the space or the bracket after it is missing."""
    return (len(name) > 3 and name in text) or bool(re.search(rf"\b{re.escape(name)}\w", text))


def _fits(lost: Lost, found: Diagnostic) -> bool:
    if lost.sort == "rule":
        return found.code in OF_RULES
    return not lost.sort or found.code != "R0246"


def _told_once(
    name: str, findings: list[Diagnostic], near: Sequence[Symbol], world: World, is_broken: bool
) -> Diagnostic:
    first, *others = findings
    known = is_broken or first.code == "R0206"  # which names both sides itself
    declared = None if known else _misspelt(name, near)
    if declared is not None and declared.span is not None:
        if others:
            return _at_the_declaration(name, findings, declared)
        return evolve(first, labels=(*first.labels, Label(declared.span, "declared here, and never used")))
    if not others or first.code == "R0206":
        return first
    zone = next((found for found in others if found.hint.startswith("declare it: `zone ")), None)
    if zone is not None and zone.code == first.code:  # something is moved there, so it can be nothing else
        first = evolve(first, title=zone.title, hint=zone.hint)
    if first.code in ABOUT_WORDS and (kind := _listed(first, world)) is not None and kind.span is not None:
        return _at_the_list(name, findings, kind, kind.span)
    label = first.labels[0]
    text = f"{label.text}; {also_in(findings)}" if label.text else also_in(findings)
    return evolve(first, labels=(Label(label.span, text), *first.labels[1:]))


def _is_unused(symbol: Symbol) -> bool:
    return not symbol.references and symbol.span is not None and symbol.name not in ("setup", "play")


def _misspelt(name: str, near: Sequence[Symbol]) -> Symbol | None:
    """Something with a name alike that nobody speaks of.

    There are many findings, and each looks at all names. Where these are many too, it looks only at those
    with the same first letter, as `suggest.py` does.
    """
    if len(near) > MOST:
        return None
    for symbol in near:
        plain = symbol.name.rpartition(".")[2]
        if plain == name or (len(near) > MANY and plain[:1] != name[:1]):
            continue
        if _is_unused(symbol) and _alike(name, plain):
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
    return f"not known; {also_in(findings)}"


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
