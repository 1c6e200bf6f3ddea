"""The yearly compliance audits, as the regulator has them published."""

from typing import TypedDict

from apps.content.models import ComplianceAudit
from apps.content.states import AuditStatus
from apps.core import tagged_cache
from apps.core.json_types import Date


class AuditRow(TypedDict):
    financialYear: str
    isConducted: bool
    status: str
    auditor: str | None
    reportDate: Date | None
    remarks: str


@tagged_cache.cached(tags=("site",), key="audits")
def audits() -> list[AuditRow]:
    """Newest year first."""
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
