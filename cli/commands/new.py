"""`rulelang new`: a small, working start for a game, a variant or a character.

In: what it should be, its name, and for a variant or a character the game it is for. Out: a new folder with
rules, texts and a scenario, made from `cli/templates`. Before anybody sees the folder it is checked, its
scenarios are played, with a changed number also some games; something that is there already is never touched.
"""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from enum import StrEnum
from pathlib import Path
from string import Template
from textwrap import wrap
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.errors import Misuse
from rulelang.ir.expressions import Call
from rulelang.types import PLAYER, Bool, Kind, Num, Player, Rec, Seq, Type, bare

if TYPE_CHECKING:
    from rulelang.ir.nodes import Program
    from rulelang.syntax import ast

TEMPLATES = Path(__file__).resolve().parent / "templates"
NAME = re.compile(r"[a-z][a-z0-9_]*")
IN_PATHS = "NAME"  # stands for the name in the paths of templates
MOST_TRIES = 12
GAMES, LONGEST = 20, 2_000  # played by chance with what was made; so many decisions at most


class Sort(StrEnum):
    game = "game"
    variant = "variant"
    character = "character"


def new(
    sort: Annotated[Sort, typer.Argument(metavar="game|variant|character", help="What to start.")],
    name: Annotated[str, typer.Argument(metavar="NAME", help="Its name: small letters, digits and _.")],
    of: Annotated[str | None, typer.Option("--of", metavar="GAME", help="The game it is for.")] = None,
    folder: Annotated[Path, typer.Option("--dir", metavar="DIR", help="Where to put its folder.")] = Path(),
    type_: Annotated[
        str | None, typer.Option("--type", metavar="TYPE", help="For a character: its type of component.")
    ] = None,
) -> None:
    """Start a new game, variant or character: a folder that works at once."""
    if not NAME.fullmatch(name):
        plain = re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")
        hint = f"; try `{plain}`" if NAME.fullmatch(plain) else ""
        raise Misuse(f"a name is made of small letters, digits and `_`, not `{name}`{hint}")
    target = folder / name
    if target.exists():
        raise FileExistsError(17, "there is something of this name already", str(target))
    if sort is Sort.game and of is not None:
        raise Misuse("a new game is not `--of` another; did you mean `rulelang new variant`?")
    maker = Maker(name, target)
    if sort is Sort.game:
        maker.game()
    else:
        maker.load(of if of is not None else _ask_for_game(sort))
        if sort is Sort.variant:
            maker.variant()
        else:
            maker.character(type_)
    from cli.screen.terminal import say

    for line in maker.what_next():
        say(line)


def _ask_for_game(sort: Sort) -> str:
    from cli.phrases import Phrases
    from cli.playing.choosing import choose_game
    from cli.screen.terminal import Terminal

    terminal = Terminal(plain=True)
    if not terminal.interactive:
        raise Misuse(f"say which game the {sort} is for: --of GAME")
    return choose_game(terminal, Phrases("en"))


class Broken(Misuse):
    """What came out of a template does not work here."""


