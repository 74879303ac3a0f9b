"""What a hint says to write, a quick fix writes: tried on every mistake that `tests/goldens` has."""

import random
import re
from collections import Counter
from pathlib import Path

import pytest

from cli.reports.findings import findings, target_of
from rulelang.diagnostics import Diagnostic
from rulelang.editor.fixes import fixes
from rulelang.editor.rename import applied
from tests.goldens.golden import HERE, _inside, _together, cases, read, report_of

# Here the fix shows what was wrong besides, in a line that could not be read before.
SHOWS_MORE = """
cascades/tab files/empty owners/owners_with_a_comma runs/no_cascade_from_a_broken_zone
syntax/curly_quotes syntax/no_quotes syntax/possessive syntax/quantifier_before_and syntax/single_quotes
syntax/unclosed_quote syntax/wrong_bracket cascades/two_columns_left_out strings/text_of_nothing
strings/unknown_key
"""
# Here the author has something left to do: a block to fill, a name to choose, a place to write it.
LEAVES_MORE = """
answers/answer_in_play names/change_a_rule_to names/parameter_without_type names/unknown_every
names/unknown_instance_type owners/field_that_says_the_owner owners/seen_by_others_of_nobody runs/two_errors
scenarios/unknown_setting sets/must_hold_a_number syntax/unknown_declaration
syntax/zone_with_unknown_visibility syntax/zone_without_visibility
variants/alone_by_its_path variants/removes_nothing variants/assign_unknown
"""
EXACT = re.compile(r"^(?:write|say it:|declare it so:|did you mean) `[^`…<]+`\??$")


def key(found: Diagnostic) -> tuple[str, str]:
    return found.code, found.title


def tried(case: Path, folder: Path) -> tuple[list[str], list[str]]:
    """What is wrong with the fixes of a case, and hints that say exactly what to write and have none."""
    golden = read(case.read_text(encoding="utf-8"))
    words = {name.partition(" ")[0]: name.partition(" ")[2] for name, _ in golden.parts}
    wrong, without = [], []
    with _inside(folder):
        report = report_of(golden)
        before = Counter(map(key, report))
        for found in report:
            offered = fixes(found, report.sources)
            if not offered and EXACT.match(found.hint):
                without.append(f"{found.code} {found.title}: {found.hint}")
            for fix in offered:
                new = applied(report.sources, fix.edits)
                old = {path: Path(path).read_bytes() for path in new}
                for path, text in new.items():
                    Path(path).write_text(text, encoding="utf-8")
                together = [part.strip() for part in words.get("together", "").split(",") if part]
                path = Path(words.get("check", "."))
                again = _together(together) if together else findings(target_of(path))
                after = Counter(key(each) for each in again if words.get("only") in (None, each.code))
                for path_, data in old.items():
                    Path(path_).write_bytes(data)
                if after[key(found)] >= before[key(found)]:
                    wrong.append(f"`{fix.title}` leaves {key(found)}")
                more = [f"{code} {title}" for code, title in after - before if code[:3] != "R06"]
                if more:
                    wrong.append(f"`{fix.title}` brings {more}")
    return wrong, without


def name_of(case: Path) -> str:
    return str(case.relative_to(HERE).with_suffix(""))


def check(case: Path, folder: Path) -> None:
    wrong, without = tried(case, folder)
    assert not without
    if name_of(case) not in (SHOWS_MORE + LEAVES_MORE).split():
        assert not wrong


@pytest.mark.parametrize("case", random.Random(2).sample(cases(), 90), ids=name_of)
def test_hints_are_carried_out(case: Path, tmp_path: Path) -> None:
    check(case, tmp_path)


@pytest.mark.fuzz
@pytest.mark.parametrize("case", cases(), ids=name_of)
def test_every_hint_is_carried_out(case: Path, tmp_path: Path) -> None:
    check(case, tmp_path)
