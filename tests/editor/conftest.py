"""A copy of every game to edit, and a real client for the server."""

import shutil
import sys
from pathlib import Path

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient

ROOT = Path(__file__).resolve().parents[2]
GAMES = sorted(path.parent.name for path in (ROOT / "gamedefs").glob("*/game.rules"))


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """All games in a folder of their own, which is the working directory."""
    shutil.copytree(ROOT / "gamedefs", tmp_path / "games")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "games"


@pytest_lsp.fixture(
    config=ClientServerConfig(server_command=[sys.executable, "-m", "cli", "lsp"]),
)
async def client(lsp_client: LanguageClient):
    # What VS Code can do is claimed below, so it must be done here.
    lsp_client.feature(types.WORKSPACE_CODE_LENS_REFRESH)(lambda params: None)
    params = types.InitializeParams(
        capabilities=pytest_lsp.client_capabilities("visual-studio-code"),
        workspace_folders=[types.WorkspaceFolder(uri=ROOT.as_uri(), name="rulelang")],
    )
    await lsp_client.initialize_session(params)
    yield
    await lsp_client.shutdown_session()
