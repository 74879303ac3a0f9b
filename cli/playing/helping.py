"""The rules of a question, for whoever is asked.

In: the options on the screen, the rules in words, and what a player wants to know about. Out: lines that tell
what is asked, what an option does, and why one is not there. Only the rules and the player's own options are
read, so nothing hidden can be told.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from cli.playing.told import name_of, things_told, told, told_of_component
from cli.screen.answers import Choices, Unclear, folded
from cli.screen.menus import WHOLE_NUMBER
from rulelang.ir.instructions import Menu

if TYPE_CHECKING:
    from cli.phrases import Phrases
    from interpreter.knowledge.refusals import Failed
    from rulelang.prose.declared import Declared
    from rulelang.prose.steps import Fact

Site = tuple[str, int, int]
Way = tuple[str, ...]
WhatFailed = Callable[[str, Sequence[Way], str], "Sequence[Failed]"]
AMONG = "among"  # the end of a way to all that something is picked from
MOST_NAMED = 8
MOST_CARDS = 3  # that are told about at once
EXACT, START, PART, LONGER, NOT = range(5)  # how well what was typed fits a name, the best first


class Rules(Protocol):
    """What is asked of `cli.playing.rules_in_words`."""

    def options(self, site: Site) -> list[str]: ...
    def option(self, site: Site, name: str) -> list[str]: ...
    def condition(self, site: Site, name: str) -> str: ...
    def facts(self, site: Site, name: str) -> Sequence[Fact]: ...
    def question(self, site: Site) -> list[str]: ...
    def rulebook(self) -> str: ...
    @property
    def won(self) -> list[str]: ...
    @property
    def cards(self) -> dict[str, list[str]]: ...
    @property
    def declared(self) -> Mapping[str, Declared]: ...


class Help:
    """Everything that can be told about one question."""

    def __init__(
        self, choices: Choices, rules: Rules, say: Phrases, failed: WhatFailed | None = None
    ) -> None:
        """`failed` says which parts of an option's condition do not hold now; the last thing that it is given
        is what somebody typed who means more than the option's name."""
        self.choices = choices
        self.request = choices.request
        self.options = choices.options
        self.rules = rules
        self.say = say
        self.failed = failed
        self.site: Site = self.request.site

    @property
    def has_names(self) -> bool:
        """Only options of a `choose one` or a `may` have names and rules of their own."""
        return self.request.kind in ("menu", "may")

    @property
    def names(self) -> list[str]:
        """The options of the rules, on the screen or not."""
        if not self.has_names:
            return []
        return self.rules.options(self.site) or list(dict.fromkeys(map(self.name, range(len(self.options)))))

    def question(self) -> Iterator[str]:
        """What is asked, with what each option needs."""
        yield from self.rules.question(self.site)
        if self.request.kind != "menu":
            return
        for name in self.names:
            condition = self.rules.condition(self.site, name)
            label = self.label(name)
            yield "  " + (self.say("command.only_when", label, condition) if condition else label)
        yield self.say("command.help_on_option")

    def option(self, typed: str) -> Iterator[str] | None:
        """What an option does; None if there is none that was meant."""
        rank, offered = self._offered(typed)
        other, declared = self._declared(typed)
        if not self.has_names:
            return self._about_offered(typed, offered) if offered else None
        if min(rank, other) > EXACT and self._named(typed)[0] == EXACT:
            return None  # the whole name of a thing is not just a part of an option
        names = [self.name(offered[0])] if offered and rank <= other else declared
        return self._option_lines(names[0]) if names else None

    def _about_offered(self, typed: str, offered: list[int]) -> Iterator[str]:
        """Of what is chosen from a set: the component that is meant, and the question."""
        named = self.options[offered[0]].label if len(offered) == 1 else typed
        yield from self.card(named) or ()
        yield from self.rules.question(self.site)

    def card(self, typed: str) -> Iterator[str] | None:
        """What is told about a component or another thing, what is printed on it and what it does; None if
        there is none of this name."""
        best, found = self._named(typed)
        return self._card_lines(found) if best <= PART else None

    def fitting(self, typed: str, but: Collection[str]) -> tuple[int, Iterator[str]]:
        """As `card`, with how well it fits, without things of these sorts."""
        best, found = self._named(typed, but)
        return (best, self._card_lines(found)) if best <= PART else (NOT, iter(()))

    def _named(self, typed: str, but: Collection[str] = ()) -> tuple[int, list[str]]:
        """The keys of the components and other things that fit best, and how well."""
        keys = list(dict.fromkeys((*self.rules.cards, *things_told(self.request.words))))
        keys = [key for key in keys if key.partition(".")[0] not in but]
        ranks = [fit(typed, (key.rpartition(".")[2], name_of(self.request.words, key))) for key in keys]
        best = min(ranks, default=NOT)
        return best, [key for key, rank in zip(keys, ranks, strict=True) if rank == best]

    def _card_lines(self, keys: Sequence[str]) -> Iterator[str]:
        """Of many only the first is told: they are much alike."""
        words = self.request.words
        shown = keys if len(keys) <= MOST_CARDS else keys[:1]
        for key in shown:
            yield name_of(words, key)
            yield from (f"  {line}" for line in told_of_component(words, key))
            yield from (f"  {line}" for line in self.rules.cards.get(key, ()))
        if len(shown) < len(keys):
            yield self.say("command.more_cards", _some([name_of(words, key) for key in keys[len(shown) :]]))

    def _option_lines(self, name: str) -> Iterator[str]:
        yield self.label(name)
        taken = self.request.name.rpartition(".")[2] if self.request.kind == "may" else name
        about = told(self.request.words, f"option.{self.request.rule}.{taken}", f"option.{taken}")
        yield from (f"  {line}" for line in about)
        condition = self.rules.condition(self.site, name)
        allowed = self.say("command.when_allowed", condition) if condition else self.say("command.always")
        yield f"  {allowed}"
        yield from (f"  {line}" for line in self.rules.option(self.site, name))

    def why(self, typed: str) -> Iterator[str]:
        """Whether an option is allowed, and if it is not, what it would need."""
        rank, offered = self._offered(typed)
        other, declared = self._declared(typed)
        if offered and rank <= other:
            yield self._allowed(self.options[offered[0]].label if len(offered) == 1 else typed, offered)
        elif declared:
            for name in declared[:MOST_NAMED]:
                yield from self._why_not(name, typed if other == LONGER else "")
        elif lines := [*self._why_not_with(typed), *self.elsewhere(typed)]:
            yield from lines
        elif not self.has_names and (lines := self.rules.question(self.site)):
            yield self.say("command.may_be_chosen")
            yield from (f"  {line}" for line in lines)
        else:
            yield self.unknown(typed)

    def knows(self, typed: str) -> bool:
        """Whether this is a part of the name of an option."""
        return min(self._offered(typed)[0], self._declared(typed)[0]) <= PART

    def why_not_all(self) -> Iterator[str]:
        """What each option of this question needs that is not there now."""
        there = {self.name(index) for index in range(len(self.options))}
        missing = [name for name in self.names if name not in there]
        for name in missing:
            yield from self._why_not(name, "")
        if not missing and self.has_names:
            yield self.say("command.all_allowed")
        elif not missing:
            yield self.say("command.may_be_chosen")
            yield from (f"  {line}" for line in self.rules.question(self.site))

    def _allowed(self, label: str, indices: Sequence[int]) -> str:
        return self.say("command.is_allowed", label, _some(what_to_type(self.choices, indices)))

    def _why_not(self, name: str, typed: str) -> Iterator[str]:
        """`typed`: how it was named with something that it cannot be taken with."""
        there = [index for index in range(len(self.options)) if self.name(index) == name]
        condition = self.rules.condition(self.site, name)
        if there and not typed:
            yield self._allowed(self.label(name), there)
            return
        reasons = list(self._what_failed(name, typed))
        if not reasons and there and not condition:  # no fact may be told of what it can be taken with
            reasons = [self.say("command.not_now", typed, self.say("command.none_of_those"))]
        yield from reasons
        if condition:
            yield self.say("command.allowed_only_when", self.label(name), condition)
        elif not there and not reasons:
            yield self.say("command.nothing_for_it", self.label(name))
        if there:
            yield self.say("command.allowed_now", _some([self.options[index].label for index in there]))

    def _why_not_with(self, typed: str) -> Iterator[str]:
        """Why no option can be taken with something: the lists on the screen name nothing else."""
        for name in self.names:
            label = self.label(name)
            if label.count("…") < 2:
                whole = label.replace("…", typed) if "…" in label else f"{label}: {typed}"
                yield from self._what_failed(name, whole, typed)

    def _what_failed(self, name: str, typed: str, thing: str = "") -> Iterator[str]:
        """The facts that keep an option from being taken, with their numbers; those about a `thing` only."""
        facts = {fact.way: fact for fact in self.rules.facts(self.site, name)}
        found = self.failed(name, list(facts), typed) if self.failed is not None else ()
        if thing:
            found = [failed for failed in found if folded(thing) in map(folded, failed.things)]
        deepest = [failed for failed in found if not any(_goes_on(failed.way, other.way) for other in found)]
        yield from dict.fromkeys(self._fact(name, typed, facts[failed.way], failed) for failed in deepest)

    def _fact(self, name: str, typed: str, fact: Fact, failed: Failed) -> str:
        """A fact with what it is about and its numbers; what was typed alone needs not be said again."""
        alone = len(fact.called) == 1 and fact.called[0][0] == 0 and len(failed.things) == 1
        named = [(what, failed.things[n]) for n, what in fact.called if n < len(failed.things) and not alone]
        named = [(what, thing) for what, thing in named if what in fact.denied or what in fact.compared]
        both = [*named, *zip(fact.compared, failed.numbers, strict=True)]
        told = "; ".join(self.say("command.is_now", what, n) for what, n in both if what and n is not None)
        whole = f"{fact.denied} ({told})" if told else fact.denied
        return self.say("command.not_now", typed or self.label(name), whole)

    def elsewhere(self, typed: str) -> list[str]:
        """An option of another question, which is not asked now."""
        words, found = self.request.words, []
        for body in words.program.bodies:
            for entry in (entry for instr in body.code if isinstance(instr, Menu) for entry in instr.entries):
                label = words.action(body.name, entry.name)
                rank = fit_option(typed, entry.name, label)
                asked = words.text(f"ask.{body.name}", words.text("choose"))
                found.append((rank, self.say("command.another_time", label, asked)))
        best = min((rank for rank, _ in found), default=NOT)  # it may be named with what it is taken with
        return list(dict.fromkeys(line for rank, line in found if rank == best < NOT))[:MOST_CARDS]

    def unknown(self, typed: str) -> str:
        names = [self.label(name) for name in self.names]
        known = ", ".join(names) or _some([option.label for option in self.options])
        return self.say("command.no_such_option", typed, known)

    # ------------------------------------------------------------ names
    def label(self, name: str) -> str:
        words = self.request.words
        return words.text(name) if self.request.kind == "may" else words.action(self.request.rule, name)

    def name(self, index: int) -> str:
        """The name that the rules give to an offered option: its key without what it is taken with."""
        return self.options[index].key.partition("(")[0]

    def _offered(self, typed: str) -> tuple[int, list[int]]:
        """The options on the screen that fit best, and how well."""
        if WHOLE_NUMBER.fullmatch(typed):
            return self._numbered(typed)
        ranks = [fit(typed, (option.key, option.label)) for option in self.options]
        # That somebody names more than an option says proves that another one is meant.
        best = min(ranks, default=NOT)
        return (best, [i for i, rank in enumerate(ranks) if rank == best]) if best <= PART else (NOT, [])

    def _numbered(self, typed: str) -> tuple[int, list[int]]:
        """The options behind a number on the screen."""
        try:
            return EXACT, [option.index for option in self.choices.meant(typed)]
        except Unclear:
            return NOT, []

    def _declared(self, typed: str) -> tuple[int, list[str]]:
        """The options of the rules, on the screen or not, that fit best, and how well."""
        names = self.names
        ranks = [fit_option(typed, name, self.label(name)) for name in names]
        best = min(ranks, default=NOT)
        return best, [name for name, rank in zip(names, ranks, strict=True) if rank == best < NOT]


