"""Where the check is in a rule: who is who, what the slots hold, and what was shown on the way here.

In: atoms and keys of `labels.py`. Out: whether a seat knows them at this point (`unknown`), and a scene in
which something was learned or forgotten. `known` is never changed in place, so that it can be kept.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from rulelang.checks.secrets.labels import (
    ACTIVE,
    ANY,
    EVERYBODY,
    FAR,
    FLAGS,
    NOBODY,
    NOTHING,
    YOU,
    Atom,
    Key,
    Known,
    Label,
    Seen,
    few,
    slot_atom,
)
from rulelang.source import Span
from rulelang.typed.symbols import Local, TrackSymbol, ZoneSymbol

if TYPE_CHECKING:
    from rulelang.checks.secrets.summaries import Deeds, Knowledge, Summary

ALL = frozenset((EVERYBODY,))
DEEPEST = 20  # slots that depend on slots
MOST_KNOWN = 400  # things shown in one rule
MOST_REASONS = 20  # conditions around one line


@frozen(eq=False)
class Reason:
    """A condition under which lines are carried out."""

    label: Label
    span: Span
    silent: bool  # nothing that is seen happens in these lines, so a sentence in them tells the condition


@frozen(eq=False)
class Rest:
    """What it tells that the lines behind a statement are carried out."""

    label: Label
    span: Span
    lasts: bool  # also behind the end of the block


@define(eq=False)
class Scene:
    whole: Knowledge  # what is known of all rules and values
    summary: Summary  # what is found out about this one
    you: Key = YOU
    active: Key = ACTIVE
    slots: dict[Local, Seen] = field(factory=dict)
    keys: dict[Local, Key] = field(factory=dict)
    bases: dict[Atom, Label] = field(factory=dict)  # of a slot's atom: what it depends on
    depths: dict[Atom, int] = field(factory=dict)  # of a slot's atom: how many slots stand behind it
    known: Known = field(factory=dict)
    reasons: tuple[Reason, ...] = ()  # the conditions under which this line is carried out
    rest: list[Rest] = field(factory=list)  # for the lines behind this one
    exits: list[Known] = field(factory=list)  # what was known where the rule was left early
    deeds: Deeds = field(factory=dict)  # what an imagined rule has put where, before this is asked


def knows(atom: Atom, seat: Key, scene: Scene) -> bool:
    """Whether a seat knows one secret: it was shown, or it is the seat's own."""
    who = scene.known.get(atom)
    if who is not None and (EVERYBODY in who or seat in who):
        return True
    if atom[0] in ("zone", "track"):
        if atom[1].sees == "owner" and seat == atom[2] and seat != FAR:
            return True
        if atom[1].sees == "others" and seat not in (atom[2], EVERYBODY, NOBODY):
            return True
    elif atom[0] == "chosen":
        if seat == atom[2] and seat != FAR:
            return True
    else:
        return False
    who = scene.known.get((atom[0], atom[1], ANY))
    return who is not None and (EVERYBODY in who or seat in who)


def unknown(label: Label, seat: Key, scene: Scene, shown: Container[Atom] = ()) -> Label:
    """What a seat does not know of a label, with what is behind slots; `shown` is known besides."""
    if not label or label <= FLAGS:
        return NOTHING
    found: set[Atom] = set()
    looked_at: set[Atom] = set(FLAGS)
    waiting = list(label)
    while waiting:
        atom = waiting.pop()
        if atom in looked_at:
            continue
        looked_at.add(atom)
        if atom in shown or knows(atom, seat, scene):
            continue
        if atom[0] == "slot":
            waiting += scene.bases[atom]
        else:
            found.add(atom)
    return frozenset(found)


def outside(label: Label, scene: Scene) -> Label:
    """A label without the slots of this rule, for those who carried it out; what all know is left out."""
    return few(unknown(label, EVERYBODY, scene) | (label & FLAGS))


