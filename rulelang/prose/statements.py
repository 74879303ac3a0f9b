"""Statements in words: steps, and steps within steps.

In: typed statements. Out: `Step`s, or their text. Decisions are in `decisions.py`.
"""

from __future__ import annotations

import attrs

from rulelang.prose.calls import arguments, called_rule, linked_title
from rulelang.prose.comparisons import pointed_at
from rulelang.prose.members import local_name, member_name, member_of, own_absence
from rulelang.prose.naming import bind, introduced, presented
from rulelang.prose.nouns import none_like, noun, only_grid, you
from rulelang.prose.sets import order_of, where_from
from rulelang.prose.speaker import PLAIN, Speaker, ToSteps, clause, group, np, steps, the, things
from rulelang.prose.steps import Step
from rulelang.prose.texts import Phrase
from rulelang.typed import expressions as typed
from rulelang.typed import statements as stmts
from rulelang.typed.symbols import Local
from rulelang.types import BOOL, Num, Player, Seq, Type, bare

MOST_PARTS = 9  # of a message, which depend on the game


def around(speaker: Speaker, text: str, inner: tuple[Step, ...]) -> Step:
    """A step that holds others; one short one stands in the same line."""
    return branch(speaker, text, inner, "step.inline")


def branch(speaker: Speaker, text: str, inner: tuple[Step, ...], key: str = "step.then") -> Step:
    if len(inner) == 1 and inner[0].short:
        return Step(speaker.say(key, text, inner[0].text), inner[0].steps)
    return Step(text, inner)


def decider(speaker: Speaker, by: typed.Expr | None) -> Phrase:
    return you(speaker) if by is None else np(speaker, by)


# ---------------------------------------------------------------- moving and showing


def let(speaker: Speaker, local: Local, value: typed.Expr) -> str:
    if isinstance(value, typed.Truth):
        key = "clause.applies" if value.value else "clause.not_applies"
        return speaker.say(key, introduced(speaker, bind(speaker, local)))
    if value.type == BOOL:
        condition = clause(speaker, value)
        return speaker.say("step.let_if", introduced(speaker, bind(speaker, local)), condition)
    if isinstance(value, typed.Nothing):
        return speaker.say("step.let_none", introduced(speaker, bind(speaker, local)))
    text, many = the(speaker, value), isinstance(bare(value.type), Seq)
    name = introduced(speaker, bind(speaker, local))
    return speaker.say("step.let", Phrase(name, name, many=many), text)


def _let(speaker: Speaker, node: stmts.Let) -> str | list[Step]:
    return [] if node.local.name in (stmts.LETS, stmts.STOPPED) else let(speaker, node.local, node.value)


def _move(speaker: Speaker, node: stmts.Move) -> str:
    what = the(speaker, node.what)
    at_end = node.where == "end"
    match node.zone.zone.ordering:
        case "pile":
            way = "top" if at_end else "bottom"
        case "line":
            way = "end" if at_end else "start"
        case _:
            way = "into"
    return speaker.say(f"step.move_{way}", what, np(speaker, node.zone))


def _put(speaker: Speaker, node: stmts.Put) -> str:
    where, cell = pointed_at(speaker, node.place), node.what
    if isinstance(cell, typed.CellAt) and cell.items.zone is node.grid.zone and node.grid.owner is None:
        parts = noun(speaker, cell.type), the(speaker, cell.index), where  # from place to place of one board
        return speaker.say("step.put_from", *parts)
    if only_grid(speaker, node.grid):
        return speaker.say("step.put_there", the(speaker, node.what), where)
    return speaker.say("step.put", the(speaker, node.what), np(speaker, node.grid), where)


def _shuffle(speaker: Speaker, node: stmts.Shuffle) -> str:
    return speaker.say("step.shuffle", np(speaker, node.zone))


