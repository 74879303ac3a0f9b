"""Every line lives in its room: this repository keeps the rules of `rules.py`.

That they can fail is shown in `test_rules_can_fail.py`.
"""

import pytest

from tests.architecture.rules import (
    LEARNING,
    LONGEST_FILE,
    PACKAGES,
    ROOT,
    backend_from_outside,
    bots_look_in,
    calls_by_name,
    chance_or_clock,
    cli_from_outside,
    files_of,
    front_from_inside,
    game_words,
    interpreter_beyond_ir,
    ir_looks_out,
    lark_outside_syntax,
    learning_outside_adapters,
    long_files,
    missing_docstrings,
    pygls_outside_editor,
    python_in_gamedefs,
    rich_outside_cli,
    rooms_out_of_order,
    rulelang_upwards,
    scene_behind_the_facade,
    server_outside_web,
    textual_outside_full,
    towers,
    typer_outside_cli,
    yaml_outside_tables,
)


def expect_none(violations: list[str], rule: str) -> None:
    if violations:
        pytest.fail("\n  ".join([f"{rule}:", *violations]), pytrace=False)


@pytest.mark.parametrize("package", PACKAGES)
def test_there_is_something_to_look_at(package: str) -> None:
    assert list(files_of(ROOT, [package], ".py")), (
        f"no Python in {package}/: the other tests here prove nothing"
    )


def test_the_interpreter_knows_only_the_ir_of_the_language() -> None:
    expect_none(interpreter_beyond_ir(ROOT), "interpreter may import only rulelang.ir and rulelang.types")


def test_the_rooms_of_the_language_know_only_those_before_them() -> None:
    expect_none(rooms_out_of_order(ROOT), "text -> syntax -> variants -> typed -> checks, prose, ir")


def test_a_backend_is_known_by_its_protocol() -> None:
    expect_none(backend_from_outside(ROOT), "only interpreter/game/machines.py chooses a backend")


def test_no_tower_of_classes() -> None:
    expect_none(towers(ROOT), "a class may stand on one other class of ours, which stands on none")


def test_nothing_is_called_by_a_name_that_is_put_together() -> None:
    expect_none(calls_by_name(ROOT), "what is called is chosen by a table or a `match`, not by `getattr`")


def test_the_language_knows_neither_the_interpreter_nor_the_command_line() -> None:
    expect_none(rulelang_upwards(ROOT), "rulelang may import neither interpreter nor cli")


def test_nobody_inside_uses_the_front_door() -> None:
    expect_none(front_from_inside(ROOT), "only rulelang/__init__.py opens the front door")


def test_libraries_for_learning_stay_in_the_adapters() -> None:
    expect_none(learning_outside_adapters(ROOT), f"{', '.join(LEARNING)} only in interpreter/adapters")


def test_nobody_imports_the_command_line() -> None:
    expect_none(cli_from_outside(ROOT), "only cli itself and tests may import cli")


def test_lark_stays_in_the_syntax() -> None:
    expect_none(lark_outside_syntax(ROOT), "lark may be imported only in rulelang/syntax")


def test_the_protocol_of_editors_stays_in_its_room() -> None:
    expect_none(pygls_outside_editor(ROOT), "pygls may be imported only in cli/editor")


def test_the_server_stays_in_its_room() -> None:
    expect_none(server_outside_web(ROOT), "starlette, uvicorn and websockets may be imported only in cli/web")


def test_yaml_stays_in_the_tables() -> None:
    expect_none(
        yaml_outside_tables(ROOT),
        "yaml may be imported only where tables are read: rulelang/tables.py, interpreter/phrases",
    )


def test_typer_stays_in_the_command_line() -> None:
    expect_none(typer_outside_cli(ROOT), "typer may be imported only in cli")


def test_rich_stays_in_the_command_line() -> None:
    expect_none(rich_outside_cli(ROOT), "rich may be imported only in cli")


def test_textual_stays_in_the_full_screen() -> None:
    expect_none(textual_outside_full(ROOT), "textual may be imported only in cli/full")


def test_the_scene_looks_at_a_game_only_through_its_facade() -> None:
    expect_none(scene_behind_the_facade(ROOT), "interpreter/scene may not import a backend")


def test_no_chance_and_no_clock_below_the_command_line() -> None:
    expect_none(
        chance_or_clock(ROOT), "rulelang and interpreter use no clock, and chance only from the state"
    )


def test_the_ir_stands_alone() -> None:
    expect_none(ir_looks_out(ROOT), "rulelang.ir may import nothing but rulelang.types")


def test_bots_see_only_what_a_player_may_see() -> None:
    expect_none(
        bots_look_in(ROOT),
        "bots may import from interpreter only game, practice and knowledge.views",
    )


def test_game_definitions_hold_no_python() -> None:
    expect_none(python_in_gamedefs(ROOT), "gamedefs/ is data: no Python there")


def test_no_file_is_too_long() -> None:
    expect_none(
        long_files(ROOT), f"no file of the packages and their tests is longer than {LONGEST_FILE} lines"
    )


def test_every_module_says_what_it_is_for() -> None:
    expect_none(missing_docstrings(ROOT), "every module starts with a docstring")


def test_no_word_of_a_game_outside_gamedefs() -> None:
    expect_none(game_words(ROOT), "words of a game belong in gamedefs/, not in the packages")
