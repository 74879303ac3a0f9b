"""Abilities: hooks on rules, values, zones and tracks.

In: the `before`, `after`, `instead of`, `change` and `whenever` of a definition and of its components.
Out: `HookDef`s that name what they hook, whose they are, and the code they run.
"""

from __future__ import annotations

from attrs import evolve

from rulelang.check.code import Code
from rulelang.check.scope import Frame, Scope, Var
from rulelang.check.statements import Statements
from rulelang.check.types import PLAYER, UNKNOWN, Num, Player, Rec, Type, fits
from rulelang.check.world import CallableInfo
from rulelang.diagnostics import Label
from rulelang.ir import nodes as ir
from rulelang.suggest import did_you_mean
from rulelang.syntax import ast

NOBODY = ir.HookDef("", "", "", (), None, (), None, None, None, 0, ("", 0, 0))


class Abilities(Statements):
    bodies: list[ir.Body]
    hooks: list[ir.HookDef]

    def case_numbers(self, words: tuple[ast.Ident, ...], info: CallableInfo) -> tuple[int, ...]:
        raise AssertionError("given by the checker")

    def unknown_case(self, word: ast.Ident, info: CallableInfo) -> None:
        raise AssertionError("given by the checker")

    def abilities(self) -> None:
        for node in self.world.abilities:
            self._ability(node, NOBODY)
        for record in self.world.records.values():
            zone = None
            if record.active_in is not None:
                found = self.world.zones.get(record.active_in.text)
                if found is None or found.item != record.name:
                    title = f"there is no zone `{record.active_in}` for {Rec(record.name)}"
                    fitting = [z.name for z in self.world.zones.values() if z.item == record.name]
                    hint = did_you_mean(record.active_in.text, fitting)
                    self.report.error("R0261", title, record.active_in.span, hint=hint)
                    continue
                zone = found.id
            for row in record.rows.values():
                ids = tuple(range(row.first, row.first + row.copies))
                owner = evolve(NOBODY, owner=row.name, components=ids, zone=zone)
                for node in row.abilities:
                    self._ability(node, owner)

    def _ability(self, node: ast.Node, owner: ir.HookDef) -> None:
        span = node.span
        owner = evolve(owner, site=(span.path, span.line, span.column))
        if isinstance(node, ast.Hook):
            self._hook(node, owner)
        elif isinstance(node, ast.Change):
            self._change(node, owner)
        elif isinstance(node, ast.Whenever):
            self._whenever(node, owner)

    def _target(self, node: ast.Hook | ast.Change) -> CallableInfo | None:
        known = self.world.rules if isinstance(node, ast.Hook) else self.world.values
        word = "rule" if isinstance(node, ast.Hook) else "value"
        info = known.get(node.name.text)
        if info is None:
            hint = did_you_mean(node.name.text, known)
            other = self.world.values if isinstance(node, ast.Hook) else self.world.rules
            if node.name.text in other:
                hint = (
                    "a value is altered with `change`"
                    if word == "rule"
                    else "a rule is hooked with `instead of`"
                )
            self.report.error("R0262", f"there is no {word} `{node.name}` to hook", node.name.span, hint=hint)
            return None
        if node.params is not None and len(node.params) != len(info.params):
            names = ", ".join(name for name, _ in info.params)
            self.report.error(
                "R0230", f"`{node.name}` has not {len(node.params)} parameters, but {len(info.params)}",
                node.name.span, f"write `{node.name}({names})`", also=[Label(info.span, "declared here")],
            )  # fmt: skip
            return None
        for word_ in node.cases:
            if info.key_kind is None:
                title = f"`{info.name}` is not split into cases"
                self.report.error("R0263", title, word_.span, also=[Label(info.span, "declared here")])
                return None
            if not self.world.meant(word_.text, info.key_kind):
                self.unknown_case(word_, info)
                return None
        return info

    def _hook(self, node: ast.Hook, owner: ir.HookDef) -> None:
        info = self._target(node)
        if info is None:
            return
        names: list[ast.Ident | None] = [param.name for param in node.params or ()]
        types = [type_ for _, type_ in info.params]
        when = self._when(node.condition, names, types, [])
        body = self._body(f"{node.how} {info.name}", node, names, types, owner, node.how == "instead")
        cases = self.case_numbers(node.cases, info)
        hook = evolve(owner, how=node.how, target=info.name, cases=cases, when=when, body=body)
        self.hooks.append(evolve(hook, priority=node.priority))

    def _change(self, node: ast.Change, owner: ir.HookDef) -> None:
        info = self._target(node)
        if info is None:
            return
        names: list[ast.Ident | None] = [param.name for param in node.params or ()]
        types = [type_ for _, type_ in info.params]
        result = self.result_of(info, node)
        scope = self._locals(names, types, [("result", result)])
        when = None if node.condition is None else self.condition(node.condition, scope)
        value, type_ = self.expr(node.value, scope, result)
        if not fits(type_, result):
            self.report.error(
                "R0220", f"`{info.name}` is {result}, but this is {type_}", node.value.span,
                also=[Label(info.span, "declared here")],
            )  # fmt: skip
        if isinstance(result, Num):
            value = ("within", value, result.low, result.high, info.name)
        cases = self.case_numbers(node.cases, info)
        hook = evolve(owner, how="change", target=info.name, cases=cases, when=when, value=value)
        self.hooks.append(evolve(hook, priority=node.priority))

    def _whenever(self, node: ast.Whenever, owner: ir.HookDef) -> None:
        world = self.world
        zone, track = world.zones.get(node.thing.text), world.tracks.get(node.thing.text)
        thing = zone if node.name is not None else track
        if thing is None:
            word, known = (
                ("zone", list(world.zones)) if node.name is not None else ("track", list(world.tracks))
            )
            hint = did_you_mean(node.thing.text, known)
            self.report.error("R0262", f"there is no {word} `{node.thing}`", node.thing.span, hint=hint)
            return
        names: list[ast.Ident | None] = []
        types: list[Type] = []
        if zone is not None and node.name is not None:
            names.append(node.name)
            types.append(Rec(zone.item))
        names.append(node.owner)
        types.append(thing.owner or UNKNOWN)
        if node.owner is not None and thing.owner is None:
            self.report.error("R0224", f"there is only one `{node.thing}`", node.owner.span)
            return
        how = "enters" if node.name is not None else "changes"
        when = self._when(node.condition, names, types, [])
        body = self._body(f"whenever {node.thing} {how}", node, names, types, owner, False)
        self.hooks.append(evolve(owner, how=how, target=node.thing.text, when=when, body=body))

    def _when(
        self,
        condition: ast.Expr | None,
        names: list[ast.Ident | None],
        types: list[Type],
        more: list[tuple[str, Type]],
    ) -> ir.Expr | None:
        return None if condition is None else self.condition(condition, self._locals(names, types, more))

    def _locals(
        self, names: list[ast.Ident | None], types: list[Type], more: list[tuple[str, Type]]
    ) -> Scope:
        frame = Frame()
        scope = Scope(frame)
        for index, type_ in enumerate(types):
            loc = frame.new_loc()
            name = names[index] if index < len(names) else None
            if name is not None:
                scope.vars[name.text] = Var(("loc", loc), type_, name.span)
        for word, type_ in [*more, ("actor", Player())]:
            scope.vars[word] = Var(("loc", frame.new_loc()), type_)
        return scope

    def _body(
        self, title: str, node: ast.Hook | ast.Whenever, names: list[ast.Ident | None], types: list[Type],
        owner: ir.HookDef, replaces: bool,
    ) -> int:  # fmt: skip
        """Code of an ability: its slots are the parameters, the actor, and what `proceed` needs."""
        frame = Frame(in_hook=replaces)
        scope = Scope(frame)
        for index, type_ in enumerate(types):
            name = names[index] if index < len(names) else None
            slot = frame.new_slot(name.text if name is not None else "", self.tag(type_))
            if name is not None:
                scope.vars[name.text] = Var(("slot", slot), type_, name.span)
        scope.vars["actor"] = Var(("slot", frame.new_slot("actor")), PLAYER)
        frame.new_slot("proceed", "proceed")
        code = Code(f"{owner.owner}: {title}" if owner.owner else title, frame)
        self.block(node.body, scope, code)
        self.bodies.append(code.finish(len(types) + 2))
        return len(self.bodies) - 1
