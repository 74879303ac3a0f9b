"""The entry point: the commands, and what happens when one of them fails.

In: the words of a command line. Out: an exit code; a message on stderr when something is wrong, never a
traceback for something that can be expected. Nothing heavy is imported here: `rulelang --help` answers
at once, and each command imports what it needs when it runs.
"""

from __future__ import annotations

import gc
import os
import sys
from contextlib import suppress
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from cli.commands import (
    check,
    diff,
    explain,
    fmt,
    ir,
    list_games,
    lsp,
    merge,
    new,
    pack,
    play,
    print_sheets,
    replay,
    report,
    resume,
    rulebook,
    serve,
    show,
    simulate,
    test_scenarios,
    tournament,
)


class Commands(TyperGroup):
    """Runs a command and puts its expected errors into words, however the command was started."""

    def invoke(self, ctx: Any) -> Any:
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()  # a closed pipe is found here, not when Python is already leaving
            return result
        except (Exception, KeyboardInterrupt) as error:
            if type(error).__module__.partition(".")[0] in ("typer", "click"):
                raise  # these have words and codes of their own
            raise typer.Exit(complain(error)) from error


def complain(error: BaseException) -> int:
    """Says what went wrong, on stderr. The exit code."""
    from cli.errors import explain
    from cli.screen.terminal import say

    explained = explain(error)
    if isinstance(error, BrokenPipeError):
        _forget_output()
    with suppress(OSError):  # if stderr is closed as well, the exit code has to say it alone
        if explained.text:
            say(f"rulelang: {explained.text}", to_stderr=True)
        sys.stderr.flush()
    return explained.code


def _open_what_is_closed() -> None:
    """A process can be started without an input or an output: then nothing comes, and nobody reads."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115 - it stays open until the process ends


def _forget_output() -> None:
    """Python flushes stdout once more at its end, which would fail again and print a traceback."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115 - it stays open until the process ends


app = typer.Typer(
    name="rulelang",
    cls=Commands,
    help="A rule language for tabletop games: check, read and play definitions.",
    invoke_without_command=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # plain help: importing rich takes longer than everything else here
    context_settings={"help_option_names": ["-h", "--help"]},
)

app.command("play")(play.play)
app.command("resume")(resume.resume)
app.command("replay")(replay.replay)
app.command("simulate")(simulate.simulate)
app.command("merge")(merge.merge)
app.command("report")(report.report)
app.command("tournament")(tournament.tournament)
app.command("list")(list_games.list_games)
app.command("check")(check.check)
app.command("explain")(explain.explain)
app.command("test")(test_scenarios.test)
app.command("fmt")(fmt.fmt)
app.command("new")(new.new)
app.command("pack")(pack.pack)
app.command("rulebook")(rulebook.rulebook)
app.command("print")(print_sheets.print_)
app.command("diff")(diff.diff)
app.command("show")(show.show)
app.command("ir")(ir.ir)
app.command("lsp")(lsp.lsp)
app.command("serve")(serve.serve)


def version() -> str:
    """The installed version, or the one that the checkout says it is."""
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as installed

    try:
        return installed("rulelang")
    except PackageNotFoundError:
        pass
    import tomllib
    from pathlib import Path

    try:
        text = (Path(__file__).resolve().parent.parent / "pyproject.toml").read_text(encoding="utf-8")
        return str(tomllib.loads(text)["project"]["version"])
    except (OSError, KeyError, tomllib.TOMLDecodeError):
        return "unknown"


def _print_version(wanted: bool, verbose: bool) -> None:
    if wanted:
        from cli.screen.terminal import say

        say(f"rulelang {version()}")
        if verbose:
            from interpreter.native.choosing import in_words

            say(f"Python {sys.version.split()[0]}, {sys.platform}")
            for line in in_words():
                say(line)
        raise typer.Exit()


@app.callback()
def options(
    context: typer.Context,
    show_version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
    verbose: Annotated[
        bool, typer.Option("--verbose", help="With --version: also what plays the games, and why.")
    ] = False,
) -> None:
    """A rule language for tabletop games: check, read and play definitions."""
    _print_version(show_version, verbose)
    if context.invoked_subcommand is None:
        from cli.screen.terminal import say

        say(context.get_help())
        raise typer.Exit(2 if verbose else 0)


def main(arguments: list[str] | None = None) -> None:
    """Runs a command line and ends the process with its exit code."""
    gc.set_threshold(100_000, 20, 50)  # a command makes much that it keeps: looking for garbage seldom pays
    _open_what_is_closed()
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        # A terminal that cannot show or send a character must not end a game.
        if stream is not None and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        app(args=arguments, prog_name="rulelang")
    except KeyboardInterrupt as error:  # between two commands there is nobody else to catch it
        sys.exit(complain(error))


if __name__ == "__main__":
    main()
