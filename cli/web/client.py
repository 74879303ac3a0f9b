"""A small client of the protocol, for faces and bots of others, and for tests.

In: the address of a server. Out: tables, and seats that get frames and give answers. docs/web.md has the
protocol. It imports nothing of the server.

    opened = new_table("http://127.0.0.1:8080", "my_game", ["person", "random"])
    with Seat("http://127.0.0.1:8080", opened["seats"][0]["token"]) as seat:
        while (scene := seat.wait())["result"] is None:
            seat.answer(scene["question"]["options"][0]["index"])
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import ExitStack
from types import TracebackType
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from websockets.sync.client import connect


class Refusal(Exception):
    """The server refused; `code` is for programs."""

    def __init__(self, frame: dict[str, Any]) -> None:
        super().__init__(frame.get("text", ""))
        self.code = frame.get("code", "")


def new_table(
    address: str, game: str, seats: Sequence[str], variants: Sequence[str] = (), settings: Any = None
) -> dict[str, Any]:
    """Asks for a table; `seats` are `person` or names of bots. The tokens of its links."""
    asked = {
        "game": game,
        "variants": list(variants),
        "settings": settings or {},
        "seats": [{"who": who} for who in seats],
    }
    return call(f"{address}/api/tables", asked)


def call(url: str, body: Any = None) -> dict[str, Any]:
    data = None if body is None else json.dumps(body).encode()
    try:
        with urlopen(Request(url, data, {"content-type": "application/json"}), timeout=60) as got:
            found: dict[str, Any] = json.load(got)
            return found
    except HTTPError as error:
        raise Refusal(json.load(error)) from None


class Seat:
    """A connection to a seat, or to the place of those who watch."""

    def __init__(self, address: str, token: str, language: str = "en", timeout: float = 60.0) -> None:
        self.timeout = timeout
        self.frames: list[dict[str, Any]] = []  # all scenes that came
        where = address.replace("http", "ws", 1)
        self.open = ExitStack()
        self.socket = self.open.enter_context(connect(f"{where}/ws/{token}?lang={language}", max_size=None))

    def __enter__(self) -> Seat:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self.open.close()

    def send(self, message: Any) -> None:
        self.socket.send(message if isinstance(message, str | bytes) else json.dumps(message))

    def receive(self) -> dict[str, Any]:
        """The next frame, whatever it is. An error is raised."""
        frame: dict[str, Any] = json.loads(self.socket.recv(self.timeout))
        if frame["type"] == "error":
            raise Refusal(frame)
        if frame["type"] == "scene":
            self.frames.append(frame)
        return frame

    @property
    def scene(self) -> dict[str, Any] | None:
        return self.frames[-1]["scene"] if self.frames else None

    def wait(self) -> dict[str, Any]:
        """The scene in which this seat is asked something, or the last one."""
        while True:
            scene = self.scene
            if scene is not None and (scene["question"] is not None or scene["result"] is not None):
                return scene
            if self.receive().get("stopped"):
                raise Refusal({"code": "stopped", "text": self.frames[-1]["stopped"]})

    def answer(self, answer: int | list[int]) -> None:
        """Answers, and waits until the server has stored it and sent what came of it."""
        asked = self.frames[-1]["asked"]
        self.ask({"type": "answer", "asked": asked, "answer": answer}, "taken")
        while self.frames[-1]["asked"] == asked:
            self.receive()

    def ask(self, message: dict[str, Any], reply: str) -> dict[str, Any]:
        """Sends a message and waits for its reply; scenes that come before it are kept."""
        self.send(message)
        while (frame := self.receive())["type"] != reply:
            pass
        return frame
