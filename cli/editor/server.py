"""The language server, over standard input and output.

In: what an editor says, in its protocol. Out: findings and answers. It only passes questions on: what is
open is in `games.py`, the answers come from `names.py` and `typing.py`. Findings come twice: those of the
file that is typed at once, and all that `rulelang check` would say as soon as there is a pause; what is
typed meanwhile comes first. What an editor asks for by itself after each keystroke (colours, types, the
lines above rules) is answered in the pause as well: only completion and signatures are worth an answer at
once.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

from cli.editor import convert, names, typing
from cli.editor.games import Games
from cli.editor.running import run_scenario
from rulelang.diagnostics import Report
from rulelang.editor.tokens import TYPES

AT_ONCE, PAUSE = 0.02, 0.25  # seconds after a change
BREATH = 0.002  # seconds between two steps of long work, enough to hear what was typed meanwhile
Answer = TypeVar("Answer")


class Server(LanguageServer):
    def __init__(self, version: str) -> None:
        super().__init__("rulelang", version, text_document_sync_kind=types.TextDocumentSyncKind.Incremental)
        self.games = Games()
        self.reports: dict[Path, Report] = {}  # the last one of each game
        self.published: dict[Path, set[str]] = {}  # the files of each game that have findings on the screen
        self.waiting: dict[Path, asyncio.Task[None]] = {}

    # ------------------------------------------------------------ findings
    def changed(self, path: Path) -> None:
        """Something was typed: what was about to be said is not worth saying any more."""
        if not self.games.knows(path):
            return
        home = self.games.target(path).definition
        if home in self.waiting:
            self.waiting[home].cancel()
        self.waiting[home] = asyncio.ensure_future(self._find(path, home))

    async def _find(self, path: Path, home: Path) -> None:
        await asyncio.sleep(AT_ONCE)
        quick = self.games.quickly(path)
        own = self.games.source(path).path
        first = convert.by_file(quick)
        for file in {own, *first}:
            self._publish(file, first.get(file, []))
        self.published.setdefault(home, set()).update({own, *first})
        await asyncio.sleep(PAUSE)
        report = quick
        for step in self.games.thoroughly(path):
            report = step
            await asyncio.sleep(BREATH)
        self.reports[home] = report
        found = convert.by_file(report)
        for file in self.published.get(home, set()) | found.keys():
            self._publish(file, found.get(file, []))
        self.published[home] = set(found)
        for _ in self.games.family_in_steps(path):
            await asyncio.sleep(BREATH)

    async def calm(self, path: Path) -> None:
        """Waits until nobody types in the game of a file, and all is known about it."""
        home = self.games.target(path).definition
        while (task := self.waiting.get(home)) is not None and not task.done():
            await asyncio.wait([task])

    def _publish(self, file: str, found: list[types.Diagnostic]) -> None:
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(convert.uri_of(file), found))

    def report_of(self, path: Path) -> Report:
        home = self.games.target(path).definition
        known = self.reports.get(home)
        return self.games.all_findings(path) if known is None else known


def make_server(version: str) -> Server:
    # Much is remembered here and little of it is rubbish. Python would look through it at every second
    # keystroke, which takes four times as long as finding what is wrong.
    gc.set_threshold(50_000, 20, 50)
    server = Server(version)
    _texts(server)
    _names(server)
    _typing(server)
    return server


def _path(params: Any) -> Path:
    return convert.path_of(params.text_document.uri)


def _texts(server: Server) -> None:
    def read(params: Any) -> None:
        document = server.workspace.get_text_document(params.text_document.uri)
        server.games.put(_path(params), document.source)
        server.changed(_path(params))

    def close(params: types.DidCloseTextDocumentParams) -> None:
        server.games.drop(_path(params))
        server.changed(_path(params))

    def outside(params: types.DidChangeWatchedFilesParams) -> None:
        server.games.look_again()
        for change in params.changes[:1]:
            server.changed(convert.path_of(change.uri))

    server.feature(types.TEXT_DOCUMENT_DID_OPEN)(read)
    server.feature(types.TEXT_DOCUMENT_DID_CHANGE)(read)
    server.feature(types.TEXT_DOCUMENT_DID_SAVE)(read)
    server.feature(types.TEXT_DOCUMENT_DID_CLOSE)(close)
    server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)(outside)


def _or_refused(ask: Callable[[], Answer]) -> Answer:
    try:
        return ask()
    except names.Refused as refused:
        raise JsonRpcException(str(refused), code=-32803) from refused


def _of_games(server: Server, answer: Callable[[Any], Answer]) -> Callable[[Any], Answer | None]:
    return lambda params: answer(params) if server.games.knows(_path(params)) else None


def _when_calm(server: Server, answer: Callable[[Any], Answer]) -> Callable[[Any], Awaitable[Answer | None]]:
    async def ask(params: Any) -> Answer | None:
        if not server.games.knows(_path(params)):
            return None
        await server.calm(_path(params))
        return answer(params)

    return ask


def _names(server: Server) -> None:
    games = server.games

    def ask(feature: str, answer: Callable[[Any], Any], options: Any = None) -> None:
        server.feature(feature, options)(_when_calm(server, answer))

    ask(types.TEXT_DOCUMENT_DEFINITION, lambda p: names.definition(games, _path(p), p.position))
    ask(
        types.TEXT_DOCUMENT_REFERENCES,
        lambda p: names.references(games, _path(p), p.position, p.context.include_declaration),
    )
    ask(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, lambda p: names.highlights(games, _path(p), p.position))
    ask(
        types.TEXT_DOCUMENT_HOVER,
        lambda p: names.hover_at(games, _path(p), p.position, server.report_of(_path(p))),
    )
    ask(
        types.TEXT_DOCUMENT_PREPARE_RENAME,
        lambda p: _or_refused(lambda: names.prepare_rename(games, _path(p), p.position)),
    )
    ask(
        types.TEXT_DOCUMENT_RENAME,
        lambda p: _or_refused(lambda: names.rename_at(games, _path(p), p.position, p.new_name)),
        types.RenameOptions(prepare_provider=True),
    )
    ask(types.TEXT_DOCUMENT_CODE_LENS, lambda p: names.code_lenses(games, _path(p)))
    ask(types.TEXT_DOCUMENT_INLAY_HINT, lambda p: typing.inlay_hints(games, _path(p), p.range))
    legend = types.SemanticTokensLegend(token_types=TYPES, token_modifiers=["declaration"])
    ask(
        types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL,
        lambda p: typing.semantic_tokens(games, _path(p)),
        legend,
    )
    ask(
        types.TEXT_DOCUMENT_CODE_ACTION,
        lambda p: typing.code_actions(games, _path(p), p.range, server.report_of(_path(p))),
        types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix]),
    )

    async def symbols(params: types.WorkspaceSymbolParams) -> list[types.WorkspaceSymbol]:
        known = [path for path in map(Path, games.texts) if games.knows(path)]
        homes = {games.target(path).definition: path for path in known}
        for path in homes.values():
            await server.calm(path)
        return [
            each for path in homes.values() for each in names.workspace_symbols(games, path, params.query)
        ]

    def run(path: str, line: int) -> str:
        """Runs a scenario and tells how it went."""
        said = run_scenario(games, Path(path), line)
        games.ran(Path(path), line, said)
        if _refreshes(server):
            server.workspace_code_lens_refresh(None)
        server.window_show_message(types.ShowMessageParams(types.MessageType.Info, said))
        return said

    server.feature(types.WORKSPACE_SYMBOL)(symbols)
    server.command("rulelang.runScenario")(run)


def _refreshes(server: Server) -> bool:
    """Whether the editor asks again for the lines above scenarios when it is told to."""
    told = server.client_capabilities.workspace
    return bool(told and told.code_lens and told.code_lens.refresh_support)


def _typing(server: Server) -> None:
    """What is answered at once: from one file, or from the game alone."""
    games = server.games

    def ask(feature: str, answer: Callable[[Any], Any], options: Any = None) -> None:
        server.feature(feature, options)(_of_games(server, answer))

    ask(
        types.TEXT_DOCUMENT_COMPLETION,
        lambda p: typing.completion(games, _path(p), p.position),
        types.CompletionOptions(trigger_characters=[" ", ".", "(", "["]),
    )
    ask(
        types.TEXT_DOCUMENT_SIGNATURE_HELP,
        lambda p: typing.signature_help(games, _path(p), p.position),
        types.SignatureHelpOptions(trigger_characters=["(", ","]),
    )
    ask(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, lambda p: names.document_symbols(games, _path(p)))
    ask(types.TEXT_DOCUMENT_FOLDING_RANGE, lambda p: typing.folding(games, _path(p)))
    ask(types.TEXT_DOCUMENT_FORMATTING, lambda p: typing.formatting(games, _path(p)))
