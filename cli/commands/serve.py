"""`rulelang serve`: a table in the browser.

In: games or folders of games, and where to listen. Out: a server that runs until it is interrupted. Tables
are kept in a file, and go on after a restart.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

NEEDS = ("starlette", "uvicorn", "websockets")


def serve(
    games: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME|FOLDER]...", help="What to offer; all games if none.")
    ] = None,
    host: Annotated[
        str, typer.Option(metavar="NAME", help="Where to listen; 0.0.0.0 for all.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(metavar="N", min=0, max=65535, help="0 takes a free one.")] = 8080,
    tables: Annotated[
        str | None, typer.Option(metavar="FILE", help="Where tables are kept, not beside the saves.")
    ] = None,
    at_once: Annotated[
        int, typer.Option(metavar="N", min=1, help="New tables that one address may ask for at once.")
    ] = 20,
    workshop: Annotated[
        bool | None,
        typer.Option(
            "--workshop/--no-workshop",
            help="Definitions can be changed in the browser. On this machine it is on unless you say no.",
        ),
    ] = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open a browser.")] = True,
) -> None:
    """Play in the browser, with friends by links and against bots."""
    from importlib.util import find_spec

    from cli.errors import Misuse

    if any(find_spec(name) is None for name in NEEDS):
        raise Misuse(f"the server needs {', '.join(NEEDS)}: pip install 'rulelang[web]'")
    from cli.web.games import offered
    from cli.web.serving import run

    kept = None if tables is None else Path(tables)
    run(offered(games or []), host, port, kept, browser, at_once, workshop)
