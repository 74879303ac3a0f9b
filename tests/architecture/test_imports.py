"""Every line lives in its room: who may import whom, and what the Python may not know.

Each rule is a function from a source tree to a list of readable violations. The first half of the tests
runs the rules on this repository; the second half runs them on small bad trees, to prove that they can fail.
"""

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("rulelang", "interpreter", "cli")
LONGEST_FILE = 450
NOT_OURS = {"build", "dist", "venv", "node_modules", "__pycache__"}

# Distinctive words of the five games. Words that a rule language may need itself (hook, map, key, value,
# card, tile, round, captain of a team ...) are left out on purpose.
GAME_WORDS = (
    # Dead Man's Draw
    *("mermaid", "kraken", "casanova", "beastmaster", "golden scales", "cannon", "dead man's draw"),
    *("swordsman", "plunderer", "master gunner", "safe harbor", "davy jones", "siren"),
    # Sea Salt & Paper
    *(
        "octopus",
        "penguin",
        "lighthouse",
        "shoal",
        "crab",
        "shark",
        "swimmer",
        "sailor",
        "anchor",
        "sea salt",
    ),
    # Dead Men Tell No Tales
    *("deckhand", "skelit", "fromm", "cutlass", "grog", "trapdoor", "dinghy", "whitebeard", "lamore"),
    *("titian", "garrett", "dead men tell no tales", "powder keg"),
    # Malacca and Barracuda
    *("malacca", "sayyida", "barracuda", "wreck", "pirate"),
)


class Import(NamedTuple):
    line: int
    name: str  # in full, with the imported name: `from a.b import c` is `a.b.c`


# --- reading a source tree ---------------------------------------------------------------------------


def files_of(root: Path, folders: Iterable[str], *suffixes: str) -> Iterator[Path]:
    for folder in folders:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in suffixes and path.is_file():
                yield path


def place(root: Path, path: Path, line: int | None = None) -> str:
    where = path.relative_to(root).as_posix()
    return where if line is None else f"{where}:{line}"