def plain(speaker: Speaker, node: stmts.Stmt) -> str:
    """A verb and the things that it is done with, in the order of its parts: `step.swap`."""
    parts = (getattr(node, field.name) for field in attrs.fields(type(node)))
    things_ = [the(speaker, part) for part in parts if isinstance(part, typed.Expr)]
    return speaker.say(f"step.{type(node).__name__.lower()}", *things_)


def _reveal(speaker: Speaker, node: stmts.Reveal) -> str:
    what = the(speaker, node.what)
    if node.to is None:
        return speaker.say("step.reveal", what)
    return speaker.say("step.reveal_to", what, np(speaker, node.to))


# ---------------------------------------------------------------- counting


def _assign(speaker: Speaker, node: stmts.Assign) -> str:
    if node.target.type == BOOL:
        return _mark(speaker, node)
    if node.op == "set" and isinstance(node.value, typed.Nothing):
        own = own_absence(speaker, node.target, True)
        if own is not None:
            return speaker.say("step.from_now_on", own)
    return _changed(speaker, node.op, np(speaker, node.target), node.value, node.target.type)


def _changed(speaker: Speaker, op: str, target: Phrase, value: typed.Expr, type_: Type) -> str:
    """What a counter or a name is from now on."""
    if op == "set" and isinstance(value, typed.Nothing):
        key = "step.clear_player" if bare(type_) == Player() else "step.clear"
        return speaker.say(key, target.the, none_like(speaker, type_))
    if op == "set" and isinstance(value, typed.You) and speaker.somebody is None:
        return speaker.say("step.become_you", target.the)
    if op == "set" and not isinstance(bare(type_), Num):
        return speaker.say("step.become", target, pointed_at(speaker, value))
    return speaker.say(f"step.{op}", target, the(speaker, value))


def _mark(speaker: Speaker, node: stmts.Assign) -> str:
    """A flag is put on something, taken away, or made to follow a condition."""
    form, parts = "apply", list[str | Phrase]()
    if isinstance(node.target.owner, typed.PairOf):
        name = member_of(speaker, node.target, np(speaker, node.target.owner)).bare
        return _flagged(speaker, form, [name], node.value)
    if node.target.owner is not None:
        form, parts = "mark", [np(speaker, node.target.owner)]
    return _flagged(speaker, form, [*parts, member_name(speaker, node.target)], node.value)


def _flagged(speaker: Speaker, form: str, parts: list[str | Phrase], value: typed.Expr) -> str:
    if isinstance(value, typed.Truth):
        return speaker.say(f"step.{form if value.value else f'un{form}'}", *parts)
    return speaker.say(f"step.{form}_if", *parts, clause(speaker, value))


def _pay(speaker: Speaker, node: stmts.Pay) -> str:
    giver, taker = np(speaker, node.giver).the, np(speaker, node.taker).the
    if node.amount == node.giver:
        return speaker.say("step.pay_all", giver, taker)
    worked_out = isinstance(node.amount, typed.Arithmetic | typed.Extreme)
    key = "step.pay_worked_out" if worked_out else "step.pay"
    return speaker.say(key, the(speaker, node.amount), giver, taker)


def _rename(speaker: Speaker, node: stmts.Rename) -> str:
    """A name that a rule has given means something else from here on."""
    if node.local.name == stmts.LETS:
        return speaker.say("step.let_happen")
    name = np(speaker, typed.LocalRef(node.span, node.local.type, node.local))
    if node.local.type == BOOL:
        return _flagged(speaker, "apply", [local_name(speaker, node.local)], node.value)
    return _changed(speaker, node.op, name, node.value, node.local.type)


# ---------------------------------------------------------------- rules and chance


def _call(speaker: Speaker, node: stmts.Call) -> str:
    return called_rule(speaker, node.rule, arguments(speaker, node.args))


def _let_answer(speaker: Speaker, node: stmts.LetAnswer) -> str:
    call = _call(speaker, node.call)
    name, key = introduced(speaker, bind(speaker, node.local)), "step.let_answer"
    return speaker.say(f"{key}_if" if node.local.type == BOOL else key, call, name)


