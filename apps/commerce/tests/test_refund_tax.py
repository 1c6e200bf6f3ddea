"""Refunds line by line take back just the tax that the invoice has, head by head."""

from collections import Counter
from itertools import permutations
from typing import Any

import pytest
from django.utils import timezone

from apps.commerce.flows import enrolling
from apps.commerce.models import Cart, CreditNote, Invoice, LedgerEntry, Order
from apps.commerce.services import carts, refunds, settlement
from apps.commerce.services.settlement import Facts
from apps.commerce.tests.colleagues import colleague
from apps.commerce.tests.fake_provider import FakeProvider
from apps.commerce.tests.seats import SeatSellable, show_of
from apps.commerce.tests.shop import Shop
from apps.core import supplier
from apps.core.testing.fixtures import Person

pytestmark = pytest.mark.django_db(transaction=True)


def tax_in(contents: Any) -> Counter[str]:
    found: Counter[str] = Counter()
    for content in contents:
        found.update({line["name"]: line["paise"] for line in content["tax_lines"]})
    return found


@pytest.mark.parametrize("turns", list(permutations(range(3))))
def test_three_refunds_of_odd_paise_take_back_what_the_invoice_has(
    shop: Shop, provider: FakeProvider, seats: SeatSellable, member: Person, turns: tuple[int, ...]
) -> None:
    now = timezone.now()
    request = {"id": str(show_of(3).pk), "seats": 3}
    cart = carts.fill(
        person=member.user,
        kind=seats.kind,
        request=request,
        billing_details={"state": supplier.current().state},
        at=now,
    )
    coupon = shop.coupon("ODD", kind="flat", flat_paise=17)
    Cart.objects.filter(pk=cart.pk).update(coupon=coupon, discount_paise=17)
    order = enrolling.enroll(person=member.user, kind=seats.kind, cart_id=cart.pk, at=now)
    payment = provider.capture(str(order.provider_order_id))
    settlement.settle(order_id=order.pk, facts=Facts(payments=[payment]), at=now)
    lines = list(Order.objects.get().lines.all())
    assert [line.tax_paise % 2 for line in lines].count(1) == 2

    for place in turns:
        refunds.refund_as_staff(
            order_id=order.pk,
            line_ids=[lines[place].pk],
            reason="Asked for",
            by=colleague(),
            release_coupon=False,
            at=now,
        )
    (invoice,) = Invoice.objects.all()
    assert tax_in([invoice.content]) == {"CGST": 2698, "SGST": 2698}
    assert tax_in(CreditNote.objects.values_list("content", flat=True)) == {"CGST": 2698, "SGST": 2698}
    heads = LedgerEntry.objects.filter(account__in=("cgst", "sgst", "sales"))
    sums: Counter[str] = Counter()
    for account, paise in heads.values_list("account", "paise"):
        sums[account] += paise
    assert set(sums.values()) == {0}
