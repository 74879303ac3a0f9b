"""Packs that somebody made to do harm: each one is refused with words, and nothing is written or followed."""

from __future__ import annotations

import io
import json
import random
import stat
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from cli.main import main
from rulelang import files
from rulelang.diagnostics import Report
from rulelang.loader import load
from rulelang.packs import MOST_BYTES, MOST_FILES, BrokenPack, packed, unpacked
from rulelang.source import LARGEST_FILE

RULES = b"game small for 2 players\n\nplay:\n    end game\n"
GOOD = {"game.rules": RULES}
Zip = zipfile.ZipFile


def made(*extra: Callable[[Zip], None], manifest: object = None) -> bytes:
    """A pack with something wrong added to it."""
    buffer = io.BytesIO()
    with Zip(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("pack.json", json.dumps({"format": 1} if manifest is None else manifest))
        archive.writestr("game.rules", RULES)
        for add in extra:
            add(archive)
    return buffer.getvalue()


def named(name: str, mode: int = 0) -> Callable[[Zip], None]:
    def add(archive: Zip) -> None:
        entry = zipfile.ZipInfo("x" * len(name))
        entry.filename = name
        entry.external_attr = mode << 16
        archive.writestr(entry, b"/etc/passwd")

    return add


def bomb(archive: Zip) -> None:
    archive.writestr("big.yaml", b" " * (LARGEST_FILE * 30))


def many_large(archive: Zip) -> None:
    for number in range(MOST_BYTES // LARGEST_FILE + 2):
        archive.writestr(f"big{number}.yaml", b" " * (LARGEST_FILE - 1))


def very_many(archive: Zip) -> None:
    for number in range(MOST_FILES + 1):
        archive.writestr(f"a{number}.yaml", b"")


def lzma(archive: Zip) -> None:
    archive.writestr("a.yaml", b"x", zipfile.ZIP_LZMA)


def lying() -> bytes:
    """An entry that says it has 3 bytes, and unpacks to many."""
    data = bytearray(made(bomb))
    size = struct.pack("<L", LARGEST_FILE * 30)
    assert data.count(size) >= 2
    return bytes(data.replace(size, struct.pack("<L", 3)))


def encrypted() -> bytes:
    data = bytearray(made())
    for mark, offset in ((b"PK\x01\x02", 8), (b"PK\x03\x04", 6)):
        at = data.rfind(mark)
        data[at + offset] |= 1
    return bytes(data)


CASES: dict[str, tuple[Callable[[], bytes], str]] = {
    "out": (lambda: made(named("../evil.rules")), "leads out"),
    "deep out": (lambda: made(named("variants/../../evil.rules")), "leads out"),
    "absolute": (lambda: made(named("/tmp/evil.rules")), "leads out"),
    "drive": (lambda: made(named("C:/evil.rules")), "leads out"),
    "backslash": (lambda: made(named("..\\evil.rules")), "leads out"),
    "dots": (lambda: made(named("a/./b.rules")), "leads out"),
    "empty part": (lambda: made(named("a//b.rules")), "leads out"),
    "control": (lambda: made(named("a\x1b[31m.rules")), "no name for a file"),
    "long name": (lambda: made(named("a" * 300 + ".rules")), "no name for a file"),
    "link": (lambda: made(named("rulebook.md", stat.S_IFLNK | 0o777)), "link"),
    "pipe": (lambda: made(named("a.yaml", stat.S_IFIFO)), "no file"),
    "twice": (lambda: made(named("game.rules")), "twice"),
    "file and folder": (lambda: made(named("a"), named("a/b.yaml")), "a file and a folder"),
    "bomb": (lambda: made(bomb), "too big"),
    "lying": (lying, "damaged"),
    "all together": (lambda: made(many_large), "together"),
    "many": (lambda: made(very_many), "more than"),
    "method": (lambda: made(lzma), "not read here"),
    "encrypted": (encrypted, "not read here"),
    "newer": (lambda: made(manifest={"format": 2}), "a newer rulelang made it"),
    "format": (lambda: made(manifest={"format": "1"}), "says no format"),
    "old": (lambda: made(manifest={"format": 0}), "says no format"),
    "list": (lambda: made(manifest=[1]), "cannot be read"),
    "no manifest": (lambda: packed("x", GOOD).replace(b"pack.json", b"park.json"), "some other archive"),
    "empty": (lambda: b"", "damaged"),
    "text": (lambda: b"hello\n", "damaged"),
    "cut": (lambda: packed("x", GOOD)[:-30], "damaged"),
}


@pytest.mark.parametrize("case", CASES)
def test_a_bad_pack_is_refused_with_words(
    case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    make, says = CASES[case]
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "bad.rulepack"
    file.write_bytes(make())
    with pytest.raises(BrokenPack, match=says):
        unpacked(file.read_bytes())
    for command in ("check", "show", "test"):
        with pytest.raises(SystemExit) as ended:
            main([command, "bad.rulepack"])
        out, err = capsys.readouterr()
        assert ended.value.code and says in out + err
        assert "Traceback" not in out + err and "\x1b" not in out + err
        assert (out + err).count("cannot read this pack") == 1
    assert list(tmp_path.iterdir()) == [file]


def test_a_good_pack_is_read() -> None:
    assert unpacked(packed("small", GOOD)) == GOOD


def test_no_path_leads_through_a_pack_to_the_disk(tmp_path: Path) -> None:
    (tmp_path / "secret.rules").write_bytes(RULES)
    pack = tmp_path / "a.rulepack"
    pack.write_bytes(packed("small", GOOD))
    for name in ("../secret.rules", "variants/../../secret.rules"):
        assert files.kind(pack / name) == files.NOTHING
        report = Report()
        assert files.read(pack / name, report, pack).text == "" and report.errors
    assert not files.is_inside(tmp_path / "secret.rules", pack)


def test_a_link_or_a_pipe_named_like_a_pack(tmp_path: Path) -> None:
    import os

    os.mkfifo(tmp_path / "pipe.rulepack")
    report = Report()
    assert load(tmp_path / "pipe.rulepack", report) is None or report.errors
    (tmp_path / "loop.rulepack").symlink_to(tmp_path / "loop.rulepack")
    assert load(tmp_path / "loop.rulepack", report) is None


def test_a_pack_that_is_too_big_is_not_read(tmp_path: Path) -> None:
    file = tmp_path / "big.rulepack"
    with file.open("wb") as handle:
        handle.truncate(MOST_BYTES + 1)
    assert "too big" in files.broken_pack(file)


def test_a_changed_pack_is_read_anew(tmp_path: Path) -> None:
    file = tmp_path / "a.rulepack"
    file.write_bytes(packed("small", GOOD))
    with files.noted() as notes:
        assert load(file, Report()) is not None
    assert files.still_true(notes)
    file.write_bytes(packed("small", {"game.rules": RULES + b"# more\n"}))
    assert not files.still_true(notes)


def test_damaged_bytes_never_surprise() -> None:
    """Any byte changed: the same files come out, or it is refused; nothing else is ever raised."""
    good, rng = packed("small", {**GOOD, "strings/en.yaml": b"game: {name: Small}\n"}), random.Random(1)
    for _ in range(3000):
        data = bytearray(good)
        for _ in range(rng.randint(1, 3)):
            data[rng.randrange(len(data))] = rng.randrange(256)
        try:
            found = unpacked(bytes(data))
        except BrokenPack:
            continue
        assert all(len(content) <= LARGEST_FILE for content in found.values())
