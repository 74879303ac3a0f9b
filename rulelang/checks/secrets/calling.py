"""What a rule does to the scene that calls it, with the abilities that wait for it.

In: a call in a scene. Out: the leaks of the called ones that what is known here does not make harmless, what
is known afterwards, and what is forgotten.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve

from rulelang.checks.secrets.labels import (
    NOBODY,
    NOTHING,
    OPEN,
    ROLLED,
    Given,
    Key,
    Label,
    Seen,
    as_it_is,
    depends_on_arguments,
    few,
)
from rulelang.checks.secrets.looking import given
from rulelang.checks.secrets.scene import Scene, does, forget, show, shown_to, unknown
from rulelang.checks.secrets.summaries import Asked, Called, Condition, Knowledge, Leak, Summary
from rulelang.source import Span
from rulelang.typed import expressions as typed
from rulelang.typed.definition import Ability
from rulelang.typed.symbols import CallableSymbol

MOST_VISITS = 200  # of rules, for the questions in one
MOST_QUESTIONS = 30  # in one rule: a condition is told once, whatever stands under it


def call(rule: CallableSymbol, args: tuple[typed.Expr, ...], span: Span, scene: Scene) -> Seen:
    """Carries out a rule; what its answer tells, if it has one."""
    put = given(args, scene)
    scene.summary.called.append(Called(rule, put, scene.known))
    if scene.reasons:
        _asks_inside(rule, put, scene)
    hooks = scene.whole.hooks.get(rule, ())
    replaced = any(ability.how == "instead" for ability in hooks)
    for ability in hooks:
        if ability.how in ("before", "instead"):
            _apply(scene.whole.ability(ability), put, span, scene, surely=False)
    _apply(scene.whole.rule(rule), put, span, scene, surely=not replaced)
    for ability in hooks:
        if ability.how == "after":
            _apply(scene.whole.ability(ability), put, span, scene, surely=False)
    return _answer(rule, hooks, put, scene)


def _answer(rule: CallableSymbol, hooks: Iterable[Ability], put: Given, scene: Scene) -> Seen:
    if rule.answer is None:
        return OPEN
    content, size = NOTHING, NOTHING
    replacing = [scene.whole.ability(ability) for ability in hooks if ability.how == "instead"]
    for summary in (scene.whole.rule(rule), *replacing):
        if summary is not None:
            content |= put.label(summary.answer[0])
            size |= put.label(summary.answer[1])
    return few(content), few(size)


def _apply(summary: Summary | None, put: Given, span: Span, scene: Scene, *, surely: bool) -> None:
    if summary is None:  # it is being looked at: it may change everything
        for symbol in scene.whole.hidden:
            forget(symbol, scene)
        return
    for leak in summary.leaks:
        _passed_on(leak, put, span, scene)
    for condition in summary.conditions.values():
        label = put.label(condition.label)
        if label:
            inner, known = condition.put.seen_from(put), put.known(condition.known)
            within = Condition(condition.span, label, condition.rule, inner, known, condition.silent)
            _under_condition(within, scene)
    for symbol, (content, size) in summary.deeds.items():
        does(symbol, put.label(content), put.label(size), scene)
    for symbol in summary.lost:
        forget(symbol, scene)
    if surely:
        for atom, who in summary.gives.items():
            for seat in who:
                show(put.shown(atom), put.key(seat), scene)


def _passed_on(leak: Leak, put: Given, span: Span, scene: Scene) -> None:
    """A leak of a called rule, in terms of the caller: gone, if what it tells is known here."""
    seat, label = put.key(leak.seat), put.atoms(leak.atom)
    if leak.how == "rolled":
        if leak.atom == ROLLED or ROLLED in label:
            scene.summary.add(evolve(leak, atom=ROLLED))
            return
        left: Label = frozenset(atom for atom in unknown(label, seat, scene) if atom[0] == "argument")
    else:
        left = label if leak.firm else unknown(label, seat, scene)
    if not left:
        return
    also = span if depends_on_arguments(leak.atom) and leak.how != "asked" else leak.also
    for atom in left:
        firm = leak.firm or (atom[0] in ("zone", "track") and atom[1] in scene.summary.lost)
        scene.summary.add(evolve(leak, seat=seat, atom=atom, also=also, firm=firm))


def _asks_inside(rule: CallableSymbol, put: Given, scene: Scene) -> None:
    """The questions in a rule that is carried out only under a condition."""
    for reason in scene.reasons:
        condition = Condition(reason.span, reason.label, rule, put, scene.known, reason.silent)
        _under_condition(condition, scene)


def _under_condition(condition: Condition, scene: Scene) -> None:
    """What it tells to be asked in a rule; as far as it depends on arguments, the callers find out."""
    left = unknown(condition.label, NOBODY, scene)
    open_ends = frozenset(atom for atom in left if atom[0] in ("argument", "size"))
    if open_ends:
        scene.summary.wait(evolve(condition, label=open_ends))
    if left == open_ends:
        return
    for asked in _questions(condition.rule, scene.whole):
        if asked.how == "said" and not condition.silent:
            continue
        seat = condition.put.key(asked.seat)
        shown = {atom for inner in asked.shown for atom in condition.put.shown(inner)}
        shown |= shown_to(seat, condition.known)
        for atom in unknown(condition.label, seat, scene, shown) - open_ends:
            firm = atom[0] in ("zone", "track") and atom[1] in scene.summary.lost
            places = condition.span, asked.span
            where, also = places if asked.how == "asked" else places[::-1]
            scene.summary.add(Leak(asked.how, where, seat, atom, also, firm))


def _questions(rule: CallableSymbol, whole: Knowledge) -> tuple[Asked, ...]:
    """Every decision and sentence in a rule, in those that it carries out and in their abilities."""
    if rule in whole.questions:
        return whole.questions[rule]
    found: dict[tuple[Span, Key], Asked] = {}
    waiting = [Called(rule, as_it_is(len(rule.params)), {})]
    visited: set[tuple[object, ...]] = set()
    while waiting and len(visited) < MOST_VISITS and len(found) < MOST_QUESTIONS:
        here = waiting.pop()
        if (here.rule, here.put.you, here.put.keys) in visited:
            continue
        visited.add((here.rule, here.put.you, here.put.keys))
        if here.rule in whole.questions:  # found before: the rules behind it need not be walked again
            _note(whole.questions[here.rule], here, found)
            continue
        hooks = (whole.ability(ability) for ability in whole.hooks.get(here.rule, ()))
        for summary in (whole.rule(here.rule), *hooks):
            if summary is None:
                continue
            _note(summary.asked, here, found)
            for called in summary.called:
                known = {**here.known, **here.put.known(called.known)}
                waiting.append(Called(called.rule, called.put.seen_from(here.put), known))
    whole.questions[rule] = tuple(found.values())[:MOST_QUESTIONS]
    return whole.questions[rule]


def _note(questions: Iterable[Asked], here: Called, found: dict[tuple[Span, Key], Asked]) -> None:
    """Questions of a rule that is called here, in terms of whoever calls it."""
    for asked in questions:
        seat = here.put.key(asked.seat)
        shown = frozenset(atom for inner in asked.shown for atom in here.put.shown(inner))
        shown |= shown_to(seat, here.known)
        found[asked.span, seat] = Asked(asked.span, seat, shown, asked.how)
