"""Abilities in words: what a component does while it lies where it is active, or what the game itself does.

In: the typed abilities of a definition. Out: a step for each, that says what it waits for, when, and what it
does. `player is you` is not said as a condition, but by saying `you` for that player.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from rulelang.ir.keys import ability_name
from rulelang.prose.calls import called_rule, key_of, linked_title, value_clause, value_of
from rulelang.prose.comparisons import in_a_row
from rulelang.prose.decisions import option_name
from rulelang.prose.members import of_two
from rulelang.prose.naming import bind, bind_as_you, bind_params, presented
from rulelang.prose.nouns import noun, owned
from rulelang.prose.order import MAIN
from rulelang.prose.rules import case_words
from rulelang.prose.sets import one_by_one
from rulelang.prose.speaker import Speaker, clause, steps, the
from rulelang.prose.statements import around
from rulelang.prose.steps import Step
from rulelang.prose.texts import Phrase
from rulelang.typed import expressions as typed
from rulelang.typed.definition import Ability, Definition, Offer
from rulelang.typed.symbols import CallableSymbol, Local, RowSymbol, ZoneSymbol
from rulelang.types import BOOL, PLAYER, Num, Seq, bare


def abilities_of(definition: Definition, row: RowSymbol | None) -> list[Ability | Offer]:
    """The abilities of one component, or with None those of the game itself."""
    all_of_them: tuple[Ability | Offer, ...] = (*definition.offers, *definition.abilities)
    return [ability for ability in all_of_them if ability.holder is row]


def ability_step(speaker: Speaker, ability: Ability | Offer) -> Step:
    """What an ability does, and when; or what one may choose because of it."""
    if isinstance(ability, Offer):
        names = [option_name(speaker, ability.rule.name, name, []) for name in ability.options]
        all_of_them = in_a_row(speaker, names, "and")
        return Step(speaker.say("ability.more", _rule(speaker, ability.rule), all_of_them))
    speaker.aliases |= {
        inner: param
        for inner, param in zip(ability.body_params, ability.params, strict=False)
        if inner is not None and param is not None
    }
    with speaker.body(ability.holder.name if ability.holder is not None else ""):
        if ability.how == "change":
            return _change(speaker, ability)
        speaker.body_name = code_name(ability)
        waits = ability.how in ("enters", "changes")
        return _whenever(speaker, ability) if waits else _hook(speaker, ability)


def told_step(speaker: Speaker, ability: Ability | Offer) -> Step:
    """What a rulebook says of an ability: the author's sentence, or else the generated one."""
    said = None
    if isinstance(ability, Ability) and _is_alone(speaker.definition, ability):
        said = speaker.texts.instead(f"ability.{code_name(ability)}")
    return ability_step(speaker, ability) if said is None else Step(said)


def code_name(ability: Ability) -> str:
    """As the code of an ability is called, which `why` names."""
    holder = ability.holder.name if ability.holder is not None else ""
    return ability_name(ability.how, ability.target.name, holder)


def _is_alone(definition: Definition, ability: Ability) -> bool:
    """Whether no other ability is called the same: one sentence would not be true of both."""
    name = code_name(ability)
    return not any(code_name(other) == name for other in definition.abilities if other is not ability)


# ---------------------------------------------------------------- before, after, instead of


def _hook(speaker: Speaker, ability: Ability) -> Step:
    condition = _condition(speaker, ability)
    text = speaker.say(f"ability.{ability.how}", _within_quotes(speaker, _target(speaker, ability)))
    return _does(speaker, _with_priority(speaker, text, ability), condition, ability)


def _within_quotes(speaker: Speaker, text: str) -> str:
    """A step that is about to be quoted, with other quotation marks inside."""
    signs, others = speaker.say("np.quoted", ""), speaker.say("np.quoted_inner", "")
    for sign, other in zip(signs, others, strict=True):
        text = text.replace(sign, other)
    return text


def _target(speaker: Speaker, ability: Ability) -> str:
    """The rule that an ability waits for, with the names that the ability has for its parameters."""
    rule = ability.target
    assert isinstance(rule, CallableSymbol)
    if rule.name in MAIN:
        return _rule(speaker, rule)
    args = [known.phrase for known in speaker.locals]
    text = called_rule(speaker, rule, args) if args else linked_title(speaker, rule)
    return _for_cases(speaker, text, ability)


def _rule(speaker: Speaker, rule: CallableSymbol) -> str:
    if rule.name in MAIN:
        return speaker.ink.link(speaker.say(f"page.{rule.name}"), key_of(rule))
    return linked_title(speaker, rule)