class Maker:
    """Makes one folder. The words it fills in come from the game, so no game is known here by its name."""

    def __init__(self, name: str, target: Path) -> None:
        self.name, self.target = name, target
        words = name.replace("_", " ").strip()
        self.words: dict[str, str] = {"name": name, "words": words, "title": words.capitalize()}
        self.base: Path | None = None

    def load(self, game: str) -> None:
        from cli.games import find_game, load_program

        self.base, self.program = find_game(game), load_program(game)
        self.words["game"] = self.program.name
        self.called = game

    # ------------------------------------------------------------ the three sorts
    def game(self) -> None:
        self.make("game", {})

    def variant(self) -> None:
        values = (_signature(v.name, v.params) for v in self.program.values)
        rules = (_signature(r.name, r.params) for r in self.program.rules)
        self.make("variant", {"values": _listed(values), "rules": _listed(rules)})

    def character(self, wanted: str | None) -> None:
        component = self._component(wanted)
        assert component.active_in is not None
        zone = next(z for z in self.program.zones if z.name == component.active_in.text)
        known = {
            "type": component.name.text,
            "zone": zone.name,
            "owner": " of player 1" if isinstance(zone.owner, Player) else "",
            "cells": "".join(f"    {line}\n" for line in _cells(self.program, component.name.text)),
        }
        problem: Broken | None = None
        for template, more in self._abilities(isinstance(zone.owner, Player)):
            try:
                self.make(template, {**known, **more})
                return
            except Broken as broken:
                problem = broken
        raise Broken(f"no ability that I know works in this game\n{problem}")

    def _component(self, wanted: str | None) -> ast.Component:
        """The type of component whose cards have abilities: the one that was named, or the first."""
        from rulelang.suggest import did_you_mean

        found = {node.name.text: node for node in _active_components(self.base) if node.active_in is not None}
        if not found:
            raise Misuse(f"no component of `{self.program.name}` has abilities (`active in` a zone)")
        if wanted is not None and wanted not in found:
            hint = did_you_mean(wanted, found) or f"there are: {', '.join(found)}"
            raise Misuse(f"`{self.program.name}` has no component `{wanted}` with abilities; {hint}")
        return found[wanted or (Sort.character if Sort.character in found else next(iter(found)))]

    def _abilities(self, owned: bool) -> Iterator[tuple[str, dict[str, str]]]:
        """What could work: one more of something that is counted for a player, or else a message."""
        score = self.program.score
        first = score.value if isinstance(score, Call) else None
        values = [
            (number != first, number, value.name)
            for number, value in enumerate(self.program.values)
            if value.params == (PLAYER,) and isinstance(value.result, Num)
        ]
        for _, _, value in sorted(values)[:MOST_TRIES] if owned else []:
            yield "character_change", {"value": value}
        rules = [rule.name for rule in self.program.rules if rule.name not in ("setup", "play")]
        for rule in [*rules[:MOST_TRIES], "play"]:
            yield "character_say", {"rule": rule}

    # ------------------------------------------------------------ making
    def make(self, template: str, more: Mapping[str, str]) -> None:
        """Fills in a template beside its place, tries it, and moves it there."""
        from rulelang.source import Source
        from rulelang.syntax.format import format_source

        self.target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=f".{self.name}.", dir=self.target.parent) as place:
            draft = Path(place) / self.name
            for file in sorted((TEMPLATES / template).rglob("*")):
                if file.is_file():
                    path = draft / file.relative_to(TEMPLATES / template)
                    path = path.with_name(path.name.replace(IN_PATHS, self.name))
                    path.parent.mkdir(parents=True, exist_ok=True)
                    text = Template(file.read_text(encoding="utf-8")).substitute({**self.words, **more})
                    if path.suffix == ".rules":
                        text = format_source(Source(str(path), text))
                    path.write_text(text, encoding="utf-8")
            self._try(draft, in_play=template == "character_change")
            if self.target.exists():
                raise FileExistsError(17, "there is something of this name already", str(self.target))
            shutil.move(draft, self.target)

    def _try(self, draft: Path, in_play: bool) -> None:
        from cli.games import compile_path
        from interpreter.scenarios.playing import run
        from rulelang.diagnostics import Report
        from rulelang.render import render
        from rulelang.suite import read_suite, scenario_files

        game = self.base or draft
        program, report = compile_path(game, [draft] if self.base is not None else [])
        beside = str(draft.name) + "/"
        own = [d for d in report if d.severity == "error" or beside in d.span.path]
        if own:
            raise Broken(render(Report(own, report.sources)))
        suite = read_suite(game, scenario_files(draft), report)
        failed = [outcome for outcome in (run(*pair) for pair in suite.pairs) if not outcome.passed]
        if failed or suite.broken or not suite.pairs:
            first = failed[0] if failed else None
            raise Broken(f"{first.scenario.title}: {first.found}" if first else render(report))
        if in_play and program is not None:
            _play_by_chance(program)

    def what_next(self) -> list[str]:
        from shlex import quote

        from cli.games import looks_like_path

        path = str(self.target)
        shown = quote(path if looks_like_path(path) else f"./{path}")
        lines = [f"new: {file}" for file in sorted(self.target.rglob("*")) if file.is_file()]
        lines += ["", f"rulelang check {shown}", f"rulelang test {shown}"]
        if self.base is None:
            return [*lines, f"rulelang play {shown}"]
        game = quote(self.called)
        return [
            *lines, f"rulelang play {game} --variant {shown}", f"rulelang diff {game} --variant {shown}"
        ]  # fmt: skip


# ------------------------------------------------------------ words from a game


def _play_by_chance(program: Program) -> None:
    """A scenario shows one position: an ability may go wrong only when somebody makes use of it."""
    from interpreter.bots.random_bot import RandomBot
    from interpreter.errors import RuleError
    from interpreter.game import Game
    from interpreter.game.alone import check_alone

    for seed in range(GAMES):
        try:
            game, bot = Game.new(program, seed=seed, events=False), RandomBot(seed)
            for answers in range(1, LONGEST + 1):
                if game.over:
                    break
                game.apply(bot.choose(game, game.deciding[0]), game.deciding[0])
                check_alone(game, answers)
        except RuleError as wrong:
            raise Broken(str(wrong)) from wrong


def _signature(name: str, params: tuple[Type, ...]) -> str:
    from cli.commands.show import type_in_words

    return f"{name}({', '.join(map(type_in_words, params))})" if params else name


def _listed(names: Iterator[str]) -> str:
    text = ", ".join(name.replace(" ", "\N{NO-BREAK SPACE}") for name in names) or "none"
    lines = wrap(text, 100, break_long_words=False, break_on_hyphens=False)
    return "\n".join(f"#     {line}".replace("\N{NO-BREAK SPACE}", " ") for line in lines)


def _active_components(game: Path | None) -> Iterator[ast.Component]:
    from rulelang.diagnostics import Report
    from rulelang.loader import load
    from rulelang.syntax import ast
    from rulelang.syntax.parser import parse

    report = Report()
    bundle = load(game, report) if game is not None else None
    for source in bundle.rules if bundle is not None else ():
        for node in parse(source, report).declarations:
            if isinstance(node, ast.Component) and node.active_in is not None:
                yield node


def _cells(program: Program, type_: str) -> Iterator[str]:
    """What has to be printed on a component: the same as on the first one that there is."""
    record = program.record(type_)
    for column in record.columns:
        if column.values:
            yield f"{column.name}: {_literal(program, column.type, column.values[0])}"


def _literal(program: Program, type_: Type, value: Any) -> str:
    if value is None:
        return "none"
    match bare(type_):
        case Seq(item=item):
            return f"[{', '.join(_literal(program, item, part) for part in value)}]"
        case Bool():
            return "yes" if value else "no"
        case Kind(name=name):
            return str(program.kind(name).words[value])
        case Rec(name=name):
            record = program.record(name)
            return str(record.names[value - record.base])
    return str(value)
