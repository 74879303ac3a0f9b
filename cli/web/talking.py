"""A conversation with one seat, over a websocket.

In: messages of protocol 1 (docs/web.md): `answer`, `undo`, `preview`, `moment`. Out: frames. A message that
cannot be understood gets an error and changes nothing; somebody who sends too much has to wait.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
from contextlib import suppress
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from cli.web.hub import Connection, Desk, Hub
from cli.web.limits import Bucket
from cli.web.live import Refused, disk_failed

GONE, TOO_MANY, TOO_BIG = 4404, 4429, 4413


async def talk(hub: Hub, socket: WebSocket, token: str, language: str) -> None:
    await socket.accept()
    try:
        desk, seat = await _find(hub, token)
        if len(desk.connections) >= hub.limits.connections_of_a_table:
            raise Refused("full", "too many look at this table")
        if hub.connected >= hub.limits.connections:
            raise Refused("full", "too many are connected; try again later")
    except Refused as refused:
        await socket.send_text(json.dumps(refused.frame))
        await socket.close(GONE if refused.code == "no_table" else TOO_MANY, refused.code)
        return
    connection = Connection(seat, language, undone=desk.live.undone)
    desk.connections.add(connection)
    hub.connected += 1
    desk.wake()
    hub.let_bots_play(desk)
    sender = asyncio.create_task(_send(hub, desk, connection, socket))
    try:
        await _receive(hub, desk, connection, socket)
    finally:
        sender.cancel()
        with suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
            await sender
        desk.connections.discard(connection)
        hub.connected -= 1
        desk.wake()


async def _find(hub: Hub, token: str) -> tuple[Desk, int]:
    try:
        return await hub.find(token)
    except sqlite3.Error as error:
        raise disk_failed(error) from None


async def _send(hub: Hub, desk: Desk, connection: Connection, socket: WebSocket) -> None:
    """Sends replies, and the newest scene whenever there is another one."""
    while True:
        await connection.wake.wait()
        connection.wake.clear()
        while connection.replies:
            await socket.send_text(_text(connection.replies.popleft()))
        frame = await hub.next_frame(desk, connection)
        if frame is not None:
            await socket.send_text(_text(frame))


async def _receive(hub: Hub, desk: Desk, connection: Connection, socket: WebSocket) -> None:
    bucket = Bucket(hub.limits.messages_at_once, hub.limits.messages_a_second)
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return
        text = message.get("text")
        if not bucket.take():
            connection.reply(Refused("too_many", "too many messages: wait a moment").frame, hub.limits)
            await asyncio.sleep(1 / hub.limits.messages_a_second)
            continue
        if isinstance(text, str) and len(text.encode()) > hub.limits.message_bytes:
            if socket.client_state is WebSocketState.CONNECTED:
                too_big = Refused("too_big", f"a message has at most {hub.limits.message_bytes} bytes")
                await socket.send_text(_text(too_big.frame))
                await socket.close(TOO_BIG, too_big.code)
            return
        try:
            reply = await _do(hub, desk, connection, read_message(text))
        except Refused as refused:
            reply = refused.frame
        except sqlite3.Error as error:
            reply = disk_failed(error).frame
        connection.reply(reply, hub.limits)


def read_message(text: str | None) -> dict[str, Any]:
    """A message, as far as its outside goes. Raises `Refused`."""
    try:
        message = json.loads(text) if text is not None else None
    except (ValueError, RecursionError):
        message = None
    if not isinstance(message, dict) or not isinstance(message.get("type"), str):
        raise Refused("malformed", 'a message is an object with a `type`, as {"type": "answer", …}')
    return message


async def _do(hub: Hub, desk: Desk, connection: Connection, message: dict[str, Any]) -> dict[str, Any]:
    seat, live = connection.seat, desk.live
    match message["type"]:
        case "moment":
            steps = message.get("step")
            if not isinstance(steps, int) or isinstance(steps, bool):
                raise Refused("malformed", "`step` is the number of a moment")
            async with desk.lock:
                return await hub.off(live.moment, seat, connection.language, steps)
        case "answer" | "undo" | "preview" if seat < 0:
            raise Refused("watching", "who watches decides nothing")
        case "answer":
            asked = message.get("asked")
            if not isinstance(asked, str) or "answer" not in message:
                raise Refused("malformed", "an answer says which question it answers: `asked`")
            await hub.answer(desk, seat, asked, message["answer"])
            return {"type": "taken", "asked": asked}
        case "undo":
            await hub.undo(desk, seat)
            return {"type": "undone"}
        case "preview":
            async with desk.lock:
                return await hub.off(live.preview, seat, connection.language, message.get("option"))
    raise Refused("unknown", "there is no such message in this protocol")


def _text(frame: dict[str, Any]) -> str:
    return json.dumps(frame, ensure_ascii=False, separators=(",", ":"))