def what_to_type(choices: Choices, indices: Sequence[int]) -> list[str]:
    """What names these options, in their order: numbers of lines on the screen, or else keys."""
    numbers: dict[int, str] = {}
    for number, item in enumerate(choices.menu.items, 1):
        inside = {way.index for way in item.ways}
        if inside <= set(indices):
            numbers |= dict.fromkeys(inside, item.name if choices.are_numbers else str(number))
    return list(dict.fromkeys(numbers.get(index, choices.options[index].key) for index in indices))


def _goes_on(way: Way, other: Way) -> bool:
    """Whether the other way leads into what this one leads to: what it finds there says more."""
    whole = way[:-1] if way[-1:] == (AMONG,) else way
    return len(other) > len(way) and other[: len(whole)] == whole


def _some(names: Sequence[str]) -> str:
    """The first of them, if there are many."""
    return ", ".join(names[:MOST_NAMED]) + (", …" if len(names) > MOST_NAMED else "")


def fit_option(typed: str, name: str, label: str) -> int:
    """As `fit`; a label with gaps (`move … to …`) is also named with something in them."""
    rank = fit(typed, (name, label.replace("…", " ")))
    if rank == NOT and "…" in label:
        parts = (re.escape(folded(part)) for part in label.split("…"))
        return LONGER if re.fullmatch(r".+".join(parts).strip(), folded(typed)) else NOT
    return rank


def fit(typed: str, names: Sequence[str]) -> int:
    wanted, known = folded(typed), [folded(name) for name in names]
    if not wanted:
        return NOT
    if wanted in known:
        return EXACT
    if any(name.startswith(wanted) for name in known):
        return START
    if any(wanted in name for name in known):
        return PART
    return LONGER if any(name and wanted.startswith(name) for name in known) else NOT
