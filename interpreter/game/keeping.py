"""Games as plain data, for `pickle` and `copy`: between processes, into caches and onto other machines.

In: a game. Out: its definition, how it was started and its position; and the game again. A machine is never
pickled: it is made again from the definition, once for all games of it. Histories are chains, each link with
all before it; they are laid out flat, because `pickle` goes down a chain link by link until it gives up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from interpreter.game.machines import machine_for
from interpreter.game.saves import digest_of
from rulelang.ir.nodes import Program

if TYPE_CHECKING:
    from interpreter.game.facade import Game, Setup

Key = tuple[Any, ...]
_programs: dict[Key, Program] = {}  # what was unpickled once is not prepared again
MOST_KEPT = 200


def kept(game: Game) -> tuple[Any, ...]:
    """What `restored` needs."""
    state = game.state.plain.copy()
    chains = (state.log, state.played)
    flat = (
        *(None if chain is None else _flat(chain) for chain in chains),
        *(None if past is None else _positions(past) for past in state.memory),
    )
    state.log, state.played, state.memory = None, (), ()
    _remember(game.program)
    return (
        type(game),
        _key(game.program),
        game.program,
        game.setup,
        state,
        flat,
        game.language,
        game.sampled,
        game.names,
    )


def restored(
    cls: type[Game], key: Key, program: Program, setup: Setup, state: Any, flat: Any, *rest: Any
) -> Game:
    program = _programs.get(key) or program
    _remember(program)
    log, played, *memory = flat
    state.log = None if log is None else _chained(log, ())
    state.played = _chained(played, ())
    state.memory = tuple(None if past is None else _remembered(past) for past in memory)
    return cls(program, machine_for(program, setup.players, dict(setup.settings)), setup, state, *rest)


def _remember(program: Program) -> None:
    if len(_programs) >= MOST_KEPT:
        _programs.clear()
    _programs.setdefault(_key(program), program)


def _key(program: Program) -> Key:
    """Its digest, and where its rules are written: the same definition can lie in two places."""
    return (digest_of(program), *(body.sites[:1] for body in program.bodies))


def _flat(chain: Any) -> tuple[Any, ...]:
    """The links of a chain, newest first."""
    found = []
    while chain:
        found.append(chain[0])
        chain = chain[1]
    return tuple(found)


def _positions(past: Any) -> tuple[Any, ...]:
    """What was remembered, newest first. Its hashes are left out: another process has others."""
    found = []
    while past is not None:
        key, before, _, times, length = past
        found.append((key, times, length))
        past = before
    return tuple(found)


def _remembered(links: tuple[Any, ...]) -> Any:
    past: Any = None
    for key, times, length in reversed(links):
        past = (key, past, hash(key), times, length)
    return past


def _chained(links: tuple[Any, ...], end: Any) -> Any:
    chain = end
    for link in reversed(links):
        chain = (link, chain)
    return chain
