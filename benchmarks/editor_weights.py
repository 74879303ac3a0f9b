"""Fits the weights of `rulelang/editor/ranking.py` to what authors wrote.

In: nothing, or the games to look at. Out: the weights, as they stand there; how many names are among the
first five with them; and, to see that they are not made for one game, the same for each large game with
weights that were fitted without it. Every place counts with the rest of its line, and half as much without;
names of large games count less, so that these do not decide alone. Needs numpy and scipy, which come with
open_spiel. Run as `python -m benchmarks.editor_weights`; it takes ten minutes and 2 GB.
"""

from __future__ import annotations

import sys
from collections import Counter

import numpy as np
from attrs import frozen
from scipy.optimize import minimize

from benchmarks.editor_names import FIRST, Asked, asked, games, names_of
from rulelang.editor.completion import candidates
from rulelang.editor.ranking import WEIGHTS, Ranking
from rulelang.syntax.accepts import words

FEATURES = {what: number for number, what in enumerate(WEIGHTS)}
UNFINISHED = 0.5  # what a place counts without the rest of its line
LARGE = 300  # names
SMALLER = 1.0  # how much large weights cost


@frozen
class Row:
    game: str
    rest: bool
    features: np.ndarray  # a line for each suggestion
    gold: int  # the line of what the author wrote

    def is_first(self, weights: np.ndarray) -> bool:
        scores = self.features @ weights
        return int((scores > scores[self.gold]).sum()) < FIRST


def row(game: str, rest: bool, place: Asked) -> Row | None:
    names = candidates(place.here, place.source, place.others)
    known = {name.text: name for name in reversed(names)}
    accepted = frozenset(word for word in words(place.here.terminals) if word[0].isalpha())
    ranking = Ranking(place.here, place.source, place.others, known, accepted)
    found = list(dict.fromkeys([*accepted, *known]))
    if place.name not in found:
        return None
    lines = np.zeros((len(found), len(FEATURES)), dtype=np.float32)
    for line, word in zip(lines, found, strict=True):
        for what, much in ranking.features(word):
            line[FEATURES[what]] += much
    return Row(game, rest, lines, found.index(place.name))


def fitted(rows: list[Row]) -> np.ndarray:
    """The weights that make what was written likeliest."""
    sizes = np.array([len(row.features) for row in rows])
    starts = np.cumsum(sizes) - sizes
    lines = np.concatenate([row.features for row in rows])
    gold = lines[starts + np.array([row.gold for row in rows])]
    often = Counter(row.game for row in rows)
    counts = np.array([often[row.game] ** -0.5 * (1 if row.rest else UNFINISHED) for row in rows])
    counts = counts / counts.mean()

    def cost(weights: np.ndarray) -> tuple[float, np.ndarray]:
        scores = lines @ weights.astype(np.float32)
        scores -= np.repeat(np.maximum.reduceat(scores, starts), sizes)
        likely = np.exp(scores)
        sums = np.add.reduceat(likely, starts)
        right = scores[starts + np.array([row.gold for row in rows])]
        loss = (counts * (np.log(sums) - right)).sum() + SMALLER * (weights**2).sum() / 2
        share = likely * np.repeat(counts / sums, sizes)
        slope = lines.T @ share.astype(np.float32) - counts @ gold + SMALLER * weights
        return float(loss), slope.astype(float)

    found = minimize(cost, np.zeros(len(FEATURES)), jac=True, method="L-BFGS-B", options={"maxiter": 120})
    return np.round(found.x, 1)


def told(what: str, rows: list[Row], weights: np.ndarray) -> None:
    for rest, how in ((True, "with the rest of the line"), (False, "without")):
        each = [row.is_first(weights) for row in rows if row.rest == rest]
        print(f"{what:24} {100 * sum(each) / max(1, len(each)):5.1f} % of {len(each)} {how}", flush=True)


def main() -> int:
    chosen = [game for game in games() if game.name in sys.argv[1:] or len(sys.argv) == 1]
    rows = [
        found
        for game in chosen
        for rest in (True, False)
        for place in asked(game, names_of, None, 0, rest)
        if (found := row(game.name, rest, place)) is not None
    ]
    weights = fitted(rows)
    print({what: float(weights[number]) for what, number in FEATURES.items()})
    told("all", rows, weights)
    often = Counter(row.game for row in rows if row.rest)
    for name, number in often.items():
        if number >= LARGE and len(often) > 1:
            own = [row for row in rows if row.game == name]
            told(f"{name}, not seen", own, fitted([row for row in rows if row.game != name]))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
