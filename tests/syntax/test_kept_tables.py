"""The tables of the parser are kept as JSON, whose keys are texts: what comes back is what was kept."""

from __future__ import annotations

import json
from typing import Any

from rulelang.syntax import grammar


def as_lists(value: Any) -> Any:
    """JSON has no tuples; everything else is left as it is."""
    if isinstance(value, dict):
        return {key: as_lists(inner) for key, inner in value.items()}
    return [as_lists(inner) for inner in value] if isinstance(value, list | tuple) else value


def test_keys_that_were_numbers_are_numbers_again() -> None:
    tables = grammar._tables(grammar.make_parser())
    again = grammar._with_numbers(json.loads(json.dumps(tables)))
    assert again == as_lists(tables)
    assert all(isinstance(state, int) for state in again["data"]["parser"]["parser"]["states"])
