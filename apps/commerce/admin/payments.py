from typing import Any, ClassVar

from django.contrib import admin

from apps.commerce.admin.records import RecordAdmin
from apps.commerce.models import Payment
from apps.commerce.templatetags.amounts import paise


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
    list_filter = ("status", "first_seen_at")
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
        return paise(payment.amount_paise)

    @admin.display(description="refunded or reserved")
    def refunded(self, payment: Any) -> str:
        return paise(payment.refunded_paise)
