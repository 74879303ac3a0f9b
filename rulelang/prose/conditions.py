"""Conditions in words: what is true or false, as a clause, also denied.

In: typed conditions. Out: clauses that can follow `if`. A comparison is a subject with a predicate; what
belongs to something with yes or no is in `members.py`, what is worked out in `calls.py`.
"""

from __future__ import annotations

from attrs import evolve

from rulelang.prose.comparisons import (
    SUBJECT_HERE,
    Compared,
    in_a_row,
    joined,
    joining,
    opposite,
    predicate,
    subject_of,
)
from rulelang.prose.elements import those
from rulelang.prose.ink import without_marks
from rulelang.prose.members import Member, local_name, member_name, member_of, own_absence
from rulelang.prose.naming import bind_element, presented, unnamed
from rulelang.prose.speaker import Speaker, ToClause, clause, group, np, the, things
from rulelang.typed import expressions as typed
from rulelang.types import BOOL, Num, Player, Seq, bare, item_of

# A number of things that is compared with nothing: whether there is any.
ANY = {
    (">", 0): True,
    ("is_not", 0): True,
    (">=", 1): True,
    ("is", 0): False,
    ("<=", 0): False,
    ("<", 1): False,
}
LONGEST_INSIDE = 45  # letters of such a subject


# ---------------------------------------------------------------- logic


def _not(speaker: Speaker, node: typed.Not, denied: bool) -> str:
    return clause(speaker, node.operand, not denied)


def _logic(speaker: Speaker, node: typed.Logic, denied: bool) -> str:
    """a, b and c; denied, it is the other word with all parts denied."""
    word = joining(node, denied)
    parts = list[str]()
    for side, inverted in joined(node, denied):
        if word == "and" and joining(side, inverted) == "or":
            either = [clause(speaker, one, other) for one, other in joined(side, inverted)]
            parts.append(in_a_row(speaker, either, "or", inside=True))
        else:
            speaker.goes_on = word == "and" and bool(parts)
            parts.append(clause(speaker, side, inverted))
            speaker.goes_on = False
    return in_a_row(speaker, parts, word)


def _if_then_else(speaker: Speaker, node: typed.IfThenElse, denied: bool) -> str:
    parts = clause(speaker, node.then, denied), clause(speaker, node.condition)
    return speaker.say("clause.if_else", *parts, clause(speaker, node.other, denied))


def _truth(speaker: Speaker, node: typed.Truth, denied: bool) -> str:
    return speaker.say("clause.always" if node.value != denied else "clause.never")


def _your_turn(speaker: Speaker, node: typed.YourTurn, denied: bool) -> str:
    return speaker.say("clause.not_your_turn" if denied else "clause.your_turn")


# ---------------------------------------------------------------- comparisons


def _comparison(speaker: Speaker, node: typed.Comparison, denied: bool) -> str:
    if isinstance(node.right, typed.Nothing):
        return _absence(speaker, node.left, (node.op == "is") != denied)
    if node.left.type == BOOL:
        return _same_truth(speaker, node, denied)
    if isinstance(node.left, typed.Count) and isinstance(node.right, typed.Number):
        some = ANY.get((node.op, node.right.value))
        if some is not None:
            return _any_in(speaker, node.left.items, some != denied)
    return _with_subject(speaker, node, denied)


def _with_subject(speaker: Speaker, node: Compared, denied: bool) -> str:
    subject, (goes_on, speaker.goes_on) = subject_of(node), (speaker.goes_on, False)
    assert subject is not None
    phrase = np(speaker, subject)
    if (
        isinstance(subject, typed.SettingRef)
        and isinstance(node, typed.Comparison)
        and not isinstance(bare(node.left.type), Num)
    ):
        name, form = speaker.texts.own_name(f"setting.{subject.setting.name}"), opposite(node, denied)
        return speaker.say(
            "clause.setting_is" if form.op == "is" else "clause.setting_is_not",
            name,
            the(speaker, node.right),
        )
    said = predicate(speaker, opposite(node, denied), phrase)
    verb, _, rest = said.partition(SUBJECT_HERE)
    if rest and not goes_on and len(without_marks(phrase.the)) <= LONGEST_INSIDE:
        return speaker.say("clause.is_inside", phrase, verb, rest)
    return speaker.say("clause.is", phrase, verb + rest)


def _emptiness(speaker: Speaker, node: typed.Emptiness, denied: bool) -> str:
    is_set = isinstance(bare(node.operand.type), Seq)
    some = (node.op == "not_empty") != denied
    if is_set or isinstance(node.operand, typed.ZoneRef):
        return _any_in(speaker, node.operand, some)
    return _with_subject(speaker, node, denied)


