"""`rulelang resume`: go on with a saved game.

In: a file that a game was saved in, or none for a menu of the unfinished ones. Out: the game at the terminal,
from where it stood; it is saved into the same file after each decision.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from cli.options import Language, Names, NotedVariants, Plain, Reader, RulesPath, Seats

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
    variants: NotedVariants = None,
    seats: Seats = None,
    names_typed: Names = None,
    lang: Language = None,
    plain: Plain = False,
    reader: Reader = False,
    listed: Annotated[bool, typer.Option("--list", help="List the games that are not over.")] = False,
) -> None:
    """Go on with a saved game."""
    from cli.commands.play import any_seed, notes_for, say_how_to_watch, where_to_save
    from cli.errors import Misuse
    from cli.phrases import Phrases, language_of
    from cli.playing.faces import is_full, play_on
    from cli.playing.opening import opening
    from cli.playing.saving import SaveFile
    from cli.playing.seats import HUMAN, named, seat_names, sit_down, usual_seats
    from cli.playing.session import LAST_EVENTS
    from cli.screen.terminal import Terminal
    from interpreter.game import Game

    terminal = Terminal(plain, reader)
    if listed:
        if file is not None:
            raise Misuse("--list takes no file")
        list_unfinished(terminal, Phrases(lang or language_of()))
        return
    path = file if file is not None else str(choose_unfinished(terminal, Phrases(lang or language_of())))
    found = open_save(path, game, lang, variants or ())
    played, say = found.game, Phrases(found.game.language)
    names = seat_names(seats or found.seats, played.setup.players)
    names = names or usual_seats(played.setup.players, terminal.interactive)
    called = named(names_typed) if names_typed is not None else found.names
    played.names = called
    notes = notes_for(found.rules, found.variants, names, played.language, called)

    begun: list[Game] = []

    def make(face: Any, kind: type[Session]) -> Session:
        """The saved game; when it is over and somebody wants another one, a new one with the same table."""
        begun.append(played)
        return saved_game(face, kind) if len(begun) == 1 else new_game(face, kind)

    def new_game(face: Any, kind: type[Session]) -> Session:
        setup = played.setup
        started = Game.new(
            played.program, setup.players, any_seed(), dict(setup.settings),
            forced=setup.forced, language=played.language,
        )  # fmt: skip
        started.names = called
        face.write_all(opening(started, names, say))
        saved = where_to_save(None, started, names, notes, face, say)
        return kind(started, sit_down(names, started.setup.seed, steady=True), face, saved, notes, say=say)

    def saved_game(face: Any, kind: type[Session]) -> Session:
        face.write_all(opening(played, names, say))
        # Bots go on with other chance than they began with: what they would have drawn is not in the save.
        bots = sit_down(names, played.setup.seed + len(played.answers), steady=True)
        session = kind(played, bots, face, SaveFile(found.path, ours=found.text), notes, say=say)
        session.remind(LAST_EVENTS)
        return session

    session = play_on(make, terminal, HUMAN in names and is_full(terminal, plain, reader))
    say_how_to_watch(session, say)


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
    text: str
    game: Game
    rules: Path
    variants: Sequence[str | Path]
    seats: str | None  # as they were typed; old saves do not say
    names: tuple[str, ...] = ()  # what the players are called


def open_save(typed: str, rules: str | None, lang: str | None, with_variants: Sequence[str] = ()) -> Opened:
    """Reads and plays a save. Raises what is wrong with it; nothing is written."""
    from cli.games import find_game, load_program
    from cli.options import language_for, languages_of
    from cli.playing.saving import read_save
    from cli.playing.shelf import find_save
    from interpreter.game import Game
    from interpreter.game.saves import read

    path = find_save(typed)
    text = read_save(path)
    refuse_fractions(text)
    body = read(text)
    notes = body["notes"]
    folder = find_game(rules) if rules is not None else rules_of(str(body["game"]), notes)
    variants = with_variants or variants_of(folder, notes)
    program = load_program(folder, variants)
    noted = notes.get("language")
    language = language_for(lang or (noted if noted in languages_of(program) else None), program)
    game = Game.load(program, text, language=language)
    game.names = names_of(notes)
    return Opened(path, text, game, folder, variants, seats_of(notes, game.setup.players), game.names)


def refuse_fractions(text: str) -> None:
    """Nothing in a save is a fraction, or `Infinity` or `NaN`, which JSON has not but Python reads."""
    import json

    from interpreter.errors import SaveError

    def refuse(number: str) -> None:
        raise SaveError(f"this save file is damaged: `{number[:20]}` is no whole number")

    with suppress(ValueError, RecursionError):  # whoever reads it says what else is wrong with it
        json.loads(text, parse_float=refuse, parse_constant=refuse)


def rules_of(name: str, notes: Mapping[str, Any]) -> Path:
    """Where the rules of a save are: where they were when we wrote it, or else by their name."""
    from cli.games import UnknownGame, all_games, find_by_program_name
    from cli.playing.vouching import is_vouched

    path = notes.get("path")
    if not isinstance(path, str):
        return find_by_program_name(name)
    known = {str(folder.resolve()): folder for folder in all_games().values()}
    if path in known:
        return known[path]
    if is_vouched(notes):
        return Path(path) if Path(path).exists() else find_by_program_name(name)
    try:
        return find_by_program_name(name)
    except UnknownGame as error:
        where = f"it says that its rules are {path}, but it was not written here"
        raise UnknownGame(f"{error} ({where})") from None


def variants_of(game: Path, notes: Mapping[str, Any]) -> list[str | Path]:
    """The variants of a save: those beside the game, and others if we noted them ourselves."""
    import json

    from cli.games import variants_of
    from cli.playing.vouching import is_vouched
    from interpreter.errors import SaveError

    try:
        found = json.loads(notes.get("variants", "[]"))
    except (ValueError, TypeError):
        found = None
    if not isinstance(found, list) or not all(isinstance(name, str) for name in found):
        raise SaveError("this save file is damaged: its variants cannot be read")
    beside = variants_of(game)
    others = [name for name in found if name not in beside]
    if others and not is_vouched(notes):
        missing = ", ".join(others)
        raise SaveError(
            f"this save was not written here, and it was played with {missing}, which does not lie beside "
            "the game; if you have that and trust it, add --variant FILE for each that was played with"
        )
    return [name if name in beside else Path(name) for name in found]


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
