"""The parts of a condition, each said as it is when it does not hold.

In: the condition of an option, or what one of its things is picked from. Out: for each part that `and` joins
a `Fact`: the words for its opposite, the numbers that it compares, and the way from the whole condition to
it, by which a game can find out whether it holds (`interpreter/knowledge/refusals.py`). What a value stands
for is gone into, if it is one expression and the author has no words of their own for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rulelang.prose.forms import settled
from rulelang.prose.ink import without_marks
from rulelang.prose.naming import own_local
from rulelang.prose.nouns import form, noun
from rulelang.prose.speaker import PLAIN, Named, Speaker, clause, np, one_or_many
from rulelang.prose.steps import Fact
from rulelang.prose.texts import Phrase
from rulelang.typed import expressions as typed
from rulelang.typed.definition import ValueBody
from rulelang.typed.symbols import CallableSymbol, Local
from rulelang.types import BOOL, Num, bare, item_of

LEFT, RIGHT, INSIDE = "left", "right", "inside"  # steps on the way to a part
PICK, ITEMS, TEST, AMONG = "pick", "items", "test", "among"  # and to what something is picked from
DEEPEST = 4  # values in values


def facts(speaker: Speaker, condition: typed.Expr | None) -> tuple[Fact, ...]:
    return () if condition is None else tuple(_facts(speaker, condition, (), DEEPEST))


def picked_facts(speaker: Speaker, number: int, items: typed.Expr, local: Local) -> tuple[Fact, ...]:
    """What is asked of the thing that is picked as the first, second, … one: that it is among those that it
    is picked from, and each part of what they have to be."""
    with speaker.block():
        if own_local(speaker, local.name) is None:  # the author's name for it may be no noun: `there`
            own = noun(speaker, local.type)
            phrase = Phrase(own, speaker.say("np.the", own), form(speaker, "plain_owns", local.type, own))
            speaker.locals.append(Named(local, local.name, phrase, PLAIN))
        return tuple(_picked(speaker, items, local, (f"{PICK}{number}",), DEEPEST))


def _picked(
    speaker: Speaker, node: typed.Expr, local: Local, way: tuple[str, ...], deep: int
) -> Iterator[Fact]:
    body = _plain_body(speaker, node.value) if isinstance(node, typed.ValueCall) and deep else None
    if isinstance(node, typed.Different):
        yield from _picked(speaker, node.items, local, way, deep)
    elif isinstance(node, typed.Where):
        yield from _picked(speaker, node.items, local, (*way, ITEMS), deep)
        speaker.aliases[node.local] = local
        yield from _facts(speaker, node.condition, (*way, TEST), deep)
    elif body is not None and isinstance(node, typed.ValueCall):
        with _inside(speaker, node, body):
            yield from _picked(speaker, body.results[0].value, local, (*way, INSIDE), deep - 1)
    else:
        item = typed.LocalRef(node.span, item_of(node.type), local)
        among = typed.Membership(node.span, BOOL, "in", item, node)
        yield Fact((*way, AMONG), _plain(clause(speaker, among, True)))


@contextmanager
def _inside(speaker: Speaker, node: typed.ValueCall, body: ValueBody) -> Iterator[None]:
    """Where the parameters of a value are called by what it is given."""
    args = [one_or_many(speaker, arg) for arg in node.args]
    with speaker.block():
        for local, phrase in zip(body.params, args, strict=True):
            speaker.locals.append(Named(local, local.name, phrase, PLAIN))
        yield


def _facts(speaker: Speaker, node: typed.Expr, way: tuple[str, ...], deep: int) -> Iterator[Fact]:
    if isinstance(node, typed.Logic) and node.op == "and":
        yield from _facts(speaker, node.left, (*way, LEFT), deep)
        yield from _facts(speaker, node.right, (*way, RIGHT), deep)
        return
    body = _plain_body(speaker, node.value) if isinstance(node, typed.ValueCall) and deep else None
    if body is None or not isinstance(node, typed.ValueCall):
        yield Fact(way, _plain(clause(speaker, node, True)), _compared(speaker, node))
        return
    with _inside(speaker, node, body):
        yield from _facts(speaker, body.results[0].value, (*way, INSIDE), deep - 1)


def _plain_body(speaker: Speaker, symbol: CallableSymbol) -> ValueBody | None:
    """What a value always is, if that is one expression that nothing changes."""
    definition = speaker.definition
    if any(f"not.{symbol.name}" in texts for texts in definition.strings.values()):
        return None
    if any(ability.how == "change" and ability.target is symbol for ability in definition.abilities):
        return None
    bodies = next((value.bodies for value in definition.values if value.symbol is symbol), ())
    if len(bodies) != 1 or bodies[0].words or bodies[0].lets or len(bodies[0].results) != 1:
        return None
    return bodies[0]


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
