"""`rulelang resume`: go on with a saved game.

In: a file that a game was saved in, or none for a menu of the unfinished ones. Out: the game at the terminal,
from where it stood; it is saved into the same file after each decision.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from cli.options import Language, Names, Plain, Reader, RulesPath, Seats

if TYPE_CHECKING:
    from cli.phrases import Phrases
    from cli.playing.session import Session
    from cli.screen.terminal import Terminal
    from interpreter.game import Game


def resume(
    file: Annotated[
        str | None, typer.Argument(metavar="FILE", help="A saved game; without it you can choose one.")
    ] = None,
    game: RulesPath = None,
    seats: Seats = None,
    names_typed: Names = None,
    lang: Language = None,
    plain: Plain = False,
    reader: Reader = False,
    listed: Annotated[bool, typer.Option("--list", help="List the games that are not over.")] = False,
) -> None:
    """Go on with a saved game."""
    from cli.commands.play import notes_for, say_how_to_watch
    from cli.errors import Misuse
    from cli.phrases import Phrases, language_of
    from cli.playing.faces import is_full, play_on
    from cli.playing.opening import opening
    from cli.playing.saving import SaveFile
    from cli.playing.seats import HUMAN, named, seat_names, sit_down, usual_seats
    from cli.playing.session import LAST_EVENTS
    from cli.screen.terminal import Terminal

    terminal = Terminal(plain, reader)
    if listed:
        if file is not None:
            raise Misuse("--list takes no file")
        list_unfinished(terminal, Phrases(lang or language_of()))
        return
    path = file if file is not None else str(choose_unfinished(terminal, Phrases(lang or language_of())))
    found = open_save(path, game, lang)
    played, say = found.game, Phrases(found.game.language)
    names = seat_names(seats or found.seats, played.setup.players)
    names = names or usual_seats(played.setup.players, terminal.interactive)
    called = named(names_typed) if names_typed is not None else found.names
    played.names = called
    notes = notes_for(found.rules, found.variants, names, played.language, called)

    def make(face: Any, kind: type[Session]) -> Session:
        face.write_all(opening(played, names, say))
        # Bots go on with other chance than they began with: what they would have drawn is not in the save.
        bots = sit_down(names, played.setup.seed + len(played.answers))
        session = kind(played, bots, face, SaveFile(found.path, ours=True), notes, say=say)
        session.remind(LAST_EVENTS)
        return session

    session = play_on(make, terminal, HUMAN in names and is_full(terminal, plain, reader))
    say_how_to_watch(session, say, terminal)


def list_unfinished(terminal: Terminal, say: Phrases) -> None:
    from cli.playing.choosing import save_lines
    from cli.playing.shelf import unfinished

    saves = unfinished()
    terminal.write_all(save_lines(saves, say))
    if not saves:
        terminal.write(say("start.no_saves"))


def choose_unfinished(terminal: Terminal, say: Phrases) -> Path:
    """One of the unfinished games; where nobody can choose, the command to type is told."""
    from shlex import quote

    from cli.errors import Misuse
    from cli.playing.choosing import choose_save
    from cli.playing.shelf import saves_folder, unfinished

    saves = unfinished()
    if not saves:
        raise Misuse(f"there is no unfinished game in {saves_folder()}; name the file: rulelang resume FILE")
    if terminal.interactive:
        return choose_save(terminal, say, saves)
    newest = quote(str(saves[0].path))
    raise Misuse(f"say which game; the newest one is: rulelang resume {newest} (--list shows all)")


class Opened(NamedTuple):
    """A saved game with everything that was noted about it."""

    path: Path
    game: Game
    rules: Path
    variants: list[str]
    seats: str | None  # as they were typed; old saves do not say
    names: tuple[str, ...] = ()  # what the players are called


def open_save(typed: str, rules: str | None, lang: str | None) -> Opened:
    """Reads and plays a save. Raises what is wrong with it; nothing is written."""
    from cli.games import find_game, load_program
    from cli.options import language_for, languages_of
    from cli.playing.saving import read_save
    from cli.playing.shelf import find_save
    from interpreter.game import Game
    from interpreter.saves import read

    path = find_save(typed)
    text = read_save(path)
    body = read(text)
    notes = body["notes"]
    folder = find_game(rules) if rules is not None else rules_of(str(body["game"]), notes)
    variants = variants_of(notes)
    program = load_program(folder, variants)
    noted = notes.get("language")
    language = language_for(lang or (noted if noted in languages_of(program) else None), program)
    game = Game.load(program, text, language=language)
    game.names = names_of(notes)
    return Opened(path, game, folder, variants, seats_of(notes, game.setup.players), game.names)


def rules_of(name: str, notes: Mapping[str, Any]) -> Path:
    """Where the rules of a save are: where they were when it was written, or else by their name."""
    from cli.games import find_by_program_name

    path = notes.get("path")
    return Path(path) if isinstance(path, str) and Path(path).exists() else find_by_program_name(name)


def variants_of(notes: Mapping[str, Any]) -> list[str]:
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


def names_of(notes: Mapping[str, Any]) -> tuple[str, ...]:
    """What the players were called."""
    noted = notes.get("names")
    return tuple(noted.split(",")) if isinstance(noted, str) else ()


def seats_of(notes: Mapping[str, Any], players: int) -> str | None:
    """Who sat where; nothing in an old save."""
    from interpreter.errors import SaveError

    noted = notes.get("seats")
    if noted is not None and (not isinstance(noted, str) or noted.count(",") + 1 != players):
        raise SaveError("this save file is damaged: its seats cannot be read")
    return noted
