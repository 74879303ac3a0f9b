"""A real client talks to the server, through every feature."""

import asyncio
import random
import re
from collections.abc import Awaitable
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pytest_lsp import LanguageClient

from cli.reports.findings import findings, target_of
from tests.editor.conftest import GAMES
from tests.helpers import ROOT

pytestmark = pytest.mark.asyncio
RULES = ROOT / "gamedefs" / "dead_mans_draw" / "game.rules"
SCENARIOS = ROOT / "gamedefs" / "kuhn_poker" / "scenarios" / "hands.scenario"


def opened(client: LanguageClient, path: Path, text: str | None = None) -> str:
    found = path.read_text(encoding="utf-8") if text is None else text
    item = types.TextDocumentItem(path.as_uri(), "rulelang", 1, found)
    client.text_document_did_open(types.DidOpenTextDocumentParams(item))
    return found


def changed(client: LanguageClient, path: Path, text: str, number: int = 2) -> None:
    change = types.TextDocumentContentChangeWholeDocument(text=text)
    version = types.VersionedTextDocumentIdentifier(uri=path.as_uri(), version=number)
    client.text_document_did_change(types.DidChangeTextDocumentParams(version, [change]))


def place(text: str, word: str, nth: int = 0, into: int = 0) -> types.Position:
    at = -1
    for _ in range(nth + 1):
        at = text.index(word, at + 1)
    before = text[: at + into]
    return types.Position(before.count("\n"), len(before) - before.rfind("\n") - 1)


def document(path: Path) -> types.TextDocumentIdentifier:
    return types.TextDocumentIdentifier(path.as_uri())


async def settled(client: LanguageClient, path: Path, *codes: str) -> list[types.Diagnostic]:
    """The findings of a file once they are these, however busy the machine is, and stay so."""
    found, steady = None, 0
    for _ in range(400):
        await asyncio.sleep(0.3)
        found = client.diagnostics.get(path.as_uri())
        known = found is not None and sorted(str(each.code) for each in found) == sorted(codes)
        steady = steady + 1 if known else 0
        if found is not None and steady == 2:
            return list(found)
    raise AssertionError(f"the findings are {found}, not {codes}")


async def test_a_clean_file_has_no_findings(client: LanguageClient) -> None:
    opened(client, RULES)
    assert await settled(client, RULES) == []


async def test_findings_come_as_one_types_and_go_again(client: LanguageClient) -> None:
    text = opened(client, RULES)
    broken = text.replace("shuffle deck", "shuffle dekc", 1)
    changed(client, RULES, broken)
    found = await settled(client, RULES, "R0219")
    actions = await client.text_document_code_action_async(
        types.CodeActionParams(document(RULES), found[0].range, types.CodeActionContext(found))
    )
    assert actions and any(action.title == "write `deck`" for action in actions)
    changed(client, RULES, text, 3)
    assert await settled(client, RULES) == []


async def test_definition_references_hover_and_symbols(client: LanguageClient) -> None:
    text = opened(client, RULES)
    at = place(text, "do draw_or_loot", into=3)
    declared = await client.text_document_definition_async(types.DefinitionParams(document(RULES), at))
    assert [spot.range.start for spot in declared] == [place(text, "rule draw_or_loot", into=5)]
    params = types.ReferenceParams(types.ReferenceContext(True), document(RULES), at)
    places = await client.text_document_references_async(params)
    assert {Path(spot.uri).suffix for spot in places} >= {".rules", ".yaml"}
    hover = await client.text_document_hover_async(types.HoverParams(document(RULES), at))
    assert "rule `draw_or_loot()`" in hover.contents.value
    symbols = await client.text_document_document_symbol_async(types.DocumentSymbolParams(document(RULES)))
    assert "draw_or_loot" in [symbol.name for symbol in symbols]
    everywhere = await client.workspace_symbol_async(types.WorkspaceSymbolParams("draw_or"))
    assert "draw_or_loot" in [symbol.name for symbol in everywhere]


async def test_rename_says_every_place_or_why_not(client: LanguageClient) -> None:
    text = opened(client, RULES)
    at = place(text, "do draw_or_loot", into=3)
    asked = await client.text_document_prepare_rename_async(types.PrepareRenameParams(document(RULES), at))
    assert asked.placeholder == "draw_or_loot"
    edit = await client.text_document_rename_async(types.RenameParams(document(RULES), at, "push_on"))
    assert len(edit.changes) > 2  # rules, texts, scenarios
    for taken in ("setup", "lay", "Not A Name"):
        with pytest.raises(JsonRpcException):
            await client.text_document_rename_async(types.RenameParams(document(RULES), at, taken))


