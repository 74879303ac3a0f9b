"""`rulelang rulebook`: one page that has everything, leads nowhere else, and marks what a variant changes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cli.main import main
from rulelang.rulebook import numbered_rules
from tests.helpers import GAMES
from tests.pages.looking import EVERY, needs_browser, page_sizes, pdf, seen, sorts_of, words_on


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as ended:
        main(list(arguments))
    out, err = capsys.readouterr()
    return int(ended.value.code or 0), out, err


def made(capsys: pytest.CaptureFixture[str], folder: Path, *arguments: str) -> str:
    target = folder / "rules.html"
    code, out, err = run(capsys, "rulebook", *arguments, "-o", str(target))
    assert code == 0 and str(target) in out, err
    return target.read_text(encoding="utf-8")


@pytest.mark.parametrize(("game", "language"), EVERY)
def test_a_whole_page(capsys: pytest.CaptureFixture[str], tmp_path: Path, game: str, language: str) -> None:
    page = made(capsys, tmp_path, game, "--lang", language)
    found = seen(page)
    assert f'<html lang="{language}">' in page
    assert not found.tags & {"script", "img", "link", "iframe", "object", "form"}
    assert len(found.ids) == len(set(found.ids))
    assert {link.removeprefix("#") for link in found.links} <= set(found.ids)
    assert all(link.startswith("#") for link in found.links)
    shown = " ".join(found.words)
    for sort in sorts_of(game, language):
        assert page.count('class="picture"') >= min(12, len(sort.faces))
        assert sort.faces[0].name in shown
    assert not re.search(r"\{\d", shown) and "\\" not in shown and "](#" not in shown
    numbers = [rule.number for rule in numbered_rules(GAMES / game)]
    assert all(number in found.ids for number in numbers)
    if not numbers and len(found.ids) > 12:
        assert ">R1<" in page and ">R2<" in page  # a number to cite for each heading


def test_what_a_variant_changes_is_marked(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    plain = made(capsys, tmp_path, "dead_mans_draw", "--lang", "en")
    assert "level3 changed" not in plain and 'class="badge"' not in plain
    changed = made(capsys, tmp_path, "dead_mans_draw", "--lang", "en", "--variant", "party")
    marked = re.findall(r'<section class="level\d changed">\s*<h\d id="([^"]+)"', changed)
    assert marked and len(marked) < changed.count("<section")
    assert 'class="badge">in play<' in changed
    for spot in marked:  # what is marked is not in the plain page, or not like this
        section = re.search(rf'<h\d id="{re.escape(spot)}">.*?</section>', changed, re.S)
        before = re.search(rf'<h\d id="{re.escape(spot)}">.*?</section>', plain, re.S)
        assert section and (before is None or section[0].partition("</h")[2] != before[0].partition("</h")[2])


def test_words_of_a_definition_are_only_words(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    folder = tmp_path / "sly"
    (folder / "strings").mkdir(parents=True)
    (folder / "game.rules").write_text(
        'game sly for 2 players\n\ncard thing from "things.yaml":\n    size: number 1 to 3\n\n'
        "zone pile: pile of thing, public\n\nsetup:\n    move every thing to pile\n\nplay:\n    end game\n"
    )
    (folder / "things.yaml").write_text("a: {size: 1}\nb: {size: 2}\n")
    evil = "<script>alert(1)</script><img src=x onerror=y>\\\"' [x](http://e.org) *b*"
    quoted = "'" + evil.replace("'", "''") + "'"
    (folder / "strings" / "en.yaml").write_text(
        f"game: {{name: {quoted}}}\nthing: {{a: {quoted}}}\nzone: {{pile: {quoted}}}\n"
        f"field: {{size: {quoted}}}\n"
        f"text: {{thing: {{a: {quoted}}}, type: {{thing: {quoted}}}}}\ntypes: {{thing: {quoted}}}\n"
    )
    (folder / "rulebook.md").write_text(f"- **R1** {evil}\n")
    page = made(capsys, tmp_path, str(folder), "--lang", "en")
    run(capsys, "print", str(folder), "--lang", "en", "-o", str(tmp_path / "p.html"))
    for html in (page, (tmp_path / "p.html").read_text()):
        found = seen(html)
        assert not found.tags & {"script", "img"} and not {
            name for name in found.attributes if name[:2] == "on"
        }
        assert all(link.startswith("#") for link in found.links)
        assert "<script>alert(1)</script>" in "".join(found.words)  # a reader sees what was written


def test_mistakes_get_words(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for arguments, says in (
        (("rulebook", "nothing_here"), "I don't know a game"),
        (("rulebook", "malacca", "--lang", "xx"), "speaks `xx`"),
        (("rulebook", "malacca", "--variant", "xx"), "no variant `xx`"),
        (("rulebook", "malacca", "-o", str(tmp_path)), "a folder"),
        (("rulebook", "malacca", "-o", str(tmp_path / "a" / "b.html")), "cannot save here"),
    ):
        code, out, err = run(capsys, *arguments)
        assert code != 0 and says in out + err and "Traceback" not in out + err, arguments


@needs_browser
@pytest.mark.parametrize(
    ("game", "language", "word"),
    [
        ("dead_mans_draw", "cs", "Rejstřík"), ("barracuda", "cs", "Příprava"), ("malacca", "cs", "Průběh"),
        ("sea_salt_and_paper", "cs", "hráčů"), ("dead_men_tell_no_tales", "pl", "Pomieszczeń"),
    ],
)  # fmt: skip
def test_it_is_printed_with_its_letters(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, game: str, language: str, word: str
) -> None:
    made(capsys, tmp_path, game, "--lang", language)
    file = pdf(tmp_path / "rules.html")
    count, (width, height) = page_sizes(file)
    words = [word for page in range(1, count + 1) for word in words_on(file, page)]
    assert count > 5 and any(word in said for *_, said in words)
    for left, top, right, bottom, said in words:  # nothing stands outside of the paper's margins
        assert left > 10 and right < width - 10 and top > 10 and bottom < height - 10, said
