"""Every example in docs/ is real: ```rules blocks compile, ```python blocks run.

A block that starts with `game ` is compiled alone. Other blocks are put into a preamble from
`preambles/`, named by a hidden comment right before the block:

    <!-- in cards -->                            declarations, beside those of preambles/cards.rules
    <!-- in cards statements(card: loot) -->     the body of a rule with these parameters
    <!-- in cards expressions(card: loot) -->    each line is an expression
    <!-- table finds.yaml -->                    names the ```yaml block that follows
    <!-- of night_walk -->                       a ```scenario block, played on a game of the same page

A block that starts with `variant ` is a patch of its preamble.
What an example declares replaces what the preamble declares under the same name. A block that opens
with ```rules error R0255 has to give exactly that code and no other.
"""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest
from attrs import frozen

from interpreter.scenarios.playing import run
from rulelang.compile import Bundle, compile_bundle
from rulelang.diagnostics import Report
from rulelang.render import render
from rulelang.source import Source
from rulelang.suite import suite_of

ROOT = Path(__file__).parents[2]
PREAMBLES = Path(__file__).parent / "preambles"
FENCE = re.compile(
    r"(?:^<!--[ ]*(?P<note>[^\n]*?)[ ]*-->\n)?^```(?P<info>[^\n`]+)\n(?P<text>.*?)^```[ ]*$", re.M | re.S
)
NOTE = re.compile(r"in (?P<preamble>\w+)(?: (?P<wrap>statements|expressions)(?:\((?P<params>.*)\))?)?\Z")
NAMED = re.compile(
    r"(?P<what>rule|value|zone|track|kind|die|setting|card|tile|token|piece|table|setup|play|score|ranking|payoff|outlook)\b"
    r"(?: (?P<name>\w+))?"
)
SINGLE = ("setup", "play", "score", "ranking", "payoff", "outlook")


@frozen
class Example:
    path: str
    line: int
    info: str
    note: str
    text: str
    tables: dict[str, str]

    def __str__(self) -> str:
        return f"{self.path}:{self.line}"


def examples(text: str, path: str) -> list[Example]:
    found, tables = [], {}
    for match in FENCE.finditer(text):
        note, info, body = match["note"] or "", match["info"].strip(), match["text"]
        line = text.count("\n", 0, match.start("text")) + 1
        if info == "yaml" and note.startswith("table "):
            tables[note.removeprefix("table ")] = body
        found.append(Example(path, line, info, note, body, dict(tables)))
    return found


def all_examples(language: str) -> list[Example]:
    found = []
    for file in sorted((ROOT / "docs").rglob("*.md")):
        path = file.relative_to(ROOT).as_posix()
        found += examples(file.read_text(encoding="utf-8"), path)
    return [example for example in found if example.info.split()[0] == language]


def declared(chunk: str) -> str | None:
    """What a top-level declaration declares; None for abilities, instances and comments."""
    match = NAMED.match(chunk)
    if match is None:
        return None
    return match["what"] if match["what"] in SINGLE else match["name"]


def chunks(text: str) -> list[str]:
    return [chunk for chunk in re.split(r"^(?=[^\s#])", text, flags=re.M) if chunk.strip()]


def wrapped(example: Example) -> str:
    """The example as a whole definition."""
    if example.text.startswith(("game ", "#")) and re.search(r"^game ", example.text, re.M):
        return example.text
    note = NOTE.match(example.note)
    assert note, f"{example}: say which preamble it needs, with <!-- in cards --> before the block"
    body = example.text
    if note["wrap"]:
        params = f"({note['params']})" if note["params"] else ""
        lines = body.splitlines()
        if note["wrap"] == "expressions":
            lines = [f"let example_{n} be {line}" for n, line in enumerate(lines) if line.strip()]
        body = f"rule example{params}:\n" + "".join(f"    {line}\n" for line in lines)
    new = {declared(chunk) for chunk in chunks(body)} - {None}
    preamble = (PREAMBLES / f"{note['preamble']}.rules").read_text(encoding="utf-8")
    kept = [chunk for chunk in chunks(preamble) if declared(chunk) not in new]
    return "".join(kept) + "\n" + body


def bundle_of(example: Example, text: str) -> Bundle:
    tables = {file.name: file.read_text(encoding="utf-8") for file in PREAMBLES.glob("*.yaml")}
    tables |= example.tables
    sources = {name: Source(name, table) for name, table in tables.items()}
    return Bundle((Source(str(example), text),), sources)


