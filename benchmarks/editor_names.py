"""Measures completion: how often what the author wrote is among the first suggestions, or not even there.

In: nothing, or names of games. Out: for each game and for all, at every name in its rules and those of its
variants, the share among the first five with nothing typed; then at some places of each game with letters
typed, where nothing stands behind them in their line yet, and at words of the language. What stands at a
place is cut out of every text before anybody looks at them. Run as `python -m benchmarks.editor_names`.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

from attrs import evolve, frozen

from rulelang.compile import Bundle
from rulelang.diagnostics import Report
from rulelang.editor.completion import suggestions
from rulelang.editor.family import read_family
from rulelang.editor.here import Here, here
from rulelang.editor.index import index_of
from rulelang.loader import load, load_with_required, variant_names
from rulelang.source import Source
from rulelang.syntax.accepts import keywords, read_tokens

ROOT = Path(__file__).resolve().parent.parent / "gamedefs"
FIRST = 5  # suggestions that are looked at
SOME = 100  # places of each game where it is looked at in other ways
LEAST = 0.9
Place = tuple[str, str, int]  # what stands there, in which file, and where


@frozen
class Asked:
    """A place where an author would ask, as the editor sees it."""

    name: str
    here: Here
    source: Source
    others: list[Source]

    def rank(self) -> int | None:
        found = [each.text for each in suggestions(self.here, self.source, self.others)]
        return found.index(self.name) if self.name in found else None


def games() -> list[Path]:
    return sorted(path.parent for path in ROOT.glob("*/game.rules"))


def asked(
    game: Path, find: Callable[[Path, set[str]], list[Place]], names: int | None, typed: int, rest: bool
) -> Iterator[Asked]:
    """Every place, or so many, with some letters typed, and with or without the rest of its line."""
    bundle = load(game, Report())
    assert bundle is not None
    ways = [load_with_required(game, variant, Report()) for variant in variant_names(game)]
    known: dict[str, tuple[Source, list[Bundle]]]
    known = {source.path: (source, way) for way in ways if way for source in way[0].rules}
    known |= {source.path: (source, []) for source in bundle.rules}
    places = [place for place in find(game, set(known)) if len(place[0]) >= typed]
    if names is not None:
        places = random.Random(1).sample(places, min(names, len(places)))
    for name, path, at in places:
        source, way = known[path]
        after = source.text[at + len(name) :]
        after = after if rest else after[after.index("\n") :]
        cut = Source(path, source.text[:at] + name[:typed] + after)
        seen, *seen_way = (_with(each, cut) for each in (bundle, *way))
        others = [rules for each in (seen, *seen_way) for rules in each.rules]
        yield Asked(name, here(seen, seen_way, cut, at + typed), cut, others)


def _with(bundle: Bundle, cut: Source) -> Bundle:
    return evolve(bundle, rules=tuple(cut if each.path == cut.path else each for each in bundle.rules))


def names_of(game: Path, paths: set[str]) -> list[Place]:
    """Every name in the rules where it is used. Where it is declared, nobody could know it."""
    family = read_family(game, scenarios=False)
    spans = [
        (thing.name, span)
        for thing in index_of(family).things
        for span in thing.spans
        if span.path in paths and span not in thing.declared
    ]
    return sorted(
        {(name, span.path, family.sources[span.path].offset_of(span.line) + span.column - 1)
         for name, span in spans}
    )  # fmt: skip


def words_of(game: Path, paths: set[str]) -> list[Place]:
    """Every word of the language in the rules."""
    known = [source for source in read_family(game, scenarios=False).sources.values() if source.path in paths]
    found = [
        (word, source.path, source.offset_of(line) + column - 1)
        for source in known
        for line, column, word, kind in read_tokens(source.text)
        if word in keywords() and kind != "NAME"
    ]
    return sorted(found)


def quality(
    game: Path, names: int | None, typed: int, rest: bool = True, find: Callable[..., list[Place]] = names_of
) -> Counter[str]:
    """How many places there were, how many of them among the first, and how many not in the list."""
    counts: Counter[str] = Counter()
    for each in asked(game, find, names, typed, rest):
        rank = each.rank()
        counts["all"] += 1
        counts["first"] += rank is not None and rank < FIRST
        counts["missing"] += rank is None
    return counts


def main() -> int:
    chosen = [game for game in games() if game.name in sys.argv[1:] or len(sys.argv) == 1]
    total: Counter[str] = Counter()
    for game in chosen:
        counts = quality(game, None, 0)
        total.update(counts)
        print(f"{game.name:24} {_share(counts)}", flush=True)
    print(f"{'all, nothing typed':24} {_share(total)}")
    harder: list[tuple[str, int, bool, Callable[..., list[Place]]]] = [
        ("one letter", 1, True, names_of), ("two letters", 2, True, names_of),
        ("the line ends here", 0, False, names_of), ("the same, one letter", 1, False, names_of),
        ("words of the language", 0, True, words_of),
    ]  # fmt: skip
    for what, typed, rest, find in harder:
        counts = Counter()
        for game in chosen:
            counts.update(quality(game, SOME, typed, rest, find))
        print(f"{what:24} {_share(counts)}", flush=True)
    return int(total["first"] < LEAST * total["all"] or total["missing"] > 0)


def _share(counts: Counter[str]) -> str:
    share = 100 * counts["first"] / max(1, counts["all"])
    return f"{share:5.1f} % of {counts['all']}, {counts['missing']} missing"


if __name__ == "__main__":
    raise SystemExit(main())
