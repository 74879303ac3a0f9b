"""The texts that people see: keys that nobody asks for, texts that a translation lacks, plural forms, gaps.

In: a `Program` with its texts, and where each of them stands. Out: findings.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rulelang.diagnostics import Report
from rulelang.ir.keys import TEXT, is_known, known_keys, needed_keys, parts_of_messages
from rulelang.ir.nodes import Program
from rulelang.ir.texts import GAP, NAMED_GAP, plural_forms
from rulelang.ir.tracing import gaps_of_sentences
from rulelang.limits import LONGEST_HELP, LONGEST_TEXT
from rulelang.source import Span
from rulelang.suggest import close_to, did_you_mean

FORMS = "forms."
CASES = 6
USUAL_GAPS = frozenset("1234567")  # of sentences about rules
WORDS = frozenset(("m", "a", "f", "n", "mp", "ap", "fp", "np", "adj", "adv", "fixed"))
EXPLAINING = ("help.", "rulebook.")


def check_texts(program: Program, spans: Mapping[tuple[str, str], Span], report: Report) -> None:
    """Keys that nobody asks for, texts that a translation lacks, and plurals with too few or many forms."""
    needed, parts = needed_keys(program), parts_of_messages(program)
    known = known_keys(program, needed)
    for language, pairs in program.strings:
        _check_plurals(language, pairs, spans, report)
        _check_gaps(language, pairs, parts, spans, report)
        _check_forms(language, pairs, spans, report)
        _check_told(program, language, pairs, spans, report)
        own = {key for key, _ in pairs}
        meant = _check_keys(language, own, known, spans, report)
        missing = _missing(own | meant, needed | _to_tell(program, own), language)
        if missing:
            shown = ", ".join(f"`{key}`" for key in missing[:6])
            more = f" and {len(missing) - 6} more" if len(missing) > 6 else ""
            here = [span for (found, _), span in spans.items() if found == language]
            last = max(here) if here else _first_line(language, report)
            report.warn("R0311", f"`{language}` lacks {shown}{more}", last)


def check_keys(program: Program, spans: Mapping[tuple[str, str], Span], report: Report) -> None:
    """Only keys that nobody asks for: a variant may take away what the game has texts for, or add to it."""
    known = known_keys(program)
    for language, pairs in program.strings:
        _check_keys(language, {key for key, _ in pairs}, known, spans, report)


def _check_keys(
    language: str,
    own: set[str],
    known: frozenset[str],
    spans: Mapping[tuple[str, str], Span],
    report: Report,
) -> set[str]:
    """Gives back the keys that were meant: they are not missing, but misspelt."""
    meant, lacking = set[str](), None
    for key in sorted(key for key in own - known if not is_known(key, known)):
        if not report.enough:
            lacking = sorted(known - own) if lacking is None else lacking
            meant.update(close_to(key, lacking)[:1])
            hint = did_you_mean(key, known)
            report.warn("R0310", f"nobody asks for the text `{key}`", spans[(language, key)], hint=hint)
    return meant


def check_length(key: str, text: str, span: Span, report: Report) -> None:
    """A text is shown again and again, so it is short; only one that explains something may be longer."""
    most = LONGEST_HELP if key.startswith(EXPLAINING) else LONGEST_TEXT
    if len(text) > most:
        title = f"this text has {len(text):,} characters; at most {most:,} are possible"
        report.error("R0314", title, Span(span.path, span.line, span.column, span.line, span.column + 1))


def _check_plurals(
    language: str,
    pairs: Iterable[tuple[str, str]],
    spans: Mapping[tuple[str, str], Span],
    report: Report,
) -> None:
    forms = plural_forms(language)
    for key, text in pairs:
        for gap in GAP.finditer(text) if "{" in text else ():
            if gap[2] is not None and gap[2].count("|") + 1 != len(forms) and not report.enough:
                wanted = " | ".join(f"for {number}" for number in forms)
                report.warn(
                    "R0312",
                    f"`{gap[0]}` has {gap[2].count('|') + 1} forms, but `{language}` has {len(forms)}",
                    spans[(language, key)],
                    hint=f"write {{{gap[1]}:{wanted}}}",
                )


def _check_gaps(
    language: str,
    pairs: Iterable[tuple[str, str]],
    parts: Mapping[str, int],
    spans: Mapping[tuple[str, str], Span],
    report: Report,
) -> None:
    """Gaps of messages for which nothing is given stay in the text, as they are written."""
    for key, text in pairs:
        if key not in parts:
            continue
        numbers = [int(gap[1]) for gap in GAP.finditer(text)]
        wrong = [number for number in numbers if not 1 <= number <= parts.get(key, 0)]
        if wrong and not report.enough:
            given = parts[key]
            message = key.removeprefix("say.")
            values = f"{given} value{'' if given == 1 else 's'}" if given else "no values"
            report.warn(
                "R0313",
                f"nothing is given for `{{{wrong[0]}}}`",
                spans[(language, key)],
                why=f"`say {message}` has {values}, counted from 1",
                hint=f"give it another value: `say {message} with …`, or leave the gap out",
            )


def _check_told(
    program: Program,
    language: str,
    pairs: Iterable[tuple[str, str]],
    spans: Mapping[tuple[str, str], Span],
    report: Report,
) -> None:
    """Names in sentences about rules that no event shows: then the sentence would never be told."""
    told = [(key, text) for key, text in pairs if key.startswith("tell.") and "{" in text]
    gaps = gaps_of_sentences(program) if told else {}
    for key, text in told:
        known = gaps.get(key)
        for gap in NAMED_GAP.finditer(text):
            if known is None or gap[1] in known or gap[1] in USUAL_GAPS or report.enough:
                continue
            shown = ", ".join(f"`{{{name}}}`" for name in sorted(known))
            report.warn(
                "R0313",
                f"nothing is given for `{{{gap[1]}}}`",
                spans[(language, key)],
                why=f"besides `{{1}}` to `{{7}}` this sentence can have {shown}"
                if known
                else "no line that it tells of shows one of its names: `{1}` to `{7}` are what it can have",
                hint=did_you_mean(gap[1], known)
                or "a name can be told where a line moves it, gives to it, or sets a track to it",
            )


def _check_forms(
    language: str,
    pairs: Iterable[tuple[str, str]],
    spans: Mapping[tuple[str, str], Span],
    report: Report,
) -> None:
    """Words in cases: a gender, or a gender and a form for each case."""
    for key, text in pairs:
        if not key.startswith(FORMS):
            continue
        tag, _, forms = text.partition(" ")
        right = tag.rstrip("!") in WORDS and (not forms or forms.count("|") + 1 == CASES)
        if not right and not report.enough:
            word = key.removeprefix(FORMS)
            report.warn(
                "R0319",
                f"the forms of `{word}` cannot be read",
                spans[(language, key)],
                f"this should be a gender, or a gender and {CASES} forms",
                hint=f'write `{word}: "f"`, or `{word}: "f {"|".join(["…"] * CASES)}"`',
            )


def _first_line(language: str, report: Report) -> Span:
    """A file of texts in which there is no text yet."""
    path = f"strings/{language}.yaml"
    return Span(next((p for p in sorted(report.sources) if p.endswith(path)), path), 1, 1, 1, 2)


def _to_tell(program: Program, own: set[str]) -> set[str]:
    """What is to be told of components with abilities, where others of their type are told about."""
    able = {number for hook in program.hooks for number in hook.components}
    return {
        f"{TEXT}{record.name}.{name}"
        for record in program.records
        if record.physical and any(f"{TEXT}{record.name}.{name}" in own for name in record.names)
        for number, name in enumerate(record.names, record.base)
        if number in able
    }


def _missing(own: set[str], needed: Iterable[str], language: str) -> list[str]:
    """English can do with the names themselves, made readable; sentences are needed in every language."""
    lacking = set(needed) - own
    if language == "en":
        lacking = {key for key in lacking if key.startswith(("say.", TEXT))}
    specific = {key.rpartition(".")[2] for key in own if key.startswith("option.")}
    return sorted(k for k in lacking if not (k.startswith("option.") and k.rpartition(".")[2] in specific))
