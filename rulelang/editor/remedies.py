"""What hints about meaning say to write: about names, types, tables, variants and scenarios.

In: a finding and the texts. Out: titles and edits. The text is well formed here, so the parser cannot tell
whether an edit helps; each kind of hint says where it is to be carried out, and goldens hold that it helps.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from rulelang.diagnostics import Diagnostic
from rulelang.editor.rename import Edit
from rulelang.editor.repairs import Offer, helps
from rulelang.editor.rewriting import at, code, line_of, marked, rewrites, whole_line, without
from rulelang.source import Source, Span

MOST_NAMES = 5
Sources = Mapping[str, Source]
Remedy = Callable[[Diagnostic, Source, Sources, "re.Match[str]"], Iterator[Offer]]


def remedies(finding: Diagnostic, source: Source, sources: Sources) -> Iterator[Offer]:
    if not 0 < finding.span.line <= len(source.lines):
        return
    for pattern, remedy in _REMEDIES:
        if (told := pattern.search(finding.hint)) is not None:
            yield from remedy(finding, source, sources, told)
            return


def _around(finding: Diagnostic, source: Source, sources: Sources, told: re.Match[str]) -> Iterator[Offer]:
    """`… is 0`: what is marked, with something before, behind or around it."""
    span, before = finding.span, marked(finding.span, source)
    if span.line == span.end_line:
        for text in told.groups():
            if text and text.count("…") == 1:
                yield f"write `{text}`", (Edit(span, text.replace("…", before)),)


def _likeliest(finding: Diagnostic, source: Source, sources: Sources, told: re.Match[str]) -> Iterator[Offer]:
    """What is to be written stands as a whole in the hint: over the stretch that is most like it."""
    for text in told.groups():
        if text and "…" not in text:
            edits = rewrites(text, finding.span, source)
            good = next((edit for edit in edits if helps(source, (edit,))), None)
            if good is not None:
                yield f"write `{text}`", (good,)


def _this(finding: Diagnostic, source: Source, sources: Sources, told: re.Match[str]) -> Iterator[Offer]:
    """What is marked, and nothing else, is written otherwise."""
    for text in told.groups():
        if finding.span.line == finding.span.end_line:
            yield f"write `{text}`", (Edit(finding.span, text),)


def _no_more(finding: Diagnostic, source: Source, sources: Sources, told: re.Match[str]) -> Iterator[Offer]:
    """What is marked is not needed."""
    if finding.span.line == finding.span.end_line:
        yield f"leave `{marked(finding.span, source)}` out", (without(finding.span, source),)


def _no_line(finding: Diagnostic, source: Source, sources: Sources, told: re.Match[str]) -> Iterator[Offer]:
    if finding.span.line == finding.span.end_line:
        yield "leave this line out", (whole_line(finding.span, source),)


def _no_word(finding: Diagnostic, source: Source, sources: Sources, told: re.Match[str]) -> Iterator[Offer]:
    """A word of a list, with its comma."""
    line, span = line_of(finding.span, source), finding.span
    behind = re.match(r"\s*,\s*", line[span.end_column - 1 :])
    before = re.search(r",\s*\Z", line[: span.column - 1])
    if before is not None:
        yield "leave it out", (Edit(at(span, before.start() + 1, span.end_column), ""),)
    elif behind is not None:
        yield "leave it out", (Edit(at(span, span.column, span.end_column + behind.end()), ""),)


def _part(finding: Diagnostic, source: Source, sources: Sources, told: re.Match[str]) -> Iterator[Offer]:
    """`default …` of a declaration: the word and what it gives."""
    line = line_of(finding.span, source)
    found = re.search(rf"\s+{told[1]}\s+[\w-]+", line)
    if found is not None:
        title = f"leave `{found[0].strip()}` out"
        yield title, (Edit(at(finding.span, found.start() + 1, found.end() + 1), ""),)


def _replace(finding: Diagnostic, source: Source, sources: Sources, told: re.Match[str]) -> Iterator[Offer]:
    """`replace` at the beginning of a declaration, or no more."""
    line, span = line_of(finding.span, source), finding.span
    if "leave" in finding.hint and line.startswith("replace "):
        yield "leave `replace` out", (Edit(at(span, 1, len("replace ") + 1), ""),)
    elif "before it" in finding.hint:
        yield "write `replace` before it", (Edit(at(span, 1, 1), "replace "),)


def _redeclared(
    finding: Diagnostic, source: Source, sources: Sources, told: re.Match[str]
) -> Iterator[Offer]:
    """The declaration that the finding points at is written anew."""
    first = told[1].replace(":", " ").split()[:2]
    for label in finding.labels[1:]:
        other = sources.get(label.span.path)
        if other is not None and line_of(label.span, other).replace(":", " ").split()[:2] == first:
            yield f"write `{told[1]}`", (Edit(code(label.span, other), told[1]),)


def _above(finding: Diagnostic, source: Source, sources: Sources, told: re.Match[str]) -> Iterator[Offer]:
    """A declaration of one line moves above the other."""
    later = next((label.span for label in finding.labels[1:]), None)
    if later is not None and later.path == finding.span.path and later.line > finding.span.line:
        text = line_of(later, source)
        here = Span(source.path, finding.span.line, 1, finding.span.line, 1)
        yield f"declare `{told[1]}` above", (Edit(here, f"{text}\n"), whole_line(later, source))


def _listed(finding: Diagnostic, source: Source, sources: Sources, told: re.Match[str]) -> Iterator[Offer]:
    """A word that rows use is added to its kind."""
    end = code(finding.span, source).end_column
    yield f"add `{told[1]}` to the list", (Edit(at(finding.span, end, end), f", {told[1]}"),)


_LOWEST = re.compile(r":\s*(?:number\s+(-?\d+)\b|(yes or no)\b|(\w+))")


def _cells(finding: Diagnostic, source: Source, sources: Sources, told: re.Match[str]) -> Iterator[Offer]:
    """Columns that a row lacks, with the least that they can be; the author writes what they are."""
    cells: list[str] = []
    for label in finding.labels[1:]:
        rules = sources.get(label.span.path)
        line = line_of(label.span, rules) if rules is not None else ""
        name = line[label.span.column - 1 : label.span.end_column - 1]
        type_ = _LOWEST.match(line[label.span.end_column - 1 :])
        value = None if type_ is None else type_[1] or ("no" if type_[2] else _first_word(type_[3], sources))
        if value is None:
            return
        cells.append(f"{name}: {value}")
    line, span = line_of(finding.span, source), finding.span
    if not cells or not source.path.endswith((".yaml", ".yml")):
        return
    title = f"add `{', '.join(cells)}`"
    if "{" in line and "}" in line:
        close = line.rindex("}")
        gap = "" if line[:close].rstrip().endswith("{") else ", "
        edit = Edit(at(span, len(line[:close].rstrip()) + 1, close + 2), f"{gap}{', '.join(cells)}}}")
        yield title, (edit,)
    elif line.rstrip().endswith(":"):
        end = len(line) + 1
        yield title, (Edit(at(span, end, end), "".join(f"\n  {cell}" for cell in cells)),)


def _first_word(kind: str, sources: Sources) -> str | None:
    for source in sources.values():
        found = re.search(rf"^kind {re.escape(kind)}:\s*(\w+)", source.text, re.MULTILINE)
        if found is not None:
            return found[1]
    return None


def _named(finding: Diagnostic, source: Source, sources: Sources, told: re.Match[str]) -> Iterator[Offer]:
    """Did you mean: the name that the title quotes is written otherwise, in the line that is marked."""
    if finding.code == "R0310":  # a key may stand in parts
        return
    wrong = re.search(r"[`\"]([\w.]+)[`\"]", finding.title)
    line = line_of(finding.span, source)
    for word in re.findall(r"`([^`…]+)`", told[0])[:MOST_NAMES]:
        found = None
        if wrong is not None:
            found = re.search(rf"(?<![\w.]){re.escape(wrong[1])}(?![\w.])", line)
        first = re.match(r"\s*([a-z]\w*)", line)
        if found is not None:
            yield f"write `{word}`", (Edit(at(finding.span, found.start() + 1, found.end() + 1), word),)
        elif first is not None and finding.code in ("R0105", "R0501", "R0502"):
            yield f"write `{word}`", (Edit(at(finding.span, first.start(1) + 1, first.end(1) + 1), word),)


def _secretly(finding: Diagnostic, source: Source, sources: Sources, told: re.Match[str]) -> Iterator[Offer]:
    """The roll stands above the line that puts what was rolled away."""
    for number in range(finding.span.line, 0, -1):
        found = re.search(r"\broll\b(?! secretly)", source.lines[number - 1])
        if found is not None:
            place = Span(source.path, number, found.end() + 1, number, found.end() + 1)
            yield "write `roll secretly`", (Edit(place, " secretly"),)
            return


def _header(finding: Diagnostic, source: Source, sources: Sources, told: re.Match[str]) -> Iterator[Offer]:
    if source.path.endswith(".rules"):
        yield f"add `{told[1]}`", (Edit(Span(source.path, 1, 1, 1, 1), f"{told[1]}\n\n"),)


def _none(finding: Diagnostic, source: Source, sources: Sources, told: re.Match[str]) -> Iterator[Offer]:
    end = code(finding.span, source).end_column
    text = " or none starting none"
    yield f"add `{text.strip()}`", (Edit(at(finding.span, end, end), text),)


def _end(finding: Diagnostic, source: Source, sources: Sources, told: re.Match[str]) -> Iterator[Offer]:
    """A set has no top, but a first and a last."""
    found = re.match(r"top|bottom", marked(finding.span, source))
    if found is not None:
        start = finding.span.column
        for word in ("first", "last"):
            yield f"write `{word} of`", (Edit(at(finding.span, start, start + found.end()), word),)


def _whole(finding: Diagnostic, source: Source, sources: Sources, told: re.Match[str]) -> Iterator[Offer]:
    """Another line in the place of this one."""
    for text in filter(None, told.groups()):
        yield f"write `{text}`", (Edit(code(finding.span, source), text),)


def _each(finding: Diagnostic, source: Source, sources: Sources, told: re.Match[str]) -> Iterator[Offer]:
    colon = line_of(finding.span, source).find(":")
    if colon > 0:
        yield "add `of each player`", (Edit(at(finding.span, colon + 1, colon + 1), " of each player"),)


_TABLE: tuple[tuple[str, Remedy], ...] = (
    (r"did you mean (.+)\?|(?:the words are|the dice are|it has): .+", _named),
    (r"to get all of them, write `(every \w+)`", _this),
    (r"write `(\w+: player)`, `(\w+: number 0 to 10)`", _this),
    (r"write `(# allow [^`…]+)`", _this),
    (r"write `(the game is over)` or `(the game goes on)`", _whole),
    (r"say who answers: `([^`…]+)`", _whole),
    (r"say what it should be: `(… [^`…]+)`", _around),
    (r"if both are the same, write `(\w+)` here", _this),
    (r"compare it with something: `(… [^`…]+)`", _around),
    (r"write `(… rounded down)` or `(… rounded up)` behind it", _around),
    (r"put brackets around it: `(\[…\])`", _around),
    (r"for the numbers up to it, write `(1 to …)`", _around),
    (r"only this one is `(\[…\])`", _around),
    (r"use `first of` or `last of`", _end),
    (r"call both of them `(\w+)`", _this),
    (r"to leave the rule itself, write `(end rule)`", _likeliest),
    (r"or `(your \w+)`", _this),
    (r"say it of all players: `([^`…]+)`", _likeliest),
    (r"say it: `([^`…]+)`", _likeliest),
    (r"declare it so: `([^`…]+)`", _redeclared),
    (r"declare `(\w+)` above `\w+`", _above),
    (r"add `(\w+)` to the list", _listed),
    (r"add it to the row: `[^`]+`", _cells),
    (r"at most `([^`…]+)`", _likeliest),
    (r"(?:leave out|remove) `(default|starting) …`", _part),
    (r"leave `replace` out|write `replace` before it", _replace),
    (r"leave one of them out", _no_word),
    (r"leave one of the two lines out|leave the field out|leave it out; to end the game", _no_line),
    (r"take it away", _no_more),
    (r"write `roll secretly`", _secretly),
    (r"here it would be `(R\d+)`", _likeliest),
    (r"is `it\.\w+`: write `([^`…]+)`", _likeliest),
    (r"`\w+` is a (?:track|value): write `(replace [^`…]+)`", _whole),
    (r"write `(whenever [^`…]+?):?`", _likeliest),
    (r"start with a line like `(game [^`…]+)`", _header),
    (r"or let it be `… or none starting none`", _none),
    (r"write `zone … of each player: …`", _each),
)  # fmt: skip
_REMEDIES = [(re.compile(pattern), remedy) for pattern, remedy in _TABLE]
