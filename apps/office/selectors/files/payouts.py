from collections.abc import Sequence
from typing import Any

from django.db.models import BigIntegerField, CharField, ExpressionWrapper, F, QuerySet, Value

from apps.commerce.models import Payment, RefundAttempt
from apps.commerce.states import PaymentStatus, RefundStatus
from apps.core.spreadsheets import CellKind
from apps.office.periods import Period
from apps.office.selectors.files.columns import Column, File
from apps.office.states import ExportFile

_KIND = Column("Movement", "movement")


def _movements(period: Period) -> Sequence["QuerySet[Any]"]:
    payments = Payment.objects.filter(status=PaymentStatus.CAPTURED, **period.contains("captured_at"))
    refunds = RefundAttempt.objects.filter(status=RefundStatus.PROCESSED, **period.contains("processed_at"))
    return [
        payments.order_by("captured_at", "pk").annotate(
            movement=_text("Payment"),
            moved_at=F("captured_at"),
            number=F("order__number"),
            provider=F("order__provider"),
            payment_ref=F("provider_payment_id"),
            refund_ref=_text(""),
            paise=F("amount_paise"),
            **_settled(),
        ),
        refunds.order_by("processed_at", "pk").annotate(
            movement=_text("Refund"),
            moved_at=F("processed_at"),
            number=F("payment__order__number"),
            provider=F("payment__order__provider"),
            payment_ref=F("payment__provider_payment_id"),
            refund_ref=F("provider_refund_id"),
            paise=ExpressionWrapper(-F("amount_paise"), output_field=BigIntegerField()),
            **_settled(),
        ),
    ]


def _settled() -> dict[str, Any]:
    """Empty until the provider has paid it out."""
    names = ("settled_at", "settlement_id", "bank_reference", "fee_paise", "tax_paise", "net_paise")
    return {f"line_{name}": F(f"settlement_line__{name}") for name in (*names, "difference")}


def _text(text: str) -> Value:
    return Value(text, output_field=CharField())


FILE = File(
    ExportFile.PAYOUTS,
    "Payments that the provider captured, and refunds that it paid out, in the period; refunds are negative. "
    "Beside each is the settlement by which it reached our bank account, with the provider's fee, and how it "
    "differs from our books; empty where it was not settled yet. Adjustments are in the list of settlement "
    "lines.",
    (
        _KIND,
        Column("Time", "moved_at", CellKind.TIME),
        Column("Provider", "provider"),
        Column("Order", "number"),
        Column("Payment ID", "payment_ref"),
        Column("Refund ID", "refund_ref"),
        Column("Amount", "paise", CellKind.RUPEES, has_total=True),
        Column("Settled", "line_settled_at", CellKind.TIME),
        Column("Settlement", "line_settlement_id"),
        Column("UTR", "line_bank_reference"),
        Column("Fee with tax", "line_fee_paise", CellKind.RUPEES, has_total=True),
        Column("Tax on the fee", "line_tax_paise", CellKind.RUPEES, has_total=True),
        Column("Paid out", "line_net_paise", CellKind.RUPEES, has_total=True),
        Column("Difference", "line_difference"),
    ),
    _movements,
    grouped_by=(_KIND,),
)
