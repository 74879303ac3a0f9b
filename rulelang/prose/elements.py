"""Conditions on the elements of a set, and what the elements have.

In: a set with its condition. Out: the set in words; the condition follows its elements as `whose suit is …`
where it speaks of what the element has, or as `for which …`.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.inflection.forms import mentions, unclosed
from rulelang.prose.calls import clause_of_element, key_of, of_element, own_title, says_of_element
from rulelang.prose.comparisons import (
    SUBJECT_HERE,
    Compared,
    in_a_row,
    joining,
    pointed_at,
    predicate,
    said_of,
    subject_of,
)
from rulelang.prose.members import member_name
from rulelang.prose.naming import bind_element, meant_by, presented
from rulelang.prose.speaker import Group, Named, Speaker, clause, group, np
from rulelang.prose.texts import Phrase, with_gaps
from rulelang.typed import expressions as typed
from rulelang.typed.symbols import Local
from rulelang.types import BOOL, PLAYER, bare

WHOSE = (" {1.gen}", " of {1}")  # at the end of an author's name: what it belongs to


def those(speaker: Speaker, items: typed.Expr, local: Local, condition: typed.Expr) -> Group:
    """The elements for which a condition holds."""
    outer = group(speaker, items)
    with speaker.block():
        element = bind_element(speaker, local)
        if (other := _all_but(speaker, condition, element)) is not None:
            forms = (outer.all, outer.bare, outer.one)
            return Group(*(speaker.say("set.without", form, other) for form in forms))
        many, one = _relative(speaker, condition, element, outer)
        if mentions(one, element.phrase.the) or mentions(one, element.phrase.owns):
            outer = Group(
                presented(speaker, outer.all, element, "np.called_many"),
                presented(speaker, outer.bare, element, "np.called_many"),
                presented(speaker, outer.one, element),
            )
    return Group(
        speaker.say("set.where", outer.all, many),
        speaker.say("set.where", outer.bare, many),
        speaker.say("set.where", outer.one, one),
    )


def _all_but(speaker: Speaker, node: typed.Expr, element: Named) -> str | None:
    """What is left out, where the condition says no more than that an element is not this one."""
    match node:
        case typed.Comparison(op="is_not", left=typed.LocalRef() as left, right=right):
            if meant_by(speaker, left) is element and not isinstance(right, typed.Nothing):
                return pointed_at(speaker, right)
    return None


# ---------------------------------------------------------------- relative clauses


def _relative(speaker: Speaker, node: typed.Expr, element: Named, outer: Group) -> tuple[str, str]:
    """A condition on an element as it follows several of them, and one: `whose value is 3`.

    Both are made in one go: in conditions within conditions the work would double with each.
    """
    if isinstance(node, typed.Logic) and not _is_about_others(speaker, node, element):
        sides = [_side(speaker, side, element, outer, node.op) for side in _sides(node)]
        many, one = (in_a_row(speaker, _open(parts), node.op) for parts in zip(*sides, strict=True))
        return many, one
    if isinstance(node, Compared) and meant_by(speaker, subject_of(node)) is element:
        if (
            isinstance(node, typed.Comparison)
            and isinstance(node.right, typed.Nothing)
            and node.op == "is_not"
        ):
            return speaker.say("relative.known", outer.bare), speaker.say("relative.known", outer.one)
        key, other = said_of(speaker, node)
        one = _after_subject(speaker.say(key, Phrase(outer.one, outer.one), other))
        several = _after_subject(speaker.say(key, Phrase(outer.bare, outer.bare, many=True), other))
        return speaker.say("relative.that", several, outer.bare), speaker.say("relative.that", one, outer.one)
    linked = speaker.ink.so_far()
    of_many = clause_of_element(speaker, node, element.local, outer.bare, many=True)
    of_one = clause_of_element(speaker, node, element.local, outer.one, many=False)
    if of_many is not None and of_one is not None:
        return speaker.say("relative.own", of_many), speaker.say("relative.own", of_one)
    key, parts = _about_element(speaker, node, element)
    many, one = speaker.say(key, *parts, outer.bare), speaker.say(key, *parts, outer.one)
    if key in ("relative.for_player", "relative.for") and says_of_element(speaker, node, element.local):
        speaker.ink.back_to(linked)
        who = "who" if bare(element.local.type) == PLAYER else "that"
        one = speaker.say(f"relative.{who}", of_element(speaker, node, element.local), outer.one)
    return many, one


def _after_subject(said: str) -> str:
    return said.replace(SUBJECT_HERE, "")


def _side(speaker: Speaker, node: typed.Expr, element: Named, outer: Group, word: str) -> tuple[str, str]:
    """One of the parts; those that another word joins stand together."""
    if word != "and" or joining(node) != "or":
        return _relative(speaker, node, element, outer)
    if not isinstance(node, typed.Logic):
        many, one = _relative(speaker, node, element, outer)
        return speaker.say("join.group", many), speaker.say("join.group", one)
    sides = [_relative(speaker, side, element, outer) for side in _sides(node)]
    many, one = (in_a_row(speaker, _open(parts), "or", inside=True) for parts in zip(*sides, strict=True))
    return many, one


def _open(parts: Sequence[str]) -> list[str]:
    """Relative clauses that follow each other: no comma closes one before the next."""
    return [*map(unclosed, parts[:-1]), parts[-1]]


def _sides(node: typed.Logic) -> list[typed.Expr]:
    """The parts of a condition that its word joins: of `a and (b and c)` three."""
    waiting, found = [node.right, node.left], []
    while waiting:
        part = waiting.pop()
        if isinstance(part, typed.Logic) and part.op == node.op:
            waiting += [part.right, part.left]
        else:
            found.append(part)
    return found


def _about_element(speaker: Speaker, node: typed.Expr, element: Named) -> tuple[str, list[str]]:
    """A condition whose words are the same for one element and for many: its sentence, and the parts."""
    if isinstance(node, typed.Not) and _is_flag_of(speaker, node.operand, element):
        return "relative.unmarked", [own_name_of(speaker, node.operand)]
    if _is_flag_of(speaker, node, element):
        return "relative.marked", [own_name_of(speaker, node)]
    subject = subject_of(node)
    if isinstance(node, Compared) and subject is not None and belongs(speaker, subject, element):
        none = isinstance(node, typed.Comparison) and isinstance(node.right, typed.Nothing)
        if not none:
            name = own_name_of(speaker, subject)
            if (other := _with_the_same(node, subject)) is not None:
                alike = "same" if node.op == "is" else "other"
                return f"relative.{alike}", [name, np(speaker, other).the]
            return "relative.whose", [name, _after_subject(predicate(speaker, node, Phrase(name, name)))]
    who = "for_player" if bare(element.local.type) == PLAYER else "for"
    return f"relative.{who}", [clause(speaker, node)]


def _with_the_same(node: Compared, subject: typed.Expr) -> typed.Expr | None:
    """What has the same field, where one field is compared with that of something else."""
    match node:
        case typed.Comparison(op="is" | "is_not", right=typed.FieldRef(bare=False, field=field, owner=owner)):
            if isinstance(subject, typed.FieldRef) and subject.field is field:
                return owner
    return None


def _is_about_others(speaker: Speaker, node: typed.Expr, element: Named) -> bool:
    """Whether no part of a condition begins with what the element is or has: then all of it is one clause."""
    if isinstance(node, typed.Logic):
        return all(_is_about_others(speaker, side, element) for side in (node.left, node.right))
    inner = node.operand if isinstance(node, typed.Not) else node
    if _is_flag_of(speaker, inner, element):
        return False
    subject = subject_of(node) if isinstance(node, Compared) else None
    if subject is None:
        return clause_of_element(speaker, node, element.local, "", many=True) is None
    return meant_by(speaker, subject) is not element and not belongs(speaker, subject, element)


def _is_flag_of(speaker: Speaker, node: typed.Expr, element: Named) -> bool:
    """A field with yes or no, of the element itself."""
    found = isinstance(node, typed.FieldRef | typed.TrackRef) and node.type == BOOL
    return found and belongs(speaker, node, element)


# ---------------------------------------------------------------- what an element has


def belongs(speaker: Speaker, node: typed.Expr, element: Named) -> bool:
    """Whether something is what the element has: a field of it, a zone or track of it, a value of it."""
    match node:
        case typed.FieldRef() | typed.TrackRef() | typed.ZoneRef():
            return meant_by(speaker, node.owner) is element
        case typed.ValueCall(value=value, args=(only,)):
            named = own_title(speaker, value)
            return meant_by(speaker, only) is element and (
                not with_gaps(named) or _ends_with_it(speaker, named)
            )
    return False


def _ends_with_it(speaker: Speaker, named: str) -> bool:
    """Whether a name only adds whose it is: `počet kamenů {1.gen}`, not `kameny vedle {1.gen}`."""
    name = _alone(named)
    known = speaker.texts.inflection.table.get("prepositions", "").split()
    return name != named and not with_gaps(name) and "," not in name and name.split()[-1] not in known


def _alone(named: str) -> str:
    """A name without what it belongs to."""
    for end in WHOSE:
        named = named.removesuffix(end)
    return named


def own_name_of(speaker: Speaker, node: typed.Expr) -> str:
    """What belongs to the element, without the element."""
    match node:
        case typed.FieldRef() | typed.TrackRef() | typed.ZoneRef():
            return member_name(speaker, node)
        case typed.ValueCall(value=value):
            name = speaker.texts.noun(key_of(value))
            return speaker.ink.link(_alone(name) if with_gaps(name) else name, key_of(value))
    return np(speaker, node).bare


def measure(speaker: Speaker, node: typed.Expr, element: Named) -> str:
    """What elements are ordered by: what they have, or anything else."""
    return own_name_of(speaker, node) if belongs(speaker, node, element) else np(speaker, node).bare
