import json
from typing import Any, ClassVar

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import path
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.views.decorators.http import require_POST

from apps.commerce.admin.records import RecordAdmin, address, link
from apps.commerce.flows import webhooks
from apps.commerce.models import GatewayEvent
from apps.commerce.states import EventStatus
from apps.core.errors import DomainError


@admin.register(GatewayEvent)
class EventAdmin(RecordAdmin):
    """Webhook events. One that is still 'received' was interrupted and can be retried."""

    shows_personal_data = True
    change_form_template = "admin/commerce/event_form.html"
    list_display = ("received_at", "kind", "event_id", "status", "order_link", "handled_at", "note")
    list_display_links = ("kind",)
    list_filter = ("status", "received_at")
    list_select_related = ("order",)
    search_help_text = "Full event id, order number, mobile or provider id."
    ordering = ("-received_at", "-id")
    search_columns: ClassVar = ("event_id",)
    fields = (
        "provider",
        "event_id",
        "kind",
        "status",
        "order_link",
        "received_at",
        "handled_at",
        "retry_count",
        "retry_at",
        "note",
        "payload_json",
    )

    def get_queryset(self, request: HttpRequest) -> Any:
        rows = super().get_queryset(request)
        # Payloads are long, and lists do not show them.
        match = request.resolver_match
        return rows if match and "object_id" in match.kwargs else rows.defer("payload")

    @admin.display(description="order")
    def order_link(self, event: Any) -> SafeString | str:
        return "None" if event.order is None else link(event.order, event.order.number)

    @admin.display(description="payload")
    def payload_json(self, event: Any) -> SafeString:
        return format_html(
            '<pre class="payload">{}</pre>', json.dumps(event.payload, indent=2, ensure_ascii=False)
        )

    def get_urls(self) -> list[Any]:
        retry = self.admin_site.admin_view(require_POST(self.retry_view))
        return [
            path("<path:object_id>/retry/", retry, name="commerce_gatewayevent_retry"),
            *super().get_urls(),
        ]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        event = self.get_object_or_404(request, object_id)
        can_retry = event.status == EventStatus.RECEIVED and self.can_act(request)
        return super().change_view(request, object_id, form_url, {"can_retry": can_retry})

    def retry_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        if not self.can_act(request):
            raise PermissionDenied
        event = self.get_object_or_404(request, object_id)
        if event.status != EventStatus.RECEIVED:
            self.message_not_needed(request, "This event has already been processed.")
            return HttpResponseRedirect(address(event))
        try:
            webhooks.process_event(event=event, at=timezone.now())
        except DomainError as error:
            self.message_error(request, error)
        else:
            event.refresh_from_db()
            self.log_change(request, event, "Retried.")
            if event.order is not None:
                self.log_change(request, event.order, f"Retried the webhook event {event.kind}.")
            text = ". ".join(filter(None, [f"Processed: {event.get_status_display().lower()}", event.note]))
            self.message_user(request, f"{text}.", messages.SUCCESS)
        return HttpResponseRedirect(address(event))
