"""`rulelang lsp`: the language server for editors, over standard input and output.

In and out: the language server protocol. It needs what `pip install 'rulelang[editor]'` brings.
"""

from __future__ import annotations

import os
import sys


def lsp() -> None:
    """Answer an editor: findings, completion, renaming and more (started by the editor)."""
    try:
        import pygls  # noqa: F401 - only to hear whether it is there
    except ModuleNotFoundError:
        from cli.errors import Misuse

        raise Misuse("the language server needs pygls: pip install 'rulelang[editor]'") from None
    from cli.editor.server import make_server
    from cli.main import version

    make_server(version()).start_io()
    if sys.stdout.closed:  # with it the editor was told good-bye; who flushes it later finds nobody there
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115 - it stays open until the process ends
