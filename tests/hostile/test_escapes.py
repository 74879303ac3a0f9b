"""Whatever a definition says, it stays text: on a terminal, in a log of CI, in JSON and on a page."""

from __future__ import annotations

import json
import re
import unicodedata
from pathlib import Path

import pytest

from cli.screen.escaping import STEERING, for_github, for_github_value, for_json, for_page, for_terminal
from tests.helpers import ROOT

EVIL = "a\x1b[2J\x07\u202eb\u2066c\x9bd\u2028e\x7ff\u200bg"  # screens, bells, directions, line ends
COMMAND = "::error file=x::y"
OURS = re.compile(r"::(?:error|warning|notice) file=[^:]*,title=R\d{4}::")

RULES = """\
game small for 2 players
# a comment
kind colour: red, blue
card coin from "coins.yaml":
    worth: number 0 to 5
zone deck: pile of coin, hidden
zone hand of each player: line of coin, seen by owner
setup:
    move every coin to deck
play:
    as first of players:
        choose one:
            go(c in deck): say hello
            stop: end game
score of p: count(hand of p)
ranking of p: highest score of p
"""


def quoted(text: str) -> str:
    return json.dumps(text)  # which is YAML too


@pytest.fixture
def evil(tmp_path: Path) -> Path:
    """A definition that can be played and whose texts are all poisoned."""
    folder = tmp_path / "games" / "small"
    for name, text in {
        "game.rules": RULES.replace("a comment", f"{COMMAND}"),
        "coins.yaml": "cent: {worth: 1}\nfarthing: {worth: 0}\n",
        "strings/en.yaml": "".join(
            f"{key}: {quoted(f'{COMMAND} {EVIL}')}\n"
            for key in ("game.name", "help.game", "coin.cent", "coin.farthing", "zone.deck", "say.hello",
                        "option.go", "option.stop", "colour.red", "variant.long", "menu.play")
        ),
        "variants/long.rules": f"# {COMMAND} {EVIL.replace(chr(0x2028), '')}\nvariant long of small\n",
        "scenarios/a.scenario": f"scenario {EVIL} {COMMAND}\n    then:\n        player 2 decides\n",
    }.items():  # fmt: skip
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def assert_harmless(text: str) -> None:
    bad = {char for char in text if char != "\n" and unicodedata.category(char) in STEERING}
    assert not bad, [f"U+{ord(char):04X}" for char in bad]
    for line in text.split("\n"):
        assert not line.lstrip().startswith("::") or OURS.match(line), line
        assert not re.search(r"##\w*\[", line), line


def told(done) -> str:
    return done.out + done.err


@pytest.mark.parametrize(
    "words",
    [
        "check {game}", "check {game} --format json", "check {game} --format sarif",
        "check {game} --format github", "test {game}", "test {game} --coverage", "fmt --diff {game}",
        "ir {game}", "ir {game} --json", "show {game}", "show {game} --rulebook", "list",
        "diff {game} --variant long", "play {game} --seed 1", "play {game} --seats human,human",
        "simulate {game} -n 2 -j 1", "simulate {game} -n 2 -j 1 --json -",
    ],
)  # fmt: skip
def test_nothing_that_is_printed_steers(run, evil: Path, monkeypatch, words: str) -> None:
    (evil.parent / "::error::x").mkdir()
    (evil.parent / "::error::x" / "game.rules").write_text("")
    monkeypatch.setenv("RULELANG_PATH", str(evil.parent))
    done = run(*words.format(game=evil).split(), typed="\nwhy\n?\nlook\nlog\n1\n")
    assert_harmless(told(done))


BROKEN = {
    "strings/en.yaml": f"{quoted('a' + chr(10) + COMMAND)}: x\n{quoted(EVIL)}: [1]\n",
    "coins.yaml": f"{quoted('a' + chr(10) + COMMAND)}: {{worth: 1}}\n{quoted(EVIL)}: {{worth: 1}}\n",
    "variants/long.rules": f"variant long of small\nset {EVIL} to 1\nset ##[add-mask]x to 1\n",
    "scenarios/a.scenario": f"scenario a\n    variants {EVIL}, ##[x]\n    {EVIL}\n    then:\n     {EVIL}\n",
    "more.rules": f"rule x:\n    {EVIL}\nrule y{EVIL}:\n    end game\n",
}


