"""The provider's own clock, which tests may set wrong."""

from datetime import datetime, timedelta

from django.utils import timezone

_ahead = timedelta()


def now() -> datetime:
    return timezone.now() + _ahead


def run_ahead(*, by: timedelta) -> None:
    global _ahead  # noqa: PLW0603 - one process, one clock
    _ahead = by
