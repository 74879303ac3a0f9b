"""The grammar of colours says of every word what the real lexer says, in all definitions."""

import json
import plistlib
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulelang.editor.textmate import rules_grammar, scenario_grammar
from rulelang.scenarios.lines import lines_of
from rulelang.scenarios.reading import SECTIONS
from rulelang.source import Source
from rulelang.syntax.accepts import keywords, read_tokens
from tests.helpers import ROOT

FOLDER = ROOT / "editors" / "vscode"
RULES = sorted((ROOT / "gamedefs").rglob("*.rules"))
SCENARIOS = sorted((ROOT / "gamedefs").rglob("*.scenario"))
NAMES = ("variable.", "entity.name.")


@pytest.mark.parametrize(
    ("name", "grammar"), [("rulelang", rules_grammar()), ("rulelang-scenario", scenario_grammar())]
)
def test_the_files_are_made_from_the_grammar(name: str, grammar: dict[str, object]) -> None:
    kept = json.loads((FOLDER / "syntaxes" / f"{name}.tmLanguage.json").read_text(encoding="utf-8"))
    assert kept == grammar, "run: python editors/vscode/make_grammar.py"
    listed = plistlib.loads((ROOT / "editors" / "sublime" / f"{name}.tmLanguage").read_bytes())
    assert listed == grammar, "run: python editors/vscode/make_grammar.py"


def test_every_word_of_the_grammar_has_a_colour() -> None:
    forms = [pattern["match"] for pattern in rules_grammar()["patterns"]]
    assert not [word for word in keywords() if not any(rf"\b{word}\b" in form for form in forms)]


def sort_of(scope: str) -> str:
    for sort in ("comment", "string", "constant.numeric", "punctuation", "keyword.operator"):
        if scope.startswith(sort):
            return sort
    return "name" if scope.startswith(NAMES) else "word"


def real(kind: str) -> str:
    return {"NAME": "name", "INT": "constant.numeric", "STRING": "string"}.get(kind, "word")


def differences(coloured: dict[str, list[list[list[object]]]]) -> Iterator[str]:
    for path, lines in coloured.items():
        text = Path(path).read_text(encoding="utf-8")
        for line, column, word, kind in read_tokens(text):
            if not word[0].isalnum() and word[0] != '"':
                continue
            found = next(scope for start, end, scope in lines[line - 1] if start < column <= end)
            if sort_of(str(found)) != real(kind):
                yield f"{path}:{line}:{column}: `{word}` is a {real(kind)}, coloured as {found}"


needs_engine = pytest.mark.skipif(
    shutil.which("node") is None or not (FOLDER / "node_modules" / "vscode-textmate").is_dir(),
    reason="the TextMate engine is not here: it needs node, and `npm install` in editors/vscode",
)


def coloured(paths: list[Path]) -> dict[str, list[list[list[object]]]]:
    """Each line of each file as the real engine colours it: from, to, scope."""
    command = ["node", str(FOLDER / "test" / "colours.js")]
    names = json.dumps([str(path) for path in paths])
    done = subprocess.run(command, input=names, capture_output=True, text=True, timeout=120, check=True)
    found: dict[str, list[list[list[object]]]] = json.loads(done.stdout)
    return found


@needs_engine
def test_colours_agree_with_the_lexer() -> None:
    found = list(differences(coloured(RULES)))
    assert not found, "\n".join(found[:40])


def differences_in_scenarios(found: dict[str, list[list[list[object]]]]) -> Iterator[str]:
    """Comments are those of the reader of scenarios, and so are the words that open a part of one."""
    for path, colours in found.items():
        source = Source(path, Path(path).read_text(encoding="utf-8"))
        known = {line.number: line for line in lines_of(source)}
        for number, (raw, stretches) in enumerate(zip(source.lines, colours, strict=True), 1):
            line = known.get(number)
            end = line.indent + len(line.text) if line is not None else 0
            for start, stop, scope in stretches:
                text = raw[int(str(start)) : int(str(stop))]
                if text.strip() and (int(str(start)) >= end) != str(scope).startswith("comment"):
                    yield f"{path}:{number}: `{text}` is coloured as {scope}"
            opens = line is not None and line.text in [f"{word}:" for word in SECTIONS]
            if opens and not any(str(scope).startswith("keyword.control") for _, _, scope in stretches):
                yield f"{path}:{number}: `{raw}` opens a part, and is no keyword"


@needs_engine
def test_colours_agree_with_the_reader_of_scenarios(tmp_path: Path) -> None:
    odd = tmp_path / "odd.scenario"
    odd.write_text(
        "#a comment\nscenario coin#2 is # no comment\n    given: # why\n        hand is coin#1 # one\n"
        "    #x\n    when:\n        player 1: take #3\n    then:\n        #\n        the game ends\n",
        encoding="utf-8",
    )
    found = list(differences_in_scenarios(coloured([*SCENARIOS, odd])))
    assert not found, "\n".join(found[:40])
