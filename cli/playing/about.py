"""What `?` and a name answers.

In: what somebody typed, the question on the screen, the player's own table, and the numbered rules. Out:
lines about the thing, option, command or rule that is meant: things go before options, and these before
rules; what is none of them is looked for in the sentences of the rulebook.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cli.playing.helping import EXACT, NOT, Help, fit
from cli.playing.things import place_lines, sorts, thing_lines
from interpreter.words import readable

if TYPE_CHECKING:
    from cli.playing.rulebook import Rulebook
    from cli.screen.table import Table
    from interpreter.scene.stage import Stage
    from rulelang.prose.declared import Declared

MOST_FOUND = 6  # sentences of the rulebook
MOST_RULES = 2  # that are told about at once


class About:
    def __init__(self, help: Help, table: Table, stage: Stage, book: Rulebook | None) -> None:
        self.help, self.table, self.stage, self.book = help, table, stage, book

    def lines(self, wanted: str, command: Sequence[str] = ()) -> list[str]:
        """`command` is what is told about the command of that name, if there is one."""
        rank, found = self._things(wanted)
        if place := place_lines(self.table, wanted):
            rank, found = EXACT, [*place, *(found if rank == EXACT else ())]
        option = list(self.help.option(wanted) or ())
        rule_rank, rules = self._rules(wanted)
        if rule_rank < rank and not option:  # the whole name of a rule is not just a part of a thing's
            return [*rules, *found]
        return (
            _once([*found, *option])
            or list(command)
            or list(self.help.card(wanted) or ())  # an option of another question
            or rules
            or sentences(self.book, wanted)
            or [self.help.unknown(wanted)]
        )

    def _things(self, wanted: str) -> tuple[int, list[str]]:
        """The components, zones, tracks, players and words that fit best."""
        if wanted.isdecimal():
            return NOT, []
        both = (
            thing_lines(self.table, self.stage, wanted),
            self.help.fitting(wanted, {"option", "rule", "value", *sorts(self.stage)}),
        )
        best = min(rank for rank, _ in both)
        return best, [line for rank, lines in both if rank == best for line in lines]

    def _rules(self, wanted: str) -> tuple[int, list[str]]:
        """The rules and values that fit best, each with what the rulebook says of it."""
        ranks = {
            key: fit(wanted, (told.title, readable(key.removeprefix("rule.").removeprefix("value."))))
            for key, told in self.help.rules.declared.items()
        }
        best = min(ranks.values(), default=NOT)
        # A case of a rule is named with more than the rule: `effect for hook`.
        keys = [key for key, rank in ranks.items() if rank == best < NOT]
        return best, [line for key in keys[:MOST_RULES] for line in self._rule(self.help.rules.declared[key])]

    def _rule(self, told: Declared) -> list[str]:
        book = self.book
        numbers = dict.fromkeys(n for site in told.sites for n in book.numbers_of(site)) if book else {}
        cited = [book.told(number) for number in numbers] if book else []
        return [told.title, *(f"  {line}" for line in (*filter(None, [told.about]), *cited, *told.lines))]


def _once(lines: Sequence[str]) -> list[str]:
    """Each thing, a title with what is indented below it, only once."""
    things: list[list[str]] = []
    for line in lines:
        if things and line.startswith(" "):
            things[-1].append(line)
        else:
            things.append([line])
    return [line for number, thing in enumerate(things) if thing not in things[:number] for line in thing]


def sentences(book: Rulebook | None, wanted: str) -> list[str]:
    """The sentences of the rulebook with these words in them."""
    return [book.told(number) for number in book.search(wanted)[:MOST_FOUND]] if book else []
