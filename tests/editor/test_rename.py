"""Every name of every game is followed to all its places: given fresh names and the old ones again, nothing
changes.
"""

import random
import re
from pathlib import Path

import pytest

from cli.reports.findings import findings, target_of
from interpreter.scenarios.playing import run
from rulelang.compile import compile_bundle
from rulelang.diagnostics import Report
from rulelang.editor.family import Family, read_family
from rulelang.editor.index import Index, Thing, index_of
from rulelang.editor.rename import applied, refusal, rename, rename_all
from rulelang.ir.codec import digest
from rulelang.loader import load
from rulelang.render import render
from rulelang.source import Span
from rulelang.suite import read_suite, scenario_files
from rulelang.syntax.accepts import read_tokens
from rulelang.typed.functions import FUNCTIONS
from rulelang.typed.symbols import RESERVED
from tests.editor.conftest import GAMES

# Texts with one key for two things: `kind.ghost` names a word of the kind `kind`, and the kind `ghost`.
SHARED = {"lantern_walk": {"kind", "ghost"}}
BUILT_IN = {"direction", "north", "east", "south", "west", "play", "setup", "heading", "player"}
BUILT_IN |= {"north_east", "south_east", "south_west", "north_west"} | {f"player{n}" for n in range(1, 9)}


def digest_of(game: Path) -> str:
    report = Report()
    bundle = load(game, report)
    assert bundle is not None
    program = compile_bundle(bundle, report)
    assert program is not None and not len(report), render(report)  # texts that nobody asks for are told here
    return digest(program)


def read(game: Path) -> tuple[Family, Index]:
    family = read_family(game)
    return family, index_of(family)


def write(texts: dict[str, str]) -> None:
    for path, text in texts.items():
        Path(path).write_text(text, encoding="utf-8")


def can_change(index: Index) -> list[Thing]:
    return [thing for thing in index.things if not refusal(thing, "z_fresh")]


@pytest.mark.parametrize("name", GAMES)
def test_all_names_there_and_back(name: str, copied: Path) -> None:
    game = copied / name
    before = digest_of(game)
    family, index = read(game)
    pairs = [(thing, f"z{number}_{thing.name}"[:40]) for number, thing in enumerate(can_change(index))]
    write(applied(family.sources, rename_all(index, pairs)))
    assert not len(report := findings(target_of(game))), render(report)
    assert digest_of(game) != before
    suite = read_suite(game, scenario_files(game), Report())
    assert not suite.broken
    failed = [s.title for s, program in suite.pairs[::7] if not run(s, program).passed]
    assert not failed
    family, index = read(game)
    old = {new: thing.name for thing, new in pairs}
    back = [(thing, old[thing.name]) for thing in index.things if thing.name in old]
    assert len(back) == len(pairs)  # the same things, and no name is left behind
    write(applied(family.sources, rename_all(index, back)))
    assert not len(report := findings(target_of(game))), render(report)
    assert digest_of(game) == before


@pytest.mark.parametrize("name", GAMES)
def test_only_what_the_language_owns_or_two_share_cannot_be_renamed(name: str, copied: Path) -> None:
    _, index = read(copied / name)
    changed = can_change(index)
    stuck = {thing.name for thing in index.things if thing not in changed}
    assert stuck <= BUILT_IN | SHARED.get(name, set())


def in_any_order(game: Path, index: Index) -> list[Thing]:
    """The names that can be changed, so that the first of them are a sample of all."""
    things = can_change(index)
    return random.Random(game.name).sample(things, len(things))


def alone(game: Path, family: Family, index: Index, thing: Thing, before: str) -> None:
    """One name there and back; then all texts are again what they were."""
    originals = {path: source.text for path, source in family.sources.items()}
    try:
        write(applied(family.sources, rename(index, thing, "z_fresh")))
        assert not len(report := findings(target_of(game))), f"{thing.sort} {thing.name}\n{render(report)}"
        again, found = read(game)
        (fresh,) = {t.spans: t for t in found.things if t.name == "z_fresh"}.values()
        assert len(fresh.spans) >= len(thing.spans) - len(index.bare_params & set(thing.spans))
        write(applied(again.sources, rename(found, fresh, thing.name)))
        assert digest_of(game) == before
        now = {path: Path(path).read_text(encoding="utf-8") for path in originals}
        changed = [path for path in originals if now[path] != originals[path]]
        # But for parameters that are written out now, all texts are as they were: so are all variants.
        assert not changed or index.bare_params & set(thing.spans), f"{thing.sort} {thing.name}: {changed}"
    finally:
        write(originals)


