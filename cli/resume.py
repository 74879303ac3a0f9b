"""`rulelang resume`: go on with a saved game.

In: a file that `play --save` or the command `save` has written. Out: the game at the terminal, from where it
stood; it is saved into the same file after each decision.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Any

import typer


def resume(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A saved game.")],
    game: Annotated[
        str | None,
        typer.Option("--game", metavar="PATH", help="The definition, if it is not found by its name."),
    ] = None,
    seats: Annotated[
        str | None, typer.Option(metavar="WHO,WHO", help="Who plays: human or random, for each seat.")
    ] = None,
    lang: Annotated[str, typer.Option(metavar="LANG", help="The language of the texts.")] = "en",
    plain: Annotated[bool, typer.Option("--plain", help="No colours.")] = False,
) -> None:
    """Go on with a saved game."""
    from cli.games import find_game, load_program
    from cli.play import notes_for, opening, resume_options
    from cli.saving import SaveFile, read_save
    from cli.seats import seat_names, sit_down, usual_seats
    from cli.session import LAST_EVENTS, Session
    from cli.terminal import Terminal
    from interpreter.game import Game
    from interpreter.saves import read

    path = Path(os.path.expanduser(file))
    text = read_save(path)
    body = read(text)
    name = str(body["game"])
    folder = find_game(game) if game is not None else rules_of(name, body["notes"])
    variants = variants_of(body["notes"])
    program = load_program(folder, variants)
    played = Game.load(program, text, language=lang)
    setup = played.setup
    terminal = Terminal(plain)
    names = seat_names(seats, setup.players) or usual_seats(setup.players, terminal.interactive)
    terminal.write_all(opening(played, names))
    # Bots go on with other chance than they began with: what they would have drawn is not in the save.
    bots = sit_down(names, setup.seed + len(played.answers))
    options = resume_options(game or name, names, lang)
    notes = notes_for(folder, variants)
    session = Session(played, bots, terminal, SaveFile(path, ours=True), options, notes)
    session.remind(LAST_EVENTS)
    session.run()


def rules_of(name: str, notes: dict[str, Any]) -> Path:
    """Where the rules of a save are: where they were when it was written, or else by their name."""
    from cli.games import find_by_program_name

    path = notes.get("path")
    return Path(path) if isinstance(path, str) and Path(path).exists() else find_by_program_name(name)


def variants_of(notes: dict[str, Any]) -> list[str]:
    """The variants that a save was played with."""
    import json

    from interpreter.errors import SaveError

    try:
        found = json.loads(notes.get("variants", "[]"))
    except (ValueError, TypeError):
        found = None
    if not isinstance(found, list) or not all(isinstance(name, str) for name in found):
        raise SaveError("this save file is damaged: its variants cannot be read")
    return found
