"""Names that seem close to one that is not known.

In: a wrong name and the names that would fit. Out: a hint in words, or nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def close_to(word: str, known: Iterable[str]) -> list[str]:
    candidates = sorted(set(known))
    found = get_close_matches(word, candidates, n=3, cutoff=0.6)
    if not found and len(word) > 2:
        found = [name for name in candidates if word in name or (name in word and len(name) > 2)][:3]
    return found


def did_you_mean(word: str, known: Iterable[str]) -> str:
    found = close_to(word, known)
    if not found:
        return ""
    quoted = [f"`{name}`" for name in found]
    return f"did you mean {' or '.join(quoted)}?"
