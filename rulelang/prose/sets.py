"""Sets in words: what lies somewhere, what fits a condition, parts of lists, how many there are.

In: typed expressions for sets, and for the numbers made of them. Out: groups, with a form for one of the
elements and for all, and phrases.
"""

from __future__ import annotations

from rulelang.prose.calls import groups
from rulelang.prose.comparisons import pointed_at
from rulelang.prose.elements import belongs, measure, own_name_of, those
from rulelang.prose.naming import bind, bind_element, presented
from rulelang.prose.nouns import full_noun, noun
from rulelang.prose.speaker import Group, Speaker, ToGroup, ToPhrase, clause, group, np, the, things
from rulelang.prose.texts import Phrase
from rulelang.typed import expressions as typed
from rulelang.typed.symbols import Local
from rulelang.types import item_of

FORMS = ("all", "bare", "one")


# ---------------------------------------------------------------- groups


def _where(speaker: Speaker, node: typed.Where) -> Group:
    return those(speaker, node.items, node.local, node.condition)


def _extremes(speaker: Speaker, node: typed.Extremes) -> Group:
    base, item = group(speaker, node.items), item_of(node.items.type)
    with speaker.block():
        key = measure(speaker, node.key, bind_element(speaker, node.local))
    many, one = noun(speaker, item, True), noun(speaker, item)
    return Group(
        speaker.say(f"set.{node.extreme}_all", many, key, base.all),
        speaker.say(f"set.{node.extreme}_bare", many, key, base.all),
        speaker.say(f"set.{node.extreme}_bare", one, key, base.all),
    )


def _leading(speaker: Speaker, node: typed.Leading) -> Group:
    """The elements from the first one on, as long as something holds, or until it does."""
    base, key = group(speaker, node.items), "set.up_to" if node.inclusive else "set.as_long_as"
    with speaker.block():
        bind_element(speaker, node.local)
        condition = clause(speaker, node.condition)
    return Group(*(speaker.say(key, form, condition) for form in (base.all, base.bare, base.one)))


def _different(speaker: Speaker, node: typed.Different) -> Group:
    base = group(speaker, node.items)
    return Group(*(speaker.say("set.different", form) for form in (base.all, base.bare, base.one)))


def _path_query(speaker: Speaker, node: typed.PathQuery) -> Group:
    return groups(speaker, node) if node.query == "groups" else _others(speaker, node)


def _every(speaker: Speaker, node: typed.Every) -> Group:
    many = full_noun(speaker, node.of, True)
    return Group(speaker.say("set.all", many), many, full_noun(speaker, node.of))


def _range(speaker: Speaker, node: typed.Range) -> Group:
    low, high = the(speaker, node.low), node.high
    match high:
        case typed.Extreme(
            which="lowest", each=typed.Each(items=typed.ListOf(items=(one, other)), value=None)
        ):
            ends = the(speaker, one), the(speaker, other)  # `from 1 to 3, but at most the number of cards`
            return Group(*(speaker.say(f"set.range_most_{form}", low, *ends) for form in FORMS))
    return Group(*(speaker.say(f"set.range_{form}", low, the(speaker, high)) for form in FORMS))


def _players(speaker: Speaker, node: typed.Players) -> Group:
    return Group(speaker.say("np.players"), speaker.say("noun.players"), speaker.say("noun.player"))


def _opponents(speaker: Speaker, node: typed.Opponents) -> Group:
    if not isinstance(node.player, typed.You):
        return _others(speaker, node)
    return Group(*(speaker.say(f"set.opponents_{form}") for form in FORMS))


def _function(speaker: Speaker, node: typed.FunctionCall) -> Group:
    if node.name not in ("clockwise", "places"):
        return _others(speaker, node)
    about = np(speaker, node.args[0])
    return Group(*(speaker.say(f"set.{node.name}_{form}", about) for form in FORMS))


def _zone(speaker: Speaker, node: typed.ZoneRef) -> Group:
    item = item_of(node.type)
    many, one = noun(speaker, item, True), noun(speaker, item)
    where = np(speaker, node).the
    if speaker.texts.inflection.declines and speaker.texts.plural(
        where
    ):  # the place is called by what lies there: `the open cards`
        return Group(speaker.say("set.all", where), where, speaker.say("set.one_among", one, where))
    sort = "grid" if node.zone.ordering == "grid" else "zone"
    return Group(
        speaker.say(f"set.{sort}_all", many, where),
        speaker.say(f"set.{sort}_bare", many, where),
        speaker.say(f"set.{sort}_one", one, where),
    )


