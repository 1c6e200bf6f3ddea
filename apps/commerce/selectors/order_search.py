"""Finding orders by any of their numbers and ids."""

from collections.abc import Iterator
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from apps.accounts.selectors import people_search
from apps.commerce.models import CreditNote, Invoice, Order, OrderLine, Payment, Refund, RefundAttempt
from apps.core import ids


def find_order_ids(text: str) -> set[UUID]:
    """
    By order number, mobile, provider id or document number: exact and case-insensitive.

    One lookup per index, in one query; a single OR condition would scan the whole table.
    """
    name = "".join(text.split())
    if not name:
        return set()
    first, *others = _lookups(name)
    return set(first.union(*others, all=True))


def _lookups(name: str) -> "Iterator[QuerySet[Any, UUID]]":
    number = name.upper()
    spellings = (number, f"RA-{number}", f"RA-{number.removeprefix('RA')}")
    yield _order_ids(Order.objects.filter(number__in=spellings), "pk")
    yield _order_ids(Order.objects.filter(provider_order_id=name), "pk")
    yield _order_ids(Payment.objects.filter(provider_payment_id=name), "order")
    yield _order_ids(RefundAttempt.objects.filter(provider_refund_id=name), "payment__order")
    yield _order_ids(Invoice.objects.filter(number=number), "order")
    yield _order_ids(CreditNote.objects.filter(number=number), "refund__order")
    mobile = people_search.complete_number(name)
    if mobile:
        yield _order_ids(Order.objects.filter(person__mobile=mobile), "pk")
    identity = ids.parse(name)
    if identity is not None:
        yield _order_ids(Order.objects.filter(pk=identity), "pk")
        # `verify_books` reports these ids.
        yield _order_ids(OrderLine.objects.filter(pk=identity), "order")
        yield _order_ids(Refund.objects.filter(pk=identity), "order")


def _order_ids(rows: "QuerySet[Any]", column: str) -> "QuerySet[Any, UUID]":
    return rows.order_by().values_list(column, flat=True)
