"""Why a bot did what it did.

In: what a bot thought of its answers when it gave the last one. Out: lines for a player who asks, in the form
of a hint. They are told only to who knew all that the bot knew, before its answer and after it: everybody
else would learn from them what the bot holds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from cli.phrases import Phrases
from interpreter.bots import Bot
from interpreter.game import Game

MOST = 3  # answers that are compared


@frozen
class Thoughts:
    """What a bot thought before its last answer."""

    seat: int
    answer: str
    reasons: tuple[tuple[str, int, str], ...]  # an answer, the share of its thoughts, what it expected
    told_to: frozenset[int]


def played(game: Game, bot: Bot, seat: int, people: Sequence[int]) -> Thoughts:
    """Lets a bot answer, and keeps what it thought."""
    request = game.request(seat)
    assert request is not None
    equal = [] if request.secret else [one for one in people if game.knows_as_much(one, seat)]
    answer = bot.choose(game, seat)
    picked = answer if request.several else (answer,)
    label = ", ".join(request.options[request.index_of(one)].label for one in picked)
    found = getattr(getattr(bot, "bot", bot), "reasons", ())
    reasons = tuple(
        (request.options[one.answer].label, round(100 * one.tried), f"{one.worth:+.2f}")
        for one in (() if request.several else found[:MOST])
    )
    game.apply(answer, seat)
    told_to = frozenset(one for one in equal if game.knows_as_much(one, seat))
    return Thoughts(seat, label, reasons, told_to)


def reason_lines(thoughts: Thoughts | None, player: int, game: Game, say: Phrases) -> Iterator[str]:
    if thoughts is None:
        yield say("command.no_bot_yet")
        return
    name = game.words.player(thoughts.seat)
    if player not in thoughts.told_to:
        yield say("command.reasons_refused", name)
        return
    yield say("command.reasons", name, thoughts.answer)
    for label, share, worth in thoughts.reasons:
        yield say("command.hint_reason", label, share, worth)
    if not thoughts.reasons:
        yield say("command.no_reasons")
