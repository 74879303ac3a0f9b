"""How a wheel is made: `interpreter`, `cli` and `gamedefs` go into `rulelang`, under private names.

In: the checkout. Out: files for the wheel in which `from interpreter.game import Game` is
`from rulelang._interpreter.game import Game`, and nothing else is changed, so that lines keep their numbers.
Somebody's own `interpreter.py` or `cli.py` then never meets ours. An editable install is the checkout itself
(docs/adr/0014).
"""

from __future__ import annotations

import ast
import re
import shutil
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOMS = ("interpreter", "cli")
IMPORT = re.compile(rf"^(\s*(?:from|import)\s+)({'|'.join(ROOMS)})(?=[.\s])", re.MULTILINE)
DATA = {"gamedefs": "rulelang/_gamedefs", "docs/explain": "rulelang/_cli/explanations"}


def renamed(source: str, name: str = "") -> str:
    """A module with its imports of our rooms under their private names."""
    text = IMPORT.sub(r"\1rulelang._\2", source)
    for node in ast.walk(ast.parse(text, filename=name)):
        match node:
            case ast.Import(names=names):
                found = [alias.name for alias in names if not (alias.asname or "." not in alias.name)]
                wrong = [n for n in (alias.name for alias in names) if n.partition(".")[0] in ROOMS]
                # `import rulelang._cli.x` would bind another name than `import cli.x` did.
                wrong += [n for n in found if n.startswith("rulelang._")]
            case ast.ImportFrom(module=module, level=0):
                wrong = [module] if module and module.partition(".")[0] in ROOMS else []
            case _:
                continue
        if wrong:
            own = wrong[0].removeprefix("rulelang._")
            raise ValueError(f"{name}:{node.lineno}: write `from {own} import …`, which a wheel can rename")
    return text


def write(root: Path, target: Path) -> None:
    """The package as the wheel has it."""
    for folder, home in (("rulelang", "rulelang"), *((room, f"rulelang/_{room}") for room in ROOMS)):
        for path in sorted((root / folder).rglob("*")):
            if not path.is_file() or "__pycache__" in path.parts:
                continue
            new = target / home / path.relative_to(root / folder)
            new.parent.mkdir(parents=True, exist_ok=True)
            if path.suffix == ".py":
                new.write_text(renamed(path.read_text("utf-8"), str(path)), encoding="utf-8")
            else:
                shutil.copyfile(path, new)
    for folder, home in DATA.items():
        shutil.copytree(root / folder, target / home, ignore=shutil.ignore_patterns("__pycache__"))


class Rename(BuildHookInterface):  # type: ignore[misc, type-arg]
    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        self.made = tempfile.mkdtemp(prefix="rulelang-wheel-")
        write(Path(self.root), Path(self.made))
        build_data["force_include"][f"{self.made}/rulelang"] = "rulelang"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if version != "editable":
            shutil.rmtree(self.made, ignore_errors=True)
