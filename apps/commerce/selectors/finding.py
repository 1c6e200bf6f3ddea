"""Finding orders by whatever a buyer, a bank or the provider names them."""

from collections.abc import Iterator
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from apps.commerce.models import CreditNote, Invoice, Order, OrderLine, Payment, Refund, RefundAttempt
from apps.core import ids


def orders_known_as(text: str) -> set[UUID]:
    """
    By number, mobile, or an id of the provider's, or the number of a paper: exact, whatever its case.

    Each is a look into its own index; one condition over all of them would read the whole table.
    """
    name = "".join(text.split())
    return {order_id for rows in _ways(name) for order_id in rows} if name else set()


def _ways(name: str) -> "Iterator[QuerySet[Any, UUID]]":
    number = name.upper()
    yield _orders(Order.objects.filter(number__in=(number, f"RA-{number}")), "pk")
    yield _orders(Order.objects.filter(provider_order_id=name), "pk")
    yield _orders(Payment.objects.filter(provider_payment_id=name), "order")
    yield _orders(RefundAttempt.objects.filter(provider_refund_id=name), "payment__order")
    yield _orders(Invoice.objects.filter(number=number), "order")
    yield _orders(CreditNote.objects.filter(number=number), "refund__order")
    mobile = name.removeprefix("+91")
    if mobile.isdecimal():
        yield _orders(Order.objects.filter(person__mobile=mobile), "pk")
    identity = ids.parsed(name)
    if identity is not None:
        yield _orders(Order.objects.filter(pk=identity), "pk")
        # By these the books name what differs.
        yield _orders(OrderLine.objects.filter(pk=identity), "order")
        yield _orders(Refund.objects.filter(pk=identity), "order")


def _orders(rows: "QuerySet[Any]", column: str) -> "QuerySet[Any, UUID]":
    return rows.order_by().values_list(column, flat=True)
