"""Two games that differ only in what one seat cannot know, and everything that reaches a seat.

Other tests import this: `played` plays a definition by chance, `twins` gives games that the seat cannot tell
from it, `chosen_otherwise` makes such a pair by real play, without the help of deals, and `observed` is what
a seat gets to see, to hear, to choose from and to be advised. Whatever is new and reaches a seat is compared
for all `definitions()`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any

from cli.phrases import Phrases
from cli.screen.table import Table
from interpreter.bots import make_bot
from interpreter.errors import PlayError, RuleError
from interpreter.game import Game
from interpreter.game.requests import Request
from interpreter.knowledge.events import entries_of
from interpreter.scene.make import scene_of
from rulelang.ir.instructions import chosen_types
from rulelang.ir.nodes import Program
from rulelang.types import bare
from tests.helpers import ROOT, compile_folder, definition, definition_folders, random_play, small
from tests.properties.invented import CARDS, INVENTED

OPEN = ("turn", "say")  # everybody hears it, whatever it speaks of: that is how it comes to light
RECIPES = ROOT / "docs" / "cookbook"


@cache
def definitions() -> dict[str, Program]:
    """The packaged games, the recipes, and small invented ones that hide a lot."""
    found = {name: definition(name) for name in definition_folders()}
    for folder in sorted(RECIPES.iterdir()):
        if (folder / "game.rules").exists():
            found[f"recipe {folder.name}"] = compile_folder(folder)
    for name, body in INVENTED.items():
        found[f"invented {name}"] = small(CARDS + body, players="2 to 3")
    return found


def played(name: str, seed: int, steps: int, **options: Any) -> Game:
    """A game of some number of players, played by chance for so many answers."""
    rng = random.Random(f"{name} {seed}")
    program = definitions()[name]
    game = Game.new(program, rng.randint(*program.players), seed, **options)
    random_play(game, rng, steps)
    return game


def moments(name: str, seed: int, amount: int, longest: int = 400) -> list[Game]:
    """A whole game, played by chance to its end or for so many answers, at some moments of it."""
    game, rng = played(name, seed, 0), random.Random(f"{name} {seed} moments")
    kept: list[Game] = []
    for step in range(longest):
        if game.over:
            break
        if len(kept) < amount:
            kept.append(game.copy())
        elif (slot := rng.randrange(step + 1)) < amount:  # each moment is as likely to be kept
            kept[slot] = game.copy()
        random_play(game, rng, 1)
    return kept


def twins(game: Game, player: int, amount: int = 2, seed: int = 0) -> Iterator[Game]:
    """Games that this player cannot tell from the given one, each with a log that starts now."""
    for number in range(amount):
        dealt = game.deal(player, 1000 * seed + number)
        if dealt is not None:
            dealt.state.log = ()
            yield dealt


def chosen_otherwise(name: str, seed: int, steps: int) -> tuple[Game, Game, int] | None:
    """Two played games in which another seat has chosen otherwise, and the seat that could not hear it.

    Made by play alone: the same seed, the same answers, but for one that a seat gave to `choose … from` or
    in a secret round. None if it came to light, or if nobody chose in silence last.
    """
    return otherwise(played(name, seed, steps))


def otherwise(game: Game) -> tuple[Game, Game, int] | None:
    """Two games that went on from this one, as `chosen_otherwise` has them."""
    if game.over or game.state.pending[0] not in ("one", "secret"):
        return None
    who = game.deciding[0]
    request = game.request(who)
    assert request is not None
    answers = list(islice(request.answers(), 2))
    if len(answers) < 2:
        return None
    one, two = game.copy(), game.copy()
    one.apply(answers[0], who)
    two.apply(answers[1], who)
    for player in one.deciding:
        if player != who and player in two.deciding and _heard(one, player) == _heard(two, player):
            return one, two, player
    return None


def came_to_light(game: Game, known: list[int], count: int, player: int) -> bool:
    """Whether the player was shown a component since then that the player did not know."""
    for kind, _, *data in entries_of(game.state.log)[count:]:
        if kind == "shuffle":
            known = [0] * len(known)
        items = data[0] if kind == "reveal" else data[:1] if kind == "move" else ()
        seers = data[1] if kind == "reveal" else data[3] if kind == "move" else 0
        if seers >> player & 1 and any(not known[item] >> player & 1 for item in items):
            return True
    return False


def _heard(game: Game, player: int) -> tuple[Any, ...]:
    return *looks(game, player), tuple(event.text for event in game.events(player=player))


def shape(game: Game | None) -> tuple[Any, ...] | None:
    """A whole game with copies that look alike taken for one another."""
    if game is None:
        return None
    seats = range(game.setup.players)
    asked = tuple(looks(game, seat)[1] for seat in seats)
    return asked, game.deciding, tuple(_labels(game, seat) for seat in seats), game.scores


def _labels(game: Game, seat: int) -> tuple[Any, ...]:
    view = game.view(seat)
    zones = tuple(sorted(zone.labels) if zone.ordering == "set" else zone.labels for zone in view.zones)
    return tuple(map(tuple, zones)), tuple((track.name, track.label) for track in view.tracks)


def looks(game: Game, player: int) -> tuple[Any, ...]:
    """What a seat sees, hears and may choose."""
    request = game.request(player)
    asked: tuple[Any, ...] = ()
    if request is not None:
        parts = tuple((option.key, option.label, option.parts) for option in request.options)
        asked = (request.name, request.prompt, request.least, request.most, parts)
    return game.view(player), asked, game.deciding


def observed(game: Game, player: int, bots: tuple[str, ...] = ("greedy",)) -> tuple[Any, ...]:
    """All that reaches a seat now: what it sees, its table in words, deals, and what bots would advise."""
    scene = scene_of(game, player, game.event_count)
    table = (scene, *Table(scene, game.words, 100, Phrases("en")).lines())
    deals = tuple(shape(game.deal(player, seed)) for seed in range(3))
    advice = tuple(str(make_bot(bot, 1).choose(game, player)) for bot in bots if player in game.deciding)
    return *looks(game, player), table, deals, advice, game.scores_for(player), why(game, player)


def why(game: Game, player: int) -> tuple[Any, ...]:
    """What a seat is told about each option of a menu that cannot be taken now."""
    pending = game.state.pending
    if player not in game.deciding or pending is None or pending[0] != "menu":
        return ()
    menu = game.program.bodies[pending[2]].code[pending[3]]
    parts = [(), ("left",), ("right",)]
    return tuple((entry.name, *game.failed(entry.name, parts, player)) for entry in menu.entries)


def in_the_open(game: Game, count: int, player: int) -> list[Any]:
    """Since so many events: turns, what the rules say, and changes of tracks that this player sees.

    By what is declared, not by what an event says of itself: that is what is tested.
    """
    layout, tracks = game.machine.layout, game.program.tracks

    def is_seen(index: int) -> bool:
        number, owner = layout.track_names[index]
        if owner is not None and layout.is_component(tracks[number].owner):
            return bool(layout.track_sees[index] & game.state.known[owner] & 1 << player)
        return bool(layout.track_sees[index] >> player & 1)

    new = entries_of(game.state.log)[count:]
    return [(kind, *data) for kind, _, *data in new if kind in OPEN or (kind == "set" and is_seen(data[0]))]


def aloud(game: Game, request: Request, answer: int) -> tuple[Any, ...]:
    """What an option of a menu says by itself, whatever becomes known of the components in it."""
    entry, *chosen = request.raw()[answer]
    menu = game.program.bodies[request.pending[2]].code[request.pending[3]]
    types = chosen_types(menu.entries[entry].ways)
    is_component = game.machine.layout.is_component
    return entry, *(
        value for type_, value in zip(types, chosen, strict=True) if not is_component(bare(type_))
    )


def side_by_side(
    one: Game, two: Game, player: int, rng: random.Random, steps: int
) -> Iterator[tuple[int, int]]:
    """Gives both games the same answers, as long as the player cannot tell them apart by looking.

    Gives the number of events that there were in each before the last step; its events are compared.
    """
    for _ in range(steps):
        if one.over or two.over or looks(one, player) != looks(two, player):
            return
        who = rng.choice(one.deciding)
        first, second = one.request(who), two.request(who)
        assert first is not None and second is not None
        sizes = [(r.kind, len(r), r.least, r.most) for r in (first, second)]
        if sizes[0] != sizes[1]:
            return
        amount = rng.randint(first.least, first.most)
        answer = rng.sample(range(len(first)), amount) if first.several else rng.randrange(len(first))
        if first.kind == "menu" and aloud(one, first, answer) != aloud(two, second, answer):
            return  # the same number is another option in the other game, and everybody hears which
        games = one, two
        before = one.event_count, two.event_count
        knew = one.state.known[:], two.state.known[:]
        try:
            one.apply(answer, who)
            two.apply(answer, who)
        except (
            PlayError,
            RuleError,
        ):  # a deal agrees with what was seen, not with all that the rules promise
            return
        steps_of = zip(games, knew, before, strict=True)
        if any(came_to_light(game, known, count, player) for game, known, count in steps_of):
            return
        if one.over or two.over or looks(one, player) != looks(two, player):
            return  # what was hidden may come to light: then it is seen, too
        if in_the_open(one, before[0], player) != in_the_open(two, before[1], player):
            return  # it came to light, and then all was as before
        told = [event.text for event in one.events(before[0], player)]
        assert told == [event.text for event in two.events(before[1], player)]
        yield before
