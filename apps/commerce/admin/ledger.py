from typing import Any

from django.contrib import admin

from apps.commerce.admin.records import RecordAdmin
from apps.commerce.models import LedgerEntry
from apps.core.formatting import exact_price


@admin.register(LedgerEntry)
class LedgerAdmin(RecordAdmin):
    """Double-entry: all entries of a cause sum to zero."""

    list_display = ("at", "cause", "account", "amount", "order_link")
    list_filter = ("account", "at")
    list_select_related = ("order",)
    search_help_text = "Full order number, mobile, provider id or cause."
    ordering = ("-at", "cause", "id")
    search_columns = ("cause",)
    fields = ("at", "cause", "account", "amount", "order_link")

    @admin.display(description="amount")
    def amount(self, entry: Any) -> str:
        return exact_price(entry.paise)
