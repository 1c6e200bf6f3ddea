from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from apps.commerce.admin.records import RecordAdmin
from apps.commerce.models import Payment
from apps.core.formatting import exact_price


class PayoutFilter(admin.SimpleListFilter):
    title = "payout"
    parameter_name = "payout"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("late", "Not paid out in time")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if self.value() != "late":
            return queryset
        return queryset.filter(pk__in=Payment.objects.not_paid_out(at=timezone.now()).values("pk"))


@admin.register(Payment)
class PaymentAdmin(RecordAdmin):
    list_display = (
        "first_seen_at",
        "provider_payment_id",
        "order_link",
        "amount",
        "status",
        "captured_at",
        "refunded",
    )
    list_filter = ("status", PayoutFilter, "first_seen_at")
    list_select_related = ("order",)
    search_help_text = "Full payment id, order number, provider order id or mobile."
    ordering = ("-first_seen_at", "-id")
    search_columns: ClassVar = ("provider_payment_id",)
    fields = (
        "provider_payment_id",
        "order_link",
        "amount",
        "currency",
        "status",
        "first_seen_at",
        "captured_at",
        "refunded",
    )

    @admin.display(description="amount")
    def amount(self, payment: Any) -> str:
        return exact_price(payment.amount_paise)

    @admin.display(description="refunded or reserved")
    def refunded(self, payment: Any) -> str:
        return exact_price(payment.refunded_paise)
