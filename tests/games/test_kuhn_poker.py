"""Kuhn poker with chance exposed: its whole tree is known from the literature."""

from __future__ import annotations

from fractions import Fraction

from interpreter.game import Game
from interpreter.game.requests import NATURE
from tests.helpers import definition


class Tree:
    """All histories, with the deals, the information sets and the value of uniformly random play."""

    def __init__(self) -> None:
        self.histories = 0
        self.deals: set[tuple[str, ...]] = set()
        self.sets: set[object] = set()
        self.moves: dict[object, tuple[str, ...]] = {}
        self.value = Fraction(0)
        self._walk(Game.new(definition("kuhn_poker"), chance="exposed", forced="ask"), Fraction(1), ())

    def _walk(self, game: Game, weight: Fraction, dealt: tuple[str, ...]) -> None:
        if game.over:
            self.histories += 1
            first, second = game.returns()
            assert first == -second
            self.value += weight * Fraction(int(first))
            return
        request = game.request()
        assert request is not None
        if request.player != NATURE:
            self.deals.add(dealt)
            view = game.view(request.player)
            key = (request.player, request.name, view.zones, view.tracks)
            keys = tuple(option.key for option in request.options)
            assert self.moves.setdefault(key, keys) == keys
            self.sets.add(key)
        for option in request.options:
            after = game.copy()
            after.apply(option.index)
            share = option.probability or Fraction(1, len(request.options))
            now = (*dealt, option.key) if request.player == NATURE else dealt
            self._walk(after, weight * share, now)


def test_the_whole_tree_has_the_known_numbers() -> None:
    tree = Tree()
    assert len(tree.deals) == 6
    assert tree.histories == 30
    assert len(tree.sets) == 12
    assert tree.value == Fraction(1, 8)
