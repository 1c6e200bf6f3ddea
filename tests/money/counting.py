"""What became of each payment, counted from the provider's journal and our database."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass

from tests.money.world import World

_OURS = """
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
found = auditing.run(at=timezone.now()).differences
for what, sql in {
    "captured less returned is what the ledger has": (
        "SELECT (SELECT coalesce(sum(amount_paise), 0) FROM commerce_payment WHERE status = 'captured')"
        " - (SELECT coalesce(sum(amount_paise), 0) FROM commerce_refundattempt WHERE status = 'processed')"
        " - (SELECT coalesce(sum(paise), 0) FROM commerce_ledgerentry WHERE account = 'gateway')"
    ),
    "a discount has its use": (
        "SELECT count(*) FROM commerce_order o LEFT JOIN commerce_couponuse u ON u.order_id = o.id"
        " WHERE o.discount_paise > 0 AND u.id IS NULL"
    ),
    "no more is returned than came": (
        "SELECT count(*) FROM (SELECT p.id FROM commerce_payment p"
        " JOIN commerce_refundattempt a ON a.payment_id = p.id AND a.status = 'processed'"
        " GROUP BY p.id, p.amount_paise HAVING sum(a.amount_paise) > p.amount_paise) AS more"
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


def count(world: World) -> Count:
    """
    Lost is a payment that opened nothing and did not go back.

    Doubled is one that did both, a thing that the same person paid for twice, and what opened unpaid.
    """
    *rows, (_, _, opened, _) = [json.loads(line) for line in world.shell(_OURS).splitlines()]
    opens = {payment: stands for payment, _, stands, _ in rows}
    things = Counter(thing for _, thing, stands, _ in rows if stands)
    numbers = {number for _, _, _, number in rows}
    found = Count()
    for payment in (payment for order in world.journal() for payment in order["payments"]):
        if not payment["captured"]:
            continue
        found.captured += 1
        is_open, is_back = opens.get(payment["id"], 0), payment["refunded_amount"] == payment["amount"]
        found.fulfilled += bool(is_open and not is_back)
        found.refunded += bool(is_back and not is_open)
        found.lost += not is_open and not is_back
        found.doubled += bool(is_open and is_back) or is_open > 1
    found.doubled += sum(times - 1 for times in things.values())
    found.doubled += (opened - sum(opens.values())) + (len(rows) - len(numbers))
    return found


def differences(world: World) -> list[str]:
    """What `verify_books` names, and what three sums of our own do."""
    return list(json.loads(world.shell(_BOOKS).splitlines()[-1]))
