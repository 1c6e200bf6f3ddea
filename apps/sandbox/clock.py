"""The sandbox's clock. Tests can shift it."""

from datetime import datetime, timedelta

from django.utils import timezone

_offset = timedelta()


def now() -> datetime:
    return timezone.now() + _offset


def shift(*, by: timedelta) -> None:
    global _offset  # noqa: PLW0603 - one process, one clock
    _offset = by
