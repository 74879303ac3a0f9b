"""Values, rules and functions in words, with what they are given.

In: their symbols, and what they are about as phrases. Out: phrases, clauses and steps: in the words of the
author, who may leave gaps for the parts, or as what belongs to the first of them.
"""

from __future__ import annotations

import re

from attrs import evolve

from rulelang.ir.texts import GAP
from rulelang.prose.naming import SHORT, bind_params, meant_by, params_of
from rulelang.prose.nouns import owned
from rulelang.prose.order import is_function
from rulelang.prose.speaker import Group, Speaker, ToClause, ToPhrase, clause, np, one_or_many, the
from rulelang.prose.texts import Phrase, with_gaps
from rulelang.typed import expressions as typed
from rulelang.typed.symbols import CallableSymbol, Local
from rulelang.types import Player, Seq, bare

ONE_MANY = re.compile(r" \\?\| ")  # between a clause about one thing and the same about many


def key_of(symbol: CallableSymbol) -> str:
    """The key of its text, which is also what links to it name: `value.points`."""
    return symbol.text_keys[0]


def own_title(speaker: Speaker, symbol: CallableSymbol) -> str:
    """What an author calls it. What a function of the language stands for is called like the function."""
    if is_function(symbol):
        key = f"fn_bare.{symbol.name.partition(' ')[0]}"
        return speaker.texts.table[key].replace("[", "").replace("]", "")
    return speaker.texts.own_name(key_of(symbol))


def title(speaker: Speaker, symbol: CallableSymbol) -> str:
    """The name of a rule or value by itself; gaps for parameters get the parameters' names."""
    name = own_title(speaker, symbol)
    if not with_gaps(name):
        return name
    with speaker.body(symbol.name):
        params = [named.phrase.the for named in bind_params(speaker, params_of(symbol))]
    return speaker.texts.filled(name.replace("“{", "{").replace("}”", "}"), params)


def linked_title(speaker: Speaker, symbol: CallableSymbol) -> str:
    return speaker.ink.link(title(speaker, symbol), key_of(symbol))


def about_you(speaker: Speaker, symbol: CallableSymbol, args: list[Phrase]) -> str | None:
    """What an author says when the first player spoken of is you: `your.points`."""
    return speaker.texts.own(f"your.{symbol.name}") if _is_about_you(symbol, args) else None


def _is_about_you(symbol: CallableSymbol, args: list[Phrase]) -> bool:
    """`worth(card, player)` is about the player as much as `points(player)`."""
    players = (arg for (_, kind), arg in zip(symbol.params, args, strict=False) if bare(kind) == Player())
    first = next(players, None)
    return first is not None and first.you


def with_link(speaker: Speaker, text: str, symbol: CallableSymbol, args: list[Phrase]) -> str:
    """An author's words with their gaps filled; the first words between the gaps carry the link."""
    article = speaker.say("np.the", "")
    for number, arg in enumerate(args, 1):  # `pay for “Walk”`, but `pay for the action`
        if article and arg.the.startswith(article):
            text = text.replace(f"“{{{number}}}”", f"{{{number}}}")
    words = [part.strip(" ,;:()„“”") for part in GAP.sub("\0", text).split("\0")]
    linked = next((part for part in words if len(part) > SHORT), "")
    if linked:
        text = text.replace(linked, speaker.ink.link(linked, key_of(symbol)), 1)
    return speaker.texts.in_gaps(text, [arg.the for arg in args])


# ---------------------------------------------------------------- values


def value_of(speaker: Speaker, symbol: CallableSymbol, args: list[Phrase], many: bool = False) -> Phrase:
    """A value of some things."""
    yours = speaker.texts.own_noun(f"your.{symbol.name}") if _is_about_you(symbol, args) else None
    if yours is not None:
        text = with_link(speaker, yours, symbol, args)
        return Phrase(text, text, many=many)
    name = speaker.texts.noun(key_of(symbol))
    if with_gaps(name):
        return speaker.texts.the(with_link(speaker, name, symbol, args), many)
    name = speaker.ink.link(name, key_of(symbol))
    if not args:
        return speaker.texts.the(name, many)
    if len(args) == 1:
        return evolve(owned(speaker, name, args[0]), many=many)
    return speaker.texts.the(speaker.say("np.for", name, ", ".join(arg.the for arg in args)), many)


