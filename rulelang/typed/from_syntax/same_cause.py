"""Several findings with one cause: a name that has the wrong type, or the wrong number of parameters.

In: the findings about a definition, and which names stand where. Out: the same report, in which a name that
fits nowhere is reported where it is declared, and one that does not fit in several places is reported once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from attrs import evolve

from rulelang.diagnostics import Diagnostic, Label, Report
from rulelang.source import Span
from rulelang.typed.symbols import CallableSymbol, Local, Symbol, World

FEW = 3  # places that are listed
OF_TYPES = frozenset(("R0220", "R0231", "R0232", "R0234"))


def settle_types(named: Mapping[Span, Symbol], world: World, report: Report) -> None:
    """`named` has the places where a name stands whose type is worked out from somewhere else."""
    by_name: dict[tuple[Span, str], list[Diagnostic]] = defaultdict(list)
    for found in sorted(report.found, key=lambda found: found.span):
        symbol = named.get(found.span)
        if found.code in OF_TYPES and symbol is not None and symbol.span is not None:
            # Where a name hides another, that is what is wrong, whatever is needed.
            title = "" if _hidden_by(symbol, world) else found.title
            by_name[(symbol.span, title)].append(found)
    for (declared, _), findings in by_name.items():
        first = named[findings[0].span]
        # The condition and the body of an ability know its parameters by symbols of their own.
        symbols = {id(named[found.span]): named[found.span] for found in findings}.values()
        references = sum(len(symbol.references) for symbol in symbols)
        told = _with_what_is_hidden(findings[0], first, declared, world)
        if len(findings) > 1:
            told = _told_once(first.name, declared, references, findings, told.hint)
        gone = {id(found) for found in findings}
        report.found = [found for found in report.found if id(found) not in gone]
        report.add(told)


def _hidden_by(symbol: Symbol, world: World) -> str:
    """What the same name would be outside of a rule."""
    outside: dict[str, Mapping[str, Symbol]] = {
        "zone": world.zones, "track": world.tracks, "setting": world.settings,
    }  # fmt: skip
    meant = (word for word, known in outside.items() if symbol.name in known and isinstance(symbol, Local))
    return next(meant, "")


def _with_what_is_hidden(found: Diagnostic, symbol: Symbol, declared: Span, world: World) -> Diagnostic:
    """The same finding, with another hint if the name means something else outside."""
    hidden, name = _hidden_by(symbol, world), symbol.name
    if not hidden:
        return found
    hint = f"`{name}` is what is named here, not the {hidden} `{name}`: give it another name"
    return evolve(found, labels=(*found.labels, Label(declared, "it gets its name here")), hint=hint)


def _told_once(
    name: str, declared: Span, references: int, findings: list[Diagnostic], hint: str
) -> Diagnostic:
    first = findings[0]
    if len(findings) < references:  # elsewhere it fits
        labels = (Label(first.span, also_in(findings)), Label(declared, "declared here"))
    else:
        labels = (
            Label(declared, f"this is `{name}`"),
            Label(first.span, f"needed here, {also_in(findings)}"),
        )
    return evolve(first, labels=labels, hint=hint)


def settle_calls(world: World, report: Report) -> None:
    """Where all calls have the same wrong number of arguments, it is the declaration that is wrong."""
    by_declaration: dict[Span, list[Diagnostic]] = defaultdict(list)
    for found in sorted(report.found, key=lambda found: found.span):
        if found.code == "R0230" and len(found.labels) == 2:
            by_declaration[found.labels[1].span].append(found)
    for symbol in (*world.rules.values(), *world.values.values()):
        findings = by_declaration.get(symbol.span, [])
        if not findings:
            continue
        inside = unknown_in(symbol, report)
        if len(findings) < len(symbol.references) or (len(findings) == 1 and not inside):
            continue
        call, declared = findings[0].labels
        text = f"{call.text}; {also_in(findings)}" if len(findings) > 1 else call.text
        missing = inside[0].unknown if inside else ""
        hint = f"`{missing}` is not known in it: should it be a parameter?" if missing else findings[0].hint
        merged = evolve(findings[0], labels=(declared, Label(call.span, text)), hint=hint)
        gone = [*findings, *(found for found in inside if found.unknown == missing)]
        report.found = [*(found for found in report.found if found not in gone), merged]


def unknown_in(symbol: CallableSymbol, report: Report) -> list[Diagnostic]:
    """The findings about names that are not known in a rule or value."""
    bodies = [body.span for body in symbol.bodies.values()]
    return [
        found
        for found in report.found
        if found.unknown
        and any(b.path == found.span.path and b.line <= found.span.line <= b.end_line for b in bodies)
    ]


def also_in(findings: list[Diagnostic]) -> str:
    """Where the others are, beside the first."""
    first, *others = findings
    lines = list(dict.fromkeys(found.span.line for found in others))
    if any(found.span.path != first.span.path for found in others) or len(lines) > FEW:
        return f"and in {len(others)} other place{'s' if len(others) > 1 else ''}"
    if lines == [first.span.line]:
        return "more than once in this line"
    return f"and in line{'s' if len(lines) > 1 else ''} {', '.join(map(str, lines))}"