async def test_typing_help(client: LanguageClient) -> None:
    text = opened(client, RULES)
    at = place(text, "do draw_or_loot", into=5)
    found = await client.text_document_completion_async(types.CompletionParams(document(RULES), at))
    assert "draw_or_loot" in [item.label for item in found.items[:5]]
    spot = place(text, "do lay(", into=7)
    call = await client.text_document_signature_help_async(types.SignatureHelpParams(document(RULES), spot))
    assert call.signatures[0].label.startswith("lay(")
    whole = types.Range(types.Position(0, 0), types.Position(9999, 0))
    hints = await client.text_document_inlay_hint_async(types.InlayHintParams(document(RULES), whole))
    assert hints
    edits = await client.text_document_formatting_async(
        types.DocumentFormattingParams(document(RULES), types.FormattingOptions(4, True))
    )
    assert not edits  # ours are formatted already
    folds = await client.text_document_folding_range_async(types.FoldingRangeParams(document(RULES)))
    assert any(fold.end_line > fold.start_line for fold in folds)
    tokens = await client.text_document_semantic_tokens_full_async(
        types.SemanticTokensParams(document(RULES))
    )
    assert len(tokens.data) % 5 == 0 and len(tokens.data) > 1000
    lenses = await client.text_document_code_lens_async(types.CodeLensParams(document(RULES)))
    titles = [lens.command.title for lens in lenses]
    assert "changed by mystic, navigator, mermaid_effect" in titles


async def test_a_scenario_is_run_from_its_lens(client: LanguageClient) -> None:
    opened(client, SCENARIOS)
    lenses = await client.text_document_code_lens_async(types.CodeLensParams(document(SCENARIOS)))
    command = lenses[0].command
    params = types.ExecuteCommandParams(command.command, command.arguments)
    said = await client.workspace_execute_command_async(params)
    assert said.startswith("passed: ")
    lenses = await client.text_document_code_lens_async(types.CodeLensParams(document(SCENARIOS)))
    assert [lens.command.title for lens in lenses[:2]] == [said, "run this scenario"]
    text = SCENARIOS.read_text(encoding="utf-8")
    changed(client, SCENARIOS, f"{text}\n")
    lenses = await client.text_document_code_lens_async(types.CodeLensParams(document(SCENARIOS)))
    assert lenses[0].command.title == "run this scenario"  # what it said is old


async def test_hover_says_a_rule_in_words_and_by_the_numbers_of_the_book(client: LanguageClient) -> None:
    text = opened(client, RULES)
    at = place(text, "do draw_or_loot", into=3)
    hover = await client.text_document_hover_async(types.HoverParams(document(RULES), at))
    said = hover.contents.value
    assert "- Choose one:\n  - Reveal a card" in said
    assert "- **Q3** With an empty draw pile you must take the loot." in said
    at = place(text, "rule effect", into=5)
    hover = await client.text_document_hover_async(types.HoverParams(document(RULES), at))
    assert "variants/mermaid_effect.rules" in hover.contents.value  # also what only a variant changes


async def test_hover_on_a_finding_has_its_page(client: LanguageClient) -> None:
    text = RULES.read_text(encoding="utf-8").replace("shuffle deck", "shuffle dekc", 1)
    opened(client, RULES, text)
    at = place(text, "shuffle dekc", into=9)
    hover = await client.text_document_hover_async(types.HoverParams(document(RULES), at))
    assert hover.contents.value.startswith("# R0219: ")


async def test_suggestions_have_the_texts_that_people_read(client: LanguageClient) -> None:
    text = opened(client, RULES)
    at = place(text, "shuffle deck", into=8)
    found = await client.text_document_completion_async(types.CompletionParams(document(RULES), at))
    assert [item.documentation for item in found.items if item.label == "deck"] == [
        "cs: doplňovací balíček · en: draw pile"
    ]


async def test_all_that_check_says_is_said_here(client: LanguageClient, tmp_path: Path) -> None:
    folder = tmp_path / "odd"
    folder.mkdir()
    text = (
        RULES.read_text(encoding="utf-8").replace("shuffle deck", "shuffle dekc").replace("row is", "rwo is")
    )
    (folder / "game.rules").write_text(text, encoding="utf-8")
    expected = findings(target_of(folder))
    assert expected.errors
    opened(client, folder / "game.rules")
    await settled(client, folder / "game.rules", *(each.code for each in expected))


