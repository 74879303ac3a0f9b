"""Code of the IR to Python functions, one for each stretch that runs without an interruption.

In: a `Body`. Out: Python source that defines a function for each stretch, and where each line came from.
A function takes the state `S` and the top frame `f`; it leaves in `f[1]` where the body goes on, and
returns True when a decision is waited for.
"""

from __future__ import annotations

from collections.abc import Callable

from interpreter.exprs import Source
from interpreter.state import SLOTS
from rulelang.ir.nodes import Body, Expr

# After these the machine looks at its stack again.
STOPS = {
    "call", "choose", "menu", "may", "secret", "return", "settle", "roll", "pick", "finish", "game_over",
    "end",
    "proceed", "move", "put", "set_hooked",
}  # fmt: skip


def jump_targets(body: Body, hooked_tracks: set[int]) -> set[int]:
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
        if op in STOPS or op in ("jump", "next_extra") or (op == "set" and args[0] in hooked_tracks):
            targets.add(pc + 1)
        if op in ("settle", "roll", "pick", "choose", "menu", "may", "secret"):
            targets.add(pc)
    return targets


class Blocks:
    def __init__(self, source: Source, hooked_tracks: set[int]) -> None:
        self.source = source
        self.hooked_tracks = hooked_tracks
        self.body = 0
        self.pc = 0

    def write(self, number: int, body: Body) -> tuple[list[str], dict[int, int], list[int]]:
        """Lines of Python, the function's start for each stretch, and for each line its instruction."""
        self.body = number
        self.source.in_frame()
        targets = jump_targets(body, self.hooked_tracks)
        lines: list[str] = []
        origin: list[int] = []
        starts: dict[int, int] = {}
        for start in sorted(targets):
            if start >= len(body.code):
                continue
            starts[start] = start
            lines.append(f"def b{number}_{start}(S, f):")
            origin.append(start)
            pc = start
            while True:
                self.pc = pc
                op, *args = body.code[pc]
                method: Callable[..., list[str]] = getattr(self, f"_{op}")
                written = [f"    {line}" for line in method(*args)]
                lines += written
                origin += [pc] * len(written)
                pc += 1
                if op in STOPS or op in ("jump", "next_extra") or self._stopped(op, args):
                    break
                if pc in targets:
                    lines.append(f"    f[1] = {pc}")
                    origin.append(pc)
                    break
        return lines, starts, origin

    def _stopped(self, op: str, args: list[object]) -> bool:
        return op == "set" and args[0] in self.hooked_tracks

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
        return [f"f[1] = {self.pc + 1}", f"move(S, f, {zone}, {args})"]

    def _put(self, what: Expr, zone: int, place: Expr) -> list[str]:
        index = self.source.zone_index(zone, None)
        args = f"{self.source(what)}, {index}, {self.source(place)}, {self.site}"
        return [f"f[1] = {self.pc + 1}", f"put(S, f, {zone}, {args})"]

    def _shuffle(self, zone: int, owner: Expr | None) -> list[str]:
        return [f"shuffle(S, {self.source.zone_index(zone, owner)}, {self.site})"]

    def _settle(self, zone: int, owner: Expr | None, amount: Expr, from_top: bool) -> list[str]:
        index = self.source.zone_index(zone, owner)
        return [f"settle(S, {index}, {self.source(amount)}, {from_top})", f"f[1] = {self.pc + 1}"]

    def _reveal(self, what: Expr, to: Expr | None) -> list[str]:
        player = "None" if to is None else self.source(to)
        return [f"reveal(S, {self.source(what)}, {player}, {self.site})"]

    def _roll(self, slot: int, faces: tuple[int, ...], die: str) -> list[str]:
        name = self.source.constant("D", die, (faces, die))
        return [f"f[{SLOTS + slot}] = roll(S, {name}[0], {name}[1], {self.site})", f"f[1] = {self.pc + 1}"]

    def _pick(self, slot: int, items: Expr, amount: Expr | None, empty: int) -> list[str]:
        many = "None" if amount is None else self.source(amount)
        args = f"S, f, {SLOTS + slot}, {self.source(items)}, {many}, {self.pc + 1}, {empty}, {self.site}"
        return [f"pick({args})"]

    def _become(self, player: Expr) -> list[str]:
        return [f"f[2] = {self.source(player)}"]

    def _extra_turn(self, player: Expr) -> list[str]:
        return [f"S.extra.append({self.source(player)})"]

    def _say(self, message: str, parts: tuple[tuple[Expr, str], ...]) -> list[str]:
        name = self.source.constant("M", f"{self.body}_{self.pc}", (message, tuple(tag for _, tag in parts)))
        values = self.source(("list", *(part for part, _ in parts)))
        return [f"say(S, {name}, {values}, {self.site})"]

    # ------------------------------------------------------------ control
    def _jump(self, target: int) -> list[str]:
        return [f"f[1] = {target}"]

    def _unless(self, condition: Expr, target: int) -> list[str]:
        return [f"if not {self.source(condition)}:", f"    f[1] = {target}", "    return"]

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
        return [f"f[1] = {self.pc + 1}", f"call(S, {rule}, {self.source(('list', *args))}, f[2])"]

    def _proceed(self) -> list[str]:
        return [f"f[1] = {self.pc + 1}", "proceed(S, f)"]

    def _return(self) -> list[str]:
        return ["S.frames.pop()"]

    def _begin(self, word: str, over: int, exit_: int) -> list[str]:
        return [f"S.blocks.append(({word!r}, len(S.frames), {over}, {exit_}))"]

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
        return ["S.extra.clear()", f"if {self.source(outer)} is not None: S.active = {self.source(outer)}"]

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
        return [f"return {ask}(S, f, {args})"]

    def _menu(self, by: Expr, entries: tuple[tuple[object, ...], ...], empty: int) -> list[str]:
        lines = ["options = []"]
        for number, entry in enumerate(entries):
            _, ways, slots, _, _ = entry
            lines += self._entry(number, ways, slots)  # type: ignore[arg-type]
        return [*lines, f"return ask_menu(S, f, {self.source(by)}, options, {self.site}, {empty})"]

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
        return [f"return ask_may(S, f, {self.source(by)}, {self.site})"]

    def _secret(self, name: str, players: Expr, items: Expr, slot: int, tag: str) -> list[str]:
        lines = ["options = []", "saved = f[2]", f"for p in {self.source(players)}:", "    f[2] = p"]
        lines.append(f"    options.append((p, tuple({self.source(items)})))")
        lines += ["f[2] = saved", f"return ask_secret(S, f, options, {SLOTS + slot}, {self.site})"]
        return lines
