"""`rulelang fmt`: one canonical form for rule files.

In: files or folders; nothing means every game found. Out: the files rewritten, or with `--check` only named,
with `--diff` shown. Exit code 0: nothing to do (or done), 1: `--check` found something or a file does not
parse. A file is replaced only when its syntax tree stays the same, and in one step.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from rulelang.diagnostics import Report


def fmt(
    paths: Annotated[
        list[str] | None,
        typer.Argument(metavar="PATH", help="Files, folders or names; nothing means every game found."),
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Change nothing; fail if something would change.")
    ] = False,
    diff: Annotated[bool, typer.Option("--diff", help="Show what would change, and change nothing.")] = False,
) -> None:
    """Format rule files."""
    from cli.playing.saving import write_whole
    from cli.screen.terminal import say, say_line
    from rulelang.diagnostics import Report
    from rulelang.files import read
    from rulelang.syntax.format import FormatError, format_source

    changed = failed = 0
    found = Report()
    files = _files(paths, found)
    for problem in found:
        say_line(f"rulelang: {problem.span.path}: {problem.title}", to_stderr=True)
        failed += 1
    for file, folder in files.items():
        report = Report()
        source = read(file, report, folder)
        try:
            if report.found:
                raise FormatError(f"{file}: {report.found[0].title}")
            text = format_source(source)
        except FormatError as error:
            say_line(f"rulelang: {error}", to_stderr=True)
            failed += 1
            continue
        if text == source.text:
            continue
        changed += 1
        if diff:
            say(_difference(file, source.text, text))
        elif check:
            say_line(f"would be changed: {file}")
        else:
            write_whole(file.resolve(), text)
            say_line(f"formatted: {file}")
    done = "would be changed" if check or diff else "changed"
    many = "1 file" if len(files) == 1 else f"{len(files)} files"
    say(f"{many}, {changed} {done}, {failed} left alone")
    if failed or (check and changed):
        raise typer.Exit(1)


def _files(paths: list[str] | None, report: Report) -> dict[Path, Path | None]:
    """The files that are meant, each with the folder that it must lie in if it was not named itself."""
    from cli.commands.check import definitions_at
    from cli.errors import Misuse
    from rulelang.files import below, is_pack

    found: dict[Path, Path | None] = {}
    for typed in paths or [""]:
        path = Path(typed) if typed else None
        if path is not None and is_pack(path):
            raise Misuse(f"a pack is not changed; unpack it first: `rulelang pack {typed} --unpack FOLDER`")
        if path is not None and path.is_file():
            found[path] = None
        else:
            folders = [path] if path is not None and path.is_dir() else definitions_at(typed)
            for folder in folders:
                if is_pack(folder):
                    continue
                for file in below(folder, (".rules",), report):
                    found.setdefault(file, folder)
    return found


def _difference(file: Path, before: str, after: str) -> str:
    from difflib import unified_diff

    lines = unified_diff(
        before.splitlines(), after.splitlines(), str(file), f"{file} (formatted)", lineterm=""
    )
    return "\n".join(lines)