def _for_cases(speaker: Speaker, text: str, ability: Ability) -> str:
    if not ability.words or not isinstance(ability.target, CallableSymbol):
        return text
    return speaker.say("ability.for", text, case_words(speaker, ability.target, ability.words))


def _with_priority(speaker: Speaker, text: str, ability: Ability) -> str:
    """When it comes among all that wait for the same, where its author has said so."""
    others = [
        other.priority
        for other in speaker.definition.abilities
        if other.target is ability.target and other is not ability
    ]
    if not ability.priority or not others:
        return text
    if ability.priority > max(others):
        return speaker.say("ability.first", text)
    if ability.priority < min(others):
        return speaker.say("ability.last", text)
    return speaker.say("ability.priority", text, ability.priority)


def _does(speaker: Speaker, text: str, condition: str, ability: Ability) -> Step:
    if condition:
        text = speaker.say("ability.when", text, condition)
    return around(speaker, text, steps(speaker, ability.block or ()))


# ---------------------------------------------------------------- conditions


def _condition(speaker: Speaker, ability: Ability) -> str:
    """The condition of an ability; its parameters are known from here on."""
    params = [local for local in ability.params if local is not None]
    parts = _parts(ability.when)
    yours = [local for local in params if any(_is_you(part, local) for part in parts)]
    for local in params:
        if local in yours:
            bind_as_you(speaker, local)
        else:
            bind_params(speaker, [local])
    left = [part for part in parts if not any(_is_you(part, local) for local in yours)]
    clauses = [_actor_clause(speaker, part, ability) or clause(speaker, part) for part in left]
    return in_a_row(speaker, clauses, "and") if clauses else ""


def _parts(node: typed.Expr | None) -> Sequence[typed.Expr]:
    """The conditions that all have to hold."""
    if isinstance(node, typed.Logic) and node.op == "and":
        return [*_parts(node.left), *_parts(node.right)]
    return [] if node is None else [node]


def _is_you(node: typed.Expr, local: Local) -> bool:
    """Whether a condition says that a player is you."""
    match node:
        case typed.Comparison(op="is", left=typed.LocalRef(local=found), right=typed.You()):
            return found is local and local.type == PLAYER
    return False


def _actor_clause(speaker: Speaker, node: typed.Expr, ability: Ability) -> str:
    return speaker.say("ability.you_do_it") if _is_you(node, ability.when_actor) else ""


# ---------------------------------------------------------------- change


def _change(speaker: Speaker, ability: Ability) -> Step:
    target, value = ability.target, ability.value
    assert isinstance(target, CallableSymbol) and value is not None
    condition = _condition(speaker, ability)
    args = [known.phrase for known in speaker.locals]
    if value.type == BOOL:
        denied = isinstance(value, typed.Truth) and not value.value
        name = value_clause(speaker, target, args, denied)
        text = speaker.say("ability.never" if denied else "ability.true", name)
        if not isinstance(value, typed.Truth):
            text = speaker.say("ability.true_if", name, clause(speaker, value))
    else:
        many = isinstance(bare(value.type), Seq)
        # The parameters may have no names here: then the value is said by its title.
        alone = speaker.texts.the(linked_title(speaker, target), many) if not args else None
        changed = alone or value_of(speaker, target, args, many)
        changed = evolve(changed, many=many or speaker.texts.plural(changed.the))
        how = "ability.change_number" if isinstance(bare(value.type), Num) else "ability.change"
        said = one_by_one(speaker, value) if isinstance(value, typed.Gather) else the(speaker, value)
        text = speaker.say(how, changed, said)
    text = _with_priority(speaker, _for_cases(speaker, text, ability), ability)
    return Step(speaker.say("ability.if", text, condition) if condition else text)


# ---------------------------------------------------------------- whenever


def _whenever(speaker: Speaker, ability: Ability) -> Step:
    target = ability.target
    enters = isinstance(target, ZoneSymbol)
    name = speaker.texts.noun(target.text_keys[0])
    with speaker.block():
        one, item, owners = "", ability.params[0] if enters else None, ability.params[enters:]
        if enters and item is not None:
            one = presented(speaker, noun(speaker, item.type), bind(speaker, item))
        where = speaker.texts.the(name)
        named = [bind(speaker, owner).phrase for owner in owners if owner is not None]
        if len(named) > 1:
            where = of_two(speaker, name, *named)
        elif named:
            # Nobody was spoken of before: "a player's hand", and from then on "that player".
            where = owned(speaker, name, Phrase("", "", speaker.say("ability.somebodys", named[0].bare)))
        text = speaker.say("ability.enters" if enters else "ability.changes", where, one)
        condition = "" if ability.when is None else clause(speaker, ability.when)
        return _does(speaker, text, condition, ability)
