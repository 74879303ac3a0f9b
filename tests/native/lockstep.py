"""Two backends, one truth: a program played on both at once.

In: a program, players and settings, and seeds. Out: how many decisions were compared and how often native
code left it to the reference; or a failure that says what differed. Everything is compared: zones, order,
knowledge, tracks, rules under way, options in order, the generator, the steps that are left, the result, what
is remembered.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from typing import Any

from attrs import define

from interpreter.backend import ASK, SAFE, TAKE
from interpreter.errors import RuleError
from interpreter.native.engine import Bailed, Native, Room
from interpreter.native.fingerprints import of_key
from interpreter.pending import deciders, own
from interpreter.python.machine import Machine
from interpreter.python.state import State
from rulelang.ir.nodes import Program

PARTS = (
    "z",
    "bag",
    "known",
    "t",
    "frames",
    "blocks",
    "extra",
    "active",
    "answer",
    "memory",
    "rng",
    "pending",
    "over",
)
MOST_DECISIONS = 400


@define
class Compared:
    decisions: int = 0
    ways_out: int = 0
    games: int = 0


def difference(state: State, room: Room) -> str:
    """What is not the same in both; "" if nothing is."""
    other = room.decoded()
    for name, mine, native in zip(PARTS, state.freeze(), other.freeze(), strict=True):
        if name != "memory" and mine != native:
            return f"{name}: {mine!r}, natively {native!r}"
    if state.loc != other.loc or state.left != other.left:
        return f"places or steps: {state.left}, natively {other.left}"
    remembered = []
    for number, past in enumerate(state.memory):
        while past is not None:
            remembered.append((number, *of_key(past[0])))
            past = past[1]
    cells = [cell & (1 << 64) - 1 for cell in room.state.memory[: 3 * room.state.remembered]]
    prints = [tuple(cells[i : i + 3]) for i in range(0, len(cells), 3)]
    return "" if sorted(remembered) == sorted(prints) else f"memory: {remembered}, natively {prints}"


def answer_to(pending: tuple[Any, ...], who: int | None, dice: random.Random) -> tuple[Any, Any]:
    """An answer for the reference, and for native code: that puts several things in order itself."""
    asked = own(pending, who)
    if asked[0] != "several":
        answer = dice.randrange(len(asked[4]))
        return answer, answer
    picked = tuple(dice.sample(range(len(asked[4])), dice.randint(asked[6], asked[7])))
    return (picked if asked[8] else tuple(sorted(picked))), picked


def compare(
    program: Program,
    players: int,
    settings: Mapping[str, Any],
    seeds: Iterable[int],
    native: Native | None = None,
) -> Compared:
    """Plays the same games on both: single options asked or not, chance seeded and exposed."""
    machine = Machine(program, players, settings)
    room, found = Room(native or Native(machine.layout)), Compared()
    for seed in seeds:
        auto, nature = (TAKE, SAFE, ASK)[seed % 3], seed % 5 == 4
        _game(machine, room, seed, auto, nature, found)
        found.games += 1
    return found


def _game(machine: Machine, room: Room, seed: int, auto: int, nature: bool, found: Compared) -> None:
    dice = random.Random(seed)
    where = f"{machine.program.name}, {machine.layout.players} players, seed {seed}"

    def native(act: Any) -> bool:
        """Whether native code did it, and not left it to the reference."""
        try:
            act()
        except Bailed:
            return False
        return True

    def begin(seed: int) -> int:
        """As games of the facade and whole games begin: a second one may begin where the first one did."""
        return room.checked(room.native.begin(room.at, room.engine, seed, nature, auto))

    native(lambda: begin(seed + 1))
    done = native(lambda: begin(seed) if seed % 4 else room.begin(seed, nature, auto))
    try:
        state = machine.start(seed, nature=nature, auto=auto, events=False)
    except RuleError:
        assert not done, f"{where}: the start is a mistake, but not natively"
        return
    for number in range(MOST_DECISIONS):
        if not done:
            found.ways_out += 1
            if state.pending is None or state.pending[0] == "chance":
                return
            room.fill(state)  # it goes on from what the reference found
        assert not (wrong := difference(state, room)), f"{where}, decision {number}: {wrong}"
        if state.pending is None:
            return
        if dice.random() < 0.1 and state.pending[0] != "chance":
            room.fill(state)
        who = state.pending[1] if state.pending[0] != "secret" else dice.choice(deciders(state.pending))
        answer, picked = answer_to(state.pending, who, dice)
        if who is not None and who != room.state.pwho:
            room.state.pwho, room.state.serial = who, 0
        done = native(lambda: room.give(picked))  # noqa: B023
        try:
            machine.answer(state, who, answer)
        except RuleError as error:
            assert not done, f"{where}, decision {number}: {error}, but not natively"
            return
        found.decisions += 1
