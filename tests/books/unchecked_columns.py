"""Columns that `verify_books` does not check, each with the reason."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from apps.audit.models import AuditEntry
from apps.commerce.states import UNPAID, PaymentStatus, RefundStatus
from apps.live.states import FREE_OF_CHARGE, BookedBy
from tests.books.tampering import Tampering


@dataclass(frozen=True)
class Allowed:
    why: str
    when: Callable[[Any, Any], Any] = lambda _row, _value: True
    """Restricts it to some rows or values."""

    def covers(self, tampering: Tampering) -> bool:
        return bool(self.when(tampering.row, tampering.value))


def _each(table: str, names: Iterable[str], why: str, *when: Any) -> Iterator[tuple[str, Allowed]]:
    for name in names:
        yield f"{table}.{name}", Allowed(why, *when)


def _is_unpaid(row: Any, _value: Any) -> bool:
    return row.paid_at is None


def _is_not_noted(row: Any, value: Any) -> bool:
    is_noted = row.provider_order_id is not None and value.get("state") != row.billing.get("state")
    return row.paid_at is None and not is_noted


def _is_unrecorded(column: str) -> Callable[[Any, Any], bool]:
    return lambda row, _value: (
        not AuditEntry.objects.filter(object_id=str(row.pk), fields__contains=column).exists()
    )


def _is_not_captured(row: Any, _value: Any) -> bool:
    return row.status != PaymentStatus.CAPTURED


def _display_only(table: str) -> Iterator[tuple[str, Allowed]]:
    """Parts of a quote that are only displayed."""
    texts = ("title", "image", "creator", "price_name", "list_paise", "savings_paise", "lines.*.begins")
    sessions = ("_id", "sessionName", "date", "endDate", "booked", "full", "seatsLeft", "basePricePerSession")
    yield from _each(f"{table}.quote", texts, "displayed beside the price; in no total")
    details = ("details.date", "details.endDate", *(f"details.sessions.*.{name}" for name in sessions))
    yield from _each(f"{table}.quote", details, "displayed beside the price; in no total")


_REPORTED = ("created_at", "entity", "status")
_QUOTED_AGAIN = "enroll quotes it again and refuses a difference from the cart"
_WORDS = ("short_description", "kinds", "item_ids", "is_active", "created_at", "is_first_purchase")
_AMOUNTS = ("percent", "flat_paise", "cap_paise", "minimum_paise", "starts_at", "ends_at")
_RECORDED = {
    "Coupon": (*_AMOUNTS, "total_limit", "person_limit"),
    "Course": ("offer_price_paise",),
    "Webinar": ("price_paise",),
    "Mentorship": ("price_paise",),
    "ProgramSession": ("base_price_paise",),
}
"""Prices and terms that are compared with the audit trail."""
_EVENT_COLUMNS = (
    *("title", "weburlname", "host", "language", "category", "long_description", "agenda", "hue"),
    *("banner", "small_banner"),
    *(
        "is_published",
        *("confirmed_prices", "free_confirmed"),
        *("approval_number", "approval_last_day", "approved_digest"),
        "markup_price_paise",
        "markup_last_day",
        "starts_at",
        "ends_at",
        "capacity",
        "join_url",
    ),
    *("recording_url", "market_data_date", "revision", "revised_at", "previous_starts_at"),
    *("cancelled_at", "cancellation_reason"),
)
_ROOM = ("join_url", "recording_url", "market_data_date")
_EDITED_COLUMNS = {
    "Webinar": _EVENT_COLUMNS,
    "Mentorship": tuple(column for column in _EVENT_COLUMNS if column not in _ROOM),
    "ProgramSession": (*_EVENT_COLUMNS[-10:], "name", "program"),
}


def _ended(booking: Any) -> set[str]:
    """The statuses without a seat or a credit."""
    ended = {"returned", "called_off"}
    return ended | {"given_up"} if booking.booked_by in FREE_OF_CHARGE else ended


ALLOWED: Mapping[str, Allowed] = {
    # --- carts ------------------------------------------------------------------------------------
    "Cart.coupon": Allowed(_QUOTED_AGAIN, lambda row, value: value is not None or not row.discount_paise),
    "Cart.discount_paise": Allowed(_QUOTED_AGAIN, lambda row, _: row.coupon_id),
    "Cart.gst_bp": Allowed(_QUOTED_AGAIN),
    "Cart.request": Allowed(_QUOTED_AGAIN),
    **dict(_each("Cart.quote", ("lines.*.title", "access_days", "sac"), _QUOTED_AGAIN)),
    **dict(_display_only("Cart")),
    "Cart.billing": Allowed("the buyer's input, until it is on an invoice"),
    "Cart.billing_given": Allowed("the buyer's input, until it is on an invoice"),
    **dict(_each("Cart", ("created_at", "expires_at"), "timestamps; they affect no money")),
    "Cart.closed_at": Allowed("a buyer can fill another cart", lambda row, _: row.closed_at is None),
    # --- coupons ----------------------------------------------------------------------------------
    **dict(
        _each(
            "Coupon",
            (*_WORDS, "code", "is_listed", "batch"),
            "terms that staff edit; orders store their discount",
        )
    ),
    **dict(_each("CouponBatch", (*_WORDS, "prefix", "size", "created_by"), "terms that staff edit")),
    **{
        f"{table}.{name}": Allowed("imported, copied or seeded, and never edited since", _is_unrecorded(name))
        for table, names in _RECORDED.items()
        for name in names
    },
    "CouponUse.held_at": Allowed("only staff see it"),
    "CouponUse.first_purchase_of": Allowed(
        "a limit of later purchases; the order stores its discount",
        lambda row, value: value in (None, row.order.person_id),
    ),
    # --- orders -----------------------------------------------------------------------------------
    "Order.request": Allowed("the selection; the lines store what was sold"),
    **dict(_display_only("Order")),
    "Order.quote.access_days": Allowed(
        "not paid, so nothing was delivered", lambda row, _: row.status != "paid"
    ),
    "Order.billing": Allowed("not on an invoice yet, nor in the provider's notes", _is_not_noted),
    "Order.billing.company": Allowed("printed only with a GSTIN"),
    "Order.number": Allowed("not on an invoice yet", _is_unpaid),
    "Order.provider_order_id": Allowed(
        "reconciliation finds the order by its receipt; nothing was paid",
        lambda row, _: row.bill_paise == 0 or not row.payments.filter(status="captured").exists(),
    ),
    "Order.status": Allowed(
        "reconciliation polls all of these", lambda row, value: {row.status, value} <= set(UNPAID)
    ),
    "Order.released_at": Allowed(
        "it holds no seats and no coupon",
        lambda row, _: row.paid_at is None and row.kind == "course" and row.coupon_id is None,
    ),
    "Order.coupon_code": Allowed("a copy of the code: staff may rename the coupon"),
    "Order.notice": Allowed("a text for the buyer"),
    "Order.noted_invoice": Allowed("it has no invoice", _is_unpaid),
    **dict(
        _each(
            "Order", ("placed_at", "held_until", "poll_count", "next_poll_at"), "when the provider is polled"
        )
    ),
    # --- payments and refunds ---------------------------------------------------------------------
    "Payment.first_seen_at": Allowed("only staff see it"),
    **dict(
        _each(
            "Payment",
            ("order", "provider_payment_id", "amount_paise", "currency", "status"),
            "no money was captured",
            lambda row, value: _is_not_captured(row, value) and value != PaymentStatus.CAPTURED,
        )
    ),
    "Refund.cause": Allowed("the cause; the key says what is refunded"),
    "Refund.requested_by": Allowed("only staff see it"),
    "Refund.made_by": Allowed("counts only for what this person may refund on that day"),
    "Refund.promised_date": Allowed("the date that the buyer was given"),
    "Refund.reason": Allowed(
        "a text for the buyer; credit notes are compared",
        lambda row, _: not hasattr(row, "credit_note"),
    ),
    "RefundAttempt.provider_refund_id": Allowed(
        "the provider's totals are compared", lambda _, value: value is not None
    ),
    "RefundAttempt.amount_paise": Allowed(
        "no money has moved", lambda row, _: row.status != RefundStatus.PROCESSED
    ),
    **dict(
        _each(
            "RefundAttempt",
            ("error", "created_at", "sent_at", "next_poll_at", "poll_count"),
            "when and how the provider is polled; they affect no total",
        )
    ),
    # --- invoices and credit notes ----------------------------------------------------------------
    "NumberSeries.last_issued_at": Allowed(
        "the next number is dated by its own time", lambda _, value: value is None
    ),
    "LedgerCheckpoint.written_at": Allowed("when it was written; the day is a column of its own"),
    # --- requests, disputes and settlements --------------------------------------------------------
    **dict(
        _each(
            "RefundRequest",
            (
                *("order", "amount_paise", "line_ids", "part_of", "reason"),
                "decided_by",
                "decided_at",
                "status",
            ),
            "nothing was refunded, and approving it compares it again",
            lambda row, value: row.refund_id is None and value != "approved",
        )
    ),
    "RefundRequest.requested_by": Allowed("the text of the refund names both"),
    **dict(
        _each(
            "RefundRequest",
            ("requested_at", "decided_at", "decided_by", "decision_note", "release_coupon"),
            "only staff see it, unless it was decided in the admin",
        )
    ),
    "Dispute.status": Allowed("polling writes it again"),
    **dict(
        _each(
            "Dispute",
            ("phase", "reason_code", "respond_by", "opened_at", "status_at"),
            "staff respond at the provider",
        )
    ),
    "SettlementLine.bank_reference": Allowed("only finance sees it; it may come late"),
    "SettlementLine.difference": Allowed("the next run compares it again", lambda _, value: value != ""),
    # --- webhook events ---------------------------------------------------------------------------
    **dict(
        _each(
            "GatewayEvent",
            ("event_id", "received_at", "handled_at", "note", "retry_count", "retry_at"),
            "when it came and was processed",
        )
    ),
    "GatewayEvent.kind": Allowed("the payload has it as well"),
    **dict(
        _each(
            "GatewayEvent",
            ("payload", "provider"),
            "belongs to no order",
            lambda row, _: row.order_id is None,
        )
    ),
    **dict(
        _each(
            "GatewayEvent.payload",
            (
                *("account_id", "contains.*", "created_at", "entity", "event"),
                *(f"payload.payment.entity.{name}" for name in (*_REPORTED, "captured", "refund_status")),
                "payload.payment.entity.amount_refunded",
                *(f"payload.refund.entity.{name}" for name in (*_REPORTED, "currency")),
                *(f"payload.dispute.entity.{name}" for name in _REPORTED),
                *(f"payload.dispute.entity.{name}" for name in ("amount", "amount_deducted", "phase")),
                *(f"payload.dispute.entity.{name}" for name in ("reason_code", "respond_by")),
            ),
            "of that moment; payments, refunds and disputes are compared with the provider's lists",
        )
    ),
    # --- what was delivered -----------------------------------------------------------------------
    "Booking.made_at": Allowed("only its owner sees it"),
    "Booking.plan": Allowed("the plan; the order's lines store the price"),
    "Booking.changes": Allowed("the sequence number of calendar files"),
    "Booking.person": Allowed("free for everybody", lambda row, _: row.booked_by == BookedBy.FREE),
    **dict(_each("Booking", ("given_by", "given_reason"), "only staff see it")),
    "Booking.session": Allowed(
        "no seat: a credit is for the whole program",
        lambda row, _: row.status in ("canceled", "returned"),
    ),
    "Booking.status": Allowed(
        "refunded, or nothing was paid",
        lambda row, value: {row.status, value} <= _ended(row),
    ),
    **{
        place: allowed
        for table, names in _EDITED_COLUMNS.items()
        for place, allowed in _each(table, names, "edited by staff; orders store what was sold")
    },
    "Subscription.plan": Allowed(
        "empty if it was deleted before the payment", lambda _, value: value is None
    ),
    "Subscription.plan_name": Allowed("only its owner sees it"),
    "Subscription.days": Allowed("revoked", lambda row, _: row.revoked_at is not None),
    "Entitlement.label": Allowed("only its owner sees it"),
    **dict(
        _each(
            "Entitlement",
            ("starts_at", "ends_at", "revoked_at"),
            "Pro that staff gave moves with purchases; a trial and a free course end by themselves",
            lambda row, _: row.bought_by is None,
        )
    ),
    **dict(
        _each("Entitlement", ("person", "item_id"), "free for everybody", lambda row, _: row.source == "free")
    ),
    "Entitlement.source": Allowed(
        "staff gave it, or it would end with Pro",
        lambda row, value: row.source == "staff" or value == "pro",
    ),
}
