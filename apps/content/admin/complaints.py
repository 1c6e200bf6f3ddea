from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest
from django.utils import timezone

from apps.content.models import Complaint, ComplianceAudit
from apps.content.services import complaints
from apps.core import indian_time
from apps.core.changed_fields import ChangedFieldsAdmin


class ComplaintForm(forms.ModelForm):
    class Meta:
        model = Complaint
        fields = ("source", "reference", "received_date", "resolved_date", "is_impersonation", "note")

    def clean(self) -> dict[str, Any]:
        told: dict[str, Any] = super().clean() or {}
        if self.errors:
            return told
        before = Complaint.objects.filter(pk=self.instance.pk).first()
        after = Complaint(**{name: told[name] for name in self.Meta.fields})
        for field, wrong in complaints.problems(before=before, after=after, today=_today()).items():
            self.add_error(field, wrong)
        return told


@admin.register(Complaint)
class ComplaintAdmin(ChangedFieldsAdmin):
    """The register. The published tables are counted from it; what is published for good stays."""

    form = ComplaintForm
    list_display = ("__str__", "source", "received_date", "resolved_date", "is_impersonation")
    list_filter = ("source", "is_impersonation", "resolved_date")
    search_fields = ("reference", "note")
    date_hierarchy = "received_date"
    ordering = ("-received_date", "-pk")

    def has_delete_permission(self, request: HttpRequest, obj: Complaint | None = None) -> bool:
        """One by one alone, and only while the month is open: a ticket's line stays with the ticket."""
        if obj is None or not super().has_delete_permission(request, obj):
            return False
        return complaints.may_be_deleted(obj, today=_today())


@admin.register(ComplianceAudit)
class ComplianceAuditAdmin(ChangedFieldsAdmin):
    list_display = ("financial_year", "status", "auditor", "report_date")
    ordering = ("-year",)


def _today() -> Any:
    return indian_time.day_of(timezone.now())
