"""Checks that are not typing: visitors of the typed program, one module each.

In: a typed `Definition`. Out: findings in the report.
"""

from __future__ import annotations

from rulelang.checks.competing import check_competing
from rulelang.checks.cost import check_costs
from rulelang.checks.flow import check_flow
from rulelang.checks.hypotheses import check_hypotheses
from rulelang.checks.piles import check_piles
from rulelang.checks.secrets import check_secrets
from rulelang.checks.sizes import check_sizes
from rulelang.checks.starts import check_starts
from rulelang.checks.unused import check_unused
from rulelang.diagnostics import Report
from rulelang.typed.definition import Definition


def check(definition: Definition, report: Report, *, lint: bool = True) -> None:
    """Everything that can be wrong with a definition whose names and types are right, or could be better."""
    check_sizes(definition, report)
    check_starts(definition, report)
    check_piles(definition, report)
    check_hypotheses(definition, report)
    if report.errors:
        return
    check_costs(definition, report)
    if not lint:
        return
    check_unused(definition, report)
    check_flow(definition, report)
    check_competing(definition, report)
    check_secrets(definition, report)


__all__ = ["check"]
