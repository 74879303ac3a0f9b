"""A definition and a game of OpenSpiel, played side by side.

In: a `Peer`, the line that says which two games are the same one and how our options are called over there.
Out: nothing, or `Different` with the step and what is not equal. Compared at every step: who decides, the
legal actions, chance with its probabilities, and at the end what it is worth to everybody.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache, cached_property
from itertools import combinations
from typing import Any

from attrs import field, frozen

from interpreter.game import Game
from interpreter.game.requests import NATURE, Request
from rulelang.compile import Bundle, compile_bundle
from rulelang.diagnostics import Report, RulesError
from rulelang.ir.nodes import Program
from rulelang.loader import load, load_variants
from rulelang.source import Source
from tests.helpers import GAMES


class Different(AssertionError):
    """The two games are not the same one."""


class Shown:
    """The state of the other game before an answer, as text: made once for all options."""

    def __init__(self, state: Any) -> None:
        self._state = state

    @cached_property
    def lines(self) -> list[str]:
        return str(self._state).splitlines()


@frozen
class Asked:
    """One option of ours, as a peer's line may look at it."""

    key: str
    question: str  # the rule and the name of what is asked
    player: int
    there: Shown
    game: Game

    @property
    def numbers(self) -> tuple[int, ...]:
        return numbers_in(self.key)


