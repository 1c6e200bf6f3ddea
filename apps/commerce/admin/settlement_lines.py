from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString

from apps.commerce.admin.records import RecordAdmin, link
from apps.commerce.models import SettlementLine
from apps.commerce.selectors import order_search
from apps.core.formatting import exact_price


class DifferenceFilter(admin.SimpleListFilter):
    title = "comparison with our books"
    parameter_name = "compared"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("different", "Differs")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.exclude(difference="") if self.value() == "different" else queryset


@admin.register(SettlementLine)
class SettlementLineAdmin(RecordAdmin):
    """Read-only: what differs is settled with the provider."""

    order_path = "payment__order"
    list_display = (
        "settled_at",
        "provider_line_id",
        "kind",
        "order_link",
        "amount",
        "fee",
        "net",
        "settlement_id",
        "difference",
    )
    list_display_links = ("provider_line_id",)
    list_filter = (DifferenceFilter, "kind", "settled_at")
    list_select_related = ("payment__order", "refund_attempt__payment__order")
    search_help_text = "Full settlement id, payment or refund id, UTR, order number or mobile."
    ordering = ("-settled_at", "-id")
    search_columns: ClassVar = ("provider_line_id", "settlement_id", "bank_reference")
    fields = (*list_display, "provider", "bank_reference", "tax", "currency")

    def _found(self, term: str) -> set[Any]:
        orders = order_search.find_order_ids(term)
        refunds = SettlementLine.objects.filter(refund_attempt__payment__order__in=orders)
        return super()._found(term) | set(refunds.values_list("pk", flat=True))

    @admin.display(description="order")
    def order_link(self, line: Any) -> SafeString | str:
        payment = line.refund_attempt.payment if line.refund_attempt else line.payment
        return link(payment.order, payment.order.number) if payment else "–"

    @admin.display(description="amount")
    def amount(self, line: Any) -> str:
        return exact_price(line.amount_paise)

    @admin.display(description="fee with tax")
    def fee(self, line: Any) -> str:
        return exact_price(line.fee_paise)

    @admin.display(description="tax on the fee")
    def tax(self, line: Any) -> str:
        return exact_price(line.tax_paise)

    @admin.display(description="paid out")
    def net(self, line: Any) -> str:
        return exact_price(line.net_paise)
