"""`rulelang print`: sheets with the cards, tiles, tokens and boards of a game, to print and cut.

In: a game, with variants and settings. Out: one page of HTML, which any browser prints. How things look can
be said in `print.yaml` beside the game.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.options import GameArgument, Language, Settings, Variants

if TYPE_CHECKING:
    from cli.pages.style import Style
    from rulelang.prose.faces import Sort

Output = Annotated[str | None, typer.Option("-o", "--output", metavar="FILE", help="The page: NAME.html.")]


def print_(
    game: GameArgument,
    output: Output = None,
    variants: Variants = None,
    settings: Settings = None,
    lang: Language = None,
    paper: Annotated[str, typer.Option(metavar="PAPER", help="a4 or letter.")] = "a4",
) -> None:
    """Make sheets of the cards, tiles, tokens and boards of a game, to print and cut."""
    from cli.errors import Misuse
    from cli.games import find_game, load_program, read_definition
    from cli.options import language_for, read_settings
    from cli.pages.sheets import MOST_SHEETS, PAPERS, count_sheets, sheets
    from cli.phrases import Phrases
    from cli.playing.saving import write_whole
    from cli.screen.terminal import say_line
    from rulelang.prose.faces import aid, boards, sorts
    from rulelang.prose.titles import game_title

    if paper.lower() not in PAPERS:
        raise Misuse(f"--paper can be {' or '.join(PAPERS)}, not `{paper}`")
    program = load_program(game, variants or (), read_settings(settings or ()))
    path, language = find_game(game), language_for(lang, program)
    about = read_definition(path, variants or ()), program, language
    found = sorts(*about)
    style = style_of(path, found)
    on = boards(*about)
    many = count_sheets(found, on, style, paper.lower())
    if many > MOST_SHEETS:
        raise Misuse(f"these would be {many} sheets; at most {MOST_SHEETS} are made")
    title = game_title(program, language)
    page = sheets(title, found, on, aid(*about), style, paper.lower(), Phrases(language))
    target = Path(output or f"{program.name}-print.html")
    write_whole(target, page)
    say_line(Phrases(language)("sheets.made", str(target), sum(sort.size for sort in found), many))


def style_of(path: Path, sorts: list[Sort]) -> Style:
    """What `print.yaml` beside a game says; only what stands on components can have a look."""
    from cli.games import home_of
    from cli.pages.style import read_style

    words = {word for sort in sorts for face in sort.faces for part in face.printed for word in part.words}
    keys = {face.key for sort in sorts for face in sort.faces}
    return read_style(home_of(path), {sort.name: sort.fields for sort in sorts}, frozenset(words | keys))
