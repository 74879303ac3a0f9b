"""`rulelang simulate`: many games between bots, counted.

In: a game, the bots, how many games and a seed; perhaps a sweep, or something to compare with. Out: who won
how often, scores, lengths, which rules fired, and the errors with the seeds that give them again. The game
of a seed is always the same, so results are the same for any engine, and `-n 1 --seed` gives any game again.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.options import GameArgument, Settings, Variants

if TYPE_CHECKING:
    from cli.science.document import Results
    from cli.science.engines import Outcome
    from cli.science.experiment import Experiment

STDOUT = Path("-")
MOST_GAMES = 10_000_000
USUAL_GAMES, MANY_GAMES = 100, 100_000  # without --within, and with it
USUAL_LIMIT = 20_000  # decisions in a game

Games = Annotated[
    int | None,
    typer.Option("-n", "--games", metavar="N", min=1, max=MOST_GAMES, help="How many games; usually 100."),
]
BotsOfSeats = Annotated[
    str | None,
    typer.Option("--seats", metavar="BOT,BOT",
                 help="A bot for each player, as random,greedy,search; one is for all."),
]  # fmt: skip
Players = Annotated[int | None, typer.Option("--players", metavar="N", help="How many play.")]
Seed = Annotated[int, typer.Option("--seed", metavar="S", help="Of the first game; the next has one more.")]
Jobs = Annotated[
    int | None,
    typer.Option("--jobs", "-j", metavar="J", min=1, help="Processes here; usually one for a core."),
]
EngineOption = Annotated[
    str | None,
    typer.Option("--engine", metavar="dask://HOST:PORT", help="Play on this cluster instead of here."),
]
Limit = Annotated[
    int,
    typer.Option("--limit", metavar="N", min=1,
                 help="A game with more decisions than this counts as an error."),
]  # fmt: skip
Rotate = Annotated[
    bool,
    typer.Option("--rotate/--no-rotate", help="Bots change seats from game to game, or stay where they are."),
]
JsonFile = Annotated[
    Path | None, typer.Option("--json", metavar="FILE", help="Everything counted; - is the output.")
]


def simulate(
    game: GameArgument,
    games: Games = None,
    seats: BotsOfSeats = None,
    players: Players = None,
    variants: Variants = None,
    settings: Settings = None,
    seed: Seed = 0,
    sweep: Annotated[
        list[str] | None,
        typer.Option("--sweep", metavar="NAME=5..9",
                     help="Play with each of these values of a setting, of players or of variant."),
    ] = None,
    against_variants: Annotated[
        list[str] | None,
        typer.Option("--against-variant", metavar="NAME|FILE", help="Compare with this variant."),
    ] = None,
    against_settings: Annotated[
        list[str] | None,
        typer.Option("--against-set", metavar="NAME=VALUE", help="Compare with this setting."),
    ] = None,
    against_seats: Annotated[
        str | None, typer.Option("--against-seats", metavar="BOT,BOT", help="Compare with these bots.")
    ] = None,
    within: Annotated[
        float | None,
        typer.Option("--within", metavar="POINTS", min=0.01, max=50,
                     help="Stop when all shares of wins are known to ± this many of a hundred."),
    ] = None,
    rotate: Rotate = True,
    watch: Annotated[
        str, typer.Option("--watch", metavar="nothing|rules|all", help="How closely; less is faster.")
    ] = "rules",
    engine: EngineOption = None,
    jobs: Jobs = None,
    json_file: JsonFile = None,
    csv_file: Annotated[
        Path | None,
        typer.Option("--csv", metavar="FILE", help="A row for each game and seat; - is the output."),
    ] = None,
    parquet_file: Annotated[
        Path | None, typer.Option("--parquet", metavar="FILE", help="The same rows as a Parquet file.")
    ] = None,
    limit: Limit = USUAL_LIMIT,
) -> None:  # fmt: skip
    """Play many games between bots, and count."""
    from cli.errors import Misuse
    from cli.options import read_settings
    from cli.science.experiment import Experiment
    from cli.science.listing import lines
    from cli.science.match import WATCHES
    from cli.science.plans import Plan, against, one, swept
    from cli.science.tables import check_parquet
    from cli.screen.terminal import say

    if watch not in WATCHES:
        raise Misuse(f"--watch is one of {', '.join(WATCHES)}, not `{watch}`")
    plan = Plan(
        game, seats, players, tuple(variants or ()), read_settings(settings or []), limit, rotate, watch
    )
    compares = bool(against_variants or against_settings or against_seats)
    if sweep and compares:
        raise Misuse("--sweep and --against-… cannot be said together; a sweep compares with its first value")
    if sweep:
        conditions = swept(plan, sweep)
    elif compares:
        other = read_settings(against_settings or [])
        conditions = against(plan, against_variants or [], other, against_seats)
    else:
        conditions = one(plan)
    if json_file == csv_file == STDOUT:
        raise Misuse("only one of --json and --csv can go to the output")
    wanted = games or (USUAL_GAMES if within is None else MANY_GAMES)
    if parquet_file is not None:
        check_parquet(seed, wanted)
    try_files(json_file, csv_file, parquet_file)
    experiment = Experiment(conditions, keep=csv_file is not None or parquet_file is not None)
    outcome = play(experiment, seed, wanted, engine, jobs, within)
    found = results_of(experiment, outcome)
    aside = STDOUT in (json_file, csv_file)  # then a program reads the output, and people the other one
    if told := ending(outcome, wanted):
        say(told, to_stderr=aside)
    command = again(game, conditions[0].match.bots, variants or [], settings or [], rotate, limit)
    if outcome.part.played:
        say("\n".join(lines(found, command)), to_stderr=aside)
    write(found, json_file, csv_file, parquet_file)
    leave(outcome, found)


# ------------------------------------------------------------ what other commands need as well


def try_files(*files: Path | None) -> None:
    """What cannot be written is said now, not after an hour."""
    for file in files:
        if file is not None and file != STDOUT:
            file.open("a").close()


def play(
    experiment: Experiment, seed: int, games: int, engine: str | None, jobs: int | None,
    within: float | None = None,
) -> Outcome:  # fmt: skip
    from cli.science.engines import choose, run
    from cli.science.progress import Bar

    chosen = choose(engine, jobs, games)
    each = len(experiment.conditions)
    with Bar(games * each) as bar:
        share = None if within is None else within / 100
        return run(experiment, seed, games, chosen, lambda played: bar.advance(played * each), share)


def results_of(experiment: Experiment, outcome: Outcome, kind: str = "simulation") -> Results:
    from cli.science.document import results

    return results(experiment, outcome.part, outcome.stopped, kind)


def ending(outcome: Outcome, wanted: int) -> str:
    """Why there are fewer games than were asked for."""
    played = outcome.part.played
    what = "this is what there is" if played else "there is nothing to tell"
    match outcome.stopped:
        case "interrupted":
            return f"interrupted after {played} of {wanted} games; {what}"
        case "lost":
            return f"{outcome.why}, after {played} of {wanted} games; {what}"
        case "hopeless":
            return f"given up after {played} of {wanted} games: games went wrong or took too many steps"
        case "precise":
            return f"known well enough after {played} games of at most {wanted}"
    return ""


def leave(outcome: Outcome, found: Results) -> None:
    if outcome.stopped in ("interrupted", "lost"):
        raise typer.Exit(130 if outcome.stopped == "interrupted" else 1)
    if found.failed:
        raise typer.Exit(1)


def again(
    game: str, bots: tuple[str, ...], variants: list[str], settings: list[str], rotate: bool = True,
    limit: int = USUAL_LIMIT,
) -> str:  # fmt: skip
    """The command for one of the games; its seed has to be put at the end."""
    from shlex import join

    words = ["rulelang", "simulate", game, "-n", "1", "--seats", ",".join(bots)]
    for variant in variants:
        words += ["--variant", variant]
    for setting in settings:
        words += ["--set", setting]
    if not rotate:
        words.append("--no-rotate")
    if limit != USUAL_LIMIT:
        words += ["--limit", str(limit)]
    return f"{join(words)} --seed"


def write(found: Results, json_file: Path | None, csv_file: Path | None, parquet_file: Path | None) -> None:
    from cli.science.tables import to_csv, write_parquet
    from cli.screen.terminal import put, say

    if json_file == STDOUT:
        put(found.to_json())
    elif json_file is not None:
        json_file.write_text(found.to_json() + "\n", encoding="utf-8")
    if csv_file == STDOUT:
        say(to_csv(found).removesuffix("\n"))
    elif csv_file is not None:
        csv_file.write_text(to_csv(found), encoding="utf-8", newline="")
    if parquet_file is not None:
        write_parquet(found, parquet_file)
