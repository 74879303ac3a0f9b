"""Tables on the disk: how each was started, who may sit where, and every answer.

In: a file. Out: what a table needs to be played again. An answer is on the disk when `add_answer` returns; a
table goes on with the very program that it was started with, whatever has become of the definition since.
"""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from attrs import frozen

SCHEMA = """
create table if not exists programs (digest text primary key, text text not null);
create table if not exists tables (
    id integer primary key, game text not null, digest text not null, setup text not null,
    seats text not null, names text not null, undone integer not null default 0,
    created real not null, touched real not null, finished integer not null default 0
);
create table if not exists links (token text primary key, number integer not null, seat integer not null);
create index if not exists links_of on links (number);
create table if not exists answers (
    number integer not null, step integer not null, seat integer not null, answer text not null,
    primary key (number, step)
) without rowid;
"""
VERSION = 1


class StoreError(Exception):
    """The tables cannot be kept, or are not ours; the message says why."""


@frozen
class Start:
    """How a table was started."""

    game: str  # its name on the shelf
    digest: str  # of the program
    players: int
    seed: int
    settings: tuple[tuple[str, Any], ...]
    seats: tuple[str, ...]  # `person`, or the name of a bot
    names: tuple[str, ...]
    variants: tuple[str, ...] = ()


@frozen
class Kept:
    """A table as it lies on the disk."""

    number: int
    start: Start
    undone: int
    answers: tuple[tuple[int, Any], ...]


class Store:
    def __init__(self, path: Path | str) -> None:
        self.lock = threading.Lock()
        try:
            self.base = sqlite3.connect(str(path), check_same_thread=False, isolation_level=None)
            self.base.execute("pragma journal_mode = wal")
            self.base.execute("pragma synchronous = full")
            found = self.base.execute("pragma user_version").fetchone()[0]
            if found not in (0, VERSION):
                raise StoreError(f"{path} is of another version of rulelang ({found}, not {VERSION})")
            self.base.executescript(SCHEMA)
            self.base.execute(f"pragma user_version = {VERSION}")
        except sqlite3.Error as error:
            raise StoreError(f"{path}: tables cannot be kept there: {error}") from None

    def close(self) -> None:
        with self.lock:
            self.base.close()

    # ------------------------------------------------------------ programs
    def add_program(self, digest: str, text: str) -> None:
        with self.lock:
            self.base.execute("insert or ignore into programs values (?, ?)", (digest, text))

    def program(self, digest: str) -> str:
        with self.lock:
            row = self.base.execute("select text from programs where digest = ?", (digest,)).fetchone()
        if row is None:
            raise StoreError("the rules of this table are lost")
        return str(row[0])

    # ------------------------------------------------------------ tables
    def add_table(
        self, start: Start, links: Sequence[tuple[str, int]], now: float,
        answers: Sequence[tuple[int, Any]] = (),
    ) -> int:  # fmt: skip
        """A table, with the answers that it begins with."""
        setup = json.dumps([start.players, start.seed, list(start.settings), start.variants])
        seats, names = json.dumps(start.seats), json.dumps(start.names)
        row = (start.game, start.digest, setup, seats, names, now, now)
        with self.lock, self.base:
            self.base.execute("begin")
            cursor = self.base.execute(
                "insert into tables (game, digest, setup, seats, names, created, touched)"
                " values (?, ?, ?, ?, ?, ?, ?)",
                row,
            )
            number = int(cursor.lastrowid or 0)
            self.base.executemany(
                "insert into links values (?, ?, ?)", [(token, number, seat) for token, seat in links]
            )
            rows = [(number, n, seat, json.dumps(answer)) for n, (seat, answer) in enumerate(answers)]
            self.base.executemany("insert into answers values (?, ?, ?, ?)", rows)
        return number

    def find(self, token: str) -> tuple[int, int] | None:
        """The table and the seat of a link."""
        with self.lock:
            row = self.base.execute("select number, seat from links where token = ?", (token,)).fetchone()
        return None if row is None else (int(row[0]), int(row[1]))

    def table(self, number: int) -> Kept:
        with self.lock:
            row = self.base.execute(
                "select game, digest, setup, seats, names, undone from tables where id = ?", (number,)
            ).fetchone()
            answers = self.base.execute(
                "select seat, answer from answers where number = ? order by step", (number,)
            ).fetchall()
        if row is None:
            raise StoreError("this table is gone")
        players, seed, settings, *more = json.loads(row[2])
        chosen = tuple((name, value) for name, value in settings)
        start = Start(
            row[0], row[1], players, seed, chosen, tuple(json.loads(row[3])), tuple(json.loads(row[4])),
            tuple(more[0]) if more else (),  # tables of earlier versions do not say
        )  # fmt: skip
        return Kept(number, start, row[5], tuple((seat, json.loads(answer)) for seat, answer in answers))

    def count(self) -> int:
        with self.lock:
            return int(self.base.execute("select count(*) from tables").fetchone()[0])

    def add_answer(self, number: int, step: int, seat: int, answer: Any, now: float, finished: bool) -> None:
        """Stored when this returns."""
        with self.lock, self.base:
            self.base.execute("begin")
            self.base.execute(
                "insert into answers values (?, ?, ?, ?)", (number, step, seat, json.dumps(answer))
            )
            self.base.execute(
                "update tables set touched = ?, finished = ? where id = ?", (now, int(finished), number)
            )

    def take_back(self, number: int, steps: int, now: float) -> None:
        """Only the first `steps` answers are left."""
        with self.lock, self.base:
            self.base.execute("begin")
            self.base.execute("delete from answers where number = ? and step >= ?", (number, steps))
            self.base.execute(
                "update tables set touched = ?, finished = 0, undone = undone + 1 where id = ?", (now, number)
            )

    def forget(self, finished_before: float, touched_before: float) -> list[int]:
        """Takes finished and forgotten tables away, with programs that nobody plays any more."""
        with self.lock, self.base:
            self.base.execute("begin")
            rows = self.base.execute(
                "select id from tables where (finished and touched < ?) or touched < ?",
                (finished_before, touched_before),
            ).fetchall()
            gone = [int(row[0]) for row in rows]
            self._delete(gone)
        return gone

    def remove(self, number: int) -> None:
        """Takes one table away."""
        with self.lock, self.base:
            self.base.execute("begin")
            self._delete([number])

    def _delete(self, numbers: Sequence[int]) -> None:
        for name, column in (("answers", "number"), ("links", "number"), ("tables", "id")):
            self.base.executemany(f"delete from {name} where {column} = ?", [(n,) for n in numbers])
        self.base.execute("delete from programs where digest not in (select digest from tables)")
