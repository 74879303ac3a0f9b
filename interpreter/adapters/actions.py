"""Action numbers: every answer to every question of a definition, as one number or as a few in a row.

In: a `Program`. Out: `Actions`, the same for every game of the definition, whatever the number of players,
the settings and the state. Number 0 is `wait`. Then comes each question in the order of the rules:

- an option of a menu, or of `choose`, has one number for each combination of what it is taken with, as long
  as there are at most `MOST_TOGETHER`; otherwise its parts are asked one after another;
- a number that can be too large is told by its decimal digits, counted from the lowest it can be;
- where several things are chosen, each is taken in a step of its own, and one number means `done`.

The parts of one answer are a path of numbers. Most paths have one step.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attrs import frozen

from interpreter.errors import PlayError
from interpreter.words import Words
from rulelang.ir import instructions as do
from rulelang.ir.nodes import Program
from rulelang.ir.owners import size
from rulelang.types import Bool, Kind, Num, Opt, Pair, Place, Player, Rec, Type, text

MOST_TOGETHER = 1_000
WAIT = 0
NOBODY: Mapping[int, int] = {}
Path = tuple[int, ...]


@frozen
class Domain:
    """The values of a type, numbered from 0."""

    type: Type
    first: int
    size: int
    optional: bool
    components: bool = False

    def number(self, value: Any, names: Mapping[int, int] = NOBODY) -> int:
        """`names` says how copies are called (`knowledge.copies`): no number tells which one it is."""
        if self.components:
            value = names.get(value, value)
        if self.optional:
            return 0 if value is None else int(value) - self.first + 1
        return int(value) - self.first

    def value(self, number: int) -> Any:
        if self.optional:
            return None if number == 0 else number - 1 + self.first
        return bool(number) if isinstance(self.type, Bool) else number + self.first


def domain_of(program: Program, type_: Type) -> Domain:
    optional = isinstance(type_, Opt)
    inner = type_.inner if isinstance(type_, Opt) else type_
    extra = 1 if optional else 0
    match inner:
        case Num(low=low, high=high):
            return Domain(inner, low, high - low + 1 + extra, optional)
        case Bool():
            return Domain(inner, 0, 2 + extra, optional)
        case Kind(name=name):
            return Domain(inner, 0, len(program.kind(name).words) + extra, optional)
        case Rec(name=name):
            record = program.record(name)
            return Domain(inner, record.base, record.size + extra, optional, record.physical)
        case Player():
            return Domain(inner, 0, program.players[1] + extra, optional)
        case Place():
            return Domain(inner, 0, size(program, inner) + extra, optional)
        case Pair(first=first, second=second):
            return Domain(inner, 0, size(program, first) * size(program, second) + extra, optional)
    raise PlayError(f"{program.name} asks for {text(type_)}, which has no numbers: it cannot be learnt yet")


@frozen
class Way:
    """One kind of option: its name, what it is taken with, and the numbers of its steps."""

    name: str
    domains: tuple[Domain, ...]
    together: int | None  # the first number, if one number says all
    entry: int | None  # the number that says which option it is, if the parts follow one after another
    parts: tuple[tuple[int, int], ...]  # for each part the first number, and how many digits; 0: one number

    def path(self, values: Sequence[Any], names: Mapping[int, int] = NOBODY) -> Path:
        numbers = [domain.number(value, names) for domain, value in zip(self.domains, values, strict=True)]
        if self.together is not None:
            place = 0
            for domain, number in zip(self.domains, numbers, strict=True):
                place = place * domain.size + number
            return (self.together + place,)
        steps = [] if self.entry is None else [self.entry]
        for number, (first, digits) in zip(numbers, self.parts, strict=True):
            if not digits:
                steps.append(first + number)
            for power in reversed(range(digits)):
                steps.append(first + 10 * (digits - 1 - power) + number // 10**power % 10)
        return tuple(steps)


@frozen
class Question:
    """A place in the rules where somebody decides, and the numbers of its answers."""

    number: int
    name: str
    ways: tuple[Way, ...]
    done: int | None  # where several things are chosen
    first: int
    last: int


class Actions:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.count = 1
        self.questions: list[Question] = []
        self.by_place: dict[tuple[int, int], Question] = {}
        for number, body in enumerate(program.bodies):
            for pc, instr in enumerate(body.code):
                question = self._question(body.name, instr)
                if question is not None:
                    self.questions.append(question)
                    self.by_place[number, pc] = question

    # ------------------------------------------------------------ numbering
    def _question(self, rule: str, instr: do.Instr) -> Question | None:
        first, done = self.count, None
        match instr:
            case do.Menu(entries=entries) | do.SecretMenu(entries=entries):
                name = rule
                ways = [self._way(entry.name, do.chosen_types(entry.ways), True) for entry in entries]
            case do.May(name=word):
                name = f"{rule}.{word}"
                ways = [self._way("yes", (), True), self._way("no", (), True)]
            case (
                do.Choose(how=how, prompt=prompt, ways=options)
                | do.Secret(how=how, prompt=prompt, ways=options)
            ):
                name = f"{rule}.{prompt}"
                ways = [self._way("", do.chosen_types(options), False)]
                if how != "one":
                    done, self.count = self.count, self.count + 1
            case _:
                return None
        return Question(len(self.questions), name, tuple(ways), done, first, self.count - 1)

    def _way(self, name: str, types: Sequence[Type], named: bool) -> Way:
        domains = tuple(domain_of(self.program, type_) for type_ in types)
        combinations = 1
        for domain in domains:
            combinations *= domain.size
        if combinations <= MOST_TOGETHER:
            return Way(name, domains, self._take(combinations), None, ())
        entry = self._take(1) if named else None
        parts = []
        for domain in domains:
            digits = len(str(domain.size - 1)) if domain.size > MOST_TOGETHER else 0
            parts.append((self._take(10 * digits or domain.size), digits))
        return Way(name, domains, None, entry, tuple(parts))

    def _take(self, amount: int) -> int:
        first, self.count = self.count, self.count + amount
        return first

    # ------------------------------------------------------------ answers as paths
    def paths(
        self, pending: tuple[Any, ...], options: Sequence[Any], names: Mapping[int, int]
    ) -> tuple[Question, list[Path]]:
        """For each option of a pending decision its path, in the order of the options."""
        question = self.by_place[pending[2], pending[3]]
        kind = pending[0]
        if kind == "menu":
            return question, [question.ways[option[0]].path(option[1:], names) for option in options]
        if kind == "may":
            return question, [question.ways[0 if option else 1].path(()) for option in options]
        (way,) = question.ways
        if len(way.domains) > 1:
            return question, [way.path(option, names) for option in options]
        return question, [way.path((option,), names) for option in options]

    # ------------------------------------------------------------ names
    def name(self, number: int) -> str:
        """What a number means, in keys: `rule: option(what, with)`."""
        if number == WAIT:
            return "wait"
        question = next((q for q in self.questions if q.first <= number <= q.last), None)
        if question is None:
            raise PlayError(f"there is no action {number!r}; they are 0 to {self.count - 1}")
        if number == question.done:
            return f"{question.name}: done"
        words = _words(self.program)
        meaning = next(found for way in question.ways for found in _meanings(way, number, words))
        return f"{question.name}: {meaning}"

    def table(self) -> Iterator[tuple[int, str]]:
        """All numbers with their meanings."""
        return ((number, self.name(number)) for number in range(self.count))


def _meanings(way: Way, number: int, words: Words) -> Iterator[str]:
    """What a number means if it belongs to this way; nothing otherwise."""
    if way.together is not None:
        place = number - way.together
        total = 1
        for domain in way.domains:
            total *= domain.size
        if not 0 <= place < total:
            return
        keys: list[str] = []
        for domain in reversed(way.domains):
            place, own = divmod(place, domain.size)
            keys.insert(0, _key(words, domain, own))
        inside = ", ".join(keys)
        yield inside if not way.name else f"{way.name}({inside})" if keys else way.name
        return
    if number == way.entry:
        yield f"{way.name}(…)"
    for place, (domain, (first, digits)) in enumerate(zip(way.domains, way.parts, strict=True), start=1):
        part = f"{way.name} part {place}".strip() if len(way.domains) > 1 or way.name else "number"
        if digits and first <= number < first + 10 * digits:
            column, digit = divmod(number - first, 10)
            above = f" above {domain.first}" if domain.first else ""
            yield f"{part}, {10 ** (digits - 1 - column):,}s{above}: {digit}"
        elif not digits and first <= number < first + domain.size:
            yield f"{part}: {_key(words, domain, number - first)}"


def _key(words: Words, domain: Domain, number: int) -> str:
    value = domain.value(number)
    if isinstance(domain.type, Player) and value is not None:
        return f"player{value + 1}"
    return words.key(domain.type, value)


_words_kept: dict[int, tuple[Program, Words]] = {}


def _words(program: Program) -> Words:
    if id(program) not in _words_kept:
        _words_kept[id(program)] = (program, Words(program))
    return _words_kept[id(program)][1]


_kept: dict[int, tuple[Program, Actions]] = {}


def actions_of(program: Program) -> Actions:
    """The action numbers of a definition, made once."""
    if id(program) not in _kept:
        if len(_kept) > 100:
            _kept.clear()
        _kept[id(program)] = (program, Actions(program))
    return _kept[id(program)][1]