def codes(example: Example) -> list[str]:
    """What the checker finds wrong with an example, each with its code."""
    report = Report()
    if example.text.startswith("variant "):
        preamble = NOTE.match(example.note)["preamble"]
        base = (PREAMBLES / f"{preamble}.rules").read_text(encoding="utf-8")
        compile_bundle(bundle_of(example, base), report, [Bundle((Source(str(example), example.text),))])
    else:
        compile_bundle(bundle_of(example, wrapped(example)), report)
    found = [finding for finding in report if finding in report.errors or finding.code in LEAKS]
    return [f"{finding.code} {finding.span}: {finding.title}" for finding in found]


def failures(example: Example) -> list[str]:
    """What does not hold in the scenarios of an example."""
    name = example.note.removeprefix("of ")
    games = [
        e for e in all_examples("rules") if e.path == example.path and e.text.startswith(f"game {name} ")
    ]
    assert len(games) == 1, (
        f"{example}: name a game of the page, with <!-- of night_walk --> before the block"
    )
    report = Report()
    suite = suite_of(bundle_of(games[0], games[0].text), [Source(str(example), example.text)], report)
    assert suite.pairs and not suite.broken, render(report)
    outcomes = [run(scenario, program) for scenario, program in suite.pairs]
    return [f"{o.scenario.title}: expected {o.expected}, found {o.found}" for o in outcomes if not o.passed]


# The other warnings are about parts that an example leaves out.
LEAKS = ("R0611", "R0612", "R0613", "R0615", "R0616")


@pytest.mark.parametrize("example", all_examples("rules"), ids=str)
def test_rules_example(example: Example) -> None:
    _, *expected = example.info.split()
    found = codes(example)
    if expected:
        is_known = expected[0] == "error" or (expected[0] == "warning" and expected[1] in LEAKS)
        assert is_known and len(expected) == 2, f"{example}: write ```rules error R0xxx"
        assert {line.split()[0] for line in found} == {expected[1]}
    else:
        assert found == []


@pytest.mark.parametrize("example", all_examples("scenario"), ids=str)
def test_scenario_example(example: Example) -> None:
    assert failures(example) == []


@pytest.mark.parametrize("path", sorted({example.path for example in all_examples("python")}))
def test_python_examples(path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The blocks of one page run in order and share their names. Blocks with `>>>` are doctests."""
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"ROOT": ROOT}
    for example in all_examples("python"):
        if example.path != path:
            continue
        if ">>>" not in example.text:
            exec(compile("\n" * (example.line - 1) + example.text, example.path, "exec"), names)
            continue
        test = doctest.DocTestParser().get_doctest(
            example.text, names, str(example), example.path, example.line - 1
        )
        runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.NORMALIZE_WHITESPACE)
        said: list[str] = []
        runner.run(test, out=said.append, clear_globs=False)
        names = test.globs
        assert runner.failures == 0, "".join(said)


def test_there_are_examples() -> None:
    assert len(all_examples("rules")) > 50
    assert all_examples("python")


@pytest.mark.parametrize(
    ("info", "note", "text"),
    [
        ("rules", "in cards statements", "move top of dekc to discard\n"),
        ("rules", "in cards expressions", "row wher value > 3\n"),
        ("rules", "in cards", "rule broken:\n    move row\n"),
        ("rules", "", "game broken for 2 players\n"),
        ("rules", "in cards", "variant broken of cards_demo\n\nremove rule nothing_here\n"),
    ],
)
def test_a_broken_example_is_found(info: str, note: str, text: str) -> None:
    assert codes(Example("broken.md", 1, info, note, text, {}))


def test_a_scenario_that_does_not_hold_is_found() -> None:
    good = next(example for example in all_examples("scenario") if "count(lost) is 3" in example.text)
    wrong = good.text.replace("count(lost) is 3", "count(lost) is 2")
    assert wrong != good.text
    assert failures(Example(good.path, good.line, good.info, good.note, wrong, good.tables))


def test_fences_are_read_with_their_notes() -> None:
    page = "<!-- table a.yaml -->\n```yaml\nx: {}\n```\n\n"
    page += "<!-- in cards -->\n```rules error R0255\nvalue a: 1\n```\n"
    first, second = examples(page, "page.md")
    assert (first.info, second.info, second.note) == ("yaml", "rules error R0255", "in cards")
    assert (second.text, second.line, second.tables) == ("value a: 1\n", 8, {"a.yaml": "x: {}\n"})
