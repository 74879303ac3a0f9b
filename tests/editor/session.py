"""Measures the language server itself while somebody types, with all that an editor asks for meanwhile.

In: nothing. Out: medians and 95th percentiles in milliseconds of processor time from a keystroke until its
findings and its suggestions are there, and the longest work that a keystroke can have to wait for. The
server is the real one; only the pipe is left out. After each keystroke the editor asks for colours, types,
the lines above rules and fixes, as VS Code does. Run as `python -m tests.editor.session`.
"""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from time import process_time

from attrs import define, field
from lsprotocol import types

from benchmarks.editor import COMPLETION_GOAL, FINDINGS_GOAL, largest, percentile
from cli.editor import typing
from cli.editor.server import AT_ONCE, Server, make_server

KEYSTROKES = 60
BETWEEN = 0.12  # seconds: a quick typist
THINKING = 0.6  # seconds at the end of a line, when long work has begun
ASKED = (
    types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL,
    types.TEXT_DOCUMENT_INLAY_HINT,
    types.TEXT_DOCUMENT_CODE_LENS,
    types.TEXT_DOCUMENT_CODE_ACTION,
)
WHOLE = types.Range(types.Position(0, 0), types.Position(9999, 0))


@define
class Times:
    findings: list[float] = field(factory=list)
    completion: list[float] = field(factory=list)


def params(feature: str, path: Path) -> object:
    document = types.TextDocumentIdentifier(path.absolute().as_uri())
    match feature:
        case types.TEXT_DOCUMENT_INLAY_HINT:
            return types.InlayHintParams(document, WHOLE)
        case types.TEXT_DOCUMENT_CODE_ACTION:
            return types.CodeActionParams(document, WHOLE, types.CodeActionContext([]))
    return types.SemanticTokensParams(document)


async def settled(server: Server) -> None:
    while waiting := [task for task in server.waiting.values() if not task.done()]:
        await asyncio.wait(waiting)


async def session(keystrokes: int = KEYSTROKES) -> Times:
    server, times, dice = make_server("0"), Times(), random.Random(1)
    files = sorted(largest().glob("*.rules"))
    shown = asyncio.Event()
    server._publish = lambda file, found: shown.set()  # type: ignore[method-assign]
    features = server.protocol.fm.features
    server.games.put(files[0], files[0].read_text(encoding="utf-8"))
    server.changed(files[0])
    await settled(server)
    asked: list[asyncio.Future[object]] = []
    while len(times.findings) < keystrokes:
        file = dice.choice(files)
        lines = file.read_text(encoding="utf-8").split("\n")
        number = dice.choice([n for n, line in enumerate(lines) if line.strip() and line[0] == " "])
        for end in range(1, len(lines[number]) + 1, 3):
            typed = "\n".join([*lines[:number], lines[number][:end], *lines[number + 1 :]])
            shown.clear()
            start = process_time()
            server.games.put(file, typed)
            server.changed(file)
            asked += [asyncio.ensure_future(features[each](params(each, file))) for each in ASKED]
            await shown.wait()
            times.findings.append(process_time() - start)
            start = process_time()
            typing.completion(server.games, file, types.Position(number, end))
            times.completion.append(process_time() - start)
            await asyncio.sleep(BETWEEN)
        await asyncio.sleep(THINKING)
    await settled(server)
    await asyncio.gather(*asked)
    return times


def main() -> int:
    times = asyncio.run(session())
    print(f"the server, {largest().name}, {len(times.findings)} keystrokes, each with {len(ASKED)} questions")
    for what, found, goal in (
        ("findings", times.findings, FINDINGS_GOAL),
        ("completion", times.completion, COMPLETION_GOAL),
    ):
        half, most = percentile(found, 0.5), percentile(found, 0.95)
        print(f"{what:12} median {half:6.1f} ms, 95th percentile {most:6.1f} ms (goal {goal} ms)")
    print(f"findings wait {AT_ONCE * 1000:.0f} ms more, in case that somebody types on")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