def value_clause(speaker: Speaker, symbol: CallableSymbol, args: list[Phrase], denied: bool = False) -> str:
    """A value with yes or no, of some things: in the words of the author, or as something that holds."""
    yours = about_you(speaker, symbol, args)
    if denied:
        keys = [f"your.not.{symbol.name}"] if _is_about_you(symbol, args) else []
        keys = [key for key in (*keys, f"not.{symbol.name}") if speaker.texts.has_own(key)]
        own = speaker.texts.own(*keys)
        if own is not None:
            return speaker.texts.filled(with_link(speaker, own, symbol, args), [])
    name, form = yours or own_title(speaker, symbol), ("not_" if denied else "")
    # What an author says of a value without parameters can stand alone: `the ship is captured`.
    alone = not args and speaker.texts.own(key_of(symbol)) is not None
    if with_gaps(name) or yours or alone:
        text = speaker.texts.filled(with_link(speaker, name, symbol, args), [])
        return speaker.say("clause.not_so", text) if denied else text
    link = speaker.ink.link(name, key_of(symbol))
    if not args:
        return speaker.say(f"clause.{form}applies", link)
    return speaker.say(f"clause.{form}holds_for", link, speaker.texts.listed([arg.the for arg in args]))


def says_of_element(speaker: Speaker, node: typed.Expr, local: Local) -> bool:
    """Whether the words of a condition begin with an element, and then go on: `{1} is safe at {2}`."""
    denied, call = isinstance(node, typed.Not), _call_in(node)
    if call is None:
        return False
    said = speaker.texts.own(f"not.{call.value.name}") if denied else own_title(speaker, call.value)
    first = GAP.match(said or "")
    if said is None or first is None or first[0] != f"{{{first[1]}}}" or said.count(f"{{{first[1]}") > 1:
        return False
    named = meant_by(speaker, call.args[int(first[1]) - 1]) if int(first[1]) <= len(call.args) else None
    return named is not None and named.local is local


def of_element(speaker: Speaker, node: typed.Expr, local: Local) -> str:
    """The same without the element, for a clause that stands behind it: `is safe at that place`."""
    call = _call_in(node)
    assert call is not None
    args = arguments(speaker, call.args)
    for place, arg in enumerate(call.args):
        named = meant_by(speaker, arg)
        if named is not None and named.local is local:
            args[place] = Phrase("", "")
            break
    return value_clause(speaker, call.value, args, isinstance(node, typed.Not)).strip()


def clause_of_element(
    speaker: Speaker, node: typed.Expr, local: Local, elements: str, many: bool
) -> str | None:
    """An author's clause that follows elements, which stand where they are spoken of: `that {1} may enter`.

    `{2~který.gen}` agrees with them in languages with genders; `one | many` has a form for each.
    """
    call = _call_in(node)
    if call is None:
        return None
    named = [meant_by(speaker, arg) for arg in call.args]
    places = [place for place, name in enumerate(named) if name is not None and name.local is local]
    key = f"which.{'not.' if isinstance(node, typed.Not) else ''}{call.value.name}"
    args = arguments(speaker, call.args)
    keys = [f"your.{key}", key] if _is_about_you(call.value, args) else [key]
    known = next((key for key in keys if speaker.texts.has_own(key)), None)
    own = None if known is None else speaker.texts.own(known)  # never of another language
    if own is None or len(places) != 1:
        return None
    own = ONE_MANY.split(own)[-1 if many else 0]
    args[places[0]] = Phrase(elements, elements)
    return with_link(speaker, own, call.value, args)


def _call_in(node: typed.Expr) -> typed.ValueCall | None:
    inner = node.operand if isinstance(node, typed.Not) else node
    return inner if isinstance(inner, typed.ValueCall) else None


def arguments(speaker: Speaker, args: tuple[typed.Expr, ...]) -> list[Phrase]:
    return [one_or_many(speaker, arg) for arg in args]


def _value(speaker: Speaker, node: typed.ValueCall) -> Phrase:
    args = arguments(speaker, node.args)
    return value_of(speaker, node.value, args, isinstance(bare(node.type), Seq))


def _value_holds(speaker: Speaker, node: typed.ValueCall, denied: bool) -> str:
    return value_clause(speaker, node.value, arguments(speaker, node.args), denied)


