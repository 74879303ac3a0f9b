"""What is to be played, from the words of a command line or a notebook.

In: a game, bots, settings, variants, what is swept and what is compared. Out: the conditions of an
experiment, each compiled and checked. What cannot be is a `Misuse` or `PlayError` in words, before anything
is played.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import Any

from attrs import evolve, field, frozen

from cli.errors import Misuse
from cli.games import load_program
from cli.playing.seats import HUMAN, seat_names
from cli.science.experiment import Condition
from cli.science.match import RULES, USUAL_LIMIT, Match
from interpreter.game import check_players, check_settings
from rulelang.ir.nodes import Program

USUAL_BOT = "random"
BASE = "base"  # `--sweep variant=base,night`: the game without a variant
MOST_CONDITIONS = 200
_RANGE = re.compile(r"(-?\d+)\.\.(-?\d+)")
PLAYERS, VARIANT, SEATS = "players", "variant", "seats"


@frozen
class Plan:
    """One way to play, as somebody said it."""

    game: str | Path
    seats: str | None = None
    players: int | None = None
    variants: tuple[str, ...] = ()
    settings: Mapping[str, Any] = field(factory=dict)
    limit: int = USUAL_LIMIT
    rotate: bool = True
    watch: str = RULES

    def match(self) -> Match:
        program = load_program(self.game, self.variants)
        if self.players is not None:
            check_players(program, self.players)
        bots = bots_for(self.seats, self.players, program.players[0])
        chosen = check_settings(program, self.settings)
        match = Match(program, bots, tuple(sorted(chosen.items())), self.limit, self.rotate, self.watch)
        match.check()
        return match


def bots_for(typed: str | None, players: int | None, fewest: int) -> tuple[str, ...]:
    """A bot for each player; one name is for all of them."""
    names = seat_names(typed or USUAL_BOT, None) or []
    if HUMAN in names:
        raise Misuse("people cannot play here, only bots; `rulelang play` is for people")
    if len(names) == 1:
        return tuple(names * (players or fewest))
    if players is not None and players != len(names):
        raise Misuse(f"--seats names {len(names)} seats, but there are {players} players")
    return tuple(names)


def one(plan: Plan) -> tuple[Condition, ...]:
    return (Condition("", plan.match()),)


# ------------------------------------------------------------ sweeps


def swept(plan: Plan, typed: Sequence[str]) -> tuple[Condition, ...]:
    """A condition for each value, or for each way to combine the values of several sweeps."""
    program = load_program(plan.game, plan.variants)
    sweeps = [_sweep(words, program) for words in typed]
    names = [name for name, _ in sweeps]
    for name in names:
        if names.count(name) > 1:
            raise Misuse(f"--sweep says twice what `{name}` is")
        if name in plan.settings:
            raise Misuse(f"`{name}` is swept, so --set cannot say what it is")
    combinations = list(product(*(values for _, values in sweeps)))
    if len(combinations) > MOST_CONDITIONS:
        raise Misuse(f"this sweep has {len(combinations)} combinations, and {MOST_CONDITIONS} is the most")
    found = []
    for values in combinations:
        label = ", ".join(f"{name}={value}" for name, value in zip(names, values, strict=True))
        changed = plan
        for name, value in zip(names, values, strict=True):
            changed = _with(changed, name, value, program)
        found.append(Condition(label, changed.match()))
    return tuple(found)


def _sweep(words: str, program: Program) -> tuple[str, list[str]]:
    name, equals, rest = (part.strip() for part in words.partition("="))
    values: list[str] = []
    for part in rest.split(",") if rest else []:
        found = _RANGE.fullmatch(part.strip())
        if found is None:
            values.append(part.strip())
            continue
        low, high = int(found[1]), int(found[2])
        if low > high:
            raise Misuse(f"--sweep {words}: {low} is more than {high}; the smaller one comes first")
        if high - low >= MOST_CONDITIONS:
            raise Misuse(f"--sweep {words}: {MOST_CONDITIONS} values are the most")
        values += map(str, range(low, high + 1))
    if not equals or not name or not values or "" in values:
        raise Misuse(f"--sweep takes NAME=LOW..HIGH or NAME=VALUE,VALUE, not `{words}`")
    known = [setting.name for setting in program.settings]
    if name not in known and name not in (PLAYERS, VARIANT, SEATS):
        also = ", ".join([*known, PLAYERS, VARIANT])
        raise Misuse(f"{program.name} has nothing called `{name}` to sweep; it can be: {also}")
    return name, list(dict.fromkeys(values))


def _with(plan: Plan, name: str, value: str, program: Program) -> Plan:
    if name in [setting.name for setting in program.settings]:
        return evolve(plan, settings={**plan.settings, name: value})
    match name:
        case "players":
            if not value.isdecimal():
                raise Misuse(f"--sweep players takes numbers, not `{value}`")
            return evolve(plan, players=int(value))
        case "variant":
            return plan if value == BASE else evolve(plan, variants=(*plan.variants, value))
    raise Misuse("bots are compared with `rulelang tournament`, or with --against-seats")


# ------------------------------------------------------------ one against another


def against(
    plan: Plan, variants: Sequence[str], settings: Mapping[str, Any], seats: str | None
) -> tuple[Condition, ...]:
    """The plan, and the same with other variants, settings or bots."""
    other = evolve(
        plan,
        variants=tuple(variants) or plan.variants,
        settings={**plan.settings, **settings},
        seats=seats or plan.seats,
    )
    first, second = plan.match(), other.match()
    if first == second:
        raise Misuse("both sides are the same; say another variant, setting or bot after --against-…")
    labels = [_label(plan, other), _label(other, plan)]
    return Condition(labels[0], first), Condition(labels[1], second)


def _label(plan: Plan, other: Plan) -> str:
    """What is different here."""
    words = []
    if plan.variants != other.variants:
        words.append(" + ".join(plan.variants) or BASE)
    for name in sorted({*plan.settings, *other.settings}):
        if plan.settings.get(name) != other.settings.get(name):
            words.append(f"{name}={plan.settings.get(name, 'usual')}")
    if plan.seats != other.seats:
        words.append(plan.seats or USUAL_BOT)
    return ", ".join(words)