def _answer(speaker: Speaker, node: stmts.Answer) -> str:
    if node.value.type != BOOL or isinstance(node.value, typed.Truth):
        return speaker.say("step.answer", the(speaker, node.value))
    return speaker.say("step.answer_if", clause(speaker, node.value))


def _remember(speaker: Speaker, node: stmts.Remember) -> str:
    return speaker.say("step.remember", speaker.texts.noun(f"memory.{node.memory.name}"))


def _nothing(speaker: Speaker, node: stmts.Nothing) -> str:
    return speaker.say("step.nothing")


def _proceed(speaker: Speaker, node: stmts.Proceed) -> str:
    return speaker.say("step.proceed")


def _say(speaker: Speaker, node: stmts.Say) -> str:
    """What is announced, with a dot for each part that depends on the game."""
    texts, key = speaker.texts, f"say.{node.message}"
    about = texts.own_tables[0].get(f"rulebook.{key}")  # a clause instead of the sentence with its gaps
    if about is not None:
        return speaker.say("step.say_about", texts.own(key) or about)
    text = texts.own(key) or texts.own_name(key)
    return speaker.say("step.say", texts.filled(text, ["…"] * MOST_PARTS))


def _roll(speaker: Speaker, node: stmts.Roll) -> str:
    die = speaker.texts.noun(f"die.{node.die.name}")
    shown = "_word" if node.die.kind else ""  # faces with words, not with numbers
    if node.amount is None:
        text = speaker.say(f"step.roll{shown}", die, introduced(speaker, bind(speaker, node.local)))
        return speaker.say("step.secretly", text) if node.secretly else text
    amount = the(speaker, node.amount)
    found = introduced(speaker, bind(speaker, node.local))
    text = speaker.say(f"step.roll_several{shown}", amount, die, found)
    return speaker.say("step.secretly", text) if node.secretly else text


def _pick(speaker: Speaker, node: stmts.Pick) -> str:
    items = where_from(speaker, node.items).the
    amount = None if node.amount is None else the(speaker, node.amount)
    named = bind(speaker, node.local)
    if amount is None:
        key = "step.pick_plain" if named.style == PLAIN else "step.pick"
        return speaker.say(key, introduced(speaker, named), items)
    form = "some" if isinstance(node.amount, typed.Number) else "many"
    return speaker.say(f"step.pick_{form}", amount, introduced(speaker, named), items)


# ---------------------------------------------------------------- ends


def _end(speaker: Speaker, node: stmts.End) -> str:
    return speaker.say(f"end_of.{node.what}")


def _finish(speaker: Speaker, node: stmts.Finish) -> str:
    several = isinstance(bare(node.players.type), Seq) and not isinstance(node.players, typed.ListOf)
    who = things(speaker, node.players) if several else np(speaker, node.players)
    lose = "step.lose_of_two" if speaker.world.players == (2, 2) and not several else "step.lose"
    text = speaker.say("step.win" if node.won else lose, who)
    if not node.reason:
        return text
    return speaker.say("step.because", text, speaker.texts.own_name(f"reason.{node.reason}"))


def _extra_turn(speaker: Speaker, node: stmts.ExtraTurn) -> str:
    return speaker.say("step.extra_turn", decider(speaker, node.player))


# ---------------------------------------------------------------- branches and loops


def _if(speaker: Speaker, node: stmts.If) -> list[Step]:
    match node.branches[0].condition:
        case typed.Not(operand=typed.LocalRef(local=local)) if local.name == stmts.LETS:
            return []  # how a window is closed
        case typed.Not(operand=typed.LocalRef(local=local)) if local.name == stmts.STOPPED:
            return [Step(speaker.say("step.if_all_let"))]
    found = []
    for index, part in enumerate(node.branches):
        key = "step.else_if" if index else "step.if"
        if isinstance(part.condition, stmts.Call):
            text = speaker.say(f"{key}_answer", _call(speaker, part.condition))
        else:
            text = speaker.say(key, clause(speaker, part.condition))
        found.append(branch(speaker, text, steps(speaker, part.body)))
    if node.otherwise is not None:
        inner = steps(speaker, node.otherwise)
        found.append(branch(speaker, speaker.say("step.else"), inner, "step.else_then"))
    return found


