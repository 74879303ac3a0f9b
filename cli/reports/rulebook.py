"""The numbered rules of a game, and which of them its scenarios show.

In: a game's `rulebook.md` and its scenarios. Out: for each number whether a scenario covers it. A rule that
a program cannot show says so: `(not testable: reason)`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.rulebook import NumberedRule, numbered_rules

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulelang.ir.script import Scenario

__all__ = ["NumberedRule", "numbered_rules", "uncovered"]


def uncovered(rules: Iterable[NumberedRule], scenarios: Iterable[Scenario]) -> list[NumberedRule]:
    shown = {number for scenario in scenarios for number in scenario.covers}
    return [rule for rule in rules if rule.testable and rule.number not in shown]
