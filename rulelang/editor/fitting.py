"""Names that fit at a place.

In: a `Here`. Out: `Name`s in groups: those that fit, and after them all others that the language could
take there if the rest of the line were different. Which part of which node takes which names is a table.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from attrs import frozen

from rulelang.diagnostics import Report
from rulelang.editor.beside import takers, type_of
from rulelang.editor.habits import tokens_of
from rulelang.editor.here import MARK, Here, declaration_at
from rulelang.editor.mentions import walk
from rulelang.memo import once_for_each_text
from rulelang.source import Source
from rulelang.syntax import ast
from rulelang.syntax.accepts import keywords
from rulelang.syntax.parser import parse
from rulelang.typed.from_syntax.scope import Scope
from rulelang.typed.functions import FUNCTIONS
from rulelang.typed.symbols import RESERVED, CallableSymbol, TrackSymbol, World, ZoneSymbol
from rulelang.types import (
    BOOL,
    PLAYER,
    Bool,
    ByPlayer,
    Kind,
    Num,
    Pair,
    Rec,
    Seq,
    Type,
    bare,
    fits,
    is_unknown,
)

Names = Iterator[tuple[str, str]]
BINDING = (ast.Param, ast.Binding, ast.Let, ast.Roll, ast.Pick, ast.ForEach)  # they give a name to something
_WHOLE = re.compile(r"(?<!\w)[a-z][a-z0-9_]*(?!\w)")  # "haracters" of "Characters" is no word


@frozen
class Name:
    text: str
    sort: str
    fits: bool
    local: bool = False
    exact: bool = False  # whether its type is the one that is wanted, without going through something


def names_at(here: Here, source: Source) -> list[Name]:
    world = here.study.world if here.study is not None else None
    written = _written(here, source)
    if world is None:
        return written
    found: dict[str, Name] = {}
    table = FITS.get((type(here.parent).__name__, here.part)) if here.parent is not None else None
    if table is not None:
        exact = takers(here.parent, here.scope, world)
        found |= {
            text: Name(text, sort, True, sort == "local", text in exact) for text, sort in table(world, here)
        }
    elif here.scope is not None or here.parent is not None:
        for name in _expression(world, here.scope or Scope(), here.want):
            found.setdefault(name.text, name)
    for text, sort in _everything(world):
        found.setdefault(text, Name(text, sort, False))
    for name in written:
        found.setdefault(name.text, name)
    return [name for name in found.values() if " " not in name.text and name.text != MARK]


def _written(here: Here, source: Source) -> list[Name]:
    """The words of the declaration: one that cannot be read so far may have names of its own."""
    if not source.path.endswith(".rules") or not here.takes_a_name:
        return []
    first, last = declaration_at(source.text, here.start)
    text = f"{source.text[first : here.start]} {source.text[here.stop : last]}"
    words = dict.fromkeys(word for word in tokens_of(text) if word[0].isalpha())
    return [Name(word, "local", False) for word in words if word not in keywords()]


# ---------------------------------------------------------------- expressions


def _expression(world: World, scope: Scope, want: Type | None) -> Iterator[Name]:
    exactly = want
    want = None if want == BOOL else want  # anything can be compared
    inner = bare(want) if want is not None else None
    words = world.words_of(inner) if isinstance(inner, Kind | Rec) and _known(world, inner) else ()
    if isinstance(inner, Seq) and isinstance(inner.item, Kind | Rec) and _known(world, inner.item):
        words = world.words_of(inner.item)
    yield from (Name(word, "word", True, exact=True) for word in words)
    around: Scope | None = scope
    while around is not None:
        for local in around.names.values():
            yield Name(local.name, "local", _may(local.type, want), True, _is(local.type, exactly))
        about = bare(around.it.type) if around.it is not None else None
        if isinstance(about, Rec):
            for field in world.records[about.name].fields.values():
                yield Name(field.name, "field", _may(field.type, want), True, _is(field.type, exactly))
        around = around.parent
    for zone in world.zones.values():
        may = want is None or isinstance(inner, Seq) or zone.owner is not None
        yield Name(zone.name, "zone", may, exact=zone.owner is None and _is(Seq(Rec(zone.item)), exactly))
    for track in world.tracks.values():
        exact = track.owner is None and _is(track.type, exactly)
        yield Name(track.name.rpartition(".")[2], "track", _may(track.type, want), exact=exact)
    for setting in world.settings.values():
        yield Name(setting.name, "setting", _may(setting.type, want), exact=_is(setting.type, exactly))
    for value in world.values.values():
        yield Name(value.name, "value", True, exact=_gives(value, exactly))
    yield from (Name(word, "word of the language", True) for word in RESERVED)
    yield from (Name(function, "function", True) for function in FUNCTIONS)
    for record in world.records.values():
        yield from (Name(f.name, "field", _may(f.type, want)) for f in record.fields.values())


def _known(world: World, type_: Kind | Rec) -> bool:
    return type_.name in (world.kinds if isinstance(type_, Kind) else world.records)


def _is(type_: Type, want: Type | None) -> bool:
    """Whether something is just what is wanted, and not only a way to it."""
    return want is not None and not is_unknown(type_) and not is_unknown(want) and fits(type_, want)


_ARITHMETIC = frozenset({"+", "-", "*", "/", "mod"})


def _gives(value: CallableSymbol, want: Type | None) -> bool:
    """Whether a value gives what is wanted, as far as its form alone tells: it is not typed for that."""
    body = next(iter(value.bodies.values()), None)
    if want is None or not isinstance(body, ast.Value):
        return False
    node: ast.Node = body.results[-1].value
    while isinstance(node, ast.IfThenElse):
        node = node.then
    match node:
        case ast.Quantified() | ast.Yes() | ast.No() | ast.YourTurn():
            return want == BOOL
        case ast.Unary(op=op):
            return (bare(want) == BOOL) == (op != "negate")
        case ast.Binary(op=op) if op in ("union", "without"):
            return isinstance(bare(want), Seq)
        case ast.Binary(op=op):
            return isinstance(bare(want), Num if op in _ARITHMETIC else Bool)
        case ast.Number() | ast.Count() | ast.SumOf():
            return isinstance(bare(want), Num)
        case ast.Where() | ast.Every() | ast.ListOf() | ast.ThoseExtreme() | ast.SortedBy() | ast.Gather():
            return isinstance(bare(want), Seq)
    return False


def _may(type_: Type, want: Type | None) -> bool:
    """Whether something of a type can stand where another is wanted, itself or by way of its members."""
    return want is None or is_unknown(type_) or fits(type_, want) or isinstance(bare(type_), Rec)


# ---------------------------------------------------------------- everything that has a name


def _everything(world: World) -> Names:
    for sort, table in (
        ("zone", world.zones), ("track", world.tracks), ("value", world.values), ("rule", world.rules),
        ("setting", world.settings), ("kind", world.kinds), ("record", world.records), ("die", world.dice),
        ("memory", world.memories),
    ):  # fmt: skip
        yield from ((name.rpartition(".")[2], sort) for name in table)
    yield from ((name, "word of the language") for name in ("player", *RESERVED))
    yield from ((name, "function") for name in FUNCTIONS)
    yield from _words(world)
    for record in world.records.values():
        yield from ((name, "field") for name in record.fields)


def _words(world: World) -> Names:
    for kind in world.kinds.values():
        yield from ((word, "word") for word in kind.words)
    for record in world.records.values():
        yield from ((row, "row") for row in record.rows)


@once_for_each_text
def said_in(source: Source, report: Report) -> tuple[Name, ...]:
    """Options, messages and reasons that the rules of a file name, and the names of games and variants."""
    found: dict[str, Name] = {}
    for node in walk(parse(source, report).declarations):
        for text, sort in _said(node):
            found.setdefault(text, Name(text, sort, False))
    return tuple(found.values())


@once_for_each_text
def bound_in(source: Source, report: Report) -> tuple[Name, ...]:
    """Names inside the rules of a file, of which texts and scenarios speak: parameters, what is chosen."""
    nodes = [node for node in walk(parse(source, report).declarations) if isinstance(node, BINDING)]
    words = dict.fromkeys(str(node.name) for node in nodes)
    return tuple(Name(word, "local", False) for word in words)


def written_in(text: str) -> list[Name]:
    """The words of a table or a scenario: it may not be readable while one of its lines is typed."""
    words = dict.fromkeys(_WHOLE.findall(text))
    return [Name(word, "word", False) for word in words]


def _said(node: ast.Node) -> Names:
    match node:
        case ast.MenuOption(name=name) | ast.May(name=name):
            yield name.text, "option"
        case ast.Say(message=name):
            yield name.text, "message"
        case ast.Finish(reason=ast.Ident() as name):
            yield name.text, "reason"
        case ast.Game(name=name) | ast.Variant(name=name):
            yield name.text, "game"
        case ast.Requirement(names=names):
            yield from ((name.text, "variant") for name in names)


# ---------------------------------------------------------------- parts of nodes


def _types(world: World, here: Here) -> Names:
    yield "player", "word of the language"
    yield from ((name, "kind") for name in world.kinds)
    yield from ((name, "record") for name in world.records)


def _physical(world: World, here: Here) -> Names:
    yield from ((record.name, record.word) for record in world.records.values() if record.physical)


def _records(world: World, here: Here) -> Names:
    yield from ((record.name, record.word) for record in world.records.values())


def _grids(world: World, here: Here) -> Names:
    yield from ((zone.name, "zone") for zone in world.zones.values() if zone.ordering == "grid")


def _named(sort: str, table: Callable[[World], Mapping[str, object]]) -> Callable[[World, Here], Names]:
    def names(world: World, here: Here) -> Names:
        yield from ((name, sort) for name in table(world))

    return names


_rules = _named("rule", lambda world: world.rules)
_values = _named("value", lambda world: world.values)
_zones = _named("zone", lambda world: world.zones)


def _things(world: World, here: Here) -> Names:
    yield from _zones(world, here)
    yield from ((track, "track") for track in world.tracks if "." not in track)


def _owned(world: World) -> list[ZoneSymbol | TrackSymbol]:
    return [*world.zones.values(), *world.tracks.values()]


def _places_of(world: World, here: Here) -> Names:
    """Zones where components like the one that is declared can lie."""
    name = str(getattr(here.parent, "name", ""))
    yield from ((zone.name, "zone") for zone in world.zones.values() if zone.item == name)


def _calls(world: World, here: Here) -> Names:
    yield from ((value.name, "value") for value in world.values.values() if value.params)
    yield from ((name, "function") for name in FUNCTIONS)
    for thing in _owned(world):
        if isinstance(thing.owner, Pair):
            yield thing.name, "zone or track"


def _cases(world: World, here: Here) -> Names:
    name = str(getattr(here.parent, "name", None))
    known = world.rules.get(name) or world.values.get(name)
    if known is None:
        yield from _words(world)
    elif known.key_type is not None:
        yield from ((word, "word") for word in world.words_of(known.key_type))
    elif known.params:
        yield from ((word, "word") for word in world.words_of(bare(known.params[0][1])))


def _yours(world: World, here: Here) -> Names:
    for thing in _owned(world):
        if thing.owner == PLAYER or isinstance(thing.owner, Pair):
            yield thing.name, "zone" if thing.name in world.zones else "track"


def _members(world: World, here: Here) -> Names:
    """Of `name of x`: what x can have, by its type where that is a plain name."""
    type_ = type_of(here.owner, here.scope, world)
    records = [type_.name] if isinstance(type_, Rec) else list(world.records) if type_ is None else []
    for record in records:
        yield from ((name, "field") for name in world.records[record].fields)
    for thing in _owned(world):
        if thing.owner is not None and (
            type_ is None or type_ == thing.owner or isinstance(thing.owner, Pair)
        ):
            yield thing.name.rpartition(".")[2], "zone" if thing.name in world.zones else "track"
    for value in world.values.values():
        if value.params and (type_ is None or fits(type_, value.params[0][1])):
            yield value.name, "value"
    around = here.scope
    while around is not None:  # what was chosen in secret belongs to each player
        names = around.names.values()
        yield from ((local.name, "local") for local in names if isinstance(local.type, ByPlayer))
        around = around.parent


def _literals(world: World, here: Here) -> Names:
    """Words of the type that is declared beside them, where that is known by a name."""
    known = getattr(here.above, "type", None)
    match known:
        case ast.TypeName(name=name) if (type_ := world.type_named(name.text)) is not None:
            yield from ((word, "word") for word in world.words_of(type_))
        case ast.TypeOneOf(names=names):
            yield from ((name.text, "word") for name in names)
        case _:
            yield from _words(world)


def _fields(world: World, here: Here) -> Names:
    for record in world.records.values():
        yield from ((name, "field") for name in record.fields)


FITS: Mapping[tuple[str, str], Callable[[World, Here], Names]] = {
    ("Call", "name"): _rules, ("Hook", "name"): _rules, ("MoreOptions", "name"): _rules,
    ("Change", "name"): _values,
    ("Shape", "item"): _physical, ("TypeName", "name"): _types, ("OwnerName", "name"): _types,
    ("OwnerRow", "name"): _physical, ("OwnerPlace", "name"): _grids, ("TypePlace", "zone"): _grids,
    ("Component", "active_in"): _places_of, ("Roll", "die"): _named("die", lambda world: world.dice),
    ("Remember", "memory"): _named("memory", lambda world: world.memories), ("Whenever", "thing"): _things,
    ("Rule", "cases"): _cases, ("Value", "cases"): _cases, ("Hook", "cases"): _cases,
    ("Change", "cases"): _cases, ("Instance", "type"): _physical, ("Cell", "name"): _fields,
    ("LiteralName", "name"): _literals, ("Of", "name"): _members, ("Your", "name"): _yours,
    ("YourCall", "name"): _yours, ("CallValue", "name"): _calls, ("Every", "name"): _types,
    ("EveryName", "name"): _physical, ("More", "name"): _records, ("Sets", "name"): _physical,
    ("RemovalOfComponents", "name"): _physical, ("MoreWords", "name"): _named("kind", lambda w: w.kinds),
    ("Preset", "name"): _named("setting", lambda world: world.settings), ("Memory", "names"): _things,
    ("Turns", "by"): _values, ("PathQuery", "by"): _values, ("LongestWay", "ends"): _values,
    ("LongestWay", "length"): _values, ("Holding", "name"): _physical, ("Param", "name"): _types,
}  # fmt: skip
