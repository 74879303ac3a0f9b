"""Texts with gaps: parts, plurals, and nothing else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulelang.ir.texts import filled, plural_form, plural_forms

CZECH, POLISH = "{1:# karta|# karty|# karet}", "{1:# karta|# karty|# kart}"


@pytest.mark.parametrize(
    ("language", "text", "said"),
    [
        ("en", "{1:a card|# cards}", {1: "a card", 0: "0 cards", 2: "2 cards", 21: "21 cards", -1: "a card"}),
        ("cs", CZECH, {0: "0 karet", 1: "1 karta", 2: "2 karty", 4: "4 karty", 5: "5 karet", 22: "22 karet"}),
        ("pl", POLISH, {0: "0 kart", 1: "1 karta", 4: "4 karty", 5: "5 kart", 12: "12 kart", 22: "22 karty"}),
        ("pl", POLISH, {21: "21 kart", 101: "101 kart", 102: "102 karty", 112: "112 kart", 114: "114 kart"}),
        ("ru", "{1:a|b|c}", {1: "a", 21: "a", 11: "c", 2: "b", 12: "c", 22: "b", 5: "c"}),
        ("ja", "{1:#枚}", {1: "1枚", 5: "5枚"}),
    ],
)
def test_plural_forms(language: str, text: str, said: dict[int, str]) -> None:
    for number, expected in said.items():
        assert filled(text, [number], language) == filled(text, [str(number)], language) == expected


def test_parts_are_filled_once() -> None:
    assert filled("{2} and {1}", ["{2}", "{1}"]) == "{1} and {2}"
    assert filled("{3} {0} {x} {} {1}", ["a"]) == "{3} {0} {x} {} a"
    assert filled("{1:one|more}", ["many"]) == "more"


@given(st.text(), st.lists(st.text() | st.integers(), max_size=3), st.sampled_from(["en", "cs", "pl", "xx"]))
def test_any_text_can_be_filled(text: str, parts: list[str | int], language: str) -> None:
    assert isinstance(filled(text, parts, language), str)


@given(st.integers(), st.sampled_from(["en", "cs", "pl", "ru", "ja", "xx"]))
def test_every_number_has_a_form(number: int, language: str) -> None:
    assert 0 <= plural_form(language, number) < len(plural_forms(language))


@pytest.mark.parametrize("language", ["en", "cs", "pl", "ru", "ja"])
def test_the_forms_are_named_by_numbers_that_ask_for_them(language: str) -> None:
    forms = plural_forms(language)
    assert [plural_form(language, int(number)) for number in forms] == list(range(len(forms)))
