"""What a variant can say: who it goes with, what it builds on, and what it adds, changes and takes out."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.game import Game
from rulelang.compile import Bundle, compile_bundle
from rulelang.diagnostics import Report
from rulelang.ir.codec import digest
from rulelang.ir.nodes import Program
from rulelang.loader import load, load_variants, variant_header
from rulelang.render import render
from rulelang.source import Source

BASE = """\
game small for 2 to 3 players

setting goal: number 1 to 9 default 3

card coin from "coins.yaml":
    worth: number 1 to 9

zone purse of each player: set of coin, public
zone stock: pile of coin, hidden

setup:
    move every coin to stock
    shuffle stock

play:
    turns from first of players until stock is empty:
        do take

rule take:
    let c be top of stock
    move c to your purse

value points(player): sum(c.worth for each c in purse of player)

score of p: points(p)
ranking of p: highest points(p), then share
"""
COINS = "penny: {worth: 1, copies: 4}\nshilling: {worth: 5, copies: 2}\nguinea: {worth: 9}\n"


def variant(text: str, path: str = "", **files: str) -> Bundle:
    name = text.split()[1]
    tables = {key: Source(f"variants/{key}", body) for key, body in files.items() if key.endswith(".yaml")}
    strings = {
        key: Source(f"variants/{name}.{key}.yaml", body) for key, body in files.items() if "." not in key
    }
    return Bundle((Source(path or f"variants/{name}.rules", text),), tables, strings)


def together(*variants: Bundle) -> tuple[Program | None, Report]:
    report = Report()
    base = Bundle((Source("game.rules", BASE),), {"coins.yaml": Source("coins.yaml", COINS)})
    return compile_bundle(base, report, variants), report


def played(*variants: Bundle) -> Program:
    program, report = together(*variants)
    assert program is not None and not report.errors, render(report)
    return program


def refused(code: str, *variants: Bundle) -> list[str]:
    """The places of the only error."""
    program, report = together(*variants)
    assert program is None
    assert {found.code for found in report.errors} == {code}, render(report)
    return [f"{label.span.path}:{label.span.line}" for label in report.errors[0].labels]


def names(program: Program, record: str = "coin") -> dict[str, int]:
    found: dict[str, int] = {}
    for name in program.record(record).names:
        found[name] = found.get(name, 0) + 1
    return found


# ---------------------------------------------------------------- who goes with whom


def test_requires() -> None:
    one = variant("variant one of small\n\nrequires two\n")
    two = variant("variant two of small\n\nset goal to 4\n")
    assert refused("R0407", one) == ["variants/one.rules:3"]
    assert played(one, two).variants == ("one", "two")


def test_excludes_either_way_round() -> None:
    one = variant("variant one of small\n\nexcludes two\n")
    two = variant("variant two of small\n")
    assert refused("R0408", one, two) == ["variants/one.rules:3", "variants/two.rules:1"]
    assert refused("R0408", two, one) == ["variants/one.rules:3", "variants/two.rules:1"]
    assert played(one) and played(two)


def test_after_one_that_is_not_played_means_nothing() -> None:
    assert played(variant("variant one of small\n\nafter two\n\nset goal to 5\n"))


def test_a_circle_of_three_is_refused() -> None:
    circle = [variant(f"variant {a} of small\n\nafter {b}\n") for a, b in ("ab", "bc", "ca")]
    places = refused("R0409", *circle)
    assert len(places) == 2 and all(place.endswith(".rules:1") for place in places)


def test_a_variant_of_another_game() -> None:
    assert refused("R0406", variant("variant one of large\n")) == ["variants/one.rules:1"]


def test_a_variant_that_changes_nothing_changes_nothing() -> None:
    from attrs import evolve

    plain, empty = played(), played(variant("variant empty of small\n"))
    assert empty.variants == ("empty",)
    assert digest(evolve(empty, variants=())) == digest(plain)


# ---------------------------------------------------------------- variants of variants


def test_a_variant_of_a_variant_may_change_what_it_changed() -> None:
    one = variant("variant one of small\n\nreplace value points(player): 1\n")
    two = variant("variant two of one\n\nreplace value points(player): 2\n")
    assert refused("R0406", two)
    game = Game.new(played(two, one), 2, 1)
    assert game.scores == (2, 2)


def test_also_through_one_that_did_not_touch_it() -> None:
    one = variant("variant one of small\n\nreplace value points(player): 1\n")
    two = variant("variant two of one\n\nset goal to 5\n")
    three = variant("variant three of two\n\nreplace value points(player): 3\n")
    assert Game.new(played(three, one, two), 2, 1).scores == (3, 3)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    game = tmp_path / "small"
    (game / "variants").mkdir(parents=True)
    (game / "game.rules").write_text(BASE)
    (game / "coins.yaml").write_text(COINS)
    (game / "variants" / "poor.rules").write_text("variant poor of small\n\nset goal to 1\n")
    return game


def from_disk(game: Path, *wanted: str | Path) -> Program:
    report = Report()
    bundle = load(game, report)
    assert bundle is not None
    program = compile_bundle(bundle, report, load_variants(game, wanted, report))
    assert program is not None, render(report)
    return program


def test_what_a_variant_builds_on_is_found_beside_the_game_and_beside_itself(
    folder: Path, tmp_path: Path
) -> None:
    (tmp_path / "poorer.rules").write_text("variant poorer of poor\n\nset goal to 2\n")
    (tmp_path / "poorest").mkdir()
    (tmp_path / "poorest" / "poorest.rules").write_text("variant poorest of poorer\n\nset goal to 3\n")
    program = from_disk(folder, tmp_path / "poorest")
    assert program.variants == ("poor", "poorer", "poorest")
    assert program.settings[0].default == 3


def test_a_variant_named_twice_is_played_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = folder / "variants" / "poor.rules"
    monkeypatch.chdir(folder)
    assert from_disk(folder, "poor", path, "variants/poor.rules").variants == ("poor",)


def test_a_folder_and_its_main_file_are_the_same_variant(folder: Path, tmp_path: Path) -> None:
    rich = tmp_path / "rich"
    (rich / "strings").mkdir(parents=True)
    (rich / "rich.rules").write_text('variant rich of small\n\nmore coin from "more.yaml"\n')
    (rich / "more.yaml").write_text("doubloon: {worth: 7}\n")
    (rich / "strings" / "en.yaml").write_text("coin: {doubloon: A doubloon}\n")
    assert variant_header(rich) == variant_header(rich / "rich.rules") == ("rich", "small")
    for wanted in (rich, rich / "rich.rules"):
        program = from_disk(folder, wanted)
        assert "doubloon" in names(program)
        assert dict(dict(program.strings)["en"])["coin.doubloon"] == "A doubloon"


# ---------------------------------------------------------------- components


def test_sets_multiply() -> None:
    two = variant("variant two of small\n\nuse 2 sets of coin\n")
    three = variant("variant three of small\n\nuse 3 sets of coin\n")
    assert names(played(two)) == {"penny": 8, "shilling": 4, "guinea": 2}
    assert (
        names(played(three, two)) == names(played(two, three)) == {"penny": 24, "shilling": 12, "guinea": 6}
    )


def test_more_rows_from_a_table_of_the_variant() -> None:
    more = {"coins.yaml": "doubloon: {worth: 7, copies: 2}\n"}  # the same name as a table of the game
    rich = variant('variant rich of small\n\nmore coin from "coins.yaml"\n', **more)
    assert names(played(rich)) == {"penny": 4, "shilling": 2, "guinea": 1, "doubloon": 2}


def test_two_tables_with_the_same_row_are_refused_with_both_places() -> None:
    tables = {"new.yaml": "doubloon: {worth: 7}\n"}
    one = variant('variant one of small\n\nmore coin from "new.yaml"\n', **tables)
    two = variant('variant two of small\n\nmore coin from "new.yaml"\n', **tables)
    assert len(refused("R0201", one, two)) == 2


KINDS = """
kind metal: gold, silver

