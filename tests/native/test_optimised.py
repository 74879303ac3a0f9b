"""Objects in the cache: nothing wrong is loaded, and nothing is left behind, whatever happens to them."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from interpreter.native import optimised
from interpreter.native.optimised import kept, make, name_of
from interpreter.native.toolchain import EXPORTED
from tests.helpers import ROOT

pytestmark = pytest.mark.skipif(not optimised.system_compiler(), reason="no compiler here")
FUNCTION = '__attribute__((visibility("default"))) long {}(void) {{ return 7; }}\n'
SOURCE = "".join(FUNCTION.format(name) for name in EXPORTED)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "rulelang"


def left(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob("*native-*")) + sorted(
        path.name for path in folder.glob(".native-*")
    )


def test_what_was_made_is_found_and_called(folder: Path) -> None:
    assert kept(SOURCE) is None
    assert make(SOURCE)
    found = kept(SOURCE)
    assert (
        found is not None
        and found.tier == "optimised"
        and found.function("rl_size", optimised.ctypes.c_long)() == 7
    )
    assert left(folder) == [f"{name_of(SOURCE)}.json", f"{name_of(SOURCE)}.so"]
    assert kept(SOURCE + "/* another */") is None


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1])


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def foreign(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"\0")


def open_to_others(path: Path) -> None:
    path.chmod(0o666)


def a_link(path: Path) -> None:
    other = path.with_name("other.so")
    path.rename(other)
    path.symlink_to(other)


def a_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


@pytest.mark.parametrize("harm", [cut, emptied, foreign, open_to_others, a_link, a_pipe])
def test_what_is_not_as_it_was_made_is_not_loaded(folder: Path, harm) -> None:  # type: ignore[no-untyped-def]
    assert make(SOURCE)
    harm(folder / f"{name_of(SOURCE)}.so")
    assert kept(SOURCE) is None
    assert make(SOURCE) and kept(SOURCE) is not None  # and it is mended


@pytest.mark.parametrize("noted", ["", "{", '"0"', "7", "[1]"])
def test_what_was_noted_of_it_has_to_be_true(folder: Path, noted: str) -> None:
    assert make(SOURCE)
    (folder / f"{name_of(SOURCE)}.json").write_text(noted, encoding="utf-8")
    assert kept(SOURCE) is None


def test_a_build_that_fails_leaves_nothing_behind(folder: Path) -> None:
    assert not make("this is no C")
    assert left(folder) == [] and kept("this is no C") is None


def test_a_full_disk_leaves_nothing_behind(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "no space left")

    with monkeypatch.context() as patched:
        patched.setattr(Path, "write_text", full)
        assert not make(SOURCE)
    assert left(folder) == []
    assert make(SOURCE)


@pytest.mark.parametrize("home", ["a file", "nowhere"])
def test_without_a_place_nothing_is_kept(home: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a file").write_text("", encoding="utf-8")
    place = tmp_path / "a file" if home == "a file" else Path("/proc/nowhere")  # nobody can write there
    monkeypatch.setenv("XDG_CACHE_HOME", str(place))
    assert not make(SOURCE) and kept(SOURCE) is None


def test_a_build_that_was_killed_is_begun_again(folder: Path) -> None:
    assert make(SOURCE)
    for path in folder.glob("native-*"):
        path.unlink()
    dead = subprocess.run(
        [sys.executable, "-c", "import os; print(os.getpid())"], capture_output=True, text=True
    )
    building = folder / f".{name_of(SOURCE)}.building"
    building.write_text(dead.stdout.strip(), encoding="ascii")
    assert make(SOURCE) and kept(SOURCE) is not None


def test_what_another_process_makes_now_is_left_to_it(folder: Path) -> None:
    assert make("this is no C") is False  # the folder is there
    (folder / f".{name_of(SOURCE)}.building").write_text(str(os.getpid()), encoding="ascii")
    assert not make(SOURCE) and kept(SOURCE) is None


def test_two_processes_at_once(folder: Path) -> None:
    code = (
        "import sys; from interpreter.native.optimised import make, kept; source = sys.stdin.read();"
        "made = make(source); print(made, kept(source) is not None)"
    )
    both = [
        subprocess.Popen(
            [sys.executable, "-c", code], cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        for _ in range(2)
    ]
    said = [process.communicate(SOURCE)[0].split() for process in both]
    assert ["True", "True"] in said and all(process.returncode == 0 for process in both)
    assert kept(SOURCE) is not None and len(left(folder)) == 2
