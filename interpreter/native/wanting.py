"""Whether somebody asks for one of the backends. Apart from what compiles, which most games do not need.

In: the environment. Out: `python`, `native`, or nothing.
"""

from __future__ import annotations

import os
from collections.abc import Mapping

VARIABLE = "RULELANG_BACKEND"


def wanted(environment: Mapping[str, str] = os.environ) -> str:
    """`python` or `native`, if somebody says so; `""` for whatever is quicker."""
    said = environment.get(VARIABLE, "").strip().lower()
    return said if said in ("python", "native") else ""
