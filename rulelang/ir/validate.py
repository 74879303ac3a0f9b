"""The IR's own invariants.

In: a `Program`. Out: what is wrong with it, as sentences; an empty list for every program that the checker
makes. An interpreter may rely on all of it, so a program from elsewhere is validated before it is played.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulelang.ir import nodes
from rulelang.ir.operands import Locs, Operands, below, is_int
from rulelang.ir.signatures import ENDINGS, INSTRUCTIONS, WORDS, Shape

HOOKS = ("before", "after", "instead", "change", "enters", "changes")
NO_LOCS: Locs = frozenset()


def validate(program: nodes.Program) -> list[str]:
    checker = _Validator(program)
    checker.program()
    return checker.found


class _Validator(Operands):
    def program(self) -> None:
        p = self.p
        if p.version != nodes.VERSION:
            self.wrong(f"version {p.version}, not {nodes.VERSION}")
        if not (len(p.players) == 2 and 1 <= p.players[0] <= p.players[1]):
            self.wrong(f"{p.players} is no range of players")
        self._unique()
        self._records()
        for zone in p.zones:
            self._zone(zone)
        for track in p.tracks:
            self._track(track)
        for setting in p.settings:
            self._setting(setting)
        for rule in p.rules:
            self._rule(rule)
        for value in p.values:
            self._value(value)
        for number, hook in enumerate(p.hooks):
            self._hook(number, hook)
        for number, body in enumerate(p.bodies):
            self._body(number, body)
        self._ending()

    def _unique(self) -> None:
        p = self.p
        for what in (p.kinds, p.records, p.zones, p.tracks, p.settings, p.rules, p.values):
            names = [item.name for item in what]
            for name in sorted({name for name in names if names.count(name) > 1}):
                self.wrong(f"the name `{name}` is given twice")

    # ------------------------------------------------------------ what is declared
    def _records(self) -> None:
        base = 0
        for record in self.p.records:
            self.where = f"record {record.name}"
            expected = base if record.physical else 0
            if record.base != expected:
                self.wrong(f"its ids start at {record.base}, not {expected}")
            base += record.size if record.physical else 0
            for name, tag, values in record.columns:
                if len(values) != record.size:
                    self.wrong(f"column `{name}` has {len(values)} cells for {record.size} rows")
                for value in values:
                    self._cell(name, tag, value)
        self.where = "program"

    def _cell(self, name: str, tag: str, value: object) -> None:
        if not self.tag(tag) or value is None:
            return
        if tag.startswith("set of "):
            if not isinstance(value, tuple):
                self.wrong(f"a cell of `{name}` is {value!r}, not a list")
                return
            for item in value:
                self._cell(name, tag.removeprefix("set of "), item)
            return
        word, _, rest = tag.partition(":")
        fits = isinstance(value, bool) if word == "bool" else is_int(value)
        if fits and word == "kind":
            fits = below(value, len(self.kinds[rest].words))
        elif fits and word == "record":
            record = self.records[rest]
            fits = isinstance(value, int) and below(value - record.base, record.size)
        if not fits:
            self.wrong(f"a cell of `{name}` is {value!r}, which is no {tag}")

    def _owner(self, owner: str) -> None:
        if owner and (owner.startswith("set of ") or owner in ("number", "bool") or not self.tag(owner)):
            self.wrong(f"{owner!r} cannot own anything")

    def _zone(self, zone: nodes.ZoneDef) -> None:
        self.where = f"zone {zone.name}"
        self._owner(zone.owner)
        if zone.ordering not in ("pile", "line", "set", "grid"):
            self.wrong(f"unknown ordering `{zone.ordering}`")
        if zone.sees not in ("all", "none", "owner", "top"):
            self.wrong(f"unknown visibility `{zone.sees}`")
        if zone.item not in self.records or not self.records[zone.item].physical:
            self.wrong(f"`{zone.item}` is no component")
        if zone.ordering == "grid" and not (zone.width > 0 and zone.height > 0):
            self.wrong("a grid without places")

    def _track(self, track: nodes.TrackDef) -> None:
        self.where = f"track {track.name}"
        self._owner(track.owner)
        self.tag(track.type)
        if track.sees not in ("all", "none", "owner", "top"):
            self.wrong(f"unknown visibility `{track.sees}`")
        if (track.low is None) != (track.high is None):
            self.wrong("a range with one end")
        elif track.low is not None and track.high is not None and track.low > track.high:
            self.wrong(f"the range {track.low} to {track.high} is empty")
        self.expr(track.start, NO_LOCS)

    def _setting(self, setting: nodes.SettingDef) -> None:
        self.where = f"setting {setting.name}"
        if setting.words:
            if len(setting.words) != len(setting.choices) or setting.default not in setting.choices:
                self.wrong(f"the default {setting.default!r} is none of the choices")
        elif len(setting.choices) != 2 or not setting.choices[0] <= setting.default <= setting.choices[1]:
            self.wrong(f"the default {setting.default!r} is outside the range")

    # ------------------------------------------------------------ rules, values, hooks
    def _refers(self, number: int | None, params: int, what: str) -> None:
        if number is None or not below(number, len(self.p.bodies)):
            self.wrong(f"{what} is body {number}, which does not exist")
        elif self.p.bodies[number].params != params:
            self.wrong(f"{what} is body {number}, which does not take {params} parameters")

    def _rule(self, rule: nodes.RuleDef) -> None:
        self.where = f"rule {rule.name}"
        for tag in rule.params:
            self.tag(tag)
        self._key(rule.key, len(rule.params), bool(rule.cases))
        for case, body in rule.cases:
            self._refers(body, len(rule.params), f"case {case}")
        if rule.default is not None:
            self._refers(rule.default, len(rule.params), "the default")
        self._hooked(rule.hooks, rule.name, ("before", "after", "instead"))

    def _key(self, key: nodes.Expr | None, params: int, split: bool) -> None:
        if key is not None:
            self.expr(key, frozenset(range(params)))
        elif split:
            self.wrong("it has cases, but nothing to tell them apart")

    def _hooked(self, numbers: Sequence[int], name: str, hows: tuple[str, ...]) -> None:
        for number in numbers:
            if not below(number, len(self.p.hooks)):
                self.wrong(f"there is no hook {number}")
            elif self.p.hooks[number].target != name or self.p.hooks[number].how not in hows:
                self.wrong(f"hook {number} is not one of its own")
        for number, hook in enumerate(self.p.hooks):
            if hook.how in hows and hook.target == name and number not in numbers:
                self.wrong(f"its hook {number} is not listed")

    def _value(self, value: nodes.ValueDef) -> None:
        self.where = f"value {value.name}"
        for tag in (*value.params, value.result):
            self.tag(tag)
        self._key(value.key, len(value.params), bool(value.cases))
        for steps in [*(steps for _, steps in value.cases), value.default or ()]:
            self._steps(steps, frozenset(range(len(value.params))))
        if value.default is None:
            self.wrong("it has no default")
        self._hooked(value.changes, value.name, ("change",))

    def _steps(self, steps: tuple[nodes.Instr, ...], locs: Locs) -> None:
        shapes: dict[str, Shape] = {"let": ("int", "expr"), "when": ("expr", "expr"), "else": ("expr",)}
        for step in steps:
            if not step or step[0] not in shapes:
                self.wrong(f"unknown step {step!r}")
                return
            self.operands(step, shapes[step[0]], locs)
            if step[0] == "let" and len(step) == 3:
                locs |= {step[1]}
        if not steps or steps[-1][0] != "else":
            self.wrong("its steps do not end with a result")

    def _hook(self, number: int, hook: nodes.HookDef) -> None:
        self.where = f"hook {number} ({hook.how} {hook.target})"
        tables: dict[str, Sequence[Any]] = {
            "enters": self.p.zones,
            "changes": self.p.tracks,
            "change": self.p.values,
        }
        target = next((t for t in tables.get(hook.how, self.p.rules) if t.name == hook.target), None)
        if hook.how not in HOOKS or target is None:
            self.wrong("it hooks nothing that exists")
            return
        if hook.components and not below(hook.zone, len(self.p.zones)):
            self.wrong("it works in no zone")
        for component in hook.components:
            if not below(component, self.p.components):
                self.wrong(f"there is no component {component}")
        params = 2 if hook.how == "enters" else 1 if hook.how == "changes" else len(target.params)
        locs = frozenset(range(params + (2 if hook.how == "change" else 1)))
        if hook.when is not None:
            self.expr(hook.when, locs)
        if hook.how == "change":
            if hook.value is None:
                self.wrong("it has no value")
            else:
                self.expr(hook.value, locs)
        else:
            self._refers(hook.body, params + 2, "what it does")

    # ------------------------------------------------------------ code
    def _body(self, number: int, body: nodes.Body) -> None:
        self.where = f"body {number} ({body.name})"
        if len(body.sites) != len(body.code):
            self.wrong(f"{len(body.sites)} sites for {len(body.code)} instructions")
        if not len(body.names) == len(body.tags) == body.slots >= body.params:
            self.wrong(f"{len(body.tags)} tags and {len(body.names)} names for {body.slots} slots")
        if not body.code or not body.code[-1] or body.code[-1][0] not in ENDINGS:
            self.wrong("its code does not end with a return or a jump")
        replaces = {hook.body for hook in self.p.hooks if hook.how == "instead"}
        self.body = body
        for pc, instr in enumerate(body.code):
            self.where = f"body {number} ({body.name}) at {pc}"
            if not instr or instr[0] not in INSTRUCTIONS:
                self.wrong(f"unknown verb {instr[:1]!r}")
                continue
            self.operands(instr, INSTRUCTIONS[instr[0]], NO_LOCS)
            if instr[0] == "proceed" and number not in replaces:
                self.wrong("`proceed` outside of `instead of`")
            elif instr[0] == "call" and len(instr) == 3 and below(instr[1], len(self.p.rules)):
                self.arity(self.p.rules[instr[1]], instr[2])
            elif instr[0] == "choose" and len(instr) == 10:
                self.same_length(instr[4], instr[5], instr[6])
        self.body = None

    def _ending(self) -> None:
        p = self.p
        self.where = "program"
        for rule, what in ((p.play, "play"), (p.setup, "setup")):
            if rule is None and what == "setup":
                continue
            if not below(rule, len(p.rules)) or p.rules[rule].params:  # type: ignore[index]
                self.wrong(f"the {what} is rule {rule}, which does not exist or takes parameters")
        about = frozenset({0})
        for expr in (p.score, p.payoff, p.ranking.condition if p.ranking else None):
            if expr is not None:
                self.expr(expr, about)
        for which, key in p.ranking.keys if p.ranking else ():
            if which not in WORDS["extreme"]:
                self.wrong(f"unknown order `{which}`")
            self.expr(key, about)
        if p.ranking and p.ranking.ties not in ("draw", "share"):
            self.wrong(f"unknown end of a tie `{p.ranking.ties}`")
