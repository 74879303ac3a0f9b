"""Playing a dealt game on by chance, and what it is worth.

In: a dealt game that nobody else needs. Out: the game some decisions later, and a number for a player.
The machine is answered directly: a play-out that goes wrong is thrown away, so nothing is kept to undo it.
"""

from __future__ import annotations

from itertools import pairwise

from interpreter.bots import Answer
from interpreter.bots.dice import Dice
from interpreter.game import Game
from interpreter.game.requests import Request

WIN, MARGIN = 0.6, 0.4  # how much a win counts, and how much by how far
OWN = 0.1  # of a standing: a player's own points, which is all there is when players win together
SLACK = 5.0


def step(game: Game, player: int, answer: Answer) -> None:
    game.machine.answer(game.state, player, answer)


def random_step(game: Game, dice: Dice) -> None:
    """Answers the pending question, whoever is asked: in a secret round the first who still has to answer."""
    pending = game.state.pending
    assert pending is not None
    kind, who, options = pending[0], pending[1], pending[4]
    answer: Answer
    if kind == "several":
        answer = dice.subset(len(options), *pending[6:9])
    elif kind == "secret":
        who, ways = options[0]
        answer = dice.below(len(ways))
    else:  # chance too: all its outcomes are as likely
        answer = dice.below(len(options))
    game.machine.answer(game.state, who, answer)


def finish_round(game: Game, dice: Dice) -> None:
    """The others answer by chance: a secret choice means something only when everybody has made one."""
    state = game.state
    waiting = len(state.pending[4]) if state.pending is not None else 0
    while state.pending is not None and state.pending[0] == "secret" and len(state.pending[4]) == waiting:
        random_step(game, dice)
        waiting -= 1


def play_on(game: Game, dice: Dice, decisions: int) -> None:
    """At most so many decisions by chance."""
    state = game.state
    for _ in range(decisions):
        if state.pending is None:
            return
        random_step(game, dice)


def candidates(request: Request, dice: Dice, most: int) -> list[Answer]:
    """The legal answers, or if there are more than `most` some of them, spread evenly."""
    if request.several:
        return _selections(request, dice, most)
    options = len(request)
    if options <= most:
        return list(range(options))
    edges = [options * part // most for part in range(most + 1)]
    return [low + dice.below(high - low) for low, high in pairwise(edges)]


def _selections(request: Request, dice: Dice, most: int) -> list[Answer]:
    found: list[Answer] = []
    for answer in request.answers():
        found.append(answer)
        if len(found) > most:
            break
    else:
        return found
    size, least, upmost, ordered = len(request), request.least, request.most, request.ordered
    picked = {dice.subset(size, least, upmost, ordered) for _ in range(most - 2)}
    picked.add(tuple(range(least)))
    picked.add(tuple(range(upmost)))
    return sorted(picked)


def worth(game: Game, player: int) -> float:
    """What the end is worth to the player, or else how the player stands."""
    if not game.over:
        return standing(game, player)
    returns = game.returns()[player]
    if game.machine.payoff_of is not None:
        return returns
    return WIN * returns + MARGIN * standing(game, player)


def standing(game: Game, player: int) -> float:
    """From -1 to 1, by what the definition ranks players by, or else by its score."""
    machine, state = game.machine, game.state
    players = range(game.setup.players)
    if machine.ranks:
        sign, key = machine.ranks[0]
        points: list[int] = [sign * key(state, p, p) for p in players]
    elif machine.score_of is not None:
        points = [machine.score_of(state, p, p) for p in players]
    else:
        return 0.0
    mine = points[player]
    ahead = mine - max((points[p] for p in players if p != player), default=mine)
    largest = max(abs(p) for p in points)
    return (1 - OWN) * ahead / (abs(ahead) + 1 + largest / 2) + OWN * mine / (abs(mine) + SLACK)
