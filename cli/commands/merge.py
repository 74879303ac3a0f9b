"""`rulelang merge`: results of several runs as one.

In: files that `simulate --json` made of the same experiment with different seeds. Out: one such file, equal
to the byte to that of one run over all of the seeds, and what it says.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def merge(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="Made by `simulate --json`.")],
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="The merged file; - is the output.")
    ] = None,
) -> None:
    """Put results of several simulations together."""
    from cli.commands.simulate import STDOUT, try_files, write
    from cli.science.document import TOURNAMENT, read
    from cli.science.document import merge as merge_results
    from cli.science.listing import lines
    from cli.science.tournament import lines as rated
    from cli.screen.terminal import say

    found = merge_results([(str(file), read(file)) for file in files])
    try_files(output)
    told = rated(found) if found.kind == TOURNAMENT else lines(found)
    say("\n".join(told), to_stderr=output == STDOUT)
    write(found, output, None, None)