def bind(local: Local, seen: Seen, scene: Scene) -> None:
    """Gives a slot what it holds. Who knows it now knows it as long as the slot is there."""
    content, size = seen
    atom = slot_atom(local)
    secret = (content | size) - FLAGS
    if not secret:
        scene.slots[local] = seen
        return
    if not unknown(secret, EVERYBODY, scene):
        scene.slots[local] = (content & FLAGS, NOTHING)
        return
    depth = 1 + max(scene.depths.get(behind, 0) for behind in secret)
    if depth > DEEPEST:  # `let b be a + 1`, and so on for ever: what is behind them is enough
        secret, depth = unknown(secret, EVERYBODY, scene), 1
    scene.depths[atom] = depth
    scene.bases[atom] = few(scene.bases.get(atom, NOTHING) | secret)
    who = _who_knows(secret, scene)
    if who or atom in scene.known:
        scene.known = {**scene.known, atom: who}
    own = frozenset((atom,))
    scene.slots[local] = ((content & FLAGS) | own, own if size - FLAGS else NOTHING)


def _who_knows(label: Label, scene: Scene) -> frozenset[Key]:
    """Those of the players to whom something was shown that know all of a label."""
    if not scene.known:
        return frozenset()
    shown = frozenset().union(*scene.known.values()) - ALL
    return frozenset(seat for seat in shown if not unknown(label, seat, scene))


# ---------------------------------------------------------------- learning and forgetting


def show(atoms: Iterable[Atom], seat: Key, scene: Scene) -> None:
    """From here on the seat knows these."""
    if scene.whole.is_imagined:
        return
    more = {atom: scene.known.get(atom, frozenset()) | {seat} for atom in atoms}
    if more:
        scene.known = {**scene.known, **more}
        if len(scene.known) > MOST_KNOWN:
            scene.known = dict(list(scene.known.items())[MOST_KNOWN // 2 :])


def forget(symbol: ZoneSymbol | TrackSymbol, scene: Scene, moved: Label | None = None) -> None:
    """It is no longer what it was: only who knows what was moved there still knows all that is there."""
    scene.summary.lost.add(symbol)
    known = scene.known
    if not any(_is_about(atom, symbol) for atom in known):
        return
    left: Known = {}
    for atom, who in known.items():
        if atom[0] == "part":
            if symbol in atom[2]:
                continue
        elif atom[0] != "slot" and atom[1] is symbol:
            who = frozenset(seat for seat in who if moved is not None and not unknown(moved, seat, scene))
            if not who:
                continue
        left[atom] = who
    scene.known = left


def does(symbol: ZoneSymbol | TrackSymbol, content: Label, size: Label, scene: Scene) -> None:
    """Something would be put there, in a rule that is only imagined. The conditions around it tell too."""
    reasons: Label = frozenset().union(*(reason.label for reason in scene.reasons))
    scene.summary.puts(symbol, outside(content | reasons, scene), outside(size | reasons, scene))


def lose_parts(symbols: Iterable[ZoneSymbol], scene: Scene) -> None:
    """The ends of these zones are others now."""
    gone = set(symbols)
    if any(atom[0] == "part" and not gone.isdisjoint(atom[2]) for atom in scene.known):
        scene.known = {
            atom: who for atom, who in scene.known.items() if atom[0] != "part" or gone.isdisjoint(atom[2])
        }


def _is_about(atom: Atom, symbol: ZoneSymbol | TrackSymbol) -> bool:
    return symbol in atom[2] if atom[0] == "part" else atom[0] != "slot" and atom[1] is symbol


def shown_to(seat: Key, known: Known) -> Label:
    return frozenset(atom for atom, who in known.items() if EVERYBODY in who or seat in who)


def under(label: Label, span: Span, silent: bool, scene: Scene) -> None:
    """From here on the lines are carried out only if a condition holds."""
    if label - FLAGS and len(scene.reasons) < MOST_REASONS:
        scene.reasons += (Reason(label, span, silent),)


def joined(one: Known, other: Known) -> Known:
    """What is known whichever way was taken."""
    if one is other:
        return one
    found: Known = {}
    for atom, who in one.items():
        others = other.get(atom)
        if others is None:
            continue
        both = who if EVERYBODY in others else others if EVERYBODY in who else who & others
        if both:
            found[atom] = both
    return found
