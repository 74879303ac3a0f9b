"""What is wrong is refused with a clear message, and others are unharmed."""

from __future__ import annotations

import json
import re
import socket
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from threading import Event
from time import monotonic
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from cli.web.app import HEADERS
from cli.web.asking import read_new_table
from cli.web.client import Refusal, Seat, call, new_table
from cli.web.limits import Bucket, Buckets, Limits
from cli.web.live import Refused
from cli.web.room import fitting
from cli.web.store import Start, Store
from tests.web.servers import Server


def refused(seat: Seat, message: object) -> str:
    with pytest.raises(Refusal) as error:
        seat.ask(message, "taken")  # type: ignore[arg-type]
    assert str(error.value)
    return error.value.code


def test_wrong_tokens(server: Server) -> None:
    right = new_table(server.address, "tic_tac_toe", ["person", "person"])["seats"][0]["token"]
    near = (right[:-1], f"{right}x", right.swapcase(), f"{right[:-1]}%00", right[::-1])
    for token in ("x", "x" * 32, "x" * 5000, "%00", "'; drop table links; --", *near):
        with connect(f"{server.address.replace('http', 'ws')}/ws/{token.replace(' ', '%20')}") as socket:
            assert json.loads(socket.recv(60))["code"] == "no_table", token
            with pytest.raises(ConnectionClosed):
                socket.recv(60)
    for token in ("", "..%2f..", f"{right}/x"):  # no such page at all
        with pytest.raises(InvalidStatus):
            connect(f"{server.address.replace('http', 'ws')}/ws/{token}")
    with Seat(server.address, right) as seat:
        assert seat.wait()["question"] is not None


def test_answers_out_of_turn_twice_and_of_the_wrong_shape(server: Server) -> None:
    opened = new_table(server.address, "tic_tac_toe", ["person", "person"])
    one, two = (Seat(server.address, seat["token"]) for seat in opened["seats"])
    with one, two:
        one.wait()
        two.receive()
        assert refused(two, {"type": "answer", "asked": "0.0", "answer": 0}) == "not_asked"
        for answer in (99, -1, [0], [0, 1], "centre", None, True, 1.5, {"a": 1}, [[0]], [0] * 2000):
            assert refused(one, {"type": "answer", "asked": "0.0", "answer": answer}) in (
                "illegal",
                "malformed",
            )
        for asked in ("0.1", "1.0", "", None, 0):
            assert refused(one, {"type": "answer", "asked": asked, "answer": 0}) in ("stale", "malformed")
        one.answer(0)
        assert refused(one, {"type": "answer", "asked": "0.0", "answer": 1}) == "stale"
        assert two.wait()["question"] is not None


def test_an_answer_that_comes_twice_at_the_same_time_is_taken_once(server: Server) -> None:
    """One seat in two windows: both had the same question."""
    opened = new_table(server.address, "tic_tac_toe", ["person", "person"])
    token, other = (seat["token"] for seat in opened["seats"])
    with Seat(server.address, token) as one, Seat(server.address, token) as again:
        for seat in (one, again):
            seat.wait()
        for seat, answer in ((one, 0), (again, 1)):
            seat.send({"type": "answer", "asked": "0.0", "answer": answer})
        codes = set()
        for seat in (one, again):
            try:
                while (found := seat.receive())["type"] != "taken":
                    pass
                codes.add(found["type"])
            except Refusal as refusal:
                codes.add(refusal.code)
        assert codes == {"taken", "stale"}
    with Seat(server.address, other) as seat:
        board = seat.wait()["boards"][0]
        assert sum(cell["component"] is not None for cell in board["cells"]) == 1


@pytest.mark.parametrize(
    "message",
    ["", "{", "[]", "3", "null", '{"type": 3}', '{"type": "sing"}', '{"a": 1}', "[" * 3000, b"\xff\x00"],
)
def test_broken_messages(server: Server, message: str | bytes) -> None:
    opened = new_table(server.address, "tic_tac_toe", ["person", "person"])
    with Seat(server.address, opened["seats"][0]["token"]) as seat:
        seat.wait()
        seat.send(message)
        with pytest.raises(Refusal) as error:
            while True:
                seat.receive()
        assert error.value.code in ("malformed", "unknown")
        seat.answer(0)