def _for_each(speaker: Speaker, node: stmts.ForEach) -> Step:
    with speaker.block():
        order, items = "", node.items
        if isinstance(items, typed.SortedBy):
            order, items = speaker.say("step.in_order", order_of(speaker, items)), items.items
        found, named = group(speaker, items), bind(speaker, node.local)
        one = presented(speaker, found.one, named)
        every = presented(speaker, found.all, named, "np.called_many")
        return around(speaker, speaker.say("step.for_each", one, every) + order, steps(speaker, node.body))


def _repeat(speaker: Speaker, node: stmts.Repeat) -> Step:
    inner = steps(speaker, node.body)
    if node.until is not None:
        return around(speaker, speaker.say("step.repeat_until", clause(speaker, node.until)), inner)
    if node.times is None:
        return around(speaker, speaker.say("step.repeat"), inner)
    form = {typed.Number: "times", typed.IfThenElse: "times_worked_out"}.get(type(node.times), "times_many")
    return around(speaker, speaker.say(f"step.{form}", the(speaker, node.times)), inner)


def _while(speaker: Speaker, node: stmts.While) -> Step:
    text = speaker.say("step.while", clause(speaker, node.condition))
    return around(speaker, text, steps(speaker, node.body))


def _as(speaker: Speaker, node: stmts.As) -> Step:
    who = np(speaker, node.player)
    inner = steps(speaker, node.body)
    if len(node.body) == 1 and isinstance(node.body[0], stmts.Call) and inner[0].simple:
        return Step(speaker.say("step.as_inline", who, inner[0].text))
    return Step(speaker.say("step.as", who), inner)


# ---------------------------------------------------------------- turns and rounds


def _turns(speaker: Speaker, node: stmts.Turns) -> Step:
    if node.listed:
        text = speaker.say("step.turns_of", things(speaker, node.start))
    elif node.by is not None:
        text = speaker.say("step.turns_by", np(speaker, node.start), linked_title(speaker, node.by))
    else:
        text = speaker.say("step.turns_from", np(speaker, node.start))
    text = _until(speaker, text, node.until)
    return Step(speaker.say("step.turn", text), steps(speaker, node.body))


def _rounds(speaker: Speaker, node: stmts.Rounds) -> Step:
    text = speaker.say("step.rounds")
    if node.times is not None:
        form = "rounds_times" if isinstance(node.times, typed.Number) else "rounds_many"
        text = speaker.say(f"step.{form}", the(speaker, node.times))
    text = _until(speaker, text, node.until)
    return Step(speaker.say("step.round", text), steps(speaker, node.body))


def _until(speaker: Speaker, text: str, until: typed.Expr | None) -> str:
    return text if until is None else speaker.say("step.until", text, clause(speaker, until))


STATEMENTS: dict[type, ToSteps] = {
    stmts.Let: _let, stmts.Move: _move, stmts.Put: _put, stmts.Shuffle: _shuffle, stmts.Reveal: _reveal,
    stmts.Look: plain, stmts.Cover: plain, stmts.Assign: _assign, stmts.Pay: _pay, stmts.Call: _call,
    stmts.Nothing: _nothing, stmts.Proceed: _proceed, stmts.Say: _say, stmts.Roll: _roll,
    stmts.Pick: _pick, stmts.End: _end, stmts.Finish: _finish, stmts.ExtraTurn: _extra_turn,
    stmts.If: _if, stmts.ForEach: _for_each, stmts.Repeat: _repeat, stmts.While: _while, stmts.As: _as,
    stmts.Turns: _turns, stmts.Rounds: _rounds, stmts.Swap: plain, stmts.Rename: _rename,
    stmts.LetAnswer: _let_answer, stmts.Answer: _answer, stmts.Remember: _remember,
}  # fmt: skip
