"""Code of the IR to Python functions, one for each stretch that runs without an interruption.

In: a `Body`. Out: Python source that defines a function for each stretch, and where each line came from.
A function takes the state `S` and the top frame `f`; it leaves in `f[1]` where the body goes on, and
returns True when a decision is waited for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from interpreter.exprs import Source
from interpreter.state import SLOTS
from rulelang.ir.nodes import Body, Expr, Program

# After these the machine looks at its stack again; after others too, where abilities can hook in.
STOPS = {
    "choose", "menu", "may", "secret", "return", "pick", "finish", "game_over", "end", "proceed",
    "next_extra",
}  # fmt: skip
LONGEST = 40  # instructions in a stretch: jumps are followed, so stretches repeat each other
MOST_DIRECT = 100  # rules that one stretch can enter; others go through the machine, which counts its steps


def jump_targets(body: Body) -> set[int]:
    """Where a stretch starts: at jumps, and after whatever lets something else run first."""
    targets = {0}
    for pc, (op, *args) in enumerate(body.code):
        if op in ("jump", "unless", "next", "may", "choose", "next_extra"):
            targets.add(args[-1])
        elif op in ("begin",):
            targets |= {args[1], args[2]}
        elif op == "pick" and args[-1] >= 0:
            targets.add(args[-1])
        elif op == "menu":
            targets |= {entry[-1] for entry in args[1]} | {args[2]}
        if op in STOPS or op in ("call", "move", "put", "set", "jump"):
            targets.add(pc + 1)
        if op in ("settle", "roll", "pick", "choose", "menu", "may", "secret"):
            targets.add(pc)
    return targets


def direct_rules(program: Program) -> set[int]:
    """The rules that are entered at once: not hooked, and they lead to few others, never to themselves."""
    calls = [[op[1] for op in body.code if op[0] == "call"] for body in program.bodies]
    cost: dict[int, int] = {}  # of the rules found so far: how many rules one call can enter
    found = True
    while found:
        found = False
        for number, rule in enumerate(program.rules):
            bodies = {body for body in (*(body for _, body in rule.cases), rule.default) if body is not None}
            inner = [call for body in bodies for call in calls[body]]
            if number in cost or rule.hooks or not cost.keys() >= set(inner):
                continue
            total = 1 + sum(cost[call] for call in inner)
            if total <= MOST_DIRECT:
                cost[number] = total
                found = True
    return set(cost)


class Blocks:
    """`watched` code notes in `ran` which instructions it comes to."""

    def __init__(
        self,
        source: Source,
        program: Program,
        hooked_tracks: set[int],
        hooked_zones: set[int],
        watched: bool = False,
    ) -> None:
        self.source = source
        self.program = program
        self.hooked_tracks = hooked_tracks
        self.hooked_zones = hooked_zones
        self.direct = direct_rules(program)
        self.watched = watched
        self.body = 0
        self.pc = 0
        self.cut: int | None = None  # where a stretch was cut because it got long

    def write(self, number: int, body: Body) -> tuple[list[str], list[int], list[int]]:
        """Lines of Python, where each stretch starts, and for each line its instruction."""
        self.body = number
        self.source.in_frame()
        lines: list[str] = []
        origin: list[int] = []
        waiting = sorted(pc for pc in jump_targets(body) if pc < len(body.code))
        starts: list[int] = []
        while waiting:
            start = waiting.pop(0)
            starts.append(start)
            lines.append(f"def b{number}_{start}(S, f):")
            origin.append(start)
            for pc, written in self._stretch(body, start):
                lines += [f"    {line}" for line in written]
                origin += [pc] * len(written)
            if self.cut is not None and self.cut not in starts and self.cut not in waiting:
                waiting.append(self.cut)
        return lines, starts, origin

    def _stretch(self, body: Body, start: int) -> Iterator[tuple[int, list[str]]]:
        """Instructions from `start` on, through jumps, until the machine has to look at its stack again."""
        pc, seen = start, set[int]()
        self.cut = None
        while True:
            seen.add(pc)
            self.pc = pc
            op, *args = body.code[pc]
            if self.watched:
                yield pc, [f"ran.add({self.site})"]
            if op == "jump":
                pc = args[0]
            else:
                method: Callable[..., list[str]] = getattr(self, f"_{op}")
                yield pc, method(*args)
                if self._stops(op, args):
                    return
                pc += 1
            if pc in seen or len(seen) >= LONGEST:
                self.cut = pc
                yield pc, [f"f[1] = {pc}"]
                return

    def _stops(self, op: str, args: list[Any]) -> bool:
        if op in ("move", "put"):
            return args[1] in self.hooked_zones
        if op == "set":
            return args[0] in self.hooked_tracks
        return op in STOPS or (op == "call" and args[0] not in self.direct)

    @property
    def site(self) -> str:
        return f"({self.body}, {self.pc})"

    # ------------------------------------------------------------ plain verbs
    def _let(self, slot: int, value: Expr) -> list[str]:
        return [f"f[{SLOTS + slot}] = {self.source(value)}"]

    def _set(self, track: int, owner: Expr | None, value: Expr, safe: bool) -> list[str]:
        info = self.source.layout.program.tracks[track]
        index = self.source.track_index(track, owner)
        written = self.source(value)
        lines = [f"i = {index}"]
        if not safe and info.low is not None:
            lines.append(f"v = {written}")
            lines.append(f"if not {info.low} <= v <= {info.high}:")
            lines.append(f"    v = bounded(S, i, v, {info.low}, {info.high}, {info.capped})")
            written = "v"
        if track in self.hooked_tracks:
            lines += [
                f"f[1] = {self.pc + 1}",
                f"set_hooked(S, f, {track}, i, {written}, {self.site})",
                "return",
            ]
            return lines
        lines.append(f"if S.log is None: S.t[i] = {written}")
        lines.append(f"else: set_track(S, i, {written}, {self.site})")
        return lines

    def _move(self, what: Expr, zone: int, owner: Expr | None, where: str) -> list[str]:
        index = self.source.zone_index(zone, owner)
        args = f"{self.source(what)}, {index}, {where == 'end'}, {self.site}"
        if zone in self.hooked_zones:
            return [f"f[1] = {self.pc + 1}", f"move_hooked(S, f, {zone}, {args})"]
        if what[0] == "one":
            return [f"move_one(S, {self.source(what[1])}, {index}, {where == 'end'}, {self.site})"]
        return [f"move(S, {args})"]

    def _put(self, what: Expr, zone: int, place: Expr) -> list[str]:
        index = self.source.zone_index(zone, None)
        args = f"{self.source(what)}, {index}, {self.source(place)}, {self.site}"
        if zone in self.hooked_zones:
            return [f"f[1] = {self.pc + 1}", f"put_hooked(S, f, {zone}, {args})"]
        return [f"put(S, {args})"]

    def _shuffle(self, zone: int, owner: Expr | None) -> list[str]:
        return [f"shuffle(S, {self.source.zone_index(zone, owner)}, {self.site})"]

    def _settle(self, zone: int, owner: Expr | None, amount: Expr, from_top: bool) -> list[str]:
        index = self.source.zone_index(zone, owner)
        return [f"f[1] = {self.pc}", f"settle(S, {index}, {self.source(amount)}, {from_top})"]

    def _reveal(self, what: Expr, to: Expr | None) -> list[str]:
        player = "None" if to is None else self.source(to)
        return [f"reveal(S, {self.source(what)}, {player}, {self.site})"]

    def _cover(self, what: Expr) -> list[str]:
        return [f"cover(S, {self.source(what)})"]

    def _roll(self, slot: int, faces: tuple[int, ...], die: str, amount: Expr | None) -> list[str]:
        name = self.source.constant("D", die, (faces, die))
        if amount is not None:
            args = f"S, f, {SLOTS + slot}, {self.source(amount)}, {name}[0], {name}[1], {self.site}"
            return [f"f[1] = {self.pc}", f"roll_several({args})"]
        return [f"f[1] = {self.pc}", f"f[{SLOTS + slot}] = roll(S, {name}[0], {name}[1], {self.site})"]

    def _pick(self, slot: int, items: Expr, amount: Expr | None, empty: int) -> list[str]:
        many = "None" if amount is None else self.source(amount)
        args = f"S, f, {SLOTS + slot}, {self.source(items)}, {many}, {self.pc + 1}, {empty}, {self.site}"
        return [f"f[1] = {self.pc}", f"pick({args})"]

    def _become(self, player: Expr) -> list[str]:
        return [f"f[2] = {self.source(player)}"]

    def _extra_turn(self, player: Expr) -> list[str]:
        return [f"extra_turn(S, {self.source(player)})"]

    def _say(self, message: str, parts: tuple[tuple[Expr, str], ...]) -> list[str]:
        name = self.source.constant("M", f"{self.body}_{self.pc}", (message, tuple(tag for _, tag in parts)))
        values = self.source(("list", *(part for part, _ in parts)))
        return [f"say(S, {name}, {values}, {self.site})"]

    # ------------------------------------------------------------ control
    def _jump(self, target: int) -> list[str]:
        return [f"f[1] = {target}"]

    def _unless(self, condition: Expr, target: int) -> list[str]:
        lines = [f"if not {self.source(condition)}:"]
        code = self.program.bodies[self.body].code
        while code[target][0] == "jump" and code[target][1] > target:
            target = code[target][1]
        if code[target][0] == "return":
            return [*lines, "    S.frames.pop()", "    return"]
        return [*lines, f"    f[1] = {target}", "    return"]

    def _next(self, listed: int, index: int, slot: int, target: int) -> list[str]:
        items, i = f"f[{SLOTS + listed}]", f"f[{SLOTS + index}]"
        return [
            f"if {i} >= len({items}):",
            f"    f[1] = {target}",
            "    return",
            f"f[{SLOTS + slot}] = {items}[{i}]",
            f"{i} += 1",
        ]

    def _call(self, rule: int, args: tuple[Expr, ...]) -> list[str]:
        back = f"f[1] = {self.pc + 1}"
        if rule not in self.direct:
            return [back, f"call(S, {rule}, {self.source(('list', *args))}, f[2])"]
        info = self.program.rules[rule]
        if info.key is None:
            return [back, *self._enter(info.default, [self.source(arg) for arg in args])]
        values = [f"a{i}" for i in range(len(args))]
        lines = [f"{value} = {self.source(arg)}" for value, arg in zip(values, args, strict=True)]
        lines += [back, f"k = key{rule}({', '.join(['S', 'f[2]', *values])})"]
        for word, body in info.cases:
            lines += [f"if k == {word}:", *(f"    {line}" for line in self._enter(body, values)), "el"]
        lines[-1] = "else:"
        written = self._enter(info.default, values) if info.default is not None else ["pass"]
        lines += [f"    {line}" for line in written]
        joined: list[str] = []
        for line in lines:
            if joined and joined[-1] == "el":
                joined[-1] = f"el{line}"
            else:
                joined.append(line)
        return joined

    def _enter(self, body: int | None, values: list[str]) -> list[str]:
        """Runs the first stretch of a rule at once, and goes on here if that was all of it."""
        if body is None:
            return ["pass"]
        blank = ["None"] * (self.program.bodies[body].slots - len(values))
        return [
            f"g = [{', '.join([str(body), '0', 'f[2]', *values, *blank])}]",
            "S.frames.append(g)",
            f"if b{body}_0(S, g): return True",
            f"if S.frames[-1] is not f or f[1] != {self.pc + 1}: return",
        ]

    def _proceed(self) -> list[str]:
        return [f"f[1] = {self.pc + 1}", "proceed(S, f)"]

    def _return(self) -> list[str]:
        return ["S.frames.pop()"]

    def _begin(self, word: str, over: int, exit_: int) -> list[str]:
        lines = [f"S.blocks.append(({word!r}, len(S.frames), {over}, {exit_}))"]
        return lines if word == "turn" else [*lines, self._noted(word)]  # a turn is noted with its player

    def _noted(self, what: str) -> str:
        """An event without words of its own, for whoever divides a game into chapters."""
        return f"if S.log is not None: S.log = (({what!r}, {self.site}), S.log)"

    def _leave(self) -> list[str]:
        return ["S.blocks.pop()"]

    def _turn_of(self, player: Expr) -> list[str]:
        return [
            f"S.active = f[2] = {self.source(player)}",
            f"if S.log is not None: note_turn(S, {self.site})",
        ]

    def _next_extra(self, slot: int, target: int) -> list[str]:
        return [
            "if not S.extra:",
            f"    f[1] = {target}",
            "    return",
            f"f[{SLOTS + slot}] = S.extra.pop(0)",
            f"f[1] = {self.pc + 1}",
        ]

    def _turns_done(self, outer: Expr) -> list[str]:
        """Turns inside a turn end with the outer player's turn going on."""
        return [f"turns_done(S, {self.source(outer)})", self._noted("turns_over")]

    def _end(self, word: str, all_of_them: bool) -> list[str]:
        return [f"end_block(S, {word!r}, {all_of_them})"]

    def _finish(self, won: bool, players: Expr, reason: str) -> list[str]:
        name = self.source.constant("W", f"{self.body}_{self.pc}", reason)
        return [f"finish(S, {won}, {self.source(players)}, {name}, {self.site})", "return True"]

    def _game_over(self) -> list[str]:
        return [f"rank(S, {self.site})", "return True"]

    # ------------------------------------------------------------ decisions
    def _choose(
        self, how: str, prompt: str, by: Expr, ways: Expr, slots: tuple[int, ...], tags: object, low: Expr,
        high: Expr, empty: int,
    ) -> list[str]:  # fmt: skip
        limits = "" if how == "one" else f", {self.source(low)}, {self.source(high)}, {how == 'order'}"
        ask = "ask_one" if how == "one" else "ask_several"
        first = SLOTS + slots[0]
        args = f"{self.source(by)}, {self.source(ways)}, {first}, {len(slots)}, {self.site}, {empty}{limits}"
        return [f"f[1] = {self.pc}", f"return {ask}(S, f, {args})"]

    def _menu(self, by: Expr, entries: tuple[tuple[object, ...], ...], empty: int) -> list[str]:
        lines = ["options = []"]
        for number, entry in enumerate(entries):
            _, ways, slots, _, _ = entry
            lines += self._entry(number, ways, slots)  # type: ignore[arg-type]
        ask = f"ask_menu(S, f, {self.source(by)}, options, {self.site}, {empty})"
        return [*lines, f"f[1] = {self.pc}", f"return {ask}"]

    def _entry(self, number: int, ways: Expr, slots: tuple[int, ...]) -> list[str]:
        _, loops, test = ways
        if not loops:
            add = f"options.append(({number},))"
            return [add] if test is None else [f"if {self.source(test)}: {add}"]
        names = "".join(f"x{loc}, " for loc, _ in loops)
        source = " ".join(f"for x{loc} in {self.source(items)}" for loc, items in loops)
        condition = "" if test is None else f" if {self.source(test)}"
        return [f"options += [({number}, {names}) {source}{condition}]"]

    def _may(self, name: str, by: Expr, refused: int) -> list[str]:
        return [f"f[1] = {self.pc}", f"return ask_may(S, f, {self.source(by)}, {self.site})"]

    def _secret(self, name: str, players: Expr, items: Expr, slot: int, tag: str) -> list[str]:
        lines = [f"f[1] = {self.pc}", "options = []", "saved = f[2]"]
        lines += [f"for p in {self.source(players)}:", "    f[2] = p"]
        lines.append(f"    options.append((p, tuple({self.source(items)})))")
        lines += ["f[2] = saved", f"return ask_secret(S, f, options, {SLOTS + slot}, {self.site})"]
        return lines
