"""Names in cases: endings, words that tables list, words that agree, prepositions, numbers."""

from __future__ import annotations

import re

import pytest

from interpreter.phrases import EVENTS
from interpreter.phrases import table as phrases
from rulelang.inflection.declining import Inflection, words_of
from rulelang.inflection.forms import CASES, decided, pick, settled, tag_of
from rulelang.inflection.patterns import finished, render
from rulelang.ir.texts import GAP, filled, plural_form
from rulelang.prose.texts import table
from tests.helpers import GAMES, ROOT
from tests.prose.pages import LANGUAGES, folders, read

FORMS = {
    "cs": {
        "odhazovací balíček": (
            "odhazovacího balíčku, odhazovacímu balíčku, "
            "odhazovací balíček, odhazovacím balíčku, odhazovacím balíčkem"
        ),
        "vaše ruka": ("vaší ruky, vaší ruce, vaši ruku, vaší ruce, vaší rukou"),
        "všichni hráči": ("všech hráčů, všem hráčům, všechny hráče, všech hráčích, všemi hráči"),
        "tmavě modrá ryba": (
            "tmavě modré ryby, tmavě modré rybě, tmavě modrou rybu, tmavě modré rybě, tmavě modrou rybou"
        ),
        "místo pro postavu": (
            "místa pro postavu, místu pro postavu, místo pro postavu, místě pro postavu, místem pro postavu"
        ),
        "bohatí hráči": ("bohatých hráčů, bohatým hráčům, bohaté hráče, bohatých hráčích, bohatými hráči"),
        "kola": "kol, kolům, kola, kolech, koly",
        "vaše volná políčka": (
            "vašich volných políček, vašim volným políčkům, vaše volná políčka, "
            "vašich volných políčkách, vašimi volnými políčky"
        ),
        "čáry": "čar, čárám, čáry, čárách, čárami",
        "hrst": "hrsti, hrsti, hrst, hrsti, hrstí",
        "chobotnice": "chobotnice, chobotnici, chobotnici, chobotnici, chobotnicí",
        "čtverečky": "čtverečků, čtverečkům, čtverečky, čtverečcích, čtverečky",
        "právě uzavřená místa": (
            "právě uzavřených míst, právě uzavřeným místům, právě uzavřená místa, "
            "právě uzavřených místech, právě uzavřenými místy"
        ),
        "všichni si berou karty": ", ".join(["všichni si berou karty"] * 5),
    },
    "pl": {
        "wyrzucona liczba": (
            "wyrzuconej liczby, wyrzuconej liczbie, wyrzuconą liczbę, wyrzuconej liczbie, wyrzuconą liczbą"
        ),
        "twój lewy sąsiad": (
            "twojego lewego sąsiada, twojemu lewemu sąsiadowi, "
            "twojego lewego sąsiada, twoim lewym sąsiedzie, twoim lewym sąsiadem"
        ),
        "wszyscy gracze": (
            "wszystkich graczy, wszystkim graczom, "
            "wszystkich graczy, wszystkich graczach, wszystkimi graczami"
        ),
        "talia Trupiego Mściciela": (
            "talii Trupiego Mściciela, talii Trupiego Mściciela, "
            "talię Trupiego Mściciela, talii Trupiego Mściciela, talią Trupiego Mściciela"
        ),
        "domki": "domków, domkom, domki, domkach, domkami",
        "pionek": "pionka, pionkowi, pionek, pionku, pionkiem",
        "nasiona": "nasion, nasionom, nasiona, nasionach, nasionami",
        "próg wybuchu": "progu wybuchu, progowi wybuchu, próg wybuchu, progu wybuchu, progiem wybuchu",
        "zapowiedź": "zapowiedzi, zapowiedzi, zapowiedź, zapowiedzi, zapowiedzią",
        "druga kostka": "drugiej kostki, drugiej kostce, drugą kostkę, drugiej kostce, drugą kostką",
        "lewa dolna": "lewej dolnej, lewej dolnej, lewą dolną, lewej dolnej, lewą dolną",
        "te kości": "tych kości, tym kościom, te kości, tych kościach, tymi kościami",
        "ma Właz": ", ".join(["ma Właz"] * 5),
        "Gaszenie Pożaru": (
            "Gaszenia Pożaru, Gaszeniu Pożaru, Gaszenie Pożaru, Gaszeniu Pożaru, Gaszeniem Pożaru"
        ),
    },
}


@pytest.mark.parametrize(("language", "name"), [(lang, name) for lang in FORMS for name in FORMS[lang]])
def test_a_name_in_all_cases(language: str, name: str) -> None:
    found = Inflection(language).decline(name)
    assert ", ".join(decided(pick(found, case)) for case in CASES[1:]) == FORMS[language][name]


@pytest.mark.parametrize("name", ["bez postav", "X", "vzít si karty", "hned", "{1} a {2}", "", "czerw. 01"])
def test_what_is_no_name_stays_as_it_is(name: str) -> None:
    assert Inflection("cs").decline(name) == name


def test_a_definition_has_words_of_its_own() -> None:
    own = Inflection("cs", {"forms.Kraken": "a", "forms.krov": "m krov|krovu|krovu|krov|krově|krovem"})
    assert pick(own.decline("Kraken"), "acc") == "Krakena" and pick(own.decline("krov"), "loc") == "krově"
    assert pick(Inflection("cs").decline("Kraken"), "acc") == "Kraken"
    broken = Inflection("cs", {"forms.krov": "m krov|krovu"})
    assert pick(broken.decline("krov"), "loc") == "krov"


