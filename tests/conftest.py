"""Settings that all tests share: the hypothesis profiles and our markers."""

import os

import pytest
from hypothesis import settings

settings.register_profile("default", deadline=None, max_examples=25, derandomize=True)
settings.register_profile("long", deadline=None, max_examples=1000, print_blob=True)


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", "fuzz: a property worth many examples; `make fuzz` runs these with RULELANG_FUZZ=long"
    )
    profile = os.environ.get("RULELANG_FUZZ") or "default"
    if profile not in ("default", "long"):
        raise pytest.UsageError(f"RULELANG_FUZZ is {profile!r}; it can be 'default' or 'long'")
    settings.load_profile(profile)
