"""Small definitions and their rules in words, side by side in three languages: `goldens/*.golden`.

After a change of a sentence: `pytest tests/prose --update-words`, then read the difference.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from attrs import evolve

from rulelang.compile import Bundle
from rulelang.diagnostics import Report
from rulelang.ir.nodes import Program
from rulelang.prose.abilities import abilities_of, ability_step
from rulelang.prose.language import speaker_for
from rulelang.prose.page import rulebook
from rulelang.prose.rules import rule_cases, value_cases
from rulelang.prose.steps import Case
from rulelang.prose.texts import Texts
from rulelang.source import Source
from rulelang.typed.definition import Definition
from tests.goldens.golden import Golden
from tests.goldens.golden import read as read_golden
from tests.prose.pages import LANGUAGES, read_bundle

HERE = Path(__file__).resolve().parent / "goldens"


def cases() -> list[Path]:
    return sorted(HERE.glob("*.golden"))


@cache
def golden(path: Path) -> Golden:
    return read_golden(path.read_text(encoding="utf-8"))


@cache
def definition(path: Path) -> tuple[Definition, Program]:
    files = {name: Source(name, text) for name, text in golden(path).parts if "." in name}
    rules = tuple(source for name, source in files.items() if name.endswith(".rules"))
    strings = {Path(name).stem: files[name] for name in files if name.startswith("strings/")}
    tables = {name: source for name, source in files.items() if name.endswith(".yaml")}
    return read_bundle(Bundle(rules, tables, strings), [], Report())


def in_words(path: Path, language: str) -> str:
    """A case called `page…` shows the whole page; the others the words of each rule, value and ability."""
    found, program = definition(path)
    if path.name.startswith("page"):
        return rulebook(found, program, language)
    speaker = speaker_for(found, Texts(program.strings, language))
    lines = []
    for rule in found.rules:
        if rule.symbol.name != "play" or len(found.rules) == 1:
            lines += [f"{rule.symbol.name}:", *said(rule_cases(speaker, rule))]
    for value in found.values:
        lines += [f"{value.symbol.name}:", *said(value_cases(speaker, value))]
    rows = [row for record in found.world.records.values() for row in record.rows.values()]
    for holder in (*rows, None):
        for ability in abilities_of(found, holder):
            lines += [f"{holder.name if holder else 'always'}:", *ability_step(speaker, ability).lines("  ")]
    return "\n".join(lines) + "\n"


def said(bodies: list[Case]) -> list[str]:
    lines = []
    for case in bodies:
        lines += [f"  [{case.words}]"] if case.words else []
        lines += [line for step in case.steps for line in step.lines("  ")]
    return lines


@pytest.mark.parametrize("path", cases(), ids=lambda path: path.stem)
def test_words(path: Path, request: pytest.FixtureRequest) -> None:
    found = {f"in {language}": in_words(path, language) for language in LANGUAGES}
    if request.config.getoption("--update-words", default=False):
        kept = tuple(part for part in golden(path).parts if not part[0].startswith("in "))
        text = evolve(golden(path), parts=(*kept, *found.items()), expected="").text()
        path.write_text(text.removesuffix("=== expected\n"), encoding="utf-8")
        return
    wanted = {name: body for name, body in golden(path).parts if name.startswith("in ")}
    assert found == wanted


@pytest.mark.parametrize("path", cases(), ids=lambda path: path.stem)
def test_a_case_says_what_it_is_about(path: Path) -> None:
    assert golden(path).about.startswith("# ")
