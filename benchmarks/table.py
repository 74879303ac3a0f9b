"""Measures how long somebody at a terminal waits: for the first question, and for the next after an answer.

In: names of games (or none: five of them), `--starts` and `--answers`. Out: a line for each game and face.
A real process at a real pseudo-terminal, in lines and on the full screen; the game was played before, so that
what is compiled is kept. A wait ends when the screen says all that it will say at the question. Wall time is
what a person feels, the best of several starts; processor time stands beside it, since machines
are shared: where both differ much, the other programs of the machine are the difference. Each has its
verdict.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import select
import tempfile
import time
from pathlib import Path
from statistics import median

from tests.full.window import Window

GAMES = ("dead_mans_draw", "sea_salt_and_paper", "dead_men_tell_no_tales", "malacca", "barracuda")
FACES = {"lines": {"RULELANG_LINES": "1"}, "full screen": {}}
START_GOAL, ANSWER_GOAL = 1000, 50  # ms
QUIET = 0.15  # seconds without a byte: it waits
PATIENCE = 60.0
QUESTION = re.compile(r"^ ?>(?:  |$)")  # the last line, when nothing is typed yet
PANEL = "╭"  # its corner
OPTION = re.compile(r"(?:^|\s{2})\s*(-?\d+) +\S")
SPAN = re.compile(r"^\s{2}(-?\d+) to (-?\d+)$")


def processor(process: int) -> float:
    """Seconds of processor time of all threads of a process."""
    used = 0
    for task in Path(f"/proc/{process}/task").iterdir():
        try:
            used += int((task / "schedstat").read_text().split()[0])
        except OSError:  # it ended meanwhile
            continue
    return used / 1e9


def waited(window: Window, since: float) -> float:
    """Seconds from `since` until the screen says what it will say when the program waits at a question.

    What comes later changes no letter: a scroll bar, the cursor. An emulator is slow: it reads afterwards.
    """
    parts: list[tuple[float, bytes]] = []
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        while select.select([window.ours], [], [], QUIET)[0]:
            data = os.read(window.ours, 1 << 20)
            parts.append((time.monotonic(), data))
        shown = []
        for _, data in parts:
            window.stream.feed(data)
            shown.append(window.text)
        if over(window) or QUESTION.match(window.text.rstrip().split("\n")[-1]):
            same = next((at for at, text in enumerate(shown) if set(shown[at:]) == {window.text}), None)
            return parts[same][0] - since if same is not None else 0.0
        # Nobody is asked yet: what was read is past, and the clock runs on.
        parts.clear()
    raise SystemExit(f"no question in {PATIENCE:.0f} s:\n{window.text}")


def over(window: Window) -> bool:
    return "result:" in window.text or "play again?" in window.text


def some_answer(window: Window, dice: random.Random) -> str:
    """A number that stands on the screen below the last heading."""
    lines = window.lines
    heads = [at for at, line in enumerate(lines) if line.startswith(("─ ", "player 1: "))]
    asked = lines[heads[-1] + 1 : -1] if heads else lines
    for line in asked:
        if span := SPAN.match(line):
            return str(dice.randint(int(span[1]), int(span[2])))
    numbers = [number for line in asked for number in OPTION.findall(line)]
    return dice.choice(numbers or re.findall(r"-?\d+", " ".join(asked)) or ["1"])


def opened(folder: Path, name: str, seed: int, more: dict[str, str]) -> tuple[Window, float, float]:
    """A window at the first question, and the seconds that it took: wall, processor."""
    save = str(folder / f"{time.monotonic_ns()}.json")
    start = time.monotonic()
    words = ("play", name, "--seats", "human,random", "--seed", str(seed), "--save", save)
    window = Window(folder, *words, **more)
    wall, used = waited(window, start), processor(window.program.pid)
    if PANEL in window.text:  # the aim of the game lies over the table
        window.press("escape")
        waited(window, time.monotonic())
    return window, wall, used


def measured(folder: Path, name: str, face: str, starts: int, answers: int) -> str:
    begun, dice = [], random.Random(1)
    opened(folder, name, 0, FACES[face])[0].kill()  # played before
    for _ in range(starts):
        window, *took = opened(folder, name, 0, FACES[face])
        begun.append(took)
        window.kill()
    drawn: list[tuple[float, float]] = []
    seed = 0
    window = opened(folder, name, seed, FACES[face])[0]
    while len(drawn) < answers:
        if over(window):
            window.kill()
            seed += 1
            window = opened(folder, name, seed, FACES[face])[0]
        if PANEL in window.text:
            window.press("escape")
            waited(window, time.monotonic())
            continue
        window.press(*some_answer(window, dice))
        window.read(0.1)
        used, start = processor(window.program.pid), time.monotonic()
        os.write(window.ours, b"\r")
        drawn.append((waited(window, start), processor(window.program.pid) - used))
    window.kill()
    walls, works = sorted(wall for wall, _ in drawn), sorted(work for _, work in drawn)
    late = int(len(walls) * 0.95)
    numbers = [min(wall for wall, _ in begun), min(work for _, work in begun),
               median(walls), walls[late], walls[-1], median(works), works[late]]  # fmt: skip
    verdict = verdict_on(numbers[0], numbers[3]), verdict_on(numbers[1], numbers[6])
    return (
        f"{name:<24}{face:<12}"
        + "".join(f"{n * 1000:>9.0f}" for n in numbers)
        + "".join(f"{each:>10}" for each in verdict)
    )


def verdict_on(start: float, answer: float) -> str:
    return "holds" if start * 1000 <= START_GOAL and answer * 1000 <= ANSWER_GOAL else "TOO SLOW"


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("games", nargs="*", default=GAMES)
    reader.add_argument("--starts", type=int, default=5)
    reader.add_argument("--answers", type=int, default=40)
    chosen = reader.parse_args()
    print(f"goals: {START_GOAL} ms to the first question, {ANSWER_GOAL} ms for 95 % of the answers (in ms)")
    heads = ("start", "cpu", "answer", "95 %", "most", "cpu", "95 %", "wall", "cpu")
    print(
        f"{'game':<24}{'face':<12}"
        + "".join(f"{head:>9}" for head in heads[:7])
        + f"{heads[7]:>10}{heads[8]:>10}"
    )
    with tempfile.TemporaryDirectory() as folder:
        for name in chosen.games:
            for face in FACES:
                print(measured(Path(folder), name, face, chosen.starts, chosen.answers), flush=True)


if __name__ == "__main__":
    main()
