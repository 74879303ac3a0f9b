"""Any bytes at all end in findings or success: never in another exception, a hang or a quadratic blow-up.

What is given to the checker here is given to the formatter too. Long runs: `make fuzz`.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.scenarios.playing import run
from rulelang.compile import Bundle, compile_bundle
from rulelang.diagnostics import Report
from rulelang.loader import load, load_variants, variant_names
from rulelang.render import render
from rulelang.source import Source, decode
from rulelang.suite import suite_of
from rulelang.syntax.format import FormatError, format_source
from rulelang.syntax.words import DECLARATIONS, VERBS

ROOT = Path(__file__).resolve().parents[2]
SMALL = ("kuhn_poker", "lantern_walk", "tic_tac_toe")  # whole games that compile in a moment
HEAD = "game small for 2 players\nplay:\n    end game\n"
SCENE = """\
game small for 2 players
card coin:
    worth: number 1 to 9
coin penny, 2 copies:
    worth: 1
zone deck: pile of coin, hidden
track debt: number 0 to 4
setup:
    move every coin to deck
    shuffle deck
play:
    turns from first of players:
        choose one:
            draw when deck is not empty: move top of deck to bottom of deck
            stop: end game
"""
TABLE = (
    'game small for 2 players\ncard coin from "coins.yaml":\n    worth: number 0 to 5\nplay:\n    end game\n'
)
SIGNS = [
    *"()[]:,.+-*/<>=#\"{};!'",
    ">=",
    "\n",
    "\n    ",
    "\n        ",
    "\t",
    "\0",
    "\r\n",
    "\ufeff",
    "é",
    "名",
]
WORDS = [
    *DECLARATIONS,
    *VERBS,
    "is",
    "not",
    "in",
    "of",
    "to",
    "from",
    "where",
    "any",
    "top",
    "a",
    "deck",
    "0",
    "7",
]


# ------------------------------------------------------------ what is done with a text


def check_rules(data: bytes) -> Report:
    """As a game, as a variant, and formatted."""
    report = Report()
    source, problem = decode("game.rules", data)
    if problem:
        report.error("R0004", problem, source.line_span(1))
    compile_bundle(Bundle((source,)), report)
    base = Bundle((Source("base.rules", HEAD),))
    compile_bundle(base, report, [Bundle((source,))])
    format_or_refuse(source)
    render(report)
    return report


def check_yaml(data: bytes) -> Report:
    """As a table and as texts."""
    report = Report()
    source, _ = decode("coins.yaml", data)
    compile_bundle(Bundle((Source("game.rules", TABLE),), {"coins.yaml": source}, {"en": source}), report)
    compile_bundle(Bundle((Source("game.rules", HEAD),), {}, {"cs": source}), report)
    render(report)
    return report


def check_scenario(data: bytes) -> Report:
    report = Report()
    source, _ = decode("a.scenario", data)
    suite = suite_of(Bundle((Source("game.rules", SCENE),)), [source], report)
    render(report)
    for scenario, program in suite.pairs:
        run(scenario, program)
    return report


def format_or_refuse(source: Source) -> None:
    try:
        text = format_source(source)
    except FormatError:
        return
    assert format_source(Source(source.path, text)) == text


CHECKS: list[Callable[[bytes], Report]] = [check_rules, check_yaml, check_scenario]


# ------------------------------------------------------------ invented texts


@pytest.mark.fuzz
@pytest.mark.parametrize("check", CHECKS)
@given(data=st.binary(max_size=200))
def test_any_bytes(check: Callable[[bytes], Report], data: bytes) -> None:
    check(data)


@pytest.mark.fuzz
@pytest.mark.parametrize("check", CHECKS)
@given(text=st.text(max_size=200))
def test_any_text(check: Callable[[bytes], Report], text: str) -> None:
    check(text.encode("utf-8", "surrogatepass"))


@pytest.mark.fuzz
@given(parts=st.lists(st.sampled_from([*WORDS, *SIGNS]), max_size=40), glued=st.booleans())
def test_any_words_of_the_language(parts: list[str], glued: bool) -> None:
    check_rules((HEAD + "rule r:\n    " + ("" if glued else " ").join(parts) + "\n").encode())


@pytest.mark.fuzz
@given(
    st.lists(
        st.sampled_from(["a", ": ", "{", "}", "[", "]", "- ", "\n", "  ", "&a ", "*a", "'", '"', "1", "|"])
    )
)
def test_any_yaml(parts: list[str]) -> None:
    check_yaml("".join(parts).encode())


# ------------------------------------------------------------ real definitions with mistakes


@cache
def bundles() -> dict[str, Bundle]:
    found = {}
    for name in SMALL:
        bundle = load(ROOT / "gamedefs" / name, Report())
        assert bundle is not None
        found[name] = bundle
    return found


@cache
def files(suffix: str) -> list[Path]:
    return sorted((ROOT / "gamedefs").rglob(f"*{suffix}"))


def mutated(text: str, rng: random.Random) -> bytes:
    """Lines or words deleted, swapped, doubled, cut off; bytes put in."""
    lines = text.split("\n")
    how = rng.randrange(10)
    i, j = rng.randrange(len(lines)), rng.randrange(len(lines))
    if how == 0:
        del lines[i]
    elif how == 1:
        lines[i], lines[j] = lines[j], lines[i]
    elif how == 2:
        lines.insert(j, lines[i])
    elif how == 3:
        lines = lines[:i]
    elif how == 4:
        lines[i] = " " * rng.randrange(9) + lines[i].lstrip()
    elif how == 5:
        return text[: rng.randrange(len(text) + 1)].encode()
    elif how == 6:
        at = rng.randrange(len(text) + 1)
        junk = rng.choice(
            [b"\xff", b"\0", b"\t", b"\xef\xbb\xbf", b"\r", b"(", b'"', b"\xe2\x80\x99", b":", b"#"]
        )
        return text[:at].encode() + junk + text[at:].encode()
    else:
        words = re.findall(r"\w+|\s+|[^\w\s]", text) or [""]
        k, m = rng.randrange(len(words)), rng.randrange(len(words))
        if how == 7:
            del words[k]
        elif how == 8:
            words[k], words[m] = words[m], words[k]
        else:
            words[k] = words[m]
        return "".join(words).encode()
    return "\n".join(lines).encode()


@pytest.mark.fuzz
@given(name=st.sampled_from(SMALL), seed=st.integers(0, 2**32), times=st.integers(1, 3))
def test_a_small_game_with_mistakes(name: str, seed: int, times: int) -> None:
    rng, bundle = random.Random(seed), bundles()[name]
    texts = {source.path: source for source in (*bundle.rules, *bundle.tables.values())}
    for _ in range(times):
        victim = texts[rng.choice(sorted(texts))]
        texts[victim.path] = decode(victim.path, mutated(victim.text, rng))[0]
    rules = tuple(texts[source.path] for source in bundle.rules)
    tables = {key: texts[source.path] for key, source in bundle.tables.items()}
    report = Report()
    compile_bundle(Bundle(rules, tables, bundle.strings), report)
    render(report)
    for source in rules:
        format_or_refuse(source)


@pytest.mark.fuzz
@pytest.mark.parametrize(
    ("suffix", "check"), [(".rules", check_rules), (".yaml", check_yaml), (".scenario", check_scenario)]
)
@given(seed=st.integers(0, 2**32))
def test_a_file_of_a_game_with_mistakes(suffix: str, check: Callable[[bytes], Report], seed: int) -> None:
    rng = random.Random(seed)
    text = rng.choice(files(suffix)).read_text(encoding="utf-8")[:6000]
    check(mutated(text, rng))


@cache
def game_with_variants() -> tuple[Path, Bundle]:
    """The smallest game that has variants in files of their own."""
    games = [file.parent.parent for file in (ROOT / "gamedefs").glob("*/variants/*.rules")]
    game = min(games, key=lambda folder: (sum(f.stat().st_size for f in folder.rglob("*.rules")), folder))
    bundle = load(game, Report())
    assert bundle is not None
    return game, bundle


@pytest.mark.fuzz
@given(seed=st.integers(0, 2**32))
def test_a_variant_with_mistakes(seed: int) -> None:
    rng, (game, bundle) = random.Random(seed), game_with_variants()
    report = Report()
    (variant, *others) = load_variants(game, [rng.choice(variant_names(game))], Report())
    broken = decode("variant.rules", mutated(variant.rules[0].text, rng))[0]
    compile_bundle(bundle, report, [Bundle((broken,), variant.tables), *others])
    render(report)


# ------------------------------------------------------------ big and deep texts

LARGE = 10_000_000
DEEP = 10_000
BIG = {
    "ten megabytes": b"x" * LARGE,
    "ten megabytes of lines": b"rule a:\n" * (LARGE // 8),
    "round brackets": (HEAD + "value v: " + "(" * DEEP + "1" + ")" * DEEP).encode(),
    "square brackets": (HEAD + "value v: " + "[" * DEEP + "1" + "]" * DEEP).encode(),
    "open brackets": (HEAD + "value v: " + "(\n" * DEEP).encode(),
    "blocks": (HEAD + "rule r:\n" + "".join(" " * i + "if yes:\n" for i in range(1, DEEP // 4))).encode(),
    "not": (HEAD + "value v: " + "not " * DEEP + "yes\n").encode(),
    "minus": (HEAD + "value v: " + "-" * DEEP + "1\n").encode(),
    "and": (HEAD + "value v: yes" + " and yes" * (DEEP // 4) + "\n").encode(),
    "stray lines": (HEAD + "end game\n" * (DEEP // 10)).encode(),
    "garbage": b"!\n" * DEEP,
    "quotes": b'"' * DEEP * 10,
    "tabs": b"\t" * DEEP * 10,
    "NUL": b"\0" * DEEP * 10,
    "a BOM and CRLF": b"\xef\xbb\xbf" + HEAD.replace("\n", "\r\n").encode(),
    "spaces": b" " * DEEP * 100,
    "one long name": (HEAD + "value v: " + "a" * DEEP * 10).encode(),
    "a line of capitals": b"A" * DEEP * 10,
}  # fmt: skip


@pytest.mark.parametrize("name", sorted(BIG))
def test_big_and_deep_rules(name: str) -> None:
    start = process_time()
    report = check_rules(BIG[name])
    assert process_time() - start < 20
    assert len(report) or name == "spaces"
    assert len(report) < 400


@pytest.mark.parametrize(
    "text",
    ["[" * 100_000, "{a: " * DEEP, "".join(" " * i + "a:\n" for i in range(1000)), "- " * DEEP, "&a " * DEEP,
     "a0: &a0 {x: x, y: y}\n" + "".join(f"a{i}: &a{i} {{x: *a{i - 1}, y: *a{i - 1}}}\n" for i in range(1, 9)),
     "a: &a {b: *a}\n", "? " * DEEP, "a: '" + "x" * DEEP],
)  # fmt: skip
def test_big_and_deep_yaml(text: str) -> None:
    start = process_time()
    assert len(check_yaml(text.encode()))
    assert process_time() - start < 20


@pytest.mark.parametrize(
    "line",
    ["value v{}: w{}\n", "coin a{}\n", "track t{}: number 0 to nine{}\n", "rule r{}:\n    set aaa{} to 1\n"],
)
def test_time_grows_with_the_number_of_mistakes_and_not_with_its_square(line: str) -> None:
    def seconds(count: int) -> float:
        text = HEAD + "".join(line.format(n, n) for n in range(count))
        start = process_time()
        compile_bundle(Bundle((Source("game.rules", text),)), Report())
        return process_time() - start

    seconds(100)
    small, large = min(seconds(150) for _ in range(2)), seconds(900)
    assert large < max(6 * small, 0.2) * 3  # six times as much, and room for a busy machine
