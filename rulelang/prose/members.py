"""Zones, tracks and fields in words: what there is one of, and what belongs to something.

In: typed expressions that name a zone, a track, a field, or what somebody chose. Out: phrases with their
owner, `your hand`; the name alone, where a sentence says the owner by itself; clauses of what is yes or no.
"""

from __future__ import annotations

from rulelang.prose.naming import find, meant_by
from rulelang.prose.nouns import noun, owned
from rulelang.prose.speaker import Speaker, ToClause, ToPhrase, np
from rulelang.prose.texts import Phrase
from rulelang.typed import expressions as typed
from rulelang.typed.symbols import FieldSymbol, Local
from rulelang.types import PLAYER, Kind, bare

Member = typed.ZoneRef | typed.TrackRef | typed.FieldRef | typed.ChosenBy


# ---------------------------------------------------------------- names


def is_name(field: FieldSymbol) -> bool:
    """Whether a field says which component it is: that is what its row is called."""
    return isinstance(field.type, Kind) and field.type.name == f"{field.record} {field.name}"


def field_name(speaker: Speaker, field: FieldSymbol) -> str:
    if is_name(field) and speaker.texts.own(f"field.{field.record}.{field.name}") is None:
        return speaker.say("np.name")
    if (
        field.type == PLAYER
        and speaker.texts.own(f"field.{field.record}.{field.name}", f"field.{field.name}") is None
    ):
        return speaker.say("noun.player")
    keys = [f"track.{field.track}"] if field.track is not None else []
    return speaker.texts.noun(f"field.{field.record}.{field.name}", *keys, f"field.{field.name}")


def member_name(speaker: Speaker, node: Member) -> str:
    """The name of a field, a zone or a track, or of what was chosen, without its owner."""
    if isinstance(node, typed.ChosenBy):
        return local_name(speaker, node.local)
    if isinstance(node, typed.ZoneRef):
        return speaker.texts.noun(f"zone.{node.zone.name}")
    if isinstance(node, typed.TrackRef) and node.field is None:
        return speaker.texts.noun(f"track.{node.track.name}")
    assert node.field is not None
    return field_name(speaker, node.field)


def local_name(speaker: Speaker, local: Local) -> str:
    """What was named, without an article."""
    found = find(speaker, local)
    return found.phrase.bare if found is not None else speaker.texts.noun(f"name.{local.name}")


def _key(node: typed.ZoneRef | typed.TrackRef | typed.FieldRef) -> str:
    """The word that the author writes for it."""
    if isinstance(node, typed.ZoneRef):
        return node.zone.name
    if isinstance(node, typed.TrackRef) and node.field is None:
        return node.track.name
    assert node.field is not None
    return node.field.name


# ---------------------------------------------------------------- phrases


def member_of(speaker: Speaker, node: Member, owner: Phrase) -> Phrase:
    """What belongs to an owner that is said already."""
    name = member_name(speaker, node)
    if isinstance(node, typed.ChosenBy):
        return speaker.texts.phrase("np.chosen_by", name, owner)
    if isinstance(node.owner, typed.PairOf):
        return of_two(speaker, name, np(speaker, node.owner.first), np(speaker, node.owner.second))
    return owned(speaker, name, owner, _key(node))


def of_two(speaker: Speaker, name: str, first: Phrase, second: Phrase) -> Phrase:
    """What there is for two owners together: `the player's risk for hooks`."""
    whole = owned(speaker, name, first)
    return Phrase(speaker.say("np.of_pair", whole.bare, second), speaker.say("np.of_pair", whole.the, second))


def _pair(speaker: Speaker, node: typed.PairOf) -> Phrase:
    text = speaker.texts.listed([np(speaker, node.first).the, np(speaker, node.second).the])
    return Phrase(text, text)


def _holder(speaker: Speaker, node: typed.HolderOf) -> Phrase:
    """Whose zone something lies in."""
    key = "np.holder_player" if bare(node.type) == PLAYER else "np.holder"
    return speaker.texts.the(speaker.say(key, noun(speaker, node.type), np(speaker, node.item)))


def _zone(speaker: Speaker, node: typed.ZoneRef) -> Phrase:
    return _member(speaker, node, node.owner)


def _track(speaker: Speaker, node: typed.TrackRef) -> Phrase:
    return _bare_field(speaker, node) if node.bare else _member(speaker, node, node.owner)


def _field(speaker: Speaker, node: typed.FieldRef) -> Phrase:
    return _bare_field(speaker, node) if node.bare else _member(speaker, node, node.owner)


def _member(speaker: Speaker, node: Member, owner: typed.Expr | None) -> Phrase:
    if owner is None:
        return speaker.texts.the(member_name(speaker, node))
    return member_of(speaker, node, np(speaker, owner))


def own_absence(speaker: Speaker, node: typed.Expr, none: bool) -> str | None:
    """What the author says where a track is none, or is something: `nobody has closed the round`."""
    if not isinstance(node, typed.TrackRef) or node.bare or isinstance(node.owner, typed.PairOf):
        return None
    owner = None if node.owner is None else np(speaker, node.owner)
    key = f"{'unknown' if none else 'known'}.{node.track.name}"
    key = f"your.{key}" if owner is not None and owner.you else key
    if node.field is not None or not speaker.texts.has_own(key):
        return None
    return speaker.texts.filled(speaker.texts.own(key) or "", [] if owner is None else [owner.the])


def _bare_field(speaker: Speaker, node: typed.TrackRef | typed.FieldRef) -> Phrase:
    """A field without its owner: that of the element that a condition looks at."""
    owner = meant_by(speaker, node.owner)
    if owner is None or not owner.element:
        return speaker.texts.the(member_name(speaker, node))
    return owned(speaker, member_name(speaker, node), owner.phrase)


def _chosen_by(speaker: Speaker, node: typed.ChosenBy) -> Phrase:
    return member_of(speaker, node, np(speaker, node.player))


def _opponents(speaker: Speaker, node: typed.Opponents) -> Phrase:
    if isinstance(node.player, typed.You):
        return speaker.texts.phrase("np.opponents", many=True)
    return speaker.texts.phrase("np.opponents_of", np(speaker, node.player), many=True)


PHRASES: dict[type, ToPhrase] = {
    typed.ZoneRef: _zone, typed.TrackRef: _track, typed.FieldRef: _field, typed.ChosenBy: _chosen_by,
    typed.Opponents: _opponents, typed.PairOf: _pair, typed.HolderOf: _holder,
}  # fmt: skip


# ---------------------------------------------------------------- clauses


def _flag(speaker: Speaker, node: typed.TrackRef | typed.FieldRef, denied: bool) -> str:
    form, name = ("not_" if denied else ""), member_name(speaker, node)
    if isinstance(node.owner, typed.PairOf):
        return speaker.say(f"clause.{form}applies", member_of(speaker, node, np(speaker, node.owner)).bare)
    if node.owner is None:
        return speaker.say(f"clause.{form}applies", name)
    return speaker.say(f"clause.{form}marked", np(speaker, node.owner), name)


def _chosen_flag(speaker: Speaker, node: typed.ChosenBy, denied: bool) -> str:
    return speaker.say(f"clause.{'not_' if denied else ''}holds", _chosen_by(speaker, node))


CLAUSES: dict[type, ToClause] = {
    typed.TrackRef: _flag, typed.FieldRef: _flag, typed.ChosenBy: _chosen_flag,
}  # fmt: skip
