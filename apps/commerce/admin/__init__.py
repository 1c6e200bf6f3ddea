"""The admin of sales. Each module registers its own classes on import."""

from apps.commerce.admin import (
    coupons,
    disputes,
    events,
    gst_rates,
    invoices,
    ledger,
    orders,
    payments,
    provider_jobs,
    refunds,
)

__all__ = [
    "coupons",
    "disputes",
    "events",
    "gst_rates",
    "invoices",
    "ledger",
    "orders",
    "payments",
    "provider_jobs",
    "refunds",
]
