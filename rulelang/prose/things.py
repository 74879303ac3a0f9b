"""What is in the box, in words: components, tables, places, counters, dice and settings; and how it ends.

In: a typed definition. Out: the cells of tables and the lines below them; `page.py` sets them.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from rulelang.ir.nodes import SettingDef
from rulelang.prose.members import field_name
from rulelang.prose.naming import bind_params
from rulelang.prose.nouns import constant, full_noun, noun, type_name, word
from rulelang.prose.speaker import Speaker, clause, the
from rulelang.typed import expressions as typed
from rulelang.typed.definition import Ranking
from rulelang.typed.symbols import RecordSymbol, TrackSymbol
from rulelang.types import Bool, Kind, Num, Opt, Place, Player, Rec, Seq, Type, bare

ENDLESS = 9999  # a range that goes so far says that there is no end


@frozen
class Sheet:
    """A table: its head, and its rows."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


# ---------------------------------------------------------------- types and values


def type_in_words(speaker: Speaker, type_: Type) -> str:
    say = speaker.say
    match type_:
        case Opt(inner=inner):
            return say("type.or_none", type_in_words(speaker, inner))
        case Num(low=low, high=high):
            if high >= ENDLESS:
                return say("type.any_number" if low <= -ENDLESS else "type.at_least", str(low))
            return say("type.at_most" if low <= -ENDLESS else "type.number", str(low), str(high))
        case Bool():
            return say("type.bool")
        case Seq(item=item):
            return say("type.many", noun(speaker, item, True))
        case Place(zone=zone):
            return say("type.place", speaker.texts.the(speaker.texts.own_name(f"zone.{zone}")))
        case Player():
            return say("noun.player")
    return full_noun(speaker, type_)


def value_in_words(speaker: Speaker, type_: Type, value: object) -> str:
    """A value that is printed on a component."""
    inner = bare(type_)
    match inner, value:
        case _, None:
            return speaker.say("page.absent")
        case Bool(), _:
            return word(speaker, "yes" if value else "no").the
        case Seq(item=item), tuple():
            parts = (value_in_words(speaker, item, part) for part in value)
            return ", ".join(parts) or speaker.say("page.absent")
        case Kind(name=name), int():
            return constant(speaker, inner, speaker.world.kinds[name].words[value]).the
        case Rec(name=name), int():
            rows = speaker.world.records[name].rows.values()
            return constant(speaker, inner, next(row.name for row in rows if value in row.numbers)).the
    return str(value)


# ---------------------------------------------------------------- components


def components(speaker: Speaker, record: RecordSymbol) -> Sheet:
    """The rows of a component or a table; copies are counted where there are any."""
    type_, rows = Rec(record.name), record.rows.values()
    printed = [field for field in record.fields.values() if field.track is None]
    copies = any(row.copies > 1 for row in rows)
    head = [noun(speaker, type_) if record.physical else type_name(speaker, type_)]
    head += [speaker.say("page.copies")] if copies else []
    head += [field_name(speaker, field) for field in printed]
    found = []
    for row in rows:
        cells = [constant(speaker, type_, row.name).the]
        cells += [str(row.copies)] if copies else []
        cells += [value_in_words(speaker, field.type, row.cells.get(field.name)) for field in printed]
        found.append(tuple(cells))
    return Sheet(tuple(head), tuple(found))


def changing_fields(speaker: Speaker, record: RecordSymbol) -> list[str]:
    """What each component of a type has besides what is printed on it."""
    found = []
    for field in record.fields.values():
        if field.track is not None:
            parts = field_name(speaker, field), type_in_words(speaker, field.type)
            at_first = _start(speaker, speaker.world.tracks[field.track])
            found.append(speaker.say("page.field", *parts, at_first))
    return found


def kinds(speaker: Speaker) -> list[str]:
    """The words of each kind; those of a setting stand with it."""
    found = []
    for kind in speaker.world.kinds.values():
        if kind.span is not None and kind.name not in speaker.world.settings:
            name = speaker.ink.strong(type_name(speaker, Kind(kind.name)))
            words = ", ".join(constant(speaker, Kind(kind.name), word).the for word in kind.words)
            found.append(speaker.say("page.kind", name, words))
    return found


# ---------------------------------------------------------------- places and counters


def _of_each(speaker: Speaker, name: str, owner: Type | None) -> str:
    return name if owner is None else speaker.say("page.of_each", name, noun(speaker, owner))