def parse(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def imports_of(root: Path, path: Path) -> Iterator[Import]:
    package = path.relative_to(root).parent.parts
    for node in ast.walk(parse(path)):
        match node:
            case ast.Import(names=names):
                for alias in names:
                    yield Import(node.lineno, alias.name)
            case ast.ImportFrom(module=module, names=names, level=level):
                base = list(package[: len(package) - level + 1]) if level else []
                base += module.split(".") if module else []
                for alias in names:
                    yield Import(node.lineno, ".".join([*base, alias.name]))
            case ast.Call(
                func=ast.Name(id="__import__" | "import_module") | ast.Attribute(attr="import_module"),
                args=[ast.Constant(value=str(name)), *_],
            ):
                yield Import(node.lineno, name)


def within(name: str, *parents: str) -> bool:
    return any(name == parent or name.startswith(f"{parent}.") for parent in parents)


def bad_imports(root: Path, files: Iterable[Path], is_bad: Callable[[str], bool]) -> list[str]:
    return [
        f"{place(root, path, found.line)} imports {found.name}"
        for path in files
        for found in imports_of(root, path)
        if is_bad(found.name)
    ]


# --- the rules ---------------------------------------------------------------------------------------


def interpreter_beyond_ir(root: Path) -> list[str]:
    files = files_of(root, ["interpreter"], ".py")
    return bad_imports(root, files, lambda n: within(n, "rulelang") and not within(n, "rulelang.ir"))


def rulelang_upwards(root: Path) -> list[str]:
    return bad_imports(root, files_of(root, ["rulelang"], ".py"), lambda n: within(n, "interpreter", "cli"))


def cli_from_outside(root: Path) -> list[str]:
    def may_not(path: Path) -> bool:
        parts = path.relative_to(root).parts
        return parts[0] not in ("cli", "tests") and not any(p.startswith(".") or p in NOT_OURS for p in parts)

    files = filter(may_not, files_of(root, ["."], ".py"))
    return bad_imports(root, files, lambda n: within(n, "cli"))


def library_outside(library: str, *homes: str) -> Callable[[Path], list[str]]:
    def rule(root: Path) -> list[str]:
        inside = {root / home for home in homes}
        files = (p for p in files_of(root, PACKAGES, ".py") if not inside & {p, *p.parents})
        return bad_imports(root, files, lambda n: within(n, library))

    return rule


lark_outside_syntax = library_outside("lark", "rulelang/syntax")
yaml_outside_tables = library_outside("yaml", "rulelang/tables.py", "interpreter/phrases")
typer_outside_cli = library_outside("typer", "cli")
rich_outside_cli = library_outside("rich", "cli")
textual_outside_full = library_outside("textual", "cli/full")


def chance_or_clock(root: Path) -> list[str]:
    files = files_of(root, ["rulelang", "interpreter"], ".py")
    return bad_imports(root, files, lambda n: within(n, "random", "secrets", "time", "datetime"))


def ir_looks_out(root: Path) -> list[str]:
    files = files_of(root, ["rulelang/ir"], ".py")
    return bad_imports(root, files, lambda n: within(n, "rulelang") and not within(n, "rulelang.ir"))


def bots_look_in(root: Path) -> list[str]:
    allowed = [f"interpreter.{name}" for name in ("game", "view", "determinize", "decisions", "bots")]
    files = files_of(root, ["interpreter/bots"], ".py")
    return bad_imports(root, files, lambda n: within(n, "interpreter") and not within(n, *allowed))


def python_in_gamedefs(root: Path) -> list[str]:
    return [place(root, path) for path in files_of(root, ["gamedefs"], ".py", ".pyi", ".pyc")]


def long_files(root: Path) -> list[str]:
    lengths = {
        p: len(p.read_text(encoding="utf-8").splitlines()) for p in files_of(root, PACKAGES, ".py", ".lark")
    }
    return [f"{place(root, path)} has {n} lines" for path, n in lengths.items() if n > LONGEST_FILE]


def missing_docstrings(root: Path) -> list[str]:
    return [place(root, p) for p in files_of(root, PACKAGES, ".py") if not ast.get_docstring(parse(p))]


def game_folders(root: Path) -> list[str]:
    return sorted(path.parent.name for path in (root / "gamedefs").glob("*/game.rules"))


def game_words(root: Path) -> list[str]:
    """Whole words, in any case, also in the plural and as a part of a snake_case name."""
    words = sorted({*GAME_WORDS, *game_folders(root)})
    patterns = "|".join(re.sub(r"(\\ |_)", "[ _-]", re.escape(word)) for word in words)
    pattern = re.compile(rf"(?<![a-z0-9])(?:{patterns})s?(?![a-z0-9])", re.IGNORECASE)
    return [
        f"{place(root, path, number)} says {found.group()!r}"
        for path in files_of(root, PACKAGES, ".py", ".lark")
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        for found in pattern.finditer(line)
    ]


# --- this repository keeps the rules -----------------------------------------------------------------


def expect_none(violations: list[str], rule: str) -> None:
    if violations:
        pytest.fail("\n  ".join([f"{rule}:", *violations]), pytrace=False)


@pytest.mark.parametrize("package", PACKAGES)
def test_there_is_something_to_look_at(package: str) -> None:
    assert list(files_of(ROOT, [package], ".py")), (
        f"no Python in {package}/: the other tests here prove nothing"
    )


def test_the_interpreter_knows_only_the_ir_of_the_language() -> None:
    expect_none(interpreter_beyond_ir(ROOT), "interpreter may import from rulelang only rulelang.ir")


def test_the_language_knows_neither_the_interpreter_nor_the_command_line() -> None:
    expect_none(rulelang_upwards(ROOT), "rulelang may import neither interpreter nor cli")


def test_nobody_imports_the_command_line() -> None:
    expect_none(cli_from_outside(ROOT), "only cli itself and tests may import cli")


def test_lark_stays_in_the_syntax() -> None:
    expect_none(lark_outside_syntax(ROOT), "lark may be imported only in rulelang/syntax")


def test_yaml_stays_in_the_tables() -> None:
    expect_none(
        yaml_outside_tables(ROOT),
        "yaml may be imported only where tables are read: rulelang/tables.py, interpreter/phrases",
    )


def test_typer_stays_in_the_command_line() -> None:
    expect_none(typer_outside_cli(ROOT), "typer may be imported only in cli")


def test_rich_stays_in_the_command_line() -> None:
    expect_none(rich_outside_cli(ROOT), "rich may be imported only in cli")


def test_textual_stays_in_the_full_screen() -> None:
    expect_none(textual_outside_full(ROOT), "textual may be imported only in cli/full")


def scene_behind_the_facade(root: Path) -> list[str]:
    files = files_of(root, ["interpreter/scene"], ".py")
    return bad_imports(root, files, lambda n: within(n, "interpreter.machine", "interpreter.state"))


def test_the_scene_looks_at_a_game_only_through_its_facade() -> None:
    expect_none(scene_behind_the_facade(ROOT), "interpreter/scene may import neither machine nor state")


def test_no_chance_and_no_clock_below_the_command_line() -> None:
    expect_none(
        chance_or_clock(ROOT), "rulelang and interpreter use no clock, and chance only from the state"
    )


def test_the_ir_stands_alone() -> None:
    expect_none(ir_looks_out(ROOT), "rulelang.ir may import nothing from the rest of rulelang")


def test_bots_see_only_what_a_player_may_see() -> None:
    expect_none(
        bots_look_in(ROOT), "bots may import from interpreter only game, view, determinize, decisions"
    )


def test_game_definitions_hold_no_python() -> None:
    expect_none(python_in_gamedefs(ROOT), "gamedefs/ is data: no Python there")


def test_no_file_is_too_long() -> None:
    expect_none(long_files(ROOT), f"no file of the packages is longer than {LONGEST_FILE} lines")


def test_every_module_says_what_it_is_for() -> None:
    expect_none(missing_docstrings(ROOT), "every module starts with a docstring")


def test_no_word_of_a_game_outside_gamedefs() -> None:
    expect_none(game_words(ROOT), "words of a game belong in gamedefs/, not in the packages")


# --- the rules can fail ------------------------------------------------------------------------------


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
    (rulelang_upwards, "rulelang/a.py", "from interpreter.game import Game", "interpreter.game.Game"),
    (rulelang_upwards, "rulelang/check/a.py", "import cli.main", "cli.main"),
    (rulelang_upwards, "rulelang/a.py", "import importlib\nimportlib.import_module('cli')", "cli"),
    (cli_from_outside, "interpreter/a.py", "import cli", "cli"),
    (cli_from_outside, "benchmarks/a.py", "from cli import main", "cli.main"),
    (lark_outside_syntax, "rulelang/check/a.py", "from lark import Token", "lark.Token"),
    (lark_outside_syntax, "rulelang/syntax.py", "import lark", "lark"),
    (yaml_outside_tables, "rulelang/syntax/tables.py", "import yaml", "yaml"),
    (typer_outside_cli, "interpreter/a.py", "import typer", "typer"),
    (textual_outside_full, "cli/main.py", "from textual.app import App", "textual.app.App"),
    (rich_outside_cli, "rulelang/render.py", "from rich.console import Console", "rich.console.Console"),
    (chance_or_clock, "interpreter/rng.py", "import random", "random"),
    (chance_or_clock, "rulelang/a.py", "from time import monotonic", "time.monotonic"),
    (chance_or_clock, "rulelang/a.py", "import datetime as d", "datetime"),
    (ir_looks_out, "rulelang/ir/a.py", "from ..syntax import ast", "rulelang.syntax.ast"),
    (ir_looks_out, "rulelang/ir/__init__.py", "from .. import source", "rulelang.source"),
    (bots_look_in, "interpreter/bots/a.py", "from interpreter.state import State", "interpreter.state.State"),
    (bots_look_in, "interpreter/bots/a.py", "from .. import rng", "interpreter.rng"),
]

GOOD = [
    (interpreter_beyond_ir, "interpreter/a.py", "from rulelang import ir\nfrom rulelang.ir import nodes"),
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
        "from ..view import View\nfrom .b import x\nimport interpreter.game",
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


def test_a_long_file_is_found(tmp_path: Path) -> None:
    tree(tmp_path, {"cli/long.py": "x = 1\n" * (LONGEST_FILE + 1), "cli/fits.py": "x = 1\n" * LONGEST_FILE})
    assert long_files(tmp_path) == [f"cli/long.py has {LONGEST_FILE + 1} lines"]


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