def _zone_holds(speaker: Speaker, node: typed.ZoneRef, some: bool) -> str:
    zone = np(speaker, node)
    zone = evolve(zone, many=speaker.texts.plural(zone.the))
    return speaker.say("clause.not_empty" if some else "clause.empty", zone)


def _any_in(speaker: Speaker, node: typed.Expr, some: bool) -> str:
    return (
        _zone_holds(speaker, node, some)
        if isinstance(node, typed.ZoneRef)
        else _anything(speaker, node, some)
    )


def _anything(speaker: Speaker, node: typed.Expr, some: bool) -> str:
    """Whether there is anything in a set."""
    word = "some" if some else "no"
    if isinstance(node, typed.LocalRef):
        return speaker.say(f"clause.{word}", np(speaker, node).bare)
    if isinstance(node, typed.Where | typed.Every | typed.SortedBy):
        return speaker.say(f"clause.{word}", group(speaker, node).bare)
    who = "body" if bare(item_of(node.type)) == Player() else "thing"
    return speaker.say(f"clause.{word}{who}_in", things(speaker, node))


def _absence(speaker: Speaker, node: typed.Expr, none: bool) -> str:
    """Something is none, or is there."""
    own = own_absence(speaker, node, none)
    if own is not None:
        return own
    word = "none" if none else "some"
    match node:
        case typed.TrackRef(bare=False, owner=typed.Expr() as owner) if not isinstance(owner, typed.PairOf):
            return _absent_member(speaker, node, owner, word)
        case typed.FieldRef(bare=False, owner=owner) | typed.ChosenBy(player=owner):
            return _absent_member(speaker, node, owner, word)
    key = "player" if bare(node.type) == Player() else "thing"
    found = np(speaker, node)
    return speaker.say(f"clause.{word}_{key}", found.bare, found.the)


def _absent_member(speaker: Speaker, node: Member, owner: typed.Expr, word: str) -> str:
    """The same of something whose owner the author names."""
    who = np(speaker, owner)
    whole = member_of(speaker, node, who).the
    return speaker.say(f"clause.{word}_owned", who, member_name(speaker, node), whole)


def _same_truth(speaker: Speaker, node: typed.Comparison, denied: bool) -> str:
    """Two conditions compared: a literal on the right decides which one is meant."""
    alike = (node.op == "is") != denied
    if isinstance(node.right, typed.Truth):
        return clause(speaker, node.left, node.right.value != alike)
    key = "clause.as_much" if alike else "clause.not_as_much"
    return speaker.say(key, clause(speaker, node.left), clause(speaker, node.right))


# ---------------------------------------------------------------- sets


def _quantified(speaker: Speaker, node: typed.Quantified, denied: bool) -> str:
    if node.how == "all":
        return _for_all(speaker, node, denied)
    some = (node.how == "any") != denied
    if node.condition is not None and node.local is not None:
        found = those(speaker, node.items, node.local, node.condition)
        return speaker.say("clause.any" if some else "clause.not_any", found.one)
    return _any_in(speaker, node.items, some)


def _for_all(speaker: Speaker, node: typed.Quantified, denied: bool) -> str:
    items = group(speaker, node.items)
    with speaker.block():
        element = bind_element(speaker, node.local or unnamed(item_of(node.items.type)))
        one = presented(speaker, items.one, element)
        condition = clause(speaker, node.condition) if node.condition is not None else ""
    return speaker.say("clause.not_all" if denied else "clause.all", one, condition)


# ---------------------------------------------------------------- flags


def _setting(speaker: Speaker, node: typed.SettingRef, denied: bool) -> str:
    name = speaker.texts.own_name(f"setting.{node.setting.name}")
    return speaker.say(f"clause.{'not_' if denied else ''}on", name)


def _local(speaker: Speaker, node: typed.LocalRef, denied: bool) -> str:
    if node.local.role == "result":
        return speaker.say(f"clause.{'not_' if denied else ''}as_usual")
    return speaker.say(f"clause.{'not_' if denied else ''}applies", local_name(speaker, node.local))


def _others(speaker: Speaker, node: typed.Expr, denied: bool) -> str:
    """One of several conditions: it is said by its place among them."""
    phrase = speaker.tables.phrases[type(node)](speaker, node)
    return speaker.say(f"clause.{'not_' if denied else ''}holds", phrase)


CLAUSES: dict[type, ToClause] = {
    typed.Not: _not, typed.Logic: _logic, typed.IfThenElse: _if_then_else, typed.Truth: _truth,
    typed.YourTurn: _your_turn, typed.Comparison: _comparison, typed.Membership: _with_subject,
    typed.Emptiness: _emptiness, typed.Quantified: _quantified, typed.SettingRef: _setting,
    typed.LocalRef: _local, typed.Expr: _others,
}  # fmt: skip