def zones(speaker: Speaker) -> Sheet:
    rows = []
    for zone in speaker.world.zones.values():
        item = full_noun(speaker, Rec(zone.item), True)
        shape = speaker.say(f"page.{zone.ordering}", item, str(zone.width), str(zone.height))
        name = _of_each(speaker, speaker.texts.own_name(f"zone.{zone.name}"), zone.owner)
        rows.append((name, shape, speaker.say(f"page.seen_{zone.sees}")))
    return Sheet(tuple(speaker.say(f"page.{key}") for key in ("zone", "lies", "seen")), tuple(rows))


def tracks(speaker: Speaker) -> Sheet:
    rows = []
    for track in speaker.world.tracks.values():
        if "." in track.name:
            continue  # a field: it stands with its component
        name = _of_each(speaker, speaker.texts.own_name(f"track.{track.name}"), track.owner)
        kind = type_in_words(speaker, track.type)
        kind = speaker.say("page.capped", kind) if track.capped else kind
        rows.append((name, kind, _start(speaker, track), speaker.say(f"page.seen_{track.sees}")))
    head = (speaker.say(f"page.{key}") for key in ("track", "values_of", "start", "seen"))
    return Sheet(tuple(head), tuple(rows))


def _start(speaker: Speaker, track: TrackSymbol) -> str:
    """What a counter shows before the game."""
    start = speaker.definition.starts[track]
    if start is not None:
        return _start_value(speaker, start)
    match track.type:
        case Num(low=low, high=high):
            return str(min(max(0, low), high))
        case Bool():
            return word(speaker, "no").the
        case Kind(name=name):
            return constant(speaker, track.type, speaker.world.kinds[name].words[0]).the
    return speaker.say("page.absent")


def _start_value(speaker: Speaker, node: typed.Expr) -> str:
    """A value as it stands in a table: a number with its sign, a list without `and`."""
    match node:
        case typed.Nothing():
            return speaker.say("page.absent")
        case typed.Negated(operand=typed.Number(value=value)):
            return str(-value)
        case typed.ListOf(items=items):
            return ", ".join(_start_value(speaker, item) for item in items) or speaker.say("page.absent")
    return the(speaker, node)


def dice(speaker: Speaker) -> list[str]:
    found = []
    for die in speaker.world.dice.values():
        name = speaker.ink.strong(speaker.texts.own_name(f"die.{die.name}"))
        found.append(speaker.say("page.die", name, ", ".join(map(str, die.faces))))
    return found


def settings(speaker: Speaker, known: Sequence[SettingDef]) -> Sheet:
    rows = []
    for setting in known:
        type_ = speaker.world.settings[setting.name].type
        name = speaker.texts.own_name(f"setting.{setting.name}")
        if setting.words:
            words = [_setting_word(speaker, type_, choice) for choice in setting.words]
            default = words[setting.choices.index(setting.default)]
            choices = type_in_words(speaker, type_) if type_ == Bool() else " · ".join(words)
        else:
            choices, default = type_in_words(speaker, type_), str(setting.default)
        rows.append((name, choices, default))
    head = (speaker.say(f"page.{key}") for key in ("setting", "choices", "usual"))
    return Sheet(tuple(head), tuple(rows))


def _setting_word(speaker: Speaker, type_: Type, choice: str) -> str:
    inner = bare(type_)
    if isinstance(inner, Kind | Rec):
        return constant(speaker, inner, choice).the
    return word(speaker, choice).the


# ---------------------------------------------------------------- the end


def ending(speaker: Speaker) -> list[str]:
    definition, say = speaker.definition, speaker.say
    if definition.ranking is None:
        found = [say("end_page.no_ranking")]
    else:
        found = _ranking(speaker, definition.ranking)
    for about, key in ((definition.score, "score"), (definition.payoff, "payoff")):
        if about is not None:
            with speaker.body(key):
                bind_params(speaker, [about.player])
                found.append(say(f"end_page.{key}", the(speaker, about.value)))
    return found


def _ranking(speaker: Speaker, ranking: Ranking) -> list[str]:
    found, say = [], speaker.say
    with speaker.body("ranking"):
        bind_params(speaker, [ranking.player])
        if ranking.condition is not None:
            found.append(say("end_page.can_win", clause(speaker, ranking.condition)))
        ways = [
            say(f"end_page.{extreme}", the(speaker, key))
            for extreme, key in ranking.keys
            if not isinstance(key, typed.Number)  # a fixed number decides nothing
        ]
    if ways:
        found.append(say("end_page.ranking", say("end_page.then").join(ways)))
    found.append(say(f"end_page.{ranking.ties}" if ways else f"end_page.always_{ranking.ties}"))
    return found
