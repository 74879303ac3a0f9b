"""The package as a wheel has it: somebody's own `interpreter.py` and `cli.py` beside a script do no harm."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import hatch_build
from tests.helpers import ROOT

SCRIPT = """
import rulelang
game = rulelang.load("kuhn_poker").start(seed=1)
while not game.over:
    game.apply(0)
print(game, rulelang.__file__)
"""


@pytest.fixture(scope="module")
def beside(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with files of the same names as our rooms, and the package as a wheel has it below it."""
    folder = tmp_path_factory.mktemp("user")
    for name in ("interpreter", "cli"):
        (folder / f"{name}.py").write_text(f'raise SystemExit("not the {name} of rulelang")\n')
    (folder / "gamedefs").mkdir()
    (folder / "me.py").write_text(SCRIPT)
    hatch_build.write(ROOT, folder / "site")
    return folder


def run(folder: Path, *words: str, site: bool = True) -> subprocess.CompletedProcess[str]:
    path = {"PYTHONPATH": str(folder / "site")} if site else {}
    environment = {**os.environ, **path}
    return subprocess.run(
        [sys.executable, *words], cwd=folder, env=environment, capture_output=True, text=True
    )


def test_the_wheel_plays_beside_files_of_the_same_names(beside: Path) -> None:
    found = run(beside, "me.py")
    assert found.stdout.startswith("<game kuhn_poker") and str(beside / "site") in found.stdout, found.stderr


DOORS = """
from rulelang import scene, science
found = science.simulate("lantern_walk", games=2)
print(found, found.rows[0]["seat"], scene.scene_of)
"""


def test_simulations_and_scenes_are_found_beside_them(beside: Path) -> None:
    """The pages named `cli.science`, which a wheel does not have."""
    found = run(beside, "-c", DOORS)
    assert found.stdout.startswith("<Found: lantern_walk, 2 seeds, one condition> 0"), found.stderr


def test_no_page_names_a_module_that_only_a_checkout_has() -> None:
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    wrong = [
        f"{page.relative_to(ROOT)}: {line}"
        for page in pages
        for line in page.read_text("utf-8").splitlines()
        if re.match(r"(>>> |\.\.\. )? *(from|import) (cli|interpreter)\b", line)
    ]
    assert len(pages) > 20 and not wrong


def test_the_command_line_runs_beside_them(beside: Path) -> None:
    found = run(beside, "-m", "rulelang", "list")
    assert "lantern_walk" in found.stdout, found.stderr
    assert "1 definition checked" in run(beside, "-m", "rulelang", "check", "tic_tac_toe").stdout
    assert run(beside, "-m", "rulelang", "explain", "R0237").returncode == 0


def test_everything_can_be_imported_under_its_private_name(beside: Path) -> None:
    modules = [
        ".".join(path.relative_to(beside / "site").with_suffix("").parts)
        for path in (beside / "site" / "rulelang").rglob("*.py")
        if path.name != "__main__.py" and "templates" not in path.parts
    ]
    found = run(beside, "-c", f"import importlib\nfor m in {modules!r}: importlib.import_module(m)")
    assert found.returncode == 0, found.stderr[-500:]


def test_an_editable_install_says_which_file_stands_in_the_way(beside: Path) -> None:
    found = run(beside, "me.py", site=False)
    assert "interpreter.py is found as `interpreter`" in found.stderr and "rename that file" in found.stderr


@pytest.mark.parametrize(
    ("line", "renamed"),
    [
        ("from interpreter.game import Game", "from rulelang._interpreter.game import Game"),
        ("    from cli import games", "    from rulelang._cli import games"),
        ("import interpreters", "import interpreters"),
        ("x = 'from cli import games'", "x = 'from cli import games'"),
    ],
)
def test_only_imports_are_renamed(line: str, renamed: str) -> None:
    prefix = "def f():\n" if line.startswith(" ") else ""
    assert hatch_build.renamed(prefix + line) == prefix + renamed


@pytest.mark.parametrize("line", ["import cli.main", "import os, interpreter"])
def test_what_a_wheel_cannot_rename_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match=r"write `from (cli|interpreter)[.\w]* import …`"):
        hatch_build.renamed(line, "a.py")
