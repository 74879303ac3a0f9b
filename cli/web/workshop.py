"""The author's workshop: a definition, what is wrong with it, its scenarios, and a table with it.

In: what the page of the workshop asks for, with the key that only the author has. Out: plain data. Texts are
checked and compiled in processes of their own; only `save` writes, and only files of the game that are there.
"""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import Any

from starlette.requests import Request

from cli.web.asking import MOST_SEATS, NewTable, read_body, read_new_table
from cli.web.carrying import Carried, carried
from cli.web.drafts import Draft, check, compiled, files_of, test
from cli.web.frames import PERSON
from cli.web.games import Games, checked_start
from cli.web.hub import LEVELS, Hub
from cli.web.live import Refused
from cli.web.workers import TooLong, Workers
from rulelang.diagnostics import Report
from rulelang.files import read
from rulelang.ir.codec import decode
from rulelang.ir.nodes import Program

WORKERS = 2  # one can check what is typed while the other one plays scenarios


def new_key() -> str:
    return secrets.token_urlsafe(24)


class Workshop:
    def __init__(self, games: Games, hub: Hub, key: str) -> None:
        self.games, self.hub, self.key = games, hub, key
        self.workers = Workers(WORKERS)
        self.tables: set[str] = set()  # links that were made here: their tables may be taken away

    def close(self) -> None:
        self.workers.close()

    async def do(self, request: Request) -> Any:
        """What the page asks for. Raises `Refused`."""
        if not secrets.compare_digest(request.path_params["key"].encode(), self.key.encode()):
            raise Refused("no_workshop", "the link of the workshop is another one: the server said it")
        game = request.path_params["game"]
        path = self.games.path(game)
        if request.method == "GET":
            return await self.hub.off(_opened, path)
        limits = self.hub.limits
        body = await read_body(request, limits.workshop_bytes)
        match request.path_params["wish"]:
            case "save":
                return await self.hub.off(_save, path, body)
            case "check":
                return {"findings": await self._work(check, _draft(path, body), limits.check_seconds)}
            case "test":
                return await self._work(test, _draft(path, body), limits.test_seconds)
            case "table":
                return await self._table(game, path, body)
        raise Refused("unknown", "the workshop can check, test, save and open a table")

    async def _work(self, work: Any, draft: Draft, seconds: float) -> Any:
        try:
            return await self.workers.run(work, draft, seconds)
        except TooLong:
            raise Refused("too_long", f"this took more than {seconds:.0f} seconds and was ended") from None
        except OSError as error:
            raise Refused("broken", str(error)) from None

    # ------------------------------------------------------------ the table beside it
    async def _table(self, game: str, path: Path, body: dict[str, Any]) -> dict[str, Any]:
        """A table with the rules as they are typed: from the start, or going on from another one."""
        wanted = read_new_table({**body, "game": game}, self.hub.limits.name_length, LEVELS)
        old, going_on = body.get("old", ""), body.get("go_on") is True
        draft = _draft(path, body, wanted.variants)
        text, findings = await self._work(compiled, draft, self.hub.limits.check_seconds)
        if not text:
            return {"findings": findings, "seats": [], "watch": "", "steps": 0, "why": ""}
        program = await self.hub.off(decode, text)
        opened, found = await self._open(wanted, program, old if going_on else "")
        await self._clear_away(old)
        self.tables |= {opened["watch"], *(seat["token"] for seat in opened["seats"])}
        return {**opened, "findings": findings, "steps": len(found.answers), "why": found.why}

    async def _open(self, wanted: NewTable, program: Program, old: str) -> tuple[dict[str, Any], Carried]:
        seed, found = None, Carried(())
        seats = wanted.seats
        if old:
            desk, _ = await self.hub.find(self._own(old))
            seats, seed = desk.start.seats, desk.start.seed
            chosen = checked_start(program, len(seats), dict(desk.start.settings))
            async with desk.lock:
                found = await self.hub.off(carried, desk.live, program, chosen)
        else:
            chosen = checked_start(program, len(seats), wanted.settings)
        names = ("",) * len(seats)
        opened = await self.hub.open_table(
            wanted.game, program, chosen, seats, names, seed, found.answers, wanted.variants
        )
        return opened, found

    def _own(self, token: Any) -> str:
        if token not in self.tables:
            raise Refused("no_table", "there is no such table of the workshop")
        return str(token)

    async def _clear_away(self, token: Any) -> None:
        """The table before this one: nobody needs it any more."""
        found = self.hub.store.find(token) if token in self.tables else None
        if found is not None:
            await self.hub.remove(found[0])


def _draft(path: Path, body: dict[str, Any], variants: tuple[str, ...] = ()) -> Draft:
    texts, file = body.get("texts", {}), body.get("file", "")
    if not isinstance(texts, dict) or not all(isinstance(text, str) for text in texts.values()):
        raise Refused("malformed", "`texts` are texts by the names of files")
    if not isinstance(file, str):
        raise Refused("malformed", "`file` is the name of a file")
    return Draft(str(path), tuple(texts.items()), file, variants)


def _opened(path: Path) -> dict[str, Any]:
    """The files of a game, as they are on the disk."""
    found = [
        {"name": name, "text": read(file, Report()).text, "writable": os.access(file, os.W_OK)}
        for name, file in files_of(path).items()
    ]
    if not found:
        raise Refused(
            "packed", "a pack is not changed; unpack it first: `rulelang pack GAME --unpack FOLDER`"
        )
    return {"files": found, "most_seats": MOST_SEATS, "bots": LEVELS, "person": PERSON}


def _save(path: Path, body: dict[str, Any]) -> dict[str, Any]:
    """Writes one file, unless somebody else has changed it since it was read."""
    name, text, was = body.get("file"), body.get("text"), body.get("was")
    if not isinstance(text, str) or not isinstance(was, str):
        raise Refused("malformed", "`text` is the new text of a file, and `was` the one that was read")
    file = files_of(path).get(str(name))
    if file is None:
        raise Refused("no_file", "there is no such file in this game")
    if read(file, Report()).text != was:
        raise Refused("changed", f"{name} was changed by somebody else meanwhile: load the page again")
    try:
        _write(file, text)
    except (OSError, UnicodeEncodeError) as error:
        raise Refused("not_stored", f"{name} cannot be written: {error}") from None
    return {"file": name}


def _write(file: Path, text: str) -> None:
    """All of it or nothing, with the ends of lines that the file had."""
    before = file.read_bytes()
    plain = text.replace("\r\n", "\n")
    data = (plain.replace("\n", "\r\n") if b"\r\n" in before else plain).encode()
    new = file.with_name(f".{file.name}.{secrets.token_hex(4)}.new")
    try:
        new.write_bytes(data)
        new.chmod(file.stat().st_mode & 0o777)
        os.replace(new, file)
    finally:
        new.unlink(missing_ok=True)
