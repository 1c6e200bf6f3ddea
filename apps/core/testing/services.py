"""Skips tests whose PostgreSQL or Redis is missing, or fails them with REQUIRE_SERVICES=1."""

import os
from typing import NoReturn

import pytest


def skip_or_fail(reason: str) -> NoReturn:
    """End the test: skipped, or failed with REQUIRE_SERVICES=1."""
    if os.environ.get("REQUIRE_SERVICES") == "1":
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)
