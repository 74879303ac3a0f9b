"""Do frames tell secrets? `python -m tests.web.leaks [GAMES] [NAME ...]` plays many games and counts.

In: how many random games of each definition (200), and which definitions (all). Out: a line for each with the
number of pairs of frames that were compared and had to be equal, of games that do differ, the number of such
games that were looked at again from beginning to end, and the seeds of games whose frames differed. The exit
code is 1 if there was one.
"""

from __future__ import annotations

import sys
from time import process_time

from tests.properties.twins import definitions
from tests.web.test_frames import FIRST, MANY, compare, compare_replays


def main(games: int, names: list[str]) -> int:
    """How many games there were with a difference."""
    total = again = wrong = 0
    for name in names:
        began, compared, replays, found = process_time(), 0, 0, []
        for seed in range(FIRST, FIRST + games):
            try:
                compared += compare(name, seed, MANY)
                replays += compare_replays(name, seed)
            except AssertionError:
                found.append(seed)
        total, again, wrong = total + compared, again + replays, wrong + len(found)
        said = f", DIFFERENT for the seeds {found}" if found else ""
        counted = f"{compared} pairs, {replays} looked at again, {process_time() - began:.0f} s"
        print(f"{name}: {games} games, {counted}{said}", flush=True)
    counted = f"{total} pairs of frames, {again} games looked at again, {wrong} games differ"
    print(f"{len(names)} definitions, {games} games each, {counted}")
    return wrong


if __name__ == "__main__":
    typed = sys.argv[1:]
    count = int(typed.pop(0)) if typed and typed[0].isdigit() else 200
    sys.exit(main(count, typed or list(definitions())) > 0)
