"""Lines in which nothing happens that anybody sees.

In: a block. Out: whether all of it goes unseen: names, hidden tracks, picks, and rules that do no more. A
sentence in such lines is all that reaches the players, so it tells the condition under which it is said.
Where something is moved, asked or changed openly, everybody sees that by the rules of the game.
"""

from __future__ import annotations

from rulelang.checks.secrets.summaries import Knowledge
from rulelang.typed import statements as stmts
from rulelang.typed.symbols import Symbol
from rulelang.typed.walk import statements

_UNSEEN = (
    *(stmts.Say, stmts.Nothing, stmts.Let, stmts.LetAnswer, stmts.Rename, stmts.Answer, stmts.Remember),
    *(stmts.Pick, stmts.Cover, stmts.If, stmts.ForEach, stmts.Repeat, stmts.While, stmts.As),
    *(stmts.Call, stmts.Assign, stmts.Pay),  # of these, what they use is asked
)


def is_silent(block: stmts.Block | None, whole: Knowledge) -> bool:
    for statement in statements(block or ()):
        if _is_seen(statement) or not whole.seen.isdisjoint(_uses(statement)):
            return False
    return True


def seen_symbols(whole: Knowledge) -> set[Symbol]:
    """Rules, and changes of tracks, in which something is seen to happen, with the abilities that wait."""
    used_by: dict[Symbol, list[Symbol]] = {}
    seen: set[Symbol] = {track for track in whole.definition.world.tracks.values() if track.sees == "all"}
    definition = whole.definition
    whose: list[Symbol] = [rule.symbol for rule in definition.rules for _ in rule.bodies]
    whose += [ability.target for ability in definition.abilities if ability.block is not None]
    for symbol, block in zip(whose, definition.statements, strict=True):
        for statement in block:
            if _is_seen(statement):
                seen.add(symbol)
            for used in _uses(statement):
                used_by.setdefault(used, []).append(symbol)
    waiting_for = list(seen)
    while waiting_for:
        new = [user for user in used_by.get(waiting_for.pop(), ()) if user not in seen]
        seen.update(new)
        waiting_for += new
    return seen


def _is_seen(statement: stmts.Stmt) -> bool:
    if isinstance(statement, stmts.End):
        return statement.what not in ("rule", "loop")
    return not isinstance(statement, _UNSEEN)


def _uses(statement: stmts.Stmt) -> tuple[Symbol, ...]:
    """The rules that a statement carries out itself, and the tracks that it changes."""
    match statement:
        case stmts.Call(rule=rule):
            return (rule,)
        case stmts.LetAnswer(call=call):
            return (call.rule,)
        case stmts.If(branches=branches):
            return tuple(b.condition.rule for b in branches if isinstance(b.condition, stmts.Call))
        case stmts.Assign(target=target):
            return (target.track,)
        case stmts.Pay(giver=giver, taker=taker):
            return (giver.track, taker.track)
    return ()
