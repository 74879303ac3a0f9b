"""Which programs are played natively, and why others are not.

In: a layout. Out: a `Native`, or None with the reason kept. One is made for each program, number of players
and settings. `RULELANG_BACKEND=python` does without; nobody is told about it, because the answers are the
same.
"""

from __future__ import annotations

from typing import Any

from interpreter.layout import Layout
from interpreter.native.engine import Native
from interpreter.native.optimised import kept_where, system_compiler
from interpreter.native.shapes import NotNative
from interpreter.native.toolchain import NoCompiler, compiled
from interpreter.native.wanting import VARIABLE, wanted
from rulelang.ir.nodes import Program

MOST_KEPT = 50
_Key = tuple[int, int, tuple[Any, ...]]
_kept: dict[_Key, tuple[Program, Native | None, str]] = {}


def native_for(layout: Layout, surely: bool = False) -> Native | None:
    """The program as native code, compiled when it is first asked for."""
    return _made(layout)[0] if surely or wanted() != "python" else None


def reason(layout: Layout) -> str:
    """Why a program is not played natively; "" if it is."""
    return _made(layout)[1] if wanted() != "python" else f"{VARIABLE} says python"


def _made(layout: Layout) -> tuple[Native | None, str]:
    program = layout.program
    key = (id(program), layout.players, tuple(map(repr, layout.settings)))
    found = _kept.get(key)
    if found is None or found[0] is not program:
        if len(_kept) >= MOST_KEPT:
            _kept.pop(next(iter(_kept)))
        try:
            found = (program, Native(layout), "")
        except (NotNative, NoCompiler) as why:
            found = (program, None, str(why))
        _kept[key] = found
    return found[1], found[2]


def in_words() -> list[str]:
    """What plays games here, and why: for somebody who wonders how fast it is."""
    if wanted() == "python":
        return [f"games are played by the Python backend: {VARIABLE} says so"]
    try:
        tier = compiled("int rl_size(void) { return 1; }", ("rl_size",)).tier
    except NoCompiler as why:
        return [f"games are played by the Python backend: {why}"]
    lines = [f"bots and simulations play in native code, compiled in memory by {tier}"]
    if not system_compiler():
        return [*lines, "no optimised objects: this machine has no C compiler (cc, gcc or clang)"]
    folder = kept_where()
    if not folder:
        return [*lines, "no optimised objects: there is no private folder to keep them in"]
    return [*lines, f"who plays many games gets objects optimised by {system_compiler()}, kept in {folder}"]
