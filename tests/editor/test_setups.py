"""The set-ups that docs/editors.md shows: they can be read, and start the server."""

import json
import tomllib

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
