"""What stands at a place in a file of texts: a key, a gap of a sentence, or words for people.

In: the text of such a file and a place in it. Out: a `Wording`: what sort of place it is and the keys above
it; and the names that fit there. In words for people no name of the game is meant, so none is suggested.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator

from attrs import evolve, frozen

from rulelang.compile import Study
from rulelang.diagnostics import Report
from rulelang.editor.bodies import bodies
from rulelang.editor.fitting import BINDING, Name, bound_in
from rulelang.editor.mentions import Key, keys_meant, walk
from rulelang.editor.told import TELL
from rulelang.source import Source, Span
from rulelang.syntax import ast
from rulelang.typed.symbols import World

KEY, GAP, PROSE = "a key", "a gap", "words"
_KEY = re.compile(r"""^(\s*)("[^"\n]*"|'[^'\n]*'|[^\s"'#{},][^"'#{},\n]*?)\s*:(?=\s|$)""")
_IN_GAP = re.compile(r"[a-z_0-9]*\Z")  # what follows the name in a gap says how it is written


@frozen
class Wording:
    sort: str
    above: tuple[str, ...]  # the parts of the keys that the place lies below, or whose text it is in
    begun: str = ""  # what stands before the place in the same part of a key: `after ` of "after lay"


def wording_at(text: str, at: int) -> Wording:
    first = text.rfind("\n", 0, at) + 1
    above = _above(text[:first], text[first:at])
    keys: list[tuple[str, ...]] = []  # of the mappings in braces around the place
    part, quote, gap, value = "", "", None, False
    for number, sign in enumerate(text[first:at]):
        follows = text[first + number + 1 : first + number + 2]
        if quote or (value and part.strip()):
            if sign == "{" and value:
                gap = first + number + 1
            elif sign == "}" and gap is not None:
                gap = None
            elif quote and sign == quote:
                quote = ""
            elif not quote and keys and gap is None and sign in ",}":
                above, part, value = keys[-1], "", sign == "}"
                keys = keys[:-1] if sign == "}" else keys
                continue
            elif not quote and sign == "#" and part[-1:].isspace():
                return Wording(PROSE, above)
            part += sign
        elif sign in "\"'":
            quote = sign
            part += " " if value and not part else ""
            part = part if not value else f"{part}{sign}"
        elif value and sign == "{":
            keys, part, value = [*keys, above], "", False
        elif value and sign in ",}" and keys:
            above, part, value = keys[-1], "", sign == "}"
            keys = keys[:-1] if sign == "}" else keys
        elif not value and sign == ":" and (not follows or follows.isspace()):
            above, part, value = (*above, *_parts(part)), "", True
        elif not value and sign == "#" and not part.strip():
            return Wording(PROSE, above)
        elif not value and sign == "{":
            keys = [*keys, above]
        else:
            part += sign if not value or not sign.isspace() else ""
    if value:
        named = gap is not None and _IN_GAP.fullmatch(text[gap:at])
        return Wording(GAP if named else PROSE, above)
    *whole, begun = part.split(".")
    return Wording(
        KEY, (*above, *(word.strip() for word in whole)), re.sub(r"[a-z0-9_]*\Z", "", begun.lstrip())
    )


def _parts(key: str) -> tuple[str, ...]:
    return tuple(key.strip().strip("\"'").split("."))


def _above(text: str, line: str) -> tuple[str, ...]:
    """The keys on lines above that the line lies below, by their indentation."""
    indent = len(line) - len(line.lstrip())
    found: list[str] = []
    for each in reversed(text.split("\n")):
        key = _KEY.match(each)
        if key is not None and len(key[1]) < indent:
            indent = len(key[1])
            found = [*_parts(key[2]), *found]
        if not indent:
            break
    return tuple(found)


# ---------------------------------------------------------------- names


def names_for(wording: Wording, names: Iterable[Name], source: Source, study: Study | None) -> list[Name]:
    """Names in a key, first those that its language has texts for here and that have none yet."""
    world = study.world if study is not None else None
    taken = {key[-1] for key in _keys(source) if key[:-1] == wording.above}
    asked = _asked(wording, study)
    names = list(
        {name.text: name for name in (*names, *(Name(word, "option", True) for word in asked))}.values()
    )
    found = []
    for name in names:
        fits = name.text not in taken and world is not None and _fits(wording, name, world, asked)
        found.append(evolve(name, fits=fits, exact=fits, local=False))
    known = {name.text for name in found}
    words = [word for key in _keys(source) for word in re.findall(r"(?<!\w)[a-z][a-z0-9_]*(?!\w)", key[-1])]
    return [*found, *(Name(word, "word", False) for word in dict.fromkeys(words) if word not in known)]


def _asked(wording: Wording, study: Study | None) -> set[str]:
    """What is asked in the rule or ability whose texts stand here."""
    if study is None or study.world is None or not wording.above:
        return set()
    body, nodes = wording.above[-1], _nodes(study)
    return {key[2] for key, _, _ in bodies(nodes, study.world) if key[:2] == ("prompt", body)}


def _nodes(study: Study) -> list[ast.Node]:
    return [*study.base, *(node for patch in study.patches for node in patch.declarations)]


def _fits(wording: Wording, name: Name, world: World, asked: Collection[str]) -> bool:
    if wording.begun:  # the second word of a name like `after lay`
        return name.sort in ("rule", "value", "zone", "track", "row", "word")
    return any(_is(key, name, world, asked) for key in keys_meant((*wording.above, name.text)))


def _is(key: Key, name: Name, world: World, asked: Collection[str]) -> bool:
    sort, owner, _ = key
    if sort == "prompt":
        return name.text in asked
    if sort == "row":
        return owner in world.records and name.text in world.records[owner].rows
    if sort == "word":
        return owner in world.kinds and name.text in world.kinds[owner].words
    return name.sort == ("rule" if sort == "body" else sort)


def _keys(source: Source) -> Iterator[tuple[str, ...]]:
    """The keys of a file that may be broken, with those above them; not those of mappings in braces."""
    open_: list[tuple[int, tuple[str, ...]]] = []
    for line in source.lines:
        found = _KEY.match(line)
        if found is None:
            continue
        indent = len(found[1])
        while open_ and open_[-1][0] >= indent:
            open_.pop()
        key = (*(open_[-1][1] if open_ else ()), *_parts(found[2]))
        open_.append((indent, key))
        yield key


def gap_names(wording: Wording, study: Study | None, rules: Iterable[Source]) -> list[Name]:
    """The names that a gap can have: those inside of the rule or ability that the sentence tells of."""
    head, *rest = wording.above or ("",)
    if f"{head}." != TELL or not rest:
        return []  # all other gaps are numbers
    found: dict[str, Name] = {}
    if study is not None and study.world is not None:
        nodes = _nodes(study)
        within = [span for key, _, span in bodies(nodes, study.world) if key == ("body", "", rest[0])]
        for node in walk(tuple(nodes)):
            if isinstance(node, BINDING) and any(_inside(node.span, span) for span in within):
                found.setdefault(str(node.name), Name(str(node.name), "local", True, True, True))
    others = (name for source in rules for name in bound_in(source, Report()))
    return [*found.values(), *(name for name in others if name.text not in found)]


def _inside(span: Span, whole: Span) -> bool:
    return span.path == whole.path and whole.line <= span.line <= whole.end_line
