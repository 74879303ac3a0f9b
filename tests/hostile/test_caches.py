"""What is kept between two runs can neither run nor lie: no pickle, private folders, everything checked."""

from __future__ import annotations

import os
import pickle
import re
import sys
from pathlib import Path

import pytest

from rulelang.private import cache_folder, keep, recall
from tests.helpers import ROOT

PACKAGES = ("rulelang", "interpreter", "cli")
UNSAFE = re.compile(r"\b(?:pickle|marshal|shelve|dill)\b(?!,)|\bcache=")
posix = pytest.mark.skipif(os.name != "posix", reason="files have no owners here")


class Payload:
    """Makes a file when it is unpickled."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __reduce__(self) -> tuple[object, ...]:
        return (Path.touch, (self.mark,))


def test_nothing_in_the_cache_is_run(process, game: Path, tmp_path: Path) -> None:
    mark, home = tmp_path / "it ran", tmp_path / "cache"
    (home / "rulelang").mkdir(parents=True)
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    for name in [f"grammar-{version}", *kept_names()]:
        (home / "rulelang" / name).write_bytes(b"0" * 64 + b"\n" + pickle.dumps(Payload(mark)))
    assert process("check", game, XDG_CACHE_HOME=str(home)).code == 0
    assert not mark.exists()


def kept_names() -> list[str]:
    folder = cache_folder()
    kept = [*folder.glob("grammar-*.json"), *folder.glob("quick-*.json")] if folder is not None else []
    return [file.name for file in kept]


def test_no_module_uses_a_format_that_can_run() -> None:
    for package in PACKAGES:
        for file in (ROOT / package).rglob("*.py"):
            code = re.sub(r'"""[\s\S]*?"""|#.*', "", file.read_text(encoding="utf-8"))
            assert not UNSAFE.search(code), file


@pytest.mark.parametrize("variables", [{"XDG_CACHE_HOME": "here"}, {"XDG_CACHE_HOME": "", "HOME": "here"}])
def test_a_cache_never_lies_where_one_stands(process, game: Path, tmp_path: Path, variables) -> None:
    assert process("check", game, **variables).code == 0
    assert not (tmp_path / "here").exists() or "XDG_CACHE_HOME" not in variables
    assert not list(tmp_path.rglob("rulelang"))


def test_what_is_kept_comes_back_and_the_second_start_uses_it(process, game: Path, tmp_path: Path) -> None:
    home = tmp_path / "cache"
    assert process("check", game, XDG_CACHE_HOME=str(home)).code == 0
    kept = {file.name: file.stat().st_mtime_ns for file in (home / "rulelang").iterdir()}
    assert sorted(name.partition("-")[0] for name in kept) == ["checked", "grammar", "quick"]
    assert process("check", game, XDG_CACHE_HOME=str(home)).code == 0
    assert {file.name: file.stat().st_mtime_ns for file in (home / "rulelang").iterdir()} == kept


@posix
def test_the_folder_is_private(tmp_path: Path) -> None:
    folder = cache_folder({"XDG_CACHE_HOME": str(tmp_path)})
    assert folder is not None and folder.stat().st_mode & 0o777 == 0o700
    folder.chmod(0o755)
    assert cache_folder({"XDG_CACHE_HOME": str(tmp_path)}) == folder
    assert folder.stat().st_mode & 0o777 == 0o700


@posix
def test_a_folder_in_which_others_write_is_no_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    environment = {"XDG_CACHE_HOME": str(tmp_path)}
    folder = cache_folder(environment)
    assert folder is not None
    folder.chmod(0o777)
    assert cache_folder(environment) is None
    folder.chmod(0o700)
    assert cache_folder(environment) == folder
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    assert cache_folder(environment) is None


@posix
def test_a_link_to_a_folder_is_no_cache(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir(mode=0o700)
    (tmp_path / "rulelang").symlink_to(tmp_path / "elsewhere")
    assert cache_folder({"XDG_CACHE_HOME": str(tmp_path)}) is None


def test_what_was_changed_is_not_believed(tmp_path: Path) -> None:
    folder = cache_folder({"XDG_CACHE_HOME": str(tmp_path)})
    assert folder is not None
    keep(folder, "a-1", {"x": [1, "y"]}, most=3)
    assert recall(folder, "a-1") == {"x": [1, "y"]}
    file = folder / "a-1"
    for broken in (file.read_bytes().replace(b"1,", b"2,"), file.read_bytes()[:-1], b"", b"\xff", b"{}"):
        file.write_bytes(broken)
        assert recall(folder, "a-1") is None


@posix
def test_only_our_regular_files_are_read(tmp_path: Path) -> None:
    folder = cache_folder({"XDG_CACHE_HOME": str(tmp_path)})
    assert folder is not None
    keep(folder, "a-1", 7, most=3)
    (folder / "a-2").symlink_to(folder / "a-1")
    os.mkfifo(folder / "a-3")
    assert [recall(folder, name) for name in ("a-1", "a-2", "a-3", "a-4")] == [7, None, None, None]
    (folder / "a-1").chmod(0o666)
    assert recall(folder, "a-1") is None


def test_only_the_newest_are_kept(tmp_path: Path) -> None:
    folder = cache_folder({"XDG_CACHE_HOME": str(tmp_path)})
    assert folder is not None
    keep(folder, "b-1", 0, most=2)
    for number in range(4):
        keep(folder, f"a-{number}", number, most=2)
        os.utime(folder / f"a-{number}", (number, number))
    assert sorted(file.name for file in folder.iterdir()) == ["a-2", "a-3", "b-1"]
    keep(None, "a-9", 0, most=2)
    assert recall(None, "a-9") is None
