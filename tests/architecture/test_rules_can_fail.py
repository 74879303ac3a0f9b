"""The rules of the architecture find what they are about: each of them on a small bad tree."""

from pathlib import Path

import pytest

from tests.architecture.rules import (
    LONGEST_FILE,
    backend_from_outside,
    bots_look_in,
    calls_by_name,
    chance_or_clock,
    cli_from_outside,
    front_from_inside,
    game_words,
    interpreter_beyond_ir,
    ir_looks_out,
    lark_outside_syntax,
    learning_outside_adapters,
    long_files,
    missing_docstrings,
    pygls_outside_editor,
    python_in_gamedefs,
    rich_outside_cli,
    rooms_out_of_order,
    rulelang_upwards,
    server_outside_web,
    textual_outside_full,
    towers,
    typer_outside_cli,
    yaml_outside_tables,
)


def tree(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


BAD = [
    (interpreter_beyond_ir, "interpreter/a.py", "from rulelang import compile", "rulelang.compile"),
    (interpreter_beyond_ir, "interpreter/a.py", "import rulelang", "rulelang"),
    (interpreter_beyond_ir, "interpreter/a.py", "from rulelang.irrelevant import x", "rulelang.irrelevant.x"),
    (interpreter_beyond_ir, "interpreter/bots/a.py", "def f():\n    import rulelang.check", "rulelang.check"),
    (interpreter_beyond_ir, "interpreter/a.py", "import rulelang.ir.from_typed", "rulelang.ir.from_typed"),
    (rooms_out_of_order, "rulelang/syntax/a.py", "from rulelang.typed import x", "rulelang.typed.x"),
    (rooms_out_of_order, "rulelang/typed/a.py", "import rulelang.ir.nodes", "rulelang.ir.nodes"),
    (rooms_out_of_order, "rulelang/checks/a.py", "import rulelang.syntax.ast", "rulelang.syntax.ast"),
    (backend_from_outside, "interpreter/game/a.py", "import interpreter.python", "interpreter.python"),
    (rulelang_upwards, "rulelang/a.py", "from interpreter.game import Game", "interpreter.game.Game"),
    (rulelang_upwards, "rulelang/check/a.py", "import cli.main", "cli.main"),
    (rulelang_upwards, "rulelang/a.py", "import importlib\nimportlib.import_module('cli')", "cli"),
    (front_from_inside, "rulelang/a.py", "from rulelang.front import load", "rulelang.front.load"),
    (front_from_inside, "interpreter/a.py", "from rulelang import learn", "rulelang.learn"),
    (learning_outside_adapters, "interpreter/game/a.py", "import numpy as np", "numpy"),
    (cli_from_outside, "interpreter/a.py", "import cli", "cli"),
    (cli_from_outside, "rulelang/front.py", "import cli", "cli"),
    (cli_from_outside, "benchmarks/a.py", "from cli import main", "cli.main"),
    (lark_outside_syntax, "rulelang/check/a.py", "from lark import Token", "lark.Token"),
    (lark_outside_syntax, "rulelang/syntax.py", "import lark", "lark"),
    (pygls_outside_editor, "rulelang/editor/a.py", "import pygls", "pygls"),
    (server_outside_web, "cli/commands/a.py", "import uvicorn", "uvicorn"),
    (yaml_outside_tables, "rulelang/syntax/tables.py", "import yaml", "yaml"),
    (typer_outside_cli, "interpreter/a.py", "import typer", "typer"),
    (textual_outside_full, "cli/main.py", "from textual.app import App", "textual.app.App"),
    (rich_outside_cli, "rulelang/render.py", "from rich.console import Console", "rich.console.Console"),
    (chance_or_clock, "interpreter/rng.py", "import random", "random"),
    (chance_or_clock, "rulelang/a.py", "from time import monotonic", "time.monotonic"),
    (chance_or_clock, "rulelang/a.py", "import datetime as d", "datetime"),
    (ir_looks_out, "rulelang/ir/a.py", "from ..syntax import ast", "rulelang.syntax.ast"),
    (ir_looks_out, "rulelang/ir/__init__.py", "from .. import source", "rulelang.source"),
    (
        bots_look_in,
        "interpreter/bots/a.py",
        "from interpreter.python.state import State",
        "interpreter.python.state.State",
    ),
    (bots_look_in, "interpreter/bots/a.py", "from .. import rng", "interpreter.rng"),
]

GOOD = [
    (interpreter_beyond_ir, "interpreter/a.py", "from rulelang import ir\nfrom rulelang.ir import nodes"),
    (interpreter_beyond_ir, "interpreter/a.py", "from rulelang.types import Num"),
    (rooms_out_of_order, "rulelang/checks/a.py", "from rulelang.typed.walk import walk"),
    (backend_from_outside, "interpreter/game/machines.py", "import interpreter.python.machine"),
    (rulelang_upwards, "rulelang/a.py", "import clipboard\nfrom . import interpreter_notes"),
    (cli_from_outside, "cli/commands/play.py", "from cli import main"),
    (cli_from_outside, "tests/test_a.py", "import cli.main"),
    (cli_from_outside, ".venv/lib/a.py", "import cli"),
    (lark_outside_syntax, "rulelang/syntax/parser.py", "import lark"),
    (yaml_outside_tables, "rulelang/tables.py", "import yaml"),
    (typer_outside_cli, "cli/main.py", "import typer"),
    (rich_outside_cli, "cli/main.py", "import rich"),
    (chance_or_clock, "cli/main.py", "import random, time, datetime"),
    (chance_or_clock, "interpreter/a.py", "from interpreter import random_bot, time"),
    (ir_looks_out, "rulelang/ir/a.py", "from . import nodes\nfrom rulelang.ir.nodes import X\nimport attrs"),
    (
        bots_look_in,
        "interpreter/bots/a.py",
        "from ..knowledge.views import View\nfrom .b import x\nimport interpreter.game",
    ),
]


@pytest.mark.parametrize(("rule", "name", "text", "imported"), BAD)
def test_a_bad_import_is_found(rule, name: str, text: str, imported: str, tmp_path: Path) -> None:
    line = text.count("\n") + 1
    assert rule(tree(tmp_path, {name: text})) == [f"{name}:{line} imports {imported}"]


@pytest.mark.parametrize(("rule", "name", "text"), GOOD)
def test_a_good_import_is_left_alone(rule, name: str, text: str, tmp_path: Path) -> None:
    assert rule(tree(tmp_path, {name: text})) == []


def test_python_in_gamedefs_is_found(tmp_path: Path) -> None:
    tree(tmp_path, {"gamedefs/chess/game.rules": "", "gamedefs/chess/helper.py": ""})
    assert python_in_gamedefs(tmp_path) == ["gamedefs/chess/helper.py"]


def test_a_tower_is_found(tmp_path: Path) -> None:
    tree(tmp_path, {"rulelang/a.py": "class A: ...\nclass B(A): ...", "rulelang/b.py": "class C(B): ..."})
    assert towers(tmp_path) == ["rulelang/b.py:1: C stands on B, which stands on A"]


@pytest.mark.parametrize(
    "text",
    [
        "getattr(self, name)(1)",
        "look = getattr(self, f'_{verb}', None)",
        "look = getattr(self, '_' + verb)",
        "look = getattr(self, '_%s' % verb)",
        "look = getattr(self, '_{}'.format(verb))",
        "word = ''.join(part.capitalize() for part in parts)\nlook = getattr(ast, word, None)",
    ],
)
def test_a_call_by_name_is_found(text: str, tmp_path: Path) -> None:
    tree(tmp_path, {"cli/a.py": text})
    assert calls_by_name(tmp_path)


def test_a_field_by_name_is_left_alone(tmp_path: Path) -> None:
    text = "same = all(getattr(one, name) == getattr(two, name) for name in names)"
    tree(tmp_path, {"cli/a.py": text})
    assert calls_by_name(tmp_path) == []


def test_a_long_file_is_found(tmp_path: Path) -> None:
    tree(tmp_path, {"cli/long.py": "x = 1\n" * (LONGEST_FILE + 1), "cli/fits.py": "x = 1\n" * LONGEST_FILE})
    tree(tmp_path, {"tests/check/test_long.py": "x = 1\n" * (LONGEST_FILE + 1)})
    found = [f"{name} has {LONGEST_FILE + 1} lines" for name in ("cli/long.py", "tests/check/test_long.py")]
    assert long_files(tmp_path) == found


def test_a_missing_docstring_is_found(tmp_path: Path) -> None:
    tree(tmp_path, {"cli/__init__.py": "", "cli/a.py": "# a comment\nx = 1", "cli/b.py": '"""Says it."""'})
    assert missing_docstrings(tmp_path) == ["cli/__init__.py", "cli/a.py"]


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("# like the Kraken", "Kraken"),
        ("kraken_minimum = 2", "kraken"),
        ("'two MERMAIDS'", "MERMAIDS"),
        ("golden_scales = 5", "golden_scales"),
        ("play('four_seasons')", "four_seasons"),
        ("# Four Seasons", "Four Seasons"),
        ("# a Dead Man's Draw card", "Dead Man's Draw"),
    ],
)
def test_a_game_word_is_found(text: str, word: str, tmp_path: Path) -> None:
    tree(tmp_path, {"gamedefs/four_seasons/game.rules": "", "rulelang/a.py": f"x = 1\n{text}"})
    assert game_words(tmp_path) == [f"rulelang/a.py:2 says {word!r}"]


def test_a_game_word_is_found_in_the_grammar(tmp_path: Path) -> None:
    tree(tmp_path, {"rulelang/syntax/grammar.lark": 'foe: "kraken"'})
    assert game_words(tmp_path) == ["rulelang/syntax/grammar.lark:1 says 'kraken'"]


def test_other_words_are_left_alone(tmp_path: Path) -> None:
    tree(tmp_path, {"gamedefs/go/game.rules": "", "gamedefs/notes/ideas.txt": "", "tests/a.py": "kraken = 1"})
    tree(tmp_path, {"cli/a.py": "scrabble = wreckage = crabby = notes = goes = 1"})
    assert game_words(tmp_path) == []
