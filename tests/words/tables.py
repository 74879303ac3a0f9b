"""What the tests of words share: string files of definitions and of their variants, words with endings."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import yaml

from rulelang.compile import compile_bundle
from rulelang.diagnostics import Report, RulesError
from rulelang.ir.nodes import Program
from rulelang.loader import load, load_variants, variant_names
from rulelang.source import Source
from rulelang.tables import read_strings
from tests.helpers import definition_folders


class Entry(NamedTuple):
    file: str
    key: str
    text: str


def languages(game: str) -> list[str]:
    return sorted(path.stem for path in (definition_folders()[game] / "strings").glob("*.yaml"))


@cache
def entries(game: str, language: str) -> tuple[Entry, ...]:
    """Every text of a game in a language, and every text of its variants."""
    return tuple(
        Entry(str(file.relative_to(definition_folders()[game])), key, text)
        for file in string_files(game, language)
        for key, text in texts_of(file).items()
    )


def string_files(game: str, language: str) -> list[Path]:
    folder = definition_folders()[game]
    variants = folder / "variants"
    found = [*variants.glob(f"*.{language}.yaml"), *variants.glob(f"*/strings/{language}.yaml")]
    return [folder / "strings" / f"{language}.yaml", *sorted(found)]


def texts_of(file: Path) -> dict[str, str]:
    report = Report()
    found = read_strings(Source(str(file), file.read_text(encoding="utf-8")), report)
    assert not report.errors, file
    return {key: text for key, (text, _) in found.items()}


@cache
def played_with(game: str, variant: str | None) -> Program:
    """A definition, alone or with one variant."""
    folder, report = definition_folders()[game], Report()
    bundle = load(folder, report)
    variants = load_variants(folder, [variant], report) if variant else []
    program = compile_bundle(bundle, report, variants) if bundle is not None else None
    if program is None:
        raise RulesError(report)
    return program


def games_and_variants() -> list[tuple[str, str | None]]:
    return [
        (game, variant)
        for game, folder in definition_folders().items()
        for variant in (None, *variant_names(folder))
    ]


def glossary(game: str) -> dict[str, dict[str, dict[str, str | list[str]]]]:
    file = definition_folders()[game] / "glossary.yaml"
    found: dict[str, dict[str, dict[str, str | list[str]]]] = yaml.safe_load(file.read_text(encoding="utf-8"))
    return found


def inflected(term: str) -> re.Pattern[str]:
    """A term in any of its forms: `pyt|el` is also found in "v pytli". Terms beside a ` / ` are as good."""
    ways = [
        r"\s+".join(
            re.escape(word.partition("|")[0]) + (r"\w*" if "|" in word else r"(?!\w)") for word in way.split()
        )
        for way in term.split(" / ")
    ]
    return re.compile("|".join(rf"\b{way}" for way in ways), re.IGNORECASE)
