"""The guide docs/write-a-variant.md works as it is written: every file is made, every command is run.

<!-- file a/b.rules -->     the block that follows is that file
```console                 `$ rulelang …` is run; each line below it must be in what it prints, in order
! exit code 1              the command fails with this code; otherwise it must not fail
"""

from __future__ import annotations

import io
import re
import shlex
import sys
from pathlib import Path

import pytest

from cli.main import main
from tests.helpers import ROOT

GUIDE = ROOT / "docs" / "write-a-variant.md"
BLOCK = re.compile(
    r"(?:^<!-- file (?P<file>[^\n]+?) -->\n)?^```(?P<info>\w+)\n(?P<text>.*?)^```[ ]*$", re.M | re.S
)


def commands(text: str) -> list[tuple[str, list[str], int]]:
    """Command lines with what each has to print, and its exit code."""
    found: list[tuple[str, list[str], int]] = []
    for line in text.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], [], 0))
        elif line.startswith("! exit code "):
            found[-1] = (*found[-1][:2], int(line.split()[-1]))
        elif line.strip():
            found[-1][1].append(line.strip())
    return found


def test_the_guide(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("RULELANG_PATH", raising=False)
    ran = 0
    for block in BLOCK.finditer(GUIDE.read_text(encoding="utf-8")):
        if block["info"] == "text":
            assert block["file"], f"say which file this is:\n{block['text']}"
            path = tmp_path / block["file"]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block["text"], encoding="utf-8")
        else:
            assert block["info"] == "console", block["info"]
            for command, expected, code in commands(block["text"]):
                program, *arguments = shlex.split(command)
                assert program == "rulelang"
                monkeypatch.setattr(sys, "stdin", io.StringIO(""))
                with pytest.raises(SystemExit) as ended:
                    main(arguments)
                out, err = capsys.readouterr()
                said = " ".join((out + err).split())
                assert (ended.value.code or 0) == code, f"{command}\n{out}{err}"
                place = 0
                for line in expected:
                    words = " ".join(line.split())
                    at = said.find(words, place)
                    assert at >= 0, f"{command} does not say (here): {line}\n{out}{err}"
                    place = at
                ran += 1
    assert ran >= 10


def test_what_the_guide_makes_is_formatted(tmp_path: Path) -> None:
    from rulelang.source import Source
    from rulelang.syntax.format import format_source

    for block in BLOCK.finditer(GUIDE.read_text(encoding="utf-8")):
        if (block["file"] or "").endswith(".rules"):
            assert format_source(Source(block["file"], block["text"])) == block["text"]
