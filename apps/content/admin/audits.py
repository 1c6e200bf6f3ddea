from django.contrib import admin

from apps.content.models import ComplianceAudit
from apps.core.changed_fields import ChangedFieldsAdmin


@admin.register(ComplianceAudit)
class ComplianceAuditAdmin(ChangedFieldsAdmin):
    list_display = ("financial_year", "status", "auditor", "report_date")
    ordering = ("-year",)
