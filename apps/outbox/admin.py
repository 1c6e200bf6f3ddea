from collections import Counter
from collections.abc import Iterator
from typing import Any

from django.contrib import admin
from django.contrib import messages as admin_messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from apps.core.errors import DomainError
from apps.core.formatting import words_of
from apps.core.read_only_admin import ReadOnlyAdmin
from apps.outbox.models import Message
from apps.outbox.services import messages


class KindFilter(admin.AllValuesFieldListFilter):
    def choices(self, changelist: Any) -> Iterator[Any]:
        for choice in super().choices(changelist):
            yield {**choice, "display": words_of(str(choice["display"]))}


@admin.register(Message)
class MessageAdmin(ReadOnlyAdmin):
    """Outbox messages. The payload is not shown, because it may contain a login OTP."""

    shows_personal_data = True
    list_display = ("created_at", "job", "status", "attempts", "due_at", "sent_at", "last_error")
    list_filter = ("status", ("kind", KindFilter))
    search_fields = ("=id", "kind", "last_error")
    ordering = ("-created_at", "-id")
    date_hierarchy = "created_at"
    linked_lookups = ("due_at__lt", "due_at__gte")
    fields = (
        "job",
        "status",
        "attempts",
        "created_at",
        "due_at",
        "lease_until",
        "expires_at",
        "sent_at",
        "last_error",
    )
    actions = ("send_again",)

    @admin.display(description="kind", ordering="kind")
    def job(self, message: Message) -> str:
        return words_of(message.kind)

    def has_send_again_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("outbox.change_message")

    @admin.action(description="Send again", permissions=["send_again"])
    def send_again(self, request: HttpRequest, queryset: QuerySet[Message]) -> None:
        # Evaluated first: a requeued message no longer matches a changelist filtered by status.
        ids = list(queryset.values_list("pk", flat=True))
        refusals: Counter[str] = Counter()
        for message_id in ids:
            try:
                messages.send_again(message_id=message_id, now=timezone.now())
            except DomainError as error:
                refusals[error.message] += 1
        self._report(request, done=len(ids) - refusals.total(), refusals=refusals)

    def _report(self, request: HttpRequest, *, done: int, refusals: Counter[str]) -> None:
        if done:
            self.message_user(request, f"Sent again: {done}.", admin_messages.SUCCESS)
        for reason, count in refusals.items():
            self.message_user(request, f"Not sent again: {count}. {reason}", admin_messages.WARNING)
