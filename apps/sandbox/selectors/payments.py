from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from apps.sandbox import ids
from apps.sandbox.models import Payment
from apps.sandbox.models.payments import PaymentQuerySet


def get(*, payment_id: str) -> Payment:
    """
    Return the payment with its order.

    :raises ProviderError: with 400, if it does not exist
    """
    payment = Payment.objects.select_related("order").filter(pk=ids.check(payment_id, "pay")).first()
    if payment is None:
        raise ids.unknown()
    return payment


def by_order(*, order_ids: Iterable[str]) -> Mapping[str, Sequence[Payment]]:
    """All payments of these orders by order id, newest first."""
    found: dict[str, list[Payment]] = defaultdict(list)
    for payment in Payment.objects.filter(order__in=order_ids).newest_first():
        found[payment.order_id].append(payment)
    return found


def filter_by(*, begins: datetime | None, ends: datetime | None) -> PaymentQuerySet:
    payments = Payment.objects.newest_first()
    if begins:
        payments = payments.filter(created_at__gte=begins)
    return payments.filter(created_at__lt=ends) if ends else payments
