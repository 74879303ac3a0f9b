"""The set-ups that docs/editors.md shows: they can be read, and what they start answers as an editor asks.

Neovim, Helix and Emacs themselves are started by `test_real_editors.py`. Zed and Sublime Text are not: what
their documentation says about the settings is written down here, and the command that stands in them is run.
"""

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import IO, Any

import pytest

from tests.helpers import ROOT

FOLDER = ROOT / "editors"


def commands(found: object) -> list[object]:
    """Every way to start a program that stands in a set-up."""
    if isinstance(found, dict):
        own = [found[key] for key in ("command", "path") if key in found]
        args = found.get("args", found.get("arguments"))
        if own and args:
            return [[own[0], *args]]
        return [*own, *(each for value in found.values() for each in commands(value))]
    return []


@pytest.mark.parametrize("name", ["zed/settings.json", "sublime/LSP.sublime-settings"])
def test_settings_start_the_server(name: str) -> None:
    assert ["rulelang", "lsp"] in commands(json.loads((FOLDER / name).read_text(encoding="utf-8")))


def keys(name: str) -> Any:
    return json.loads((FOLDER / name).read_text(encoding="utf-8"))


def test_zed_is_told_what_its_documentation_asks_for() -> None:
    """`file_types` gives patterns to a language, `lsp.<server>.binary` has `path` and `arguments`. The names
    are those of the extension "Justfile" (github.com/jackTabsCode/zed-just), which reads them."""
    found = keys("zed/settings.json")
    assert found.keys() == {"file_types", "lsp"}
    assert found["file_types"] == {"Just": ["rules", "scenario"]}
    assert found["lsp"].keys() == {"just-lsp"}
    assert found["lsp"]["just-lsp"]["binary"].keys() == {"path", "arguments"}


def test_sublime_is_told_what_its_package_asks_for() -> None:
    """The schema of LSP for Sublime Text (its `sublime-package.json`) has these three, and more. A selector
    is of scopes: that of a syntax which Sublime Text can read, a property list."""
    found = keys("sublime/LSP.sublime-settings")
    assert found.keys() == {"clients"}
    (client,) = found["clients"].values()
    assert {name: type(value) for name, value in client.items()} == {
        "enabled": bool, "command": list, "selector": str,
    }  # fmt: skip
    for name in ("rulelang", "rulelang-scenario"):
        syntax = (FOLDER / "sublime" / f"{name}.tmLanguage").read_text(encoding="utf-8")
        assert f"<string>{client['selector']}" in syntax


def say(pipe: IO[bytes], **message: object) -> None:
    body = json.dumps({"jsonrpc": "2.0", **message}).encode()
    pipe.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
    pipe.flush()


def hear(pipe: IO[bytes], wanted: str) -> Any:
    """The next message that answers, or has a method, as it is wanted."""
    while True:
        length = 0
        while (line := pipe.readline().strip()) or not length:
            assert line, "the server has stopped"
            name, _, value = line.partition(b":")
            length = int(value) if name.lower() == b"content-length" else length
        message = json.loads(pipe.read(length))
        if wanted in (message.get("method"), str(message.get("id"))):
            return message


@pytest.mark.parametrize(
    ("name", "language"), [("zed/settings.json", "just"), ("sublime/LSP.sublime-settings", "rulelang")]
)
def test_the_command_of_the_settings_answers(name: str, language: str, tmp_path: Path) -> None:
    (command,) = [each for each in commands(keys(name)) if isinstance(each, list)][:1]
    file = tmp_path / "game.rules"
    text = "game small for 2 players\n\nplay:\n    shufle deck\n    win [you]\n"
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ, "PATH": path}
    ) as server:
        assert server.stdin is not None and server.stdout is not None
        params = {"processId": os.getpid(), "rootUri": tmp_path.as_uri(), "capabilities": {}}
        say(server.stdin, id=1, method="initialize", params=params)
        can = hear(server.stdout, "1")["result"]["capabilities"]
        assert can["completionProvider"] and can["hoverProvider"] and can["renameProvider"]
        say(server.stdin, method="initialized", params={})
        document = {"uri": file.as_uri(), "languageId": language, "version": 1, "text": text}
        say(server.stdin, method="textDocument/didOpen", params={"textDocument": document})
        told = hear(server.stdout, "textDocument/publishDiagnostics")["params"]
        assert told["diagnostics"][0]["range"]["start"]["line"] == 3
        say(server.stdin, id=2, method="shutdown")
        hear(server.stdout, "2")
        say(server.stdin, method="exit")
        assert server.wait(20) == 0


def test_helix_starts_the_server() -> None:
    found = tomllib.loads((FOLDER / "helix" / "languages.toml").read_text(encoding="utf-8"))
    assert ["rulelang", "lsp"] in commands(found)
    assert found["language"][0]["file-types"] == ["rules", "scenario"]


@pytest.mark.parametrize("name", ["neovim/init.lua", "emacs/init.el"])
def test_code_starts_the_server(name: str) -> None:
    text = (FOLDER / name).read_text(encoding="utf-8")
    assert '"rulelang"' in text and '"lsp"' in text
    pairs = {"(": ")", "{": "}", "[": "]"}
    bare = text.replace("\\\\(", "").replace("\\\\)", "")
    assert all(bare.count(opened) == bare.count(closed) for opened, closed in pairs.items())


def test_the_extension_starts_the_server() -> None:
    found = json.loads((FOLDER / "vscode" / "package.json").read_text(encoding="utf-8"))
    settings = found["contributes"]["configuration"]["properties"]
    assert settings["rulelang.command"]["default"] == ["rulelang", "lsp"]
    for grammar in found["contributes"]["grammars"]:
        assert (FOLDER / "vscode" / grammar["path"]).is_file()
