"""Errors in words.

In: an exception that a command let through. Out: the text for a person and the exit code. One that nobody
expected is a mistake in the program: its traceback goes into a file, for whoever mends it.

Exit codes: 0 done, 1 something was found or failed, 2 the command was used wrongly, 70 a mistake of ours,
130 interrupted, 141 nobody reads the output any more.
"""

from __future__ import annotations

from typing import NamedTuple

FAILED, MISUSED, OURS, INTERRUPTED, NOBODY_READS = 1, 2, 70, 130, 141


class Explained(NamedTuple):
    text: str
    code: int


class Misuse(Exception):
    """The command cannot do what was asked for; the message says what it can do."""


def explain(error: BaseException) -> Explained:
    if isinstance(error, BrokenPipeError):
        return Explained("", NOBODY_READS)  # whoever closed it knows, as after `| head`
    if isinstance(error, KeyboardInterrupt):
        return Explained("interrupted", INTERRUPTED)
    if isinstance(error, EOFError):
        return Explained("the input ended before the answer came", FAILED)
    if isinstance(error, OSError):
        return Explained(_of_the_system(error), FAILED)
    return _of_ours(error) or _unexpected(error)


def _of_the_system(error: OSError) -> str:
    from cli.screen.escaping import for_terminal

    what = error.strerror or str(error) or type(error).__name__
    return f"{for_terminal(str(error.filename))}: {what}" if error.filename is not None else what


def _of_ours(error: BaseException) -> Explained | None:
    # Imported only when something went wrong: the command line starts without the compiler.
    from cli.games import UnknownGame
    from interpreter.errors import PlayError, RuleError, SaveError
    from rulelang.diagnostics import RulesError
    from rulelang.render import render

    if isinstance(error, RulesError):
        return Explained(f"this definition cannot be played\n\n{render(error.report)}", FAILED)
    if isinstance(error, RuleError):
        return Explained(f"a rule of this game went wrong: {error}", FAILED)
    if isinstance(error, SaveError):
        return Explained(str(error), FAILED)
    if isinstance(error, Misuse | UnknownGame | PlayError):
        return Explained(str(error), MISUSED)
    return None


def _unexpected(error: BaseException) -> Explained:
    import tempfile
    import traceback

    what = f"{type(error).__name__}: {error}"
    text = f"this is a mistake in rulelang itself, not in your files ({what})"
    try:
        with tempfile.NamedTemporaryFile(
            "w", prefix="rulelang-", suffix=".txt", encoding="utf-8", errors="replace", delete=False
        ) as file:
            file.writelines(traceback.format_exception(error))
    except OSError:
        return Explained(text, OURS)
    return Explained(f"{text}\n  what we need to mend it is in {file.name}: please send it to us", OURS)
