"""The demo's complaints register of the last six months."""

from datetime import date, datetime, timedelta

from django.db import transaction

from apps.content.months import Month
from apps.core import indian_time
from apps.support.models import Complaint, FrozenMonth
from apps.support.states import ComplaintSource

_PREFIX = "DEMO-"

# Months ago, day of the month, source, days until it was resolved, impersonation.
_LINES = (
    (6, 9, ComplaintSource.DIRECT, 6, False),
    (6, 21, ComplaintSource.SCORES, 19, False),
    (5, 4, ComplaintSource.DIRECT, 3, False),
    (5, 17, ComplaintSource.DIRECT, 12, False),
    (4, 11, ComplaintSource.DIRECT, None, False),
    (4, 24, ComplaintSource.OTHER, 8, False),
    (3, 6, ComplaintSource.DIRECT, 5, False),
    (3, 15, ComplaintSource.SCORES, 21, False),
    (3, 20, ComplaintSource.DIRECT, 4, True),
    (2, 8, ComplaintSource.DIRECT, 9, False),
    (2, 26, ComplaintSource.DIRECT, 14, False),
    (1, 5, ComplaintSource.DIRECT, 2, False),
    (1, 13, ComplaintSource.SCORES, 11, False),
    (1, 22, ComplaintSource.DIRECT, None, False),
    (1, 23, ComplaintSource.DIRECT, 3, True),
)


@transaction.atomic(durable=True)
def seed(now: datetime) -> str:
    """Once a month is frozen the register stays: other entries would contradict what was published."""
    today = indian_time.day_of(now)
    if FrozenMonth.objects.exists():
        return f"{Complaint.objects.count()} in the register"
    Complaint.objects.filter(reference__startswith=_PREFIX).delete()
    entries = [_line(number, *line, today=today) for number, line in enumerate(_LINES, 1)]
    for entry in entries:
        entry.set_due_date()
    Complaint.objects.bulk_create(entries)
    return f"{len(_LINES)} in the register"


def _line(
    number: int,
    months_ago: int,
    day: int,
    source: ComplaintSource,
    days: int | None,
    is_impersonation: bool,
    *,
    today: date,
) -> Complaint:
    received = Month.of(today).shift(-months_ago).first_day + timedelta(days=day - 1)
    resolved = None if days is None else received + timedelta(days=days)
    return Complaint(
        reference=f"{_PREFIX}{number:03}",
        source=source,
        received_date=received,
        resolved_date=None if resolved is None or resolved > today else resolved,
        is_impersonation=is_impersonation,
    )
