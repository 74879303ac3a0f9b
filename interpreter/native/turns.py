"""Instructions of turns, rounds and the end of the game as C.

In: an instruction, and the body that is written. Out: lines of C. The counterpart of
`interpreter/python/turns.py` and `ending.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rulelang.ir import instructions as do

if TYPE_CHECKING:
    from interpreter.native.steps import BodyCode


def _become(i: do.Become, c: BodyCode) -> None:
    c.emit(f"F[YOU] = {c.scalar(i.player)};")


def _begin(i: do.Begin, c: BodyCode) -> None:
    c.emit(f"begin_block(S, {int(i.block != 'turn')}, {i.over}, {i.exit});")
    if i.block != "turn":  # a turn is noted with its player
        c.emit("if (HEARD) note(S, N_ROUND, 0);")


def _leave(i: do.Leave, c: BodyCode) -> None:
    c.emit("if (!S->blocks) bail(B_BLOCK);", "S->blocks--;")


def _turn_of(i: do.TurnOf, c: BodyCode) -> None:
    c.emit(f"S->active = F[YOU] = {c.scalar(i.player)};", "if (HEARD) heard(S, N_TURN, S->active);")


def _extra_turn(i: do.ExtraTurn, c: BodyCode) -> None:
    c.emit(f"extra_turn(S, {c.scalar(i.player)});")


def _next_extra(i: do.NextExtra, c: BodyCode) -> None:
    assert c.slots is not None
    c.emit(f"if (!S->extras) {c.go(i.target)}")
    c.emit(f"F[SLOTS + {c.slots.at[i.slot]}] = S->extra[0];")
    c.emit("S->extras--; memmove(S->extra, S->extra + 1, S->extras * sizeof(i16));")


def _turns_done(i: do.TurnsDone, c: BodyCode) -> None:
    c.emit(f"turns_done(S, {c.scalar(i.outer)});")


def _end_block(i: do.EndBlock, c: BodyCode) -> None:
    c.emit(f"end_block(S, {int(i.block != 'turn')}, {int(i.all_of_them)}); return ONWARD;")


def _finish(i: do.Finish, c: BodyCode) -> None:
    named = c.fresh("w")
    c.emit(f"u32 {named} = 0;")
    c.each(i.players, lambda x, some: c.emit(f"{named} |= 1u << {x};"))
    winners = named if i.won else f"(EVERYONE & ~{named})"
    c.emit(f"game_over(S, {winners}, {c.unit.reason(i.reason)}); return ENDED;")


def _game_over(i: do.GameOver, c: BodyCode) -> None:
    c.emit("rank(S); return ENDED;")


TURNS: dict[type, Callable[[Any, BodyCode], None]] = {
    do.Become: _become, do.Begin: _begin, do.Leave: _leave, do.TurnOf: _turn_of, do.ExtraTurn: _extra_turn,
    do.NextExtra: _next_extra, do.TurnsDone: _turns_done, do.EndBlock: _end_block, do.Finish: _finish,
    do.GameOver: _game_over,
}  # fmt: skip
