"""Many games between bots, counted.

In: a definition, the bots' names and a seed. Out: a `Match` plays the games of any stretch of numbers and
gives a `Tally` of them; an error in one game is written down with what gives it again, and the next game
starts. Tallies can be merged in any grouping and order, here or by another engine, and always give the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import sqrt
from typing import Any

from attrs import define, field, frozen

from cli.playing.seats import sit_down
from interpreter.backend import Backend
from interpreter.bots import Bot
from interpreter.errors import IllegalAnswer, PlayError, RuleError
from interpreter.game import Game, Setup, machine_for
from interpreter.python.machine import Machine
from rulelang.ir.nodes import HookDef, Program
from rulelang.types import Player, Rec

KEPT_ERRORS = 20  # games that are remembered for each error; all are counted
CONFIDENCE = 1.959964  # standard deviations to each side: 95 %
QUANTILES = (0.0, 0.1, 0.25, 0.5, 0.75, 0.9, 1.0)
SECTIONS = (
    "games", "seat", "bot", "holder", "seat score", "bot score", "length", "decision", "reason", "rule",
    "error",
)  # fmt: skip
Key = tuple[Any, ...]


@frozen
class Played:
    """One game."""

    index: int
    seed: int
    seats: tuple[str, ...]
    decisions: Mapping[tuple[str, str], int]  # by kind and by what was asked
    rules: Mapping[str, int]
    winners: tuple[int, ...] = ()
    reason: str = ""
    scores: tuple[int, ...] | None = None
    held: tuple[tuple[str, str, int], ...] = ()  # type, component, player, at the end
    error: str = ""

    @property
    def length(self) -> int:
        return sum(self.decisions.values())


@define
class Tally:
    counts: dict[str, Counter[Key]] = field(factory=lambda: {name: Counter() for name in SECTIONS})
    failed: dict[str, list[tuple[int, int, int]]] = field(factory=dict)  # error: index, seed, decisions
    rows: dict[int, tuple[Any, ...]] = field(factory=dict)  # of games, if they are kept

    def add(self, game: Played, keep: bool = False) -> None:
        counts = self.counts
        counts["games"]["played",] += 1
        for (kind, name), amount in game.decisions.items():
            counts["decision"][kind, name] += amount
        for rule, amount in game.rules.items():
            counts["rule"][rule,] += amount
        if keep:
            self.rows[game.index] = _row(game)
        if game.error:
            counts["error"][game.error,] += 1
            self.failed[game.error] = _first(
                [*self.failed.get(game.error, []), (game.index, game.seed, game.length)]
            )
            return
        counts["games"]["finished",] += 1
        counts["length"][game.length,] += 1
        counts["reason"][game.reason,] += 1
        for seat, bot in enumerate(game.seats):
            won = int(seat in game.winners)
            for section, who in (("seat", seat + 1), ("bot", bot)):
                counts[section][who, "games"] += 1
                counts[section][who, "wins"] += won
                if game.scores is not None:
                    counts[f"{section} score"][who, game.scores[seat]] += 1
        for sort, component, player in game.held:
            counts["holder"][sort, component, "games"] += 1
            counts["holder"][sort, component, "wins"] += int(player in game.winners)

    def merged(self, other: Tally) -> Tally:
        """Both together; neither changes."""
        failed = {
            error: _first([*self.failed.get(error, []), *other.failed.get(error, [])])
            for error in self.failed.keys() | other.failed.keys()
        }
        # Not `+` of counters, which forgets what was counted as zero.
        counts = {name: Counter(self.counts[name]) for name in SECTIONS}
        for name in SECTIONS:
            counts[name].update(other.counts[name])
        return Tally(counts, failed, self.rows | other.rows)

    def to_data(self) -> dict[str, Any]:
        """Lists and words only, always in the same order: for JSON."""
        counts = {name: [[*key, amount] for key, amount in _in_order(self.counts[name])] for name in SECTIONS}
        failed = {error: [list(game) for game in self.failed[error]] for error in sorted(self.failed)}
        return {
            "counts": counts,
            "failed": failed,
            "rows": [list(row) for _, row in sorted(self.rows.items())],
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Tally:
        counts = {
            name: Counter({tuple(key): amount for *key, amount in data["counts"][name]}) for name in SECTIONS
        }
        failed = {error: [(g[0], g[1], g[2]) for g in games] for error, games in data["failed"].items()}
        return cls(counts, failed, {row[0]: tuple(row) for row in data["rows"]})


def merge_all(tallies: Iterable[Tally]) -> Tally:
    whole = Tally()
    for tally in tallies:
        whole = whole.merged(tally)
    return whole


def _first(games: list[tuple[int, int, int]]) -> list[tuple[int, int, int]]:
    return sorted(set(games))[:KEPT_ERRORS]


def _in_order(counter: Counter[Key]) -> list[tuple[Key, int]]:
    return sorted(counter.items(), key=lambda item: [(isinstance(part, str), part) for part in item[0]])


# ------------------------------------------------------------ rows

ROW = ("index", "seed", "decisions", "winners", "reason", "error", "scores")


def _row(game: Played) -> tuple[Any, ...]:
    winners = " ".join(str(player + 1) for player in game.winners)
    scores = " ".join(map(str, game.scores or ()))
    return game.index, game.seed, game.length, winners, game.reason, game.error, scores


# ------------------------------------------------------------ figures


def wilson(wins: int, games: int) -> tuple[float, float]:
    """The interval that holds the true share with 95 % confidence, after Wilson."""
    if games == 0:
        return 0.0, 1.0
    share, square = wins / games, CONFIDENCE**2
    middle = share + square / (2 * games)
    reach = CONFIDENCE * sqrt(share * (1 - share) / games + square / (4 * games**2))
    whole = 1 + square / games
    low = 0.0 if wins == 0 else (middle - reach) / whole
    high = 1.0 if wins == games else (middle + reach) / whole
    return max(0.0, low), min(1.0, high)


def quantile(values: Sequence[tuple[float, int]], share: float) -> float:
    """Of values with how often each came, in order: the smallest that has this share at or below it."""
    needed = share * sum(amount for _, amount in values)
    so_far = 0
    for value, amount in values:
        so_far += amount
        if so_far >= needed and amount:
            return value
    return values[-1][0]


def spread(counter: Mapping[float, int]) -> dict[str, float]:
    """Mean and quantiles; nothing if nothing was counted."""
    values = sorted(counter.items())
    games = sum(counter.values())
    if not games:
        return {}
    mean = sum(value * amount for value, amount in values) / games
    quantiles = {f"{round(100 * share)}%": quantile(values, share) for share in QUANTILES}
    return {"mean": round(mean, 4), **quantiles}


def _shares(tally: Tally, section: str) -> list[dict[str, Any]]:
    counter = tally.counts[section]
    found = []
    for key, games in _in_order(counter):
        if key[-1] != "games":
            continue
        who = key[:-1]
        wins = counter[(*who, "wins")]
        low, high = wilson(wins, games)
        line = {"who": " ".join(map(str, who)), "games": games, "wins": wins, "share": round(wins / games, 4)}
        line |= {"low": round(low, 4), "high": round(high, 4)}
        score = f"{section} score"
        if score in tally.counts:
            points = {k[1]: n for k, n in tally.counts[score].items() if k[0] == who[0]}
            line["score"] = spread(points)
        found.append(line)
    return found


def figures(tally: Tally, rules: Iterable[str]) -> dict[str, Any]:
    """What a person wants to know, ready for JSON. `rules` are all there are, for those that never fired."""
    counts = tally.counts
    fired = {rule: counts["rule"][rule,] for rule in rules}
    played, finished = counts["games"]["played",], counts["games"]["finished",]
    return {
        "games": {"played": played, "finished": finished, "failed": played - finished},
        "by seat": _shares(tally, "seat"),
        "by bot": _shares(tally, "bot"),
        "held at the end": _shares(tally, "holder"),
        "decisions in a game": spread({key[0]: amount for key, amount in counts["length"].items()}),
        "decisions": [
            {"kind": kind, "asked": name, "times": times}
            for (kind, name), times in sorted(counts["decision"].items(), key=lambda i: (-i[1], i[0]))
        ],
        "reasons": {str(key[0]): amount for key, amount in _in_order(counts["reason"])},
        "rules fired": dict(sorted(((r, n) for r, n in fired.items() if n), key=lambda i: (-i[1], i[0]))),
        "rules that never fired": sorted(rule for rule, times in fired.items() if not times),
        "errors": [
            {
                "error": error,
                "games": counts["error"][error,],
                "first": [{"index": i, "seed": s, "decisions": d} for i, s, d in tally.failed[error]],
            }
            for error in sorted(tally.failed)
        ],
    }


# ------------------------------------------------------------ playing


class _Begun(set[tuple[int, int]]):
    """Stands where a watched machine notes each instruction; counts how often each body begins."""

    def __init__(self, bodies: int) -> None:
        super().__init__()
        self.times = [0] * bodies

    def add(self, site: tuple[int, int]) -> None:
        if site[1] == 0 and site[0] >= 0:  # values and changes are noted under negative numbers
            self.times[site[0]] += 1


class CountingMachine(Machine):
    """Counts which rules and abilities it starts."""

    def __init__(self, program: Program, players: int, settings: Mapping[str, Any]) -> None:
        self._begun = _Begun(len(program.bodies))
        self._changed: Counter[str] = Counter()
        super().__init__(program, players, settings, self._begun)
        for number, value in enumerate(self.hooks.values):
            if value is not None:
                self.hooks.values[number] = self._counted(value, _label(program.hooks[number]))

    def _counted(self, function: Callable[..., Any], label: str) -> Callable[..., Any]:
        def counted(*args: Any) -> Any:
            self._changed[label] += 1
            return function(*args)

        return counted

    def forget(self) -> None:
        self._begun.times[:] = [0] * len(self._begun.times)
        self._changed.clear()

    def fired(self) -> Counter[str]:
        found = Counter(self._changed)
        for body, times in zip(self.program.bodies, self._begun.times, strict=True):
            if times:
                found[body.name] += times
        return found


def _label(hook: HookDef) -> str:
    return f"{hook.owner}: change {hook.target}" if hook.owner else f"change {hook.target}"


def rules_of(program: Program) -> list[str]:
    """Everything that can fire, by the names that are counted."""
    changes = [_label(hook) for hook in program.hooks if hook.value is not None]
    return list(dict.fromkeys([*(body.name for body in program.bodies), *changes]))


@define
class Match:
    """Games of the same bots in the same seats. It can be sent to another process."""

    program: Program
    seats: tuple[str, ...]
    settings: tuple[tuple[str, Any], ...]
    seed: int
    limit: int
    keep: bool = False  # a row of each game
    _machines: tuple[Backend, CountingMachine] | None = field(default=None, eq=False, repr=False)

    def __getstate__(self) -> tuple[Any, ...]:
        return (self.program, self.seats, self.settings, self.seed, self.limit, self.keep)

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        self.program, self.seats, self.settings, self.seed, self.limit, self.keep = state
        self._machines = None

    def check(self) -> None:
        """So many can play."""
        low, high = self.program.players
        if not low <= len(self.seats) <= high:
            wanted = str(low) if low == high else f"{low} to {high}"
            raise PlayError(f"{self.program.name} is for {wanted} players, not {len(self.seats)}")

    def play(self, start: int, stop: int) -> Tally:
        """The games with these numbers."""
        tally = Tally()
        for index in range(start, stop):
            tally.add(self.one(index), self.keep)
        return tally

    def machines(self) -> tuple[Backend, CountingMachine]:
        """One for bots, whose play-outs are not counted, and one that plays the game itself."""
        if self._machines is None:
            players, settings = len(self.seats), dict(self.settings)
            plain = machine_for(self.program, players, settings)
            self._machines = plain, CountingMachine(self.program, players, settings)
        return self._machines

    def one(self, index: int) -> Played:
        plain, counting = self.machines()
        counting.forget()
        seed = self.seed + index
        asked: Counter[tuple[str, str]] = Counter()
        game, error = None, ""
        try:
            bots = sit_down(list(self.seats), seed)
            told = any(getattr(bot, "reads_events", False) for bot in bots)
            state = counting.start(seed, events=told)
            setup = Setup(len(self.seats), seed, self.settings, "seeded", "take")
            game = Game(self.program, plain, setup, state, "en")
            self._play_out(game, counting, bots, asked)
        except RuleError as wrong:
            error = str(wrong)
        except IllegalAnswer as wrong:
            error = f"a bot gave an answer that is not legal: {wrong}"
        except Exception as wrong:
            error = f"{type(wrong).__name__}: {wrong}"
        fired = counting.fired()
        if game is None or error:
            return Played(index, seed, self.seats, asked, fired, error=error)
        result = game.result
        assert result is not None
        return Played(
            index, seed, self.seats, asked, fired, result.winners, result.reason, result.scores,
            tuple(held(game)),
        )  # fmt: skip

    def _play_out(
        self, game: Game, machine: Backend, bots: list[Bot | None], asked: Counter[tuple[str, str]]
    ) -> None:
        state = game.state
        for _ in range(self.limit):
            deciding = game.deciding
            if not deciding:
                return
            player = deciding[0]
            request = game.request(player)
            bot = bots[player]
            assert request is not None and bot is not None
            answer = request.index_of(bot.choose(game, player))
            machine.check_answer(state, player, answer)
            asked[request.kind, request.name] += 1
            machine.answer(state, player, answer)
        if not game.over:
            raise RuleError(f"the game had not ended after {self.limit} decisions")


def held(game: Game) -> list[tuple[str, str, int]]:
    """The components that are active with a player at the end: characters, and what else is like them."""
    program, layout = game.program, game.machine.layout
    found = []
    for number in sorted({hook.zone for hook in program.hooks if hook.zone is not None}):
        zone = program.zones[number]
        if not isinstance(zone.owner, Player):
            continue
        for player in range(game.setup.players):
            for card in game.state.z[layout.zone_base[number] + player]:
                if card is not None:
                    key = game.words.key(Rec(zone.item), card).partition("#")[0]
                    found.append((zone.item, key, player))
    return found
