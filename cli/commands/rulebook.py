"""`rulelang rulebook`: a rulebook to hand out, as one page for a browser or a printer.

In: a game, with variants and settings, and a language. Out: one file of HTML that needs no other.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.options import GameArgument, Language, Settings, Variants

if TYPE_CHECKING:
    from cli.pages.rulebook import Numbered, Variant
    from rulelang.ir.nodes import Program


def rulebook(
    game: GameArgument,
    output: Annotated[
        str | None, typer.Option("-o", "--output", metavar="FILE", help="The page: NAME.html.")
    ] = None,
    variants: Variants = None,
    settings: Settings = None,
    lang: Language = None,
) -> None:
    """Make a rulebook to hand out: one page with pictures, rules, numbers to cite and an index."""
    from cli.games import find_game, load_program
    from cli.options import language_for, read_settings
    from cli.phrases import Phrases
    from cli.playing.saving import write_whole
    from cli.screen.terminal import say_line

    program = load_program(game, variants or (), read_settings(settings or ()))
    path, language = find_game(game), language_for(lang, program)
    target = Path(output or f"{program.name}.html")
    write_whole(target, html_of(program, path, variants or (), language))
    say_line(Phrases(language)("rulebook.made", str(target)))


def html_of(program: Program, path: Path, variants: Sequence[str], language: str) -> str:
    """The page of a game with variants."""
    from cli.commands.print_sheets import style_of
    from cli.games import load_program, read_definition
    from cli.pages.rulebook import rulebook_page
    from cli.phrases import Phrases
    from rulelang.ir.codec import digest
    from rulelang.prose.faces import sorts
    from rulelang.prose.page import make_page

    definition = read_definition(path, variants)
    page, before = make_page(definition, program, language), None
    if variants:
        before = make_page(read_definition(path), load_program(path), language)
    found = sorts(definition, program, language)
    more = _numbered(path, language), _variants(path, program, language)
    return rulebook_page(
        page, before, found, style_of(path, found), *more,
        f"{program.name} {digest(program)[:10]}", Phrases(language),
    )  # fmt: skip


def _numbered(path: Path, language: str) -> list[Numbered]:
    from cli.pages.rulebook import Numbered
    from rulelang.rulebook import numbered_rules

    return [Numbered(rule.number, rule.said, rule.chapter) for rule in numbered_rules(path, language)]


def _variants(path: Path, program: Program, language: str) -> list[Variant]:
    """The variants beside the game and those in play, with what their authors say of them."""
    from cli.commands.list_games import about_variant
    from cli.games import variants_of
    from cli.pages.rulebook import Variant
    from rulelang.prose.titles import variant_text, variant_title

    beside = variants_of(path)
    found = []
    for name in dict.fromkeys([*beside, *program.variants]):
        about = variant_text(program, language, name)
        if not about and name in beside:
            about = about_variant(path, name).partition(": ")[2]
        found.append(Variant(variant_title(program, language, name), about, name in program.variants))
    return found
