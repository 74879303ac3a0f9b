"""What one player can see and remembers having seen, in words and values.

In: a `Sight`. Out: a `View` made only of what the zones and tracks declare visible and of what was
revealed. Two states that differ only in hidden things have equal views. A view keeps what was seen when it
was made; a part of it is put into words when somebody asks for it, so that a program pays for what it reads.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from attrs import frozen

from interpreter.backend import Position
from interpreter.knowledge.copies import Numbers, copies_of
from interpreter.knowledge.sight import FACE_DOWN, Places, Sight, Unseen
from interpreter.layout import GRID, Layout
from interpreter.words import Words
from rulelang.ir.owners import split
from rulelang.types import ByPlayer, Kind, Pair, Place, Rec, Seq, Type, bare

Options = Callable[[Callable[[], Numbers]], tuple[str, ...]] | None
MOST_KEPT = 20_000  # zones and tracks in words, of one definition
Made = TypeVar("Made")


@frozen(repr=False)
class ZoneView:
    """Cards are keys, or None where the player does not know which one it is. Top and end come last."""

    name: str
    owner: str
    count: int
    cards: tuple[str | None, ...]
    labels: tuple[str, ...]
    ordering: str
    places: tuple[tuple[int, int], ...] = ()  # column and row of each card on a grid
    size: tuple[int, int] = (0, 0)  # columns and rows of a grid

    def __repr__(self) -> str:
        shown = ", ".join("?" if card is None else card for card in self.cards[:8])
        return f"<zone {_named(self)}: {shown}{', …' if self.count > 8 else ''}>"


@frozen(repr=False)
class TrackView:
    """A value is a number, yes or no as a bool, a player's number from 0, the column and row of a place, the
    key of a word or component, a tuple of these, or None for none. A hidden one has no key and no value."""

    name: str
    owner: str
    key: str | None  # the value as a word; None: hidden
    label: str
    value: Any = None

    @property
    def hidden(self) -> bool:
        return self.key is None

    def __repr__(self) -> str:
        return f"<track {_named(self)}: {'?' if self.key is None else self.key}>"


def _named(part: ZoneView | TrackView) -> str:
    return f"{part.name} of {part.owner}" if part.owner else part.name


SAID = ("active", "zones", "tracks", "options")  # the parts of a view that are put into words when asked for


class View:
    """What one player sees. `zone` and `track` find one part; `zones` and `tracks` are all of them."""

    def __init__(
        self, viewer: Viewer, player: int | None, then: Position, deciding: tuple[int, ...], options: Options
    ) -> None:
        self._viewer, self._then, self._options = viewer, then, options
        self.player = player  # or `EVERYBODY`, or None for all that anybody knows
        self.deciding = deciding

    @cached_property
    def _seen(self) -> Sight:
        return self._viewer.copies.glance(self._then, self.player)

    @cached_property
    def active(self) -> int | None:
        return (self._seen if "_seen" in self.__dict__ else self._sight).active

    @cached_property
    def _sight(self) -> Sight:
        copies = self._viewer.copies
        if "_seen" in self.__dict__:
            return copies.called(self._seen)
        return copies.look(self._then, self.player)

    @cached_property
    def zones(self) -> tuple[ZoneView, ...]:
        return self._viewer.all_zones(self._sight)

    @cached_property
    def tracks(self) -> tuple[TrackView, ...]:
        return self._viewer.all_tracks(self._sight)

    @cached_property
    def options(self) -> tuple[str, ...]:
        """The keys of what the player may choose now."""
        if self._options is None:
            return ()
        return self._options(lambda: self._viewer.copies.numbers(self._seen))

    def __getstate__(self) -> dict[str, Any]:
        """What was seen, in words, and nothing behind it: a view can be sent to other processes."""
        return {part: getattr(self, part) for part in (*SAID, "player", "deciding")}

    def zone(self, name: str, owner: str = "") -> ZoneView:
        parts = self.__dict__
        viewer: Viewer | None = parts.get("_viewer")
        if viewer is None:  # it was sent
            zones = {(zone.name, zone.owner): zone for zone in self.zones}
            return zones[_known("zone", name, owner, zones)]
        found = viewer.zones_by_name.get((name, owner))
        if found is None:
            raise KeyError(_unknown("zone", name, owner, viewer.zones_by_name))
        index, fixed, made = found
        seen = (parts.get("_sight") or self._of_one(fixed)).zones[index]
        return made.get(seen) or viewer.new_zone(index, seen)

    def track(self, name: str, owner: str = "") -> TrackView:
        parts = self.__dict__
        viewer: Viewer | None = parts.get("_viewer")
        if viewer is None:
            tracks = {(track.name, track.owner): track for track in self.tracks}
            return tracks[_known("track", name, owner, tracks)]
        found = viewer.tracks_by_name.get((name, owner))
        if found is not None:
            index, fixed, made = found
            seen = (parts.get("_sight") or self._of_one(fixed)).tracks[index]
            if seen is not Unseen.UNNAMED:
                return made.get(seen) or viewer.new_track(index, seen)
        raise KeyError(_unknown("track", name, owner, viewer.tracks_by_name))

    def _of_one(self, fixed: bool) -> Sight:
        """Where one part is read. What copies are called takes long to find out, and some parts stay as they
        are; where places alone say it, all is seen at once."""
        if not fixed:
            return self._sight
        return self._seen if "_seen" in self.__dict__ or not self._viewer.copies.by_place else self._sight

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        return self._parts() == other._parts()

    def __hash__(self) -> int:
        return hash((tuple([zone.cards for zone in self.zones]), self.player, self.active, self.deciding))

    def _parts(self) -> tuple[Any, ...]:
        return (self.player, self.active, self.deciding, self.options, self.zones, self.tracks)

    def __repr__(self) -> str:
        return f"<view of player {self.player}: {len(self.zones)} zones, {len(self.tracks)} tracks>"


def _known(sort: str, name: str, owner: str, parts: Mapping[tuple[str, str], Any]) -> tuple[str, str]:
    if (name, owner) not in parts:
        raise KeyError(_unknown(sort, name, owner, parts))
    return name, owner


def _unknown(sort: str, name: str, owner: str, known: Mapping[tuple[str, str], Any]) -> str:
    owners = [of for called, of in known if called == name]
    if owners:
        wrong = (
            f"no {sort} `{name}` of `{owner}` is seen"
            if owner
            else f"there is a {sort} `{name}` of each owner"
        )
        return f"{wrong}; say whose: {', '.join(owners[:12]) if any(owners) else 'nobody owns it'}"
    names = ", ".join(sorted({called for called, _ in known}))
    return f"there is no {sort} `{name}`; there are: {names}"


class Viewer:
    """Puts sights into words; knows a definition's layout and its words. Each word is made once."""

    def __init__(self, layout: Layout, words: Words) -> None:
        self.layout, self.words = layout, words
        self.copies = copies_of(layout)
        program = layout.program
        zone_numbers = {
            (program.zones[number].name, self._owner(program.zones[number].owner, owner)): index
            for index, (number, owner) in enumerate(layout.zone_names)
            if number >= 0 and layout.is_there(program.zones[number].owner, owner)
        }
        track_numbers = {
            (program.tracks[number].name, self._owner(program.tracks[number].owner, owner)): index
            for index, (number, owner) in enumerate(layout.track_names)
            if layout.is_there(program.tracks[number].owner, owner)
        }
        self.zone_names = {index: names for names, index in zone_numbers.items()}
        self.track_names = {index: names for names, index in track_numbers.items()}
        # For each zone and track what was made of what was seen there.
        self.zones_made: list[dict[Any, ZoneView]] = [{} for _ in layout.zone_names]
        self.tracks_made: list[dict[Any, TrackView]] = [{} for _ in layout.track_names]
        # By name and owner, in the order in which they are shown: the number, whether it stays as it is
        # whatever copies are called, and what was made.
        self.zones_by_name = {
            names: (index, index in self.copies.fixed_zones, self.zones_made[index])
            for names, index in zone_numbers.items()
        }
        self.tracks_by_name = {
            names: (index, index in self.copies.fixed_tracks, self.tracks_made[index])
            for names, index in track_numbers.items()
        }
        self.shown_zones = [(index, self.zones_made[index]) for index in self.zone_names]
        self.shown_tracks = [(index, self.tracks_made[index]) for index in self.track_names]
        self.kept = 0
        self.keys: dict[int | None, str | None] = {FACE_DOWN: None}
        self.labels: dict[int | None, str] = {FACE_DOWN: "?"}

    def view(self, state: Position, player: int | None, deciding: tuple[int, ...], options: Options) -> View:
        """Of a position that goes on: it is looked at now. `options` gives the keys of what may be chosen, if
        it is told how copies are called."""
        view = View(self, player, state, deciding, options)
        view._seen = self.copies.glance(state, player)
        return view

    def later(self, then: Position, player: int | None, deciding: tuple[int, ...], options: Options) -> View:
        """Of a position that stays as it is: it is looked at when somebody reads."""
        return View(self, player, then, deciding, options)

    def _owner(self, type_: Type | None, owner: int | None) -> str:
        return "" if owner is None or type_ is None else self.words.key(type_, owner)

    def zone(self, index: int, sight: Sight) -> ZoneView:
        """A zone as it is seen; most of what is seen was seen before."""
        return self.zones_made[index].get(sight.zones[index]) or self.new_zone(index, sight.zones[index])

    def track(self, index: int, sight: Sight) -> TrackView:
        return self.tracks_made[index].get(sight.tracks[index]) or self.new_track(index, sight.tracks[index])

    def all_zones(self, sight: Sight) -> tuple[ZoneView, ...]:
        seen = sight.zones
        return tuple(
            [made.get(seen[index]) or self.new_zone(index, seen[index]) for index, made in self.shown_zones]
        )

    def all_tracks(self, sight: Sight) -> tuple[TrackView, ...]:
        seen, unnamed = sight.tracks, Unseen.UNNAMED
        return tuple(
            [
                made.get(value) or self.new_track(index, value)
                for index, made in self.shown_tracks
                if (value := seen[index]) is not unnamed
            ]
        )

    def new_zone(self, index: int, cards: tuple[int | None, ...]) -> ZoneView:
        return self._keep(self.zones_made[index], cards, self._zone(index, cards))

    def new_track(self, index: int, value: Any) -> TrackView:
        return self._keep(self.tracks_made[index], value, self._track(index, value))

    def _keep(self, made: dict[Any, Made], seen: Any, words: Made) -> Made:
        self.kept += 1
        if self.kept >= MOST_KEPT:
            self.kept = 0
            for zones in self.zones_made:
                zones.clear()
            for tracks in self.tracks_made:
                tracks.clear()
        made[seen] = words
        return words

    def _zone(self, index: int, cards: tuple[int | None, ...]) -> ZoneView:
        name, owner = self.zone_names[index]
        zone = self.layout.program.zones[self.layout.zone_names[index][0]]
        places: tuple[tuple[int, int], ...] = ()
        size = (0, 0)
        if self.layout.ordering[index] == GRID:
            width, size = zone.width, self.layout.grid_sizes[self.layout.zone_names[index][0]]
            taken = cards.taken if isinstance(cards, Places) else ()  # else nothing of it is seen
            places = tuple([(spot % width + 1, spot // width + 1) for spot in taken])
            cards = tuple([cards[spot] for spot in taken])
        keys, labels = self.keys, self.labels
        for card in cards:
            if card not in keys:
                keys[card] = self.words.key(Rec(zone.item), card)
                labels[card] = self.words.value(Rec(zone.item), card)
        return ZoneView(
            name, owner, len(cards), tuple([keys[card] for card in cards]),
            tuple([labels[card] for card in cards]), zone.ordering, places, size,
        )  # fmt: skip

    def _track(self, index: int, value: Any) -> TrackView:
        name, owner = self.track_names[index]
        if value is Unseen.HIDDEN:
            return TrackView(name, owner, None, "?")
        type_ = self.layout.program.tracks[self.layout.track_names[index][0]].type
        if isinstance(type_, Seq):
            key = ", ".join(self.words.key(type_.item, item) for item in value)
        else:
            key = self.words.key(type_, value)
        return TrackView(name, owner, key, self.words.value(type_, value), self._plain(type_, value))

    def _plain(self, type_: Type, value: Any) -> Any:
        """A value as a program wants it: see `TrackView`."""
        if value is None:
            return None
        match bare(type_):
            case Seq(item=item) | ByPlayer(item=item):
                return tuple(self._plain(item, part) for part in value)
            case Pair() as pair:
                first, second = split(self.layout.program, pair, value)
                return (self._plain(pair.first, first), self._plain(pair.second, second))
            case Place(zone=name):
                width = self.layout.program.zone(name).width
                return (value % width + 1, value // width + 1)
            case Kind() | Rec() as named:
                return self.words.key(named, value)
        return value


_kept: WeakKeyDictionary[Layout, dict[tuple[str, tuple[str, ...]], Viewer]] = WeakKeyDictionary()


def viewer_of(layout: Layout, words: Words) -> Viewer:
    """The viewer of a layout in a language, with the names of the people at the table."""
    kept = _kept.setdefault(layout, {})
    called = (words.language, words.names)
    if called not in kept:
        kept[called] = Viewer(layout, words)
    return kept[called]
