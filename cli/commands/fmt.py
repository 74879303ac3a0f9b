"""`rulelang fmt`: one canonical form for rule files.

In: files or folders; nothing means every game found. Out: the files rewritten, or with `--check` only named,
with `--diff` shown. Exit code 0: nothing to do (or done), 1: `--check` found something or a file does not
parse. A file is replaced only when its syntax tree stays the same, and in one step.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


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
    from cli.screen.terminal import say
    from rulelang.source import decode
    from rulelang.syntax.format import FormatError, format_source

    changed = failed = 0
    files = _files(paths)
    for file in files:
        source, problem = decode(str(file), file.read_bytes())
        try:
            if problem:
                raise FormatError(f"{file}: {problem}")
            text = format_source(source)
        except FormatError as error:
            say(f"rulelang: {error}", to_stderr=True)
            failed += 1
            continue
        if text == source.text:
            continue
        changed += 1
        if diff:
            say(_difference(file, source.text, text))
        elif check:
            print(f"would be changed: {file}")
        else:
            write_whole(file, text)
            print(f"formatted: {file}")
    done = "would be changed" if check or diff else "changed"
    print(f"{len(files)} files, {changed} {done}, {failed} left alone")
    if failed or (check and changed):
        raise typer.Exit(1)


def _files(paths: list[str] | None) -> list[Path]:
    from cli.commands.check import definitions_at

    found: list[Path] = []
    for typed in paths or [""]:
        path = Path(typed) if typed else None
        if path is not None and path.is_file():
            found.append(path)
        else:
            folders = [path] if path is not None and path.is_dir() else definitions_at(typed)
            found += [file for folder in folders for file in sorted(folder.rglob("*.rules"))]
    return list(dict.fromkeys(found))


def _difference(file: Path, before: str, after: str) -> str:
    from difflib import unified_diff

    lines = unified_diff(
        before.splitlines(), after.splitlines(), str(file), f"{file} (formatted)", lineterm=""
    )
    return "\n".join(lines)
