from typing import Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.http import HttpRequest
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from apps.core import indian_time
from apps.core.changed_fields import ChangedFieldsAdmin
from apps.support.admin.threads import AssigneeFilter, days, days_left, staff_of
from apps.support.models import Complaint
from apps.support.selectors import staff
from apps.support.services import complaints

_COLUMNS = (
    "source",
    "reference",
    "received_date",
    "due_date",
    "assignee",
    "resolved_date",
    "is_impersonation",
    "note",
)
_CORRECTION = "support.correct_complaints"


class ComplaintForm(forms.ModelForm):
    class Meta:
        model = Complaint
        fields = _COLUMNS

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if "assignee" in self.fields:
            self.fields["assignee"].queryset = staff.who_may_work_on(Complaint)  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if self.errors:
            return data
        before = Complaint.objects.filter(pk=self.instance.pk).first()
        after = Complaint(**{name: data[name] for name in _COLUMNS})
        if after.due_date and after.due_date < after.received_date:
            self.add_error("due_date", "It cannot be due before it was received.")
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


class OverdueFilter(admin.SimpleListFilter):
    title = "reply"
    parameter_name = "reply"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("overdue", "Overdue"), ("open", "Open")]

    def queryset(self, request: HttpRequest, queryset: Any) -> Any:
        if self.value() == "overdue":
            return queryset.overdue(today=indian_time.today())
        return queryset.filter(resolved_date__isnull=True) if self.value() == "open" else queryset


@admin.register(Complaint)
class ComplaintAdmin(ChangedFieldsAdmin):
    """The register, from which the published tables are computed. Grievances enter it by themselves."""

    form = ComplaintForm
    list_display = ("__str__", "source", "received_date", "time_left", "assignee", "resolved_date")
    list_filter = (OverdueFilter, AssigneeFilter, "source", "is_impersonation", "resolved_date")
    list_select_related = ("assignee",)
    search_fields = ("reference", "note")
    date_hierarchy = "received_date"
    ordering = ("-received_date", "-pk")

    class Media:
        css: ClassVar = {"all": ["brand/tickets.css"]}

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        # A field that is declared is in a form whatever `fields` says, so each has a form of its own.
        form = CorrectionForm if request.user.has_perm(_CORRECTION) else ComplaintForm
        return super().get_form(request, obj, change=change, **{**kwargs, "form": form})

    @admin.display(description="age and time to reply", ordering="due_date")
    def time_left(self, row: Complaint) -> SafeString | str:
        if row.resolved_date is not None or row.due_date is None:
            return "Closed" if row.resolved_date else "–"
        age = (indian_time.today() - row.received_date).days
        return format_html("{} {} old; {}", age, days(age), days_left(row.due_date))

    def save_model(self, request: HttpRequest, obj: Complaint, form: Any, change: bool) -> None:
        if not change and obj.assignee is None:
            obj.assignee = staff_of(request)
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
