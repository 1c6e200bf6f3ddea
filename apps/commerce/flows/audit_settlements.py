"""Comparing our settlement lines with our books again, and those of the last days with the provider's."""

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from decimal import Decimal
from itertools import islice

from apps.commerce.flows.settlement_polling import FIRST_DAYS, days_until
from apps.commerce.gateways.outcomes import Done
from apps.commerce.gateways.payloads import ProviderSettlementLine
from apps.commerce.gateways.port import PaymentGateway
from apps.commerce.models import SettlementLine
from apps.commerce.services import settlement_lines
from apps.core import indian_time

_MARGIN = timedelta(days=1)
"""Newer lines are compared next time: they are fetched every six hours."""

_BATCH_SIZE = 2000

_ANY_FEE = Decimal(100)
"""A line was compared with the highest fee of its day, which finance may have lowered since."""

_COMPARED = (
    *("kind", "settlement_id", "amount_paise", "fee_paise", "tax_paise", "net_paise", "currency"),
    *("settled_at", "concerns_id"),
)


def wrongly_compared() -> Iterator[str]:
    """Lines that differ from our books and do not say so. The next run corrects one that agrees by now."""
    rows = SettlementLine.objects.order_by("pk").iterator(_BATCH_SIZE)
    while batch := list(islice(rows, _BATCH_SIZE)):
        before = [(row.payment_id, row.refund_attempt_id, row.difference) for row in batch]
        settlement_lines.compare(batch, highest_fee=_ANY_FEE)
        for row, (payment_id, attempt_id, difference) in zip(batch, before, strict=True):
            if row.difference not in ("", difference):
                yield f"Settlement line {row} differs, and does not say so. {row.difference}"
            elif difference == "" and (payment_id, attempt_id) != (row.payment_id, row.refund_attempt_id):
                yield f"Settlement line {row} is not linked to the payment or refund that it is of."


def differences(gateway: PaymentGateway, *, begins: datetime, at: datetime) -> Iterator[str]:
    first_day = indian_time.day_of(max(begins, at - timedelta(days=FIRST_DAYS)))
    listed: dict[str, ProviderSettlementLine] = {}
    for day in days_until(indian_time.day_of(at), first=first_day):
        for page in gateway.settlement_lines(day=day):
            if not isinstance(page, Done):
                yield f"{gateway.label} does not list its settlements."
                return
            # One whose settlement failed at the bank comes again, and then counts there.
            listed.update({line.id: line for line in page.value})
    yield from _compare(gateway, listed, at=at)
    ours = SettlementLine.objects.filter(
        provider=gateway.name,
        # A day of the provider may begin at another time than ours.
        settled_at__gt=indian_time.end_of_day(first_day),
        settled_at__lt=at - _MARGIN,
    )
    for name in ours.order_by("pk").values_list("provider_line_id", flat=True).iterator():
        if name not in listed:
            yield f"Settlement line {name} is recorded here, and the provider does not know of it."


def _compare(
    gateway: PaymentGateway, listed: Mapping[str, ProviderSettlementLine], *, at: datetime
) -> Iterator[str]:
    lines = iter(listed.values())
    while batch := list(islice(lines, _BATCH_SIZE)):
        known = SettlementLine.objects.in_bulk([line.id for line in batch], field_name="provider_line_id")
        for line in batch:
            ours = known.get(line.id)
            if line.settled_at >= at - _MARGIN:
                continue
            if ours is None:
                yield f"Settlement line {line.id} was paid out, and is not recorded here."
            elif ours.provider != gateway.name or any(
                getattr(ours, name) != getattr(line, name) for name in _COMPARED
            ):
                yield f"Settlement line {line.id} is recorded otherwise than the provider lists it."
