"""`rulelang play`: play any definition.

In: a game, who sits where, settings and a seed. Out: a game at the terminal, or a transcript between bots
where nobody is there to answer. A game with people in it is saved by itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.options import Language, Names, Plain, Reader, Seats, Settings, Variants

if TYPE_CHECKING:
    from cli.phrases import Phrases
    from cli.playing.saving import SaveFile
    from cli.playing.session import Session
    from cli.screen.terminal import Terminal
    from interpreter.game import Game

LARGEST_SEED = 2**31


def play(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="A name, a folder or a file.")] = None,
    players: Annotated[int | None, typer.Option(metavar="N", help="How many play.")] = None,
    seats: Seats = None,
    names_typed: Names = None,
    variants: Variants = None,
    settings: Settings = None,
    seed: Annotated[int | None, typer.Option(metavar="N", help="The same seed gives the same game.")] = None,
    lang: Language = None,
    plain: Plain = False,
    reader: Reader = False,
    save: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Save here after each decision, not in the folder of saves."),
    ] = None,
    no_save: Annotated[bool, typer.Option("--no-save", help="Do not save the game.")] = False,
    forced: Annotated[
        str,
        typer.Option(
            metavar="safe|take|ask",
            help="What to do with a single option: take it, ask, or take it where that tells nothing.",
        ),
    ] = "safe",
) -> None:
    """Play a game against bots, or with people at one keyboard."""
    from functools import partial

    from cli.errors import Misuse
    from cli.games import find_game, first_game, load_program, variants_of
    from cli.options import language_for, read_settings
    from cli.phrases import Phrases, language_of
    from cli.playing.choosing import Start, choose_game, choose_start
    from cli.playing.faces import is_full, play_on
    from cli.playing.opening import aim, opening
    from cli.playing.rules_in_words import RulesInWords
    from cli.playing.seats import HUMAN, named, seat_names, sit_down, usual_seats
    from cli.screen.terminal import Terminal
    from interpreter.game import Game

    if save is not None and no_save:
        raise Misuse("--save and --no-save cannot both be meant")
    terminal = Terminal(plain, reader)
    from_menu = game is None and terminal.interactive
    names = seat_names(seats, players)
    called = named(names_typed)
    is_open = from_menu and names is None and players is None  # all else is asked for, too

    def started_from(name: str) -> tuple[Start, Phrases]:
        """How a game would be begun by what was said on the command line, and in which language."""
        known = Start(
            load_program(name, variants or ()), partial(load_program, name), variants_of(find_game(name)),
            list(variants or []), read_settings(settings or []),
        )  # fmt: skip
        return known, Phrases(language_for(lang, known.program))

    if from_menu and is_full(terminal, plain, reader):
        from cli.full.beginning import begin_on_screen

        game, start, chosen_count = begin_on_screen(Phrases(lang or language_of()), started_from, is_open)
        players = chosen_count if is_open else players
    elif game is None:
        say = Phrases(lang or language_of())
        game = choose_game(terminal, say) if terminal.interactive else first_game()
        start, say = started_from(game)
        players = choose_start(terminal, say, start) if is_open else players
    else:
        start, _ = started_from(game)
    folder, program, taken_with, chosen = find_game(game), start.program, start.variants, start.settings
    language = language_for(lang, program)
    say = Phrases(language)
    count = players if names is None else len(names)
    begun: list[Game] = []

    def make(face: Any, kind: type[Session]) -> Session:
        """A game, and the next one when it is over: with another seed, in another file."""
        number = any_seed() if seed is None or begun else seed
        started = Game.new(program, count, number, chosen, forced=forced, language=language)
        started.names = called
        taken = names or usual_seats(started.setup.players, terminal.interactive)
        notes = notes_for(folder, taken_with, taken, language, called)
        face.write_all(opening(started, taken, say))
        if HUMAN in taken:
            rules = RulesInWords(folder, taken_with, program, language)
            face.write_all(aim(started, say, lambda: rules))
        where = save if not begun else None
        saved = None if no_save else where_to_save(where, started, taken, notes, face, say)
        begun.append(started)
        return kind(started, sit_down(taken, number, steady=True), face, saved, notes, say=say)

    people = names is None or HUMAN in names
    session = play_on(make, terminal, people and is_full(terminal, plain, reader))
    say_how_to_watch(session, say)


def any_seed() -> int:
    from random import SystemRandom

    return SystemRandom().randrange(LARGEST_SEED)


def notes_for(
    game: Path,
    variants: Sequence[str | Path],
    seats: Sequence[str],
    language: str,
    called: Sequence[str] = (),
) -> dict[str, str]:
    """What a save remembers beside the game itself, so that nobody has to say it again."""
    import json

    from cli.games import lasting_name
    from cli.playing.vouching import vouched

    notes = {"path": str(game.resolve()), "seats": ",".join(seats), "language": language}
    if any(called):
        notes["names"] = ",".join(called)
    if variants:
        notes["variants"] = json.dumps([lasting_name(game, name) for name in variants])
    return vouched(notes)


def where_to_save(
    named: str | None,
    game: Game,
    seats: Sequence[str],
    notes: Mapping[str, str],
    terminal: Terminal,
    say: Phrases,
) -> SaveFile | None:
    """The file that was named; else, if people play, a new one on the shelf. Without it the game goes on."""
    from cli.playing.saving import SaveFile
    from cli.playing.seats import HUMAN
    from cli.playing.shelf import new_save

    if named is not None:
        return SaveFile(named)
    if HUMAN not in seats:
        return None
    saved = None
    try:
        saved = new_save(game.program.name)
        saved.save(game, notes)
    except OSError as error:
        if saved is not None:
            with suppress(OSError):
                saved.path.unlink()  # it was made a moment ago, and is empty
        where = "" if error.filename is None else f" ({error.filename})"
        terminal.write(say("start.not_saved", f"{error.strerror or error}{where}"), "wrong")
        return None
    return saved


def say_how_to_watch(session: Session, say: Phrases) -> None:
    from shlex import quote

    from cli.playing.opening import rulelang
    from cli.screen.terminal import say_line

    if session.game.over and session.saved is not None and session.people:
        command = f"{rulelang()} replay {quote(str(session.saved.path))}"
        say_line(say("start.watch", command))  # in one line, however long: it is to be copied
