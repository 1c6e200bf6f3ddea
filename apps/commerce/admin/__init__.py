"""The staff screens of sales; each module registers its own when it is imported."""

from apps.commerce.admin import (
    coupons,
    disputes,
    events,
    ledger,
    orders,
    papers,
    payments,
    provider_jobs,
    refunds,
)

__all__ = [
    "coupons",
    "disputes",
    "events",
    "ledger",
    "orders",
    "papers",
    "payments",
    "provider_jobs",
    "refunds",
]
