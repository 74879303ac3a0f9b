"""Texts with gaps, and the plural forms of languages.

In: a text of a string table, and what to put into its gaps. Out: a text for people. `{1}` is the first part;
`{1:a card|# cards}` is the form that the first part, a number, asks for, with the number for `#`: in Czech
and Polish there are three. What rulebooks know besides, `{1.gen}`, is `{1}` here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from rulelang.limits import LONGEST_SENTENCE

GAP = re.compile(r"\{(\d)(?:[.~@<>+#][^{}:]*)?(?::([^{}]*))?\}")
# In a sentence about a rule a gap may also be a name of that rule: `{card.acc}`.
NAMED_GAP = re.compile(r"\{(\d|[a-z_][a-z0-9_]*)((?:[.~@<>+#:][^{}]*)?)\}")
TWO, SLAVIC, ONE = ("1", "2"), ("1", "2", "5"), ("1",)  # a number for each form
_SLAVIC = frozenset(("cs", "sk", "pl", "ru", "uk", "hr", "sr", "bs"))
_WITHOUT = frozenset(("ja", "zh", "ko", "vi", "th", "id"))


def plural_forms(language: str) -> tuple[str, ...]:
    """The forms that a language has, each by a number that asks for it."""
    return SLAVIC if language in _SLAVIC else ONE if language in _WITHOUT else TWO


def plural_form(language: str, number: int) -> int:
    """Which form a number asks for, counted from 0."""
    if language in _WITHOUT:
        return 0
    if language not in _SLAVIC:
        return 0 if abs(number) == 1 else 1
    if abs(number) == 1:
        return 0
    last = abs(number) % 10
    if language in ("cs", "sk"):
        return 1 if 2 <= abs(number) <= 4 else 2
    if language != "pl" and last == 1 and abs(number) % 100 != 11:
        return 0
    return 1 if 2 <= last <= 4 and not 12 <= abs(number) % 100 <= 14 else 2


def filled(
    text: str, parts: Sequence[str | int], language: str = "en", longest: int = LONGEST_SENTENCE
) -> str:
    """A text with its gaps filled. A gap for a part that is not there stays as it is written.

    A text may name its parts as often as it likes; what gets too long by that is cut.
    """
    if "{" not in text:
        return text
    found: list[str] = []
    length, after = 0, 0
    for gap in GAP.finditer(text):
        found += [text[after : gap.start()], _filled_gap(gap, parts, language)]
        length += len(found[-2]) + len(found[-1])
        after = gap.end()
        if length > longest:
            break
    else:
        found.append(text[after:])
    return shortened("".join(found), longest)


def shortened(text: str, longest: int = LONGEST_SENTENCE) -> str:
    """A text for people: what is longer than anybody reads is cut."""
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def listed(words: Iterable[str]) -> str:
    """Words with commas between them, as many as anybody reads."""
    found: list[str] = []
    length = 0
    for word in words:
        found.append(word)
        length += len(word) + 2
        if length > LONGEST_SENTENCE:
            break
    return shortened(", ".join(found))


def _filled_gap(gap: re.Match[str], parts: Sequence[str | int], language: str) -> str:
    number = int(gap[1]) - 1
    if not 0 <= number < len(parts):
        return gap[0]
    part = parts[number]
    if gap[2] is None:
        return str(part)
    forms = gap[2].split("|")
    form = plural_form(language, int(part)) if is_number(part) else len(forms) - 1
    chosen = forms[min(form, len(forms) - 1)]
    return chosen.replace("#", str(part), LONGEST_SENTENCE // max(1, len(str(part))) + 1)


def is_number(part: str | int) -> bool:
    return isinstance(part, int) or re.fullmatch(r"-?\d{1,18}", part, re.ASCII) is not None
