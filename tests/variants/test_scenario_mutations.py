"""No scenario passes for nothing: each of its words matters, or it is explained why another one does too.

One word of each line is misspelt, and one is exchanged for another of its sort; see `scenario_mutants`. A
sample runs with the other tests, 300 scenarios in `make fuzz`.
"""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

from tests.helpers import definition_folders
from tests.variants.scenario_mutants import ANOTHER, COVERS, Mutant, mutants, reasons, scenarios, survivors

MANY = 300


def some_mutants(seed: int, amount: int) -> list[Mutant]:
    """Of scenarios that are drawn from all games alike."""
    rng = random.Random(seed)
    every = [(game, one) for game in definition_folders().values() for one in scenarios(game)]
    return [m for game, one in rng.sample(every, amount) for m in mutants(game, [one], rng)]


def unexplained(some: list[Mutant], folder: Path) -> tuple[list[str], Counter[str]]:
    found = reasons(survivors(some, folder), folder)
    return [str(mutant) for mutant, why in found.items() if not why], Counter(found.values())


@pytest.mark.parametrize("seed", range(2))
def test_a_changed_word_does_not_pass_unnoticed(seed: int, tmp_path: Path) -> None:
    some = some_mutants(seed, 8)
    assert len(some) > 100
    assert unexplained(some, tmp_path)[0] == []


@pytest.mark.fuzz
def test_a_changed_word_of_300_scenarios_does_not_pass_unnoticed(tmp_path: Path) -> None:
    some = some_mutants(16, MANY)
    kinds = Counter(mutant.kind for mutant in some)
    assert kinds["misspelt"] > 3000 and kinds["exchanged"] > 2000
    wrong, why = unexplained(some, tmp_path)
    print(f"{dict(kinds)}, of them true: {dict(why.most_common())}")
    assert wrong == []
    claims = sum(amount for reason, amount in why.items() if reason not in (COVERS, *ANOTHER.values()))
    assert claims < kinds["exchanged"] / 25


def test_words_that_nobody_looks_up_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The test above can fail: here names are not checked, and what is not checked survives."""
    monkeypatch.setattr("rulelang.suite.check_names", lambda *args: True)
    some = [mutant for mutant in some_mutants(3, 20) if mutant.line.text.startswith("covers")]
    wrong, why = unexplained(some, tmp_path)
    assert len(wrong) > 5 and sum(why.values()) > len(wrong)
