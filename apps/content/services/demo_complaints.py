"""The demo's complaint register of six months, and its audits; the dates move with today."""

from datetime import date, datetime, timedelta

from django.db import transaction

from apps.content.models import Complaint, ComplianceAudit
from apps.content.states import AuditStatus, ComplaintSource
from apps.core import indian_time
from apps.core.months import Month, financial_year_of

_PREFIX = "DEMO-"

# Months back, day of the month, whence, days until it was resolved, impersonation.
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
    today = indian_time.day_of(now)
    Complaint.objects.filter(reference__startswith=_PREFIX).delete()
    Complaint.objects.bulk_create(_line(place, *told, today=today) for place, told in enumerate(_LINES, 1))
    return f"{len(_LINES)} in the register; {_plant_audits(today)} audits added"


def _line(
    place: int, back: int, day: int, source: ComplaintSource, days: int | None, other: bool, *, today: date
) -> Complaint:
    received = Month.of(today).moved(-back).first_day + timedelta(days=day - 1)
    resolved = None if days is None else received + timedelta(days=days)
    return Complaint(
        reference=f"{_PREFIX}{place:03}",
        source=source,
        received_date=received,
        resolved_date=None if resolved is None or resolved > today else resolved,
        is_impersonation=other,
    )


def _plant_audits(today: date) -> int:
    present = financial_year_of(today)
    wanted = [
        ComplianceAudit(
            year=present - 1,
            status=AuditStatus.CONDUCTED,
            auditor="Audit firm (placeholder)",
            report_date=date(present, 9, 22) if today >= date(present, 9, 22) else today,
            remarks="No adverse finding.",
        ),
        ComplianceAudit(
            year=present - 2,
            status=AuditStatus.CONDUCTED,
            auditor="Audit firm (placeholder)",
            report_date=date(present - 1, 9, 18),
            remarks="One finding on the dating of records, closed in the same year.",
        ),
        ComplianceAudit(year=present, status=AuditStatus.NOT_DUE, remarks="Due after the year has ended."),
    ]
    known = set(ComplianceAudit.objects.values_list("year", flat=True))
    missing = [row for row in wanted if row.year not in known]
    ComplianceAudit.objects.bulk_create(missing)
    return len(missing)
