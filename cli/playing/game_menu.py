"""The menu of all games.

In: the games that there are, a language, and a terminal with its size. Out: lines: each game with its number,
who can play it, how long it takes and what it is about; on a terminal where that would scroll away, only
names and numbers of players, in columns, and `?` and a number tells the rest.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from attrs import frozen

from cli.groups import grouped, in_short, text_there
from cli.phrases import Phrases
from cli.screen.answers import folded
from cli.screen.widths import padded, width_of, wrapped
from interpreter.words import readable

BETWEEN = 2  # columns between two columns of names
Styled = tuple[str, str]  # a line and its style


@frozen
class Game:
    number: int
    name: str
    folder: Path
    title: str
    players: str  # in words
    fewest_most: str  # in short: 2-4


class GameMenu:
    def __init__(self, games: Mapping[str, Path], say: Phrases) -> None:
        self.say = say
        self.groups: list[tuple[str, list[Game]]] = []
        number = 0
        for group, inside in grouped(games, say.language):
            found = []
            for name, folder in inside.items():
                number += 1
                found.append(self._game(number, name, folder))
            self.groups.append((group, found))
        self.games = [game for _, found in self.groups for game in found]

    def _game(self, number: int, name: str, folder: Path) -> Game:
        from cli.playing.choosing import players_there, title_there

        title = title_there(folder, self.say.language) or readable(name)
        low, high = players_there(folder)
        if not low:
            return Game(number, name, folder, title, "?", "?")
        said = (
            self.say("command.for_so_many", low)
            if low == high
            else self.say("command.for_players", low, high)
        )
        return Game(number, name, folder, title, said, str(low) if low == high else f"{low}-{high}")

    def lines(self, width: int, height: int | None) -> list[Styled]:
        """As much about each game as fits; `height` is None where nothing scrolls away."""
        whole = list(self._described(width))
        if height is None or len(whole) <= height:
            return whole
        return [*self._in_columns(width), (self.say("start.ask_about"), "quiet")]

    def _described(self, width: int) -> Iterator[Styled]:
        for group, games in self.groups:
            if group:
                yield group, "title"
            for game in games:
                yield f"  {game.number}  {game.title}, {game.players}", ""
                indent = " " * (len(str(game.number)) + 4)
                about = " ".join(filter(None, (in_short(game.folder, self.say.language), self._length(game))))
                yield from ((line, "quiet") for line in wrapped(about, width - 1, indent, indent))

    def _length(self, game: Game) -> str:
        """How long a game takes, if its definition says so (`game.length`)."""
        length = text_there(game.folder, self.say.language, "game.length")
        return self.say("start.length", length) if length else ""

    def _in_columns(self, width: int) -> Iterator[Styled]:
        names = {game: f"{game.number:>3}  {game.title} ({game.fewest_most})" for game in self.games}
        widest = max(map(width_of, names.values())) + BETWEEN
        columns = max(1, (width - 1 + BETWEEN) // widest)
        for group, games in self.groups:
            if group:
                yield group, "title"
            rows = -(-len(games) // columns)
            for row in range(rows):
                cells = [padded(names[game], widest) for game in games[row::rows]]
                yield "".join(cells).rstrip(), ""

    def about(self, game: Game, width: int) -> Iterator[Styled]:
        """Everything that is said about a game."""
        for text, style in self.told(game):
            indent = "" if style == "title" else "  "
            yield from ((line, style) for line in wrapped(text, width - 1, indent, indent))

    def told(self, game: Game) -> Iterator[Styled]:
        """The same as paragraphs."""
        yield f"{game.title}, {game.players}", "title"
        told = (text_there(game.folder, self.say.language, "help.game"), self._length(game))
        yield from ((text, "") for text in told if text)

    def named(self, typed: str) -> Sequence[Game]:
        """The games with this number, or with this in their names."""
        if typed.isdecimal():
            return [game for game in self.games if str(game.number) == typed]
        wanted = folded(typed)
        return [
            game
            for game in self.games
            if wanted in folded(game.title) or wanted.replace(" ", "_") in game.name
        ]
