"""The admin of sales. Each module registers its own classes on import."""

from apps.commerce.admin import (
    coupon_batches,
    coupons,
    disputes,
    events,
    gst_rates,
    invoices,
    ledger,
    orders,
    payments,
    provider_jobs,
    refund_requests,
    refunds,
    settlement_lines,
)

__all__ = [
    "coupon_batches",
    "coupons",
    "disputes",
    "events",
    "gst_rates",
    "invoices",
    "ledger",
    "orders",
    "payments",
    "provider_jobs",
    "refund_requests",
    "refunds",
    "settlement_lines",
]
