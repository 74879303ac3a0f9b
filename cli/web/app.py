"""The server: pages, what they ask for, and websockets.

In: the games on offer, a store, limits. Out: an application for uvicorn. Every answer has the security
headers; nothing sets a cookie; pages load nothing from elsewhere.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from cli.web.asking import read_body, read_new_table
from cli.web.games import Games, checked_start
from cli.web.hub import LEVELS, Hub
from cli.web.limits import Buckets
from cli.web.live import Refused, disk_failed
from cli.web.talking import talk
from cli.web.workshop import Workshop
from interpreter.phrases import USUAL, languages, table

HERE = Path(__file__).parent
STATIC, TEXTS = HERE / "static", HERE / "texts"
SWEEP = 3_600.0  # seconds between two looks for tables that can go
LOCAL = ("localhost", "127.0.0.1", "::1")
# The workshop shows a table in a frame; other sites cannot.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-src 'self'; frame-ancestors 'self'"
)
# A rulebook is one file that needs no other: its styles are in it. It has no script at all.
BOOK_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "content-security-policy": POLICY,
    "cache-control": "no-cache",
}
CODES = {
    "no_game": 404,
    "no_workshop": 404,
    "changed": 409,
    "no_table": 404,
    "too_many": 429,
    "full": 503,
    "too_big": 413,
    "origin": 403,
}


class Guard:
    """Refuses other hosts and origins, and puts the security headers on every answer."""

    def __init__(self, app: ASGIApp, local: bool) -> None:
        self.app, self.local = app, local

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        if not self._welcome(HTTPConnection(scope)):
            if scope["type"] == "websocket":
                await send({"type": "websocket.close", "code": 4403})
            else:
                await _refusal(Refused("origin", "another site cannot ask this"))(
                    scope, receive, _with_headers(send)
                )
            return
        await self.app(scope, receive, send if scope["type"] == "websocket" else _with_headers(send))

    def _welcome(self, asked: HTTPConnection) -> bool:
        host = asked.headers.get("host", "")
        # A name that leads to this machine from elsewhere (DNS rebinding) is none of ours.
        if self.local and (urlsplit(f"//{host}").hostname or "") not in LOCAL:
            return False
        origin = asked.headers.get("origin")
        return origin is None or urlsplit(origin).netloc == host


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            there = {name for name, _ in message["headers"]}
            extra = [(k.encode(), v.encode()) for k, v in HEADERS.items() if k.encode() not in there]
            message = {**message, "headers": [*message["headers"], *extra]}
        await send(message)

    return sending


def make_app(games: Games, hub: Hub, local: bool = True, workshop: Workshop | None = None) -> ASGIApp:
    limits = hub.limits
    asked = Buckets(limits.tables_at_once, limits.tables_a_second, limits.addresses)

    async def shelf(request: Request) -> Response:
        return JSONResponse({"games": await hub.about_games(games.shelf, _language(request)), "bots": LEVELS})

    async def choices(request: Request) -> Response:
        name, variants = request.path_params["game"], request.query_params.getlist("variant")
        return JSONResponse(await hub.about_games(games.choices, name, variants, _language(request)))

    async def new_table(request: Request) -> Response:
        if not asked.take(request.client.host if request.client else ""):
            raise Refused("too_many", "too many tables were asked for: wait a minute")
        wanted = read_new_table(await read_body(request, limits.message_bytes), limits.name_length, LEVELS)
        program = await hub.about_games(games.program, wanted.game, wanted.variants)
        chosen = checked_start(program, len(wanted.seats), wanted.settings)
        opened = await hub.open_table(
            wanted.game, program, chosen, wanted.seats, wanted.names, variants=wanted.variants
        )
        return JSONResponse(opened, 201)

    async def texts(request: Request) -> Response:
        return JSONResponse({"language": _language(request), "texts": table(TEXTS, _language(request))})

    async def book(request: Request) -> Response:
        name, variants = request.path_params["game"], request.query_params.getlist("variant")
        html = await hub.about_games(games.rulebook, name, variants, _language(request))
        return HTMLResponse(html, headers={"content-security-policy": BOOK_POLICY})

    async def work(request: Request) -> Response:
        if workshop is None:
            raise Refused("no_workshop", "this server has no workshop: start it with --workshop")
        return JSONResponse(await workshop.do(request))

    async def websocket(socket: WebSocket) -> None:
        await talk(hub, socket, socket.path_params["token"], _language(socket))

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        sweeping = asyncio.create_task(_sweep(hub))
        yield
        sweeping.cancel()
        with suppress(asyncio.CancelledError):
            await sweeping
        if workshop is not None:
            await asyncio.to_thread(workshop.close)
        await asyncio.to_thread(hub.close)

    def page(name: str) -> Callable[[Request], Awaitable[Response]]:
        return partial(_page, STATIC / name)

    routes = [
        Route("/", page("shelf.html")),
        Route("/new/{game}", page("new.html")),
        Route("/t/{token}", page("seat.html")),
        Route("/rules/{game}", _saying(book)),
        Route("/api/games", _saying(shelf)),
        Route("/api/games/{game}", _saying(choices)),
        Route("/api/tables", _saying(new_table), methods=["POST"]),
        Route("/api/texts", _saying(texts)),
        Route("/workshop/{key}/{game}", page("workshop.html")),
        Route("/api/workshop/{key}/{game}", _saying(work), methods=["GET"]),
        Route("/api/workshop/{key}/{game}/{wish}", _saying(work), methods=["POST"]),
        WebSocketRoute("/ws/{token}", websocket),
        Mount("/static", StaticFiles(directory=STATIC)),
    ]
    return Guard(Starlette(routes=routes, lifespan=lifespan), local)


async def _page(path: Path, _: Request) -> Response:
    return FileResponse(path, media_type="text/html")


async def _sweep(hub: Hub) -> None:
    while True:
        await hub.sweep()
        await asyncio.sleep(SWEEP)


def _saying(work: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
    """What is refused is said in words."""

    async def answering(request: Request) -> Response:
        try:
            return await work(request)
        except Refused as refused:
            return _refusal(refused)
        except sqlite3.Error as error:
            return _refusal(disk_failed(error))

    return answering


def _refusal(refused: Refused) -> Response:
    return JSONResponse(refused.frame, CODES.get(refused.code, 400))


def _language(asked: HTTPConnection) -> str:
    """The language that the page wants, or that the browser wants."""
    spoken = languages(TEXTS)
    typed = asked.query_params.get("lang", "")
    wanted = [
        typed,
        *(part.partition(";")[0] for part in asked.headers.get("accept-language", "").split(",")),
    ]
    words = (word.strip().partition("-")[0].lower() for word in wanted)
    return next((word for word in words if word in spoken), USUAL)
