from datetime import datetime
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from apps.core.read_only_admin import ReadOnlyAdmin
from apps.support.admin.threads import datetime_text
from apps.support.models import LockedGrievance


@admin.register(LockedGrievance)
class LockedGrievanceAdmin(ReadOnlyAdmin):
    """Grievances of deleted accounts, as they were. For the regulator, until five years after the closing."""

    shows_personal_data = True
    list_display = ("__str__", "locked_at", "state", "closed_at")
    list_select_related = ("ticket",)
    search_fields = ("=ticket__number",)
    fields = ("ticket", "locked_at", "sender", "subject", "message", "conversation", "escalation")
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
    def sender(self, row: LockedGrievance) -> str:
        return ", ".join(filter(None, (row.content[name] for name in ("name", "mobile", "email"))))

    @admin.display
    def subject(self, row: LockedGrievance) -> SafeString:
        return _written(row.content["subject"])

    @admin.display
    def message(self, row: LockedGrievance) -> SafeString:
        return _written(row.content["message"])

    @admin.display
    def conversation(self, row: LockedGrievance) -> SafeString:
        """Replies and notes by their times, which sort as texts of ISO 8601."""
        entries = [
            *((reply["at"], _writer(reply), _text(reply)) for reply in row.content["replies"]),
            *((note["at"], "Note", note["text"]) for note in row.content["notes"]),
        ]
        return format_html_join(
            "",
            "<p><b>{}</b> {}</p>{}",
            (
                (writer, datetime_text(datetime.fromisoformat(at)), _written(text))
                for at, writer, text in sorted(entries)
            ),
        )

    @admin.display
    def escalation(self, row: LockedGrievance) -> SafeString:
        return _written(row.content["escalation"])


def _writer(reply: dict[str, Any]) -> str:
    if reply["fromUs"]:
        return "Our reply"
    return "The person, by a link that proves nothing" if reply["byLink"] else "The person"


def _text(reply: dict[str, Any]) -> str:
    names = ", ".join(reply["attachments"])
    return f"{reply['text']}\nAttached: {names}" if names else reply["text"]


def _written(text: str) -> SafeString:
    return format_html('<div class="written" dir="auto">{}</div>', text)
