"""What is in the box, in words: components, tables, places, counters, dice and settings.

In: a checked definition. Out: the cells of tables and the lines below them; `page.py` sets them.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from rulelang.check.types import Bool, Kind, Num, Opt, Place, Player, Rec, Seq, Type, bare
from rulelang.check.world import RecordInfo, RowInfo, TrackInfo
from rulelang.ir.nodes import SettingDef
from rulelang.prose.rules import Rules
from rulelang.prose.texts import Phrase
from rulelang.syntax import ast

ENDLESS = 9999  # a range that goes so far says that there is no end


@frozen
class Sheet:
    """A table: its head, and its rows."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Things(Rules):
    # ------------------------------------------------------------ types and values
    def type_in_words(self, type_: Type) -> str:
        match type_:
            case Opt(inner=inner):
                return self.say("type.or_none", self.type_in_words(inner))
            case Num(low=low, high=high):
                if high >= ENDLESS:
                    return self.say("type.any_number" if low <= -ENDLESS else "type.at_least", str(low))
                return self.say("type.at_most" if low <= -ENDLESS else "type.number", str(low), str(high))
            case Bool():
                return self.say("type.bool")
            case Seq(item=item):
                return self.say("type.many", self.noun(item, True))
            case Place(zone=zone):
                return self.say("type.place", self.thing(zone, "zone"))
            case Player():
                return self.say("noun.player")
        return self.full_noun(type_)

    def value_in_words(self, type_: Type, value: object) -> str:
        """A value that is printed on a component."""
        inner = bare(type_)
        match inner, value:
            case _, None:
                return self.say("page.absent")
            case Bool(), _:
                return self.word("yes" if value else "no").the
            case Seq(item=item), tuple():
                return ", ".join(self.value_in_words(item, part) for part in value) or self.say("page.absent")
            case Kind(name=name), int():
                return self.constant(inner, self.world.kinds[name].words[value]).the
            case Rec(name=name), int():
                return self.row_name(self.world.records[name], value)
        return str(value)

    def row_name(self, record: RecordInfo, number: int) -> str:
        row = next(r for r in record.rows.values() if r.first <= number < r.first + r.copies)
        return self.constant(Rec(record.name), row.name).the

    # ------------------------------------------------------------ components
    def components(self, record: RecordInfo) -> Sheet:
        """The rows of a component or a table; copies are counted where there are any."""
        printed = [name for name, info in record.fields.items() if info.track is None]
        copies = any(row.copies > 1 for row in record.rows.values())
        head = [self.noun(Rec(record.name)) if record.physical else self.type_name(Rec(record.name))]
        head += [self.say("page.copies")] if copies else []
        head += [self.field_name(record.name, name) for name in printed]
        rows = []
        for row in record.rows.values():
            cells = [self.constant(Rec(record.name), row.name).the]
            cells += [str(row.copies)] if copies else []
            cells += [self._cell(record, row, name) for name in printed]
            rows.append(tuple(cells))
        return Sheet(tuple(head), tuple(rows))

    def _cell(self, record: RecordInfo, row: RowInfo, name: str) -> str:
        return self.value_in_words(record.fields[name].type, row.cells.get(name))

    def changing_fields(self, record: RecordInfo) -> list[str]:
        """What each component of a type has besides what is printed on it."""
        found = []
        for name, info in record.fields.items():
            if info.track is not None:
                track = self.world.tracks[info.track]
                words = self.field_name(record.name, name)
                found.append(self.say("page.field", words, self.type_in_words(info.type), self.start(track)))
        return found

    def kinds(self) -> list[str]:
        """The words of each kind; those of a setting stand with it."""
        return [
            self.say(
                "page.kind",
                self.ink.strong(self.type_name(Kind(kind.name))),
                ", ".join(self.constant(Kind(kind.name), word).the for word in kind.words),
            )
            for kind in self.world.kinds.values()
            if kind.span is not None and kind.name not in self.world.settings
        ]

    # ------------------------------------------------------------ places and counters
    def of_each(self, name: str, owner: Type | None) -> str:
        return name if owner is None else self.say("page.of_each", name, self.noun(owner))

    def zones(self) -> Sheet:
        rows = []
        for zone in self.world.zones.values():
            item = self.full_noun(Rec(zone.item), True)
            shape = self.say(f"page.{zone.ordering}", item, str(zone.width), str(zone.height))
            name = self.of_each(self.texts.own_name(f"zone.{zone.name}"), zone.owner)
            rows.append((name, shape, self.say(f"page.seen_{zone.sees}")))
        return Sheet(tuple(self.say(f"page.{key}") for key in ("zone", "lies", "seen")), tuple(rows))

    def tracks(self) -> Sheet:
        rows = []
        for track in self.world.tracks.values():
            if "." in track.name:
                continue  # a field: it stands with its component
            name = self.of_each(self.texts.own_name(f"track.{track.name}"), track.owner)
            kind = self.type_in_words(track.type)
            kind = self.say("page.capped", kind) if track.capped else kind
            rows.append((name, kind, self.start(track), self.say(f"page.seen_{track.sees}")))
        head = (self.say(f"page.{key}") for key in ("track", "values_of", "start", "seen"))
        return Sheet(tuple(head), tuple(rows))

    def start(self, track: TrackInfo) -> str:
        """What a counter shows before the game."""
        if isinstance(track.start, ast.Literal):
            return self._literal(track.type, track.start)
        if isinstance(track.start, ast.NoneValue):
            return self.say("page.absent")
        if track.start is not None:
            return self.the(track.start)
        match track.type:
            case Num(low=low, high=high):
                return str(min(max(0, low), high))
            case Bool():
                return self.word("no").the
            case Kind(name=name):
                return self.constant(track.type, self.world.kinds[name].words[0]).the
        return self.say("page.absent")

    def _literal(self, type_: Type, node: ast.Literal) -> str:
        inner = bare(type_)
        match node:
            case ast.LiteralInt(value=value):
                return str(value)
            case ast.LiteralYes() | ast.LiteralNo():
                return self.word("yes" if isinstance(node, ast.LiteralYes) else "no").the
            case ast.LiteralName(name=name) if isinstance(inner, Kind | Rec):
                return self.constant(inner, name.text).the
            case ast.LiteralList(items=items) if isinstance(inner, Seq):
                return ", ".join(self._literal(inner.item, item) for item in items) or self.say("page.absent")
        return self.say("page.absent")

    def dice(self) -> list[str]:
        return [
            self.say(
                "page.die",
                self.ink.strong(self.texts.own_name(f"die.{die.name.text}")),
                ", ".join(map(str, die.faces)),
            )
            for die in self.world.dice.values()
        ]

    def settings(self, settings: Sequence[SettingDef]) -> Sheet:
        rows = []
        for setting in settings:
            type_ = self.world.settings[setting.name].type
            name = self.texts.own_name(f"setting.{setting.name}")
            if setting.words:
                words = [self._setting_word(type_, word) for word in setting.words]
                default = words[setting.choices.index(setting.default)]
                choices = self.type_in_words(type_) if type_ == Bool() else " · ".join(words)
            else:
                choices, default = self.type_in_words(type_), str(setting.default)
            rows.append((name, choices, default))
        head = (self.say(f"page.{key}") for key in ("setting", "choices", "usual"))
        return Sheet(tuple(head), tuple(rows))

    def _setting_word(self, type_: Type, word: str) -> str:
        inner = bare(type_)
        if isinstance(inner, Kind | Rec):
            return self.constant(inner, word).the
        return self.word(word).the

    # ------------------------------------------------------------ the end
    def ending(self) -> list[str]:
        found = []
        ranking = self.world.ranking
        if ranking is None:
            found.append(self.say("end_page.no_ranking"))
        else:
            with self.body("ranking"):
                self._of_player(ranking.player)
                if ranking.condition is not None:
                    found.append(self.say("end_page.can_win", self.clause(ranking.condition)))
                ways = [
                    self.say(f"end_page.{rank.extreme}", self.the(rank.value))
                    for rank in ranking.ranks
                    if not isinstance(rank.value, ast.Number)  # a fixed number decides nothing
                ]
            if ways:
                found.append(self.say("end_page.ranking", self.say("end_page.then").join(ways)))
            found.append(self.say(f"end_page.{ranking.ties}" if ways else f"end_page.always_{ranking.ties}"))
        for node, key in ((self.world.score, "score"), (self.world.payoff, "payoff")):
            if node is not None:
                with self.body(key):
                    self._of_player(node.player)
                    found.append(self.say(f"end_page.{key}", self.the(node.value)))
        return found

    def _of_player(self, name: ast.Ident) -> Phrase:
        return self.bind_params([(name.text, Player())])[0].phrase
