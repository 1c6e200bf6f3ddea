from typing import Any

from django import forms
from django.contrib import admin, messages
from django.http import HttpRequest
from django.utils import timezone

from apps.core import indian_time
from apps.core.changed_fields import ChangedFieldsAdmin
from apps.support.admin.threads import staff_of
from apps.support.models import Complaint
from apps.support.services import complaints

_COLUMNS = ("source", "reference", "received_date", "resolved_date", "is_impersonation", "note")
_CORRECTION = "support.correct_complaints"


class ComplaintForm(forms.ModelForm):
    class Meta:
        model = Complaint
        fields = _COLUMNS

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if self.errors:
            return data
        before = Complaint.objects.filter(pk=self.instance.pk).first()
        after = Complaint(**{name: data[name] for name in _COLUMNS})
        errors = complaints.validate(
            before=before,
            after=after,
            today=indian_time.today(),
            is_correction=bool(data.get("correction_reason")),
        )
        for field, error in errors.items():
            self.add_error(field, error)
        return data


class CorrectionForm(ComplaintForm):
    """For who may correct final figures."""

    correction_reason = forms.CharField(
        max_length=500,
        required=False,
        help_text="Only to correct final figures: what was wrong. Kept with the figures before and after.",
    )


@admin.register(Complaint)
class ComplaintAdmin(ChangedFieldsAdmin):
    """The register, from which the published tables are computed. Grievances enter it by themselves."""

    form = ComplaintForm
    list_display = ("__str__", "source", "received_date", "resolved_date", "is_impersonation")
    list_filter = ("source", "is_impersonation", "resolved_date")
    search_fields = ("reference", "note")
    date_hierarchy = "received_date"
    ordering = ("-received_date", "-pk")

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        # A field that is declared is in a form whatever `fields` says, so each has a form of its own.
        form = CorrectionForm if request.user.has_perm(_CORRECTION) else ComplaintForm
        return super().get_form(request, obj, change=change, **{**kwargs, "form": form})

    def save_model(self, request: HttpRequest, obj: Complaint, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        reason = form.cleaned_data.get("correction_reason")
        if not reason:
            return
        corrected = complaints.record_corrections(reason=reason, by=staff_of(request), at=timezone.now())
        if corrected:
            months = ", ".join(str(correction.month) for correction in corrected)
            self.message_user(request, f"Published figures corrected: {months}.", messages.WARNING)

    def has_delete_permission(self, request: HttpRequest, obj: Complaint | None = None) -> bool:
        """Not in bulk, and only while the figures of the month are not final."""
        if obj is None or not super().has_delete_permission(request, obj):
            return False
        return complaints.can_be_deleted(obj, today=indian_time.today())