def there_and_back(game: Path, most: int | None = None) -> None:
    """Names of a game, each alone."""
    before, (family, index) = digest_of(game), read(game)
    for thing in in_any_order(game, index)[:most]:
        alone(game, family, index, thing, before)


@pytest.mark.parametrize("name", GAMES)
def test_each_of_some_names_alone(name: str, copied: Path) -> None:
    there_and_back(copied / name, 3)


@pytest.mark.fuzz
@pytest.mark.parametrize("name", GAMES)
def test_each_name_alone(name: str, copied: Path) -> None:
    there_and_back(copied / name)


@pytest.mark.parametrize("name", GAMES)
def test_every_reference_of_the_checker_is_found(name: str, copied: Path) -> None:
    family, index = read(copied / name)
    places = {span for thing in index.things for span in thing.spans}
    for study in family.studies:
        assert study.world is not None
        for symbol in study.world.symbols():
            word = symbol.name.rpartition(".")[2]
            for span in symbol.references:
                line = family.sources[span.path].lines[span.line - 1]
                if line[span.column - 1 : span.end_column - 1] == word and symbol.span is not None:
                    assert span in places, f"{symbol.name} at {span}"


@pytest.mark.parametrize("name", GAMES)
def test_every_name_in_the_rules_is_one_thing_and_nothing_else_is(name: str, copied: Path) -> None:
    """As the parser reads them. Names of games and variants are those of files: no thing."""
    family, index = read(copied / name)
    rules = {path: source for path, source in family.sources.items() if path.endswith(".rules")}
    found = {_where(span) for thing in index.things for span in thing.spans if span.path in rules}
    written = {
        (path, line, column, column + len(word)): word
        for path, source in rules.items()
        for line, column, word, kind in read_tokens(source.text)
        if kind == "NAME"
    }
    assert not found - written.keys()
    known = {*FUNCTIONS, *RESERVED, "repeats", "player", name}
    lost = {place: word for place, word in written.items() if place not in found and word not in known}
    heads = re.compile(r"(variant|requires|excludes)\s")
    assert not [place for place in lost if not heads.match(rules[place[0]].lines[place[1] - 1])]


def _where(span: Span) -> tuple[str, int, int, int]:
    return span.path, span.line, span.column, span.end_column


def test_what_a_variant_replaces_and_uses_only_itself_is_the_same_thing(tmp_path: Path) -> None:
    """The game's rule is used in its `setup` alone, which the variant replaces as well."""
    game = tmp_path / "small"
    (game / "variants").mkdir(parents=True)
    (game / "game.rules").write_text(
        "game small for 2 players\n\nsetup: do begin\n\nrule begin: do nothing\n\nplay: win [you]\n", "utf-8"
    )
    (game / "variants" / "other.rules").write_text(
        "variant other of small\n\nreplace setup: do begin\n\nreplace rule begin: do nothing\n", "utf-8"
    )
    family, index = read(game)
    (thing,) = [thing for thing in index.things if thing.name == "begin"]
    texts = applied(family.sources, rename(index, thing, "start"))
    assert len(texts) == 2 and not any("begin" in text for text in texts.values())


def test_a_parameter_with_the_name_of_its_type_is_written_out(tmp_path: Path) -> None:
    game = tmp_path / "small"
    game.mkdir()
    text = (
        "game small for 2 players\n\ncard loot:\n    size: number 0 to 3\n\nloot hook:\n    size: 1\n\n"
        "zone deck: pile of loot, public\n\nrule lay(loot):\n    move loot to deck\n\nplay:\n"
        "    for each c in deck:\n        do lay(c)\n    win [you]\n"
    )
    (game / "game.rules").write_text(text, encoding="utf-8")
    family, index = read(game)
    record = next(thing for thing in index.things if thing.sort == "record")
    local = next(thing for thing in index.things if thing.sort == "local" and thing.name == "loot")
    (new,) = applied(family.sources, rename(index, record, "prize")).values()
    assert "rule lay(loot: prize):\n    move loot to deck" in new and "prize hook:" in new
    (new,) = applied(family.sources, rename(index, local, "it_all")).values()
    assert "rule lay(it_all: loot):\n    move it_all to deck" in new


