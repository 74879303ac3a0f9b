"""`rulelang simulate`: many games between bots.

In: a game, who sits where, how many games and a seed. Out: who won how often, scores, lengths, which rules
fired, and the errors with the seeds that give them again. Game number i has the seed S + i, so the results
are the same for any number of processes, and `-n 1 --seed` gives any of the games again.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.options import GameArgument, Settings, Variants

if TYPE_CHECKING:
    from cli.reports.statistics import Match, Tally

USUAL_BOT = "random"
LARGEST_CHUNK = 50
MOST_GAMES = 10_000_000
MOST_LINES = 25  # of rules and of decisions; JSON has them all
CHUNKS_EACH = 8  # chunks for each process: enough for an even load and a smooth bar


def simulate(
    game: GameArgument,
    games: Annotated[
        int, typer.Option("-n", "--games", metavar="N", min=1, max=MOST_GAMES, help="How many games.")
    ] = 100,
    seats: Annotated[
        str | None,
        typer.Option(metavar="BOT,BOT", help="A bot for each seat, as random,greedy,search; one is for all."),
    ] = None,
    players: Annotated[int | None, typer.Option(metavar="N", help="How many play.")] = None,
    variants: Variants = None,
    settings: Settings = None,
    seed: Annotated[int, typer.Option(metavar="S", help="Of the first game; the next has one more.")] = 0,
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", "-j", metavar="J", min=1, help="Processes; usually one for a core."),
    ] = None,
    json_file: Annotated[
        Path | None, typer.Option("--json", metavar="FILE", help="Everything that was counted.")
    ] = None,
    csv_file: Annotated[
        Path | None, typer.Option("--csv", metavar="FILE", help="A line for each game.")
    ] = None,
    limit: Annotated[
        int, typer.Option(metavar="N", min=1, help="A game with more decisions than this counts as an error.")
    ] = 20_000,
) -> None:
    """Play many games between bots, and count."""
    import os

    from cli.games import load_program
    from cli.options import read_settings
    from cli.reports.statistics import Match, figures, merge_all, rules_of
    from cli.screen.terminal import say
    from interpreter.game import check_players, check_settings

    program = load_program(game, variants or ())
    if players is not None:
        check_players(program, players)
    names = bots_for(seats, players, program.players[0])
    chosen = check_settings(program, read_settings(settings or []))
    match = Match(program, names, tuple(sorted(chosen.items())), seed, limit, csv_file is not None)
    match.check()
    for file in (json_file, csv_file):
        if file is not None:
            file.open("a").close()  # what cannot be written is said now, not after an hour
    if jobs is None:
        jobs = min(os.cpu_count() or 1, games)
    parts: list[Tally] = []
    stopped = run(match, games, jobs, parts)
    tally = merge_all(parts)
    played = tally.counts["games"]["played",]
    command = again(game, names, variants or [], settings or [])
    summary = {"game": program.name, "variants": list(program.variants), "seats": list(names), "seed": seed,
               "settings": dict(chosen), "wanted": games}  # fmt: skip
    page = summary | figures(tally, rules_of(program))
    if stopped:
        say(f"{stopped} after {played} of {games} games; this is what there is")
    say("\n".join(lines(page, command)))
    if json_file is not None:
        write_json(json_file, page, tally)
    if csv_file is not None:
        write_csv(csv_file, tally)
    if stopped:
        raise typer.Exit(130 if stopped == "interrupted" else 1)
    if page["errors"]:
        raise typer.Exit(1)


def bots_for(typed: str | None, players: int | None, fewest: int) -> tuple[str, ...]:
    """A bot for each seat; one name is for all of them."""
    from cli.errors import Misuse
    from cli.playing.seats import HUMAN, seat_names

    names = seat_names(typed or USUAL_BOT, None) or []
    if HUMAN in names:
        raise Misuse("people cannot play here, only bots; `rulelang play` is for people")
    if len(names) == 1:
        return tuple(names * (players or fewest))
    if players is not None and players != len(names):
        raise Misuse(f"--seats names {len(names)} seats, but there are {players} players")
    return tuple(names)


def again(game: str, seats: tuple[str, ...], variants: list[str], settings: list[str]) -> str:
    """The command for one of the games; its seed has to be put at the end."""
    from shlex import join

    words = ["rulelang", "simulate", game, "-n", "1", "--seats", ",".join(seats)]
    for variant in variants:
        words += ["--variant", variant]
    for setting in settings:
        words += ["--set", setting]
    return f"{join(words)} --seed"


# ------------------------------------------------------------ spreading the games


def run(match: Match, games: int, jobs: int, parts: list[Tally]) -> str:
    """Puts a tally of each chunk into `parts`; says why it stopped early, or nothing."""
    from concurrent.futures.process import BrokenProcessPool

    size = max(1, min(LARGEST_CHUNK, games // (jobs * CHUNKS_EACH)))
    chunks = [(low, min(low + size, games)) for low in range(0, games, size)]
    results = _here(match, chunks) if jobs == 1 else _spread(match, chunks, jobs)
    bar = Bar(games)
    try:
        with bar:
            for tally in results:
                parts.append(tally)
                bar.advance(tally.counts["games"]["played",])
    except KeyboardInterrupt:
        return "interrupted"
    except BrokenProcessPool:
        return "a process was killed"
    finally:
        results.close()
    return ""


def _here(match: Match, chunks: list[tuple[int, int]]) -> Generator[Tally, None, None]:
    for chunk in chunks:
        yield match.play(*chunk)


def _spread(match: Match, chunks: list[tuple[int, int]], jobs: int) -> Generator[Tally, None, None]:
    from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
    from itertools import islice
    from multiprocessing import active_children, get_context

    # A new interpreter for each process: a copy of this one would copy its threads in the middle of a step.
    pool = ProcessPoolExecutor(min(jobs, len(chunks)), get_context("spawn"), _begin, (match,))
    left = iter(chunks)
    waiting: set[Future[Tally]] = set()
    done = False
    try:
        while True:
            with _interrupts_held_back():
                waiting |= {pool.submit(_chunk, chunk) for chunk in islice(left, 2 * jobs - len(waiting))}
            if not waiting:
                break
            ready, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in ready:
                yield future.result()
        done = True
    finally:
        if not done:
            for child in active_children():
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


_match: Match | None = None  # of a worker: it is sent and made ready once


def _begin(match: Match) -> None:
    global _match
    _match = match


def _chunk(chunk: tuple[int, int]) -> Tally:
    assert _match is not None
    return _match.play(*chunk)


class Bar:
    """A progress bar, where somebody sees it."""

    def __init__(self, total: int) -> None:
        import sys

        self._total = total
        self._progress: Any = None
        self._seen = sys.stderr is not None and sys.stderr.isatty()

    def __enter__(self) -> Bar:
        if self._seen:
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

            columns = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
            self._progress = Progress(*columns, console=Console(stderr=True), transient=True)
            self._task = self._progress.add_task("games", total=self._total)
            self._progress.start()
        return self

    def advance(self, games: int) -> None:
        if self._progress is not None:
            self._progress.advance(self._task, games)

    def __exit__(self, *_: object) -> None:
        if self._progress is not None:
            self._progress.stop()


# ------------------------------------------------------------ what people and files get


def lines(page: dict[str, Any], command: str) -> list[str]:
    games = page["games"]
    found = [f"{page['game']}: {', '.join(page['seats'])}; {games['finished']} games, seed {page['seed']}"]
    if page["variants"]:
        found.append(f"  with {', '.join(page['variants'])}")
    for title, section in (("seat", "by seat"), ("bot", "by bot"), ("held at the end", "held at the end")):
        if page[section]:
            found += ["", *_table([title, "games", "wins", "share", "95 %", "score", "10-90 %"],
                                  [_share(line) for line in page[section]])]  # fmt: skip
    found += _lengths(page)
    decisions = [[line["kind"], line["asked"], str(line["times"])] for line in page["decisions"]]
    found += _cut(["asked", "what", "times"], decisions)
    found += _cut(["rule", "fired"], [[rule, str(times)] for rule, times in page["rules fired"].items()])
    if page["rules that never fired"]:
        found += ["", f"never fired: {', '.join(page['rules that never fired'])}"]
    for error in page["errors"]:
        first = error["first"][0]
        found += ["", f"{error['games']} games went wrong: {error['error']}"]
        found.append(f"  seeds: {', '.join(str(game['seed']) for game in error['first'])}")
        found.append(f"  again, after {first['decisions']} decisions: {command} {first['seed']}")
    return found


def _share(line: dict[str, Any]) -> list[str]:
    interval = f"{100 * line['low']:.1f}-{100 * line['high']:.1f}"
    score = line.get("score") or {}
    cells = [line["who"], str(line["games"]), str(line["wins"]), f"{100 * line['share']:.1f} %", interval]
    return [*cells, f"{score['mean']:.1f}", f"{score['10%']}-{score['90%']}"] if score else cells


def _lengths(page: dict[str, Any]) -> list[str]:
    lengths = page["decisions in a game"]
    found = []
    if lengths:
        shown = ", ".join(f"{name} {value:g}" for name, value in lengths.items())
        found += ["", f"decisions in a game: {shown}"]
    if any(page["reasons"]):
        reasons = ", ".join(f"{reason or 'ranking'} {times}" for reason, times in page["reasons"].items())
        found.append(f"how it ended: {reasons}")
    return found


def _cut(head: Sequence[str], rows: list[list[str]]) -> list[str]:
    if not rows:
        return []
    more = [f"  and {len(rows) - MOST_LINES} more; --json has them all"] if len(rows) > MOST_LINES else []
    return ["", *_table(head, rows[:MOST_LINES]), *more]


def _table(head: Sequence[str], rows: list[list[str]]) -> list[str]:
    columns = max(len(row) for row in rows)
    grid = [list(head[:columns]), *rows]
    widths = [max(len(row[i]) for row in grid if i < len(row)) for i in range(columns)]
    numbers = [all(row[i][:1].isdigit() or row[i][:1] == "-" for row in rows if i < len(row))
               for i in range(columns)]  # fmt: skip
    return [
        "  ".join(
            cell.rjust(width) if number and i else cell.ljust(width)
            for i, (cell, width, number) in enumerate(zip(row, widths, numbers, strict=False))
        ).rstrip()
        for row in grid
    ]


def write_json(file: Path, page: dict[str, Any], tally: Tally) -> None:
    import json

    text = json.dumps(page | {"tally": tally.to_data() | {"rows": []}}, indent=1, ensure_ascii=False)
    file.write_text(text + "\n", encoding="utf-8")


def write_csv(file: Path, tally: Tally) -> None:
    import csv

    from cli.reports.statistics import ROW

    with file.open("w", encoding="utf-8", newline="") as out:
        writer = csv.writer(out)
        writer.writerow(ROW)
        writer.writerows(row for _, row in sorted(tally.rows.items()))
