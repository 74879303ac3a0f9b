"""A command under limits, as somebody would run it on a definition from a stranger.

In: files and a command line. Out: its exit code, what it said, and what it took. Seconds are those of the
processor, so that a busy machine changes nothing; memory is the most that was in use at once. A process
begins with the memory of the one that it was split from, so a small one stands between it and the tests.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from attrs import frozen

from tests.helpers import ROOT

SECONDS, MEGABYTES = 5, 500
HARD_SECONDS, HARD_MEGABYTES = 20, 1500  # where the system stops a process, so that a failure does no harm


@frozen
class Run:
    code: int
    said: str
    seconds: float
    megabytes: float


def run(files: Mapping[str, str], folder: Path, *arguments: str, module: str = "cli") -> Run:
    """Writes the files, and runs `rulelang` of this tree, or another module, in their folder."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    with tempfile.TemporaryFile() as output, tempfile.NamedTemporaryFile() as used:
        process = subprocess.run(
            [sys.executable, "-I", "-S", "-c", _LAUNCH, used.name, sys.executable, "-m", module, *arguments],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            env={**os.environ, "NO_COLOR": "1", "PYTHONPATH": str(ROOT)},
        )
        output.seek(0)
        said = output.read(2_000_000).decode("utf-8", "replace")
        seconds, kilobytes = json.loads(Path(used.name).read_text())
    return Run(process.returncode, said, seconds, kilobytes / 1024)


_LAUNCH = f"""
import json, os, resource, sys
child = os.fork()
if not child:
    resource.setrlimit(resource.RLIMIT_CPU, ({HARD_SECONDS}, {HARD_SECONDS}))
    resource.setrlimit(resource.RLIMIT_AS, ({HARD_MEGABYTES} << 20, {HARD_MEGABYTES} << 20))
    os.execv(sys.argv[2], sys.argv[2:])
_, status, used = os.wait4(child, 0)
with open(sys.argv[1], "w") as file:
    json.dump([used.ru_utime + used.ru_stime, used.ru_maxrss], file)
code = os.waitstatus_to_exitcode(status)
sys.exit(code if code >= 0 else 128 - code)
"""
