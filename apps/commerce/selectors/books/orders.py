"""Compares orders with their carts, statuses and invoices."""

from collections.abc import Iterator

from django.conf import settings
from django.db.models import F, Q

from apps.commerce.pricing import MINIMUM_BILL_PAISE
from apps.commerce.selectors.books.iteration import violations
from apps.commerce.states import OrderStatus
from apps.core import sellables

_IS_PAID = Q(paid_at__isnull=False)


def differences() -> Iterator[str]:
    kinds = [sellable.kind for sellable in sellables.all_kinds()]
    yield from violations(
        [
            *_RULES,
            (~Q(kind__in=kinds), "is of a kind that nobody sells"),
            (~Q(provider__in=list(settings.PAYMENT_GATEWAYS)), "is of a provider that is not configured"),
        ]
    )


_RULES: tuple[tuple[Q, str], ...] = (
    (~Q(person=F("cart__person")), "belongs to another person than its cart"),
    (~Q(kind=F("cart__kind")) | ~Q(item_id=F("cart__item_id")), "is of another thing than its cart"),
    (
        _IS_PAID & (Q(cart__closed_at__isnull=True) | ~Q(cart__closed_at=F("paid_at"))),
        "is paid, and its cart was not closed then",
    ),
    (_IS_PAID & Q(released_at__isnull=False), "is paid, and gave back what it held"),
    (Q(status=OrderStatus.EXPIRED, released_at__isnull=True), "is expired, and still holds what it held"),
    (
        Q(status=OrderStatus.PLACED, provider_order_id__isnull=False)
        | Q(status=OrderStatus.AWAITING, provider_order_id__isnull=True),
        "is awaiting a payment, and whether the provider knows it is in doubt",
    ),
    # A bill under one rupee is waived without a coupon.
    (
        Q(discount_paise__gt=0, coupon__isnull=True, price_paise__gte=MINIMUM_BILL_PAISE),
        "has a discount and no coupon",
    ),
    (Q(coupon__isnull=True) & ~Q(coupon_code=""), "names a coupon that it does not have"),
    (Q(coupon__isnull=False, coupon_code=""), "does not name the coupon that it has"),
    (_IS_PAID & Q(invoice__isnull=True), "is paid and has no invoice"),
    (Q(paid_at__isnull=True, invoice__isnull=False), "has an invoice and was never paid"),
    (_IS_PAID & Q(bill_paise=0, paid_by__isnull=False), "costs nothing and names a payment"),
    (Q(billing={}, person__erased_at__isnull=True), "has no billing, and its buyer's account is not erased"),
    (Q(paid_at__isnull=True, paid_by__isnull=False), "names a payment and was never paid"),
)