def test_huge_messages_end_the_connection_only(server: Server) -> None:
    opened = new_table(server.address, "tic_tac_toe", ["person", "person"])
    for size, code in ((9_000, 4413), (1_000_000, 1009)):  # the second one is not even read to its end
        told = []
        with (
            Seat(server.address, opened["seats"][0]["token"]) as seat,
            pytest.raises(ConnectionClosed) as end,
        ):
            seat.send("x" * size)
            while True:
                try:
                    seat.receive()
                except Refusal as refusal:
                    told.append((refusal.code, str(refusal)))
        assert end.value.rcvd is not None and end.value.rcvd.code == code
        assert told == ([("too_big", "a message has at most 8192 bytes")] if code == 4413 else [])
    with Seat(server.address, opened["seats"][0]["token"]) as seat:
        seat.wait()
        seat.answer(0)


def test_a_flood_is_slowed_down_and_others_go_on(server: Server) -> None:
    opened = new_table(server.address, "tic_tac_toe", ["person", "person"])
    with Seat(server.address, opened["seats"][1]["token"]) as flood:
        for _ in range(600):
            flood.send('{"type": "sing"}')
        with Seat(server.address, opened["seats"][0]["token"]) as seat:
            seat.wait()
            seat.answer(0)
        codes = set()
        for _ in range(600):
            try:
                flood.receive()
            except Refusal as error:
                codes.add(error.code)
            if "too_many" in codes:
                break
        assert "too_many" in codes


def answer_to(server: Server, path: str, body: bytes | None = None, **headers: str) -> tuple[int, dict]:
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    try:
        with urlopen(Request(f"{server.address}{path}", body, names), timeout=20) as got:
            return got.status, dict(got.headers)
    except HTTPError as error:
        return error.code, dict(error.headers)


def test_other_origins_and_hosts(server: Server) -> None:
    body = b'{"game": "kuhn_poker", "seats": [{"who": "person"}, {"who": "person"}]}'
    json_type = "application/json"
    assert (
        answer_to(server, "/api/tables", body, content_type=json_type, origin="http://evil.example")[0] == 403
    )
    assert answer_to(server, "/api/tables", body, content_type="text/plain")[0] == 400
    assert answer_to(server, "/", host="evil.example")[0] == 403
    assert answer_to(server, "/api/tables", body, content_type=json_type, origin=server.address)[0] == 201
    opened = new_table(server.address, "kuhn_poker", ["person", "person"])
    where = f"{server.address.replace('http', 'ws')}/ws/{opened['watch']}"
    with pytest.raises(InvalidStatus):
        connect(where, origin="http://evil.example")  # type: ignore[arg-type]


def test_security_headers_no_cookie_and_no_inline_script(server: Server) -> None:
    opened = new_table(server.address, "kuhn_poker", ["person", "person"])
    asked = {
        "content-security-policy": r"default-src 'none'; script-src 'self';.*frame-ancestors 'self'",
        "x-content-type-options": "nosniff", "referrer-policy": "no-referrer",
        "cross-origin-opener-policy": "same-origin", "cross-origin-resource-policy": "same-origin",
    }  # fmt: skip
    for name, value in asked.items():  # none of them is forgotten
        assert re.fullmatch(value, HEADERS[name]), name
    assert "unsafe" not in HEADERS["content-security-policy"]
    pages = ("/", "/new/kuhn_poker", f"/t/{opened['watch']}", "/static/js/table.js", "/api/games", "/nothing")
    for page in pages:
        _, headers = answer_to(server, page)
        assert HEADERS.items() <= {name.lower(): value for name, value in headers.items()}.items(), page
        assert "set-cookie" not in {name.lower() for name in headers}
    with urlopen(f"{server.address}/rules/kuhn_poker", timeout=60) as got:
        book = got.read().decode()
    assert "<h1" in book and "<script" not in book and " on" + "click" not in book
    _, headers = answer_to(server, "/rules/kuhn_poker")
    assert "script" not in headers["content-security-policy"].replace("default-src 'none'", "")
    static = Path(__file__).resolve().parents[2] / "cli" / "web" / "static"
    for file in static.glob("*.html"):
        text = file.read_text(encoding="utf-8")
        assert text.count("<script") == text.count('<script type="module" src="/static/')
        assert "http://" not in text and "https://" not in text and " on" + "click" not in text
    for file in static.rglob("*.js"):
        text = file.read_text(encoding="utf-8")
        assert "innerHTML" not in text and "eval(" not in text and "https://" not in text, file


