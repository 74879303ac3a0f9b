"""Scenarios from their lines, also from those of another scenario: `as in …`.

In: the lines of heads and positions. Out: `Scenario`s. What a scenario says itself is stronger than what it
takes over; answers, and what chance gives after them, are never taken over.
"""

from __future__ import annotations

from typing import Any

from rulelang.diagnostics import Report
from rulelang.ir.script import GIVEN, Scenario, Site, Step
from rulelang.scenarios.lines import span_of
from rulelang.suggest import did_you_mean

_OWN = ("covers", "as_in", "refused")  # what a head does not take over
DEEPEST = 20  # scenarios that build on each other


def scenario_of(title: str, site: Site, head: tuple[Step, ...], steps: tuple[Step, ...]) -> Scenario:
    said: dict[str, Any] = {step.verb: step.parts for step in head}
    rule, by = said.get("at", ("", None))
    return Scenario(
        title=title,
        site=site,
        covers=tuple(number for step in head if step.verb == "covers" for number in step.parts[0]),
        players=said.get("players", (None,))[0],
        seed=said.get("seed", (0,))[0],
        variants=said.get("variants", ((),))[0],
        settings=tuple(step.parts for step in head if step.verb == "set"),
        forced=said.get("forced", ("take",))[0],
        at=rule,
        by=by,
        steps=steps,
        head=head,
    )


def key_of(step: Step) -> tuple[Any, ...]:
    """What a line of the head is about: two lines about the same thing are one too many."""
    words = {"set": ("set", *step.parts[:1]), "setup": ("setup", f"{(*step.parts, '')[0]}s")}
    other = {"as_in": ("as in",), "refused": ("cannot be played",)}
    return words.get(step.verb) or other.get(step.verb) or (step.verb,)


def target_of(step: Step) -> tuple[Any, ...]:
    """What a line of a position is about."""
    if step.verb in ("zone", "fill", "top", "bottom", "rest"):
        return step.verb, *step.parts[:2]
    return step.verb, *step.parts[: {"cell": 4, "track": 2, "next": 1}[step.verb]]


def _replaces(own: Step, other: Step) -> bool:
    """Whether a line of a position puts another one out of force."""
    if target_of(own) == target_of(other):
        return True
    whole = own.verb == "zone" and other.verb in ("top", "bottom", "fill")
    return whole and own.parts[:2] == other.parts[:2]


def with_shared(scenarios: list[Scenario], broken: list[Scenario], report: Report) -> None:
    """Puts the lines of others into the scenarios that name them; those that cannot be are broken."""
    known: dict[str, list[Scenario]] = {}
    for scenario in (*scenarios, *broken):
        known.setdefault(scenario.title, []).append(scenario)
    done: dict[int, Scenario | None] = {id(scenario): None for scenario in broken}  # None: it cannot be run
    for scenario in scenarios:
        _complete(scenario, known, done, report)
    broken += [scenario for scenario in scenarios if done[id(scenario)] is None]
    scenarios[:] = [whole for s in scenarios if (whole := done[id(s)]) is not None]


def _complete(
    scenario: Scenario, known: dict[str, list[Scenario]], done: dict[int, Scenario | None], report: Report
) -> None:
    """Follows scenarios that name each other to one that is complete, and completes them on the way back."""
    way = [scenario]
    while id(way[-1]) not in done:
        line = next((step for step in way[-1].head if step.verb == "as_in"), None)
        model = None if line is None else _model(way[-1], line, known, report)
        if line is None:
            done[id(way[-1])] = way[-1]
        elif model is None:
            done[id(way[-1])] = None
        elif any(model is other for other in way):
            _refuse(line, "the scenarios that are named here lead round in a circle", report)
            done[id(way[-1])] = None
        elif len(way) > DEEPEST:
            _refuse(line, f"more than {DEEPEST} scenarios build on each other here", report)
            done[id(way[-1])] = None
        else:
            way.append(model)
    while len(way) > 1:
        whole = done[id(way.pop())]
        done.setdefault(id(way[-1]), None if whole is None else _joined(way[-1], whole))


def _model(
    scenario: Scenario, line: Step, known: dict[str, list[Scenario]], report: Report
) -> Scenario | None:
    title = line.parts[0]
    found = known.get(title, [])
    if len(found) == 1:
        return found[0]
    if found:
        _refuse(line, f"{len(found)} scenarios of this file are called `{title}`", report)
    else:
        hint = did_you_mean(title, [name for name in known if name != scenario.title])
        _refuse(line, f"there is no scenario `{title}` in this file", report, hint)
    return None


def _refuse(line: Step, title: str, report: Report, hint: str = "") -> None:
    path, number, column = line.site
    span = span_of(report.sources[path], number, column, line.text, line.parts[0])
    report.error("R0512", title, span, hint=hint)


def _joined(scenario: Scenario, model: Scenario) -> Scenario:
    said = {key_of(step) for step in scenario.head}
    head = [step for step in model.head if step.verb not in _OWN and key_of(step) not in said]
    own = [step for step in scenario.steps if step.verb in GIVEN]
    given = [
        step
        for step in model.steps
        if step.verb in GIVEN and step.verb != "next" and not any(_replaces(line, step) for line in own)
    ]
    return scenario_of(scenario.title, scenario.site, (*head, *scenario.head), (*given, *scenario.steps))
