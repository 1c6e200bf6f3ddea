import json
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString

from apps.core.read_only_admin import ReadOnlyAdmin
from apps.support.models import LockedGrievance


@admin.register(LockedGrievance)
class LockedGrievanceAdmin(ReadOnlyAdmin):
    """Grievances of deleted accounts, as they were. For the regulator, until five years after the closing."""

    shows_personal_data = True
    list_display = ("__str__", "locked_at", "state", "closed_at")
    list_select_related = ("ticket",)
    search_fields = ("=ticket__number",)
    fields = ("ticket", "locked_at", "as_it_was")
    readonly_fields = fields

    class Media:
        css = {"all": ["brand/tickets.css"]}

    def get_queryset(self, request: HttpRequest) -> QuerySet[LockedGrievance]:
        return super().get_queryset(request).select_related("ticket")

    @admin.display(description="status")
    def state(self, row: LockedGrievance) -> str:
        return row.ticket.get_state_display()

    @admin.display(description="closed")
    def closed_at(self, row: LockedGrievance) -> Any:
        return row.ticket.closed_at

    @admin.display
    def as_it_was(self, row: LockedGrievance) -> SafeString:
        text = json.dumps(row.content, indent=2, ensure_ascii=False)
        return format_html('<div class="written" dir="auto">{}</div>', text)