def test_files_outside_the_pages_are_not_served(server: Server) -> None:
    for path in (
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/static/..%2f..%2fmain.py",
        "/static//etc/passwd",
    ):
        assert answer_to(server, path)[0] in (403, 404), path


@pytest.mark.parametrize(
    "body",
    [
        b"", b"{", b"[]", b"x" * 20_000, b"[" * 7000, b"{}", b'{"game": 3}', b'{"game": "no_such"}',
        b'{"game": "kuhn_poker", "seats": []}',
        b'{"game": "kuhn_poker", "seats": [{"who": "search:100000"}]}',
        b'{"game": "kuhn_poker", "seats": [{"who": "person"}]}',
        b'{"game": "../../etc", "seats": [{"who": "person"}, {"who": "person"}]}',
        b'{"game": "kuhn_poker", "variants": ["../x"], "seats": [{"who": "person"}, {"who": "person"}]}',
        b'{"game": "kuhn_poker", "settings": {"x": 1}, "seats": [{"who": "person"}, {"who": "person"}]}',
    ],
)  # fmt: skip
def test_broken_wishes_for_a_table(server: Server, body: bytes) -> None:
    assert answer_to(server, "/api/tables", body, content_type="application/json")[0] in (400, 404, 413)


def test_names_are_checked() -> None:
    person = {"who": "person"}
    for seats in (
        [{**person, "name": "x" * 31}],
        [{**person, "name": "a"}] * 2,
        [{**person, "name": "a\x00"}],
    ):
        with pytest.raises(Refused):
            read_new_table({"game": "g", "seats": seats}, 30, ())
    read = read_new_table({"game": "g", "seats": [{**person, "name": "  Ann  B "}]}, 30, ())
    assert read.names == ("Ann B",)


def test_a_thousand_tables_at_once(tmp_path: Path) -> None:
    running = Server(tmp_path / "tables.sqlite", "kuhn_poker")
    began = monotonic()

    def ask(_: int) -> dict | str:
        try:
            return new_table(running.address, "kuhn_poker", ["person", "person"])
        except Refusal as refusal:
            return refusal.code

    try:
        with ThreadPoolExecutor(50) as many:
            answers = list(many.map(ask, range(1000)))
        opened = [answer for answer in answers if not isinstance(answer, str)]
        codes = {answer for answer in answers if isinstance(answer, str)}
        assert codes == {"too_many"} and 20 <= len(opened) <= 21 + (monotonic() - began) / 5
        with Seat(running.address, opened[0]["seats"][0]["token"]) as seat:
            seat.wait()
            seat.answer(0)
    finally:
        assert "Traceback" not in running.end()


def test_many_questions_about_games_hold_up_no_table(tmp_path: Path) -> None:
    """Each of them may compile a definition; once all threads waited for that, and tables with them."""
    running = Server(tmp_path / "tables.sqlite", "kuhn_poker", "dead_men_tell_no_tales")
    question = "/api/games/dead_men_tell_no_tales"
    (variant,) = (one["name"] for one in call(f"{running.address}{question}")["variants"])
    opened = new_table(running.address, "kuhn_poker", ["person", "person"])
    answered = Event()

    def ask(_: int) -> int:
        count = 0
        while not answered.is_set():
            assert answer_to(running, f"{question}?variant={variant}")[0] == 200
            count += 1
        return count

    with ThreadPoolExecutor(40) as many:
        asked = [many.submit(ask, number) for number in range(40)]
        began = monotonic()
        try:
            with Seat(running.address, opened["seats"][0]["token"]) as seat:
                seat.wait()
                seat.answer(0)
        finally:
            answered.set()
        took = monotonic() - began
        assert sum(one.result() for one in asked) > 0
    running.end()
    assert took < 20  # it was 27 seconds, and is 0.1 on a machine that does nothing else


def test_too_many_who_look_at_one_table_are_refused(server: Server) -> None:
    most = Limits().connections_of_a_table
    opened = new_table(server.address, "kuhn_poker", ["person", "person"])
    with ExitStack() as all_of_them:
        for _ in range(most):
            all_of_them.enter_context(Seat(server.address, opened["watch"])).receive()
        with pytest.raises(Refusal) as error, Seat(server.address, opened["watch"]) as one_more:
            one_more.receive()
        assert error.value.code == "full"
    with Seat(server.address, opened["seats"][0]["token"]) as seat:
        seat.wait()
        seat.answer(0)


