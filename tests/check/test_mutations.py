"""Findings point near the mistake, one for each: a sample of what `benchmarks/mutations.py` measures."""

from benchmarks.mutations import ALONE, BOTH, GOAL, measure, share, share_alone, share_both

SMALL = 0.1  # how much worse a small sample may be; the measured shares are in docs/diagnostics.md


def test_one_mistake_gives_one_finding_near_it_and_two_give_two() -> None:
    verdicts, both = measure(96, seed=3)
    assert len(verdicts) > 40
    assert len(both) > 8
    assert share(verdicts) >= GOAL - SMALL
    assert share_alone(verdicts) >= ALONE - SMALL
    assert share_both(both) >= BOTH - SMALL
