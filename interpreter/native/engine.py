"""A compiled program, and room for those who play it.

In: a layout. Out: `Native`, the functions of the program, and `Room`, what belongs to a thread. A negative
answer of the C is a way out (`Bailed`): the reference has to decide. Nothing here knows a game.
"""

from __future__ import annotations

import ctypes
import mmap
import threading
import weakref
from collections.abc import Sequence
from typing import Any

from interpreter.knowledge.offering import Offering
from interpreter.knowledge.showing import origins_of
from interpreter.layout import Layout
from interpreter.native.encoding import Encoder
from interpreter.native.functions import LOOKS
from interpreter.native.optimised import InTheBackground, kept
from interpreter.native.positions import Reader, structure
from interpreter.native.shapes import NotNative
from interpreter.native.sights import Sights
from interpreter.native.toolchain import Library, compiled
from interpreter.native.unit import Unit
from interpreter.python.state import State
from rulelang.limits import MOST_OPTIONS

MANY_GAMES = 300  # after so many an optimised object pays
ARENA = 1 << 20  # cells for lists that live as long as an instruction
_MASK = (1 << 64) - 1
_pointer, _int, _I, _u64 = ctypes.c_void_p, ctypes.c_int, ctypes.c_int64, ctypes.c_uint64
_Arrange = ctypes.CFUNCTYPE(_int, _pointer, _int, _I)


class _Engine(ctypes.Structure):
    """The first parts of `Engine` in `runtime/base.h`: those that are filled or read here."""

    _fields_ = [
        *((name, _pointer) for name in ("arena", "base", "top", "end", "opt")),
        *((name, _I) for name in ("options", "stride", "low", "high")), ("serial", _u64),
        *((name, _pointer) for name in ("telling", "begun", "changed", "asked", "arrange", "notes")),
        *((name, _I) for name in ("noted", "listening", "site")), ("opening", _pointer),
    ]  # fmt: skip


def cells(count: int) -> Any:
    """Many cells, most of which nobody will ever touch: only those that are cost memory."""
    return (_I * count).from_buffer(mmap.mmap(-1, 8 * count))


class Bailed(Exception):
    """The reference has to decide: native code met something unusual."""


class Native:
    """The functions of one program for a number of players and settings."""

    def __init__(self, layout: Layout, library: Library | None = None) -> None:
        self.unit = Unit(layout)
        self.source = self.unit.source()
        self.reader, self.encoder = Reader(self.unit), Encoder(self.unit)
        self.State = structure(self.unit)
        self.sights = Sights(self.unit, self.State, self.encoder.track_starts)
        self.stride = max([1, *(question.stride for question in self.unit.questions)])
        self.offering = Offering(layout.program, layout)
        self.games = 0
        self._rooms = threading.local()
        self._better: InTheBackground | None = None
        self.use(library or kept(self.source) or compiled(self.source))

    def played(self, games: int = 1) -> None:
        """Counts games: who plays many gets an optimised object, which takes over when it is ready."""
        self.games += games
        if self.library.tier != "libtcc" or self.games < MANY_GAMES:
            return
        if self._better is None:
            self._better = InTheBackground(self.source)
        elif (library := self._better.ready()) is not None:
            self.use(library)

    def use(self, library: Library) -> None:
        """Another compiler's code for the same source: states are the same in both."""
        call = library.function
        size = call("rl_size", _I)()
        if size != ctypes.sizeof(self.State):
            raise NotNative(f"a state has {size} bytes, not {ctypes.sizeof(self.State)}")
        self.engine_size = call("rl_engine_size", _I)()
        self.start = call("rl_start", _int, _pointer, _pointer, _u64, _int, _int)
        self.answer = call("rl_answer", _int, _pointer, _pointer, _pointer, _I)
        self.begin = call("rl_begin", _I, _pointer, _pointer, _u64, _int, _int)
        self.step = call("rl_step", _I, _pointer, _pointer, _I)
        self.step_with = call("rl_step_with", _I, _pointer, _pointer, _pointer, _I)
        self.list_options = call("rl_options", _int, _pointer, _pointer)
        self.copy = call("rl_copy", None, _pointer, _pointer)
        self.look = call("rl_look", _int, _pointer, _pointer, _int, _int, _pointer)
        self.play = call("rl_play", _I, _pointer, _pointer, _u64, _int, _pointer, _I, _pointer)
        self.play_many = call("rl_play_many", _I, _pointer, _pointer, _u64, _I, _int, _I, _pointer)
        self.random = call("rl_random", _I, _pointer, _pointer, _pointer, _int, _I, _pointer)
        self.tree = call("rl_tree", _int, _pointer, _pointer, _pointer, _int, _pointer, _pointer)
        self.deal = call("rl_deal", _int, _pointer, _pointer, _pointer, _pointer, _u64, _pointer)
        self.guided = call(
            "rl_guided", _I, _pointer, _pointer, _pointer, _pointer, _I, _I, _I, _int, _int, _pointer
        )
        self.sight = call("rl_sight", _I, _pointer, _pointer, _pointer, _pointer)
        self.looks = call("rl_looks", _int, _pointer, _pointer, _int, _pointer)
        self.library = library

    def room(self) -> Room:
        """This thread's place to play: it is big, so it is kept."""
        found: Room | None = getattr(self._rooms, "room", None)
        if found is None:
            found = self._rooms.room = Room(self)
        return found


