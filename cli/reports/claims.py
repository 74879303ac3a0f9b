"""What an author says must hold, tried before anybody plays.

In: a compiled definition with `must hold:` lines. Out: an error for each line that is broken once a game is
set up, with the number of players and the setting for which it is. Every number of players is tried, and
every value of each setting with the usual ones of the others; of a large setup, fewer of them. Where the
setup needs chance, one deal is tried: what holds only sometimes is found when a game starts.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from rulelang.compile import Bundle
from rulelang.diagnostics import WARNING, Diagnostic, Label, Report
from rulelang.ir.nodes import Program, SettingDef
from rulelang.ir.opening import opening_of
from rulelang.ir.walk import inside
from rulelang.limits import STEPS_OF_A_GAME
from rulelang.source import Span
from rulelang.types import Num, bare

MOST_STARTS = 60  # of one definition
FEWEST_STARTS = 2
MOST_CODE = 25_000  # expressions in the code of all starts: it is made anew for each
MOST_STEPS = 20_000_000  # of all of them together: a setup may take long
MOST_VALUES = 12  # of a setting that is a range of numbers: its ends, and some between them
SEED = 0
OTHER_SEEDS = 12  # that are tried to see whether it is chance that decides


def says_what_must_hold(*bundles: Bundle) -> bool:
    """Whether it is worth compiling."""
    return any("must hold" in source.text for bundle in bundles for source in bundle.rules)


def check_claims(program: Program, report: Report) -> None:
    """One finding for each line, for the first start that breaks it."""
    from interpreter.errors import BROKEN_START, RuleError
    from interpreter.game.facade import Game

    program = opening_of(program)  # the rest of the game takes no part
    broken: set[tuple[str, int, int]] = set()
    steps = MOST_STEPS
    for players, settings in islice(_starts(program), _how_many(program)):
        if steps < 0 or len(broken) == len(set(program.must_hold_sites)):
            return
        try:
            game = Game.new(program, players=players, seed=SEED, settings=settings, events=False)
            steps -= STEPS_OF_A_GAME - game.state.left
        except RuleError as error:
            if error.site in program.must_hold_sites and error.site not in broken:
                broken.add(error.site)
                too_much = "" if error.message == BROKEN_START else error.message
                for_whom = _for_whom(program, players, settings)
                lucky = "" if too_much else _other_seed(program, players, settings)
                report.add(_finding(error.site, too_much, for_whom, report, lucky))
            elif error.site not in program.must_hold_sites:
                return  # the setup itself is broken, and whoever plays is told


def _other_seed(program: Program, players: int, settings: dict[str, Any]) -> str:
    """Another seed with which such a game starts: then it is chance that decides."""
    from interpreter.errors import RuleError
    from interpreter.game.facade import Game

    for seed in range(SEED + 1, SEED + OTHER_SEEDS):
        try:
            Game.new(program, players=players, seed=seed, settings=settings, events=False)
        except RuleError:
            continue
        return str(seed)
    return ""


def _how_many(program: Program) -> int:
    """So many starts are tried that all their code is written soon."""
    code = sum(1 for body in program.bodies for instr in body.code for _ in inside(instr))
    asked = sum(1 for claim in program.must_hold for _ in inside(claim))
    return max(FEWEST_STARTS, min(MOST_STARTS, MOST_CODE // (code + asked + 1)))


def _starts(program: Program) -> Iterator[tuple[int, dict[str, Any]]]:
    low, high = program.players
    for players in range(low, high + 1):
        yield players, {}
    for setting in program.settings:
        for value in _values(setting):
            if value != setting.default:
                yield low, {setting.name: value}


def _values(setting: SettingDef) -> list[Any]:
    number = bare(setting.type)
    if not isinstance(number, Num):
        return list(setting.choices)
    low, high = number.low, number.high
    return [None] * bool(setting.words) + sorted(
        {low, high, *range(low, high + 1, max(1, (high - low) // MOST_VALUES))}
    )


def _for_whom(program: Program, players: int, settings: dict[str, Any]) -> str:
    counted = "1 player" if players == 1 else f"{players} players"
    with_players = "" if program.players[0] == program.players[1] else f"with {counted}"
    named = {setting.name: setting for setting in program.settings}
    said = []
    for name, value in settings.items():
        said.append(f"with `{name}` {named[name].called(value)}")
    return " and ".join(part for part in (with_players, *said) if part)


def _finding(
    site: tuple[str, int, int], why: str, for_whom: str, report: Report, lucky: str = ""
) -> Diagnostic:
    """Why it could not be found out, if it could not: it took too much, or asked for what is not there.

    `lucky` is a seed with which it holds.
    """
    path, line, column = site
    source = report.sources.get(path)
    text = source.text.splitlines()[line - 1] if source is not None else ""
    span = Span(path, line, column, line, max(column + 1, len(text.rstrip()) + 1))
    after = f"once the game is set up{' ' if for_whom else ''}{for_whom}"
    if why:
        return Diagnostic(
            "R0274", f"whether this holds cannot be found out {after}", (Label(span),), why=why,
            hint="write the condition so that it can be answered at every start, and soon",
        )  # fmt: skip
    if lucky:
        return Diagnostic(
            "R0274", f"chance decides whether this holds {after}", (Label(span),),
            why=f"not with seed {SEED}, but with seed {lucky}; a game where it does not hold does not start",
            hint="write what is true however cards and dice fall, or let the setup try again until it is",
            severity=WARNING,
        )  # fmt: skip
    return Diagnostic(
        "R0274",
        f"this does not hold {after}",
        (Label(span),),
        why="what an author says must hold is true in every game: one where it is not does not start",
        hint="mend the table, the setting or the setup that breaks it, or the condition",
    )
