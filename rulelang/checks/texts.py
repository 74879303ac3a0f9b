"""The texts that people see: keys that nobody asks for, texts that a translation lacks, plural forms.

In: a `Program` with its texts, and where each of them stands. Out: findings.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rulelang.diagnostics import Report
from rulelang.ir.keys import is_known, known_keys, needed_keys
from rulelang.ir.limits import LONGEST_HELP, LONGEST_TEXT
from rulelang.ir.nodes import Program
from rulelang.ir.texts import GAP, plural_forms
from rulelang.source import Span
from rulelang.suggest import did_you_mean

EXPLAINING = ("help.", "rulebook.")


def check_texts(program: Program, spans: Mapping[tuple[str, str], Span], report: Report) -> None:
    """Keys that nobody asks for, texts that a translation lacks, and plurals with too few or many forms."""
    known, needed = known_keys(program), needed_keys(program)
    for language, pairs in program.strings:
        _check_plurals(language, pairs, spans, report)
        own = {key for key, _ in pairs}
        for key in sorted(own):
            if not is_known(key, known) and not report.enough:
                span, hint = spans[(language, key)], did_you_mean(key, known)
                report.warn("R0310", f"nobody asks for the text `{key}`", span, hint=hint)
        missing = _missing(own, needed, language)
        if missing:
            shown = ", ".join(f"`{key}`" for key in missing[:6])
            more = f" and {len(missing) - 6} more" if len(missing) > 6 else ""
            here = [span for (found, _), span in spans.items() if found == language]
            last = max(here) if here else _first_line(language, report)
            report.warn("R0311", f"`{language}` lacks {shown}{more}", last)


def check_length(key: str, text: str, span: Span, report: Report) -> None:
    """A text is shown again and again, so it is short; only one that explains something may be longer."""
    most = LONGEST_HELP if key.startswith(EXPLAINING) else LONGEST_TEXT
    if len(text) > most:
        title = f"this text has {len(text):,} characters; at most {most:,} are possible"
        report.error("R0313", title, Span(span.path, span.line, span.column, span.line, span.column + 1))


def _check_plurals(
    language: str,
    pairs: Iterable[tuple[str, str]],
    spans: Mapping[tuple[str, str], Span],
    report: Report,
) -> None:
    forms = plural_forms(language)
    for key, text in pairs:
        for gap in GAP.finditer(text):
            if gap[2] is not None and gap[2].count("|") + 1 != len(forms) and not report.enough:
                wanted = " | ".join(f"for {number}" for number in forms)
                report.warn(
                    "R0312",
                    f"`{gap[0]}` has {gap[2].count('|') + 1} forms, but `{language}` has {len(forms)}",
                    spans[(language, key)],
                    hint=f"write {{{gap[1]}:{wanted}}}",
                )


def _first_line(language: str, report: Report) -> Span:
    """A file of texts in which there is no text yet."""
    path = f"strings/{language}.yaml"
    return Span(next((p for p in sorted(report.sources) if p.endswith(path)), path), 1, 1, 1, 2)


def _missing(own: set[str], needed: Iterable[str], language: str) -> list[str]:
    """English can do with the names themselves, made readable; messages are needed in every language."""
    lacking = set(needed) - own
    if language == "en":
        lacking = {key for key in lacking if key.startswith("say.")}
    specific = {key.rpartition(".")[2] for key in own if key.startswith("option.")}
    return sorted(k for k in lacking if not (k.startswith("option.") and k.rpartition(".")[2] in specific))
