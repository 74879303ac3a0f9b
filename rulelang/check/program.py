"""The whole definition to IR.

In: a linked `World`. Out: a `Program`, if nothing was wrong. Values are typed when they are first used,
so their order in the files does not matter; values that need themselves are refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product

from attrs import evolve

from rulelang.check.abilities import Abilities
from rulelang.check.code import Code
from rulelang.check.cost import check_costs
from rulelang.check.hidden import check_secrets
from rulelang.check.lint import lint
from rulelang.check.names import NOTHING, Typed
from rulelang.check.scope import Frame, Scope, Var
from rulelang.check.types import (
    BOOL,
    PLAYER,
    UNKNOWN,
    Kind,
    Num,
    Opt,
    Player,
    Rec,
    Seq,
    Type,
    bare,
)
from rulelang.check.world import CLAIM, CallableInfo, RecordInfo, TrackInfo, World
from rulelang.diagnostics import Label, Report
from rulelang.ir import nodes as ir
from rulelang.suggest import did_you_mean
from rulelang.syntax import ast

CHANGED = Num(-1_000_000, 1_000_000)  # what abilities may make of a number
Strings = Mapping[str, Mapping[str, str]]


def check(
    world: World, strings: Strings, report: Report, meanings: dict[int, Typed] | None = None
) -> ir.Program | None:
    checker = _Checker(world, report) if meanings is None else _Reader(world, report, meanings)
    program = checker.program(strings)
    if program is not None:
        check_costs(program, world, report)
        lint(program, world, report)
        check_secrets(program, report)
    return program


class _Checker(Abilities):
    def __init__(self, world: World, report: Report) -> None:
        self.world = world
        self.report = report
        self.called: set[str] = set()
        self.looked_at = []
        self.bodies: list[ir.Body] = []
        self.values: dict[str, tuple[dict[str | None, tuple[ir.Instr, ...]], Type]] = {}
        self.in_progress: list[str] = []
        self.hooks = []
        abilities = [
            *world.abilities,
            *(a for r in world.records.values() for row in r.rows.values() for a in row.abilities),
        ]
        self.changed = {node.name.text for node in abilities if isinstance(node, ast.Change)}

    def program(self, strings: Strings) -> ir.Program | None:
        world, report = self.world, self.report
        for info in [*world.rules.values(), *world.values.values()]:
            self._find_key(info)
        for info in world.values.values():
            result = self.result_of(info, next(iter(info.bodies.values())))
            if info.name.startswith(CLAIM) and result not in (BOOL, UNKNOWN):
                self._no_claim(info, result)
        rules = [self._rule(info) for info in world.rules.values()]
        self.abilities()
        ranking, score, payoff = self._ending()
        tracks = tuple(self._track(info) for info in world.tracks.values())
        self._refuse_early_looks()
        if report.errors:
            return None
        return ir.Program(
            name=world.name,
            players=world.players,
            kinds=tuple(ir.KindDef(kind.name, kind.words) for kind in world.kinds.values()),
            records=tuple(self._record(record) for record in world.records.values()),
            zones=tuple(
                ir.ZoneDef(z.name, owner_tag(z.owner), z.ordering, z.item, z.sees, z.width, z.height)
                for z in world.zones.values()
            ),
            tracks=tracks,
            settings=tuple(
                ir.SettingDef(s.name, self.tag(s.type), s.default, *self._choices(s.type))
                for s in world.settings.values()
            ),
            bodies=tuple(self.bodies),
            rules=rules_with_hooks(rules, self.hooks),
            values=tuple(self._value(info) for info in world.values.values()),
            hooks=tuple(self.hooks),
            setup=world.rules["setup"].id if "setup" in world.rules else None,
            play=world.rules["play"].id,
            variants=world.variants,
            ranking=ranking,
            score=score,
            payoff=payoff,
            strings=tuple(
                (language, tuple(sorted(texts.items()))) for language, texts in sorted(strings.items())
            ),
        )

    def _no_claim(self, info: CallableInfo, result: Type) -> None:
        body = next(iter(info.bodies.values()))
        if isinstance(body, ast.Value):
            self.report.error(
                "R0505", f"this is {result}: it can neither hold nor fail", body.results[0].value.span,
                hint="say what it should be: `… is 3`",
            )  # fmt: skip

    def _refuse_early_looks(self) -> None:
        for zone, node in self.looked_at:
            if zone.shuffled:
                self.report.error(
                    "R0255", f"`{zone.name}` is shuffled, so its order is not decided here", node.span,
                    also=[Label(zone.span, "declared here")],
                    why="a card of a shuffled pile is decided when a rule looks; a value or a condition "
                    "over a set does not look",
                    hint="take the card in a rule first: `let next_card be top of …`",
                )  # fmt: skip

    # ------------------------------------------------------------ cases
    def _find_key(self, info: CallableInfo) -> None:
        words = [word for node in info.bodies.values() for word in node.cases]
        if not words:
            return
        first = bare(info.params[0][1]) if info.params else UNKNOWN
        options: list[tuple[ir.Expr, Type]] = [(("loc", 0), first)]
        if isinstance(first, Rec):
            for name, item in self.world.records[first.name].fields.items():
                if item.track is None:
                    options.append((("field", first.name, name, ("loc", 0)), item.type))
        # What is printed goes before the names of components with copies, and all words before some of them:
        # where only some are known, the others get the message.
        for fitting, meaning in product((all, any), (self.world.constant, self.world.copied)):
            for expr, found in options:
                type_ = bare(found)
                known = (meaning(word.text, type_) is not None for word in words)
                if isinstance(type_, Kind | Rec) and info.key is None and fitting(known):
                    info.key, info.key_kind = expr, type_
        if info.key_kind is None:
            if first != UNKNOWN:
                title = f"I don't know which `{words[0]}` is meant"
                why = "the cases after `for` are words of the first parameter or of one of its fields"
                listed = [word for _, type_ in options for word in self.world.words_of(bare(type_))]
                hint = did_you_mean(words[0].text, listed, "the words are")
                self.report.error("R0256", title, words[0].span, why=why, hint=hint)
            return
        for word in words:
            if not self.world.meant(word.text, info.key_kind):
                self.unknown_case(word, info)

    def unknown_case(self, word: ast.Ident, info: CallableInfo) -> None:
        kind = info.key_kind
        span = self._declared(kind) if kind else None
        self.report.error(
            "R0209", f"I don't know {kind} called `{word}`", word.span, f"not {kind}",
            also=[Label(span, "they are listed here")] if span else [],
            hint=did_you_mean(word.text, self.world.words_of(kind) if kind else ()),
        )  # fmt: skip

    def case_numbers(self, words: tuple[ast.Ident, ...], info: CallableInfo) -> tuple[int, ...]:
        if info.key_kind is None:
            return ()
        return tuple(number for word in words for number in self.world.meant(word.text, info.key_kind))

    # ------------------------------------------------------------ rules
    def _rule(self, info: CallableInfo) -> ir.RuleDef:
        done: dict[int, int] = {}
        cases: list[tuple[int, int]] = []
        default = None
        for word, node in info.bodies.items():
            assert isinstance(node, ast.Rule)
            if id(node) not in done:
                done[id(node)] = self._rule_body(info, node)
            if word is None:
                default = done[id(node)]
            elif info.key_kind is not None:
                cases += [(number, done[id(node)]) for number in self.world.meant(word, info.key_kind)]
        params = tuple(self.tag(type_) for _, type_ in info.params)
        key = info.key if isinstance(info.key, tuple) else None
        span = info.span
        return ir.RuleDef(
            info.name, params, key, tuple(cases), default, (), (span.path, span.line, span.column)
        )

    def _rule_body(self, info: CallableInfo, node: ast.Rule) -> int:
        frame = Frame()
        scope = Scope(frame)
        for param, (_, type_) in zip(node.params, info.params, strict=True):
            scope.vars[param.name.text] = Var(
                ("slot", frame.new_slot(param.name.text, self.tag(type_))), type_, param.span
            )
        case = f" for {', '.join(word.text for word in node.cases)}" if node.cases else ""
        code = Code(info.name + case, frame)
        self.block(node.body, scope, code)
        self.bodies.append(code.finish(len(info.params)))
        return len(self.bodies) - 1

    # ------------------------------------------------------------ values
    def result_of(self, info: CallableInfo, node: ast.Node) -> Type:
        if info.name in self.values:
            return self.values[info.name][1]
        if info.name in self.in_progress:
            path = " → ".join([*self.in_progress[self.in_progress.index(info.name) :], info.name])
            self.report.error(
                "R0257", f"`{info.name}` needs itself to be computed", node.span, path,
                why="a value is computed from other things, so that it always ends",
            )  # fmt: skip
            return UNKNOWN
        self.in_progress.append(info.name)
        steps: dict[str | None, tuple[ir.Instr, ...]] = {}
        types = []
        for word, body in info.bodies.items():
            assert isinstance(body, ast.Value)
            steps[word], type_ = self._value_steps(info, body)
            types.append(type_)
        self.in_progress.pop()
        result = self.same(next(iter(info.bodies.values())), types)
        if isinstance(result, Num) and info.name in self.changed:
            result = CHANGED  # an ability may give another number
        if None not in steps:
            result = result if isinstance(bare(result), Num | Seq) or result == BOOL else Opt(bare(result))
        self.values[info.name] = (steps, result)
        return result

    def _value_steps(self, info: CallableInfo, node: ast.Value) -> tuple[tuple[ir.Instr, ...], Type]:
        frame = Frame()
        scope = Scope(frame)
        for param, (_, type_) in zip(node.params, info.params, strict=True):
            scope.vars[param.name.text] = Var(("loc", frame.new_loc()), type_, param.span)
        steps: list[ir.Instr] = []
        types: list[Type] = []
        for let in node.lets:
            value, type_ = self.expr(let.value, scope)
            loc = frame.new_loc()
            scope.vars[let.name.text] = Var(("loc", loc), type_, let.span)
            steps.append(("let", loc, value))
        for case in node.results:
            test = None if case.condition is None else self.condition(case.condition, scope)
            value, type_ = self.expr(case.value, scope, types[0] if types else None)
            types.append(type_)
            steps.append(("else", value) if test is None else ("when", test, value))
        return tuple(steps), self.same(node, types, [case.value for case in node.results])

    def _value(self, info: CallableInfo) -> ir.ValueDef:
        steps, result = self.values[info.name]
        cases = tuple(
            (number, body)
            for word, body in steps.items()
            if word is not None and info.key_kind is not None
            for number in self.world.meant(word, info.key_kind)
        )
        empty: ir.Expr = (
            ("list",) if isinstance(bare(result), Seq) else ("b", False) if result == BOOL else NOTHING
        )
        empty = ("n", 0) if isinstance(bare(result), Num) else empty
        changes = tuple(
            number
            for number, hook in enumerate(self.hooks)
            if hook.how == "change" and hook.target == info.name
        )
        span = info.span
        return ir.ValueDef(
            info.name, tuple(self.tag(type_) for _, type_ in info.params), self.tag(result),
            info.key if isinstance(info.key, tuple) else None, cases, steps.get(None, (("else", empty),)),
            changes, (span.path, span.line, span.column),
        )  # fmt: skip

    # ------------------------------------------------------------ the rest
    def _record(self, record: RecordInfo) -> ir.RecordDef:
        names = tuple(row.name for row in record.rows.values() for _ in range(row.copies))
        columns = tuple(
            (
                name,
                self.tag(info.type),
                tuple(row.cells.get(name) for row in record.rows.values() for _ in range(row.copies)),
            )
            for name, info in record.fields.items()
            if info.track is None
        )
        return ir.RecordDef(record.name, record.word, record.physical, record.base, names, columns)

    def _track(self, info: TrackInfo) -> ir.TrackDef:
        low = high = None
        if isinstance(info.type, Num):
            low, high = info.type.low, info.type.high
        start = self._start(info)
        return ir.TrackDef(
            info.name, owner_tag(info.owner), self.tag(info.type), start, low, high, info.capped, info.sees
        )

    def _start(self, info: TrackInfo) -> ir.Expr:
        if info.start is None:
            if isinstance(info.type, Rec | Player):
                self.report.error(
                    "R0254", f"`{info.name}` has no value to start with", info.span,
                    hint="add `starting …`, or let it be `… or none starting none`",
                )  # fmt: skip
            if isinstance(info.type, Opt):
                return NOTHING
            if isinstance(info.type, Num):
                return ("n", min(max(0, info.type.low), info.type.high))
            return (
                ("list",) if isinstance(info.type, Seq) else ("b", False) if info.type == BOOL else ("n", 0)
            )
        node = as_expr(info.start) if isinstance(info.start, ast.Literal) else info.start
        value = self.bounded(node, Scope(Frame()), info.type, info.name)
        return ("freeze", value) if isinstance(info.type, Seq) else value

    def _choices(self, type_: Type) -> tuple[tuple[object, ...], tuple[str, ...]]:
        if isinstance(type_, Num):
            return (type_.low, type_.high), ()
        if type_ == BOOL:
            return (False, True), ("no", "yes")
        words = self.world.words_of(bare(type_))
        return tuple(range(len(words))), words

    def _ending(self) -> tuple[ir.Ranking | None, ir.Expr | None, ir.Expr | None]:
        world, ranking = self.world, None
        if world.ranking is not None:
            node = world.ranking
            scope = self._about(node.player)
            condition = None if node.condition is None else self.condition(node.condition, scope)
            keys = tuple((rank.extreme, self._numeric(rank.value, scope)[0]) for rank in node.ranks)
            ranking = ir.Ranking(condition, keys, node.ties)
        score = payoff = None
        if world.score is not None:
            score = self._numeric(world.score.value, self._about(world.score.player))[0]
        if world.payoff is not None:
            payoff = self._numeric(world.payoff.value, self._about(world.payoff.player))[0]
        return ranking, score, payoff

    def _about(self, player: ast.Ident) -> Scope:
        frame = Frame()
        scope = Scope(frame)
        scope.vars[player.text] = Var(("loc", frame.new_loc()), PLAYER, player.span)
        return scope


class _Reader(_Checker):
    """Notes what each expression is found to be, for those who put rules into words."""

    def __init__(self, world: World, report: Report, meanings: dict[int, Typed]) -> None:
        super().__init__(world, report)
        self.meanings = meanings

    def expr(self, node: ast.Node, scope: Scope, want: Type | None = None) -> Typed:
        found = self.meanings[id(node)] = super().expr(node, scope, want)
        return found


def as_expr(node: ast.Literal) -> ast.Expr:
    match node:
        case ast.LiteralInt(value=value) if value < 0:
            return ast.Unary(node.span, "negate", ast.Number(node.span, -value))
        case ast.LiteralInt(value=value):
            return ast.Number(node.span, value)
        case ast.LiteralYes():
            return ast.Yes(node.span)
        case ast.LiteralNo():
            return ast.No(node.span)
        case ast.LiteralName(name=name):
            return ast.Name(node.span, name)
        case ast.LiteralList(items=items):
            return ast.ListOf(node.span, tuple(as_expr(item) for item in items))
        case _:
            return ast.NoneValue(node.span)


def owner_tag(owner: Type | None) -> str:
    match owner:
        case Player():
            return "player"
        case Kind(name=name):
            return f"kind:{name}"
        case Rec(name=name):
            return f"record:{name}"
        case _:
            return ""


def rules_with_hooks(rules: Iterable[ir.RuleDef], hooks: list[ir.HookDef]) -> tuple[ir.RuleDef, ...]:
    numbers: dict[str, list[int]] = {}
    for number, hook in enumerate(hooks):
        if hook.how in ("before", "after", "instead"):
            numbers.setdefault(hook.target, []).append(number)
    return tuple(evolve(rule, hooks=tuple(numbers.get(rule.name, ()))) for rule in rules)
