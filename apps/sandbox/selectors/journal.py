"""All orders, payments and refunds, for tests that reconcile against them."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from django.db.models import Count

from apps.sandbox.models import Event, Order, Payment, Refund


def build() -> Mapping[str, object]:
    refunds: dict[str, list[Mapping[str, object]]] = defaultdict(list)
    for refund in Refund.objects.order_by("created_at", "pk"):
        refunds[refund.payment_id].append(_refund(refund))
    payments: dict[str, list[Mapping[str, object]]] = defaultdict(list)
    for payment in Payment.objects.order_by("created_at", "pk"):
        payments[payment.order_id].append(_payment(payment, refunds[payment.pk]))
    event_counts = Event.objects.order_by().values_list("status").annotate(count=Count("pk"))
    return {
        "orders": [_order(order, payments[order.pk]) for order in Order.objects.order_by("created_at", "pk")],
        "webhooks": dict(event_counts),
    }


def _order(order: Order, payments: Sequence[Mapping[str, object]]) -> Mapping[str, object]:
    return {
        "id": order.pk,
        "receipt": order.receipt,
        "amount": order.amount_paise,
        "currency": order.currency,
        "status": order.status,
        "created_at": int(order.created_at.timestamp()),
        "payments": payments,
    }


def _payment(payment: Payment, refunds: Sequence[Mapping[str, object]]) -> Mapping[str, object]:
    return {
        "id": payment.pk,
        "amount": payment.amount_paise,
        "currency": payment.currency,
        "status": payment.status,
        "captured": payment.is_captured,
        "captured_amount": payment.amount_paise if payment.is_captured else 0,
        "refunded_amount": payment.refunded_paise,
        "created_at": int(payment.created_at.timestamp()),
        "refunds": refunds,
    }


def _refund(refund: Refund) -> Mapping[str, object]:
    return {
        "id": refund.pk,
        "amount": refund.amount_paise,
        "status": refund.status,
        "key": refund.key,
        "created_at": int(refund.created_at.timestamp()),
    }
