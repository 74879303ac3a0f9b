"""Quick fixes of each family, asked for and carried out by a real client: findings go, and none come."""

from pathlib import Path

import pytest
from lsprotocol import types
from pytest_lsp import LanguageClient

from rulelang.editor.places import Position, offset_at
from rulelang.source import Source
from tests.editor.test_fixes import TABLE, game
from tests.editor.test_server import changed, document, opened, settled

pytestmark = pytest.mark.asyncio
TEXTS = "zone: {deck: deck, hand: hand}\n"
# The line, the finding, the fix, and what is in the files then.
FAMILIES = [
    # did you mean: a name, a verb, a word of a kind
    ("shuffle dekc", "R0219", "write `deck`", "shuffle deck\n"),
    ("moev top of deck to hand of you", "R0112", "write `move`", "    move top of"),
    ("if any c in deck where suit is rde: shuffle deck", "R0221", "write `red`", "suit is red: shuffle"),
    # what is missing: a zone, a column, a text, `do`, a colon
    (
        "move top of deck to discard",
        "R0219",
        "add `zone discard: pile of loot, public`",
        "zone discard: pile of loot, public\n",
    ),
    (
        "if any c in deck where weight is 1: shuffle deck",
        "R0206",
        "add the column `weight: number 0 to 12`",
        "    weight: number 0 to 12\n",
    ),
    ("say hello with you", "R0311", "add the missing texts, to be put into words", "hello:"),
    ("lay(top of deck)", "R0112", "write `do lay(top of deck)`", "    do lay(top of deck)"),
    (
        "if debt of you is 3  # ž𝄞\n        shuffle deck",
        "R0109",
        "put `:` at the end of the line",
        "is 3:  # ž𝄞\n",
    ),
    # signs of other languages to what fits
    ("debt of you = 3", "R0105", "write `set debt of you to 3`", "set debt of you to 3\n"),
    ("debt of you += 1", "R0105", "write `add 1 to debt of you`", "add 1 to debt of you\n"),
    ("if debt of you == 3: shuffle deck", "R0105", "write `is`", "debt of you is 3:"),
]


def carried_out(text: str, edits: list[types.TextEdit]) -> str:
    """As an editor does it: places count units of UTF-16, the last edit first."""
    source = Source("any", text)

    def place(at: types.Position) -> int:
        return offset_at(source, Position(at.line, at.character))

    for edit in sorted(edits, key=lambda each: place(each.range.start), reverse=True):
        text = f"{text[: place(edit.range.start)]}{edit.new_text}{text[place(edit.range.end) :]}"
    return text


@pytest.mark.parametrize(("body", "code", "title", "result"), FAMILIES)
async def test_a_fix_of_each_family(
    body: str, code: str, title: str, result: str, client: LanguageClient, tmp_path: Path
) -> None:
    table = "hook: {suit: red, size: 1, weight: 12}\n" if "weight" in body else TABLE
    folder = game(tmp_path, body, table, TEXTS if code == "R0311" else "")
    files = [file for file in folder.rglob("*") if file.is_file()]
    texts = {file.as_uri(): opened(client, file) for file in files}
    rules = folder / "game.rules"
    shown = await told_of(client, files, code)
    context = types.CodeActionContext([shown[1]], only=[types.CodeActionKind.QuickFix])
    actions = await client.text_document_code_action_async(
        types.CodeActionParams(document(shown[0]), shown[1].range, context)
    )
    (action,) = [each for each in actions or [] if each.title == title]
    assert action.edit is not None and action.edit.changes and action.diagnostics
    for uri, edits in action.edit.changes.items():
        texts[uri] = carried_out(texts[uri], list(edits))
        (file,) = [file for file in files if file.as_uri() == uri]
        changed(client, file, texts[uri])
    assert result in "".join(texts.values())
    if code == "R0311":  # it has to be put into words, which is said of the new text
        return
    left = [str(found.code) for found in client.diagnostics[shown[0].as_uri()] if found is not shown[1]]
    await settled(client, rules, *(left if shown[0] == rules else []))


async def told_of(client: LanguageClient, files: list[Path], code: str) -> tuple[Path, types.Diagnostic]:
    """The file and the finding."""
    for _ in range(300):
        await client.text_document_hover_async(types.HoverParams(document(files[0]), types.Position(0, 0)))
        for file in files:
            for found in client.diagnostics.get(file.as_uri(), []):
                if found.code == code:
                    return file, found
    raise AssertionError(f"{code} is not told")
