"""Code of the IR to Python functions, one for each stretch that runs without an interruption.

In: a `Body`. Out: Python source that defines a function for each stretch, and where each line came from.
A function takes the state `S` and the top frame `f`; it leaves in `f[1]` where the body goes on, and
returns True when a decision is waited for. How each instruction is written is in `blocks.py`.
"""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.python.blocks import WRITERS, Writing
from rulelang.ir import instructions as do
from rulelang.ir.nodes import Body, Program

# After these the machine looks at its stack again; after others too, where abilities can hook in.
STOPS = (
    do.Choose, do.Menu, do.May, do.Secret, do.SecretMenu, do.Return, do.Answer, do.Pick, do.Finish,
    do.GameOver, do.EndBlock, do.Proceed, do.NextExtra,
)  # fmt: skip
ENTERED_AGAIN = (do.Settle, do.Roll, do.Pick, do.Choose, do.Menu, do.May, do.Secret, do.SecretMenu)
LONGEST = 40  # instructions in a stretch: jumps are followed, so stretches repeat each other
MOST_REPEATED = 100_000  # instructions in all stretches of a program, about
MOST_CASES = 50  # of a rule that is entered at once: they are asked one after another
MOST_DIRECT = 100  # rules that one stretch can enter; others go through the machine, which counts its steps


def jump_targets(body: Body, w: Writing) -> set[int]:
    """Where a stretch starts: at jumps, and after whatever lets something else run first."""
    targets = {0}
    for pc, instr in enumerate(body.code):
        match instr:
            case (
                do.Jump(target=target)
                | do.Unless(target=target)
                | do.Next(target=target)
                | do.CountDown(target=target)
                | do.NextExtra(target=target)
                | do.May(refused=target)
                | do.Choose(empty=target)
            ):
                targets.add(target)
            case do.Begin(over=over, exit=exit_):
                targets |= {over, exit_}
            case do.Pick(empty=target) if target >= 0:
                targets.add(target)
            case do.Menu(entries=entries, empty=empty):
                targets |= {entry.target for entry in entries} | {empty}
        if isinstance(instr, do.Call) or _stops(instr, w):
            targets.add(pc + 1)
        if isinstance(instr, ENTERED_AGAIN):
            targets.add(pc)
    return targets


def longest_stretch(program: Program) -> int:
    """How long stretches may be: shorter in a large program, so that it does not get many times larger."""
    return max(4, min(LONGEST, MOST_REPEATED // sum(len(body.code) for body in program.bodies)))


def direct_rules(program: Program) -> set[int]:
    """The rules that are entered at once: not hooked, and they lead to few others, never to themselves."""
    calls = [[op.rule for op in body.code if isinstance(op, do.Call)] for body in program.bodies]
    cost: dict[int, int] = {}  # of the rules found so far: how many rules one call can enter
    found = True
    while found:
        found = False
        for number, rule in enumerate(program.rules):
            bodies = {body for body in (*(body for _, body in rule.cases), rule.default) if body is not None}
            inner = [call for body in bodies for call in calls[body]]
            if number in cost or rule.hooks or len(rule.cases) > MOST_CASES or not cost.keys() >= set(inner):
                continue
            total = 1 + sum(cost[call] for call in inner)
            if total <= MOST_DIRECT:
                cost[number] = total
                found = True
    return set(cost)


def write_body(number: int, body: Body, w: Writing) -> tuple[list[str], list[int], list[int]]:
    """Lines of Python, where each stretch starts, and for each line its instruction."""
    w.body = number
    w.source.in_frame()
    lines: list[str] = []
    origin: list[int] = []
    waiting = sorted(pc for pc in jump_targets(body, w) if pc < len(body.code))
    starts: list[int] = []
    while waiting:
        start = waiting.pop(0)
        starts.append(start)
        lines.append(f"def b{number}_{start}(S, f):")
        origin.append(start)
        stretch = list(_stretch(body, start, w))
        inside = "    "
        if w.cut == start:  # it goes round: Python's own loop is quicker than the machine's
            lines.append("    while True:")
            origin.append(start)
            inside, stretch[-1] = "        ", (start, [f"if S.left <= S.floor: f[1] = {start}; return"])
        for pc, written in stretch:
            lines += [f"{inside}{line}" for line in written]
            origin += [pc] * len(written)
        if w.cut is not None and w.cut not in starts and w.cut not in waiting:
            waiting.append(w.cut)
    return lines, starts, origin


def _stretch(body: Body, start: int, w: Writing) -> Iterator[tuple[int, list[str]]]:
    """Instructions from `start` on, through jumps, until the machine has to look at its stack again."""
    pc, seen = start, set[int]()
    w.cut = None
    while True:
        seen.add(pc)
        w.pc = pc
        instr = body.code[pc]
        if w.watched:
            yield pc, [f"ran.add({w.site})"]
        if isinstance(instr, do.Jump):
            if instr.target <= pc:
                yield pc, [f"S.left -= {w.source.prices.back(w.body, pc, instr.target)}"]
            pc = instr.target
        else:
            yield pc, WRITERS[type(instr)](instr, w)
            if _stops(instr, w):
                return
            pc += 1
        if pc in seen or len(seen) >= w.longest:
            w.cut = pc
            yield pc, [f"f[1] = {pc}"]
            return


def _stops(instr: do.Instr, w: Writing) -> bool:
    match instr:
        case do.Move(zone=zone) | do.Put(grid=zone):
            return zone in w.hooked_zones
        case do.Set(track=track):
            return track in w.hooked_tracks
        case do.Call(rule=rule):
            return rule not in w.direct
    return isinstance(instr, STOPS) or (instr.enters and bool(w.hooked_zones))
