"""Rules for the source tree: who may import whom, and what the Python may not know.

Each rule is a function from a source tree to a list of readable violations.
"""

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("rulelang", "interpreter", "cli")
LONGEST_FILE = 400
SPOKEN = ("rulelang.types", "rulelang.limits", "rulelang.nodes")  # what all rooms speak of
TOLD_WITH = (*SPOKEN, "rulelang.inflection")  # names change in what is told at the table, too
NOT_OURS = {"build", "dist", "venv", "node_modules", "__pycache__"}

# Distinctive words of the five games. Words that a rule language may need itself (hook, map, key, value,
# card, tile, round, captain of a team ...) are left out on purpose.
EVERYDAY = {"hex", "y"}  # games whose names are also the names of numbers' digits and of coordinates
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
    """The tree of a file, for all rules the same one: nobody may change it."""
    return _parsed(path.read_text(encoding="utf-8"), str(path))


@cache
def _parsed(text: str, name: str) -> ast.Module:
    return ast.parse(text, filename=name)


def imports_of(root: Path, path: Path) -> tuple[Import, ...]:
    return _imports(parse(path), path.relative_to(root).parent.parts)


@cache
def _imports(tree: ast.Module, package: tuple[str, ...]) -> tuple[Import, ...]:
    return tuple(_imports_in(tree, package))


def _imports_in(tree: ast.Module, package: tuple[str, ...]) -> Iterator[Import]:
    for node in ast.walk(tree):
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
    files = list(files_of(root, ["interpreter"], ".py"))

    def is_bad(name: str) -> bool:
        shared = within(name, "rulelang.ir", *TOLD_WITH) and not within(name, "rulelang.ir.from_typed")
        return within(name, "rulelang") and not shared

    kept = {f"rulelang.{name}" for name in ("private", "__version__")}  # objects are kept where caches are
    keepers = [path for path in files if path.name == "optimised.py"]
    others = [path for path in files if path not in keepers]
    return bad_imports(root, others, is_bad) + bad_imports(
        root, keepers, lambda name: is_bad(name) and not within(name, *kept)
    )


# One direction through the language: what each room may import of `rulelang`, besides itself and what all
# of them share. A room that is not listed may import everything.
SHARED = tuple(
    f"rulelang.{name}"
    for name in ("source", "diagnostics", "suggest", "types", "limits", "nodes", "memo", "private")
)
ROOMS: dict[str, tuple[str, ...]] = {
    "rulelang/syntax": (),
    "rulelang/variants": ("rulelang.syntax",),
    "rulelang/typed": ("rulelang.syntax", "rulelang.tables"),
    "rulelang/checks": ("rulelang.typed", "rulelang.ir"),
    "rulelang/inflection": ("rulelang.ir",),
    "rulelang/prose": ("rulelang.typed", "rulelang.ir", "rulelang.tables", "rulelang.inflection"),
}


def rooms_out_of_order(root: Path) -> list[str]:
    found = []
    for room, others in ROOMS.items():
        allowed = (room.replace("/", "."), *SHARED, *others)
        files = files_of(root, [room], ".py")
        found += bad_imports(root, files, lambda n, ok=allowed: within(n, "rulelang") and not within(n, *ok))
    return found


def backend_from_outside(root: Path) -> list[str]:
    """The facade and the room of knowledge know a backend by its protocol only."""
    files = [
        path
        for path in files_of(root, ["interpreter/game", "interpreter/knowledge", "interpreter/bots"], ".py")
        if path.name != "machines.py"  # where a backend is chosen
    ]
    return bad_imports(root, files, lambda n: within(n, "interpreter.python", "interpreter.native"))


def towers(root: Path) -> list[str]:
    """Classes that are made of classes that are made of classes: parts are put together instead."""
    bases: dict[str, tuple[list[str], str]] = {}
    for path in files_of(root, ["rulelang", "interpreter"], ".py"):
        if "rulelang/syntax/ast" in path.as_posix():
            continue  # nodes: a family of them, and the nodes
        for node in ast.walk(parse(path)):
            if isinstance(node, ast.ClassDef):
                names = [base.id for base in node.bases if isinstance(base, ast.Name)]
                bases[node.name] = (names, place(root, path, node.lineno))
    return [
        f"{where}: {name} stands on {base}, which stands on {', '.join(bases[base][0])}"
        for name, (parents, where) in bases.items()
        for base in parents
        if base in bases and any(grand in bases and grand != "Fields" for grand in bases[base][0])
    ]


def calls_by_name(root: Path) -> list[str]:
    """Functions that are found by a name put together, or called as soon as `getattr` found them."""

    def is_getattr(node: ast.AST) -> bool:
        return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "getattr"

    found = []
    for path in files_of(root, PACKAGES, ".py"):
        tree = parse(path)
        made = {
            target.id
            for node in ast.walk(tree)
            if isinstance(node, ast.Assign) and is_put_together(node.value)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call):
                continue
            name = node.args[1] if is_getattr(node) else None
            by_name = name is not None and (
                is_put_together(name) or (isinstance(name, ast.Name) and name.id in made)
            )
            if by_name or is_getattr(node.func):
                found.append(place(root, path, node.lineno))
    return found


def is_put_together(node: ast.AST) -> bool:
    """A text made of others: `f"_{verb}"`, `"_" + verb`, `"".join(…)`, `"_{}".format(verb)`."""
    match node:
        case ast.JoinedStr() | ast.BinOp(op=ast.Mod() | ast.Add(), left=ast.Constant(value=str())):
            return True
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=str()))):
            return True
    return False


