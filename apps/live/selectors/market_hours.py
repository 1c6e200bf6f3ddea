"""Whether something takes place while the exchange is open."""

from collections.abc import Iterable
from datetime import datetime, time

from apps.core.indian_time import INDIA
from apps.live.selectors import holidays

OPENS, CLOSES = time(9, 15), time(15, 30)
"""Indian time."""

_SATURDAY = 5


def has_any(spans: Iterable[tuple[datetime, datetime]]) -> bool:
    """At most one query, for the holidays among them."""
    local = ((starts_at.astimezone(INDIA), ends_at.astimezone(INDIA)) for starts_at, ends_at in spans)
    days = {
        start.date()
        for start, end in local
        if start.weekday() < _SATURDAY
        and start.date() == end.date()
        and start.time() >= OPENS
        and end.time() <= CLOSES
    }
    return bool(days) and bool(days - holidays.between(since=min(days), until=max(days)))