class Room:
    """A thread's place to play: one state, and what its functions need beside it."""

    def __init__(self, native: Native) -> None:
        self.native, unit = native, native.unit
        self.state, self._other, self._opening = native.State(), native.State(), native.State()
        self.at = ctypes.addressof(self.state)
        self._memory = ctypes.create_string_buffer(native.engine_size + 1024)  # engines of both compilers fit
        self._engine = _Engine.from_buffer(self._memory)
        self._arena = cells(ARENA)
        self._listed = cells((MOST_OPTIONS + 1) * native.stride)
        self.given = cells(MOST_OPTIONS)
        self._found = _I()
        self._dice = (_u64 * unit.layout.players)()
        self._each = (_I * unit.layout.players)()
        questions = unit.questions
        self.begun, self.changed, self.asked = (
            (_I * max(1, count))()
            for count in (len(unit.program.bodies), len(unit.program.hooks), len(questions))
        )
        telling = origins_of(unit.program).telling
        self._telling = (ctypes.c_uint8 * max(1, len(questions)))(
            *((q.body, q.pc) in telling for q in questions)
        )
        own = weakref.ref(self)  # else a room would keep itself alive
        self._arrange = _Arrange(lambda *asked: 1 if (room := own()) is None else room._arranged(*asked))
        engine, start = self._engine, ctypes.addressof(self._arena)
        engine.arena = engine.base = engine.top = start
        engine.end, engine.serial = start + ctypes.sizeof(self._arena), 1  # 0: options of nobody
        engine.opt, engine.telling = ctypes.addressof(self._listed), ctypes.addressof(self._telling)
        engine.opening = ctypes.addressof(self._opening)
        engine.arrange = ctypes.cast(self._arrange, _pointer).value
        self.engine = ctypes.addressof(self._memory)

    def listen(self, notes: int) -> Any:
        """Where notes go, and the part of the engine that says how many there are."""
        self._engine.notes = notes
        return self._engine

    def count(self, wanted: bool) -> None:
        """Whether rules, changes and questions are counted from now on, from nothing."""
        for name in ("begun", "changed", "asked"):
            cells = getattr(self, name)
            ctypes.memset(cells, 0, ctypes.sizeof(cells))
            setattr(self._engine, name, ctypes.addressof(cells) if wanted else None)

    def _arranged(self, state: int, question: int, by: int) -> int:
        """Puts options in order where copies that look alike differ by what lies at them."""
        try:
            native = self.native.State.from_address(state)
            asked = self.native.unit.questions[question]
            rows = self.options()
            position = self.native.reader.looked_at(native)
            site, menu = (asked.body, asked.pc), asked.kind == "menu"
            options = self.native.reader.options(asked, rows)
            offering = self.native.offering
            ordered = (
                offering.options(position, by, options, site)
                if menu
                else offering.ways(position, by, options, site)
            )
            places: dict[object, list[int]] = {}
            for place, option in enumerate(options):
                places.setdefault(option, []).append(place)
            stride = self._engine.stride
            cells: Any = [cell for option in ordered for cell in rows[places[option].pop(0)]]
            self._listed[: len(rows) * stride] = cells
        except Exception:
            return 1
        return 0

    # ------------------------------------------------------------ the state
    def checked(self, code: int) -> int:
        if code < 0:
            raise Bailed(f"way out {-code}")
        return code

    def begin(self, seed: int, nature: bool = False, auto: int = 1) -> None:
        self.checked(self.native.start(self.at, self.engine, seed & _MASK, nature, auto))

    def fill(self, state: State) -> None:
        """Takes over a position of the reference."""
        self.native.encoder.fill(state, self.state)

    def give(self, answer: int | Sequence[int]) -> None:
        given = (answer,) if isinstance(answer, int) else answer
        self.given[: len(given)] = list(given)
        self.checked(self.native.answer(self.at, self.engine, ctypes.addressof(self.given), len(given)))

    def options(self) -> list[tuple[int, ...]]:
        """Those that were listed last."""
        count, stride = self._engine.options, self._engine.stride
        cells = self._listed[: count * stride]
        return [tuple(cells[i : i + stride]) for i in range(0, count * stride, stride)]

    def decoded(self, outcomes: Sequence[int] = ()) -> State:
        """The position as the reference has it. What chance can do is known only right after it was asked:
        who looks later has to say it."""
        state, reader = self.state, self.native.reader
        if not state.pk:
            return reader.state(state, [])
        if not state.waiting:
            rows = [(outcome,) for outcome in outcomes] if outcomes else self.options_now()
            return reader.state(state, [(None, rows)])
        return reader.state(state, self.parts())

    def parts(self) -> list[Any]:
        """What each player is asked in a secret round: the options, and how many may be chosen."""
        state = self.state
        kept = state.pwho, state.plow, state.phigh
        parts = []
        for player in state.waits[: state.waiting]:
            state.pwho, state.serial = player, 0
            parts.append((player, self.options_now(), self._engine.low, self._engine.high))
        state.pwho, state.plow, state.phigh = kept
        state.serial = 0
        return parts

    def options_now(self) -> list[tuple[int, ...]]:
        self.checked(self.native.list_options(self.at, self.engine))
        return self.options()

    @property
    def stride(self) -> int:
        return int(self._engine.stride)

    def keys(self) -> list[Any]:
        """The options of who is asked: numbers, or rows of them."""
        self.checked(self.native.list_options(self.at, self.engine))
        count, stride = self._engine.options, self._engine.stride
        cells = self._listed[: count * stride]
        return cells if stride == 1 else [tuple(cells[i : i + stride]) for i in range(0, len(cells), stride)]

    def cards(self, zone: int) -> list[int | None]:
        """What lies in a zone."""
        return self.native.reader.cards(self.state, zone)

    def looked(self, what: str, player: int) -> int:
        """Score, payoff, what the ranking compares: something about a player."""
        code = self.native.look(
            self.at, self.engine, LOOKS.index(what), player, ctypes.addressof(self._found)
        )
        self.checked(code)
        return int(self._found.value)

    def look_at_each(self, what: str) -> tuple[int, ...]:
        """The same of each player."""
        self.checked(self.native.looks(self.at, self.engine, LOOKS.index(what), ctypes.addressof(self._each)))
        return tuple(self._each)

    # ------------------------------------------------------------ chance plays
    def play(self, seed: int, dice: Sequence[int], most: int, auto: int = 1) -> int:
        """A whole game in which every seat answers by its own dice; how many answers were given."""
        self._dice[:] = [d & _MASK for d in dice]
        at = ctypes.addressof
        return self.checked(
            self.native.play(self.at, self.engine, seed & _MASK, auto, at(self._dice), most, at(self.given))
        )

    def play_many(self, first: int, games: int, most: int, auto: int = 1) -> int:
        """So many games of seeds from the first one on, the dice of each seat made of the seed; how many
        answers were given. `runtime/play.h` says how."""
        given, native = ctypes.addressof(self.given), self.native
        return self.checked(native.play_many(self.at, self.engine, first & _MASK, games, auto, most, given))

    def play_on(
        self, dice: int, most: int, turns: int, looks: int, what: str, together: bool
    ) -> tuple[int, int]:
        """At most so many answers by one pair of dice; how many were given, and the dice after them."""
        self._dice[0] = dice & _MASK
        at, number = ctypes.addressof, LOOKS.index(what) if what else 0
        done = self.native.guided(
            self.at, self.engine, at(self._other), at(self._dice), most, turns, looks if what else 1,
            number, together, at(self.given),
        )  # fmt: skip
        return self.checked(done), int(self._dice[0])
