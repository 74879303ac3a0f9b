"""Spreading the games.

In: an experiment, how many seeds, an engine, and when to stop. Out: one `Part` with all that was counted, and
why it ended early if it did. An engine is a function from stretches of seeds to parts, in any order: here,
in processes of this machine, or on a cluster (`cluster.py`). What comes out depends on the seeds alone.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from typing import Protocol

from attrs import define, field, frozen

from cli.science.experiment import Experiment, Part
from cli.science.figures import widest

Chunk = tuple[int, int]
Parts = Generator[Part, None, None]
LARGEST_CHUNK = 50
CHUNKS_EACH = 8  # for each worker: enough for an even load and a smooth bar
FIRST_LOOK, LOOK_AGAIN = 100, 1.25  # after how many games it is asked whether they are enough


class Lost(Exception):
    """The engine broke: the message says how. What was played until then is kept."""


class Engine(Protocol):
    def workers(self) -> int:
        """How many chunks are played at once."""

    def parts(self, experiment: Experiment, chunks: list[Chunk]) -> Parts:
        """A part for each chunk, as they are ready. Closed early, it ends what it has started."""


@frozen
class Outcome:
    part: Part
    stopped: str = ""  # interrupted, lost, hopeless or precise; empty if all games were played
    why: str = ""  # in words, if it was lost


def run(
    experiment: Experiment, seed: int, games: int, engine: Engine,
    progress: Callable[[int], None] = lambda played: None, within: float | None = None,
) -> Outcome:  # fmt: skip
    """Plays the seeds, until there is no hope that it goes well. With `within`, until every share of wins is
    known so well; `games` is the most."""
    precise = _looks(games, FIRST_LOOK) if within is not None else []
    looks = sorted({*precise, *_looks(games, 1)})
    results: Parts | None = None
    gathered = _Gathered(experiment.nothing(), seed)
    try:
        results = engine.parts(experiment, _chunks(seed, games, engine.workers(), looks))
        for part in results:
            gathered.take(part)
            progress(part.played)
            for look in [n for n in looks if n <= gathered.in_a_row]:
                looks.remove(look)
                whole = gathered.up_to(look)
                if look in precise and widest(whole) <= (within or 0):
                    return Outcome(whole, "precise")
                if look < games and whole.hopeless:
                    return Outcome(whole, "hopeless")
    except KeyboardInterrupt:
        return Outcome(gathered.everything(), "interrupted")
    except Lost as error:
        return Outcome(gathered.everything(), "lost", str(error))
    finally:
        if results is not None:
            results.close()
    return Outcome(gathered.everything())


@define
class _Gathered:
    """Parts as they come; `whole` has those that follow one another from the first seed on."""

    whole: Part
    _next: int
    _waiting: dict[int, Part] = field(factory=dict)

    def take(self, part: Part) -> None:
        self._waiting[part.seeds[0][0]] = part

    @property
    def in_a_row(self) -> int:
        """How many games there are without a gap."""
        at, count = self._next, self.whole.played
        while at in self._waiting:
            count += self._waiting[at].played
            at = self._waiting[at].seeds[0][1]
        return count

    def up_to(self, games: int) -> Part:
        """So many games in a row; a chunk ends there."""
        while self.whole.played < games:
            part = self._waiting.pop(self._next)
            self._next = part.seeds[0][1]
            self.whole.absorb(part)
        return self.whole

    def everything(self) -> Part:
        for start in sorted(self._waiting):
            self.whole.absorb(self._waiting.pop(start))
        return self.whole


def _looks(games: int, first: int) -> list[int]:
    """Always after the same numbers of games, so that it always ends with the same game."""
    found, at = [], first
    while at < games:
        found.append(at)
        at = max(at + 1, round(at * LOOK_AGAIN))
    return [*found, games]


def _chunks(seed: int, games: int, workers: int, looks: Iterable[int]) -> list[Chunk]:
    size = max(1, min(LARGEST_CHUNK, games // (workers * CHUNKS_EACH)))
    found, at = [], 0
    for end in dict.fromkeys([*looks, games]):
        while at < end:
            stop = min(at + size, end)
            found.append((seed + at, seed + stop))
            at = stop
    return found


def choose(typed: str | None, jobs: int | None, games: int) -> Engine:
    """The engine that somebody asked for: a cluster, or so many processes here; usually one for a core."""
    import os

    from cli.errors import Misuse

    if typed is not None:
        from cli.science.cluster import SCHEME, Cluster

        if not typed.startswith(SCHEME):
            raise Misuse(f"--engine takes dask://HOST:PORT, as dask://127.0.0.1:8786, not `{typed}`")
        if jobs is not None:
            raise Misuse("--jobs is for processes here, and --engine plays elsewhere; say only one of them")
        return Cluster.connect(typed)
    count = jobs or min(os.cpu_count() or 1, games)
    return Here() if count == 1 else Processes(count)


# ------------------------------------------------------------ here


@frozen
class Here:
    """One game after the other, in this process."""

    def workers(self) -> int:
        return 1

    def parts(self, experiment: Experiment, chunks: list[Chunk]) -> Parts:
        for chunk in chunks:
            yield experiment.play(*chunk)


@frozen
class Processes:
    """Several processes of this machine."""

    jobs: int

    def workers(self) -> int:
        return self.jobs

    def parts(self, experiment: Experiment, chunks: list[Chunk]) -> Parts:
        from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
        from concurrent.futures.process import BrokenProcessPool
        from itertools import islice
        from multiprocessing import active_children, get_context

        # New interpreters: a copy of this process would copy its threads in the middle of a step.
        pool = ProcessPoolExecutor(min(self.jobs, len(chunks)), get_context("spawn"), _begin, (experiment,))
        left = iter(chunks)
        waiting: set[Future[Part]] = set()
        others, done = active_children(), False
        try:
            while True:
                with _interrupts_held_back():
                    free = 2 * self.jobs - len(waiting)
                    waiting |= {pool.submit(_chunk, chunk) for chunk in islice(left, free)}
                if not waiting:
                    break
                ready, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                for future in ready:
                    yield future.result()
            done = True
        except BrokenProcessPool:
            raise Lost("a process was killed") from None
        finally:
            if not done:
                for child in active_children():
                    if child not in others:
                        child.terminate()
            pool.shutdown(wait=done, cancel_futures=True)


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Processes that start meanwhile never hear of Ctrl-C: we hear of it afterwards, and end them."""
    import signal

    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_experiment: Experiment | None = None  # of a worker: it is sent and made ready once


def _begin(experiment: Experiment) -> None:
    global _experiment
    _experiment = experiment


def _chunk(chunk: Chunk) -> Part:
    assert _experiment is not None
    return _experiment.play(*chunk)
