"""What a place in a text wants: the words of the grammar, names that are known, the type that is asked for.

In: the texts of a game, one of them with a place in it where somebody types. Out: a `Here`. A name that
nobody uses is put there, what is missing to read the declaration is put behind it, and the whole is typed:
what the checker then says about that name is what fits. There is no second checker.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import attrs
from attrs import evolve, frozen

from rulelang.compile import Bundle, Study
from rulelang.editor.nearby import linked, study_near
from rulelang.source import Source
from rulelang.syntax import ast
from rulelang.syntax.accepts import NAME, accepted, ended
from rulelang.syntax.parser import parse_declaration
from rulelang.typed.from_syntax.scope import Scope
from rulelang.types import Type

MARK = "zz_here"
_WORD = re.compile(r"[a-z][a-z0-9_]*\Z")
_REST = re.compile(r"[a-z0-9_]*")
_GIVES = frozenset((sort, "name") for sort in (ast.Binding, ast.Let, ast.ForEach, ast.Pick, ast.Roll))
_START = re.compile(r"^(?=[^\s#])", re.MULTILINE)


@frozen
class Here:
    start: int  # where the word begins that is being typed
    prefix: str  # what of it stands there already
    stop: int  # where the word ends
    terminals: frozenset[str]  # what the grammar accepts
    study: Study | None = None
    parent: ast.Node | None = None  # the node that the name would be a part of, and which part
    part: str = ""
    above: ast.Node | None = None  # what the parent is a part of
    scope: Scope | None = None
    want: Type | None = None
    owner: ast.Node | None = None  # of `x.name` and `name of x`: the other side

    @property
    def takes_a_name(self) -> bool:
        """Whether a name can stand here; also where nobody can tell, because a line above is broken."""
        return not self.terminals or NAME in self.terminals

    @property
    def gives_a_name(self) -> bool:
        """Whether the name that stands here is a new one, as in `let n be 3`."""
        return (type(self.parent), self.part) in _GIVES


def here(bundle: Bundle, variants: Sequence[Bundle], source: Source, offset: int) -> Here:
    text = source.text
    word = _WORD.search(text[max(0, offset - 80) : offset])
    prefix = word[0] if word is not None else ""
    start = offset - len(prefix)
    rest = _REST.match(text, offset)
    stop = rest.end() if rest is not None else offset
    first, last = declaration_at(text, start)
    before = text[first:start]
    terminals = accepted(before)
    if not terminals:  # a line above is broken: only the blocks around this one count
        before = _skeleton(before)
        terminals = accepted(before)
    plain = Here(start, prefix, stop, terminals)
    if not plain.takes_a_name:
        return plain
    for chunk in _marked(before, text[stop:last]):
        node = parse_declaration(chunk, source.path, source.line_of(first))
        if node is not None and _parents(node):
            marked = Source(source.path, f"{text[:first]}{chunk}{text[last:]}")
            known = study_near(_with(bundle, marked), [_with(variant, marked) for variant in variants], node)
            return _found(plain, node, known)
    cut = Source(source.path, f"{text[:start]}{text[stop:]}")  # nobody knows the rest of the word yet
    return evolve(plain, study=linked(_with(bundle, cut), [_with(each, cut) for each in variants]))


def declaration_at(text: str, at: int) -> tuple[int, int]:
    """The declaration that a place lies in; a place at the left margin begins one."""
    line = text.rfind("\n", 0, at) + 1
    if line == at:
        end = text.find("\n", at)
        return at, len(text) if end < 0 else end + 1
    first = 0
    for match in _START.finditer(text, 0, at):
        first = match.start()
    after = _START.search(text, at)
    return first, after.start() if after is not None else len(text)


def _skeleton(before: str) -> str:
    """The last line with those that open the blocks around it; what else stands above is left blank."""
    *above, last = before.split("\n")
    indent = len(last) - len(last.lstrip()) if last.strip() else len(last)
    kept: list[str] = []
    for line in reversed(above):
        own = len(line) - len(line.lstrip())
        opens = bool(line.strip()) and own < indent and not line.lstrip().startswith("#")
        kept.append(line if opens else "")
        indent = own if opens else indent
    return "\n".join([*reversed(kept), last])


def _marked(before: str, rest: str) -> Iterator[str]:
    """Ways to read the declaration with a name here: as it is, without what follows, or ended shortly."""
    line, _, more = rest.partition("\n")
    yield f"{before}{MARK}{rest}"
    yield f"{before}{MARK}{line}\n"
    whole = ended(f"{before}{MARK}")
    for end in (whole, *([f"{whole[:-1]} do nothing\n", f"{whole[:-1]} 0\n"] if whole else [])):
        if end is not None:
            yield f"{end}{more}"
            yield end


def _with(bundle: Bundle, source: Source) -> Bundle:
    if all(rules.path != source.path for rules in bundle.rules):
        return bundle
    return evolve(bundle, rules=tuple(source if r.path == source.path else r for r in bundle.rules))


def _parents(node: object, above: ast.Node | None = None, part: str = "") -> list[tuple[ast.Node, str]]:
    """The nodes that have the mark as a part, innermost first."""
    if isinstance(node, tuple):
        return next((found for each in node if (found := _parents(each, above, part))), [])
    if isinstance(node, ast.Ident):
        return [(above, part)] if node.text == MARK and above is not None else []
    if isinstance(node, ast.Node):
        for field in attrs.fields(type(node)):
            found = _parents(getattr(node, field.name), node, field.name)
            if found:
                return [*found, (above, part)] if above is not None else found
    return []


def _found(plain: Here, node: ast.Node, known: Study) -> Here:
    way = _parents(node)
    parent, part = way[0]
    scope, want = None, None
    nodes = [above for above, _ in way]
    for site, inner, wanted in known.sites or ():
        if any(site is above for above in nodes):
            scope, want = inner, wanted if site is parent else None
            if site is parent:
                break
    owner = getattr(parent, "owner", None)
    above = way[1][0] if len(way) > 1 else None
    return evolve(plain, study=known, parent=parent, part=part, above=above, scope=scope, want=want,
                  owner=owner if isinstance(owner, ast.Node) else None)  # fmt: skip
