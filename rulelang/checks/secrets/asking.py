"""What seats are shown: questions, their options, and sentences.

In: a question or a sentence in a scene. Out: a leak for each atom that whoever it reaches may not know there,
be it in the options or the words, be it in the conditions under which the line is carried out.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulelang.checks.secrets.changing import is_told, rename
from rulelang.checks.secrets.keys import is_component
from rulelang.checks.secrets.labels import EVERYBODY, NOTHING, QUIET, Atom, Key, Label, Seen
from rulelang.checks.secrets.looking import look, told
from rulelang.checks.secrets.scene import Scene, bind, shown_to, unknown
from rulelang.checks.secrets.summaries import Asked, Leak
from rulelang.source import Span
from rulelang.typed import expressions as typed
from rulelang.typed import statements as stmts
from rulelang.typed.symbols import Local


def leaks(how: str, label: Label, seat: Key, span: Span, scene: Scene, also: Span | None = None) -> None:
    for atom in unknown(label, seat, scene):
        if how == "said" and _is_plain_choice(atom, scene):
            continue
        firm = atom[0] in ("zone", "track") and atom[1] in scene.summary.lost
        scene.summary.add(Leak(how, span, seat, atom, also, firm))


def _is_plain_choice(atom: Atom, scene: Scene) -> bool:
    """A number or word chosen in secret: to say it is the only way to bring it to light."""
    return atom[0] == "chosen" and not is_component(atom[1].type, scene.whole.definition.world)


def asks(seat: Key, span: Span, scene: Scene) -> None:
    """Somebody is asked: that alone tells that the conditions around it hold."""
    scene.summary.asked.append(Asked(span, seat, shown_to(seat, scene.known)))
    for reason in scene.reasons:
        leaks("asked", reason.label, seat, reason.span, scene, span)


def offers(
    seat: Key, picks: tuple[stmts.Binding, ...], others: Iterable[typed.Expr | None], span: Span, scene: Scene
) -> None:
    label: Label = NOTHING
    found = []
    for pick in picks:
        seen = look(pick.items, scene)
        found.append(seen)
        label |= seen[0] | seen[1]
        scene.slots[pick.element] = (seen[0], NOTHING)
        scene.slots[pick.local] = (seen[0], NOTHING)
        rename(pick.local, ("slot", pick.local), scene)
    for expr in others:
        if expr is not None:
            label |= told(expr, scene)
    leaks("offered", label, seat, span, scene)
    for pick, seen in zip(picks, found, strict=True):
        _decided(pick.local, seen, scene)


def _decided(local: Local, seen: Seen, scene: Scene) -> None:
    """What a player chose. To name a number or a word is a deed, also if a hand was the reason for it."""
    if is_component(local.type, scene.whole.definition.world):
        bind(local, (seen[0] | {QUIET}, seen[1]), scene)
    else:
        bind(local, (frozenset((QUIET,)), NOTHING), scene)


def say(said: stmts.Say, scene: Scene) -> None:
    scene.summary.asked.append(Asked(said.span, EVERYBODY, shown_to(EVERYBODY, scene.known), "said"))
    for reason in scene.reasons:
        if reason.silent:
            leaks("said", reason.label, EVERYBODY, said.span, scene, reason.span)
    label: Label = NOTHING
    for arg in said.args:
        label |= told(arg, scene)
    if label:
        leaks("said", label, EVERYBODY, said.span, scene)
        is_told(said.args, scene)
