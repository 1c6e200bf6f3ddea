"""Compares payments with the orders that they paid."""

from collections.abc import Iterator

from django.db.models import F, Q

from apps.commerce.models import Order
from apps.commerce.selectors.books.iteration import batches
from apps.commerce.states import PaymentStatus
from apps.core.money import CURRENCY


def differences() -> Iterator[str]:
    for wrong, what in _RULES:
        rows = Order.objects.filter(wrong, paid_by__isnull=False).order_by("pk")
        names = rows.values_list("number", "paid_by__provider_payment_id")
        for number, payment in batches(names):
            yield f"Order {number} was paid by {payment}, which {what}."


_RULES: tuple[tuple[Q, str], ...] = (
    (~Q(paid_by__order=F("pk")), "is a payment of another order"),
    (~Q(paid_by__status=PaymentStatus.CAPTURED), "was never captured"),
    (~Q(paid_by__captured_at=F("paid_at")), "was captured at another time"),
    (
        ~Q(paid_by__amount_paise=F("bill_paise")) | ~Q(paid_by__currency=CURRENCY),
        "is not of its amount and currency",
    ),
)
