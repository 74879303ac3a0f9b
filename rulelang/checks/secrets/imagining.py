"""What it tells to ask what would be: `shown after grab(p)` looks at what `grab` would bring to light.

In: a `WhatIf` in a scene. Out: what its value tells. The rule is looked at as if nobody saw it, with a
`Knowledge` of its own: a card that it would turn up is as hidden as before. Whatever it would put into a zone
or a track is then behind everything that the question reads there.
"""

from __future__ import annotations

from functools import partial

from attrs import evolve

from rulelang.checks.secrets.calling import call
from rulelang.checks.secrets.labels import NOTHING, Label, Seen
from rulelang.checks.secrets.looking import PLACED, PLACES, look
from rulelang.checks.secrets.scene import Scene
from rulelang.checks.secrets.summaries import Deeds, Knowledge, Summary
from rulelang.typed import expressions as typed
from rulelang.typed.symbols import CallableSymbol, TrackSymbol, ZoneSymbol
from rulelang.typed.walk import expressions

ROUNDS = 6  # circles of rules are looked at so often at most
WHEREABOUTS = (typed.Position, typed.HolderOf, typed.Membership, typed.Repeats)


def look_at_what_if(expr: typed.WhatIf, scene: Scene) -> Seen:
    scene.whole.imagining.update(scene.whole.under_way[-1:])
    deeds = _deeds(expr, scene)
    told_before = scene.deeds
    scene.deeds = {**told_before, **deeds}
    content, size = look(expr.value, scene)
    scene.deeds = told_before
    behind = _behind_values(expr.value, deeds, scene.whole) - PLACED
    return content | behind, size | behind


def _deeds(expr: typed.WhatIf, scene: Scene) -> Deeds:
    """What the rule would put where, with all that it carries out and the abilities that wait for it."""
    whole = scene.whole
    mind = whole.imagination
    if mind is None:
        mind = whole if whole.is_imagined else _as_imagined(whole)
        whole.imagination = mind
    before = {key: value for key, value in scene.known.items() if key[0] == "slot"}
    inner = evolve(scene, whole=mind, summary=Summary(), known=before, reasons=(), rest=[], exits=[])
    if mind is whole:
        call(expr.rule, expr.args, expr.span, inner)
        return inner.summary.deeds
    for _ in range(ROUNDS):
        inner.summary = Summary()
        mind.look(partial(call, expr.rule, expr.args, expr.span, inner))
        if not mind.again():
            break
    return inner.summary.deeds


def _as_imagined(whole: Knowledge) -> Knowledge:
    functions = whole.look_at_value, whole.look_at_rule, whole.look_at_ability, whole.look_at_what_if
    return Knowledge(
        whole.definition, *functions, rules=whole.rules, values=whole.values, hidden=whole.hidden,
        hooks=whole.hooks, seen=whole.seen, is_imagined=True,
    )  # fmt: skip


def _behind_values(asked: typed.Expr, deeds: Deeds, whole: Knowledge) -> Label:
    """What is behind values that are asked, and where components lie: nothing there sees deeds."""
    label: Label = NOTHING
    seen: set[CallableSymbol] = set()
    waiting = [(asked, False)]
    while waiting:
        start, in_a_value = waiting.pop()
        for part in expressions(start):
            called: list[CallableSymbol] = []
            match part:
                case typed.ZoneRef(zone=symbol) if in_a_value and symbol in deeds:
                    label |= deeds[symbol][0] | deeds[symbol][1]
                case typed.TrackRef(track=track) if in_a_value and track in deeds:
                    label |= deeds[track][0]
                case typed.FunctionCall(name=name) if name in PLACES:
                    label |= _anywhere(deeds)
                case typed.ValueCall(value=value) | typed.PathQuery(by=value):
                    called = [value]
                case typed.LongestWay(ends=ends, length=length):
                    called = [ends, *([] if length is None else [length])]
                case _ if isinstance(part, WHEREABOUTS):
                    label |= _anywhere(deeds)
                    if isinstance(part, typed.Repeats):
                        label |= _remembered(part, deeds)
            for value in called:
                if value in seen or value not in whole.values:
                    continue
                seen.add(value)
                waiting += [(inner, True) for inner in whole.values[value].expressions()]
                for ability in whole.hooks.get(value, ()):
                    waiting += [(inner, True) for inner in (ability.when, ability.value) if inner is not None]
    return label


def _anywhere(deeds: Deeds) -> Label:
    return frozenset().union(*(deeds[symbol][0] for symbol in deeds if isinstance(symbol, ZoneSymbol)))


def _remembered(repeats: typed.Repeats, deeds: Deeds) -> Label:
    tracks = (track for track in repeats.memory.tracks if isinstance(track, TrackSymbol) and track in deeds)
    return frozenset().union(*(deeds[track][0] for track in tracks))
