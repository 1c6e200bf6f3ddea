"""Counts what happened to each payment, from the provider's journal and our database."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass

from tests.money.site_processes import SiteProcesses

_ORDERS = """
import json
from apps.accounts.models import Entitlement
from apps.commerce.models import Order
orders = Order.objects.filter(paid_at__isnull=False).select_related("paid_by", "invoice")
opened = dict(Entitlement.objects.filter(bought_by__isnull=False).values_list("bought_by", "revoked_at"))
for order in orders.prefetch_related("lines").iterator(chunk_size=500):
    lines = [line.pk for line in order.lines.all()]
    print(json.dumps([
        order.paid_by.provider_payment_id,
        f"{order.person_id} {order.item_id}",
        sum(pk in opened and opened[pk] is None for pk in lines),
        order.invoice.number,
    ]))
print(json.dumps(["", "", sum(ended is None for ended in opened.values()), ""]))
"""


_BOOKS = """
import json
from django.db import connection
from django.utils import timezone
from apps.commerce.flows import auditing
found = auditing.audit(at=timezone.now()).differences
for what, sql in {
    "captured minus refunded equals the ledger": (
        "SELECT (SELECT coalesce(sum(amount_paise), 0) FROM commerce_payment WHERE status = 'captured')"
        " - (SELECT coalesce(sum(amount_paise), 0) FROM commerce_refundattempt WHERE status = 'processed')"
        " - (SELECT coalesce(sum(paise), 0) FROM commerce_ledgerentry WHERE account = 'gateway')"
    ),
    "each discount has a coupon use": (
        "SELECT count(*) FROM commerce_order o LEFT JOIN commerce_couponuse u ON u.order_id = o.id"
        " WHERE o.discount_paise > 0 AND u.id IS NULL"
    ),
    "refunds do not exceed the payment": (
        "SELECT count(*) FROM (SELECT p.id FROM commerce_payment p"
        " JOIN commerce_refundattempt a ON a.payment_id = p.id AND a.status = 'processed'"
        " GROUP BY p.id, p.amount_paise HAVING sum(a.amount_paise) > p.amount_paise) AS more"
    ),
    "nobody who left is named": (
        "SELECT (SELECT count(*) FROM commerce_invoice WHERE CAST(content AS text) LIKE '%A leaver%')"
        " + (SELECT count(*) FROM commerce_creditnote WHERE CAST(content AS text) LIKE '%A leaver%')"
    ),
    "nobody who left has paid": (
        "SELECT count(*) FROM commerce_order o JOIN accounts_user u ON u.id = o.person_id"
        " WHERE u.erased_at IS NOT NULL AND o.status = 'paid'"
    ),
}.items():
    with connection.cursor() as cursor:
        cursor.execute(sql)
        (wrong,) = cursor.fetchone()
    if wrong:
        found.append(f"{what}: {wrong}")
print(json.dumps(found))
"""


@dataclass
class Count:
    captured: int = 0
    fulfilled: int = 0
    refunded: int = 0
    lost: int = 0
    doubled: int = 0

    @property
    def is_right(self) -> bool:
        return self.lost == self.doubled == 0 and self.captured == self.fulfilled + self.refunded

    def __str__(self) -> str:
        return (
            f"{self.captured} captured, {self.fulfilled} fulfilled once, {self.refunded} refunded, "
            f"{self.lost} lost, {self.doubled} doubled"
        )


def count(site: SiteProcesses) -> Count:
    """
    Lost: a payment that gave no access and was not refunded.

    Doubled: one that did both, an item that the same buyer paid for twice, and access without payment.
    """
    *rows, (_, _, opened, _) = [json.loads(line) for line in site.shell(_ORDERS).splitlines()]
    access = {payment: count for payment, _, count, _ in rows}
    items = Counter(item for _, item, count, _ in rows if count)
    numbers = {number for _, _, _, number in rows}
    total = Count()
    for payment in (payment for order in site.journal() for payment in order["payments"]):
        if not payment["captured"]:
            continue
        total.captured += 1
        is_open, is_refunded = access.get(payment["id"], 0), payment["refunded_amount"] == payment["amount"]
        total.fulfilled += bool(is_open and not is_refunded)
        total.refunded += bool(is_refunded and not is_open)
        total.lost += not is_open and not is_refunded
        total.doubled += bool(is_open and is_refunded) or is_open > 1
    total.doubled += sum(times - 1 for times in items.values())
    total.doubled += (opened - sum(access.values())) + (len(rows) - len(numbers))
    return total


def differences(site: SiteProcesses) -> list[str]:
    """The differences that `verify_books` finds, and what SQL of our own does."""
    return list(json.loads(site.shell(_BOOKS).splitlines()[-1]))