def test_sentences_for_the_rulebook_follow_what_they_are_about(tmp_path: Path) -> None:
    game = tmp_path / "small"
    (game / "strings").mkdir(parents=True)
    (game / "game.rules").write_text(
        "game small for 2 players\n\ncard hero active in worn\n"
        "zone worn of each player: set of hero, public\n\nhero miser:\n"
        "    after dig when actor is you: say rich\n    change safe(p) when p is you: yes\n\n"
        "change safe(p): result\n\nvalue safe(p: player): no\n\nrule dig: do nothing\n\n"
        "setup: move miser to worn of first of players\n\n"
        "play:\n    do dig\n    if any p in players where safe(p): say safe\n    win [you]\n",
        encoding="utf-8",
    )
    keys = ('"miser: after dig"', '"miser: change safe"', "change safe")
    said = "".join(f"    {key}: Something.\n" for key in keys)
    told = (
        "which: {safe: that is safe, not.safe: in danger}\nyour: {which.not.safe: in danger, dig: you dig}\n"
    )
    (game / "strings" / "en.yaml").write_text(
        f"say: {{rich: Rich, safe: Safe}}\ninstead.ability:\n{said}{told}", encoding="utf-8"
    )
    family, index = read(game)
    new = {"safe": "sheltered", "dig": "mine", "miser": "niggard"}
    pairs = [(thing, new[thing.name]) for thing in index.things if thing.name in new and thing.sort != "say"]
    texts = applied(family.sources, rename_all(index, pairs))
    found = next(text for path, text in texts.items() if path.endswith("en.yaml"))
    for key in ('"niggard: after mine"', '"niggard: change sheltered"', "    change sheltered:"):
        assert key in found
    assert "which: {sheltered: that is safe, not.sheltered: in danger}" in found
    assert "your: {which.not.sheltered: in danger, mine: you dig}" in found


def test_names_in_sentences_about_rules_are_places_of_these_names(tmp_path: Path) -> None:
    """`{prize}` in `tell.lay` is the parameter of this rule; `lay.found` what was chosen there."""
    game = tmp_path / "small"
    (game / "strings").mkdir(parents=True)
    (game / "game.rules").write_text(
        "game small for 2 players\n\ncard loot:\n    size: number 0 to 3\n\nloot hook:\n    size: 1\n\n"
        "zone deck: pile of loot, public\nzone heap: pile of loot, public\n\n"
        "rule lay(prize: loot):\n    move prize to heap\n    choose found from heap\n"
        "    move found to deck\n\n"
        "rule other(prize: loot):\n    move prize to deck\n\n"
        "play:\n    for each c in deck:\n        do lay(c)\n        do other(c)\n    win [you]\n",
        "utf-8",
    )
    (game / "strings" / "en.yaml").write_text(
        'tell:\n    lay: "{prize} comes, {prize:#}"\n    lay.found: "{1} takes {found}"\n', "utf-8"
    )
    family, index = read(game)
    prizes = [thing for thing in index.things if thing.name == "prize"]
    assert sorted(len(thing.spans) for thing in prizes) == [2, 4]  # that of `other` is not told of
    (found,) = [thing for thing in index.things if thing.name == "found"]
    pairs = [(max(prizes, key=lambda thing: len(thing.spans)), "gift"), (found, "taken")]
    texts = applied(family.sources, rename_all(index, pairs))
    (words,) = [text for path, text in texts.items() if path.endswith(".yaml")]
    assert words == 'tell:\n    lay: "{gift} comes, {gift:#}"\n    lay.taken: "{1} takes {taken}"\n'


@pytest.mark.parametrize("word", ["Loot", "2nd", "rule", "you", "left", "a b", ""])
def test_names_that_cannot_be(word: str, copied: Path) -> None:
    _, index = read(copied / "tic_tac_toe")
    assert refusal(can_change(index)[0], word)
