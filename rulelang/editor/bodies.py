"""The names that texts and scenarios have for decisions: `effect for hook.target`.

In: declarations and the world they make. Out: for each body of a rule or ability the name that the program
has for it, for each question in it its name, and of which names these are made, with where they stand in
it.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.editor.mentions import Key, key_of, walk
from rulelang.source import Span
from rulelang.syntax import ast
from rulelang.typed.symbols import World

Piece = tuple[int, str, Key | Span]  # where a name begins, the name, and what it is: a local by its place
Named = tuple[Key, list[Piece], Span]  # and where the rule or ability stands


def bodies(declarations: list[ast.Node], world: World) -> Iterator[Named]:
    for node in declarations:
        inner = node.declaration if isinstance(node, ast.Replacement) else node
        if isinstance(inner, ast.Instance):
            holder: Piece = (0, inner.name.text, ("row", inner.type.text, inner.name.text))
            for ability in inner.abilities:
                if isinstance(ability, ast.MoreOptions):
                    yield from _questions(*_of_rule(ability), ability)
                found = _ability(ability, world)
                if found is not None:
                    name = f"{inner.name.text}: {found[0]}"
                    shift = len(inner.name.text) + 2
                    pieces = [holder, *((at + shift, word, what) for at, word, what in found[1])]
                    yield from _questions(name, pieces, ability)
        elif isinstance(inner, ast.MoreOptions):
            yield from _questions(*_of_rule(inner), inner)
        else:
            found = _rule(inner, world) or _ability(inner, world)
            if found is not None:
                yield from _questions(*found, inner)


def _rule(node: ast.Node, world: World) -> tuple[str, list[Piece]] | None:
    match node:
        case ast.Setup() | ast.Play():
            return type(node).__name__.lower(), []
        case ast.Rule(name=name, cases=cases):
            pieces: list[Piece] = [(0, name.text, ("rule", "", name.text))]
            text = name.text
            symbol = world.rules.get(name.text)
            for number, case in enumerate(cases):
                text += ", " if number else " for "
                word = world.symbol_of(case.text, symbol.key_type) if symbol and symbol.key_type else None
                if word is not None:
                    pieces.append((len(text), case.text, key_of(word)))
                text += case.text
            return text, pieces
    return None


def _of_rule(node: ast.MoreOptions) -> tuple[str, list[Piece]]:
    """What its options ask is asked in the rule."""
    return node.name.text, [(0, node.name.text, ("rule", "", node.name.text))]


def _ability(node: ast.Node, world: World) -> tuple[str, list[Piece]] | None:
    match node:
        case ast.Hook(how=how, name=name):
            return f"{how} {name.text}", [(len(how) + 1, name.text, ("rule", "", name.text))]
        case ast.Change(name=name):  # it asks nothing, but a rulebook may have a sentence for it
            return f"change {name.text}", [(len("change "), name.text, ("value", "", name.text))]
        case ast.Whenever(thing=thing, name=enters):
            sort = "zone" if thing.text in world.zones else "track"
            name_of = f"whenever {thing.text} {'changes' if enters is None else 'enters'}"
            return name_of, [(len("whenever "), thing.text, (sort, "", thing.text))]
    return None


def _questions(body: str, pieces: list[Piece], node: ast.Node) -> Iterator[Named]:
    yield ("body", "", body), pieces, node.span
    for stmt in walk(node):
        match stmt:
            case ast.Choose(picks=picks) | ast.Secret(picks=picks):
                found: list[Piece] = []
                for pick in picks:
                    at = found[-1][0] + len(found[-1][1]) + 1 if found else 0
                    found.append((at, pick.name.text, pick.name.span))
                yield ("prompt", body, "_".join(pick.name.text for pick in picks)), found, node.span
            case ast.May(name=name):
                yield ("prompt", body, name.text), [(0, name.text, ("option", "", name.text))], node.span
