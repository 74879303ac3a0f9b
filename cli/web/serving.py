"""Runs the server.

In: games, an address, the file for tables. Out: a running server that says where it is; it ends when it is
interrupted.
"""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Mapping
from pathlib import Path
from threading import Timer

import uvicorn

from cli.errors import Misuse
from cli.playing.shelf import saves_folder
from cli.screen.terminal import say_line
from cli.web.app import LOCAL, make_app
from cli.web.games import Games
from cli.web.hub import Hub
from cli.web.limits import Limits
from cli.web.room import bounded, files_allowed, fitting
from cli.web.store import Store, StoreError
from cli.web.workshop import Workshop, new_key

FILE = "tables.sqlite"


def run(
    paths: Mapping[str, Path], host: str, port: int, tables: Path | None, browser: bool, at_once: int,
    workshop: bool | None = None,
) -> None:  # fmt: skip
    """Whoever does not say whether there is a `workshop` has one only on this machine."""
    listening = _listen(host, port)
    file = tables or saves_folder().parent / FILE
    file.parent.mkdir(parents=True, exist_ok=True)
    limits = fitting(Limits(tables_at_once=at_once), files := files_allowed())
    try:
        hub = Hub(Store(file), limits, workers=max(1, (os.cpu_count() or 2) - 1))
    except StoreError as error:
        listening.close()
        raise Misuse(str(error)) from None
    local, games = host in LOCAL, Games(paths)
    bench = Workshop(games, hub, new_key()) if (local if workshop is None else workshop) else None
    app = make_app(games, hub, local, bench)
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{listening.getsockname()[1]}/"
    say_line(f"{len(paths)} games at {address} (tables are kept in {file}; Ctrl+C ends)")
    if bench is not None:
        address = f"{address}#workshop={bench.key}"
        say_line(f"with a workshop, for you alone: {address}")
    if limits.connections < Limits().connections:
        say_line(f"at most {limits.connections} can be connected: this system allows {files} open files")
    sys.stdout.flush()
    if browser and _there_is_a_screen():
        import webbrowser

        Timer(0.5, webbrowser.open, [address]).start()
    config = uvicorn.Config(
        app, log_level="warning", ws_max_size=limits.message_bytes * 2, ws="websockets-sansio",
        server_header=False, limit_concurrency=limits.connections + limits.requests,
        timeout_graceful_shutdown=3, proxy_headers=False, http=bounded(limits), backlog=limits.coming,
    )  # fmt: skip
    uvicorn.Server(config).run(sockets=[listening])


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((host, port))
        found.listen(200)  # from now on nobody is turned away
    except (OSError, OverflowError) as error:
        found.close()
        why = getattr(error, "strerror", None) or str(error)
        raise Misuse(f"cannot listen at {host}, port {port}: {why}; try another --port") from None
    return found


def _there_is_a_screen() -> bool:
    return sys.platform in ("win32", "darwin") or bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )
