"""`rulelang print`: every component once for each copy, its back behind it, nothing cut off."""

from __future__ import annotations

import re
from collections import Counter
from html import unescape
from math import hypot
from pathlib import Path

import pytest

from cli.main import main
from cli.pages.faces import FOOT, back, front, letters_of
from cli.pages.html import css
from cli.pages.sheets import PAPERS, behind, copies, grid_for
from cli.pages.style import SIZES, Style
from tests.helpers import definition_folders
from tests.pages.looking import EVERY, known, needs_browser, page_sizes, pdf, seen, sorts_of, words_on

SLOT = re.compile(r'<div class="slot" style="left: ([\d.]+)mm; top: ([\d.]+)mm">')
SHEET = re.compile(r'<section class="sheet (\w+)">(.*?)</section>', re.S)


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as ended:
        main(list(arguments))
    out, err = capsys.readouterr()
    return int(ended.value.code or 0), out, err


def made(capsys: pytest.CaptureFixture[str], folder: Path, *arguments: str) -> str:
    target = folder / "sheets.html"
    code, out, err = run(capsys, "print", *arguments, "-o", str(target))
    assert code == 0 and str(target) in out, err
    return target.read_text(encoding="utf-8")


@pytest.mark.parametrize(("game", "language"), EVERY)
@pytest.mark.parametrize("paper", PAPERS)
def test_every_copy_has_a_front_and_a_back_behind_it(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, game: str, language: str, paper: str
) -> None:
    page = made(capsys, tmp_path, game, "--lang", language, "--paper", paper)
    assert not seen(page).tags & {"script", "img", "a"}
    total = sum(record.size for record in known(game)[0].world.records.values() if record.physical)
    assert total == sum(len(copies(sort)) for sort in sorts_of(game, language))
    sheets = SHEET.findall(page)
    fronts = [inside for kind, inside in sheets if kind == "front"]
    assert sum(len(SLOT.findall(inside)) for inside in fronts) == total
    width, height = PAPERS[paper]
    for at, (kind, inside) in enumerate(sheets):
        if kind != "front":
            continue
        assert at % 2 == 0 and sheets[at + 1][0] == "behind"  # so a back is always on the other side
        size = re.search(r"width: ([\d.]+)mm; height: ([\d.]+)mm\"", inside)
        assert size
        wide, high = float(size[1]), float(size[2])
        places = [(float(left), float(top)) for left, top in SLOT.findall(inside)]
        backs = sorted((float(top), float(left)) for left, top in SLOT.findall(sheets[at + 1][1]))
        # Turned over the long edge, left becomes right: the back lies where the front would show through.
        turned = sorted((top, width - left - wide) for left, top in places)
        assert len(backs) == len(turned)
        assert all(hypot(a - c, b - d) < 0.01 for (a, b), (c, d) in zip(backs, turned, strict=True))
        assert all(
            left >= 5 and left + wide <= width - 5 and top >= 5 and top + high <= height - 5
            for left, top in places
        )


def test_cards_have_the_size_of_cards() -> None:
    assert SIZES["card"] == (63, 88)
    for paper in PAPERS.values():
        grid = grid_for(SIZES["card"], paper)
        assert (grid.columns, grid.rows) == (3, 3)
        assert [behind(at, grid) for at in range(9)] == [2, 1, 0, 5, 4, 3, 8, 7, 6]


def own_game(folder: Path, style: str = "") -> Path:
    game = folder / "own"
    game.mkdir()
    (game / "game.rules").write_text(
        "game own for 2 players\n\nkind suit: sun, moon\n\n"
        'card star from "stars.yaml":\n    suit: suit\n    worth: number 0 to 9\n\n'
        "zone pile: pile of star, public\n\nsetup:\n    move every star to pile\n\nplay:\n    end game\n"
    )
    (game / "stars.yaml").write_text("one: {suit: sun, worth: 1, copies: 3}\ntwo: {suit: moon, worth: 2}\n")
    if style:
        (game / "print.yaml").write_text(style)
    return game


def test_a_style_file_says_how_things_look(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    style = (
        'size: {star: "44 x 67"}\ncolour: {suit: {sun: "#abcdef"}, back: {star: "#123456"}}\n'
        'symbol: {suit: {moon: "☾"}}\nback: {star: "✦"}\nhide: {star: "worth"}\n'
    )
    page = made(capsys, tmp_path, str(own_game(tmp_path, style)), "--lang", "en")
    assert page.count("width: 44mm; height: 67mm") == 8  # four fronts, four backs
    assert page.count("--c: #abcdef") == 3 and page.count("--c: #123456") == 4
    assert page.count(">☾</text>") == 1 and page.count(">✦<") == 4
    assert 'class="num"' not in page


@pytest.mark.parametrize(
    ("style", "says"),
    [
        ("size: {star: big}\n", "is a size like `63 x 88`"),
        ("size: {star: 1000 x 5}\n", "is a size like `63 x 88`"),
        ("size: {moon: 20 x 20}\n", "there is no component `moon`"),
        ("colour: {suit: {sun: 'red; } body { display: none'}}\n", "is a colour like"),
        ("colour: {suit: {sn: '#123'}}\n", "nothing on a component is called `suit.sn`"),
        ("symbol: {suit: {sun: 'far too long for a sign'}}\n", "is one sign"),
        ("back: {moon: x}\n", "there is no component `moon`"),
        ("shape: {star: round}\n", "is none of size, colour, symbol, back, hide and reverse"),
        ("hide: {star: 'worth, wroth'}\n", "a `star` has no field `wroth`; it has suit, worth"),
        ("reverse: {star: sut}\n", "a `star` has no field `sut`"),
        ("size: [\n", "print.yaml"),
    ],
)
def test_a_wrong_style_file_gets_words(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, style: str, says: str
) -> None:
    target = tmp_path / "a.html"
    code, out, err = run(capsys, "print", str(own_game(tmp_path, style)), "-o", str(target))
    assert code != 0 and says in out + err and "Traceback" not in err and not target.exists()


def test_what_is_turned_over_has_its_other_side_behind_it(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """A guard has a treasure behind it: the words on each back are those of the token that lies there."""
    page = made(capsys, tmp_path, "dead_men_tell_no_tales", "--lang", "en")
    sheets = SHEET.findall(page)
    at = next(at for at, (_, inside) in enumerate(sheets) if "Guard" in inside)
    size = re.search(r"width: ([\d.]+)mm", sheets[at][1])
    assert size
    fronts, backs = (slots_with_words(inside) for _, inside in sheets[at : at + 2])
    seen_sides = Counter()
    for (left, top), words in fronts.items():
        behind_it = next(
            said for (x, y), said in backs.items()
            if hypot(x - (PAPERS["a4"][0] - left - float(size[1])), y - top) < 0.01
        )  # fmt: skip
        seen_sides[words, behind_it] += 1
    assert seen_sides["Guard 6", "Treasure"] == 2 and seen_sides["Skeleton Crew 4", "Grog 5"] == 1
    assert seen_sides["Trapdoor", "Nothing"] == 6 and sum(seen_sides.values()) == 20


def slots_with_words(inside: str) -> dict[tuple[float, float], str]:
    starts = list(SLOT.finditer(inside))
    ends = [*(found.start() for found in starts[1:]), inside.index('<div class="mark"')]
    return {
        (float(slot[1]), float(slot[2])): " ".join(
            re.sub(r"<[^>]*>", " ", inside[slot.start() : end]).split()
        )
        for slot, end in zip(starts, ends, strict=True)
    }


def test_the_aid_tells_words_and_what_else_is_needed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def aid(game: str) -> str:
        page = made(capsys, tmp_path, game, "--lang", "en")
        return " ".join(unescape(re.sub(r"<[^>]*>", " ", page.partition('class="sheet aids"')[2])).split())

    assert "Kraken : " in aid("dead_mans_draw")
    salt = aid("sea_salt_and_paper")
    assert salt.count("Penguin : ") == 1 and "A marker for : starting player" in salt
    wrecks = aid("barracuda")
    assert "Distance die : 1, 1, 1, 2, 2, 2" in wrecks and "Something to count : coin bag, vault" in wrecks
    ship = aid("dead_men_tell_no_tales")
    assert "Fatigue 0 1 2 3" in ship and "Red 01 : " not in ship  # each room says that itself


@pytest.mark.parametrize(("game", "language"), EVERY)
def test_no_word_on_a_back_is_broken(game: str, language: str) -> None:
    style = Style({})
    for sort in sorts_of(game, language):
        width, height = style.size(sort.name, sort.word)
        made_back = back(sort, sort.faces[0], style, width, height)
        letters = float(re.search(r"--n: ([\d.]+)mm", made_back)[1])  # type: ignore[index]
        longest = max(map(len, re.sub(r"<[^>]*>", "", made_back).split()))
        assert longest * 0.58 * letters <= width or letters <= 1.45, made_back


@pytest.mark.parametrize(
    ("game", "language", "sort", "signs"),
    [
        ("dead_mans_draw", "cs", "loot", {"Kotva": "Ko", "Kanón": "Ka", "Klíč": "Kl", "Kraken": "Kr"}),
        ("sea_salt_and_paper", "en", "card", {"crab": "Cr", "boat": "B", "fish": "F"}),
    ],
)  # fmt: skip
def test_pictures_tell_apart_what_is_printed(
    game: str, language: str, sort: str, signs: dict[str, str]
) -> None:
    (cards,) = [found for found in sorts_of(game, language) if found.name == sort]
    words = {part.text: face for face in cards.faces for part in face.printed if part.sort == "word"}
    assert {word: letters_of(cards, words[word], ()) for word in signs} == signs


def test_doors_lie_over_no_word() -> None:
    """A tile that is open to the north has its name further down, one to the south the line at its foot."""
    (rooms,) = [sort for sort in sorts_of("dead_men_tell_no_tales", "en") if sort.name == "room"]
    for face in rooms.faces:
        html = front(rooms, face, Style({}), 50, 50)
        for edge in ("north", "south"):
            assert (f'class="edge {edge}"' in html) == (f"opens-{edge}" in html)
    assert ".face.back b { font-size: var(--n)" in css("faces")


def test_mistakes_get_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert "--paper can be a4 or letter" in run(capsys, "print", "malacca", "--paper", "a5")[2]
    assert "I don't know a game" in run(capsys, "print", "nothing_here")[2]


@needs_browser
@pytest.mark.parametrize("game", definition_folders())
@pytest.mark.parametrize("paper", PAPERS)
def test_nothing_is_cut_off_on_paper(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, game: str, paper: str
) -> None:
    """A browser prints it: on each sheet every word of each component stands inside of that component."""
    language = EVERY[[name for name, _ in EVERY].index(game)][1]
    page = made(capsys, tmp_path, game, "--lang", language, "--paper", paper)
    file, sheets = pdf(tmp_path / "sheets.html"), SHEET.findall(page)
    count, (width, height) = page_sizes(file)
    whole = [inside for kind, inside in sheets if kind != "aids"]
    assert abs(width - PAPERS[paper][0]) < 0.5 and abs(height - PAPERS[paper][1]) < 0.5
    assert len(whole) <= count <= len(whole) + 4  # the aid may need some pages
    for number, inside in enumerate(whole, 1):
        size = re.search(r"width: ([\d.]+)mm; height: ([\d.]+)mm\"", inside)
        starts = list(SLOT.finditer(inside))
        if not starts or not size:
            continue
        words = words_on(file, number)
        for slot, end in zip(starts, [*(found.start() for found in starts[1:]), len(inside)], strict=True):
            left, top = float(slot[1]), float(slot[2])
            right, bottom = left + float(size[1]), top + float(size[2])
            there = [
                word for word in words
                if left <= (word[0] + word[2]) / 2 <= right and top <= (word[1] + word[3]) / 2 <= bottom
            ]  # fmt: skip
            html = (
                inside[slot.start() : end]
                .partition('<div class="mark"')[0]
                .partition('<div class="label"')[0]
            )
            wanted = Counter("".join(unescape(re.sub(r"<[^>]*>", " ", html)).split()))
            assert Counter("".join(word[4] for word in there)) == wanted, (number, html[:300])
            foot = [word[1] for word in there if word[3] > bottom - FOOT]
            assert all(word[3] <= bottom and word[2] <= right + 0.2 for word in there)
            assert len(foot) >= ('class="foot"' in html)
