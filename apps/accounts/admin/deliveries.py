from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from apps.accounts import message_texts
from apps.accounts.models import Delivery
from apps.accounts.selectors import message_log
from apps.accounts.states import VIEW_ALL_DELIVERIES, VIEW_DELIVERIES_OF, VIEW_MESSAGE_TEXT
from apps.core.formatting import words_of
from apps.core.read_only_admin import ReadOnlyAdmin


class TemplateFilter(admin.SimpleListFilter):
    """By template. The names come from the registered texts, so the log is not searched for them."""

    title = "template"
    parameter_name = "template"

    def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, str]]:
        return [(key, words_of(key)) for key in message_texts.template_keys()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Delivery]) -> QuerySet[Delivery]:
        key = self.value()
        return queryset.filter(template=key) if key else queryset


@admin.register(Delivery)
class DeliveryAdmin(ReadOnlyAdmin):
    """
    Who got which message, by which way and when, or why not; of those that concern the staff member.

    Kept for a year. Texts need a permission of their own, and have neither login codes nor keys of links.
    """

    shows_personal_data = True
    list_display = ("created_at", "to", "person", "message", "channel", "status", "reason")
    list_display_links = ("created_at",)
    list_filter = ("status", "channel", TemplateFilter)
    list_select_related = ("person",)
    linked_lookups = ("person__id__exact",)
    search_fields = ("=to", "=person__mobile", "=person__email")
    search_help_text = "A complete mobile number or email address."
    ordering = ("-created_at", "-id")
    date_hierarchy = "created_at"
    fields = (
        "created_at",
        "person",
        "to",
        "message",
        "channel",
        "subject",
        "text",
        "status",
        "reason",
        "ended_at",
        "provider_id",
        "key",
    )
    show_full_result_count = False

    @admin.display(description="message", ordering="template")
    def message(self, delivery: Delivery) -> str:
        return words_of(delivery.template)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return any(map(request.user.has_perm, (VIEW_ALL_DELIVERIES, *VIEW_DELIVERIES_OF.values())))

    def get_queryset(self, request: HttpRequest) -> QuerySet[Delivery]:
        return message_log.visible_to(staff=request.user).newest_first()

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        hidden = () if request.user.has_perm(VIEW_MESSAGE_TEXT) else ("subject", "text")
        return [name for name in self.fields if name not in hidden]
