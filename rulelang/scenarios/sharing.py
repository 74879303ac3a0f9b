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
    return step.verb, *step.parts[: {"cell": 3, "track": 2, "next": 1}[step.verb]]


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
    whole = {id(s): s for s in scenarios if not any(step.verb == "as_in" for step in s.head)}
    spoilt = {id(s) for s in broken}
    # Each round completes those whose model is complete; what is left over leads round in a circle.
    waiting = [s for s in scenarios if id(s) not in whole]
    while waiting:
        later = []
        for scenario in waiting:
            line = next(step for step in scenario.head if step.verb == "as_in")
            model = _model(scenario, line, known, report)
            if model is None or id(model) in spoilt:
                spoilt.add(id(scenario))
            elif id(model) in whole:
                whole[id(scenario)] = _joined(scenario, whole[id(model)])
            else:
                later.append(scenario)
        if len(later) == len(waiting):
            line = next(step for step in later[0].head if step.verb == "as_in")
            _refuse(line, "the scenarios that are named here lead round in a circle", report)
            spoilt |= {id(scenario) for scenario in later}
            later = []
        waiting = later
    broken += [s for s in scenarios if id(s) in spoilt]
    scenarios[:] = [whole[id(s)] for s in scenarios if id(s) not in spoilt]


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
