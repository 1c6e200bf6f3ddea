"""The staff screens of sales; each module registers its own when it is imported."""

from apps.commerce.admin import (
    coupons,
    disputes,
    events,
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
    "invoices",
    "ledger",
    "orders",
    "payments",
    "provider_jobs",
    "refunds",
]