@cache
def numbers_in(key: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", key))


@frozen
class Peer:
    game: str
    theirs: str
    name: Callable[[Asked], str]  # what an option is called over there
    settings: Mapping[str, Any] = field(factory=dict)
    variants: tuple[str, ...] = ()
    patch: str = ""  # a variant that only the comparison needs
    players: int | None = None
    whole: bool = False  # the whole tree is compared, not only games by chance
    dealt: Callable[[list[str]], int] | None = None  # one chance outcome over there is several of ours
    hidden: Callable[[Game], Counter[str]] | None = None  # what lies face down, by its names over there
    scores: str = ""  # how the other game writes the scores, which are compared at every step
    wrong: tuple[tuple[str, str], ...] = ()  # a text of the rules, and a mistake in its place

    def __str__(self) -> str:
        return "-".join((self.theirs, *self.variants))


def program_of(peer: Peer, mistake: tuple[str, str] | None = None) -> Program:
    """The definition with its variants; or with a mistake, which has to change its text."""
    report = Report()
    bundle = load(GAMES / peer.game, report)
    assert bundle is not None
    patches = load_variants(GAMES / peer.game, list(peer.variants), report)
    if peer.patch:
        patches.append(Bundle((Source("patch.rules", peer.patch),), {}))
    if mistake is not None:
        bundle = _planted(bundle, *mistake)
    program = compile_bundle(bundle, report, patches)
    if program is None or report.errors:
        raise RulesError(report)
    return program


def _planted(bundle: Bundle, right: str, wrong: str) -> Bundle:
    from attrs import evolve

    rules = tuple(evolve(source, text=source.text.replace(right, wrong)) for source in bundle.rules)
    assert rules != bundle.rules, f"`{right}` does not stand in the rules"
    return evolve(bundle, rules=rules)


def start(peer: Peer, program: Program) -> tuple[Game, Any]:
    import pyspiel

    game = Game.new(
        program, peer.players, settings=dict(peer.settings), chance="exposed", forced="ask", events=False
    )
    return game, pyspiel.load_game(peer.theirs).new_initial_state()


# ------------------------------------------------------------ one step
def _same_scores(peer: Peer, game: Game, state: Any) -> None:
    if not peer.scores or state.is_terminal():  # at the end some share out what is left, some do not
        return
    theirs = sorted(int(points) for points in re.findall(peer.scores, str(state)))
    if sorted(game.scores or ()) != theirs:
        raise Different(f"scores {game.scores} here\n{state}")


def actions(peer: Peer, game: Game, state: Any) -> dict[int, Any]:
    """Each legal action over there with our answer; raises `Different` where they are not the same."""
    _same_scores(peer, game, state)
    if game.over or state.is_terminal():
        if not (game.over and state.is_terminal()):
            raise Different(f"only {'ours' if game.over else 'theirs'} is over\n{state}")
        if list(game.returns()) != state.returns():
            raise Different(f"worth {game.returns()} here, {state.returns()} there\n{state}")
        return {}
    request = game.request()
    assert request is not None
    player = state.current_player()
    if request.player != player:
        raise Different(f"player {request.player} decides here, {player} there\n{state}")
    found = list(_named(peer, game, request, state))
    named = names(found, player, state)
    legal = {state.action_to_string(player, action): action for action in state.legal_actions()}
    if named.keys() != legal.keys():
        ours, theirs = sorted(named.keys() - legal.keys()), sorted(legal.keys() - named.keys())
        raise Different(f"only here: {ours}\nonly there: {theirs}\n{state}")
    if player == NATURE:
        _same_chances(found, request, legal, state)
    return {legal[name]: named[name] for name in legal}


def names(named: list[tuple[str, Any]], player: int, state: Any) -> dict[str, Any]:
    """What each of our answers is called over there. Where several are chosen, an answer is a list."""
    found: dict[str, Any] = {}
    for name, answer in named:
        if name in found and player != NATURE:
            raise Different(f"two options are called {name}\n{state}")
        found.setdefault(name, answer)
    return found


def _named(peer: Peer, game: Game, request: Request, state: Any) -> Iterator[tuple[str, Any]]:
    there = Shown(state)
    for answer, key in _answers(request, _keys(game, request)):
        yield peer.name(Asked(key, request.name, request.player, there, game)), answer


def _keys(game: Game, request: Request) -> list[str]:
    """The keys of all options. To put an option into words takes long, so each is asked for once.

    The key of a copy has a number that depends on who looks: such keys are not kept.
    """
    known = _KEPT.setdefault(id(game.program), (game.program, {}))[1]
    raw, site = request.raw(), request.site
    if all((site, value) in known for value in raw):
        return [known[site, value] for value in raw]
    keys = [option.key for option in request.options]
    known.update({(site, value): key for value, key in zip(raw, keys, strict=True) if "#" not in key})
    return keys


_KEPT: dict[int, tuple[Program, dict[Any, str]]] = {}


def _answers(request: Request, keys: list[str]) -> Iterator[tuple[Any, str]]:
    if not request.several:
        yield from enumerate(keys)
        return
    for amount in range(request.least, request.most + 1):
        for some in combinations(range(len(keys)), amount):
            yield list(some), ", ".join(keys[index] for index in some)


def _same_chances(
    named: list[tuple[str, Any]], request: Request, legal: Mapping[str, int], state: Any
) -> None:
    """Several of our outcomes may be one over there, as cards that look alike."""
    there = dict(state.chance_outcomes())
    ours: dict[str, float] = {}
    for (name, _), share in zip(named, _shares(request), strict=True):
        ours[name] = ours.get(name, 0.0) + share
    for name, share in ours.items():
        if abs(share - there[legal[name]]) > 1e-9:
            raise Different(f"{name}: {share} here, {there[legal[name]]} there\n{state}")


def _shares(request: Request) -> list[float]:
    """How likely each outcome is. They are asked for once for each place in the rules and each number of
    outcomes: with them all options are put into words."""
    key = id(request.machine.program), request.site, len(request)
    if key not in _LIKELY:
        shares = [float(option.probability or 0) for option in request.options]
        _LIKELY[key] = (request.machine.program, shares)
    return _LIKELY[key][1]


_LIKELY: dict[Any, tuple[Program, list[float]]] = {}


def turn_up(hidden: Callable[[Game], Counter[str]], before: Game, game: Game, state: Any) -> None:
    """Where the other game decides what lies face down when it is turned up, ours has dealt it before: what
    came up here comes up there, and all that lay face down has the same chances."""
    lying, left = hidden(before), hidden(game)
    there = {state.action_to_string(NATURE, action): (action, p) for action, p in state.chance_outcomes()}
    ours = {name: count / lying.total() for name, count in lying.items()}
    if ours.keys() != there.keys() or any(abs(there[name][1] - p) > 1e-9 for name, p in ours.items()):
        raise Different(f"face down lie {ours} here, {there} there\n{state}")
    shown = lying - left
    if shown.total() != 1:
        raise Different(f"turned up {dict(shown)} here, one there\n{state}")
    state.apply_action(there[next(iter(shown))][0])


def pass_what_is_certain(game: Game, state: Any) -> None:
    """What is certain, as the last card of a deck, is a chance over there only."""
    while state.is_chance_node() and len(state.legal_actions()) == 1:
        if game.deciding == (NATURE,) and game.choices == 1:
            return
        state.apply_action(state.legal_actions()[0])


def deal(peer: Peer, game: Game, state: Any, rng: random.Random) -> None:
    """Where the other game deals at one stroke, ours deals card by card; the chances have to be the same.
    What lies face down is dealt by ours alone."""
    while peer.hidden is not None and game.deciding == (NATURE,):
        game.apply(rng.choice(game.request().options).index)  # type: ignore[union-attr]
    pass_what_is_certain(game, state)
    while peer.dealt is not None and game.deciding == (NATURE,) and state.is_chance_node():
        outcomes = state.chance_outcomes()
        if len(outcomes) == game.choices:
            return
        site, keys, share = game.request().site, [], 1.0  # type: ignore[union-attr]
        whole = outcomes[0][1]
        while share > whole * (1 + 1e-9) or (game.deciding == (NATURE,) and game.choices == 1):
            request = game.request()
            if request is None or request.player != NATURE or request.site != site:
                raise Different(f"dealt {keys} with {share} here, {outcomes[0][1]} there\n{state}")
            index = rng.randrange(len(request))
            keys.append(_keys(game, request)[index])
            share *= _shares(request)[index]
            game.apply(index)
        state.apply_action(peer.dealt(keys))


# ------------------------------------------------------------ many steps
def lock_step(peer: Peer, program: Program, games: int, seed: int = 0) -> int:
    """Plays games by chance on both sides; how many decisions there were."""
    rng, steps = random.Random(f"{peer} {seed}"), 0
    for _ in range(games):
        game, state = start(peer, program)
        while True:
            deal(peer, game, state, rng)
            found = actions(peer, game, state)
            if not found:
                break
            action = rng.choice(sorted(found))
            before = game.copy() if peer.hidden is not None else game
            game.apply(found[action])
            state.apply_action(action)
            if peer.hidden is not None and state.is_chance_node():
                turn_up(peer.hidden, before, game, state)
            steps += 1
    return steps


@frozen
class Tree:
    histories: int
    sets: int
    value: Fraction


def tree(peer: Peer, program: Program) -> Tree:
    """Every history of both games; information sets are the same where the other game has them."""
    ends: list[tuple[Fraction, float]] = []
    told: dict[object, str] = {}
    meant: dict[str, object] = {}

    def walk(game: Game, state: Any, weight: Fraction) -> None:
        pass_what_is_certain(game, state)
        found = actions(peer, game, state)
        if not found:
            ends.append((weight, game.returns()[0]))
            return
        player = state.current_player()
        if player != NATURE and state.get_game().get_type().provides_information_state_string:
            view = game.view(player)
            ours = (
                player,
                view.zones,
                view.tracks,
                tuple(event.text for event in game.events(player=player)),
            )
            theirs = f"{player} {state.information_state_string(player)}"
            if told.setdefault(ours, theirs) != theirs or meant.setdefault(theirs, ours) != ours:
                raise Different(f"another information set here\n{ours}\n{theirs}")
        shares = dict(state.chance_outcomes()) if player == NATURE else {}
        for action, index in found.items():
            share = Fraction(shares[action]).limit_denominator(10**6) if shares else Fraction(1, len(found))
            after, there = game.copy(), state.child(action)
            after.apply(index)
            walk(after, there, weight * share)

    _, state = start(peer, program)
    walk(Game.new(
        program, peer.players, settings=dict(peer.settings), chance="exposed", forced="ask"
    ), state, Fraction(1))  # fmt: skip
    return Tree(len(ends), len(told), sum((w * Fraction(v) for w, v in ends), Fraction(0)))


def compare(peer: Peer, program: Program, games: int) -> None:
    """The whole tree if it is small, else so many games by chance."""
    if peer.whole:
        tree(peer, program)
    else:
        lock_step(peer, program, games)
