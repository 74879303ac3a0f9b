"""Why a bot did what it did.

In: what a bot thought of its answers when it gave the last one. Out: lines for a player who asks, in the form
of a hint. They are told only to who knew all that the bot knew, before its answer and after it: everybody
else would learn from them what the bot holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

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
    knows: Callable[[int], bool]  # whether a player knew all that the bot knew, before and after it


def played(game: Game, bot: Bot, seat: int, people: Sequence[int]) -> Thoughts:
    """Lets a bot answer, and keeps what it thought. Who may be told it is found out when somebody asks."""
    request = game.request(seat)
    assert request is not None
    before = game.copy()
    answer = bot.choose(game, seat)
    picked = answer if request.several else (answer,)
    label = ", ".join(request.options[request.index_of(one)].label for one in picked)
    found = getattr(getattr(bot, "bot", bot), "reasons", ())
    reasons = tuple(
        (request.options[one.answer].label, round(100 * one.tried), f"{one.worth:+.2f}")
        for one in (() if request.several else found[:MOST])
    )
    game.apply(answer, seat)
    after = game.copy()

    def knows(player: int) -> bool:
        known = (each.knows_as_much(player, seat) for each in (before, after))
        return player in people and not request.secret and all(known)

    return Thoughts(seat, label, reasons, knows)


def reason_lines(thoughts: Thoughts | None, player: int, game: Game, say: Phrases) -> Iterator[str]:
    if thoughts is None:
        yield say("command.no_bot_yet")
        return
    name = game.words.player(thoughts.seat)
    if not thoughts.knows(player):
        yield say("command.reasons_refused", name)
        return
    yield say("command.reasons", name, thoughts.answer)
    for label, share, worth in thoughts.reasons:
        yield say("command.hint_reason", label, share, worth)
    if not thoughts.reasons:
        yield say("command.no_reasons")
