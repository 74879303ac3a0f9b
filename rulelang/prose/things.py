"""What is in the box, in words: components, tables, places, counters, dice and settings; and how it ends.

In: a typed definition. Out: the cells of tables and the lines below them; `page.py` sets them.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from attrs import frozen

from rulelang.inflection.forms import settled
from rulelang.ir.nodes import SettingDef
from rulelang.prose.calls import of_element, says_of_element
from rulelang.prose.elements import measure
from rulelang.prose.expressions import operand
from rulelang.prose.families import in_families
from rulelang.prose.ink import capital
from rulelang.prose.members import field_name, is_name
from rulelang.prose.naming import bind_params
from rulelang.prose.nouns import constant, full_noun, noun, type_name, word
from rulelang.prose.speaker import Named, Speaker, clause, group, the
from rulelang.prose.texts import Phrase
from rulelang.typed import expressions as typed
from rulelang.typed.definition import About, Ranking
from rulelang.typed.symbols import DieSymbol, RecordSymbol, RowSymbol, TrackSymbol, ZoneSymbol
from rulelang.types import NUM, Bool, Kind, Num, Opt, Pair, Place, Player, Rec, Seq, Type, bare

MOST_TOLD = 20  # texts of rows; where there are more, the table says what differs
MOST_ROWS = 12  # of a table that stands as it is
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
            return say("type.place", speaker.texts.the(speaker.texts.noun(f"zone.{zone}")))
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
        case Player(), int():
            return speaker.say("np.player_number", value + 1)
    return str(value)


# ---------------------------------------------------------------- components


def components(speaker: Speaker, record: RecordSymbol) -> Sheet:
    """The rows of a component or a table; copies are counted where there are any."""
    type_, rows = Rec(record.name), record.rows.values()
    printed = [field for field in record.fields.values() if field.track is None and not is_name(field)]
    copies = any(row.copies > 1 for row in rows)
    head = [noun(speaker, type_) if record.physical else type_name(speaker, type_)]
    head += [speaker.say("page.copies")] if copies else []
    head += [field_name(speaker, field) for field in printed]
    found = []
    for row in rows:
        cells = [constant(speaker, type_, row.name).the]
        cells += [str(row.copies)] if copies else []
        cells += [value_in_words(speaker, field.type, row.cells.get(field.name)) for field in printed]
        found.append(tuple(map(settled, cells)))
    return Sheet(tuple(head), in_families(found) if len(found) > MOST_ROWS else tuple(found))


def changing_fields(speaker: Speaker, record: RecordSymbol) -> list[str]:
    """What each component of a type has besides what is printed on it."""
    found = []
    for field in record.fields.values():
        if field.track is not None:
            parts = field_name(speaker, field), type_in_words(speaker, field.type)
            at_first = _start(speaker, speaker.world.tracks[field.track])
            found.append(speaker.say("page.field", *parts, at_first))
    return found


def told(speaker: Speaker, key: str) -> str:
    """What an author tells about a thing in a sentence."""
    return speaker.texts.own(f"text.{key}") or ""


def told_of_rows(speaker: Speaker, record: RecordSymbol, but: Collection[RowSymbol]) -> list[str]:
    """What an author tells about the rows, those that share a text together; not where there are too many."""
    texts: dict[str, list[str]] = {}
    for row in record.rows.values():
        text = "" if row in but else told(speaker, row.text_keys[0])
        if text:
            texts.setdefault(text, []).append(settled(constant(speaker, Rec(record.name), row.name).the))
    if len(texts) > MOST_TOLD:
        return []
    return [
        speaker.say("page.kind", speaker.ink.strong(capital(", ".join(dict.fromkeys(names)))), text)
        for text, names in texts.items()
    ]


def with_telling(speaker: Speaker, sheet: Sheet, keys: Sequence[str]) -> Sheet:
    """A table with what authors tell about its rows in the last column, if they tell anything."""
    texts = [told(speaker, key) for key in keys]
    if not any(texts):
        return sheet
    rows = tuple(
        (*row, text or speaker.say("page.absent")) for row, text in zip(sheet.rows, texts, strict=True)
    )
    return Sheet((*sheet.head, speaker.say("page.about")), rows)


def kinds(speaker: Speaker) -> list[tuple[str, list[str]]]:
    """The words of each kind, and what is told about each; those of a setting stand with it."""
    found = []
    for kind in speaker.world.kinds.values():
        elsewhere = kind.name in speaker.world.settings or kind.name in speaker.world.dice
        if kind.span is not None and not elsewhere:
            name = speaker.ink.strong(type_name(speaker, Kind(kind.name)))
            names = {word: settled(constant(speaker, Kind(kind.name), word).the) for word in kind.words}
            telling = [(names[word], told(speaker, f"{kind.name}.{word}")) for word in kind.words]
            lines = [
                speaker.say("page.kind", speaker.ink.strong(word), text) for word, text in telling if text
            ]
            between = "; " if any("," in one for one in names.values()) else ", "
            found.append((speaker.say("page.kind", name, between.join(names.values())), lines))
    return found


# ---------------------------------------------------------------- places and counters


def _of_each(speaker: Speaker, name: str, owner: Type | None) -> str:
    if isinstance(owner, Pair):
        both = noun(speaker, owner.first), noun(speaker, owner.second)
        return speaker.say("page.of_each_pair", name, *both)
    return name if owner is None else speaker.say("page.of_each", name, noun(speaker, owner))


def _shape(speaker: Speaker, zone: ZoneSymbol) -> str:
    """How things lie in a zone; a setting may say how large a grid is."""
    item = full_noun(speaker, Rec(zone.item), True)
    size = [
        str(number) if setting is None
        else speaker.say("np.quoted", speaker.texts.own_name(f"setting.{setting.name}"))
        for number, setting in zip((zone.width, zone.height), zone.sizes, strict=True)
    ]  # fmt: skip
    key = "open_grid" if zone.open_edge else zone.ordering
    if zone.hexagonal:
        key = "open_hexagons" if zone.open_edge else "hexagons"
    return speaker.say(f"page.{key}", item, *size)


def zones(speaker: Speaker) -> Sheet:
    rows = []
    for zone in speaker.world.zones.values():
        name = _of_each(speaker, speaker.texts.own_name(f"zone.{zone.name}"), zone.owner)
        rows.append((name, _shape(speaker, zone), speaker.say(f"page.seen_{zone.sees}")))
    head = tuple(speaker.say(f"page.{key}") for key in ("zone", "lies", "seen"))
    return with_telling(speaker, Sheet(head, tuple(rows)), [f"zone.{name}" for name in speaker.world.zones])


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
    keys = [f"track.{name}" for name in speaker.world.tracks if "." not in name]
    return with_telling(speaker, Sheet(tuple(head), tuple(rows)), keys)


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
        found.append(speaker.say("page.die", name, ", ".join(map(settled, die_faces(speaker, die)))))
    return found


def die_faces(speaker: Speaker, die: DieSymbol) -> list[str]:
    return [value_in_words(speaker, Kind(die.kind) if die.kind else NUM, face) for face in die.faces]


def memories(speaker: Speaker) -> list[str]:
    """What makes a position that is remembered."""
    found, texts = [], speaker.texts
    for memory in speaker.world.memories.values():
        name = speaker.ink.strong(texts.own_name(f"memory.{memory.name}"))
        parts = [texts.own_name(f"zone.{zone.name}") for zone in memory.zones]
        parts += [texts.own_name(f"track.{track.name}") for track in memory.tracks]
        parts += [speaker.say("page.whose_turn")] if memory.active else []
        found.append(speaker.say("page.memory", name, ", ".join(parts)))
    return found


def settings(speaker: Speaker, known: Sequence[SettingDef]) -> Sheet:
    rows = []
    for setting in known:
        type_ = speaker.world.settings[setting.name].type
        name = speaker.texts.own_name(f"setting.{setting.name}")
        if not isinstance(bare(type_), Num):
            words = [_setting_word(speaker, type_, choice) for choice in setting.words]
            default = words[setting.choices.index(setting.default)]
            choices = type_in_words(speaker, type_) if type_ == Bool() else " · ".join(words)
        else:
            choices, usual = type_in_words(speaker, type_), setting.called(setting.default)
            default = str(usual) if isinstance(usual, int) else speaker.texts.phrase("np.none").the
        rows.append((name, choices, default))
    head = (speaker.say(f"page.{key}") for key in ("setting", "choices", "usual"))
    keys = [f"setting.{setting.name}" for setting in known]
    return with_telling(speaker, Sheet(tuple(head), tuple(rows)), keys)


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
        found = ranked(speaker, definition.ranking)
    for about, key in ((definition.score, "score"), (definition.payoff, "payoff")):
        if about is not None:
            with speaker.body(key):
                bind_params(speaker, [about.player])
                found.append(say(f"end_page.{key}", _amount(speaker, about)))
    return found


def _amount(speaker: Speaker, about: About) -> str:
    if about.divisor is None:
        return the(speaker, about.value)
    return speaker.say(
        "math.over", operand(speaker, about.value, "/up"), operand(speaker, about.divisor, "/up")
    )


def must_hold(speaker: Speaker) -> list[str]:
    """What has to be so when the setup is done."""
    return [speaker.say("page.must_hold", clause(speaker, node)) for node in speaker.definition.must_hold]


def _always(speaker: Speaker, node: typed.Expr) -> bool:
    """A condition that holds for everybody, and that nothing changes."""
    if not isinstance(node, typed.ValueCall):
        return isinstance(node, typed.Truth) and node.value
    definition = speaker.definition
    value = next(value for value in definition.values if value.symbol is node.value)
    results = [result for body in value.bodies for result in body.results]
    changed = any(ability.target is node.value for ability in definition.abilities)
    return not changed and all(isinstance(one.value, typed.Truth) and one.value.value for one in results)


def _way_to_win(speaker: Speaker, extreme: str, key: typed.Expr, player: Named) -> str:
    """What the winner has most of, or what holds for the winner alone: `1 if you hold the crown else 0`."""
    match key:
        case typed.IfThenElse(condition=held, then=typed.Number(value=yes), other=typed.Number(value=no)):
            denied = (yes > no) != (extreme == "highest")
            if not denied and says_of_element(speaker, held, player.local):
                speaker.somebody = player.phrase
                alone = of_element(speaker, held, player.local)
                speaker.somebody = None
                return speaker.say("relative.who", alone, player.phrase.bare)
            return speaker.say("end_page.for_whom", clause(speaker, held, denied))
    if isinstance(key, typed.Count):  # `the most cards`, not `the highest number of cards`
        speaker.somebody = player.phrase  # in the own bank, not in the bank of the player
        things = group(speaker, key.items).bare
        speaker.somebody = None
        return speaker.say(f"end_page.{extreme}", Phrase(things, things, many=True))
    what = measure(speaker, key, player)
    return speaker.say(f"end_page.{extreme}", Phrase(what, what, many=speaker.texts.no_single(what)))


def _can_win(speaker: Speaker, condition: typed.Expr, player: Named) -> str:
    """Who can win at all: `only a player who has five in a row`, or any other condition."""
    if says_of_element(speaker, condition, player.local):
        return speaker.say("end_page.can_win_who", of_element(speaker, condition, player.local))
    return speaker.say("end_page.can_win", clause(speaker, condition))


def ranked(speaker: Speaker, ranking: Ranking) -> list[str]:
    """Who wins."""
    found, say = [], speaker.say
    with speaker.body("ranking"):
        [player] = bind_params(speaker, [ranking.player])
        if ranking.condition is not None and not _always(speaker, ranking.condition):
            found.append(_can_win(speaker, ranking.condition, player))
        ways = [
            _way_to_win(speaker, extreme, key, player)
            for extreme, key in ranking.keys
            if not isinstance(key, typed.Number)  # a fixed number decides nothing
        ]
    if ways:
        found.append(say("end_page.ranking", say("end_page.then").join(ways)))
    found.append(say(f"end_page.{ranking.ties}" if ways else f"end_page.always_{ranking.ties}"))
    return found
