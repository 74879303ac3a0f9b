"""`rulelang report`: a page about a game, with pictures.

In: a game that is then played by bots, or the results of a simulation. Out: one HTML file that needs nothing
else: plain sentences, pictures, tables.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cli.commands.simulate import (
    BotsOfSeats,
    EngineOption,
    Games,
    Jobs,
    JsonFile,
    Limit,
    Players,
    Rotate,
    Seed,
)
from cli.options import Settings, Variants

USUAL_GAMES, USUAL_LIMIT = 500, 20_000


def report(
    game: Annotated[
        str,
        typer.Argument(metavar="GAME|FILE.json", help="A game to be played, or what `simulate --json` made."),
    ],
    output: Annotated[
        Path, typer.Option("-o", "--output", metavar="FILE.html", help="The page; - is the output.")
    ],
    games: Games = None,
    seats: BotsOfSeats = None,
    players: Players = None,
    variants: Variants = None,
    settings: Settings = None,
    seed: Seed = 0,
    against_variants: Annotated[
        list[str] | None,
        typer.Option("--against-variant", metavar="NAME|FILE", help="Beside this variant."),
    ] = None,
    against_settings: Annotated[
        list[str] | None,
        typer.Option("--against-set", metavar="NAME=VALUE", help="Beside this setting."),
    ] = None,
    rotate: Rotate = True,
    engine: EngineOption = None,
    jobs: Jobs = None,
    json_file: JsonFile = None,
    limit: Limit = USUAL_LIMIT,
) -> None:
    """Write a page about a game: sentences, pictures, tables."""
    from cli.commands.simulate import STDOUT, ending, leave, play, results_of, try_files, write
    from cli.errors import Misuse
    from cli.options import read_settings
    from cli.science.document import read
    from cli.science.experiment import Experiment
    from cli.science.match import ALL
    from cli.science.plans import Plan, against, one
    from cli.science.report.page import page
    from cli.science.report.pictures import check_matplotlib
    from cli.science.report.sentences import sentences
    from cli.screen.terminal import put, say

    check_matplotlib()
    if output == json_file == STDOUT:
        raise Misuse("only one of -o and --json can go to the output")
    outcome = None
    if game.endswith(".json"):
        typed = {
            "-n": games, "--seats": seats, "--players": players, "--variant": variants, "--set": settings,
            "--seed": seed, "--against-variant": against_variants, "--against-set": against_settings,
            "--no-rotate": not rotate, "--engine": engine, "--jobs": jobs, "--json": json_file,
            "--limit": limit != USUAL_LIMIT,
        }  # fmt: skip
        if useless := [option for option, value in typed.items() if value]:
            raise Misuse(
                f"{game} has its games already, so nothing is played: {', '.join(useless)} has no use"
            )
        found = read(Path(game))
        try_files(output)
    else:
        chosen = read_settings(settings or [])
        plan = Plan(game, seats, players, tuple(variants or ()), chosen, limit, rotate, ALL)
        other = read_settings(against_settings or [])
        if against_variants or other:
            conditions = against(plan, against_variants or [], other, None)
        else:
            conditions = one(plan)
        try_files(output, json_file)
        experiment = Experiment(conditions)
        wanted = games or USUAL_GAMES
        outcome = play(experiment, seed, wanted, engine, jobs)
        found = results_of(experiment, outcome)
        if told := ending(outcome, wanted):
            say(told, to_stderr=True)
        write(found, json_file, None, None)
    text = page(found)
    aside = STDOUT in (output, json_file)
    say("\n".join(sentences(found)), to_stderr=aside)
    if output == STDOUT:
        put(text)
    else:
        output.write_text(text, encoding="utf-8")
        say(f"\nwritten to {output}", to_stderr=aside)
    if outcome is not None:
        leave(outcome, found)
