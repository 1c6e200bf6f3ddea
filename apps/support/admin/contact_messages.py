from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timesince import timesince

from apps.support import deadlines
from apps.support.admin.threads import SUBMISSION_FIELDS, AssigneeFilter, ThreadAdmin, staff_of
from apps.support.models import ContactMessage
from apps.support.services import contacts


@admin.register(ContactMessage)
class ContactMessageAdmin(ThreadAdmin):
    """Messages of the contact form, unanswered ones first."""

    list_display = (
        "number",
        "waiting",
        "name",
        "subject",
        "received",
        "assignee",
        "answered_at",
        "is_suspect",
    )
    list_filter = (AssigneeFilter, ("answered_at", admin.EmptyFieldListFilter), "is_suspect")
    linked_lookups = ("waiting_since__lt",)
    search_fields = ("number", "name", "mobile", "email", "subject")
    date_hierarchy = "received_at"
    actions = (*ThreadAdmin.actions, "mark_answered")
    fields = (*SUBMISSION_FIELDS, "assignee", "is_suspect", "waiting", "answered_at", "answered_by")
    readonly_fields = fields

    @admin.display(description="waits for", ordering="waiting_since")
    def waiting(self, message: ContactMessage) -> SafeString | str:
        if message.answered_at is not None or message.is_suspect:
            return "–"
        now, text = timezone.now(), timesince(message.waiting_since, depth=1)
        is_late = message.waiting_since < now - deadlines.CONTACT_REPLY
        return format_html('<strong class="overdue">{}</strong>', text) if is_late else text

    @admin.action(description="Mark as answered", permissions=["work"])
    def mark_answered(self, request: HttpRequest, queryset: Any) -> None:
        count = contacts.mark_answered(
            message_ids=list(queryset.values_list("pk", flat=True)),
            by=staff_of(request),
            at=timezone.now(),
        )
        self.message_user(request, f"{count} marked as answered.")
