"""A rulebook to hand out: one page with contents, pictures, rules, numbers to cite and an index.

In: the rules in words as `rulelang.prose.page` says them, the same without the variants in play, the
components, and the numbered rules of the game's own rulebook. Out: HTML. The page is that of the changed
game; what a variant has changed is marked. Numbers are those of `rulebook.md`; a game without one gets a
number for each heading.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrs import define, field, frozen

from cli.pages.faces import front
from cli.pages.html import css, document, tag, text
from cli.pages.markdown import Block, blocks, inline
from cli.pages.style import Style
from cli.phrases import Phrases
from rulelang.prose.faces import Sort
from rulelang.prose.page import Page

MOST_PICTURES = 12  # of one sort of components
WIDEST = 30.0  # millimetres of a picture


@frozen
class Numbered:
    number: str
    text: str
    chapter: str


@frozen
class Variant:
    name: str
    about: str
    played: bool


@define
class Part:
    """A heading with what stands below it, until the next one."""

    heading: Block
    inside: list[Block] = field(factory=list)
    number: str = ""
    changed: bool = False


def rulebook_page(
    page: Page, before: Page | None, sorts: Sequence[Sort], style: Style, numbered: Sequence[Numbered],
    variants: Sequence[Variant], edition: str, say: Phrases,
) -> str:  # fmt: skip
    first, *parts = _parts(page.text)
    if before is not None:
        _mark_changes(parts, _parts(before.text))
    _number(parts, own=not numbered)
    pictures = {page.ink.spots[f"type.{sort.name}"]: _gallery(sort, style) for sort in sorts}
    body = [*_front(first, page, variants, edition, say), _contents(parts, numbered, variants, say)]
    body += _sections(parts, pictures, say)
    chapter = sum(part.heading.level == 2 for part in parts) + 1
    body += _variants(variants, chapter, say)
    body += _numbered(numbered, chapter + bool(variants), say)
    body.append(_index(parts, chapter + bool(variants) + bool(numbered), say))
    title = first.heading.title
    return document(title, say.language, css("rulebook") + css("faces"), body)


# ---------------------------------------------------------------- the parts of the page


def _parts(page: str) -> list[Part]:
    found: list[Part] = []
    for block in blocks(page):
        if block.level:
            found.append(Part(block))
        else:
            found[-1].inside.append(block)
    return found


def _mark_changes(parts: Iterable[Part], before: Iterable[Part]) -> None:
    """What the game without its variants does not say, or says otherwise."""
    known = {part.heading.spot: [block.html for block in part.inside] for part in before}
    for part in parts:
        part.changed = known.get(part.heading.spot) != [block.html for block in part.inside]


def _number(parts: Sequence[Part], own: bool) -> None:
    """Numbers for headings: R1, R2 … or, where the game has its own numbers, chapters."""
    chapter = section = count = 0
    for part in parts:
        if part.heading.level == 2:
            chapter, section = chapter + 1, 0
            part.number = str(chapter)
        else:
            section, count = section + 1, count + 1
            part.number = f"R{count}" if own else f"{chapter}.{section}"


# ---------------------------------------------------------------- front and contents


def _front(first: Part, page: Page, variants: Sequence[Variant], edition: str, say: Phrases) -> Iterator[str]:
    yield tag("h1", first.heading.html)
    yield from (block.html for block in first.inside[:-1])  # the last one are the links of the plain page
    played = [variant.name for variant in variants if variant.played]
    if played:
        note = say("rulebook.marked")
        yield tag("p", f"{tag('span', text(note), class_='changed-note')}", class_="played")
    yield tag("p", text(say("rulebook.edition", edition)), class_="edition")


def _link(spot: str, words: str) -> str:
    return tag("a", text(words), href=f"#{spot}")


def _numbered_link(part: Part) -> str:
    number = tag("span", text(part.number), class_="number")
    return f"{number} {_link(part.heading.spot, part.heading.title)}"


def _contents(
    parts: Sequence[Part], numbered: Sequence[Numbered], variants: Sequence[Variant], say: Phrases
) -> str:
    lines = []
    chapters = [at for at, part in enumerate(parts) if part.heading.level == 2]
    for at, end in zip(chapters, [*chapters[1:], len(parts)], strict=True):
        inner = [part for part in parts[at + 1 : end] if part.heading.level == 3]
        links = "\n".join(tag("li", _numbered_link(part)) for part in inner)
        own = _link(parts[at].heading.spot, parts[at].heading.title)
        lines.append(tag("li", own + (tag("ul", links, class_="inner") if links else "")))
    if variants:
        lines.append(tag("li", _link("all-variants", say("rulebook.variants"))))
    if numbered:
        lines.append(tag("li", _link("by-number", say("rulebook.numbered"))))
    lines.append(tag("li", _link("index", say("rulebook.index"))))
    return tag("nav", tag("h2", text(say("rulebook.contents"))) + tag("ol", "\n".join(lines)))


# ---------------------------------------------------------------- chapters


def _sections(parts: Sequence[Part], pictures: Mapping[str, str], say: Phrases) -> Iterator[str]:
    for part in parts:
        level = part.heading.level
        number = tag("span", text(part.number), class_="number")
        badge = tag("span", text(say("rulebook.changed")), class_="badge") if part.changed else ""
        head = tag(f"h{level}", f"{number} {part.heading.html} {badge}", id=part.heading.spot)
        inside = "\n".join(block.html for block in part.inside)
        gallery = pictures.get(part.heading.spot, "")
        kind = f"level{level}{' changed' if part.changed else ''}"
        yield tag("section", f"{head}\n{gallery}\n{inside}", class_=kind)


def _gallery(sort: Sort, style: Style) -> str:
    """Pictures of components: a few of a large deck, spread over all of it."""
    faces, size = sort.faces, style.size(sort.name, sort.word)
    if len(faces) > MOST_PICTURES:
        faces = tuple(faces[at * len(faces) // MOST_PICTURES] for at in range(MOST_PICTURES))
    scale = min(1.0, WIDEST / size[0])
    room = f"width: {size[0] * scale:g}mm; height: {size[1] * scale:g}mm"
    look = f"transform: scale({scale:.4f})"
    drawn = [tag("div", front(sort, face, style, *size), class_="scaled", style=look) for face in faces]
    shown = [tag("div", picture, class_="picture", style=room) for picture in drawn]
    return tag("div", "".join(shown), class_="gallery")


# ---------------------------------------------------------------- the last chapters


def _head(chapter: int, title: str, spot: str) -> str:
    return tag("h2", f"{tag('span', str(chapter), class_='number')} {text(title)}", id=spot)


def _variants(variants: Sequence[Variant], chapter: int, say: Phrases) -> Iterator[str]:
    if not variants:
        return
    rows = []
    for variant in variants:
        badge = tag("span", text(say("rulebook.in_play")), class_="badge") if variant.played else ""
        about = f": {text(variant.about)}" if variant.about else ""
        rows.append(tag("li", f"{tag('strong', text(variant.name))}{badge and ' '}{badge}{about}"))
    head = _head(chapter, say("rulebook.variants"), "all-variants")
    yield tag("section", head + tag("ul", "\n".join(rows)), class_="level2")


def _numbered(numbered: Sequence[Numbered], at: int, say: Phrases) -> Iterator[str]:
    if not numbered:
        return
    rows, chapter = list[str](), ""
    for rule in numbered:
        if rule.chapter != chapter:
            chapter = rule.chapter
            rows.append(tag("h3", inline(chapter)))
        number = tag("span", text(rule.number), class_="number")
        rows.append(tag("p", f"{number} {inline(rule.text)}", id=rule.number))
    head = _head(at, say("rulebook.numbered"), "by-number")
    yield tag("section", head + "\n".join(rows), class_="level2 by-number")


def _index(parts: Sequence[Part], chapter: int, say: Phrases) -> str:
    named = sorted(
        {(part.heading.title, part.heading.spot, part.number) for part in parts if part.heading.level > 2},
        key=lambda entry: (_sorting(entry[0]), entry[0]),
    )
    rows = [
        tag("li", f"{_link(spot, title)} {tag('span', text(number), class_='number')}")
        for title, spot, number in named
    ]
    head = _head(chapter, say("rulebook.index"), "index")
    return tag("section", head + tag("ul", "\n".join(rows), class_="columns"), class_="level2 index")


def _sorting(words: str) -> str:
    """Letters with accents stand beside those without."""
    plain = unicodedata.normalize("NFKD", words.casefold().replace("ł", "l"))
    return "".join(sign for sign in plain if sign.isalnum() or sign == " ")
