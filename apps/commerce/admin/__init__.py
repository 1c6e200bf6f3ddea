"""The staff screens of sales; each module registers its own when it is imported."""

from apps.commerce.admin import coupons, events, ledger, orders, papers, payments, refunds

__all__ = ["coupons", "events", "ledger", "orders", "papers", "payments", "refunds"]