@pytest.mark.parametrize("language", ["cs", "pl"])
@pytest.mark.parametrize("folder", folders(), ids=lambda folder: folder.name)
def test_a_name_by_itself_is_as_its_author_wrote_it(folder: object, language: str) -> None:
    strings = dict(read(folder)[1].strings)  # type: ignore[arg-type]
    inflection = Inflection(language, dict(strings.get(language, ())))
    for key, text in strings.get(language, ()):
        if not key.startswith(("text.", "help.", "forms.")):
            assert settled(inflection.decline(text)) == text, key


# ---------------------------------------------------------------- sentences


def said(pattern: str, *parts: str, language: str = "cs") -> str:
    inflection = Inflection(language)
    found = [inflection.decline(part) for part in parts]
    text = render(pattern, found, inflection)
    return settled(finished(text, inflection, pattern.startswith("!")))


def test_words_agree_and_prepositions_fit() -> None:
    assert said("!přesuňte {1.acc} {2>}", "vrchní karta", "vaše ruka") == "přesuňte vrchní kartu do své ruky"
    assert said("{1} {1~je} {1~prázdný}", "vaše ruka") == "vaše ruka je prázdná"
    assert said("{1} {1~je} {1~prázdný}", "body") == "body jsou prázdné"
    assert said("leží {1@}", "hrací plocha") == "leží na hrací ploše"
    assert said("leží {1@}", "volné karty") == "leží mezi volnými kartami"
    assert said("{1.gen}, {1~který} {1~je} [první]", "všichni hráči") == "všech hráčů, kteří jsou první"
    assert said("z {1.gen}", "svůj stůl") == "ze svého stolu"
    assert said("!połóż {1.acc} {2>}", "karta", "twój stos", language="pl") == "połóż kartę na swój stos"


def test_a_comma_closes_a_clause_where_the_sentence_goes_on() -> None:
    assert said("[hráč], který začal¦ {1}", "x") == "hráč, který začal, x"
    assert said("[hráč], který začal¦") == "hráč, který začal"
    assert said("[hráč], který začal¦.") == "hráč, který začal."


@pytest.mark.parametrize("name", ["hráči, kteří začali", "hráč, který začal", "karty, které s ním leží"])
def test_a_comma_closes_the_clause_in_a_name(name: str) -> None:
    assert settled(f"{Inflection('cs').named(name)} končí") == f"{name}, končí"


def test_texts_within_texts_do_not_grow_without_end() -> None:
    inflection, text = Inflection("cs"), "karta"
    for _ in range(30):
        text = render("{1} {1.gen} {1}" * 50, [inflection.decline(text)], inflection)
    assert len(text) < 200_000 and not re.search("[\ue000-\uf8ff]", settled(text))


# ---------------------------------------------------------------- numbers

NUMBERS = (0, 1, 2, 5, 22)
WHICH = {"en": (1, 0, 1, 1, 1), "cs": (2, 0, 1, 2, 2), "pl": (2, 0, 1, 2, 1)}


def test_things_beside_their_number() -> None:
    pattern = "{1} {2~vrchní#1} {2#1.acc}"
    found = [said(pattern, str(number), "karty") for number in (0, 2, 5, 22)]
    assert found == ["0 vrchních karet", "2 vrchní karty", "5 vrchních karet", "22 vrchních karet"]
    polish = [said("{1} {2#1.acc}", str(number), "karty", language="pl") for number in (0, 2, 5, 22)]
    assert polish == ["0 kart", "2 karty", "5 kart", "22 karty"]


def plurals() -> list[tuple[str, str, str]]:
    """Every text with a plural: of the program's three tables, and of all games."""
    found = [(lang, key, text) for lang in LANGUAGES for key, text in table(lang).items()]
    for folder in (ROOT / "cli" / "phrases", EVENTS):
        found += [(lang, key, text) for lang in LANGUAGES for key, text in phrases(folder, lang).items()]
    for game in sorted(GAMES.iterdir()):
        for lang, texts in read(game)[1].strings:
            found += [(lang, f"{game.name}: {key}", text) for key, text in texts]
    return [
        (lang, key, text)
        for lang, key, text in found
        if any(gap[2] is not None for gap in GAP.finditer(text))
    ]


def test_every_plural_with_every_sort_of_number() -> None:
    known = plurals()
    assert len(known) > 60
    for language, key, text in known:
        for gap in GAP.finditer(text):
            forms = (gap[2] or "").split("|")
            for number, which in zip(NUMBERS, WHICH[language], strict=True):
                assert plural_form(language, number) == which
                parts = ["x"] * (int(gap[1]) - 1) + [str(number)]
                wanted = forms[which].replace("#", str(number)) if gap[2] is not None else str(number)
                assert filled(gap[0], parts, language) == wanted, f"{key}: {text}"


@pytest.mark.parametrize("language", ["cs", "pl"])
def test_tables_of_words_are_whole(language: str) -> None:
    words = words_of(language)
    genders = ["m", "a", "f", "n", "mp", "ap", "fp", "np"]
    for key, entry in words.items():
        if key.startswith("noun.") and " " in entry:
            assert entry.partition(" ")[2].count("|") == 5, key
        if key.startswith("ending."):
            assert entry.count("|") == 4, key
        if key.startswith("adjective."):
            assert entry.count("|") == 5, key
        if key.startswith("agree."):
            assert entry.count("|") in (0, 5), key
    for word in {key.split(".")[1] for key in words if key.startswith("agree.")}:
        assert all(f"agree.{word}.{gender}" in words for gender in genders), word
    for text in table(language).values():
        for word in re.findall(r"\{\d~([^{}.#]+)", text):
            assert Inflection(language).adjective(word) is not None, f"{word}: {text}"
        for names in re.findall(r"\[([^\]]*)\]", text):
            assert tag_of(Inflection(language).decline(names)), f"{names}: {text}"
