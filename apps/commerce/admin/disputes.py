from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest

from apps.commerce.admin.records import RecordAdmin
from apps.commerce.models import Dispute
from apps.core.formatting import exact_price, words_of


class DisputedFilter(admin.SimpleListFilter):
    """Orders with a dispute, or with an open one."""

    title = "dispute"
    parameter_name = "disputed"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("open", "Open"), ("any", "Any")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        found = Dispute.objects.undecided() if self.value() == "open" else Dispute.objects.all()
        if self.value() not in ("open", "any"):
            return queryset
        return queryset.filter(Exists(found.filter(order=OuterRef("pk"))))


@admin.register(Dispute)
class DisputeAdmin(RecordAdmin):
    """Read-only: staff respond to disputes in the provider's dashboard."""

    list_display = (
        "opened_at",
        "provider_dispute_id",
        "order_link",
        "amount",
        "status",
        "respond_by",
        "stage",
        "reason",
    )
    list_display_links = ("provider_dispute_id",)
    list_filter = ("status", "opened_at")
    list_select_related = ("order",)
    search_help_text = "Full dispute id, payment id, order number or mobile."
    ordering = ("-opened_at", "-id")
    search_columns: ClassVar = ("provider_dispute_id", "provider_payment_id")
    fields = (*list_display, "provider_payment_id", "currency", "deducted", "status_at")

    @admin.display(description="amount")
    def amount(self, dispute: Any) -> str:
        return exact_price(dispute.amount_paise)

    @admin.display(description="phase")
    def stage(self, dispute: Any) -> str:
        return words_of(dispute.phase)

    @admin.display(description="reason")
    def reason(self, dispute: Any) -> str:
        return words_of(dispute.reason_code)

    @admin.display(description="deducted")
    def deducted(self, dispute: Any) -> str:
        return exact_price(dispute.deducted_paise)
