"""The small definitions of tests/conformance, collected from its modules.

Out: a program for each text that is handed to `small` or `started` there and can be compiled as it stands,
by the module and line of the call. Texts that a test puts together from its parameters are left out.
"""

from __future__ import annotations

import ast
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from rulelang.diagnostics import RulesError
from rulelang.ir.nodes import Program
from tests.helpers import ROOT, small

FOLDER = ROOT / "tests" / "conformance"


@cache
def conformance() -> dict[str, dict[str, Program]]:
    """For each module its definitions that hide something, or in which somebody chooses."""
    return {file.stem: _of_module(file) for file in sorted(FOLDER.glob("test_*.py"))}


def _of_module(file: Path) -> dict[str, Program]:
    names = vars(import_module(f"tests.conformance.{file.stem}"))
    found = {}
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("small", "started") and node.args:
            # A name of the test itself is not known here, and some texts are there to be refused.
            with suppress(NameError, RulesError, TypeError):
                players = next((k.value for k in node.keywords if k.arg == "players"), ast.Constant("2"))
                found[f"{file.stem}:{node.lineno}"] = small(
                    _value(node.args[0], names), _value(players, names)
                )
    return {place: program for place, program in found.items() if _is_of_interest(program)}


def _value(node: ast.expr, names: dict[str, Any]) -> Any:
    expression = ast.fix_missing_locations(ast.Expression(node))
    return eval(compile(expression, "collected", "eval"), dict(names))


def _is_of_interest(program: Program) -> bool:
    hidden = any(declared.sees != "all" for declared in (*program.zones, *program.tracks))
    kinds = {type(instr).__name__ for body in program.bodies for instr in body.code}
    return hidden or bool(kinds & {"Choose", "Secret", "SecretMenu", "Pick"})
