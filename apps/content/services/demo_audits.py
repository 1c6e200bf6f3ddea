"""The demo's compliance audits of the last three financial years."""

from datetime import date, datetime

from apps.content.models import ComplianceAudit
from apps.content.months import financial_year_of
from apps.content.states import AuditStatus
from apps.core import indian_time


def seed(now: datetime) -> str:
    today = indian_time.day_of(now)
    present = financial_year_of(today)
    wanted = [
        ComplianceAudit(
            year=present - 1,
            status=AuditStatus.CONDUCTED,
            auditor="Audit firm (placeholder)",
            report_date=date(present, 9, 22) if today >= date(present, 9, 22) else today,
            remarks="No adverse findings.",
        ),
        ComplianceAudit(
            year=present - 2,
            status=AuditStatus.CONDUCTED,
            auditor="Audit firm (placeholder)",
            report_date=date(present - 1, 9, 18),
            remarks="One finding on how records were dated, closed in the same year.",
        ),
        ComplianceAudit(year=present, status=AuditStatus.NOT_DUE, remarks="Due after the year ends."),
    ]
    known = set(ComplianceAudit.objects.values_list("year", flat=True))
    missing = [row for row in wanted if row.year not in known]
    ComplianceAudit.objects.bulk_create(missing)
    return f"{len(missing)} audits added"
