"""`rulelang play`: play any definition.

In: a game, who sits where, settings and a seed. Out: a game at the terminal, or a transcript between bots
where nobody is there to answer.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.options import Settings, Variants

if TYPE_CHECKING:
    from cli.terminal import Terminal
    from interpreter.game import Game

LARGEST_SEED = 2**31


def play(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="A name, a folder or a file.")] = None,
    players: Annotated[int | None, typer.Option(metavar="N", help="How many play.")] = None,
    seats: Annotated[
        str | None, typer.Option(metavar="WHO,WHO", help="Who plays: human or random, for each seat.")
    ] = None,
    variants: Variants = None,
    settings: Settings = None,
    seed: Annotated[int | None, typer.Option(metavar="N", help="The same seed gives the same game.")] = None,
    lang: Annotated[str, typer.Option(metavar="LANG", help="The language of the texts.")] = "en",
    plain: Annotated[bool, typer.Option("--plain", help="No colours.")] = False,
    save: Annotated[str | None, typer.Option(metavar="FILE", help="Save after each decision.")] = None,
    forced: Annotated[
        str, typer.Option(metavar="take|ask", help="What to do with a single option: take it, or ask.")
    ] = "take",
) -> None:
    """Play a game against bots, or with people at one keyboard."""
    from cli.games import find_game, first_game, load_program
    from cli.options import read_settings
    from cli.saving import SaveFile
    from cli.seats import seat_names, sit_down, usual_seats
    from cli.session import Session
    from cli.terminal import Terminal
    from interpreter.game import Game

    terminal = Terminal(plain)
    if game is None:
        game = choose_game(terminal) if terminal.interactive else first_game()
    folder = find_game(game)
    program = load_program(game, variants or ())
    names = seat_names(seats, players)
    if seed is None:
        seed = any_seed()
    count = players if names is None else len(names)
    chosen = read_settings(settings or [])
    started = Game.new(program, count, seed, chosen, forced=forced, language=lang)
    names = names or usual_seats(started.setup.players, terminal.interactive)
    saved = SaveFile(save) if save is not None else None
    terminal.write_all(opening(started, names))
    options = resume_options(game, names, lang)
    notes = notes_for(folder, variants or [])
    Session(started, sit_down(names, seed), terminal, saved, options, notes).run()


def any_seed() -> int:
    from random import SystemRandom

    return SystemRandom().randrange(LARGEST_SEED)


def notes_for(game: Path, variants: list[str]) -> dict[str, str]:
    """What a save remembers beside the game itself: where its rules are, and which variants are played."""
    import json

    from cli.games import lasting_name

    notes = {"path": str(game.resolve())}
    if variants:
        notes["variants"] = json.dumps([lasting_name(game, name) for name in variants])
    return notes


def opening(game: Game, seats: list[str]) -> list[str]:
    """How the game was started: with it anybody can have the same game again."""
    setup = game.setup
    lines = [f"{game.program.name}: {', '.join(seats)}; seed {setup.seed}"]
    if game.program.variants:
        lines.append(f"  with {', '.join(game.program.variants)}")
    known = {setting.name: setting for setting in game.program.settings}
    for name, value in setup.settings:
        words = known[name].words
        lines.append(f"  {name} = {words[known[name].choices.index(value)] if words else value}")
    return lines


def resume_options(game: str, seats: list[str], lang: str) -> str:
    """What has to be said again to `rulelang resume`, because a save does not remember it."""
    from shlex import quote

    from cli.games import all_games

    options = f" --seats {','.join(seats)}"
    if game not in all_games():
        options += f" --game {quote(game)}"
    return options if lang == "en" else f"{options} --lang {quote(lang)}"


def choose_game(terminal: Terminal) -> str:
    """A numbered menu of all games."""
    from cli.games import UnknownGame, all_games, find_game

    names = list(all_games())
    if not names:
        raise UnknownGame("no game was found; set RULELANG_PATH to a folder of games")
    terminal.write("Which game?", "title")
    terminal.write_all(f"  {number}  {name.replace('_', ' ')}" for number, name in enumerate(names, 1))
    while True:
        typed = terminal.ask("> ")
        if typed.isdecimal() and 1 <= int(typed) <= len(names):
            return names[int(typed) - 1]
        if typed in ("quit", "exit"):
            raise typer.Exit()
        fits = [name for name in names if typed and typed.lower().replace(" ", "_") in name]
        if len(fits) == 1:
            return fits[0]
        if typed and not typed.isdecimal() and not fits:
            try:
                find_game(typed)
                return typed
            except UnknownGame as error:
                terminal.write(str(error), "wrong")
                continue
        terminal.write(f"type a number from 1 to {len(names)}, or a name; quit leaves", "wrong")
