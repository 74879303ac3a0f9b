"""Settings that all tests share: the language, where games are saved, hypothesis profiles, our markers."""

import atexit
import os
import shutil
import tempfile

import pytest
from hypothesis import settings

# Whoever runs the tests, in whatever language: the program speaks English unless a test asks for another one.
os.environ["LC_ALL"] = "C.UTF-8"
# Games with people in them are saved by themselves, but never among those of whoever runs the tests.
os.environ["RULELANG_SAVES"] = tempfile.mkdtemp(prefix="rulelang-saves-")
atexit.register(shutil.rmtree, os.environ["RULELANG_SAVES"], ignore_errors=True)
# The same for the key that marks them as ours.
os.environ["XDG_DATA_HOME"] = os.environ["RULELANG_SAVES"]

# The usual opponent takes its time; in tests a quick one sits there.
os.environ["RULELANG_OPPONENT"] = "search:20"

settings.register_profile("default", deadline=None, max_examples=25, derandomize=True)
settings.register_profile("long", deadline=None, max_examples=1000, print_blob=True)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-screens", action="store_true", help="Write the pictures of screens anew.")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", "fuzz: a property worth many examples; `make fuzz` runs these with RULELANG_FUZZ=long"
    )
    profile = os.environ.get("RULELANG_FUZZ") or "default"
    if profile not in ("default", "long"):
        raise pytest.UsageError(f"RULELANG_FUZZ is {profile!r}; it can be 'default' or 'long'")
    settings.load_profile(profile)
