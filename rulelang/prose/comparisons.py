"""Comparisons in words: what is said of a subject, and how conditions are joined.

In: typed comparisons. Out: predicates, so that a condition can say `the value is 3` and a set `whose value is
3`; the opposite of a comparison; the word that joins the parts of a condition.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from rulelang.prose.naming import meant_by
from rulelang.prose.nouns import none_like
from rulelang.prose.speaker import PLAIN, Speaker, np, the, things
from rulelang.prose.texts import Phrase
from rulelang.typed import expressions as typed
from rulelang.types import Num, Player, Seq, bare

Compared = typed.Comparison | typed.Membership | typed.Emptiness
SUBJECT_HERE = "^"  # in a predicate: where a short subject stands in languages that begin with the verb
JOINED = ("and", "or")
WORDS = {"is": "is", "is_not": "is_not", ">=": "ge", "<=": "le", ">": "gt", "<": "lt"}
OPPOSITE = {
    "is": "is_not", "is_not": "is", ">=": "<", "<": ">=", "<=": ">", ">": "<=", "in": "not_in",
    "not_in": "in", "empty": "not_empty", "not_empty": "empty",
}  # fmt: skip


def joining(node: typed.Expr, denied: bool = False) -> str:
    """The word that joins the parts of a condition: `and`, `or`, or none; denied, it is the other one."""
    while isinstance(node, typed.Not):
        node, denied = node.operand, not denied
    if not isinstance(node, typed.Logic):
        return ""
    return node.op if not denied else JOINED[1 - JOINED.index(node.op)]


def joined(node: typed.Expr, denied: bool = False) -> list[tuple[typed.Expr, bool]]:
    """All parts of a condition that one word joins, whether each is denied: of `a and (b and c)` three."""
    while isinstance(node, typed.Not):
        node, denied = node.operand, not denied
    if not isinstance(node, typed.Logic):
        return [(node, denied)]
    word, waiting, found = joining(node, denied), [(node.right, denied), (node.left, denied)], []
    while waiting:
        part, inverted = waiting.pop()
        if joining(part, inverted) != word:
            found.append((part, inverted))
            continue
        while isinstance(part, typed.Not):
            part, inverted = part.operand, not inverted
        assert isinstance(part, typed.Logic)
        waiting += [(part.right, inverted), (part.left, inverted)]
    return found


def in_a_row(speaker: Speaker, parts: Sequence[str], word: str, inside: bool = False) -> str:
    """Conditions joined by one word: `a, b and c`; those within other conditions as `either a or b`."""
    if not inside:
        return speaker.texts.listed(list(parts), word)
    text = parts[0]
    for part in parts[1:]:
        text = speaker.say("join.or_inside", text, part)
    return speaker.say("join.group", text)


def subject_of(node: typed.Expr) -> typed.Expr | None:
    """What a comparison is about; None if it is no comparison."""
    match node:
        case typed.Comparison():
            return node.left
        case typed.Membership():
            return node.item
        case typed.Emptiness():
            return node.operand
    return None


def opposite(node: Compared, denied: bool) -> Compared:
    """A comparison, or if it is denied the one that holds when it does not."""
    return evolve(node, op=OPPOSITE[node.op]) if denied else node


def predicate(speaker: Speaker, node: Compared, subject: Phrase) -> str:
    """What is said of the subject of a comparison; the subject itself is not said."""
    key, other = said_of(speaker, node)
    if key.removeprefix("is.").startswith(("number", "equal", "empty", "not_empty")) and speaker.texts.plural(
        subject.the
    ):
        subject = evolve(subject, many=True)
    return speaker.say(key, subject, other)


def said_of(speaker: Speaker, node: Compared) -> tuple[str, str]:
    """How a subject is compared, and with what: for one and for many the other side is the same."""
    match node:
        case typed.Emptiness():
            return emptiness(node.operand, node.op == "not_empty"), ""
        case typed.Membership():
            return _member_of(speaker, node)
    if isinstance(node.right, typed.Nothing):
        return f"is.{node.op}", none_like(speaker, node.left.type)
    if bare(node.left.type) == Player():
        if isinstance(node.right, typed.You) and speaker.somebody is None:
            return f"is.{'self' if node.op == 'is' else 'not_self'}", ""
        return f"is.{'who' if node.op == 'is' else 'who_not'}", pointed_at(speaker, node.right)
    if not isinstance(bare(node.left.type), Num):
        return f"is.{WORDS[node.op]}", pointed_at(speaker, node.right)
    equal = node.op in ("is", "is_not") and not isinstance(node.right, typed.Number | typed.LocalRef)
    return f"is.{'equal_' if equal else 'number_'}{WORDS[node.op]}", the(speaker, node.right)


def pointed_at(speaker: Speaker, node: typed.Expr) -> str:
    """The same as its text; a parameter that is only called by its type is this one: `this action`."""
    named = meant_by(speaker, node)
    if (
        named is not None
        and named.style == PLAIN
        and named.phrase.the == speaker.say("np.the", named.phrase.bare)
    ):
        return speaker.say("np.this", named.phrase.bare)
    return the(speaker, node)


def emptiness(operand: typed.Expr, some: bool) -> str:
    """How it is said that there is something in a set or on a place, or nothing."""
    place = "" if isinstance(bare(operand.type), Seq) else "place_"
    return f"is.{place}{'not_empty' if some else 'empty'}"


def _member_of(speaker: Speaker, node: typed.Membership) -> tuple[str, str]:
    """In a zone, or one of several."""
    if isinstance(node.items, typed.ListOf):
        parts = [the(speaker, item) for item in node.items.items]
        return f"is.{'is' if node.op == 'in' else 'is_not'}", speaker.texts.listed(parts, "or")
    if isinstance(node.items, typed.Opponents) and not isinstance(node.item, typed.You):
        denied = "not_" if node.op == "not_in" else ""
        if isinstance(node.items.player, typed.You):
            return f"is.{denied}your_foe", ""
        return f"is.{denied}foe", np(speaker, node.items.player).the
    if isinstance(node.items, typed.ZoneRef):
        return f"is.{node.op}", np(speaker, node.items).the
    return f"is.{node.op}_set", things(speaker, node.items).the
