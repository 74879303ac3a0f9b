"""What can be done about a finding with one key.

In: a finding and its text. Out: `Fix`es: a title and edits. A hint that says exactly what to write can be
carried out; one that only explains cannot, and gives none.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from attrs import frozen

from rulelang.diagnostics import Diagnostic, Report
from rulelang.editor.remedies import remedies
from rulelang.editor.rename import Edit
from rulelang.editor.repairs import declaration_before, helps, repairs
from rulelang.editor.rewriting import code
from rulelang.source import Source, Span
from rulelang.tables import read_strings

_DID_YOU_MEAN = re.compile(r"did you mean (.+)\?")
_QUOTED = re.compile(r"`([^`…<>]+)`")
_DECLARE = re.compile(r"declare it: `([^`…]+)`")
_WRITE = re.compile(r"^write `([^`…]+)`$")


@frozen
class Fix:
    title: str
    edits: tuple[Edit, ...]


def fixes(finding: Diagnostic, sources: Mapping[str, Source]) -> list[Fix]:
    source = sources.get(finding.span.path)
    if source is None:
        return []
    found: list[Fix] = []
    mean = _DID_YOU_MEAN.search(finding.hint)
    place = _word(finding, source)
    if mean is not None and place is not None:
        there = read_strings(source, Report()) if finding.code == "R0310" else {}  # no key stands twice
        names = [name for name in _QUOTED.findall(mean[1]) if name not in there]
        words = [_beside(name, place, finding, source) for name in names]
        found += [Fix(f"write `{word}`", (Edit(place, word),)) for word in words if word]
    if declared := _DECLARE.search(finding.hint):
        edit = declaration_before(finding.span, source, declared[1])
        found.append(Fix(f"add `{declared[1]}`", (edit,)))
    if finding.code == "R0101":
        found.append(Fix("put four spaces for each tab", tuple(_tabs(source))))
    if finding.code == "R0206" and not found:
        found += _column(finding, source, sources)
    if finding.code == "R0311":
        found += _texts(finding, source)
    if not found:
        found += [Fix(title, edits) for title, edits in repairs(finding, source)]
    whole = _WRITE.match(finding.hint)
    one_line = finding.span.line == finding.span.end_line and not finding.code.startswith("R01")
    if whole is not None and not found and one_line and _fits_span(whole[1], finding, source):
        found.append(Fix(f"write `{whole[1]}`", (Edit(finding.span, whole[1]),)))
    if not found:
        found += [Fix(title, edits) for title, edits in remedies(finding, source, sources)]
    if finding.guess is not None and finding.guess.verb == "call" and not found and not finding.hint:
        call = f"do {finding.guess.name}{finding.guess.rest}"
        edits = (Edit(code(finding.span, source), call),)
        found += [Fix(f"write `{call}`", edits)] if helps(source, edits) else []
    return found


def _beside(word: str, place: Span, finding: Diagnostic, source: Source) -> str:
    """What to write at a place for a whole name: of a key of texts only the part that stands there."""
    marked = source.lines[place.line - 1][place.column - 1 : place.end_column - 1]
    whole = next((name for name in _QUOTED.findall(finding.title) if name.endswith(f".{marked}")), "")
    if not whole:
        return word
    above, _, last = word.rpartition(".")
    return last if above == whole.removesuffix(f".{marked}") else ""


def _column(finding: Diagnostic, source: Source, sources: Mapping[str, Source]) -> list[Fix]:
    """A column that a table has, and its declaration has not: of the sort that its value is."""
    span, declared = finding.span, next((label.span for label in finding.labels[1:]), None)
    rules = sources.get(declared.path) if declared is not None else None
    if declared is None or rules is None or not rules.lines[declared.line - 1].rstrip().endswith(":"):
        return []
    line = source.lines[span.line - 1]
    name = line[span.column - 1 : span.end_column - 1]
    value = re.match(r":\s*(\d+|yes|no)\b", line[span.end_column - 1 :])
    if value is None or not re.fullmatch(r"[a-z][a-z0-9_]*", name):
        return []
    type_ = f"number 0 to {max(9, int(value[1]))}" if value[1].isdigit() else "yes or no"
    place = Span(rules.path, declared.line + 1, 1, declared.line + 1, 1)
    return [Fix(f"add the column `{name}: {type_}`", (Edit(place, f"    {name}: {type_}\n"),))]


def _texts(finding: Diagnostic, source: Source) -> list[Fix]:
    """Texts that a language lacks, at the end of its file, to be put into words."""
    keys = [key for key in _QUOTED.findall(finding.title) if "." in key]
    if not keys or not source.path.endswith((".yaml", ".yml")):
        return []
    last = len(source.lines)
    end = len(source.lines[-1]) + 1
    lines = "".join(f'{key}: "{key.rpartition(".")[2].replace("_", " ")}"\n' for key in keys)
    edit = Edit(Span(source.path, last, end, last, end), f"\n{lines}" if source.lines[-1] else lines)
    return [Fix("add the missing texts, to be put into words", (edit,))]


def _word(finding: Diagnostic, source: Source) -> Span | None:
    """The word that is wrong: the unknown name, or the one word that is marked."""
    span = finding.span
    if span.line != span.end_line or not 0 < span.line <= len(source.lines):
        return None
    line = source.lines[span.line - 1]
    marked = line[span.column - 1 : span.end_column - 1]
    if finding.code == "R0310":  # the text is marked, but its key is wrong
        whole = next(iter(_QUOTED.findall(finding.title)), "")
        for name in (whole, whole.rpartition(".")[2]):
            found = re.search(rf"(?<![\w.]){re.escape(name)}(?=\s*:)", line)
            if found is not None:
                return Span(span.path, span.line, found.start() + 1, span.line, found.end() + 1)
        return None
    if finding.unknown:
        match = re.search(rf"\b{re.escape(finding.unknown)}\b", line[span.column - 1 :])
        if match is not None:
            start = span.column + match.start()
            return Span(span.path, span.line, start, span.line, start + len(finding.unknown))
    return span if re.fullmatch(r"[\w.]+", marked) else None


def _fits_span(text: str, finding: Diagnostic, source: Source) -> bool:
    """Whether a hint is about just what is marked: it begins or ends with the same word."""
    marked = source.lines[finding.span.line - 1][finding.span.column - 1 : finding.span.end_column - 1]
    words, other = re.findall(r"\w+", marked), re.findall(r"\w+", text)
    return bool(words and other) and (words[0] == other[0] or words[-1] == other[-1])


def _tabs(source: Source) -> list[Edit]:
    return [
        Edit(Span(source.path, number, match.start() + 1, number, match.end() + 1), "    " * len(match[0]))
        for number, line in enumerate(source.lines, 1)
        for match in re.finditer(r"\t+", line)
    ]