def asked(client: LanguageClient, path: Path, at: types.Position) -> list[Awaitable[Any]]:
    """Every question there is about a place."""
    here, start = document(path), types.Position(0, 0)
    whole = types.Range(start, types.Position(9999, 0))
    context = types.ReferenceContext(True)
    return [
        client.text_document_hover_async(types.HoverParams(here, at)),
        client.text_document_completion_async(types.CompletionParams(here, at)),
        client.text_document_signature_help_async(types.SignatureHelpParams(here, at)),
        client.text_document_definition_async(types.DefinitionParams(here, at)),
        client.text_document_references_async(types.ReferenceParams(context, here, at)),
        client.text_document_document_highlight_async(types.DocumentHighlightParams(here, at)),
        client.text_document_document_symbol_async(types.DocumentSymbolParams(here)),
        client.text_document_folding_range_async(types.FoldingRangeParams(here)),
        client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(here)),
        client.text_document_inlay_hint_async(types.InlayHintParams(here, whole)),
        client.text_document_code_lens_async(types.CodeLensParams(here)),
        client.text_document_code_action_async(
            types.CodeActionParams(here, types.Range(at, at), types.CodeActionContext([]))
        ),
        client.text_document_formatting_async(
            types.DocumentFormattingParams(here, types.FormattingOptions(4, True))
        ),
    ]


@pytest.mark.parametrize("name", GAMES)
async def test_every_question_about_every_file(client: LanguageClient, name: str) -> None:
    """An answer that is an error is raised here."""
    dice, game = random.Random(name), ROOT / "gamedefs" / name
    files = [f for f in sorted(game.rglob("*")) if f.suffix in (".rules", ".scenario", ".yaml")]
    rules = game / "game.rules"
    texts = {file: opened(client, file) for file in {rules, *dice.sample(files, 4)}}
    for file, text in texts.items():
        lines = text.split("\n")
        for _ in range(2):
            line = dice.randrange(len(lines))
            at = types.Position(line, dice.randrange(len(lines[line]) + 1))
            await asyncio.gather(*asked(client, file, at))
    declared = re.search(r"^(zone|track) (\w+)", texts[rules], re.MULTILINE)
    assert declared is not None
    line = texts[rules][: declared.start()].count("\n")
    hover, _, _, places, spots, *_ = await asyncio.gather(
        *asked(client, rules, types.Position(line, declared.start(2) - declared.start()))
    )
    assert f"**{declared[2]}**: {declared[1]}" in hover.contents.value
    assert line in [spot.range.start.line for spot in places if spot.uri == rules.as_uri()]
    assert len(spots) > len(places)
    at = types.Position(line, declared.start(2) - declared.start())
    known = await client.text_document_prepare_rename_async(types.PrepareRenameParams(document(rules), at))
    assert known.placeholder == declared[2]
    edit = await client.text_document_rename_async(types.RenameParams(document(rules), at, "z_fresh"))
    assert sum(map(len, edit.changes.values())) == len(spots)
    named = await client.workspace_symbol_async(types.WorkspaceSymbolParams(declared[2]))
    assert declared[2] in [symbol.name for symbol in named]
    await first_scenario_is_run(client, game)
    assert not [finding for file in texts for finding in client.diagnostics.get(file.as_uri(), [])]


async def first_scenario_is_run(client: LanguageClient, game: Path) -> None:
    file = next(file for file in sorted(game.rglob("*.scenario")))
    opened(client, file)
    lenses = await client.text_document_code_lens_async(types.CodeLensParams(document(file)))
    command = lenses[0].command
    params = types.ExecuteCommandParams(command.command, command.arguments)
    assert (await client.workspace_execute_command_async(params)).startswith("passed: ")


async def test_tables_of_other_programs_are_left_alone(client: LanguageClient, tmp_path: Path) -> None:
    other = tmp_path / "compose.yaml"
    other.write_text("services: [1, 2\n", encoding="utf-8")
    opened(client, other)
    table = ROOT / "gamedefs" / "dead_mans_draw" / "loot.yaml"
    opened(client, table)
    assert await settled(client, table) == []
    assert not client.diagnostics.get(other.as_uri())
    answers = await asyncio.gather(*asked(client, other, types.Position(0, 2)))
    assert not any(answers)
    symbols = await client.text_document_document_symbol_async(types.DocumentSymbolParams(document(table)))
    assert symbols


@pytest.mark.parametrize(
    "uri", ["untitled:Untitled-1", "http://example.com/x.rules", "", "file:///%00/x.rules"]
)
async def test_files_that_are_none(client: LanguageClient, uri: str) -> None:
    item = types.TextDocumentItem(uri, "rulelang", 1, "game g for 2 players\n\nplay:\n    win [you]\n")
    client.text_document_did_open(types.DidOpenTextDocumentParams(item))
    here = types.TextDocumentIdentifier(uri)
    await client.text_document_hover_async(types.HoverParams(here, types.Position(400, 400)))
    await client.text_document_completion_async(types.CompletionParams(here, types.Position(3, 6)))