def test_where_few_files_can_be_opened_those_who_are_there_go_on(tmp_path: Path) -> None:
    """Each connection is one. Once they ran out: nobody could answer, and the log filled the disk."""
    running = Server(tmp_path / "tables.sqlite", "tic_tac_toe", files=200)
    try:
        tables = [new_table(running.address, "tic_tac_toe", ["person", "person"]) for _ in range(8)]
        where = running.address.replace("http://", "").split(":")
        with ExitStack() as everybody:
            seat = everybody.enter_context(Seat(running.address, tables[0]["seats"][0]["token"]))
            seat.wait()
            told = set()
            for number in range(150):
                with suppress(InvalidStatus, OSError):
                    one = Seat(running.address, tables[number // 30]["watch"])
                    everybody.enter_context(one)
                    try:
                        one.receive()
                    except Refusal as refusal:
                        told.add(refusal.code)
            for _ in range(300):  # and who says nothing at all
                everybody.enter_context(socket.create_connection((where[0], int(where[1])), timeout=60))
            assert told == {"full"}
            seat.answer(0)  # it is said that it is stored
            with pytest.raises((InvalidStatus, ConnectionClosed, OSError)):  # ended at once
                connect(f"ws://{':'.join(where)}/ws/{tables[0]['watch']}")
        with Seat(running.address, tables[0]["seats"][1]["token"]) as other:
            assert other.wait()["question"] is not None
    finally:
        assert "Traceback" not in running.end()


def test_as_many_are_let_in_as_there_are_files_for() -> None:
    usual = Limits()
    assert fitting(usual, 8_192) == usual
    for files in (160, 200, 256, 1_024, 2_000, 4_096):
        found = fitting(usual, files)
        assert found.connections == min(usual.connections, max(files // 2, files - 460))
        assert found.connections + found.requests + 5 * found.coming + 20 <= files and found.coming >= 1


def test_a_disk_that_fails_is_told_and_nothing_is_lost(tmp_path: Path) -> None:
    """Somebody else holds the file: for the server that is a disk that cannot be written."""
    running = Server(tmp_path / "tables.sqlite", "tic_tac_toe")
    try:
        opened = new_table(running.address, "tic_tac_toe", ["person", "person"])
        with Seat(running.address, opened["seats"][0]["token"]) as seat:
            seat.wait()
            seat.answer(0)
            held = sqlite3.connect(tmp_path / "tables.sqlite", isolation_level=None)
            held.execute("begin immediate")
            assert refused(seat, {"type": "undo"}) == "not_stored"
            with pytest.raises(Refusal) as error:
                new_table(running.address, "tic_tac_toe", ["person", "person"])
            assert error.value.code == "not_stored"
            held.execute("rollback")
            held.close()
            seat.ask({"type": "undo"}, "undone")
            assert seat.wait()["question"] is not None
    finally:
        assert "Traceback" not in running.end()


def test_finished_and_forgotten_tables_go_away(tmp_path: Path) -> None:
    store = Store(tmp_path / "tables.sqlite")
    store.add_program("d", "text")
    start = Start("g", "d", 2, 1, (), ("person", "person"), ("", ""))
    numbers = [store.add_table(start, [(f"t{n}", 0)], now=100.0) for n in range(3)]
    store.add_answer(numbers[0], 0, 0, 1, 200.0, True)
    store.add_answer(numbers[1], 0, 0, [1, 2], 200.0, False)
    assert store.forget(finished_before=300.0, touched_before=150.0) == [numbers[0], numbers[2]]
    assert store.find("t0") is None and store.find("t1") == (numbers[1], 0)
    assert store.table(numbers[1]).answers == ((0, [1, 2]),)
    assert store.program("d") == "text"
    store.forget(300.0, 300.0)
    assert store.count() == 0


def test_buckets() -> None:
    now = [0.0]
    bucket = Bucket(2, 1.0, lambda: now[0])
    assert [bucket.take() for _ in range(3)] == [True, True, False]
    now[0] = 1.5
    assert [bucket.take() for _ in range(2)] == [True, False]
    several = Buckets(1, 1.0, 2, lambda: now[0])
    assert [several.take(name) for name in "aabca"] == [True, False, True, True, True]
    assert list(several.kept) == ["c", "a"]
