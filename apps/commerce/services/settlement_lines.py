"""Storing what the provider paid out to our bank account, compared with our payments and refunds."""

from collections.abc import Mapping, Sequence
from decimal import Decimal

from django.db import transaction
from django.db.models import QuerySet

from apps.commerce.gateways.payloads import ProviderSettlementLine
from apps.commerce.models import Dispute, Payment, RefundAttempt, RefundSettings, SettlementLine
from apps.commerce.states import PaymentStatus, SettledKind
from apps.core.formatting import exact_price
from apps.core.transactions import retry_on_deadlock

_STORED_AGAIN = (
    *(
        "payment",
        "refund_attempt",
        "concerns_id",
        "settlement_id",
        "bank_reference",
        "amount_paise",
        "fee_paise",
    ),
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
            concerns_id=line.concerns_id,
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


def different(*, among: Sequence[str]) -> QuerySet[SettlementLine]:
    return SettlementLine.objects.filter(provider_line_id__in=among).exclude(difference="")


def payments_with_unknown_refunds() -> QuerySet[Payment]:
    """Our payments that have a settlement line of a refund that we do not know of."""
    unknown = SettlementLine.objects.filter(kind=SettledKind.REFUND, refund_attempt=None).exclude(
        difference=""
    )
    return Payment.objects.filter(provider_payment_id__in=unknown.values("concerns_id")).select_related(
        "order"
    )


def _compared(row: SettlementLine) -> tuple[object, ...]:
    return row.payment_id, row.refund_attempt_id, row.difference


def compare(rows: Sequence[SettlementLine], *, highest_fee: Decimal | None = None) -> None:
    """Set what each line is of and how it differs, without saving. The default of the fee is a setting."""
    ids = [row.provider_line_id for row in rows]
    payments: Mapping[str, Payment] = Payment.objects.select_related("order").in_bulk(
        ids, field_name="provider_payment_id"
    )
    attempts: Mapping[str | None, RefundAttempt] = {
        attempt.provider_refund_id: attempt
        for attempt in RefundAttempt.objects.filter(provider_refund_id__in=ids)
    }
    disputes = _Disputes(rows)
    highest = _highest_fee() if highest_fee is None else highest_fee
    for row in rows:
        if row.kind == SettledKind.PAYMENT:
            row.payment = payments.get(row.provider_line_id)
            row.difference = _difference_from_payment(row, row.payment)
        elif row.kind == SettledKind.REFUND:
            row.refund_attempt = attempts.get(row.provider_line_id)
            row.difference = _difference_from_refund(row, row.refund_attempt)
        else:
            row.difference = disputes.difference_from(row)
        row.difference = row.difference or _too_high_fee(row, highest)


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


class _Disputes:
    """The disputes of other lines: each is deducted once, and given back once."""

    def __init__(self, rows: Sequence[SettlementLine]) -> None:
        others = [row for row in rows if row.kind == SettledKind.OTHER and row.concerns_id]
        known = Dispute.objects.select_related("order")
        self._known = known.in_bulk({row.concerns_id for row in others}, field_name="provider_dispute_id")
        before = SettlementLine.objects.filter(concerns_id__in=list(self._known), difference="")
        before = before.exclude(provider_line_id__in=[row.provider_line_id for row in others])
        self._counted = {_direction(row) for row in before} if self._known else set()

    def difference_from(self, line: SettlementLine) -> str:
        dispute = self._known.get(line.concerns_id)
        if dispute is None or dispute.order.provider != line.provider:
            return "We do not know of a dispute for this."
        if line.currency != dispute.currency:
            return f"In {line.currency}, and the dispute is in {dispute.currency}."
        paise = dispute.deducted_paise or dispute.amount_paise
        if abs(line.net_paise) != paise:
            return f"{exact_price(abs(line.net_paise))} there, and the dispute is about {exact_price(paise)}."
        if _direction(line) in self._counted:
            return "The dispute has another line like this one."
        self._counted.add(_direction(line))
        return ""


def _direction(line: SettlementLine) -> tuple[str, bool]:
    return line.concerns_id, line.net_paise > 0


def _highest_fee() -> Decimal:
    set_by_finance = RefundSettings.objects.values_list("highest_fee_percent", flat=True).first()
    return RefundSettings.USUAL_FEE_PERCENT if set_by_finance is None else set_by_finance


def _too_high_fee(line: SettlementLine, highest: Decimal) -> str:
    if line.fee_paise * 100 <= highest * line.amount_paise:
        return ""
    return (
        f"A fee of {exact_price(line.fee_paise)} for {exact_price(line.amount_paise)} is above {highest:g}%."
    )


def _wrong_net(line: SettlementLine, expected: int) -> str:
    """What the amount and its fee do not explain."""
    if line.net_paise == expected:
        return ""
    return f"Paid out {exact_price(line.net_paise)}, and {exact_price(expected)} by its amount and fee."
