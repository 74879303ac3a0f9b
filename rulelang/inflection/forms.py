"""Words whose ending is not decided yet: they carry their forms until a sentence says which case it needs.

In: a noun with its gender and six forms. Out: a text with a mark in it, and the texts that sentences make of
it: `pick` decides the case, `settled` whatever is left. What is yours has two forms that depend on who acts,
`your hand` and `one's own hand`; they wait for the sentence as well. A language without cases has no marks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

CASES = ("nom", "gen", "dat", "acc", "loc", "ins")
# The marks stand in the private part of Unicode; `unmarked` keeps them out of texts that come from outside.
_START, _NEXT, _END, _YOURS, _OWN, _DONE, _CLOSE = "\ue000\ue001\ue002\ue003\ue004\ue005\ue006"
CLOSING = "¦"  # in a table: the end of a subordinate clause, a comma unless the sentence stops here
_GROUP = re.compile(f"{_START}([^{_END}]*){_END}")
_PAIR = re.compile(f"{_YOURS}([^{_OWN}]*){_OWN}([^{_DONE}]*){_DONE}")
_MARKS = re.compile(f"[{_START}-{_CLOSE}]")
_NEEDLESS = re.compile(rf"{_CLOSE}+(?=[)”“*\]]*(?:\(#[^)]*\))?(?:[,.;:)!?]| \(|$))")


def unmarked(text: str) -> str:
    return _MARKS.sub("", text)


def undecided(tag: str, forms: Sequence[str]) -> str:
    """A word in all cases. The tag is its gender and number, `fp`, and how it is said to be somewhere."""
    return f"{_START}{_NEXT.join((tag, *forms))}{_END}" if len(set(forms)) > 1 or tag else forms[0]


def yours_or_own(yours: Sequence[str], own: Sequence[str]) -> list[str]:
    """The forms of `your` and of `one's own`, of which the sentence takes one."""
    return [f"{_YOURS}{one}{_OWN}{other}{_DONE}" for one, other in zip(yours, own, strict=True)]


def tag_of(text: str) -> str:
    """The gender and number of the first word that has any."""
    found = _GROUP.search(text)
    return found[1].split(_NEXT)[0] if found else ""


def pick(text: str, case: str) -> str:
    """The text in one case."""
    if _START not in text:
        return text
    index = CASES.index(case) + 1
    return _GROUP.sub(lambda found: found[1].split(_NEXT)[index], text)


def changed(text: str, change: Callable[[str, list[str]], list[str]]) -> str:
    """The text with other forms in place of those of each word."""

    def change_one(found: re.Match[str]) -> str:
        tag, *forms = found[1].split(_NEXT)
        return undecided(tag, change(tag, forms))

    return _GROUP.sub(change_one, text)


def closing(pattern: str) -> str:
    return pattern.replace(CLOSING, _CLOSE)


def decided(text: str, you_act: bool = False) -> str:
    """A clause or sentence, all of whose words have a form: what has no case yet names a thing."""
    text = pick(text, "nom")
    return _PAIR.sub(r"\2" if you_act else r"\1", text) if _YOURS in text else text


def settled(text: str) -> str:
    """A text for people."""
    text = decided(text)
    return re.sub(f"{_CLOSE}+", ",", _NEEDLESS.sub("", text)) if _CLOSE in text else text


def unclosed(text: str) -> str:
    """A subordinate clause that another one is joined to."""
    return text.rstrip(_CLOSE)


def mentions(text: str, words: str) -> bool:
    """Whether a text has these words in it, in any case."""
    return bool(words) and (words in text or any(decided(pick(words, case)) in text for case in CASES))
