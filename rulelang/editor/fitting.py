"""Names that fit at a place.

In: a `Here`. Out: `Name`s in groups: those that fit, and after them all others that the language could
take there if the rest of the line were different. Which part of which node takes which names is a table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from attrs import frozen

from rulelang.diagnostics import Report
from rulelang.editor.here import Here
from rulelang.editor.mentions import walk
from rulelang.memo import once_for_each_text
from rulelang.source import Source
from rulelang.syntax import ast
from rulelang.syntax.parser import parse
from rulelang.typed.from_syntax.scope import Scope
from rulelang.typed.functions import FUNCTIONS
from rulelang.typed.symbols import RESERVED, TrackSymbol, World, ZoneSymbol
from rulelang.types import BOOL, PLAYER, ByPlayer, Kind, Pair, Rec, Seq, Type, bare, fits, is_unknown

Names = Iterator[tuple[str, str]]


@frozen
class Name:
    text: str
    sort: str
    fits: bool
    local: bool = False


def names_at(here: Here) -> list[Name]:
    world = here.study.world if here.study is not None else None
    if world is None:
        return []
    found: dict[str, Name] = {}
    table = FITS.get((type(here.parent).__name__, here.part)) if here.parent is not None else None
    if table is not None:
        found |= {text: Name(text, sort, True, sort == "local") for text, sort in table(world, here)}
    elif here.scope is not None or here.parent is not None:
        for name in _expression(world, here.scope or Scope(), here.want):
            found.setdefault(name.text, name)
    for text, sort in _everything(world):
        found.setdefault(text, Name(text, sort, False))
    return [name for name in found.values() if " " not in name.text]


# ---------------------------------------------------------------- expressions


def _expression(world: World, scope: Scope, want: Type | None) -> Iterator[Name]:
    want = None if want == BOOL else want  # anything can be compared
    inner = bare(want) if want is not None else None
    words = world.words_of(inner) if isinstance(inner, Kind | Rec) and _known(world, inner) else ()
    if isinstance(inner, Seq) and isinstance(inner.item, Kind | Rec) and _known(world, inner.item):
        words = world.words_of(inner.item)
    yield from (Name(word, "word", True) for word in words)
    around: Scope | None = scope
    while around is not None:
        for local in around.names.values():
            yield Name(local.name, "local", _may(local.type, want), local=True)
        about = bare(around.it.type) if around.it is not None else None
        if isinstance(about, Rec):
            for field in world.records[about.name].fields.values():
                yield Name(field.name, "field", _may(field.type, want), local=True)
        around = around.parent
    for zone in world.zones.values():
        yield Name(zone.name, "zone", want is None or isinstance(inner, Seq) or zone.owner is not None)
    for track in world.tracks.values():
        yield Name(track.name.rpartition(".")[2], "track", _may(track.type, want))
    for setting in world.settings.values():
        yield Name(setting.name, "setting", _may(setting.type, want))
    yield from (Name(value, "value", True) for value in world.values)
    yield from (Name(word, "word of the language", True) for word in RESERVED)
    yield from (Name(function, "function", True) for function in FUNCTIONS)
    for record in world.records.values():
        yield from (Name(f.name, "field", _may(f.type, want)) for f in record.fields.values())


def _known(world: World, type_: Kind | Rec) -> bool:
    return type_.name in (world.kinds if isinstance(type_, Kind) else world.records)


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


def _calls(world: World, here: Here) -> Names:
    yield from ((value.name, "value") for value in world.values.values() if value.params)
    yield from ((name, "function") for name in FUNCTIONS)
    for thing in _owned(world):
        if isinstance(thing.owner, Pair):
            yield thing.name, "zone or track"


def _cases(world: World, here: Here) -> Names:
    name = getattr(here.parent, "name", None)
    known = world.rules.get(str(name)) or world.values.get(str(name))
    if known is not None and known.key_type is not None:
        yield from ((word, "word") for word in world.words_of(known.key_type))
    yield from _words(world)


def _yours(world: World, here: Here) -> Names:
    for thing in _owned(world):
        if thing.owner == PLAYER or isinstance(thing.owner, Pair):
            yield thing.name, "zone" if thing.name in world.zones else "track"


def _members(world: World, here: Here) -> Names:
    """Of `name of x`: what x can have, by its type where that is a plain name."""
    type_ = _type_of(here.owner, here.scope, world)
    records = [type_.name] if isinstance(type_, Rec) else list(world.records) if type_ is None else []
    for record in records:
        yield from ((name, "field") for name in world.records[record].fields)
    for thing in _owned(world):
        if thing.owner is not None and (
            type_ is None or type_ == thing.owner or isinstance(thing.owner, Pair)
        ):
            yield thing.name.rpartition(".")[2], "zone" if thing.name in world.zones else "track"
    yield from _values(world, here)
    around = here.scope
    while around is not None:  # what was chosen in secret belongs to each player
        names = around.names.values()
        yield from ((local.name, "local") for local in names if isinstance(local.type, ByPlayer))
        around = around.parent


def _type_of(node: ast.Node | None, scope: Scope | None, world: World) -> Type | None:
    if isinstance(node, ast.Name) and scope is not None:
        local = scope.find(node.name.text)
        if local is not None:
            return None if is_unknown(local.type) else bare(local.type)
        if node.name.text in ("you", "active", "actor"):
            return PLAYER
    return None


def _literals(world: World, here: Here) -> Names:
    yield from _words(world)


def _fields(world: World, here: Here) -> Names:
    for record in world.records.values():
        yield from ((name, "field") for name in record.fields)


FITS: Mapping[tuple[str, str], Callable[[World, Here], Names]] = {
    ("Call", "name"): _rules, ("Hook", "name"): _rules, ("Change", "name"): _values,
    ("Shape", "item"): _physical, ("TypeName", "name"): _types, ("OwnerName", "name"): _types,
    ("OwnerRow", "name"): _physical, ("OwnerPlace", "name"): _grids, ("TypePlace", "zone"): _grids,
    ("Component", "active_in"): _zones, ("Roll", "die"): _named("die", lambda world: world.dice),
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
