"""Storing what the provider paid out to our bank account, compared with our payments and refunds."""

from collections.abc import Iterable, Mapping, Sequence

from django.db import transaction

from apps.commerce.gateways.payloads import ProviderSettlementLine
from apps.commerce.models import Payment, RefundAttempt, SettlementLine
from apps.commerce.states import PaymentStatus, SettledKind
from apps.core.formatting import exact_price
from apps.core.transactions import retry_on_deadlock

_STORED_AGAIN = (
    *("payment", "refund_attempt", "settlement_id", "bank_reference", "amount_paise", "fee_paise"),
    *("tax_paise", "net_paise", "settled_at", "difference"),
)


def compared(*, provider: str, lines: Sequence[ProviderSettlementLine]) -> list[SettlementLine]:
    """As rows, not stored yet, each with how it differs from what we have."""
    # In one order, so that two processes do not deadlock. A list that changes while it is read repeats lines.
    unique = {line.id: line for line in lines}
    rows = [
        SettlementLine(
            provider=provider,
            kind=line.kind,
            provider_line_id=line.id,
            settlement_id=line.settlement_id,
            bank_reference=line.bank_reference,
            amount_paise=line.amount_paise,
            fee_paise=line.fee_paise,
            tax_paise=line.tax_paise,
            net_paise=line.net_paise,
            currency=line.currency,
            settled_at=line.settled_at,
        )
        for _, line in sorted(unique.items())
    ]
    compare(rows)
    return rows


@retry_on_deadlock
@transaction.atomic(durable=True)
def store(rows: Sequence[SettlementLine]) -> None:
    """Idempotent: a payment whose settlement failed comes again with the next one, and then counts there."""
    SettlementLine.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["provider_line_id"], update_fields=_STORED_AGAIN
    )


@retry_on_deadlock
@transaction.atomic(durable=True)
def compare_again() -> None:
    """What differed may agree by now: our payment may have been rebuilt after the line was stored."""
    rows = list(SettlementLine.objects.exclude(difference="").order_by("provider_line_id"))
    before = {row.pk: _compared(row) for row in rows}
    compare(rows)
    rows = [row for row in rows if _compared(row) != before[row.pk]]
    SettlementLine.objects.bulk_update(rows, ["payment", "refund_attempt", "difference"], batch_size=500)


def _compared(row: SettlementLine) -> tuple[object, ...]:
    return row.payment_id, row.refund_attempt_id, row.difference


def compare(rows: Iterable[SettlementLine]) -> None:
    """Set what each line is of and how it differs, without saving."""
    ids = [row.provider_line_id for row in rows]
    payments: Mapping[str, Payment] = Payment.objects.select_related("order").in_bulk(
        ids, field_name="provider_payment_id"
    )
    attempts: Mapping[str | None, RefundAttempt] = {
        attempt.provider_refund_id: attempt
        for attempt in RefundAttempt.objects.filter(provider_refund_id__in=ids)
    }
    for row in rows:
        row.difference = ""
        if row.kind == SettledKind.PAYMENT:
            row.payment = payments.get(row.provider_line_id)
            row.difference = _difference_from_payment(row, row.payment)
        elif row.kind == SettledKind.REFUND:
            row.refund_attempt = attempts.get(row.provider_line_id)
            row.difference = _difference_from_refund(row, row.refund_attempt)


def _difference_from_payment(line: SettlementLine, payment: Payment | None) -> str:
    if payment is None:
        return "We do not know of this payment."
    if payment.order.provider != line.provider:
        return "The payment belongs to another provider's order."
    if payment.status != PaymentStatus.CAPTURED:
        return f"Paid out, and not captured here: {payment.get_status_display().lower()}."
    if line.currency != payment.currency:
        return f"In {line.currency}, and in {payment.currency} here."
    if line.amount_paise != payment.amount_paise:
        return f"{exact_price(line.amount_paise)} there, and {exact_price(payment.amount_paise)} here."
    return _wrong_net(line, line.amount_paise - line.fee_paise)


def _difference_from_refund(line: SettlementLine, attempt: RefundAttempt | None) -> str:
    if attempt is None:
        return "We do not know of this refund."
    if line.amount_paise != attempt.amount_paise:
        return f"{exact_price(line.amount_paise)} there, and {exact_price(attempt.amount_paise)} here."
    return _wrong_net(line, -line.amount_paise - line.fee_paise)


def _wrong_net(line: SettlementLine, expected: int) -> str:
    """What the amount and its fee do not explain."""
    if line.net_paise == expected:
        return ""
    return f"Paid out {exact_price(line.net_paise)}, and {exact_price(expected)} by its amount and fee."