@pytest.mark.parametrize("file", BROKEN)
@pytest.mark.parametrize("format_", ["text", "json", "sarif", "github"])
def test_no_finding_steers(run, evil: Path, file: str, format_: str) -> None:
    (evil / file).write_text(BROKEN[file], encoding="utf-8")
    done = run("check", evil, "--format", format_)
    assert done.code == 1
    assert_harmless(told(done))
    if format_ == "github":
        assert all(OURS.match(line) for line in done.out.splitlines())
    elif format_ != "text":
        assert json.loads(done.out)


@pytest.mark.parametrize("file", BROKEN)
def test_no_other_command_lets_a_finding_steer(run, evil: Path, file: str) -> None:
    (evil / file).write_text(BROKEN[file], encoding="utf-8")
    for words in (["test", evil], ["show", evil], ["fmt", "--diff", evil], ["play", evil], ["ir", evil]):
        assert_harmless(told(run(*words)))


def test_names_of_files_do_not_steer(run, evil: Path) -> None:
    odd = evil.parent / f"odd\n{COMMAND}\x1b"[:60]
    odd.mkdir()
    (odd / "game.rules").write_text("game  odd for 2 players\nplay:\n    end game\n")
    for words in (["check", odd], ["fmt", "--check", odd], ["fmt", odd], ["show", odd / "none.rules"]):
        assert_harmless(told(run(*words)))


@pytest.mark.parametrize("command", ["resume", "replay"])
def test_no_save_steers(run, tmp_path: Path, command: str) -> None:
    from tests.cli.forging import forged

    run("play", "tic_tac_toe", "--seats", "human,human", "--save", "a.json", typed="\nc1r1\n")
    text = (tmp_path / "a.json").read_text()
    hostile = f"{EVIL}\n{COMMAND}"
    for changes in (
        {"game": hostile}, {"settings": {hostile: "1"}}, {"chance": hostile}, {"answers": [[0, hostile]]},
        {"notes": {"variants": json.dumps([hostile])}}, {"notes": {"path": hostile}},
        {"notes": {"seats": f"{hostile},x"}}, {"notes": {"language": hostile}}, {"forced": hostile},
    ):  # fmt: skip
        (tmp_path / "a.json").write_text(forged(text, **changes))
        assert_harmless(told(run(command, "a.json")))


def test_the_page_of_coverage_is_only_text(run, evil: Path, tmp_path: Path) -> None:
    (evil / "rulebook.md").write_text(f"- **R1** <script>x</script> {EVIL}\n", encoding="utf-8")
    run("test", evil, "--html", "page.html")
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "<script>" not in page and "&lt;script&gt;" in page
    assert_harmless(page.replace("::error", ""))


# ------------------------------------------------------------ one function for each target


def test_each_target_has_its_escapes() -> None:
    assert for_terminal("plain é 名 text") == "plain é 名 text"
    assert for_terminal("a\x1bb\u202ec\nd") == "a b c d"
    assert for_terminal("  ::set-env x::y") == "  : :set-env x::y" and for_terminal("a ::b") == "a ::b"
    assert for_terminal("##[x] ##vso[y] # [z]") == "## [x] ## vso[y] # [z]"
    assert for_page("<a\u202e&\n\x1b>") == "&lt;a &amp;\n &gt;"
    assert for_github("a\nb\r\nc%\x1b") == "a%0Ab%0Ac%25 "
    assert for_github_value("a:b,c") == "a%3Ab%2Cc"


@pytest.mark.parametrize("text", [EVIL, "\U000e0001", "plain", "\ud800", 'é\n\t"\\'])
def test_escaped_json_means_the_same(text: str) -> None:
    written = for_json(json.dumps({"a": [text]}, ensure_ascii=False, indent=1))
    assert json.loads(written) == {"a": [text]}
    assert_harmless(written)
    assert "é" not in text or "é" in written


def test_there_is_one_place_that_writes() -> None:
    for file in (ROOT / "cli").rglob("*.py"):
        if file.name != "terminal.py":
            assert not re.search(
                r"\bprint\(|stdout\.write|stderr\.write|\.echo\(", file.read_text("utf-8")
            ), file
    for package in ("rulelang", "interpreter"):
        for file in (ROOT / package).rglob("*.py"):
            assert not re.search(r"\bprint\(|sys\.std", file.read_text("utf-8")), file
