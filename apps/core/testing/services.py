"""Tests that need a real server: skipped with their reason without it, failed where it must be there."""

import os
from typing import NoReturn

import pytest


def missing(reason: str) -> NoReturn:
    """End the test: skipped on a bare machine, failed with REQUIRE_SERVICES=1."""
    if os.environ.get("REQUIRE_SERVICES") == "1":
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)
