"""`rulelang rulebook`: one page that has everything, leads nowhere else, and marks what a variant changes."""

from __future__ import annotations

import re
from collections import Counter
from html import unescape
from pathlib import Path

import pytest

import cli.pages
from cli.main import main
from cli.pages.html import kept_together
from cli.pages.sheets import PAPERS
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


@pytest.mark.parametrize(
    ("language", "plain", "kept"),
    [
        ("cs", "karty v ruce a u vraku", "karty v~ruce a~u~vraku"),
        ("cs", '<p class="a b">z <b>ruky</b></p>', '<p class="a b">z~<b>ruky</b></p>'),
        ("cs", "Padne-li 6", "Padne\N{NON-BREAKING HYPHEN}li 6"),
        ("pl", "W turze i z ręki", "W~turze i~z~ręki"),
        ("en", "a card in hand", "a card in hand"),
        ("cs", "Vrak N a karta A je tu", "Vrak N a~karta A~je tu"),
    ],
)  # fmt: skip
def test_no_line_ends_with_a_word_of_one_letter(language: str, plain: str, kept: str) -> None:
    assert kept_together(plain, language) == kept.replace("~", "\N{NO-BREAK SPACE}")


@needs_browser
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize(
    ("game", "language", "word"),
    [
        ("dead_mans_draw", "cs", "Rejstřík"), ("barracuda", "cs", "Příprava"), ("malacca", "cs", "Průběh"),
        ("sea_salt_and_paper", "cs", "hráčů"), ("dead_men_tell_no_tales", "pl", "Pomieszczeń"),
    ],
)  # fmt: skip
def test_it_is_printed_with_its_letters(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, game: str, language: str, word: str, paper: str
) -> None:
    made(capsys, tmp_path, game, "--lang", language)
    page = tmp_path / "rules.html"
    html = page.read_text(encoding="utf-8")
    page.write_text(html.replace("@page {", f"@page {{ size: {paper};", 1), encoding="utf-8")
    file = pdf(page)
    count, (width, height) = page_sizes(file)
    assert abs(width - PAPERS[paper][0]) < 0.5 and abs(height - PAPERS[paper][1]) < 0.5
    words = [word for page in range(1, count + 1) for word in words_on(file, page)]
    assert count > 5 and any(word in said for *_, said in words)
    wanted = Counter("".join(unescape(re.sub(r"<[^>]*>", " ", html.partition("<body>")[2])).split()))
    assert not wanted - Counter("".join(said for *_, said in words))  # every letter is on paper
    for left, top, right, bottom, said in words:  # nothing stands outside of the paper's margins
        assert left > 10 and right < width - 10 and top > 10 and bottom < height - 10, said


@needs_browser
@pytest.mark.parametrize("name", ["rows", "steps"])
def test_no_row_and_no_step_stands_alone_on_a_page(tmp_path: Path, name: str) -> None:
    """Six of them, wherever the end of the page comes: two or more are before it, and two or more after."""
    css = (Path(cli.pages.__file__).parent / "rulebook.css").read_text(encoding="utf-8")
    parts, places = [], range(196, 262, 3)
    for place in places:
        said = [f"part{place}x{number}" for number in range(6)]
        rows = "".join(f"<tr><td>{word}</td></tr>" for word in said)
        table = f"<table><thead><tr><th>Head</th></tr></thead><tbody>{rows}</tbody></table>"
        steps = f"<ol>{''.join(f'<li>{word}</li>' for word in said)}</ol>"
        inside = table if name == "rows" else steps
        parts.append(f'<div style="height: {place}mm; break-before: page"></div>{inside}')
    page = tmp_path / "breaks.html"
    style = css.replace("@page {", "@page { size: A4;", 1)
    page.write_text(f"<style>{style}</style><body>{''.join(parts)}</body>", encoding="utf-8")
    file = pdf(page)
    count, _ = page_sizes(file)
    broken = 0
    for number in range(1, count + 1):
        words = Counter(said.partition("x")[0] for *_, said in words_on(file, number) if said[:4] == "part")
        assert not [part for part, many in words.items() if many == 1], number
        broken += any(many < 6 for many in words.values())
    assert broken >= 4  # some were broken at all
