"""Options by the words of a scenario.

In: a `Request` and a text. Out: which options it means. An option is meant by what it stands for, not by how
its key is spelt: `take(coin)` is any way to take a coin, `take(coin#2)` one of them. Labels do too, where
something is chosen.
"""

from __future__ import annotations

from typing import Any

from interpreter.game.requests import Request
from rulelang.ir import naming
from rulelang.ir.naming import NotKnown


class Choices:
    def __init__(self, request: Request) -> None:
        machine = request.machine
        self.request, self.program, self.players = request, machine.program, machine.layout.players
        self.instr = self.program.bodies[request.pending[2]].code[request.pending[3]]

    @property
    def keys(self) -> list[str]:
        return [option.key for option in self.request.options]

    def means(self, text: str, whole: bool = True) -> list[int]:
        """The options that a text means. `whole`: an option of a menu with all that it is taken with."""
        found = []
        for pattern in naming.patterns(self.program, self.players, self.instr, text):
            for index, raw in enumerate(map(self._parts, self.request.raw())):
                if len(pattern) > len(raw) or (whole and len(pattern) < len(raw)):
                    continue
                if all(value in meant for value, meant in zip(raw, pattern, strict=False)):
                    found.append(index)
        return found

    def _parts(self, raw: Any) -> tuple[Any, ...]:
        return raw if isinstance(raw, tuple) else (raw,)

    def called(self, text: str) -> list[int]:
        """The options that a text means, or whose label it is."""
        labelled = [option.index for option in self.request.options if option.label == text]
        return self.means(text) or labelled

    def each(self, texts: list[str]) -> list[int] | None:
        """A different option for each text, in their order; None if there are not so many."""
        meant = [self.called(text) for text in texts]
        taken: dict[int, int] = {}
        # Those that mean few options choose first, so that `coin, coin#1` finds two.
        for place in sorted(range(len(texts)), key=lambda place: len(meant[place])):
            free = next((index for index in meant[place] if index not in taken.values()), None)
            if free is None:
                return None
            taken[place] = free
        return [taken[place] for place in range(len(texts))]

    def answer(self, text: str) -> Any:
        """What to answer: an index, or several; None if the text is no answer."""
        found = self.called(text)
        if found:
            return (found[0],) if self.request.several else found[0]
        if not self.request.several:
            return None
        chosen = self.each([] if text == "nothing" else naming.split(text))
        return None if chosen is None else tuple(chosen)

    def offers(self, text: str) -> bool:
        """Whether something is one of the options. `NotKnown` if nothing here could ever be called so."""
        naming.check_option(self.program, self.players, text, self.instr)
        if self.request.several and text == "nothing":
            return self.request.least == 0
        return bool(self.means(text, whole=False))

    def refuses(self, text: str) -> bool:
        """Whether an answer would be refused. `NotKnown` if nothing here could ever be called so."""
        if self.offers(text) and text != "nothing":
            return self.request.several and not self.request.least <= 1 <= self.request.most
        if not self.request.several:
            return True
        answer = self.answer(text)
        return answer is None or not self.request.least <= len(answer) <= self.request.most


__all__ = ["Choices", "NotKnown"]
