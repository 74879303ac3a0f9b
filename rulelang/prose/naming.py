"""What a rule calls by a name of its own: parameters, what was chosen, the elements of sets.

In: the locals of the typed program, where they are given. Out: a `Named` for each, known to the speaker until
its block ends. A short name like `p` is said by its type, "that player", as long as it is clear who is meant.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from rulelang.inflection.forms import mentions
from rulelang.prose.nouns import form, noun, sort, you
from rulelang.prose.speaker import LETTERED, NAMED, PLAIN, Named, Speaker
from rulelang.prose.texts import Phrase
from rulelang.typed import expressions as typed
from rulelang.typed.symbols import CallableSymbol, Local
from rulelang.types import Bool, Kind, Rec, Seq, Type, bare

SHORT = 2  # letters of a name that says nothing by itself


def find(speaker: Speaker, local: Local) -> Named | None:
    local = speaker.aliases.get(local, local)
    return next((known for known in reversed(speaker.locals) if known.local is local), None)


def meant_by(speaker: Speaker, node: typed.Expr | None) -> Named | None:
    """What an expression is, if it is nothing but a name that was given."""
    return find(speaker, node.local) if isinstance(node, typed.LocalRef) else None


def params_of(symbol: CallableSymbol) -> list[Local]:
    """The parameters of a rule or value, where it is named and not said."""
    return [unnamed(type_, name, "param") for name, type_ in symbol.params]


def unnamed(type_: Type, name: str = "", role: str = "element") -> Local:
    return Local(name=name, span=None, type=type_, role=role)


# ---------------------------------------------------------------- giving names


def bind(speaker: Speaker, local: Local, element: bool = False) -> Named:
    return _known(speaker, _named(speaker, local, local.name, element))


def bind_lettered(speaker: Speaker, local: Local) -> Named:
    return _known(speaker, _lettered(speaker, local))


def bind_as_you(speaker: Speaker, local: Local) -> Named:
    """A parameter that is known to be you."""
    return _known(speaker, Named(local, local.name, you(speaker), PLAIN))


def bind_element(speaker: Speaker, local: Local) -> Named:
    """An element of a set; its name is said only if its type would not tell it from others."""
    own = noun(speaker, local.type)
    if local.name and not any(own in (known.phrase.bare, known.name) for known in speaker.locals):
        return _known(speaker, evolve(_named(speaker, local, "", element=True), name=local.name))
    return bind(speaker, local, element=True)


def bind_params(speaker: Speaker, params: Sequence[Local]) -> list[Named]:
    """Parameters are `the player`, not `that player`; two of a type with short names get letters."""
    found = []
    for local in params:
        alike = [other for other in params if other.type == local.type and len(other.name) <= SHORT]
        said = not local.name or own_local(speaker, local.name) is not None or len(local.name) > SHORT
        if said or sort(speaker, local.type) == "number":
            found.append(bind(speaker, local))
        elif len(alike) > 1:
            found.append(bind_lettered(speaker, local))
        else:
            own = noun(speaker, local.type)
            phrase = Phrase(own, speaker.say("np.the", own), form(speaker, "plain_owns", local.type, own))
            found.append(_known(speaker, Named(local, local.name, phrase, PLAIN)))
    return found


def _known(speaker: Speaker, named: Named) -> Named:
    speaker.locals.append(named)
    return named


def own_local(speaker: Speaker, name: str) -> str | None:
    """What the definition calls this name, in this rule or in all of them.

    A common word of the language goes before the author's word in English.
    """
    if not name:
        return None
    texts, keys = speaker.texts, (f"name.{speaker.place}.{name}", f"name.{name}")
    found = texts.own_noun(*keys)
    if found is None or texts.has_own(*keys):
        return found
    if texts.has(f"name.{name}"):
        return None
    texts.unnamed.add(f"name.{name}")
    return found


def _named(speaker: Speaker, local: Local, name: str, element: bool) -> Named:
    """How something is called that is named here."""
    type_ = local.type
    own = own_local(speaker, name)
    if own is None and len(name) <= SHORT:
        return _by_type(speaker, local, name, element)
    called = own if own is not None else _usual_name(speaker, name, type_)
    many = isinstance(bare(type_), Seq)
    style = PLAIN if called == noun(speaker, type_) else NAMED
    group = "plain_owns" if style == PLAIN else "owns"
    owns = "" if many or isinstance(type_, Bool) else form(speaker, group, type_, called)
    phrase = Phrase(called, speaker.say("np.the", called), owns, many=many)
    return Named(local, name, phrase, style, element)


def _by_type(speaker: Speaker, local: Local, name: str, element: bool) -> Named:
    """A name that says nothing: the type does, or else a letter."""
    own, letter, known = noun(speaker, local.type), name.upper(), speaker.locals
    if name and sort(speaker, local.type) == "number":
        return Named(local, name, Phrase(letter, letter), LETTERED, element)
    that = form(speaker, "that", local.type, own, letter)
    if not any(other.phrase.the == that or (name and other.phrase.bare == own) for other in known):
        owns = form(speaker, "that_owns", local.type, own, letter)
        return Named(local, name, Phrase(own, that, owns), PLAIN, element)
    if not name:
        return Named(local, name, Phrase(own, speaker.say("np.it"), ""), PLAIN, element)
    return _lettered(speaker, local, element)


def _lettered(speaker: Speaker, local: Local, element: bool = False) -> Named:
    letter = local.name.upper()
    text = speaker.say("np.lettered", noun(speaker, local.type), letter)
    owns = speaker.say("owns.lettered", text, form(speaker, "owns", local.type, letter))
    return Named(local, local.name, Phrase(text, text, owns), LETTERED, element)


def _usual_name(speaker: Speaker, name: str, type_: Type) -> str:
    """A name that the definition has no text for: that of its type, a common word, or the name itself."""
    inner = bare(type_)
    if name == "player" or (isinstance(inner, Kind | Rec) and name == inner.name):
        return noun(speaker, type_)
    if speaker.texts.has(f"name.{name}"):
        return speaker.say(f"name.{name}")
    return speaker.texts.noun(f"name.{name}")


# ---------------------------------------------------------------- saying names


def introduced(speaker: Speaker, named: Named) -> str:
    """A name where it is given."""
    return named.phrase.bare if named.style == PLAIN else speaker.ink.name(named.phrase.bare)


def presented(speaker: Speaker, one: str, named: Named, key: str = "np.called") -> str:
    """One of many, with the name that it gets: `card in the row (the target)`."""
    if named.style == PLAIN:
        return one
    if named.style == LETTERED:
        return speaker.say("np.called_letter", one, speaker.ink.name(named.name.upper()))
    name = speaker.ink.name(named.phrase.bare)
    if mentions(one, speaker.say(key, "", name).strip()):
        return one  # the condition on it has named it already
    return speaker.say(key, one, name)
