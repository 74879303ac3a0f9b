"""The parts of a condition, each said as it is when it does not hold.

In: the condition of an option, or what one of its things is picked from. Out: for each part that `and` joins
a `Fact`: the words for its opposite, the numbers that it compares, and the way from the whole condition to
it, by which a game can find out whether it holds (`interpreter/knowledge/refusals.py`). What a value stands
for is gone into, into each of its cases, if the author has no words of their own for it; where a case says
no, the fact is that its condition holds, and which thing it holds for.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from attrs import evolve, frozen

from rulelang.inflection.forms import settled
from rulelang.prose.ink import without_marks
from rulelang.prose.naming import find, own_local
from rulelang.prose.nouns import form, noun
from rulelang.prose.speaker import PLAIN, Named, Speaker, clause, np, one_or_many
from rulelang.prose.steps import Fact
from rulelang.prose.texts import Phrase
from rulelang.typed import expressions as typed
from rulelang.typed.definition import Result, ValueBody
from rulelang.typed.symbols import CallableSymbol, Local
from rulelang.types import BOOL, Num, bare, item_of

# Steps on the way to a part, to what something is picked from, and through the cases of a value.
LEFT, RIGHT, INSIDE, NOT, WITNESS, ONLY = "left", "right", "inside", "not", "witness", "only"
PICK, ITEMS, TEST, AMONG = "pick", "items", "test", "among"
CASE, WHEN, THEN, OTHER = "case", "when", "then", "other"
DEEPEST = 5  # values in values
MOST_FACTS = 60  # of one condition


@frozen
class _At:
    """Where a part stands."""

    way: tuple[str, ...]
    deep: int = DEEPEST
    holds: bool = False  # whether the fact is that it holds
    given: tuple[tuple[Local, typed.Expr], ...] = ()  # what the parameters on the way stand for
    picked: Local | None = None
    called: tuple[tuple[int, str], ...] = ()  # things with a name here, by their number: picked ones first
    seen: int = 0  # the number of the next thing that is found on the way

    def further(self, *steps: str) -> _At:
        return evolve(self, way=(*self.way, *steps))


def facts(speaker: Speaker, condition: typed.Expr | None, picks: tuple[str, ...] = ()) -> tuple[Fact, ...]:
    """`picks`: what the things are called that the option is taken with."""
    if condition is None:
        return ()
    at = _At((), called=tuple(enumerate(picks)), seen=len(picks))
    return tuple(_facts(speaker, condition, at))[:MOST_FACTS]


def picked_facts(
    speaker: Speaker, number: int, items: typed.Expr, local: Local, picks: int
) -> tuple[Fact, ...]:
    """What is asked of the thing that is picked as the first, second, … one of `picks`: that it is among
    those that it is picked from, and each part of what they have to be."""
    with speaker.block():
        known = find(speaker, local)
        if known is None or own_local(speaker, local.name) is None:
            known = _as_noun(speaker, local)  # the author's name for it may be no noun: `there`
            speaker.locals.append(known)
        at = _At((f"{PICK}{number}",), picked=local, called=((number, _plain(known.phrase.the)),), seen=picks)
        return tuple(_picked(speaker, items, at))[:MOST_FACTS]


def _as_noun(speaker: Speaker, local: Local) -> Named:
    own = noun(speaker, local.type)
    phrase = Phrase(own, speaker.say("np.the", own), form(speaker, "plain_owns", local.type, own))
    return Named(local, local.name, phrase, PLAIN)


# ---------------------------------------------------------------- what something is picked from


def _picked(speaker: Speaker, node: typed.Expr, at: _At) -> Iterator[Fact]:
    assert at.picked is not None
    if isinstance(node, typed.Different):
        yield from _picked(speaker, node.items, at)
    elif isinstance(node, typed.Where):
        yield from _picked(speaker, node.items, at.further(ITEMS))
        speaker.aliases[node.local] = at.picked
        yield from _facts(speaker, node.condition, evolve(at.further(TEST), picked=None))
    elif isinstance(node, typed.IfThenElse):
        yield from _picked(speaker, node.then, at.further(THEN))
        yield from _picked(speaker, node.other, at.further(OTHER))
    elif isinstance(node, typed.Combined) and node.op == "union":
        yield from _picked(speaker, node.left, at.further(LEFT))
        yield from _picked(speaker, node.right, at.further(RIGHT))
    elif isinstance(node, typed.Combined):
        yield from _picked(speaker, node.left, at.further(LEFT))
        yield _among(speaker, node.right, at.further(RIGHT), denied=False)
    else:
        yield _among(speaker, node, at)
        if isinstance(node, typed.ValueCall) and (body := _body(speaker, node, at)) is not None:
            yield from _cases(speaker, node, body, at)


def _among(speaker: Speaker, node: typed.Expr, at: _At, denied: bool = True) -> Fact:
    """That what is picked is not in a set; or that it is in one that is left out."""
    assert at.picked is not None
    item = typed.LocalRef(node.span, item_of(node.type), at.picked)
    among = typed.Membership(node.span, BOOL, "in", item, node)
    return Fact((*at.way, AMONG), _plain(clause(speaker, among, denied)), called=at.called)


# ---------------------------------------------------------------- conditions


def _facts(speaker: Speaker, node: typed.Expr, at: _At) -> Iterator[Fact]:
    match node:
        case typed.Logic(left=left, right=right):
            yield from _facts(speaker, left, at.further(LEFT))
            yield from _facts(speaker, right, at.further(RIGHT))
        case typed.Not(operand=operand):
            yield from _facts(speaker, operand, evolve(at.further(NOT), holds=not at.holds))
        case typed.IfThenElse(then=then, other=other):
            yield from _facts(speaker, then, at.further(THEN))
            yield from _facts(speaker, other, at.further(OTHER))
        case typed.Quantified(how="any", local=Local(), condition=typed.Expr()):
            yield from _said(speaker, node, at)
            yield from _of_one(speaker, node, at)
        case typed.Quantified(how="no", local=Local(), condition=typed.Expr()):
            yield from _said(speaker, node, at)
            yield from _of_one(speaker, node, evolve(at.further(NOT), holds=not at.holds))
        case typed.ValueCall() if (body := _body(speaker, node, at)) is not None:
            yield from _said(speaker, node, at)
            yield from _cases(speaker, node, body, at)
        case _:
            yield from _said(speaker, node, at)


def _said(speaker: Speaker, node: typed.Expr, at: _At) -> Iterator[Fact]:
    compared = _compared(speaker, node)
    if at.holds and isinstance(node, typed.Comparison) and node.op == "is" and not all(compared):
        compared = "", ""  # it says itself what it is
    yield Fact(at.way, _plain(clause(speaker, node, not at.holds)), compared, at.called)


def _of_one(speaker: Speaker, node: typed.Quantified, at: _At) -> Iterator[Fact]:
    """Of a set: the thing that a condition holds for, or the only one there is, if it holds for none."""
    assert node.local is not None and node.condition is not None
    with speaker.block():
        named = _as_noun(speaker, node.local)
        speaker.locals.append(named)
        called = (*at.called, (at.seen, _plain(named.phrase.the)))
        step = WITNESS if at.holds else ONLY
        yield from _facts(speaker, node.condition, evolve(at.further(step), called=called, seen=at.seen + 1))


# ---------------------------------------------------------------- values


def _cases(speaker: Speaker, node: typed.ValueCall, body: ValueBody, at: _At) -> Iterator[Fact]:
    """What a value comes to in each of its cases."""
    given = (*at.given, *zip(body.params, node.args, strict=True))
    inside = evolve(at, deep=at.deep - 1, given=given)
    with _inside(speaker, node, body):
        for number, result in enumerate(body.results):
            if result.condition is not None and not at.holds:
                why = evolve(inside.further(f"{WHEN}{number}"), holds=True, picked=None)
                yield from _facts(speaker, result.condition, why)
            if not _says_no(speaker, result, inside):
                step = INSIDE if len(body.results) == 1 else f"{CASE}{number}"
                said = _facts if at.picked is None else _picked
                yield from said(speaker, result.value, inside.further(step))


def _says_no(speaker: Speaker, result: Result, at: _At) -> bool:
    """Whether the condition of a case says it all."""
    value = result.value
    if result.condition is None or at.holds:
        return False
    if isinstance(value, typed.ValueCall) and value.type == BOOL:
        return _body(speaker, value, at) is None
    return isinstance(value, typed.Truth) or (isinstance(value, typed.ListOf) and not value.items)


@contextmanager
def _inside(speaker: Speaker, node: typed.ValueCall, body: ValueBody) -> Iterator[None]:
    """Where the parameters of a value are called by what it is given."""
    args = [one_or_many(speaker, arg) for arg in node.args]
    with speaker.block():
        for local, phrase in zip(body.params, args, strict=True):
            speaker.locals.append(Named(local, local.name, phrase, PLAIN))
        yield


def _body(speaker: Speaker, node: typed.ValueCall, at: _At) -> ValueBody | None:
    """What a value comes to here, if nothing changes it and the author has no words for its opposite."""
    definition, symbol = speaker.definition, node.value
    if not at.deep or any(f"not.{symbol.name}" in texts for texts in definition.strings.values()):
        return None
    if any(ability.how == "change" and ability.target is symbol for ability in definition.abilities):
        return None
    bodies = next((value.bodies for value in definition.values if value.symbol is symbol), ())
    found = _of_word(symbol, bodies, node, at)
    return None if found is None or found.lets else found


def _of_word(
    symbol: CallableSymbol, bodies: tuple[ValueBody, ...], node: typed.ValueCall, at: _At
) -> ValueBody | None:
    """Of a value with cases for words the one that is meant, if that is known from the rules alone."""
    if len(bodies) == 1 and not bodies[0].words:
        return bodies[0]
    if symbol.key_field is not None or not node.args:
        return None
    given, key = dict(at.given), node.args[0]
    while isinstance(key, typed.LocalRef) and key.local in given:
        key = given[key.local]
    if not isinstance(key, typed.Word):
        return None
    default = next((body for body in bodies if not body.words), None)
    return next((body for body in bodies if key.word in body.words), default)


# ---------------------------------------------------------------- numbers


def _compared(speaker: Speaker, node: typed.Expr) -> tuple[str, str]:
    """The numbers that are compared, in words."""
    if not isinstance(node, typed.Comparison):
        return "", ""
    return _number(speaker, node.left), _number(speaker, node.right)


def _number(speaker: Speaker, node: typed.Expr) -> str:
    if isinstance(node, typed.Number) or not isinstance(bare(node.type), Num):
        return ""
    return _plain(np(speaker, node).the)


def _plain(text: str) -> str:
    return without_marks(settled(text))
