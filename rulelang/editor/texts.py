"""The texts that people read for a name, beside its suggestion.

In: what is known of a game. Out: for each sort and name its text in every language.
"""

from __future__ import annotations

from collections.abc import Mapping

from rulelang.compile import Study
from rulelang.diagnostics import Report
from rulelang.editor.mentions import key_of
from rulelang.tables import read_strings


def strings_of(study: Study) -> Mapping[str, Mapping[str, str]]:
    """The texts of each language by their keys, also of a game that cannot be read as a whole."""
    if study.definition is not None:
        return study.definition.strings
    found: dict[str, dict[str, str]] = {}
    for language, source in study.strings:
        texts = read_strings(source, Report())
        found.setdefault(language, {}).update({key: text for key, (text, _) in texts.items()})
    return found


def texts_of(study: Study | None) -> Mapping[tuple[str, str], str]:
    if study is None or study.world is None:
        return {}
    known: dict[str, dict[str, str]] = {}
    for language, source in study.strings:
        for key, (text, _) in read_strings(source, Report()).items():
            known.setdefault(key, {}).setdefault(language, text)
    found: dict[tuple[str, str], str] = {}
    for symbol in study.world.symbols():
        sort, _, name = key_of(symbol)
        texts = next((known[key] for key in symbol.text_keys if key in known), None)
        if texts:
            said = " · ".join(f"{language}: {text}" for language, text in sorted(texts.items()))
            found.setdefault((sort, name.rpartition(".")[2]), said)
    return found
