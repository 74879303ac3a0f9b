"""Plain expressions in words: numbers and words, names, people, arithmetic, places.

In: typed expressions. Out: phrases that a sentence can use. What belongs to something is in `members.py`,
what is worked out in `calls.py`, what lies in sets in `sets.py`, what is true or false in `conditions.py`.
"""

from __future__ import annotations

from rulelang.prose.members import local_name
from rulelang.prose.naming import find
from rulelang.prose.nouns import constant, noun, only_grid, owned, word, you
from rulelang.prose.speaker import Speaker, ToPhrase, clause, np, the
from rulelang.prose.texts import Phrase
from rulelang.typed import expressions as typed
from rulelang.types import Kind, Rec, Seq, bare

WEIGHT = {"+": 1, "-": 1, "*": 2, "/up": 2, "/down": 2, "mod": 2}
OPERATORS = {
    "+": "plus", "-": "minus_two", "*": "times", "mod": "mod", "/up": "over_up", "/down": "over_down",
}  # fmt: skip


# ---------------------------------------------------------------- leaves


def _number(speaker: Speaker, node: typed.Number) -> Phrase:
    return Phrase(str(node.value), str(node.value))


def _truth(speaker: Speaker, node: typed.Truth) -> Phrase:
    return word(speaker, "yes" if node.value else "no")


def _nothing(speaker: Speaker, node: typed.Nothing) -> Phrase:
    return speaker.texts.phrase("np.none")


def _word(speaker: Speaker, node: typed.Word | typed.Copies) -> Phrase:
    type_ = bare(node.type)
    assert isinstance(type_, Kind | Rec)
    return constant(speaker, type_, node.word)


def _setting(speaker: Speaker, node: typed.SettingRef) -> Phrase:
    return speaker.texts.phrase("np.setting", speaker.texts.own_name(f"setting.{node.setting.name}"))


def _local(speaker: Speaker, node: typed.LocalRef) -> Phrase:
    if node.local.role == "result":
        many = isinstance(bare(node.type), Seq)
        if many:
            return speaker.texts.the(speaker.say("np.results", noun(speaker, node.type)), many)
        return speaker.texts.the(speaker.say("np.result"))
    if node.local.role == "actor":
        return speaker.texts.phrase("np.actor")
    found = find(speaker, node.local)
    return found.phrase if found is not None else speaker.texts.the(local_name(speaker, node.local))


# ---------------------------------------------------------------- people


def _you(speaker: Speaker, node: typed.You) -> Phrase:
    return you(speaker)


def _active(speaker: Speaker, node: typed.Active) -> Phrase:
    text = speaker.say("np.active")
    return Phrase(text, text, speaker.say("owns.active"))


def _players(speaker: Speaker, node: typed.Players) -> Phrase:
    return speaker.texts.phrase("np.players", many=True)


# ---------------------------------------------------------------- arithmetic


def _arithmetic(speaker: Speaker, node: typed.Arithmetic) -> Phrase:
    texts, left, right = speaker.texts, node.left, node.right
    if node.op in ("/up", "/down") and isinstance(right, typed.Number) and right.value == 2:
        return texts.phrase(f"math.half_{node.op[1:]}", the(speaker, left))
    if node.op == "-" and isinstance(left, typed.Number) and left.value == 0:
        return texts.phrase("math.minus", operand(speaker, right, node.op))
    if isinstance(left, typed.LocalRef) and left.local.role == "result" and node.op in ("+", "-"):
        return texts.phrase("math.more" if node.op == "+" else "math.less", the(speaker, right))
    twice = node.op == "*" and isinstance(right, typed.Number) and right.value == 2
    if twice and isinstance(left, typed.LocalRef) and left.local.role == "result":
        return texts.phrase("math.twice")
    parts = operand(speaker, left, node.op), operand(speaker, right, node.op, right=True)
    return texts.phrase(f"math.{OPERATORS[node.op]}", *parts)


def operand(speaker: Speaker, node: typed.Expr, outer: str, right: bool = False) -> str:
    text = the(speaker, node)
    if isinstance(node, typed.Arithmetic):
        lower = WEIGHT[node.op] < WEIGHT[outer] or (right and WEIGHT[node.op] == WEIGHT[outer])
        return f"({text})" if lower or node.op in ("/up", "/down") else text
    return f"({text})" if isinstance(node, typed.IfThenElse) else text


def _negated(speaker: Speaker, node: typed.Negated) -> Phrase:
    return speaker.texts.phrase("math.minus", operand(speaker, node.operand, "-", right=True))


def _if_then_else(speaker: Speaker, node: typed.IfThenElse) -> Phrase:
    parts = the(speaker, node.then), clause(speaker, node.condition), the(speaker, node.other)
    return speaker.texts.phrase("np.if_else", *parts)


# ---------------------------------------------------------------- places


def _position(speaker: Speaker, node: typed.Position) -> Phrase:
    return owned(speaker, speaker.say("np.position"), np(speaker, node.item))


def _at(speaker: Speaker, node: typed.At) -> Phrase:
    parts = np(speaker, node.index), np(speaker, node.items)
    return speaker.texts.the(speaker.say("np.entry", *parts))


def _cell_at(speaker: Speaker, node: typed.CellAt) -> Phrase:
    parts = np(speaker, node.index), np(speaker, node.items)
    key = "np.cell" if node.items.owner is None else "np.cell_of"  # whose board, where each has one
    key = "np.cell_there" if only_grid(speaker, node.items) else key
    return speaker.texts.the(speaker.say(key, noun(speaker, node.type), *parts))


PHRASES: dict[type, ToPhrase] = {
    typed.Number: _number, typed.Truth: _truth, typed.Nothing: _nothing, typed.Word: _word,
    typed.Copies: _word, typed.SettingRef: _setting, typed.LocalRef: _local, typed.You: _you,
    typed.Active: _active, typed.Players: _players, typed.Arithmetic: _arithmetic,
    typed.Negated: _negated, typed.IfThenElse: _if_then_else, typed.Position: _position, typed.At: _at,
    typed.CellAt: _cell_at,
}  # fmt: skip
