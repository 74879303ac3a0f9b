"""Labels: what a value depends on that not everybody knows, and who the players are that know it.

An atom is one secret: what lies in a zone, what a track is, what somebody chose in secret, or a slot that has
got something of these. A label is a set of atoms. A player is known by a key: two expressions with the same
key are the same player, two with different keys may be different ones. Rules and values are looked at once,
with atoms and keys that stand for their arguments; `Given` puts the arguments of one call in their place.
"""

from __future__ import annotations

from typing import Any

from attrs import frozen

from rulelang.typed.symbols import Local, TrackSymbol, ZoneSymbol

Key = tuple[Any, ...]
Atom = tuple[Any, ...]
Label = frozenset[Atom]
Seen = tuple[
    Label, Label
]  # what a value tells, and what its size tells (of a single thing: whether it is none)
Known = dict[Atom, frozenset[Key]]  # what was shown on the way here, and to whom

NOTHING: Label = frozenset()
OPEN: Seen = (NOTHING, NOTHING)

YOU: Key = ("you",)
ACTIVE: Key = ("active",)
EVERYBODY: Key = ("everybody",)
NOBODY: Key = ("nobody",)  # a seat that knows only what everybody knows
ANY: Key = ("any",)  # whoever the owner is
NONE: Key = ("none",)  # the owner of what belongs to nobody
FAR: Key = ("far",)  # a player about whom nothing is known
DEEPEST = 4  # keys in keys: left(left(…))
MOST_ATOMS = 30  # of a label: one is enough for a finding

# Flags are atoms that are no secrets.
ROAMING: Atom = ("roaming",)  # a component that is named, so that it may lie anywhere
QUIET: Atom = ("quiet",)  # was chosen or picked: everybody may be told, but nobody was yet
ROLLED: Atom = ("rolled",)  # comes from dice, which everybody sees
FLAGS: Label = frozenset((ROAMING, QUIET, ROLLED))


def zone_atom(zone: ZoneSymbol, owner: Key) -> Atom:
    return ("zone", zone, owner)


def track_atom(track: TrackSymbol, owner: Key) -> Atom:
    return ("track", track, owner)


def chosen_atom(local: Local, player: Key) -> Atom:
    """What a player chose in a secret round."""
    return ("chosen", local, player)


def slot_atom(local: Local) -> Atom:
    return ("slot", local)


def argument(number: int) -> Atom:
    """What an argument tells."""
    return ("argument", number)


def argument_size(number: int) -> Atom:
    return ("size", number)


def key_of_parts(what: object, parts: tuple[Key, ...]) -> Key:
    """The key of something that is computed from others: `left(you)`, a track of a player."""
    depth = 1 + max((part[1] for part in parts if part[0] == "of"), default=0)
    return FAR if depth > DEEPEST or FAR in parts else ("of", depth, what, parts)


def argument_key(number: int) -> Key:
    return ("argument", number)


@frozen(eq=False)
class Given:
    """What stands for what in one call."""

    you: Key
    active: Key
    arguments: tuple[Seen, ...]
    keys: tuple[Key, ...]
    handles: tuple[tuple[Atom, ...], ...]  # for each argument, what is known as soon as it is shown

    def key(self, key: Key) -> Key:
        match key[0]:
            case "you":
                return self.you
            case "active":
                return self.active
            case "argument":
                return self.keys[key[1]] if key[1] < len(self.keys) else FAR
            case "of":
                return key_of_parts(key[2], tuple(self.key(part) for part in key[3]))
        return key

    def atoms(self, atom: Atom) -> Label:
        match atom[0]:
            case "argument":
                return self.arguments[atom[1]][0] if atom[1] < len(self.arguments) else NOTHING
            case "size":
                return self.arguments[atom[1]][1] if atom[1] < len(self.arguments) else NOTHING
            case "zone" | "track" | "chosen":
                return frozenset(((atom[0], atom[1], self.key(atom[2])),))
        return frozenset((atom,))

    def label(self, label: Label) -> Label:
        if not label:
            return label
        if len(label) == 1:
            (atom,) = label
            return few(self.atoms(atom))
        return few(frozenset().union(*(self.atoms(atom) for atom in label)))

    def seen_from(self, outer: Given) -> Given:
        """The same call, as the caller's caller sees it: who is who, and what is shown with an argument."""
        return Given(
            outer.key(self.you),
            outer.key(self.active),
            (),
            tuple(outer.key(key) for key in self.keys),
            tuple(tuple(seen for atom in atoms for seen in outer.shown(atom)) for atoms in self.handles),
        )

    def known(self, known: Known) -> Known:
        """What is known in the called one, as the caller sees it."""
        return {
            seen: frozenset(self.key(seat) for seat in who)
            for atom, who in known.items()
            for seen in self.shown(atom)
        }

    def shown(self, atom: Atom) -> tuple[Atom, ...]:
        """What the caller knows when the called one knows this."""
        match atom[0]:
            case "argument" | "size":
                return self.handles[atom[1]] if atom[1] < len(self.handles) else ()
            case "zone" | "track":
                return ((atom[0], atom[1], self.key(atom[2])),)
        return ()


def depends_on_arguments(part: object) -> bool:
    """Whether an atom or a key has an argument in it."""
    if not isinstance(part, tuple):
        return False
    return part[:1] in (("argument",), ("size",)) or any(map(depends_on_arguments, part))


def as_it_is(number_of_arguments: int) -> Given:
    """Everything stands for itself."""
    numbers = range(number_of_arguments)
    handles = tuple((argument(number), argument_size(number)) for number in numbers)
    return Given(YOU, ACTIVE, (), tuple(argument_key(number) for number in numbers), handles)


def few(label: Label) -> Label:
    """A label that cannot grow for ever."""
    if len(label) <= MOST_ATOMS:
        return label
    return frozenset(sorted(label, key=str)[:MOST_ATOMS])