def _others(speaker: Speaker, node: typed.Expr) -> Group:
    """A set that has a name or is worked out."""
    item = item_of(node.type)
    many, one = noun(speaker, item, True), noun(speaker, item)
    found = np(speaker, node)
    if found.bare == many:
        return Group(speaker.say("set.these", many), many, speaker.say("set.one_of_these", one, many))
    among = speaker.say("set.bare_among", many, found.the)
    return Group(found.the, among, speaker.say("set.one_among", one, found.the))


GROUPS: dict[type, ToGroup] = {
    typed.Where: _where, typed.Extremes: _extremes, typed.Every: _every, typed.Range: _range,
    typed.Players: _players, typed.Opponents: _opponents, typed.FunctionCall: _function,
    typed.ZoneRef: _zone, typed.Leading: _leading, typed.Different: _different,
    typed.PathQuery: _path_query, typed.Expr: _others,
}  # fmt: skip


# ---------------------------------------------------------------- phrases


def _list_of(speaker: Speaker, node: typed.ListOf) -> Phrase:
    if len(node.items) == 1:
        return np(speaker, node.items[0])
    text = speaker.texts.listed([the(speaker, item) for item in node.items])
    return Phrase(text, text, many=True)


def _combined(speaker: Speaker, node: typed.Combined) -> Phrase:
    left, right = the(speaker, node.left), node.right
    if isinstance(right, typed.ListOf) and len(right.items) == 1:
        right = right.items[0]
    other = pointed_at(speaker, right) if node.op == "without" else the(speaker, right)
    return speaker.texts.phrase(f"set.{node.op}", left, other, many=True)


def _sorted_by(speaker: Speaker, node: typed.SortedBy) -> Phrase:
    return speaker.texts.phrase(
        "set.sorted", things(speaker, node.items).the, order_of(speaker, node), many=True
    )


def order_of(speaker: Speaker, node: typed.SortedBy) -> str:
    """What a set is sorted by."""
    with speaker.block():
        element = bind(speaker, node.local, element=True)
        keys = []
        for key in node.keys:
            way = "set.descending" if key.descending else "set.ascending"
            keys.append(speaker.say(way, measure(speaker, key.expr, element)))
    return speaker.say("set.then").join(keys)


def where_from(speaker: Speaker, node: typed.Expr) -> Phrase:
    """Where things are taken from: a zone by its name, any other set by its elements."""
    return np(speaker, node) if isinstance(node, typed.ZoneRef) else things(speaker, node)


def _end_of(speaker: Speaker, node: typed.EndOf) -> Phrase:
    item, where, amount = item_of(node.items.type), where_from(speaker, node.items).the, node.amount
    fixed = amount.value if isinstance(amount, typed.Number) else None
    if (
        isinstance(node.items, typed.Players)
        and node.which in ("first", "last")
        and (amount is None or fixed == 1)
    ):
        return speaker.texts.the(speaker.say(f"end.{node.which}_player"))
    if amount is None or fixed == 1:
        if isinstance(node.items, typed.Where) and f"end.{node.which}_one" in speaker.texts.table:
            one = group(speaker, node.items).one  # `the first card whose number is 3`, not `of all cards`
            return speaker.texts.the(speaker.say(f"end.{node.which}_one", one))
        return speaker.texts.the(speaker.say(f"end.{node.which}", noun(speaker, item), where))
    if fixed == 0:
        return speaker.texts.phrase("end.none_of", noun(speaker, item, True))
    form = "many" if fixed is None else "some"
    parts = the(speaker, amount), noun(speaker, item, True), where
    return speaker.texts.the(speaker.say(f"end.{node.which}_{form}", *parts), many=True)


def _beside(speaker: Speaker, node: typed.Beside) -> Phrase:
    many, where = noun(speaker, item_of(node.items.type), True), where_from(speaker, node.items)
    return speaker.texts.the(speaker.say(f"set.{node.side}", many, np(speaker, node.item), where), many=True)


