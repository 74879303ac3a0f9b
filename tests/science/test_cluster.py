"""Games on a cluster: a scheduler and two workers here, on the loopback; the same bytes as one process."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import distributed
import pytest
from attrs import define, field

from cli.science import engines
from cli.science.cluster import Cluster
from cli.science.engines import Here
from cli.science.experiment import Condition, Experiment
from cli.science.match import Match
from tests.helpers import ROOT, definition

GAME = "lantern_walk"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@define
class Local:
    """A scheduler and its workers, each a process of its own."""

    port: int
    folder: Path
    processes: list[subprocess.Popen[bytes]] = field(factory=list)

    def start(self, *words: str, **environment: str) -> subprocess.Popen[bytes]:
        started = subprocess.Popen(
            [sys.executable, "-m", *words], cwd=self.folder,
            env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        self.processes.append(started)
        return started

    def worker(self) -> subprocess.Popen[bytes]:
        return self.start(
            "distributed.cli.dask_worker", self.address, "--nthreads", "1", "--no-nanny",
            "--host", "127.0.0.1", "--no-dashboard",
        )  # fmt: skip

    @property
    def address(self) -> str:
        return f"tcp://127.0.0.1:{self.port}"

    def wait_for(self, workers: int) -> None:
        with distributed.Client(self.address, timeout="40s", set_as_default=False) as client:
            if workers:
                client.wait_for_workers(workers, timeout=60)


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Local]:
    local = Local(free_port(), tmp_path)
    local.start("distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", str(local.port),
                "--no-dashboard")  # fmt: skip
    try:
        yield local
    finally:
        for process in reversed(local.processes):
            if process.poll() is None:
                process.kill()
            process.wait(20)


def test_a_lost_worker_changes_no_byte(cluster: Local, tmp_path: Path, run) -> None:
    one = run("simulate", GAME, "-n", 300, "-j", 1, "--json", "one.json", "--csv", "one.csv")
    assert one.code == 0, one.err
    lost = cluster.worker()
    cluster.worker()
    cluster.wait_for(2)
    played: list[int] = []
    killed = threading.Event()

    def progress(games: int) -> None:
        played.append(games)
        if sum(played) >= 60 and not killed.is_set():
            os.kill(lost.pid, signal.SIGKILL)  # in the middle, with games in its hands
            lost.wait(20)
            killed.set()

    real = engines.run

    def watched(experiment, seed, games, engine, told, within):
        def both(number: int) -> None:
            progress(number)
            told(number)

        return real(experiment, seed, games, engine, both, within)

    engines.run = watched
    try:
        words = ("--engine", f"dask://127.0.0.1:{cluster.port}", "--json", "two.json", "--csv", "two.csv")
        two = run("simulate", GAME, "-n", 300, *words)
    finally:
        engines.run = real
    assert killed.is_set() and lost.returncode == -signal.SIGKILL
    assert two.code == 0, two.err
    assert two.out == one.out
    assert (tmp_path / "two.json").read_bytes() == (tmp_path / "one.json").read_bytes()
    assert (tmp_path / "two.csv").read_bytes() == (tmp_path / "one.csv").read_bytes()


def test_all_workers_lost_and_one_more_started(cluster: Local) -> None:
    experiment = Experiment((Condition("", Match(definition(GAME), ("random", "greedy"))),))
    first = cluster.worker()
    cluster.wait_for(1)
    seen: list[int] = []

    def progress(games: int) -> None:
        seen.append(games)
        if first.poll() is None:
            first.kill()
            first.wait(20)
            cluster.worker()

    outcome = engines.run(experiment, 5, 40, Cluster.connect(f"dask://127.0.0.1:{cluster.port}"), progress)
    here = engines.run(experiment, 5, 40, Here())
    assert outcome.stopped == "" and outcome.part.played == 40
    assert outcome.part.tallies[0].to_data() == here.part.tallies[0].to_data()


def test_the_scheduler_is_lost(cluster: Local, run) -> None:
    cluster.worker()
    cluster.wait_for(1)
    scheduler = cluster.processes[0]

    def kill_it() -> None:
        time.sleep(2.5)
        scheduler.kill()

    threading.Thread(target=kill_it).start()
    outcome = run("simulate", GAME, "-n", 100000, "--engine", f"dask://127.0.0.1:{cluster.port}")
    assert outcome.code == 1, outcome.err
    assert "is lost" in outcome.out and (
        "this is what there is" in outcome.out or "after 0 of" in outcome.out
    )
    assert outcome.err == ""


def test_the_scheduler_is_lost_before_anything_is_sent(cluster: Local) -> None:
    """It was an error in words of Dask, and not told with what there is."""
    cluster.worker()
    cluster.wait_for(1)
    engine = Cluster.connect(f"dask://127.0.0.1:{cluster.port}")
    cluster.processes[0].kill()
    cluster.processes[0].wait(20)
    experiment = Experiment((Condition("", Match(definition(GAME), ("random", "greedy"))),))
    outcome = engines.run(experiment, 0, 40, engine)
    assert outcome.stopped == "lost" and "is lost" in outcome.why and outcome.part.played == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--engine", "ray://here"], "--engine takes dask://HOST:PORT"),
        (["--engine", "dask://here"], "--engine takes dask://HOST:PORT"),
        (["--engine", "dask://127.0.0.1:1"], "no Dask scheduler answers at 127.0.0.1:1"),
        (["--engine", "dask://127.0.0.1:1", "-j", "2"], "say only one of them"),
    ],
)
def test_mistakes(run, monkeypatch, words, said) -> None:
    monkeypatch.setattr("cli.science.cluster.PATIENCE", "2s")
    outcome = run("simulate", GAME, "-n", 2, *words)
    assert outcome.code == 2 and said in outcome.err and "Traceback" not in outcome.err


def test_no_workers(cluster: Local, run) -> None:
    cluster.wait_for(0)
    outcome = run("simulate", GAME, "-n", 2, "--engine", f"dask://127.0.0.1:{cluster.port}")
    assert outcome.code == 2 and "has no workers; start some with `dask worker" in outcome.err


def test_without_dask(run, monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    outcome = run("simulate", GAME, "-n", 2, "--engine", "dask://127.0.0.1:8786")
    assert outcome.code == 2 and "pip install 'rulelang[cluster]'" in outcome.err
