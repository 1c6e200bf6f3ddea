"""What the provider pays out to the bank: each day at ten what was captured two days before."""

import hashlib
from datetime import date, datetime, time, timedelta
from itertools import chain
from zoneinfo import ZoneInfo

from apps.sandbox import serializers
from apps.sandbox.models import Payment, Refund
from apps.sandbox.states import RefundStatus

_INDIA = ZoneInfo("Asia/Kolkata")
_CYCLE = timedelta(days=2)


def lines(*, day: date, at: datetime) -> list[dict[str, object]]:
    """Empty for a day that is still to come."""
    settled_at = datetime.combine(day, time(10), tzinfo=_INDIA)
    if settled_at > at:
        return []
    begins = datetime.combine(day - _CYCLE, time.min, tzinfo=_INDIA)
    paid = {"created_at__gte": begins, "created_at__lt": begins + timedelta(days=1)}
    payments = Payment.objects.filter(**paid, is_captured=True).order_by("created_at", "pk")
    refunds = Refund.objects.filter(**paid, payment__is_captured=True, status=RefundStatus.PROCESSED)
    settlement = {
        "settled": True,
        "on_hold": False,
        "settled_at": int(settled_at.timestamp()),
        "settlement_id": f"setl_{hashlib.sha256(str(day).encode()).hexdigest()[:14]}",
        "settlement_utr": f"{int(settled_at.timestamp())}sbox",
    }
    entities = chain(
        map(serializers.settled_payment, payments),
        map(serializers.settled_refund, refunds.select_related("payment").order_by("created_at", "pk")),
    )
    return [{**entity, **settlement} for entity in entities]
