"""Components as pictures: a front and a back, drawn from what is printed on them.

In: a face, the style of the game, a size in millimetres. Out: HTML of that size; `faces.css` says how it
looks. A number stands in the corner, the colour and the sign come from the first word, doors and ways stand
at the edges they lead to. Texts get the largest letters with which they fit; what does not fit with the
smallest ends with an ellipsis.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, cos, pi, sin

from cli.pages.html import tag, text
from cli.pages.style import Style
from rulelang.prose.faces import Face, Printed, Sort

SMALL = 40.0  # what is smaller has no room for sentences
LETTERS = (1.75, 3.1)  # smallest and largest letters of a text, in millimetres
WIDE = 0.58  # of a letter, as a part of its height: that of a wide font
FULL = 0.88  # how much of a line words fill, since they are not broken
LEADING, BETWEEN = 1.25, 0.8  # from line to line, and between paragraphs
FOOT = 5.0  # millimetres for the line at the foot, with the margins around a text
EDGE = 1.6  # millimetres of a mark for a way at an edge
MOST_DOTS = 20
MOST_LETTERS = 4  # in a picture
EDGES = ("north", "east", "south", "west")


def front(sort: Sort, face: Face, style: Style, width: float, height: float) -> str:
    behind = style.reverse(sort.name)
    hidden = (*style.hidden(sort.name), *behind)
    printed = tuple(part for part in face.printed if part.field not in hidden)
    words = tuple(word for part in printed for word in part.words if part.sort == "word") or (face.key,)
    colour, sign = style.colour(words), style.symbol((face.key, *words))
    number = next((part for part in printed if part.sort == "number" and part.text != "0"), None)
    open_ = [edge for part in printed for edge in _edges(part)]
    edges = [tag("span", "", class_=f"edge {edge}") for edge in open_]
    if min(width, height) < SMALL:
        name = _side_name(printed) if behind else ""
        return _small(sort, name or face.name, (colour, sign), number, edges, (width, height))
    letters = _fitting((face.name,), width - (14 if number else 5), 9.0, (2.0, 4.0))
    bar = tag("b", text(face.name)) + (tag("span", text(number.text), class_="num") if number else "")
    rows = [part for part in printed if part is not number and part.text != "0" and not _edges(part)]
    high = 3 + max(6.0, _height((face.name,), width - (14 if number else 5), letters))
    high += sum(EDGE for edge in ("north", "south") if edge in open_)  # no word lies under a door
    room = height - high - FOOT - (_height([_said(row) for row in rows], width - 5, 2.4) + 2.5 if rows else 0)
    tall = min(room - _height(face.texts, width - 5, LETTERS[1]) - 2, height * 0.42)
    inside = [tag("div", bar, class_="bar")]
    if tall >= height * 0.15:
        inside.append(_picture(sign or letters_of(sort, face, hidden), words[0], number, colour, tall))
        room -= tall + 2
    inside += [tag("ul", "".join(map(_row, rows)))] if rows else []
    inside += [*_sentences(face.texts, width - 5, room), *edges]
    inside.append(tag("div", text(f"{sort.title} · {number.label}" if number else sort.title), class_="foot"))
    kind = " ".join(["face", *(f"opens-{edge}" for edge in ("north", "south") if edge in open_)])
    return _box(kind, inside, colour, width, height, n=letters, s=min(width, height) / 5)


def letters_of(sort: Sort, face: Face, hidden: Sequence[str]) -> str:
    """The first letters of what tells this sort of component apart, as many as no other one begins with.

    Where one begins with the whole of another one (`star`, `star of night`) the longer one gets its initials.
    """
    own = _main_word(face, hidden)
    others = {_main_word(other, hidden).casefold() for other in sort.faces} - {own.casefold()}
    for size in range(1, MOST_LETTERS):
        if not any(other.startswith(own[:size].casefold()) for other in others):
            return own[:size].capitalize()
    words = [word for word in own.split() if word[0].isalpha()]
    if len(words) > 1 and any(own.casefold().startswith(other) for other in others):
        return "".join(word[0] for word in words[:MOST_LETTERS]).upper()
    return own[:MOST_LETTERS].capitalize()


def _main_word(face: Face, hidden: Sequence[str]) -> str:
    """The first word that is printed on it, or else its name."""
    words = (part.text for part in face.printed if part.sort == "word" and part.field not in hidden)
    return next(words, face.name)


def _picture(sign: str, word: str, number: Printed | None, colour: str, height: float) -> str:
    """A sign in a star whose points depend on the word, with as many dots around it as the number says."""
    points = 5 + sum(map(ord, word)) % 6
    corners = []
    for at in range(2 * points):
        far, turn = (40 if at % 2 else 31), pi * at / points
        corners.append(f"{50 + far * sin(turn):.1f},{50 - far * cos(turn):.1f}")
    dots = int(number.text) if number is not None and number.text.isdigit() else 0
    around = []
    for at in range(dots if dots <= MOST_DOTS else 0):
        x, y = 50 + 47 * sin(2 * pi * at / dots), 50 - 47 * cos(2 * pi * at / dots)
        around.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.4"/>')
    size = 34 if len(sign) == 1 else 60 / len(sign)
    inside = (
        f'<g fill="{text(colour)}"><polygon opacity=".16" points="{" ".join(corners)}"/>{"".join(around)}'
        f'<text x="50" y="{50 + size * 0.36:.1f}" font-size="{size:.1f}"'
        f' font-weight="bold">{text(sign)}</text></g>'
    )
    svg = f'<svg viewBox="0 0 100 100" style="height: {height:.1f}mm">{inside}</svg>'
    return tag("div", svg, class_="drawn")


def back(sort: Sort, face: Face, style: Style, width: float, height: float) -> str:
    """The back of a component: alike for all of a sort, unless fields of it stand there."""
    behind = tuple(part for part in face.printed if part.field in style.reverse(sort.name))
    if name := _side_name(behind):
        words = tuple(word for part in behind for word in part.words if part.sort == "word")
        number = next((part for part in behind if part.sort == "number" and part.text != "0"), None)
        return _small(sort, name, (style.colour(words), style.symbol(words)), number, [], (width, height))
    sign, colour = style.back(sort.name)
    small = min(width, height) < SMALL
    inside = [tag("div", text(sign), class_="sign")] if sign else []
    name = sort.one if small else sort.title
    inside += [tag("b", text(name))] if not (small and sign) else []
    letters = _fitting((name,), width * 0.72 if small else width - 9, height * 0.5, (1.4, 3.6))
    return _box(
        f"face back {_shape(sort)}", inside, colour, width, height, n=letters, s=min(width, height) / 2.5
    )


def _side_name(printed: Sequence[Printed]) -> str:
    """What one side of a component is called: by the first word on it."""
    return next((part.text[:1].upper() + part.text[1:] for part in printed if part.sort == "word"), "")


def _small(
    sort: Sort,
    name: str,
    look: tuple[str, str],
    number: Printed | None,
    edges: list[str],
    size: tuple[float, float],
) -> str:
    (colour, sign), (width, height) = look, size
    inside = [tag("div", text(sign), class_="sign")] if sign else []
    inside += [tag("b", text(name))]
    if number is not None and number.text not in name.split():
        inside += [tag("div", text(number.text), class_="num")]
    room = height * (0.35 if len(inside) > 1 else 0.6)
    # A round one has less room above and below the middle than a square one.
    letters = _fitting((name,), width * (0.64 if sort.word == "token" else 0.72), room, (1.4, 3.2))
    return _box(f"face {_shape(sort)}", [*inside, *edges], colour, width, height, n=letters, s=min(size) / 3)


def _shape(sort: Sort) -> str:
    return "small" if sort.word == "token" else "small square" if sort.word == "piece" else ""


def _box(kind: str, inside: list[str], colour: str, width: float, height: float, n: float, s: float) -> str:
    look = f"--c: {colour}; --n: {n:.2f}mm; --s: {s:.2f}mm; width: {width:g}mm; height: {height:g}mm"
    return tag("div", "".join(inside), class_=kind.strip(), style=look)


def _said(part: Printed) -> str:
    return part.label if part.sort == "flag" else f"{part.label}: {part.text}"


def _row(part: Printed) -> str:
    if part.sort == "flag":
        return tag("li", text(part.label))
    return tag("li", f"{tag('span', text(part.label))}: {text(part.text)}")


def _edges(part: Printed) -> list[str]:
    """The edges that ways lead to: of a field with several directions."""
    words = [word.rpartition(".")[2] for word in part.words if word.startswith("direction.")]
    return [word for word in words if word in EDGES] if part.sort == "many" else []


# ---------------------------------------------------------------- letters


def _sentences(texts: Sequence[str], width: float, room: float) -> list[str]:
    """Paragraphs with letters that fit; what does not fit with the smallest ends with an ellipsis."""
    shown = list(texts)
    while shown and _height(shown, width, LETTERS[0]) > room:
        words = shown.pop().removesuffix(" …").split()
        if len(words) > 1:
            shown.append(" ".join(words[:-1]) + " …")
    size = _fitting(shown, width, room, LETTERS)
    return [tag("p", text(line), style=f"font-size: {size:.2f}mm") for line in shown]


def _fitting(texts: Sequence[str], width: float, room: float, range_: tuple[float, float]) -> float:
    """The largest letters within a range with which texts fit into a room, and no word is broken."""
    longest = max((len(word) for line in texts for word in line.split()), default=1)
    size = range_[1]
    while size > range_[0] and (_height(texts, width, size) > room or longest * WIDE * size > width):
        size -= 0.1
    return max(size, range_[0])


def _height(texts: Sequence[str], width: float, size: float) -> float:
    """How high paragraphs are with letters of a size, all in millimetres."""
    letters = max(1.0, width / (WIDE * size))
    return sum(ceil(len(line) / (letters * FULL)) * size * LEADING + BETWEEN for line in texts)
