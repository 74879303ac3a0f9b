"""Players that are programs.

In: a game and a seat. Out: a legal answer. A bot is any object with a `name` and a method `choose`; it
answers for one seat, whenever that seat has something to decide.

A fair bot reads only `game.request(player)`, `game.view(player)`, `game.events(player=player)` and
`game.deal(player, seed)`: what its seat can know, and full games that agree with it.
`game.state`, and a `copy` of the game, hold the hidden cards and the future of chance; a fair bot leaves
them alone, and does not change the game it is given.

Bots are chosen by name. Authors bring their own by an entry point of the group `rulelang.bots`: the name,
and what makes a bot from a seed. docs/bots.md tells how.

>>> from interpreter.bots import make_bot
>>> make_bot("random", seed=1).name
'random'
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import entry_points
from typing import Any, Protocol

from interpreter.game import Game, PlayError, check_seed

Answer = Any  # an index of an option, or a tuple of them where several are chosen
Clock = Callable[[], float]
GROUP = "rulelang.bots"


class Bot(Protocol):
    @property
    def name(self) -> str:
        """The word that chooses this bot on the command line."""

    def choose(self, game: Game, player: int) -> Answer:
        """A legal answer to what this player is asked now. `NATURE` asks a bot to play chance."""


class UnknownBot(PlayError):
    """There is no bot of this name, or it cannot have what was asked for."""

    __module__ = PlayError.__module__


Maker = Callable[[int, str, Clock | None], Bot]


def _random(seed: int, budget: str, clock: Clock | None) -> Bot:
    from interpreter.bots.random_bot import RandomBot

    _no_budget("random", budget)
    return RandomBot(seed)


def _greedy(seed: int, budget: str, clock: Clock | None) -> Bot:
    from interpreter.bots.greedy_bot import GreedyBot

    _no_budget("greedy", budget)
    return GreedyBot(seed)


# Seconds for a decision: what people choose from. `easy` takes so long only where its iterations are slow.
LEVELS = {"easy": 0.25, "normal": 0.5, "hard": 3.0}
ITERATIONS_OF_LEVELS = {"easy": 12, "normal": 800, "hard": 5000}  # where there is no clock


def _search(seed: int, budget: str, clock: Clock | None) -> Bot:
    from interpreter.bots.search_bot import SearchBot

    iterations, seconds = _budget("search", budget, clock)
    return SearchBot(seed, iterations, seconds, clock)


def _level(name: str) -> Maker:
    def make(seed: int, budget: str, clock: Clock | None) -> Bot:
        from interpreter.bots.search_bot import SearchBot

        _no_budget(name, budget)
        if clock is None:
            return SearchBot(seed, ITERATIONS_OF_LEVELS[name], name=name)
        most = ITERATIONS_OF_LEVELS[name] if name == "easy" else None
        return SearchBot(seed, most, LEVELS[name], clock, name)

    return make


def _budget(name: str, budget: str, clock: Clock | None) -> tuple[int | None, float | None]:
    """Iterations or seconds, as they stand behind a colon."""
    if not budget:
        return None, None
    number = budget.removesuffix("s")
    try:
        amount = float(number) if budget.endswith("s") else int(number)
    except ValueError:
        amount = 0
    if not 0 < amount < 1e6:
        raise UnknownBot(f"{name}:{budget}: say iterations, as in {name}:200, or seconds, as in {name}:0.5s")
    if not budget.endswith("s"):
        return int(amount), None
    if clock is None:
        raise UnknownBot(f"{name}:{budget}: there is no clock here; say iterations, as in {name}:200")
    return None, amount


def _no_budget(name: str, budget: str) -> None:
    if budget:
        raise UnknownBot(f"{name}:{budget}: this bot takes no budget")


# Each is made only when it is asked for, so that a bot that needs much costs the others nothing.
BOTS: dict[str, Maker] = {
    "random": _random, "greedy": _greedy, "search": _search,
    **{name: _level(name) for name in LEVELS},
}  # fmt: skip


def bot_names() -> list[str]:
    """The bots there are: ours, then those of installed packages."""
    return [*BOTS, *sorted({entry.name for entry in entry_points(group=GROUP)} - BOTS.keys())]


def make_bot(name: str, seed: int, clock: Clock | None = None) -> Bot:
    """A bot by its name, as `normal`, `search:200` (iterations) or `search:0.5s` (seconds of the clock).

    The same seed and the same game give the same answers, unless a clock decides when a bot stops.
    """
    if not isinstance(name, str):
        raise UnknownBot(f"a bot is chosen by its name, as `random`, not by {name!r}")
    word, _, budget = name.partition(":")
    seed = check_seed(seed)
    if word in BOTS:
        return BOTS[word](seed, budget, clock)
    for entry in entry_points(group=GROUP):
        if entry.name == word:
            _no_budget(word, budget)
            bot: Bot = entry.load()(seed)
            return bot
    raise UnknownBot(f"there is no bot called `{word}`; there are: {', '.join(bot_names())}")
