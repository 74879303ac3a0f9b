"""What happens line by line: who is shown what, and what everybody has learned by then.

In: the block of a rule or an ability, in a scene. Out: its `Summary`. A line that shows something to a seat
adds a leak for each atom that the seat may not know there.

What is a leak, and what is the game? That a game goes on or ends, that something open changes, and who is
asked is seen by all, whatever the reason: these are the rules. A leak is a question or a sentence that
depends on what its reader cannot know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from rulelang.checks.secrets.asking import asks, offers, say
from rulelang.checks.secrets.calling import call
from rulelang.checks.secrets.changing import CHANGE, changes, rename
from rulelang.checks.secrets.keys import key_of
from rulelang.checks.secrets.labels import (
    ANY,
    EVERYBODY,
    FLAGS,
    NOTHING,
    Key,
    Known,
    Label,
    chosen_atom,
    few,
)
from rulelang.checks.secrets.looking import element, look, told
from rulelang.checks.secrets.scene import (
    MOST_REASONS,
    Reason,
    Rest,
    Scene,
    bind,
    joined,
    outside,
    show,
    under,
)
from rulelang.checks.secrets.silence import is_silent
from rulelang.typed import expressions as typed
from rulelang.typed import statements as stmts
from rulelang.typed.walk import statements


def run(block: stmts.Block, scene: Scene) -> bool:
    """Carries out a block; whether it can go on behind it."""
    passing: list[Reason] = []
    goes_on = True
    for number, statement in enumerate(block, start=1):
        if RUN.get(type(statement), changes)(statement, scene) is False:
            goes_on = False
            break
        if scene.rest:
            passing += _behind(block[number:], scene)
    scene.rest.clear()
    if passing:
        scene.reasons = tuple(reason for reason in scene.reasons if reason not in passing)
    return goes_on


def _behind(rest: stmts.Block, scene: Scene) -> list[Reason]:
    """What stands behind a line is not always carried out: behind a pick, only if there was something.

    That there is nothing to choose is open: everybody sees who is asked.
    """
    waiting, scene.rest = scene.rest, []
    passing: list[Reason] = []
    for found in waiting:
        if not found.label - FLAGS or len(scene.reasons) >= MOST_REASONS:
            continue  # to look at the rest each time would take long in a long block
        before = scene.reasons
        under(found.label, found.span, is_silent(rest, scene.whole), scene)
        if not found.lasts:
            passing += scene.reasons[len(before) :]
    return passing


# ---------------------------------------------------------------- what seats are shown


def _choose(choose: stmts.Choose, scene: Scene) -> None:
    seat = scene.you if choose.by is None else key_of(choose.by, scene)
    asks(seat, choose.span, scene)
    offers(seat, choose.picks, (choose.amount, choose.condition), choose.span, scene)
    if choose.otherwise is not None:
        before = scene.known
        run(choose.otherwise, scene)
        scene.known = before


def _may(may: stmts.May, scene: Scene) -> bool:
    seat = scene.you if may.by is None else key_of(may.by, scene)
    asks(seat, may.span, scene)
    return _ways([may.body, may.otherwise], scene)


def _menu(menu: stmts.Menu, scene: Scene) -> bool:
    seat = scene.you if menu.by is None else key_of(menu.by, scene)
    asks(seat, menu.span, scene)
    return _chooses(menu.options, menu.otherwise, seat, scene)


def _chooses(
    options: tuple[stmts.MenuOption, ...], otherwise: stmts.Block | None, seat: Key, scene: Scene
) -> bool:
    before, ways = scene.known, []
    for option in options:
        scene.known = before
        offers(seat, option.picks, (option.condition,), option.span, scene)
        if run(option.body, scene):
            ways.append(scene.known)
    if otherwise is not None:
        scene.known = before
        if run(otherwise, scene):
            ways.append(scene.known)
    return _go_on(ways, before, scene)


def _ways(blocks: Iterable[stmts.Block | None], scene: Scene) -> bool:
    """One of several blocks is carried out; None is nothing at all."""
    before, ways = scene.known, []
    for block in blocks:
        scene.known = before
        if block is None or run(block, scene):
            ways.append(scene.known)
    return _go_on(ways, before, scene)


def _go_on(ways: list[Known], before: Known, scene: Scene) -> bool:
    scene.known = ways[0] if ways else before
    for way in ways[1:]:
        scene.known = joined(scene.known, way)
    return bool(ways)


def _secret(secret: stmts.Secret, scene: Scene) -> None:
    outer = _as_one_of_them(secret, scene)
    offers(scene.you, secret.picks, (secret.amount, secret.condition), secret.span, scene)
    scene.you = outer
    for pick in secret.picks:
        scene.known = {a: who for a, who in scene.known.items() if a[0] != "chosen" or a[1] is not pick.local}
        scene.slots[pick.local] = (frozenset((chosen_atom(pick.local, ("each",)),)), NOTHING)


def _secret_menu(menu: stmts.SecretMenu, scene: Scene) -> bool:
    """All choose, then each does what was chosen, and everybody sees that."""
    outer = _as_one_of_them(menu, scene)
    goes_on = _chooses(menu.options, menu.otherwise, scene.you, scene)
    scene.you = outer
    return goes_on


def _as_one_of_them(secret: stmts.Secret | stmts.SecretMenu, scene: Scene) -> Key:
    """From here on `you` is one of those who choose at once; who it was before."""
    outer = scene.you
    if secret.players is not None:
        look(secret.players, scene)
    scene.you = scene.keys[secret.player] = ("slot", secret.player)
    asks(scene.you, secret.span, scene)
    return outer


# ---------------------------------------------------------------- calls, branches and loops


def _call(statement: stmts.Call, scene: Scene) -> None:
    call(statement.rule, statement.args, statement.span, scene)


def _end(end: stmts.End, scene: Scene) -> bool:
    if end.what == "rule":
        scene.exits.append(scene.known)
    return False


def _finish(finish: stmts.Finish, scene: Scene) -> bool:
    return False


def _answer(answer: stmts.Answer, scene: Scene) -> bool:
    """What the caller learns: the answer, and the conditions under which it was given."""
    content, size = look(answer.value, scene)
    reasons = few(frozenset().union(*(reason.label for reason in scene.reasons)))
    content, size = outside(content | reasons, scene), outside(size | reasons, scene)
    before = scene.summary.answer
    scene.summary.answer = (few(before[0] | content), few(before[1] | size))
    scene.exits.append(scene.known)
    return False


def _let_answer(let: stmts.LetAnswer, scene: Scene) -> None:
    bind(let.local, call(let.call.rule, let.call.args, let.call.span, scene), scene)


def _asked(condition: typed.Expr | stmts.Call, scene: Scene) -> Label:
    if isinstance(condition, stmts.Call):
        content, size = call(condition.rule, condition.args, condition.span, scene)
        return content | size
    return told(condition, scene)


def _if(statement: stmts.If, scene: Scene) -> bool:
    outer, before, ways = scene.reasons, scene.known, []
    leaving: list[Rest] = []
    blocks = *(branch.body for branch in statement.branches), statement.otherwise
    silent = all(is_silent(block, scene.whole) for block in blocks)
    for branch in statement.branches:
        scene.known = before
        label = _asked(branch.condition, scene)
        under(label, branch.condition.span, silent, scene)
        if run(branch.body, scene):
            ways.append(scene.known)
        elif label - FLAGS and not _ends_the_game(branch.body):
            leaving.append(Rest(label, branch.condition.span, lasts=True))
    scene.known = before
    if statement.otherwise is None or run(statement.otherwise, scene):
        ways.append(scene.known)
    scene.reasons = outer
    scene.rest += leaving
    return _go_on(ways, before, scene)


def _ends_the_game(block: stmts.Block) -> bool:
    last = block[-1] if block else None
    return isinstance(last, stmts.Finish) or (isinstance(last, stmts.End) and last.what == "game")


def _loop(body: stmts.Block, scene: Scene) -> Known:
    """A block that is carried out again and again; what is known at its end, if it comes to it."""
    outer, before = scene.reasons, scene.known
    run(body, scene)
    after = scene.known
    while True:
        start = joined(before, after)
        if len(start) == len(before) and all(before[atom] == who for atom, who in start.items()):
            break
        before = scene.known = start  # something is forgotten on the way: the next time it is not known
        run(body, scene)
        after = scene.known
    scene.known = joined(before, after)
    scene.reasons = outer if not _leaves_the_rule(body) else scene.reasons
    return after


def _leaves_the_rule(body: stmts.Block) -> bool:
    return any(isinstance(found, stmts.End) and found.what == "rule" for found in statements(body))


def _for_each(loop: stmts.ForEach, scene: Scene) -> None:
    outer, key = scene.reasons, ("slot", loop.local)
    seen = look(loop.items, scene)
    rename(loop.local, key, scene)
    under(_each_time(loop.items, key, scene), loop.items.span, is_silent(loop.body, scene.whole), scene)
    bind(loop.local, seen, scene)
    before = scene.known
    after = _loop(loop.body, scene)
    for_whom = _all_of(loop.items, scene)
    if for_whom is not None and not loop.may.leaves:
        _for_all(key, for_whom, before, after, scene)
    if not _leaves_the_rule(loop.body):
        scene.reasons = outer


def _each_time(items: typed.Expr, key: Key, scene: Scene) -> Label:
    """What it tells that the body is carried out for one of a set."""
    if isinstance(items, typed.Where):
        _, size = element(items.local, items.items, scene, key)
        return size | told(items.condition, scene)
    return look(items, scene)[1]


def _all_of(items: typed.Expr, scene: Scene) -> Key | None:
    """Everybody for a set of all players; of `opponents`, the one whose they are; otherwise None."""
    match items:
        case typed.Players():
            return EVERYBODY
        case typed.FunctionCall(name="clockwise"):
            return EVERYBODY
        case typed.SortedBy(items=inner):
            return _all_of(inner, scene)
        case typed.Opponents(player=player):
            return key_of(player, scene)
    return None


def _for_all(key: Key, seat: Key, before: Known, after: Known, scene: Scene) -> None:
    """What is shown of each player in a loop over all of them is shown of all."""
    for atom, who in after.items():
        is_new = atom[0] in ("zone", "track", "chosen") and atom[2] == key and atom not in before
        if is_new and (EVERYBODY in who or seat in who):
            show(((atom[0], atom[1], ANY),), seat, scene)


def _repeat(loop: stmts.Repeat | stmts.Rounds, scene: Scene) -> None:
    outer = scene.reasons
    if loop.times is not None:
        under(told(loop.times, scene), loop.times.span, is_silent(loop.body, scene.whole), scene)
    if loop.until is not None and isinstance(loop, stmts.Repeat):
        under(told(loop.until, scene), loop.until.span, is_silent(loop.body, scene.whole), scene)
    _loop(loop.body, scene)
    if not _leaves_the_rule(loop.body):
        scene.reasons = outer


def _while(loop: stmts.While, scene: Scene) -> None:
    outer = scene.reasons
    under(told(loop.condition, scene), loop.condition.span, is_silent(loop.body, scene.whole), scene)
    _loop(loop.body, scene)
    if not _leaves_the_rule(loop.body):
        scene.reasons = outer


def _as(statement: stmts.As, scene: Scene) -> bool:
    outer = scene.you
    scene.you = key_of(statement.player, scene)
    goes_on = run(statement.body, scene)
    scene.you = outer
    return goes_on


def _turns(turns: stmts.Turns, scene: Scene) -> None:
    outer, reasons = scene.you, scene.reasons
    scene.you = scene.active = ("turn", id(turns))
    if turns.listed:
        under(_each_time(turns.start, scene.you, scene), turns.start.span, False, scene)
    _loop(turns.body, scene)
    scene.you = outer
    if not _leaves_the_rule(turns.body):
        scene.reasons = reasons


RUN: dict[type[stmts.Stmt], Callable[[Any, Scene], bool | None]] = {
    **CHANGE,
    stmts.Call: _call,
    stmts.Answer: _answer,
    stmts.LetAnswer: _let_answer,
    stmts.End: _end,
    stmts.Finish: _finish,
    stmts.Say: say,
    stmts.Choose: _choose,
    stmts.May: _may,
    stmts.Menu: _menu,
    stmts.Secret: _secret,
    stmts.SecretMenu: _secret_menu,
    stmts.If: _if,
    stmts.ForEach: _for_each,
    stmts.Repeat: _repeat,
    stmts.While: _while,
    stmts.As: _as,
    stmts.Turns: _turns,
    stmts.Rounds: _repeat,
}  # fmt: skip
