"""Nouns: what things of a type are called, one of them or many.

In: types. Out: nouns, and the forms that depend on what sort of thing a noun is: `that card`, `the card's`.
"""

from __future__ import annotations

from rulelang.inflection.forms import settled
from rulelang.prose.speaker import Speaker
from rulelang.prose.texts import Phrase, readable
from rulelang.typed import expressions as typed
from rulelang.typed.symbols import RecordSymbol
from rulelang.types import Kind, Num, Place, Player, Rec, Seq, Type, bare

COMPASS = ("direction", "heading")  # the kinds that every definition has


def sort(speaker: Speaker, type_: Type) -> str:
    """The word for a thing of this type, as the tables of the program know it."""
    match bare(type_):
        case Player():
            return "player"
        case Rec(name=name) if speaker.world.records[name].physical:
            return speaker.world.records[name].word
        case Place():
            return "place"
        case Num():
            return "number"
        case _:
            return "other"


def noun(speaker: Speaker, type_: Type, many: bool = False) -> str:
    """A short word: `card`, `player`, `suit`."""
    inner = bare(type_)
    if isinstance(inner, Seq):
        return noun(speaker, inner.item, True)
    known = sort(speaker, inner)
    if known != "other":
        key = "nouns" if many else "noun"
        own = speaker.texts.own_noun(f"{key}.{inner.name}") if isinstance(inner, Rec) else None
        return own or speaker.say(f"noun.{known}{'s' if many else ''}")
    if isinstance(inner, Kind | Rec):
        return type_name(speaker, inner, many)
    return speaker.say("noun.things" if many else "noun.thing")


def form(speaker: Speaker, group: str, type_: Type, *parts: str) -> str:
    """`that card`, `the card's`: the author's words for a component, or those for all of its sort."""
    inner = bare(type_)
    own = speaker.texts.own(f"{group}.{inner.name}") if isinstance(inner, Kind | Rec) else None
    if own is not None:
        return speaker.texts.in_gaps(own, parts)
    return speaker.say(f"{group}.{sort(speaker, type_)}", *parts)


def full_noun(speaker: Speaker, type_: Type, many: bool = False) -> str:
    """The word that tells components of one type from all others: `loot card`."""
    inner = bare(type_)
    if isinstance(inner, Rec) and speaker.world.records[inner.name].physical:
        return type_name(speaker, inner, many)
    return noun(speaker, inner, many)


def type_name(speaker: Speaker, type_: Kind | Rec, many: bool = False) -> str:
    texts = speaker.texts
    if key_group(speaker, type_) != type_.name:  # the names of components
        component = type_name(speaker, Rec(key_group(speaker, type_)))
        return speaker.say("np.names_of" if many else "np.name_of", component)
    group = "kind" if isinstance(type_, Kind) else "type"
    own = texts.own_noun(f"{group}s.{type_.name}") if many else None
    if own is not None:
        return own
    word = speaker.world.records[type_.name].word if isinstance(type_, Rec) else "table"
    one = texts.noun(f"{group}.{type_.name}")
    if texts.own(f"{group}.{type_.name}") is None and word != "table":
        return _made_name(speaker, type_.name, word, many)
    return speaker.say("noun.many", one) if many else one


def _made_name(speaker: Speaker, name: str, word: str, many: bool) -> str:
    """A type of components without a text: its name, and what sort of component it is."""
    name = speaker.ink.text(readable(name))
    if name.endswith(settled(speaker.say(f"noun.{word}"))):
        return speaker.say("noun.many", name) if many else name
    return speaker.say("noun.full", name, speaker.say(f"noun.{word}s" if many else f"noun.{word}"))


def only_grid(speaker: Speaker, grid: typed.ZoneRef) -> bool:
    """Whether there is no other board, so that a place needs not say which one it is on."""
    grids = [zone for zone in speaker.world.zones.values() if zone.ordering == "grid"]
    return len(grids) == 1 and grid.owner is None


# ---------------------------------------------------------------- people and absence


def you(speaker: Speaker) -> Phrase:
    if speaker.somebody is not None:
        return speaker.somebody
    text = speaker.say("np.you")
    return Phrase(text, text, speaker.say("owns.you"), you=True)


def word(speaker: Speaker, key: str) -> Phrase:
    """`yes`, `no`, `none`, `nobody`: in the words of the author, or of the language."""
    text = speaker.texts.own_noun(key) or speaker.say(f"np.{key}")
    return Phrase(text, text)


def none_like(speaker: Speaker, type_: Type) -> str:
    """`none`, beside something of a known type."""
    return word(speaker, "nobody" if bare(type_) == Player() else "none").the


# ---------------------------------------------------------------- phrases


def key_group(speaker: Speaker, type_: Kind | Rec) -> str:
    """What the keys of its words begin with: the names of components are words with the components' texts."""
    kind = speaker.world.kinds.get(type_.name) if isinstance(type_, Kind) else None
    first = next(iter(kind.symbols.values()), None) if kind is not None else None
    return first.kind if first is not None else type_.name


def constant(speaker: Speaker, type_: Kind | Rec, name: str) -> Phrase:
    """A word of a kind, a row of a table, a component."""
    group = key_group(speaker, type_)
    if group in COMPASS and speaker.texts.own(f"{group}.{name}", f"direction.{name}") is None:
        return speaker.texts.phrase(f"direction.{name}")
    record = speaker.world.records.get(type_.name) if isinstance(type_, Rec) else None
    if record is not None and record.owner is not None and speaker.texts.own(f"{group}.{name}") is None:
        return _of_owner(speaker, record, name)
    text = speaker.texts.noun(f"{group}.{name}")
    return Phrase(text, text, speaker.say("owns.constant", text))


def _of_owner(speaker: Speaker, record: RecordSymbol, name: str) -> Phrase:
    """A component that there is one of for each of something is called by that."""
    if isinstance(record.owner, Kind | Rec):
        return constant(speaker, record.owner, name)
    return speaker.texts.phrase("np.player_number", list(record.rows).index(name) + 1)


def owned(speaker: Speaker, name: str, owner: Phrase, key: str = "") -> Phrase:
    """`your hand`, `the card's suit`, `the points of all players`."""
    if owner is speaker.somebody:
        text = speaker.say("np.of_self", name)
        return Phrase(text, text)
    if owner.you:
        own = speaker.texts.own_noun(f"your.{key}") if key else None
        text = own or speaker.say("np.of_you", name)
        return Phrase(text, text)
    if owner.owns:
        text = speaker.say("np.owned", name, owner.owns)
        return Phrase(text, text)
    return speaker.texts.the(speaker.say("np.of", name, owner.the))
