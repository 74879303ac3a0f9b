"""`check` takes time that grows with its input: two megabytes of anything end in under 10 s.

Texts as long as they may be are checked; longer ones are refused before they are read. Seconds are those of
the processor.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from rulelang.files import MOST_BYTES
from tests.hostile.conftest import SMALL
from tests.hostile.limits import run

MOST_SECONDS, MOST_MEGABYTES = 10, 500
SIZE = MOST_BYTES - 1000
TABLE = SMALL + 'card coin from "coins.yaml":\n    worth: number 0 to 9\n'
HIDDEN = SMALL + "track fate: number 0 to 9 starting 0 hidden\ntrack t: number 0 to 9\n"
CHAIN = "".join(f"rule r{n}:\n    if fate > {n % 9}: do r{n + 1}\n" for n in range(11_000)) + (
    "rule r11000:\n    choose one:\n        x: set t to 1\n        y: set t to 2\n"
)
HOOKED = SMALL + "track t: number 0 to 9\nrule act: set t to 1\n"


def filled(text: str, size: int = SIZE) -> str:
    return (text * (size // len(text) + 1))[:size]


def counted(line: str, size: int = SIZE) -> str:
    """So many lines with a number in each."""
    return "".join(line.format(n, n % 9) for n in range(size // (len(line) + 4)))


RULES = {
    "hashes": "#", "comments": "# a comment\n", "letters": "a", "words": "word ", "lines": "word\n",
    "quotes": '"', "quoted lines": '"\n', "signs": "é漢\u202e", "tabs": "\tset t to 1\n",
    "the same value": "value v: 1\n", "variants": "variant a of b\n", "brackets": "value v: ((((\n",
}  # fmt: skip
LISTED = {
    "values": "value v{0}: {0}\n", "unknown names": "value v{0}: u{0}\n",
    "tracks": "track t{0}: number 0 to 9\n", "kinds": "kind k{0}: a{0}, b{0}\n",
    "rules": "rule r{0}:\n    do nothing\n", "calls": "rule r{0}:\n    do x{0}\n",
    "zones": "zone z{0}: pile of nothing, public\n",
}  # fmt: skip
LONG = {"sum": "1 + ", "not": "not ", "open brackets": "(", "digits": "9", "list": "[1, "}
TABLES = {
    "quotes": filled('"'), "quoted rows": filled('a: "\n'), "braces": filled("{"),
    "lists in lists": filled("- "), "keys in keys": filled("? "),
    "rows": counted("a{0}: {{worth: 1}}\n"), "wrong rows": counted("a{0}: {{x: 1}}\n"),
    "the same row": filled("a: {worth: 1}\n"), "colons": filled("a: "), "a long key": filled("a") + ": 1\n",
}  # fmt: skip
SCENARIOS = {
    "commas": "scenario a\n    given:\n        deck is " + filled("a, "),
    "many": counted("scenario a{0}\n    then:\n        the game is over\n"),
    "wrong lines": "scenario a\n    then:\n" + filled("        x is 1\n"),
    "broken lines": "scenario a\n    then:\n" + filled("        x is (1\n"),
    "heads": filled("scenario a\n    foo\n"), "garbage": filled("!$%&/()=\n"),
    "brackets": "scenario a\n    then:\n        player 1 chooses from " + filled("(a, "),
    "variants": counted("scenario a{0}\n    variants v{0}\n    then:\n        the game is over\n"),
    "claims": counted("scenario a{0}\n    then:\n        {0} is {0}\n"),
}  # fmt: skip
CASES = {
    **{f"rules: {name}": {"game.rules": SMALL + filled(text)} for name, text in RULES.items()},
    **{f"rules: {name}": {"game.rules": SMALL + counted(text)} for name, text in LISTED.items()},
    **{
        f"rules: a long {name}": {"game.rules": f"{SMALL}value v: {filled(text, 99_000)}1\n"}
        for name, text in LONG.items()
    },
    "rules: abilities": {"game.rules": HOOKED + counted("instead of act when t is {1}: set t to {1}\n")},
    "rules: conditions in conditions": {
        "game.rules": HIDDEN
        + counted("rule r{0}:\n    if fate > {1}: do r\n")
        + "rule r:\n    choose one:\n        x: set t to 1\n        y: set t to 2\n"
    },
    "rules: a chain of conditions": {"game.rules": HIDDEN + CHAIN},
    "rules: values of values": {"game.rules": f"{SMALL}value v: 1\n" + counted("value v{0}: v{1} + 1\n")},
    **{f"table: {name}": {"game.rules": TABLE, "coins.yaml": text} for name, text in TABLES.items()},
    "texts": {"game.rules": SMALL, "strings/en.yaml": counted("a{0}: b\n")},
    **{
        f"scenarios: {name}": {"game.rules": SMALL, "scenarios/a.scenario": text}
        for name, text in SCENARIOS.items()
    },
    **{
        f"two megabytes of {name}": {"game.rules": TABLE, name: "a: 1\n" * 400_000}
        for name in ("more.rules", "coins.yaml", "strings/en.yaml", "scenarios/a.scenario")
    },
}


@pytest.mark.parametrize("name", CASES)
def test_it_is_checked_soon(name: str, tmp_path: Path) -> None:
    done = run(CASES[name], tmp_path, "check", ".", "--fresh")
    assert done.code in (0, 1) and "checked" in done.said, done.said[-500:]
    assert "Traceback" not in done.said and "mistake in rulelang" not in done.said, done.said[-500:]
    assert done.seconds < MOST_SECONDS and done.megabytes < MOST_MEGABYTES, (done.seconds, done.megabytes)
