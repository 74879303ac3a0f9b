"""`rulelang tournament`: which bots are stronger.

In: a game and the bots, perhaps values of settings or variants to be swept. Out: each plays against each, on
every seat; ratings with intervals, for all and under each value, and a line for each two of them.
"""

from __future__ import annotations

from typing import Annotated

import typer

from cli.commands.simulate import USUAL_LIMIT, EngineOption, Games, Jobs, JsonFile, Limit, Players, Seed
from cli.options import GameArgument, Settings, Variants


def tournament(
    game: GameArgument,
    bots: Annotated[
        str, typer.Option("--bots", metavar="BOT,BOT,…", help="Who takes part, as random,greedy,search:50.")
    ],
    games: Games = None,
    players: Players = None,
    variants: Variants = None,
    settings: Settings = None,
    sweep: Annotated[
        list[str] | None,
        typer.Option("--sweep", metavar="NAME=5..9",
                     help="Under each of these values of a setting, of players or of variant."),
    ] = None,
    seed: Seed = 0,
    engine: EngineOption = None,
    jobs: Jobs = None,
    json_file: JsonFile = None,
    limit: Limit = USUAL_LIMIT,
) -> None:  # fmt: skip
    """Let bots play against each other, seats rotated, and rate them."""
    from cli.commands.simulate import STDOUT, USUAL_GAMES, ending, leave, play, results_of, try_files, write
    from cli.options import read_settings
    from cli.science.document import TOURNAMENT
    from cli.science.experiment import Experiment
    from cli.science.match import NOTHING
    from cli.science.plans import Plan
    from cli.science.tournament import bots_named, lines, tables
    from cli.screen.terminal import say

    chosen = read_settings(settings or [])
    plan = Plan(game, None, players, tuple(variants or ()), chosen, limit, True, NOTHING)
    experiment = Experiment(tables(plan, bots_named(bots), sweep or ()))
    try_files(json_file)
    wanted = games or USUAL_GAMES
    outcome = play(experiment, seed, wanted, engine, jobs)
    found = results_of(experiment, outcome, TOURNAMENT)
    aside = json_file == STDOUT
    if told := ending(outcome, wanted):
        say(told, to_stderr=aside)
    if outcome.part.played:
        say("\n".join(lines(found)), to_stderr=aside)
    write(found, json_file, None, None)
    leave(outcome, found)
