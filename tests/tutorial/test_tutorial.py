"""The tutorial is followed as by a reader: files grow block by block, commands run where they stand."""

from __future__ import annotations

import importlib.util
import io
import os
import random
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from cli.main import main
from interpreter.game import Game
from rulelang.compile import compile_bundle
from rulelang.diagnostics import Report
from rulelang.ir.nodes import Program
from rulelang.loader import load, load_variants
from rulelang.render import render
from rulelang.source import Source
from rulelang.syntax.format import format_source
from tests.helpers import random_play

# The folders of tests are no packages, so a neighbour is loaded by its path.
_spec = importlib.util.spec_from_file_location("tutorial_blocks", Path(__file__).with_name("blocks.py"))
assert _spec and _spec.loader
blocks = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(blocks)

STEPS = sorted(int(folder.name) for folder in blocks.STEPS.iterdir())
PAGE = blocks.PAGE.read_text(encoding="utf-8")
FENCE = re.compile(r"(?:^<!-- (?P<note>[^\n]*) -->\n)?^```(?P<info>\w+)\n(?P<text>.*?)^```$", re.M | re.S)
FILE = re.compile(r"(?P<what>file|change) (?P<step>\d\d)/(?P<path>\S+)")
WRONG = re.compile(r"fails(?: with (?P<wrong>\w+) for (?P<right>\w+))?")
LONGEST = 2000


def compiled(step: int, *variants: str) -> tuple[Program | None, Report]:
    report = Report()
    folder = blocks.STEPS / f"{step:02}"
    bundle = load(folder, report)
    patches = load_variants(folder, list(variants), report)
    return (compile_bundle(bundle, report, patches) if bundle else None), report


def variants_of(step: int) -> list[str]:
    return sorted(path.stem for path in (blocks.STEPS / f"{step:02}").glob("variants/*.rules"))


def all_games() -> Iterator[tuple[int, tuple[str, ...]]]:
    for step in STEPS:
        yield step, ()
        for variant in variants_of(step):
            yield step, (variant,)


@pytest.mark.parametrize(("step", "variants"), list(all_games()))
def test_nothing_is_found_wrong(step: int, variants: tuple[str, ...]) -> None:
    program, report = compiled(step, *variants)
    assert program is not None and not list(report), render(report)


@pytest.mark.parametrize("step", STEPS)
def test_it_is_formatted(step: int) -> None:
    for path, text in blocks.files(step).items():
        if path.endswith(".rules"):
            assert format_source(Source(path, text)) == text, path


@pytest.mark.fuzz
@pytest.mark.parametrize(("step", "variants"), list(all_games()))
def test_random_games_come_to_an_end(step: int, variants: tuple[str, ...]) -> None:
    program, _ = compiled(step, *variants)
    assert program is not None
    least, most = program.players
    for seed in range(50 if os.environ.get("RULELANG_FUZZ") == "long" else 8):
        game = Game.new(program, least + seed % (most - least + 1), seed=seed)
        random_play(game, random.Random(seed), LONGEST)
        assert game.over


def test_the_page_shows_every_change() -> None:
    shown = {(int(m["step"]), m["path"]): m["what"] for m in blocks.BLOCK.finditer(PAGE)}
    assert shown == {(step, path): what for step in STEPS for path, what in blocks.changed(step).items()}


def test_the_blocks_equal_the_files() -> None:
    assert blocks.filled(PAGE) == PAGE, "run: python tests/tutorial/blocks.py"


# ---------------------------------------------------------------- the way of a reader


class Command(NamedTuple):
    line: int
    text: str
    note: str
    written: dict[str, str]  # the files that the reader has at this place
    output: str  # lines that have to be in the output


def commands() -> list[Command]:
    written: dict[str, str] = {}
    found: list[Command] = []
    for fence in FENCE.finditer(PAGE):
        note, line = fence["note"] or "", PAGE.count("\n", 0, fence.start("text")) + 1
        if file := FILE.fullmatch(note):
            written[file["path"]] = blocks.files(int(file["step"]))[file["path"]]
        elif fence["info"] == "sh":
            found.append(Command(line, fence["text"], note, dict(written), ""))
        elif fence["info"] == "output":
            found[-1] = found[-1]._replace(output=fence["text"])
    return found


def run(
    arguments: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> tuple[int, str]:
    if "simulate" in arguments:
        arguments = [*arguments, "-j", "1"]
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\n" * 500))
    capsys.readouterr()
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    out, err = capsys.readouterr()
    return int(ended.value.code or 0), out + err


@pytest.mark.parametrize("command", commands(), ids=lambda command: f"line {command.line}")
def test_a_reader_can_do_it(
    command: Command, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("RULELANG_PATH", raising=False)
    wrong = WRONG.fullmatch(command.note)
    for path, text in command.written.items():
        file = tmp_path / "magpies" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        if wrong and wrong["wrong"]:
            text = text.replace(wrong["right"], wrong["wrong"])
        file.write_text(text, encoding="utf-8")
    said = ""
    for line in command.text.splitlines():
        program, *arguments = line.split()
        assert program == "rulelang"
        code, said = run(arguments, capsys, monkeypatch)
        assert bool(code) is bool(wrong), said
    heard = [" ".join(line.split()) for line in said.splitlines()]
    for line in command.output.splitlines():
        assert " ".join(line.split()) in heard, said
