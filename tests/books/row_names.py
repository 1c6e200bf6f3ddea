"""How a difference may identify the row that was tampered with."""

from __future__ import annotations

from typing import Any

from tests.books.tampering import Tampering

_OWN = (
    *("number", "code", "cause", "provider_payment_id"),
    *("provider_dispute_id", "provider_line_id", "event_id"),
)

_LINES = ("bought_by", "paid_line", "line_id")

_OTHERS = ("webinar_id", "mentorship_id", "session_id", "assigned_to_id")
"""What a booking is for, and the booking that replaced it."""


def names_of(tampering: Tampering) -> set[str]:
    """The row's own number or key, the number of its parent, and the key that was written."""
    row: Any = tampering.row
    found = {str(getattr(row, name)) for name in (*_OWN, *_OTHERS) if getattr(row, name, None)}
    if not isinstance(row.pk, int):
        found.add(str(row.pk))
    for name in _LINES:
        if line := getattr(row, name, None):
            found |= {f"Line {line}", f"line {line}"}
    if tampering.field.name in _LINES:
        found.add(f"Line {tampering.value}")
    return found | _NAMES.get(type(row).__name__, lambda _: set())(row)


_NAMES: dict[str, Any] = {
    "Order": lambda row: {f"Line {line.pk}" for line in row.lines.all()},
    "Cart": lambda row: {order.number for order in row.orders.all()},
    "Invoice": lambda row: {row.order.number},
    "CouponUse": lambda row: {row.order.number, f"person {row.order.person_id}"},
    "CouponTally": lambda row: {f"person {row.person_id}"},
    "Refund": lambda row: {f"refund:{row.pk}"},
    "RefundAttempt": lambda row: {f"paid-back:{row.pk}", f"Refund {row.refund_id}"},
    "CreditNote": lambda row: {f"Refund {row.refund_id}", f"refund:{row.refund_id}"},
    "CouponBatch": lambda row: {coupon.code for coupon in row.coupons.all()},
    "RefundSettings": lambda _row: {"Refund settings"},
    "RefundRequest": lambda row: {f"Refund {row.refund_id} needed a second person"},
    "NumberSeries": lambda row: {str(row)},
    "LedgerEntry": lambda row: {f"Ledger entry {row.pk} "},
    "LedgerCheckpoint": lambda row: {str(row.day)},
    "Booking": lambda row: {str(booking.pk) for booking in type(row).objects.filter(assigned_to=row)},
}