# ---------------------------------------------------------------- rules


def called_rule(speaker: Speaker, symbol: CallableSymbol, args: list[Phrase]) -> str:
    """A rule with what it is carried out with, in the words of the author if they have gaps for it."""
    yours = about_you(speaker, symbol, args)
    name = yours or own_title(speaker, symbol)
    if with_gaps(name) or name == yours:
        return speaker.texts.filled(with_link(speaker, name, symbol, args), [], you_act=True)
    link = speaker.ink.link(name, key_of(symbol))
    return speaker.say("step.call_with", link, ", ".join(arg.the for arg in args)) if args else link


# ---------------------------------------------------------------- functions


def _function(speaker: Speaker, node: typed.FunctionCall) -> Phrase:
    parts = [np(speaker, arg) for arg in node.args]
    own = f"fn.{node.name}_self"
    if parts and parts[0] is speaker.somebody and speaker.texts.has(own):
        return speaker.texts.phrase(own)
    text = speaker.say(f"fn.{node.name}", *parts)
    in_short = f"fn_bare.{node.name}"
    bare_text = speaker.say(in_short, *parts) if speaker.texts.has(in_short) else text
    return Phrase(bare_text, text, many=isinstance(bare(node.type), Seq))


def _function_holds(speaker: Speaker, node: typed.FunctionCall, denied: bool) -> str:
    return speaker.say(f"clause.{'not_' if denied else ''}holds", _function(speaker, node))


def _path_query(speaker: Speaker, node: typed.PathQuery) -> Phrase:
    """Ways from place to place, along a value that says what lies beside a place."""
    name = _way_name(speaker, node)
    if node.query == "groups":
        return speaker.texts.phrase("way.groups_all", name, the(speaker, node.start), many=True)
    parts = [the(speaker, part) for part in (node.start, node.subject) if part is not None]
    return speaker.texts.the(speaker.say(f"way.{node.query}", name, *parts), many=node.query != "distance")


def _way_name(speaker: Speaker, node: typed.PathQuery) -> str:
    """What says where one can go, with what it is given beside the place."""
    name = linked_title(speaker, node.by)
    if not node.args:
        return name
    return speaker.say("np.for", name, ", ".join(arg.the for arg in arguments(speaker, node.args)))


def groups(speaker: Speaker, node: typed.PathQuery) -> Group:
    """The parts of a set that hang together."""
    parts = _way_name(speaker, node), the(speaker, node.start)
    return Group(*(speaker.say(f"way.groups_{form}", *parts) for form in ("all", "bare", "one")))


def _longest_way(speaker: Speaker, node: typed.LongestWay) -> Phrase:
    parts = [linked_title(speaker, node.ends), the(speaker, node.links)]
    key = "way.longest" if node.how == "way" else "way.longest_path"
    if node.length is None:
        return speaker.texts.the(speaker.say(key, *parts))
    return speaker.texts.the(speaker.say(f"{key}_adding", *parts, linked_title(speaker, node.length)))


# ---------------------------------------------------------------- what would be, and what was


def _what_if(speaker: Speaker, node: typed.WhatIf) -> Phrase:
    rule = called_rule(speaker, node.rule, arguments(speaker, node.args))
    value = one_or_many(speaker, node.value)
    return speaker.texts.phrase("np.what_if", value.the, rule, many=value.many)


def _would_hold(speaker: Speaker, node: typed.WhatIf, denied: bool) -> str:
    rule = called_rule(speaker, node.rule, arguments(speaker, node.args))
    return speaker.say("clause.what_if", clause(speaker, node.value, denied), rule)


def _repeats(speaker: Speaker, node: typed.Repeats) -> Phrase:
    return speaker.texts.the(speaker.say("count.repeats", speaker.texts.noun(f"memory.{node.memory.name}")))


PHRASES: dict[type, ToPhrase] = {
    typed.ValueCall: _value, typed.FunctionCall: _function, typed.PathQuery: _path_query,
    typed.LongestWay: _longest_way, typed.WhatIf: _what_if, typed.Repeats: _repeats,
}  # fmt: skip
CLAUSES: dict[type, ToClause] = {
    typed.ValueCall: _value_holds, typed.FunctionCall: _function_holds, typed.WhatIf: _would_hold,
}  # fmt: skip
