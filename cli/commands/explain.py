"""`rulelang explain`: what a code means, in a page of plain words.

In: a code like R0219, or nothing for the list of all. Out: the page. Exit code 2 for a code that is not
there. The pages are `docs/explain/*.md` in a checkout and `cli/explanations/*.md` in an installation.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer

_CODE = re.compile(r"R\d{4}")


def explain(
    code: Annotated[
        str | None, typer.Argument(metavar="CODE", help="A code like R0219; nothing lists all of them.")
    ] = None,
) -> None:
    """Explain a finding of `rulelang check`."""
    from cli.screen.terminal import say

    pages = all_pages()
    if code is None:
        for name, page in pages.items():
            say(f"{name}  {title_of(page)}")
        say("\nrulelang explain CODE shows the page of one of them")
        return
    plain = normal(code)
    if plain not in pages:
        from cli.errors import Misuse

        raise Misuse(unknown(code, plain, list(pages)))
    say(page_text(pages[plain]))


def folder() -> Path | None:
    """Where the pages are."""
    here = Path(__file__).resolve().parent.parent
    for place in (here / "explanations", here.parent / "docs" / "explain"):
        if place.is_dir():
            return place
    return None


def all_pages() -> dict[str, Path]:
    place = folder()
    files = sorted(place.glob("R*.md")) if place is not None else []
    return {file.stem: file for file in files if _CODE.fullmatch(file.stem)}


def title_of(page: Path) -> str:
    """The first line of a page: `# R0219: title`."""
    with page.open(encoding="utf-8") as lines:
        return next(lines, "").lstrip("# ").partition(": ")[2].strip()


def page_text(page: Path) -> str:
    """The page without the marks that only tools need."""
    text = page.read_text(encoding="utf-8")
    text = re.sub(r"^<!--.*?-->\n", "", text, flags=re.MULTILINE)
    return re.sub(r"^```(\w+)[^\n]*$", r"```\1", text, flags=re.MULTILINE).rstrip()


def normal(code: str) -> str:
    """`219`, `r219` and `error[R0219]` all mean R0219."""
    digits = re.search(r"\d{1,4}", code)
    return f"R{int(digits[0]):04}" if digits else code.strip().upper()


def unknown(code: str, plain: str, known: list[str]) -> str:
    text = f"I don't know a code `{code}`"
    if not known:
        return f"{text}; the pages are not installed"
    if not _CODE.fullmatch(plain):
        return f"{text}; a code looks like {known[0]}. `rulelang explain` lists them all"
    number = int(plain[1:])
    close = sorted(known, key=lambda other: (abs(int(other[1:]) - number), other))[:3]
    return f"{text}; close to it are {', '.join(sorted(close))}. `rulelang explain` lists them all"