# The front door (docs/adr/0014): what `import rulelang`, `rulelang.learn` and `python -m rulelang` reach for.
FRONT = tuple(f"rulelang/{name}.py" for name in ("front", "learn", "scene", "science", "__main__"))
OF_CLI = FRONT[-2:]  # they know what stands on top of all


def rulelang_upwards(root: Path) -> list[str]:
    files = [p for p in files_of(root, ["rulelang"], ".py") if place(root, p) not in FRONT]
    return bad_imports(root, files, lambda n: within(n, "interpreter", "cli"))


def front_from_inside(root: Path) -> list[str]:
    """The front door leads in: nobody inside goes through it."""
    inside = [
        p for p in files_of(root, PACKAGES, ".py") if place(root, p) not in (*FRONT, "rulelang/__init__.py")
    ]
    names = {name.removesuffix(".py").replace("/", ".") for name in FRONT}
    return bad_imports(root, inside, lambda n: within(n, *names))


def cli_from_outside(root: Path) -> list[str]:
    def may_not(path: Path) -> bool:
        parts = path.relative_to(root).parts
        return (
            place(root, path) not in OF_CLI
            and parts[0] not in ("cli", "tests")
            and not any(p.startswith(".") or p in NOT_OURS for p in parts)
        )

    files = filter(may_not, files_of(root, ["."], ".py"))
    return bad_imports(root, files, lambda n: within(n, "cli"))


def library_outside(library: str, *homes: str) -> Callable[[Path], list[str]]:
    def rule(root: Path) -> list[str]:
        inside = {root / home for home in homes}
        files = (p for p in files_of(root, PACKAGES, ".py") if not inside & {p, *p.parents})
        return bad_imports(root, files, lambda n: within(n, library))

    return rule


lark_outside_syntax = library_outside("lark", "rulelang/syntax")
pygls_outside_editor = library_outside("pygls", "cli/editor", "cli/commands/lsp.py")


def server_outside_web(root: Path) -> list[str]:
    found = (library_outside(name, "cli/web")(root) for name in ("starlette", "uvicorn", "websockets"))
    return [line for lines in found for line in lines]


yaml_outside_tables = library_outside(
    "yaml", "rulelang/tables.py", "rulelang/inflection/declining.py", "interpreter/phrases"
)
LEARNING = ("numpy", "gymnasium", "pettingzoo", "pyspiel", "open_spiel")


def learning_outside_adapters(root: Path) -> list[str]:
    """What is an extra is imported where it is used."""
    found = [library_outside(name, "interpreter/adapters")(root) for name in LEARNING]
    return [wrong for each in found for wrong in each]


typer_outside_cli = library_outside("typer", "cli")
rich_outside_cli = library_outside("rich", "cli")
textual_outside_full = library_outside("textual", "cli/full")


def chance_or_clock(root: Path) -> list[str]:
    # How old a file in the cache is decides nothing in a game.
    files = [p for p in files_of(root, ["rulelang", "interpreter"], ".py") if p.name != "optimised.py"]
    return bad_imports(root, files, lambda n: within(n, "random", "secrets", "time", "datetime"))


def ir_looks_out(root: Path) -> list[str]:
    def is_bad(name: str) -> bool:
        own = within(name, "rulelang.ir", *SPOKEN) and not within(name, "rulelang.ir.from_typed")
        return within(name, "rulelang") and not own

    files = [p for p in files_of(root, ["rulelang/ir"], ".py") if "from_typed" not in p.parts]
    return bad_imports(root, files, is_bad)


def bots_look_in(root: Path) -> list[str]:
    allowed = [f"interpreter.{name}" for name in ("game", "practice", "knowledge.views", "bots")]
    files = files_of(root, ["interpreter/bots"], ".py")
    return bad_imports(root, files, lambda n: within(n, "interpreter") and not within(n, *allowed))


def python_in_gamedefs(root: Path) -> list[str]:
    return [place(root, path) for path in files_of(root, ["gamedefs"], ".py", ".pyi", ".pyc")]


def long_files(root: Path) -> list[str]:
    """Tests are read as often as what they test."""
    files = files_of(root, (*PACKAGES, "tests", "benchmarks"), ".py", ".lark")
    lengths = {p: len(p.read_text(encoding="utf-8").splitlines()) for p in files}
    return [f"{place(root, path)} has {n} lines" for path, n in lengths.items() if n > LONGEST_FILE]


def missing_docstrings(root: Path) -> list[str]:
    return [place(root, p) for p in files_of(root, PACKAGES, ".py") if not ast.get_docstring(parse(p))]


def game_folders(root: Path) -> list[str]:
    return sorted(path.parent.name for path in (root / "gamedefs").glob("*/game.rules"))


def game_words(root: Path) -> list[str]:
    """Whole words, in any case, also in the plural and as a part of a snake_case name."""
    words = sorted({*GAME_WORDS, *game_folders(root)} - EVERYDAY)
    patterns = "|".join(re.sub(r"(\\ |_)", "[ _-]", re.escape(word)) for word in words)
    pattern = re.compile(rf"(?<![a-z0-9])(?:{patterns})s?(?![a-z0-9])", re.IGNORECASE)
    return [
        f"{place(root, path, number)} says {found.group()!r}"
        for path in files_of(root, PACKAGES, ".py", ".lark")
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        for found in pattern.finditer(line)
    ]


def scene_behind_the_facade(root: Path) -> list[str]:
    files = files_of(root, ["interpreter/scene"], ".py")
    return bad_imports(root, files, lambda n: within(n, "interpreter.python", "interpreter.game.machines"))
