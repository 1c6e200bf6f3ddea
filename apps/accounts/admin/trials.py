from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils import timezone

from apps.accounts import deadlines
from apps.accounts.models import TrialLead
from apps.core.read_only_admin import ReadOnlyAdmin


class StatusFilter(admin.SimpleListFilter):
    title = "status"
    parameter_name = "status"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("waiting", "Pending"), ("granted", "Granted"), ("lapsed", "Lapsed")]

    def queryset(self, request: HttpRequest, queryset: Any) -> Any:
        match self.value():
            case "waiting":
                return queryset.waiting_at(timezone.now())
            case "granted":
                return queryset.filter(granted_at__isnull=False)
            case "lapsed":
                return queryset.lapsed_at(timezone.now())
        return queryset


@admin.register(TrialLead)
class TrialLeadAdmin(ReadOnlyAdmin):
    """Numbers that requested the free trial: whom to call, and who has used it."""

    shows_personal_data = True
    list_display = ("asked_at", "mobile", "status", "granted_at", "person")
    list_filter = (StatusFilter,)
    list_select_related = ("person",)
    search_fields = ("mobile",)
    search_help_text = "Mobile number."
    ordering = ("-asked_at", "-id")
    date_hierarchy = "asked_at"
    fields = ("asked_at", "mobile", "status", "granted_at", "person", "address")

    @admin.display(empty_value="Erased")
    def mobile(self, lead: TrialLead) -> str | None:
        return lead.mobile or None

    @admin.display
    def status(self, lead: TrialLead) -> str:
        if lead.granted_at is not None:
            return "Granted"
        return "Lapsed" if lead.asked_at <= timezone.now() - deadlines.TRIAL_REGISTRATION else "Pending"
