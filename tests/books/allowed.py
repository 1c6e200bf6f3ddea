"""Columns that may be written without a word from the books, each with its reason."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from apps.commerce.states import UNPAID, PaymentStatus, RefundStatus
from apps.live.states import FOR_NOTHING
from tests.books.tampering import Tampering


@dataclass(frozen=True)
class Allowed:
    why: str
    when: Callable[[Any, Any], Any] = lambda _row, _value: True
    """Where it holds for some rows, or for some values, alone."""

    def covers(self, tampering: Tampering) -> bool:
        return bool(self.when(tampering.row, tampering.value))


def _each(table: str, names: Iterable[str], why: str, *when: Any) -> Iterator[tuple[str, Allowed]]:
    for name in names:
        yield f"{table}.{name}", Allowed(why, *when)


def _is_unpaid(row: Any, _value: Any) -> bool:
    return row.paid_at is None


def _is_not_captured(row: Any, _value: Any) -> bool:
    return row.status != PaymentStatus.CAPTURED


def _is_shown_alone(table: str) -> Iterator[tuple[str, Allowed]]:
    """Of a quote."""
    texts = ("title", "image", "creator", "price_name", "list_paise", "savings_paise", "lines.*.begins")
    sessions = ("_id", "sessionName", "date", "endDate", "booked", "full", "seatsLeft", "basePricePerSession")
    yield from _each(f"{table}.quote", texts, "shown beside the price, and part of no sum")
    details = (f"details.sessions.*.{name}" for name in sessions)
    yield from _each(f"{table}.quote", details, "shown beside the price, and part of no sum")


_QUOTED_AGAIN = "enrolling quotes and applies it again, and refuses what differs from the cart"
_TERMS = (
    *("code", "short_description", "percent", "flat_paise", "cap_paise", "minimum_paise", "starts_at"),
    *("ends_at", "total_limit", "person_limit", "kinds", "item_ids", "is_listed", "is_active", "created_at"),
)
_PARTY = ("name", "address", "state", "gstin", "email", "phone")
_PLANNED = (
    *("title", "weburlname", "host", "long_description", "agenda", "hue", "banner", "small_banner"),
    *("is_published", "price_paise", "markup_price_paise", "starts_at", "ends_at", "capacity", "join_url"),
    *("recording_url", "market_data_date", "revision", "revised_at", "called_off_at", "called_off_reason"),
)
_PLANNED_OF = {
    "Webinar": _PLANNED,
    "Mentorship": (*_PLANNED, "schedule"),
    "ProgramSession": (*_PLANNED[-9:], "name", "program", "base_price_paise"),
}
_OVER = {"returned", "called_off"}

ALLOWED: Mapping[str, Allowed] = {
    # --- carts ------------------------------------------------------------------------------------
    "Cart.coupon": Allowed(_QUOTED_AGAIN, lambda row, value: value is not None or not row.discount_paise),
    "Cart.discount_paise": Allowed(_QUOTED_AGAIN, lambda row, _: row.coupon_id),
    "Cart.request": Allowed(_QUOTED_AGAIN),
    **dict(_each("Cart.quote", ("lines.*.title", "access_days", "sac"), _QUOTED_AGAIN)),
    **dict(_is_shown_alone("Cart")),
    "Cart.billing": Allowed("what the buyer typed, until it is printed on an invoice"),
    **dict(_each("Cart", ("made_at", "expires_at"), "when it ends; no money hangs on it")),
    "Cart.closed_at": Allowed("who loses a cart fills another", lambda row, _: row.closed_at is None),
    # --- coupons ----------------------------------------------------------------------------------
    **dict(_each("Coupon", _TERMS, "terms that staff edit; orders keep what they were given")),
    "CouponUse.held_at": Allowed("shown to staff alone"),
    # --- orders -----------------------------------------------------------------------------------
    "Order.request": Allowed("what was selected; the lines say what was sold"),
    **dict(_is_shown_alone("Order")),
    "Order.quote.access_days": Allowed("what is not theirs has no end", lambda row, _: row.status != "paid"),
    "Order.billing": Allowed("it is on no invoice yet", _is_unpaid),
    "Order.billing.company": Allowed("printed with a GSTIN alone"),
    "Order.number": Allowed("it is on no invoice yet", _is_unpaid),
    "Order.provider_order_id": Allowed(
        "reconciliation finds it by its receipt; nothing was paid",
        lambda row, _: row.bill_paise == 0 or not row.payments.filter(status="captured").exists(),
    ),
    "Order.status": Allowed(
        "reconciliation asks about each of these", lambda row, value: {row.status, value} <= set(UNPAID)
    ),
    "Order.released_at": Allowed(
        "it holds neither seats nor a coupon",
        lambda row, _: row.paid_at is None and row.kind == "course" and row.coupon_id is None,
    ),
    "Order.coupon_code": Allowed("the code as it was then: staff may rename the coupon"),
    "Order.notice": Allowed("a text for the buyer"),
    **dict(_each("Order", ("placed_at", "held_until", "looks", "look_at"), "when the provider is asked")),
    # --- payments and refunds ---------------------------------------------------------------------
    "Payment.first_seen_at": Allowed("shown to staff alone"),
    **dict(
        _each(
            "Payment",
            ("order", "provider_payment_id", "amount_paise", "currency", "status"),
            "no money came by it",
            lambda row, value: _is_not_captured(row, value) and value != PaymentStatus.CAPTURED,
        )
    ),
    "Refund.cause": Allowed("why it goes back; the key says what it is of"),
    "Refund.asked_by": Allowed("shown to staff alone"),
    "Refund.promised_date": Allowed("what the buyer was told"),
    "Refund.reason": Allowed(
        "a text for the buyer; what is on a credit note is compared",
        lambda row, _: not hasattr(row, "credit_note"),
    ),
    "RefundAttempt.provider_refund_id": Allowed(
        "the provider tells sums with its orders, and those are compared", lambda _, value: value is not None
    ),
    "RefundAttempt.amount_paise": Allowed(
        "no money has moved by it", lambda row, _: row.status != RefundStatus.PROCESSED
    ),
    **dict(
        _each(
            "RefundAttempt",
            ("error", "made_at", "sent_at", "check_at", "checks"),
            "when and how the provider is asked; no sum hangs on it",
        )
    ),
    # --- invoices and credit notes ----------------------------------------------------------------
    **{
        place: allowed
        for table in ("Invoice", "CreditNote")
        for place, allowed in (
            *_each(f"{table}.content.supplier", _PARTY, "as we were known then; the company may move"),
            *_each(
                f"{table}.content",
                ("supplier_pan", "supplier_registration"),
                "as we were known then; the company may move",
            ),
        )
    },
    "LedgerCheckpoint.written_at": Allowed("when it was written says nothing of the day"),
    # --- what was delivered -----------------------------------------------------------------------
    "Booking.made_at": Allowed("shown to its owner alone"),
    "Booking.plan": Allowed("which plan priced it; the order's lines say for how much"),
    "Booking.changes": Allowed("counts what calendars were told"),
    "Booking.person": Allowed("nobody paid for it", lambda row, _: row.booked_by in FOR_NOTHING),
    "Booking.booked_by": Allowed(
        "nobody paid for it", lambda row, value: {row.booked_by, value} <= set(FOR_NOTHING)
    ),
    "Booking.session": Allowed(
        "no seat hangs on it: a credit is for its whole program",
        lambda row, _: row.status in ("canceled", "returned"),
    ),
    "Booking.status": Allowed("its money went back", lambda row, value: {row.status, value} == _OVER),
    **{
        place: allowed
        for table, names in _PLANNED_OF.items()
        for place, allowed in _each(table, names, "what staff plan; orders keep what was sold")
    },
    "Subscription.plan": Allowed(
        "empty where it was removed before the money came", lambda _, value: value is None
    ),
    "Subscription.plan_name": Allowed("shown to its owner alone"),
    "Subscription.days": Allowed("it was taken back", lambda row, _: row.taken_back_at is not None),
    "Entitlement.label": Allowed("shown to its owner alone"),
}