def _gather(speaker: Speaker, node: typed.Gather) -> Phrase:
    one = group(speaker, node.items).one
    with speaker.block():
        element = bind_element(speaker, node.local)
        parts = the(speaker, node.value), presented(speaker, one, element)
        return speaker.texts.phrase("set.gather", *parts, many=True)


def one_by_one(speaker: Speaker, node: typed.Gather | typed.SumOf) -> str:
    """A set or a sum that is made of a part for each element, as a sentence of its own."""
    each = node.each if isinstance(node, typed.SumOf) else node
    if each.value is None or each.local is None:
        return the(speaker, node)
    one = group(speaker, each.items).one
    with speaker.block():
        element = bind_element(speaker, each.local)
        if isinstance(node, typed.SumOf) and belongs(speaker, each.value, element):
            return the(speaker, node)
        parts = presented(speaker, one, element), the(speaker, each.value)
        return speaker.say("value.sum_of" if isinstance(node, typed.SumOf) else "value.for_each", *parts)


# ---------------------------------------------------------------- numbers


def _count(speaker: Speaker, node: typed.Count) -> Phrase:
    return speaker.texts.the(speaker.say("count.of", group(speaker, node.items).bare))


def _sum_of(speaker: Speaker, node: typed.SumOf) -> Phrase:
    return _over(speaker, node.each, "sum")


def _extreme(speaker: Speaker, node: typed.Extreme) -> Phrase:
    items = node.each.items
    if node.each.value is None and isinstance(items, typed.ListOf) and len(items.items) == 2:
        parts = [the(speaker, item) for item in items.items]
        worked_out = any(isinstance(item, typed.Arithmetic) for item in items.items)
        key = "of_pair" if worked_out else "of_two"  # a sum stands apart, or one could not see its end
        return speaker.texts.phrase(f"count.{node.which}_{key}", *parts)
    return _over(speaker, node.each, node.which)


def _over(speaker: Speaker, each: typed.Each, how: str) -> Phrase:
    """A number made of one number for each element."""
    texts, say = speaker.texts, speaker.say
    if each.value is None or each.local is None:
        return texts.the(say(f"count.{how}", the(speaker, each.items)))
    items = group(speaker, each.items)
    with speaker.block():
        element = bind_element(speaker, each.local)
        if belongs(speaker, each.value, element):
            return texts.the(say(f"count.{how}_own", own_name_of(speaker, each.value), items.all))
        one = presented(speaker, items.one, element)
        return texts.the(say(f"count.{how}_each", the(speaker, each.value), one))


def _each(speaker: Speaker, node: typed.Each) -> Phrase:
    """Several numbers, one for each element."""
    if node.value is None or node.local is None:
        return things(speaker, node.items)
    return _one_for_each(speaker, node.local, node.items, node.value)


def _listing(speaker: Speaker, node: typed.Listing) -> Phrase:
    return _one_for_each(speaker, node.local, node.items, node.value)


def _one_for_each(speaker: Speaker, local: Local, items: typed.Expr, value: typed.Expr) -> Phrase:
    one = group(speaker, items).one
    with speaker.block():
        element = bind_element(speaker, local)
        parts = the(speaker, value), presented(speaker, one, element)
        return speaker.texts.phrase("set.each", *parts, many=True)


def _largest(speaker: Speaker, node: typed.Largest) -> Phrase:
    key = "count.largest_some" if isinstance(node.amount, typed.Number) else "count.largest"
    parts = the(speaker, node.amount), _each(speaker, node.each).the
    return speaker.texts.the(speaker.say(key, *parts), many=True)


PHRASES: dict[type, ToPhrase] = {
    typed.Where: things, typed.Extremes: things, typed.Every: things, typed.Range: things,
    typed.ListOf: _list_of, typed.Combined: _combined, typed.SortedBy: _sorted_by, typed.EndOf: _end_of,
    typed.Beside: _beside, typed.Gather: _gather, typed.Count: _count, typed.SumOf: _sum_of,
    typed.Extreme: _extreme, typed.Each: _each, typed.Largest: _largest, typed.Leading: things,
    typed.Different: things, typed.Listing: _listing,
}  # fmt: skip
