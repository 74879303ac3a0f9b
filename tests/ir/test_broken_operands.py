"""Every operand of every node, broken in every way that its role allows, is found by the validator."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs
from attrs import evolve

from rulelang.ir.codec import decode, encode
from rulelang.ir.roles import operands
from rulelang.ir.validate import validate
from tests.ir.test_validate import item, program


def breakages(node: Any, name: str, role: Any) -> Iterator[Any]:
    """Other values for one operand, each of which must be noticed."""
    value = getattr(node, name)
    yield "__import__('os')" if not isinstance(value, str) else 7
    if value is not None and not isinstance(value, bool | int | str | tuple):
        yield 7
    numbers = ("zone", "grid", "track", "setting", "rule", "value", "slot", "target", "loc")
    if isinstance(role, tuple):
        yield "dance"
    elif role.rstrip("?") in numbers:
        yield 999
    if isinstance(value, tuple) and value and role != "int*":
        yield list(value)


def variations(node: Any) -> Iterator[Any]:
    """The node with one operand broken, here or anywhere inside it."""
    for name, role in operands(node):
        for value in breakages(node, name, role):
            yield evolve(node, **{name: value})
        value = getattr(node, name)
        if attrs.has(type(value)) and not isinstance(value, str | int):
            yield from (evolve(node, **{name: inner}) for inner in variations(value))
        elif isinstance(value, tuple):
            for index, part in enumerate(value):
                if attrs.has(type(part)):
                    for inner in variations(part):
                        yield evolve(node, **{name: (*value[:index], inner, *value[index + 1 :])})


def test_every_broken_operand_of_every_node_is_found() -> None:
    p, tried = program(), 0
    for index, body in enumerate(p.bodies):
        for pc, instr in enumerate(body.code):
            for broken in variations(instr):
                code_ = (*body.code[:pc], broken, *body.code[pc + 1 :])
                tried += 1
                assert validate(item("bodies", index, code=code_)(p)), (instr, broken)
    assert tried > 200


def test_a_program_from_elsewhere_cannot_bring_text_into_the_code() -> None:
    text = encode(program())
    for old, new in (('"type number 0 to 9"', '"type number 0 to 9); evil("'), ("[2,2]", '["2","2"]')):
        assert old in text
        try:
            assert validate(decode(text.replace(old, new)))
        except Exception as error:  # what cannot be read is refused before it is validated
            assert "not a compiled definition" in str(error)