card charm:
    shape: one of ring, key
charm plain:
    shape: ring

setting mood: one of calm, wild default calm
value glow(m: metal) for gold: 2
value glow(m: metal): 1
"""


def grown(*more: tuple[str, str]) -> tuple[Program | None, Report]:
    variants = [variant(f"variant {name} of small\n\n{text}\n") for name, text in more]
    report = Report()
    tables = {"coins.yaml": Source("coins.yaml", COINS)}
    base = Bundle((Source("game.rules", BASE + KINDS),), tables)
    return compile_bundle(base, report, variants), report


def test_a_kind_gets_more_words() -> None:
    """Declared alone, as the type of a field, or as that of a setting; new words can be cases."""
    program, report = grown(
        ("new", "more metal: tin\n\nvalue glow(m: metal) for tin: 5\n\nmore shape: star\n\ncharm bright:\n"
         "    shape: star\n\nmore mood: sad\n\nset mood to sad")
    )  # fmt: skip
    assert program is not None and not report.errors, render(report)
    assert program.kind("metal").words == ("gold", "silver", "tin")
    assert program.kind("shape").words == ("ring", "key", "star")
    assert program.settings[1].words == ("calm", "wild", "sad") and program.settings[1].default == 2


def test_two_variants_may_give_a_kind_different_words() -> None:
    more = ("a", "more metal: tin"), ("b", "more metal: lead")
    (one, _), (two, _) = grown(*more), grown(*reversed(more))
    assert one is not None and two is not None and digest(one) == digest(two)
    assert one.kind("metal").words == ("gold", "silver", "tin", "lead")


@pytest.mark.parametrize(
    ("other", "code"),
    [
        ("more metal: tin", "R0401"),
        ("replace kind metal: gold, silver, lead", "R0401"),
        ("after a\n\nreplace kind metal: gold, silver, lead", None),
        ("more metla: lead", "R0403"),
        ("more metal: gold", "R0201"),
        ("more coin: penny", "R0403"),
    ],
)
@pytest.mark.parametrize("name", ["aa", "b", "0"])
def test_words_that_quarrel(name: str, other: str, code: str | None) -> None:
    name = name if name != "0" else "a0"
    _, report = grown(("a", "more metal: tin"), (name, other))
    assert [found.code for found in report.errors] == ([code] if code else []), render(report)


def test_only_a_variant_gives_more_words() -> None:
    report = Report()
    tables = {"coins.yaml": Source("coins.yaml", COINS)}
    compile_bundle(Bundle((Source("game.rules", BASE + KINDS + "more metal: tin\n"),), tables), report)
    assert [found.code for found in report.errors] == ["R0410"]


def test_remove_every_where() -> None:
    poor = variant("variant poor of small\n\nremove every coin where worth is at least 5\n")
    assert names(played(poor)) == {"penny": 4}
    nothing = variant("variant nothing of small\n\nremove every coin where worth is 2\n")
    assert refused("R0404", nothing)[0] == "variants/nothing.rules:3"


def test_two_variants_may_remove_the_same_components() -> None:
    poor = variant("variant poor of small\n\nremove every coin where worth is at least 5\n")
    poorer = variant("variant poorer of small\n\nremove every coin where worth is 5\n")
    assert names(played(poor, poorer)) == names(played(poorer, poor)) == {"penny": 4}


def test_values_of_an_author_may_have_any_name() -> None:
    assert played(variant("variant odd of small\n\nvalue check_of_worth: 3\n"))


def test_add_remove_and_multiply_in_one() -> None:
    text = "variant odd of small\n\nremove every coin where worth is 5\n\n"
    text += "coin florin:\n    worth: 2\n\nuse 2 sets of coin\n"
    assert names(played(variant(text))) == {"penny": 8, "guinea": 2, "florin": 2}


# ---------------------------------------------------------------- the rest of a game


def test_presets_and_players() -> None:
    program = played(variant("variant big of small for 2 to 6 players\n\nset goal to 9\n"))
    assert program.players == (2, 6) and program.settings[0].default == 9
    assert Game.new(program, 6, 1).setup.players == 6


def test_a_preset_outside_the_range_is_refused() -> None:
    assert refused("R0208", variant("variant one of small\n\nset goal to 10\n"))[0] == "variants/one.rules:3"


def test_a_setting_of_a_variant_can_be_set() -> None:
    text = "variant bonus of small\n\nsetting extra: number 0 to 5 default 1\n\n"
    text += "change points(player): result + extra\n"
    program = played(variant(text))
    assert Game.new(program, 2, 1).scores is not None
    one, five = Game.new(program, 2, 1), Game.new(program, 2, 1, {"extra": 5})
    assert [b - a for a, b in zip(one.scores or (), five.scores or (), strict=True)] == [4, 4]


def test_steps_of_the_setup_can_be_added() -> None:
    text = "variant head_start of small\n\nafter setup:\n"
    text += "    for each p in players: move top of stock to purse of p\n"
    assert [hook.how for hook in played(variant(text)).hooks] == ["after"]


def test_texts_are_the_same_in_every_order_and_the_later_one_wins() -> None:
    one = variant("variant one of small\n\nafter two\n", en="zone: {stock: one}\n")
    two = variant("variant two of small\n", en="zone: {stock: two}\n")
    for program in (played(one, two), played(two, one)):
        assert dict(dict(program.strings)["en"])["zone.stock"] == "one"


@pytest.mark.parametrize(
    "text",
    [
        "replace rule nothing_here:\n    end rule\n",
        "replace zone nowhere: pile of coin, hidden\n",
        "remove value nothing_here\n",
        "remove coin doubloon\n",
        "set nothing_here to 4\n",
        "replace before take: end rule\n",
    ],
)
def test_a_change_of_what_is_not_there_is_refused(text: str) -> None:
    places = refused("R0403", variant(f"variant one of small\n\n{text}"))
    assert places == ["variants/one.rules:3"]


def test_adding_what_is_there_is_refused_with_both_places() -> None:
    places = refused("R0402", variant("variant one of small\n\nrule take:\n    end rule\n"))
    assert [place.partition(":")[0] for place in places] == ["variants/one.rules", "game.rules"]
