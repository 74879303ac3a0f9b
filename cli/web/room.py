"""How many can be connected: every connection is an open file, and a system allows a process only so many.

In: limits, and what the system allows. Out: the limits that this process can keep to, and what refuses a
connection beyond them as soon as it is there. Without that a server whose system allows 1,024 files, as many
do, ran out of them before 2,000 were connected; then nobody could answer any more, not even who was there.
"""

from __future__ import annotations

import asyncio
from typing import Any, cast

from attrs import evolve
from uvicorn.protocols.http.auto import AutoHTTPProtocol

from cli.web.limits import Limits

OWN = 100  # files of the server itself: the disk, workers, what is read
STEPS = 5  # of the event loop, in each of which others come, until one that is refused is gone
ENOUGH = 8_192  # files; to allow more than anybody needs only slows programs down that close them all
REFUSED = b"too many are connected; try again later\n"
ANSWER = (
    b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: text/plain\r\nconnection: close\r\n"
    + b"content-length: %d\r\n\r\n" % len(REFUSED)
    + REFUSED
)


def files_allowed() -> int:
    """As many as can be had without asking anybody."""
    try:
        import resource
    except ImportError:  # a system that does not count them like this
        return ENOUGH
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = ENOUGH if hard == resource.RLIM_INFINITY else min(hard, ENOUGH)
    if soft == resource.RLIM_INFINITY or soft >= most:
        return min(ENOUGH, soft) if soft != resource.RLIM_INFINITY else ENOUGH
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    except (OSError, ValueError):
        return soft
    return most


def fitting(limits: Limits, files: int) -> Limits:
    """A half of few files is for seats; the rest for pages, those who come at once, workers and the disk."""
    wanted = limits.requests + STEPS * limits.coming + OWN
    rest = min(wanted, files // 2)
    seats = min(limits.connections, files - rest)
    coming = max(1, limits.coming * rest // wanted)
    return evolve(limits, connections=seats, requests=limits.requests * rest // wanted, coming=coming)


class Refusing(asyncio.Protocol):
    """A connection beyond the limits. It ends at once, so whoever asks may not have time to read why."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        there = cast("asyncio.Transport", transport)
        there.write(ANSWER)
        there.close()


def bounded(limits: Limits) -> type[asyncio.Protocol]:
    """What uvicorn makes for each connection; it asks for a class, and calls it."""

    def protocol(**given: Any) -> asyncio.Protocol:
        if len(given["server_state"].connections) >= limits.connections + limits.requests:
            return Refusing()
        return AutoHTTPProtocol(**given)

    return cast("type[asyncio.Protocol]", protocol)
