"""The aid for a player: what the words of the game mean, rows to count on, and what else a table needs.

In: the components of a game and what it needs beside them. Out: a sheet, or as many pages as it takes. What
can be read on a component that lies open, and what is told above, is not said again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from cli.pages.faces import SMALL
from cli.pages.html import tag, text
from cli.phrases import Phrases
from rulelang.prose.faces import Aid, Sort

MOST_LINES = 12  # about components that have room for their texts; more would only repeat the deck
MOST_STEPS = 40  # of a row to count on


def aid_sheet(
    title: str, sorts: Sequence[Sort], aid: Aid, sizes: Mapping[str, tuple[float, float]], say: Phrases
) -> list[str]:
    inside = [*_words(aid), *_components(sorts, aid, sizes), *_rows(aid), *_needed(aid, say)]
    if not inside:
        return []
    head = tag("h1", text(say("sheets.aid", title)))
    return [tag("section", tag("div", "".join([head, *inside]), class_="aid"), class_="sheet aids")]


def _words(aid: Aid) -> Iterator[str]:
    for name, telling in aid.words:
        yield _head(name)
        yield from (_line(word, said) for word, said in telling)


def _components(sorts: Sequence[Sort], aid: Aid, sizes: Mapping[str, tuple[float, float]]) -> Iterator[str]:
    """What each kind of component says, once."""
    told = {said for _, telling in aid.words for _, said in telling}
    for sort in sorts:
        names: dict[str, list[str]] = {}
        for face in sort.faces:
            for said in face.texts[:1]:
                if said not in told:
                    names.setdefault(said, []).append(face.name)
        readable = min(sizes[sort.name]) >= SMALL
        if not names or (readable and len(names) > MOST_LINES):
            continue
        yield _head(f"{sort.title} ({sort.size})")
        for said, own in names.items():
            yield _line(own[0] if len(own) == 1 else f"{own[0]} … {own[-1]}", said)


def _rows(aid: Aid) -> Iterator[str]:
    for name, low, high in aid.counters:
        if 0 < high - low <= MOST_STEPS:
            steps = "".join(tag("span", str(number)) for number in range(low, high + 1))
            yield _head(name[:1].upper() + name[1:])
            yield tag("p", steps, class_="steps")


def _needed(aid: Aid, say: Phrases) -> Iterator[str]:
    """Dice, something to count with, and markers: what nobody can cut out of these sheets."""
    lines = [_line(name, faces) for name, faces in aid.dice]
    counted = [name for name, low, high in aid.counters if high - low > MOST_STEPS]
    for what, names in ((say("sheets.count"), counted), (say("sheets.mark"), aid.markers)):
        if names:
            lines.append(_line(what, ", ".join(names)))
    if lines:
        yield _head(say("sheets.needed"))
        yield from lines


def _head(words: str) -> str:
    return tag("h2", text(words))


def _line(name: str, said: str) -> str:
    return tag("p", f"{tag('strong', text(name[:1].upper() + name[1:]))}: {text(said)}")
