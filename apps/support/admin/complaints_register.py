from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest
from django.utils import timezone

from apps.core import indian_time
from apps.core.changed_fields import ChangedFieldsAdmin
from apps.support.models import Complaint
from apps.support.services import complaints


class ComplaintForm(forms.ModelForm):
    class Meta:
        model = Complaint
        fields = ("source", "reference", "received_date", "resolved_date", "is_impersonation", "note")

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if self.errors:
            return data
        before = Complaint.objects.filter(pk=self.instance.pk).first()
        after = Complaint(**{name: data[name] for name in self.Meta.fields})
        for field, error in complaints.validate(before=before, after=after, today=_today()).items():
            self.add_error(field, error)
        return data


@admin.register(Complaint)
class ComplaintAdmin(ChangedFieldsAdmin):
    """The complaints register, from which the published tables are computed."""

    form = ComplaintForm
    list_display = ("__str__", "source", "received_date", "resolved_date", "is_impersonation")
    list_filter = ("source", "is_impersonation", "resolved_date")
    search_fields = ("reference", "note")
    date_hierarchy = "received_date"
    ordering = ("-received_date", "-pk")

    def has_delete_permission(self, request: HttpRequest, obj: Complaint | None = None) -> bool:
        """Not in bulk, and only while the figures of the month are not final."""
        if obj is None or not super().has_delete_permission(request, obj):
            return False
        return complaints.can_be_deleted(obj, today=_today())


def _today() -> Any:
    return indian_time.day_of(timezone.now())
