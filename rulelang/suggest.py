"""Names that seem close to one that is not known.

In: a wrong name and the names that would fit. Out: a hint in words, or nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sized
from difflib import get_close_matches
from functools import lru_cache

FEW = 8  # names that are listed when none is close
LONGEST = 60  # of a name that is compared
MANY = 400  # names that are all compared
MOST_REMEMBERED = 500  # names that were compared with all others
MOST = 2000  # names that are looked at: there are many findings, and each looks at all of them


def close_to(word: str, known: Iterable[str]) -> list[str]:
    known = known if isinstance(known, Sized) else list(known)
    if len(word) > LONGEST or len(known) > MOST:
        return []
    candidates = sorted(name for name in set(known) if len(name) <= LONGEST)
    if len(candidates) > MANY:  # only typing mistakes that keep the first letter
        same = [name for name in candidates if name[:1] == word[:1] and abs(len(name) - len(word)) < 3]
        candidates = same[:MANY]
    plain = word.replace("_", "")
    if found := [name for name in candidates if name.replace("_", "") == plain and name != word]:
        return found  # `northeast`: one word for two
    found = list(_closest(word, tuple(candidates)))
    if not found and len(word) > 2:
        found = [name for name in candidates if word in name or (name in word and len(name) > 2)][:3]
    return found


@lru_cache(maxsize=MOST_REMEMBERED)
def _closest(word: str, candidates: tuple[str, ...]) -> tuple[str, ...]:
    """Who types asks for the same names at every keystroke."""
    return tuple(get_close_matches(word, candidates, n=3, cutoff=0.6))


def did_you_mean(word: str, known: Iterable[str], otherwise: str = "") -> str:
    """The close names; if there are none, after the words `otherwise` all names, if they are few."""
    known = known if isinstance(known, Sized) else list(known)
    if len(known) > MOST:
        return ""
    names = sorted(set(known) - {word})
    found = close_to(word, names)
    if found:
        return f"did you mean {' or '.join(f'`{name}`' for name in found)}?"
    if otherwise and 0 < len(names) <= FEW:
        return f"{otherwise}: {', '.join(f'`{name}`' for name in names)}"
    return ""
