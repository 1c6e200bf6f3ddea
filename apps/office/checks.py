"""
`check --deploy` says what is missing before the site opens.

The first `check` of a new site comes before its database: without `--database` only settings are looked at,
and what they lack is information. With `--database default` each missing item is a warning.
"""

from collections.abc import Sequence
from typing import Any

from django.core import checks
from django.utils import timezone
from django.utils.text import slugify

from apps.office.selectors import readiness
from apps.office.selectors.readiness import State


def check_readiness(*, databases: Sequence[str] | None = None, **_options: Any) -> list[checks.CheckMessage]:
    reads_database = bool(databases)
    found = readiness.examine(at=timezone.now(), reads_database=reads_database).open_items
    return [
        checks.CheckMessage(
            checks.WARNING if reads_database and item.state == State.MISSING else checks.INFO,
            f"{item.name}: {item.text}",
            hint=item.remedy,
            id=f"readiness.{slugify(item.name)}",
        )
        for item in found
        if reads_database or item.state == State.MISSING
    ]
