"""The timeline of an order for staff, built from existing rows."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any

from django.contrib.admin.models import LogEntry
from django.db.models import Model, Q
from django.utils import dateformat

from apps.accounts.states import MessageChannel
from apps.commerce.gateways import registry
from apps.commerce.models import (
    CouponUse,
    Dispute,
    GatewayEvent,
    LedgerEntry,
    Order,
    Refund,
    RefundAttempt,
    RefundRequest,
)
from apps.commerce.states import DisputeStatus, OrderStatus, ProviderMessage, RefundStatus
from apps.core import indian_time
from apps.core.formatting import exact_price, words_of
from apps.core.money import Money
from apps.outbox.models import Message
from apps.outbox.states import Status

_JOURNALS = {
    "sale": "Sale booked",
    "surplus": "Overpayment booked",
    "refund": "Refund booked",
    "paid-back": "Refund payout booked",
}
_MESSAGES = {
    "receipt": "receipt",
    "late_payment": "late payment refunded",
    "refund_made": "refund made",
    "refund_done": "refund processed",
    "order_cancelled": "order cancelled",
}


@dataclass(frozen=True, slots=True)
class TimelineEntry:
    """`subject` groups similar entries; if not `is_exact`, it happened at that time or later."""

    at: datetime
    subject: str
    title: str
    details: str = ""
    row: Model | None = None
    is_exact: bool = True


def order_timeline(order: Order) -> list[TimelineEntry]:
    """Oldest first. Entries with the same time are in the order of cause and effect."""
    refunds = list(order.refunds.select_related("payment", "credit_note").prefetch_related("lines"))
    attempts = list(RefundAttempt.objects.filter(payment__order=order).order_by("created_at", "pk"))
    messages = _messages_about(order, refunds, attempts)
    use = CouponUse.objects.filter(order=order).first()
    return sorted(
        [
            *_placing(order),
            *_events(order),
            *_payments(order),
            *_coupon(order, use),
            *_payment_received(order),
            *_refund_requests(order),
            *_refunds(refunds),
            *_disputes(order),
            *_journals(order),
            *_documents(order, refunds),
            *_releases(order, use),
            *_attempts(attempts),
            *_messages(messages),
            *_staff_actions(order),
        ],
        key=lambda entry: entry.at,
    )


def _placing(order: Order) -> Iterator[TimelineEntry]:
    held = f"Held until {_time(order.held_until)}"
    yield TimelineEntry(
        order.placed_at, "order", "Order placed", f"Bill {exact_price(order.bill_paise)}. {held}."
    )
    if order.provider_order_id is not None:
        title, name = f"Order created at {registry.label_of(order.provider)}", order.provider_order_id
        yield TimelineEntry(order.placed_at, "provider", title, name, is_exact=False)


def _events(order: Order) -> Iterator[TimelineEntry]:
    for event in GatewayEvent.objects.filter(order=order).defer("payload").order_by("received_at", "pk"):
        details = ". ".join(filter(None, [event.get_status_display(), event.note]))
        yield TimelineEntry(event.received_at, "provider", f"Webhook event {event.kind}", details, event)


def _payments(order: Order) -> Iterator[TimelineEntry]:
    for payment in order.payments.order_by("first_seen_at", "pk"):
        money = exact_price(payment.amount_paise)
        if payment.currency != "INR":
            money = f"{Money(payment.amount_paise).to_rupees():.2f} {payment.currency}"
        amount = f"{money}, {payment.provider_payment_id}"
        if payment.captured_at is not None:
            if payment.captured_at != payment.first_seen_at:
                yield TimelineEntry(payment.first_seen_at, "payment", "Payment started", amount, payment)
            yield TimelineEntry(payment.captured_at, "payment", "Payment captured", amount, payment)
        else:
            title = f"Payment {payment.get_status_display().lower()}"
            yield TimelineEntry(payment.first_seen_at, "payment", title, amount, payment, is_exact=False)


def _coupon(order: Order, use: CouponUse | None) -> Iterator[TimelineEntry]:
    if use is None:
        return
    yield TimelineEntry(use.held_at, "coupon", "Coupon use held", order.coupon_code)
    if use.redeemed_at is not None:
        yield TimelineEntry(use.redeemed_at, "coupon", "Coupon redeemed", order.coupon_code)


def _payment_received(order: Order) -> Iterator[TimelineEntry]:
    if order.paid_at is not None:
        yield TimelineEntry(order.paid_at, "order", "Order paid and fulfilled")


def _refunds(refunds: list[Refund]) -> Iterator[TimelineEntry]:
    for refund in refunds:
        titles = ", ".join(line.title for line in refund.lines.all())
        who = f"{refund.get_cause_display()}{f' ({refund.requested_by})' if refund.requested_by else ''}"
        yield TimelineEntry(
            refund.requested_at,
            "refund",
            f"Refund of {exact_price(refund.amount_paise)}",
            ". ".join(filter(None, [who, titles, refund.reason.rstrip(".")])),
            refund,
        )


def _refund_requests(order: Order) -> Iterator[TimelineEntry]:
    rows = RefundRequest.objects.filter(order=order).select_related("requested_by", "decided_by")
    for row in rows.order_by("requested_at", "pk"):
        amount = exact_price(row.amount_paise)
        title = f"Refund of {amount} requested"
        yield TimelineEntry(row.requested_at, "refund", title, f"{row.requested_by}. {row.reason}", row)
        if row.decided_at is not None:
            title = f"Request to refund {amount} {row.get_status_display().lower()}"
            details = ". ".join(filter(None, [str(row.decided_by), row.decision_note]))
            yield TimelineEntry(row.decided_at, "refund", title, details, row)


def _attempts(attempts: list[RefundAttempt]) -> Iterator[TimelineEntry]:
    """The time of a failure is not known exactly."""
    for attempt in attempts:
        amount, name = exact_price(attempt.amount_paise), attempt.provider_refund_id or ""
        if attempt.is_ours:
            yield TimelineEntry(attempt.created_at, "refund", f"Attempt to refund {amount}")
        else:
            yield TimelineEntry(
                attempt.created_at, "refund", f"Refund of {amount} made at the provider", name
            )
        if attempt.processed_at is not None:
            yield TimelineEntry(attempt.processed_at, "refund", "Refund processed", name)
        elif attempt.status == RefundStatus.PENDING:
            title = "Refund accepted by the provider"
            yield TimelineEntry(attempt.created_at, "refund", title, name, is_exact=False)
        elif attempt.status == RefundStatus.FAILED:
            at = attempt.sent_at or attempt.created_at
            yield TimelineEntry(at, "problem", f"Refund of {amount} failed", attempt.error, is_exact=False)


def _disputes(order: Order) -> Iterator[TimelineEntry]:
    for dispute in Dispute.objects.filter(order=order).order_by("opened_at", "pk"):
        amount = f"{exact_price(dispute.amount_paise)}, {dispute.provider_payment_id}"
        why = ". ".join(filter(None, [amount, words_of(dispute.phase), words_of(dispute.reason_code)]))
        yield TimelineEntry(dispute.opened_at, "problem", "Payment disputed", why, dispute)
        if dispute.status != DisputeStatus.OPEN:
            title = f"Dispute: {dispute.get_status_display().lower()}"
            yield TimelineEntry(dispute.status_at, "problem", title, str(dispute), dispute)


def _journals(order: Order) -> Iterator[TimelineEntry]:
    entries = LedgerEntry.objects.filter(order=order).order_by("at", "cause", "pk")
    for (at, cause), rows in groupby(entries, key=lambda entry: (entry.at, entry.cause)):
        parts = "; ".join(f"{row.get_account_display()} {exact_price(row.paise)}" for row in rows)
        yield TimelineEntry(at, "ledger", _JOURNALS.get(cause.partition(":")[0], cause), parts)


def _documents(order: Order, refunds: list[Refund]) -> Iterator[TimelineEntry]:
    invoice = getattr(order, "invoice", None)
    if invoice is not None:
        yield TimelineEntry(invoice.issued_at, "document", "Invoice issued", invoice.number, invoice)
    for refund in refunds:
        note = getattr(refund, "credit_note", None)
        if note is not None:
            yield TimelineEntry(note.issued_at, "document", "Credit note issued", note.number, note)


def _messages_about(order: Order, refunds: list[Refund], attempts: list[RefundAttempt]) -> list[Message]:
    about = Q(payload__order_id=str(order.pk)) | Q(payload__params__number=order.number)
    about |= Q(payload__refund_id__in=[str(refund.pk) for refund in refunds])
    about |= Q(payload__attempt_id__in=[str(attempt.pk) for attempt in attempts])
    # Limits the scan of the index to messages of the order's own time.
    rows = Message.objects.filter(about, created_at__gte=order.placed_at)
    return list(rows.order_by("created_at", "pk"))


def _messages(messages: list[Message]) -> Iterator[TimelineEntry]:
    for message in messages:
        is_to_provider = message.kind in ProviderMessage.values
        title = ProviderMessage(message.kind).label if is_to_provider else _message_text(message.payload)
        subject = "problem" if message.status == Status.FAILED else "message"
        yield TimelineEntry(message.created_at, subject, title, _delivery_status(message), message)


def _message_text(payload: dict[str, Any]) -> str:
    if "template" not in payload:
        return "Refund sent to the provider"
    name = _MESSAGES.get(payload["template"], payload["template"])
    if "channels" not in payload:
        return f"Notification to buyer: {name}"
    channels = ", then ".join(MessageChannel(channel).label for channel in payload["channels"])
    return f"{channels}: {name}"


def _delivery_status(message: Message) -> str:
    if message.sent_at is not None:
        return f"Done {_time(message.sent_at)}"
    attempts = _pluralised(message.attempts, "attempt", "attempts") if message.attempts else ""
    return ", ".join(filter(None, [message.get_status_display(), attempts, message.last_error]))


def _releases(order: Order, use: CouponUse | None) -> Iterator[TimelineEntry]:
    if order.released_at is not None:
        has_expired = order.status == OrderStatus.EXPIRED
        title = "Seats released, order expired" if has_expired else "Seats released"
        yield TimelineEntry(order.released_at, "order", title)
    if use is not None and use.released_at is not None:
        yield TimelineEntry(use.released_at, "coupon", "Coupon use released", order.coupon_code)
    if order.refunded_at is not None:
        yield TimelineEntry(order.refunded_at, "order", "Order refunded", order.notice)


def _staff_actions(order: Order) -> Iterator[TimelineEntry]:
    meta = Order._meta
    entries = LogEntry.objects.filter(
        content_type__app_label=meta.app_label,
        content_type__model=meta.model_name,
        object_id=str(order.pk),
    )
    for entry in entries.select_related("user").order_by("action_time", "pk"):
        yield TimelineEntry(entry.action_time, "staff", str(entry.user), entry.get_change_message())


def _pluralised(count: int, one: str, many: str) -> str:
    return f"{count} {one if count == 1 else many}"


def _time(at: datetime) -> str:
    return dateformat.format(at.astimezone(indian_time.INDIA), "j M Y, g:i:s A")
