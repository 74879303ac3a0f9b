"""Many machines: a Dask cluster plays the chunks.

In: the address of a scheduler. Out: an engine like those of `engines.py`. Dask gives the chunks of a lost
worker to another one; what a chunk gives depends on its seeds alone, so nothing is lost or counted twice.
Every worker must have the same version of rulelang, which each chunk asks.
"""

from __future__ import annotations

import logging
from contextlib import suppress
from threading import Lock
from typing import Any

from attrs import define, field

from cli.errors import Misuse
from cli.science.engines import Chunk, Lost, Parts
from cli.science.experiment import Experiment, Part

SCHEME = "dask://"
PATIENCE = "10s"  # until a scheduler answers
AHEAD = 3  # chunks for each thread of the workers: enough that nobody waits
LOGS = ("distributed", "distributed.client", "distributed.utils", "distributed.core", "tornado")
TIMES = 20  # so many workers may be lost with one chunk in their hands; Dask gives up after 3


def _distributed() -> Any:
    try:
        import distributed
    except ImportError:
        raise Misuse("--engine dask://… needs Dask here: pip install 'rulelang[cluster]'") from None
    return distributed


@define
class Cluster:
    """A scheduler by its address, as `host:8786`."""

    address: str
    _client: Any = field(default=None, init=False)

    @classmethod
    def connect(cls, engine: str) -> Cluster:
        """Raises `Misuse` in words if the address cannot be, or nobody answers there."""
        host, _, port = engine.removeprefix(SCHEME).rstrip("/").rpartition(":")
        if not host or not port.isdecimal():
            raise Misuse(f"--engine takes dask://HOST:PORT, as dask://127.0.0.1:8786, not `{engine}`")
        distributed = _distributed()
        for name in LOGS:  # a lost cluster is told in one sentence, not in Dask's tracebacks
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
        cluster = cls(f"tcp://{host}:{port}")
        try:
            cluster._client = distributed.Client(cluster.address, timeout=PATIENCE, set_as_default=False)
        except (OSError, TimeoutError, ValueError) as error:
            raise Misuse(
                f"no Dask scheduler answers at {host}:{port} ({type(error).__name__}); "
                "start one there with `dask scheduler`"
            ) from None
        if not cluster._threads():
            cluster.close()
            raise Misuse(
                f"the scheduler at {host}:{port} has no workers; start some with "
                f"`dask worker tcp://{host}:{port} --nthreads 1 --nworkers N`"
            )
        return cluster

    def _threads(self) -> int:
        workers = self._client.scheduler_info(n_workers=-1).get("workers", {})
        return sum(int(worker.get("nthreads", 1)) for worker in workers.values())

    def workers(self) -> int:
        try:
            return max(1, self._threads())
        except (OSError, TimeoutError) as error:
            raise self._lost(error) from None

    def _lost(self, error: BaseException) -> Lost:
        return Lost(f"the cluster at {self.address} is lost ({type(error).__name__})")

    def close(self) -> None:
        if self._client is not None:
            with suppress(Exception):  # it may be gone already
                self._client.close()

    def parts(self, experiment: Experiment, chunks: list[Chunk]) -> Parts:
        from asyncio import CancelledError
        from concurrent import futures
        from itertools import islice

        distributed = _distributed()
        client = self._client
        version, left = _version(), iter(chunks)
        ready: Any = None
        waiting: set[Any] = set()
        try:
            client.run_on_scheduler(_patient)
            # Sent once, as a task: if the worker that has it is lost, Dask makes it again from the recipe.
            ready = client.submit(_keep, experiment, pure=False)
            while True:
                free = max(AHEAD * self.workers() - len(waiting), 0)
                waiting |= {
                    client.submit(_play, ready, version, chunk, pure=False) for chunk in islice(left, free)
                }
                if not waiting:
                    return
                with client.as_current():
                    done, waiting = distributed.wait(waiting, return_when="FIRST_COMPLETED")
                for future in done:
                    part: Part = future.result()
                    yield part
        except WrongWorker as error:
            raise Lost(str(error)) from None
        except ModuleNotFoundError as error:
            raise Lost(f"a worker has no rulelang, or another one ({error})") from None
        except (OSError, TimeoutError, CancelledError, futures.CancelledError) as error:
            raise self._lost(error) from None
        except distributed.scheduler.KilledWorker:
            raise Lost(f"{TIMES} workers were lost one after the other with the same games") from None
        finally:
            with suppress(Exception):  # nobody may be there any more
                client.cancel([ready, *waiting], force=True)
            self.close()


class WrongWorker(Exception):
    """A worker would play by another version."""


def _patient(dask_scheduler: Any = None) -> None:
    """On the scheduler: losing workers is no reason to give up a chunk."""
    dask_scheduler.allowed_failures = max(TIMES, dask_scheduler.allowed_failures)


def _version() -> str:
    from cli.main import version

    return version()


# ------------------------------------------------------------ on a worker

_one_at_a_time = Lock()  # a worker may have several threads, and a match is for one


def _keep(experiment: Experiment) -> Experiment:
    return experiment


def _play(experiment: Experiment, version: str, chunk: Chunk) -> Part:
    if _version() != version:
        raise WrongWorker(f"a worker has rulelang {_version()}, and here is {version}; install the same")
    with _one_at_a_time:
        return experiment.play(*chunk)
