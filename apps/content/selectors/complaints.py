"""The tables of complaints and audits, as the regulator has them published."""

from datetime import date
from typing import TypedDict

from apps.content import complaint_figures
from apps.content.complaint_figures import Entry, Figures
from apps.content.models import Complaint, ComplianceAudit
from apps.content.states import AuditStatus
from apps.core import tagged_cache


class AuditRow(TypedDict):
    financialYear: str
    isConducted: bool
    status: str
    auditor: str | None
    reportDate: str | None
    remarks: str


def figures(*, today: date) -> Figures:
    return tagged_cache.get_or_set(
        tags=("site",), key=f"complaints:{today}", make=lambda: _counted(today=today)
    )


def audits() -> list[AuditRow]:
    """Newest year first."""
    return tagged_cache.get_or_set(tags=("site",), key="audits", make=_audits)


def _counted(*, today: date) -> Figures:
    columns = ("source", "received_date", "resolved_date", "is_impersonation")
    rows = Complaint.objects.order_by().values_list(*columns)
    return complaint_figures.figures((Entry(*row) for row in rows), today=today)


def _audits() -> list[AuditRow]:
    return [
        {
            "financialYear": row.financial_year,
            "isConducted": row.status == AuditStatus.CONDUCTED,
            "status": row.get_status_display(),
            "auditor": row.auditor or None,
            "reportDate": row.report_date.isoformat() if row.report_date else None,
            "remarks": row.remarks,
        }
        for row in ComplianceAudit.objects.order_by("-year")
    ]
