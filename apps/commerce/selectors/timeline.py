"""All that happened to an order, told from the rows that it left behind; nothing is written for it."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any

from django.contrib.admin.models import LogEntry
from django.db.models import Model, Q

from apps.commerce.models import (
    CouponUse,
    Dispute,
    GatewayEvent,
    LedgerEntry,
    Order,
    Payment,
    Refund,
    RefundAttempt,
)
from apps.commerce.states import DisputeStatus, OrderStatus, RefundStatus
from apps.commerce.templatetags.amounts import paise
from apps.core import indian_time
from apps.core.money import Money
from apps.outbox.models import Message
from apps.outbox.states import Status

_JOURNALS = {
    "sale": "Sale booked",
    "surplus": "Surplus booked",
    "refund": "Refund booked",
    "paid-back": "Money back booked",
}
_MESSAGES = {
    "receipt": "receipt",
    "late_payment": "late payment goes back",
    "refund_made": "refund made",
    "refund_done": "refund paid back",
}


@dataclass(frozen=True, slots=True)
class Happening:
    """`subject` groups what is alike; without `is_exact` it happened at that moment or some time after."""

    at: datetime
    subject: str
    what: str
    details: str = ""
    of: Model | None = None
    is_exact: bool = True


def of_order(order: Order) -> list[Happening]:
    """The oldest first; of one moment in the order in which one thing leads to the next."""
    refunds = list(order.refunds.select_related("payment", "credit_note").prefetch_related("lines"))
    attempts = list(RefundAttempt.objects.filter(payment__order=order).order_by("made_at", "pk"))
    messages = _messages_about(order, refunds, attempts)
    use = CouponUse.objects.filter(order=order).first()
    return sorted(
        [
            *_placing(order),
            *_events(order),
            *_payments(order),
            *_coupon(order, use),
            *_settling(order),
            *_refunds(refunds),
            *_disputes(order),
            *_journals(order),
            *_papers(order, refunds),
            *_ends(order, use),
            *_attempts(attempts),
            *_messages(messages),
            *_by_staff(order),
        ],
        key=lambda happening: happening.at,
    )


def _placing(order: Order) -> Iterator[Happening]:
    held = f"Held until {_time(order.held_until)}"
    yield Happening(order.placed_at, "order", "Order placed", f"Bill {paise(order.bill_paise)}. {held}.")
    if order.provider_order_id is not None:
        what, name = "Known to the provider", order.provider_order_id
        yield Happening(order.placed_at, "provider", what, name, is_exact=False)


def _events(order: Order) -> Iterator[Happening]:
    for event in GatewayEvent.objects.filter(order=order).defer("payload").order_by("received_at", "pk"):
        details = ". ".join(filter(None, [event.get_status_display(), event.note]))
        yield Happening(event.received_at, "provider", f"Provider's event {event.kind}", details, event)


def _payments(order: Order) -> Iterator[Happening]:
    for payment in order.payments.order_by("first_seen_at", "pk"):
        amount = _amount(payment)
        if payment.captured_at is not None:
            if payment.captured_at != payment.first_seen_at:
                yield Happening(payment.first_seen_at, "payment", "Payment seen", amount, payment)
            yield Happening(payment.captured_at, "payment", "Payment captured", amount, payment)
        else:
            what = f"Payment {payment.get_status_display().lower()}"
            yield Happening(payment.first_seen_at, "payment", what, amount, payment, is_exact=False)


def _amount(payment: Payment) -> str:
    money = paise(payment.amount_paise)
    if payment.currency != "INR":
        money = f"{Money(payment.amount_paise).on_wire():.2f} {payment.currency}"
    return f"{money}, {payment.provider_payment_id}"


def _coupon(order: Order, use: CouponUse | None) -> Iterator[Happening]:
    if use is None:
        return
    yield Happening(use.held_at, "coupon", "Coupon use held", order.coupon_code)
    if use.redeemed_at is not None:
        yield Happening(use.redeemed_at, "coupon", "Coupon redeemed", order.coupon_code)


def _settling(order: Order) -> Iterator[Happening]:
    if order.paid_at is not None:
        yield Happening(order.paid_at, "order", "Order paid, and what was bought handed over")


def _refunds(refunds: list[Refund]) -> Iterator[Happening]:
    for refund in refunds:
        yield Happening(
            refund.requested_at, "refund", f"Refund of {paise(refund.amount_paise)}", _why(refund), refund
        )


def _attempts(attempts: list[RefundAttempt]) -> Iterator[Happening]:
    """Each way in which money went back, or did not; when one failed is not known."""
    for attempt in attempts:
        amount, name = paise(attempt.amount_paise), attempt.provider_refund_id or ""
        if attempt.is_ours:
            yield Happening(attempt.made_at, "refund", f"Attempt to refund {amount}")
        else:
            yield Happening(attempt.made_at, "refund", f"Refund of {amount} made at the provider", name)
        if attempt.processed_at is not None:
            yield Happening(attempt.processed_at, "refund", "Refund paid back", name)
        elif attempt.status == RefundStatus.PENDING:
            what = "Refund accepted by the provider"
            yield Happening(attempt.made_at, "refund", what, name, is_exact=False)
        elif attempt.status == RefundStatus.FAILED:
            at = attempt.sent_at or attempt.made_at
            yield Happening(at, "problem", f"Refund of {amount} failed", attempt.error, is_exact=False)


def _why(refund: Refund) -> str:
    titles = ", ".join(line.title for line in refund.lines.all())
    who = f"{refund.get_cause_display()}{f' ({refund.asked_by})' if refund.asked_by else ''}"
    return ". ".join(filter(None, [who, titles, refund.reason.rstrip(".")]))


def _disputes(order: Order) -> Iterator[Happening]:
    for dispute in Dispute.objects.filter(order=order).order_by("opened_at", "pk"):
        amount = f"{paise(dispute.amount_paise)}, {dispute.provider_payment_id}"
        why = ". ".join(filter(None, [amount, dispute.phase, dispute.reason_code]))
        yield Happening(dispute.opened_at, "problem", "Payment disputed", why, dispute)
        if dispute.status != DisputeStatus.OPEN:
            what = f"Dispute: {dispute.get_status_display().lower()}"
            yield Happening(dispute.status_at, "problem", what, str(dispute), dispute)


def _journals(order: Order) -> Iterator[Happening]:
    entries = LedgerEntry.objects.filter(order=order).order_by("at", "cause", "pk")
    for (at, cause), rows in groupby(entries, key=lambda entry: (entry.at, entry.cause)):
        parts = "; ".join(f"{row.get_account_display()} {paise(row.paise)}" for row in rows)
        yield Happening(at, "ledger", _JOURNALS.get(cause.partition(":")[0], cause), parts)


def _papers(order: Order, refunds: list[Refund]) -> Iterator[Happening]:
    invoice = getattr(order, "invoice", None)
    if invoice is not None:
        yield Happening(invoice.issued_at, "paper", "Invoice issued", invoice.number, invoice)
    for refund in refunds:
        note = getattr(refund, "credit_note", None)
        if note is not None:
            yield Happening(note.issued_at, "paper", "Credit note issued", note.number, note)


def _messages_about(order: Order, refunds: list[Refund], attempts: list[RefundAttempt]) -> list[Message]:
    about = Q(payload__order_id=str(order.pk)) | Q(payload__params__number=order.number)
    about |= Q(payload__refund_id__in=[str(refund.pk) for refund in refunds])
    about |= Q(payload__attempt_id__in=[str(attempt.pk) for attempt in attempts])
    # The moment lets the index spare all that is older.
    rows = Message.objects.filter(about, created_at__gte=order.placed_at)
    return list(rows.order_by("created_at", "pk"))


def _messages(messages: list[Message]) -> Iterator[Happening]:
    for message in messages:
        what = _asked_for(message.payload)
        subject = "problem" if message.status == Status.GIVEN_UP else "message"
        yield Happening(message.created_at, subject, what, _sending(message), message)


def _asked_for(payload: dict[str, Any]) -> str:
    if "template" not in payload:
        return "Refund sent to the provider"
    name = _MESSAGES.get(payload["template"], payload["template"])
    if "channels" not in payload:
        return f"Buyer to be told: {name}"
    return f"Message by {', else '.join(payload['channels'])}: {name}"


def _sending(message: Message) -> str:
    if message.sent_at is not None:
        return f"Done {_time(message.sent_at)}"
    tries = _counted(message.attempts, "try", "tries") if message.attempts else ""
    return ", ".join(filter(None, [message.get_status_display(), tries, message.last_error]))


def _ends(order: Order, use: CouponUse | None) -> Iterator[Happening]:
    if order.released_at is not None:
        has_expired = order.status == OrderStatus.EXPIRED
        what = "Seats given back, order expired" if has_expired else "Seats given back"
        yield Happening(order.released_at, "order", what)
    if use is not None and use.released_at is not None:
        yield Happening(use.released_at, "coupon", "Coupon use given back", order.coupon_code)
    if order.refunded_at is not None:
        yield Happening(order.refunded_at, "order", "Order refunded", order.notice)


def _by_staff(order: Order) -> Iterator[Happening]:
    meta = Order._meta
    entries = LogEntry.objects.filter(
        content_type__app_label=meta.app_label,
        content_type__model=meta.model_name,
        object_id=str(order.pk),
    )
    for entry in entries.select_related("user").order_by("action_time", "pk"):
        yield Happening(entry.action_time, "staff", str(entry.user), entry.get_change_message())


def _counted(count: int, one: str, many: str) -> str:
    return f"{count} {one if count == 1 else many}"


def _time(moment: datetime) -> str:
    local = moment.astimezone(indian_time.INDIA)
    return f"{local.day} {local:%b %Y, %H:%M:%S}"
