"""Findings point near the mistake: a small sample of what `benchmarks/mutations.py` measures."""

from benchmarks.mutations import GOAL, measure, share


def test_most_findings_are_near_the_changed_word() -> None:
    verdicts = measure(64, seed=3)
    assert len(verdicts) > 25
    assert share(verdicts) >= GOAL - 0.1  # a small sample; the measured share is in docs/diagnostics.md
