"""Why somebody cannot take an option, by what it is called.

In: a game, an option of the menu that is asked, and perhaps its label with what it would be taken with
(`Walk: entrance`), which is offered or not. Out: the parts of its condition that do not hold.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice, product
from typing import TYPE_CHECKING, Any

from interpreter.knowledge.refusals import Failed, Refusal, Taken, Way
from rulelang.ir import instructions as do
from rulelang.types import Kind, Num, Place, Player, Rec, Type, bare

if TYPE_CHECKING:
    from interpreter.game.facade import Game

MOST_NAMES = 20_000  # labels that are compared
MOST_NUMBERS = 200


def refused(game: Game, option: str, ways: Sequence[Way], player: int, named: str) -> list[Failed]:
    found = list(_taken_with(game, option, named)) if named else []
    # Capitals only matter where they make a difference: of the houses `c` and `C`.
    taken = [taken for taken, label in found if label == named] or [taken for taken, _ in found]
    look = Refusal(game.machine, game.state.plain, player, game.words.value)
    return look.failed(option, ways, taken or None)


def _taken_with(game: Game, option: str, named: str) -> Iterator[tuple[Taken, str]]:
    """All that makes the label that is named, and that label; copies have one name."""
    pending = game.state.pending
    if pending is None or pending[0] != "menu":
        return
    body = game.program.bodies[pending[2]]
    menu = body.code[pending[3]]
    assert isinstance(menu, do.Menu)
    wanted = _letters(named)
    for entry in (entry for entry in menu.entries if entry.name == option and entry.ways.loops):
        types = do.chosen_types(entry.ways)
        likely = [
            _likely(game, partial(game.words.said_in_option, body.name, option, place), type_, wanted)
            for place, type_ in enumerate(types)
        ]
        for taken in islice(product(*likely), MOST_NAMES):
            label = game.words.option(body.name, option, [shown for _, shown in taken])
            if _letters(label) == wanted:
                yield tuple(value for value, _ in taken), label


def _likely(game: Game, said: Callable[[str], list[str]], type_: Type, wanted: str) -> list[tuple[Any, str]]:
    """Everything in one place that can be in a label, with its words: few are, so few are put together."""
    shown = ((value, game.words.value(type_, value)) for value in values_of(game, type_))
    return [one for one in shown if all(_letters(piece) in wanted for piece in said(one[1]))]


def values_of(game: Game, type_: Type) -> Sequence[Any]:
    """Everything of a type that has a name."""
    inner, layout = bare(type_), game.machine.layout
    match inner:
        case Player() | Kind() | Rec() | Place():
            return layout.owners(inner)
        case Num(low=int(low), high=int(high)) if high - low < MOST_NUMBERS:
            return range(low, high + 1)
    return ()


def _letters(text: str) -> str:
    """What is compared: letters and digits, without accents."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in plain if c.isalnum())
