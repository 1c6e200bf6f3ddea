"""Comparing our disputes with the provider's list. Their status is not compared: polling writes it again."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from apps.commerce.gateways.outcomes import Done
from apps.commerce.gateways.payloads import ProviderDispute
from apps.commerce.gateways.port import PaymentGateway
from apps.commerce.models import Dispute, Payment

_MARGIN = timedelta(hours=3)
"""Newer disputes are compared next time: the list is polled every hour."""


def differences(gateway: PaymentGateway, *, at: datetime) -> Iterator[str]:
    seen: set[str] = set()
    for page in gateway.all_disputes():
        if not isinstance(page, Done):
            yield f"{gateway.label} does not list its disputes."
            return
        yield from _compare_page(gateway, page.value, at=at)
        seen.update(listed.id for listed in page.value)
    ours = Dispute.objects.filter(order__provider=gateway.name, opened_at__lt=at - _MARGIN)
    for name in ours.order_by("pk").values_list("provider_dispute_id", flat=True).iterator():
        if name not in seen:
            yield f"Dispute {name} is recorded here, and the provider does not know of it."


def _compare_page(gateway: PaymentGateway, page: Sequence[ProviderDispute], *, at: datetime) -> Iterator[str]:
    known = Dispute.objects.in_bulk([listed.id for listed in page], field_name="provider_dispute_id")
    payments = Payment.objects.filter(
        order__provider=gateway.name, provider_payment_id__in=[listed.payment_id for listed in page]
    )
    orders = dict(payments.values_list("provider_payment_id", "order_id"))
    for listed in page:
        ours, order_id = known.get(listed.id), orders.get(listed.payment_id)
        if ours is not None:
            yield from _compare(ours, listed)
            if ours.order_id != order_id:
                yield f"Dispute {listed.id} is recorded under another order than that of its payment."
        # Another site may use the same account.
        elif order_id is not None and listed.created_at < at - _MARGIN:
            yield f"Dispute {listed.id} is listed by the provider, and is not recorded here."


def _compare(ours: Dispute, theirs: ProviderDispute) -> Iterator[str]:
    if ours.provider_payment_id != theirs.payment_id:
        yield f"Dispute {theirs.id} is of {theirs.payment_id} there and of {ours.provider_payment_id} here."
    if (ours.amount_paise, ours.currency) != (theirs.amount_paise, theirs.currency):
        yield (
            f"Dispute {theirs.id} is about {theirs.amount_paise} paise ({theirs.currency}) there "
            f"and {ours.amount_paise} ({ours.currency}) here."
        )
    # With a new status comes a new deduction.
    if ours.status == theirs.status and ours.deducted_paise != theirs.deducted_paise:
        yield (
            f"For dispute {theirs.id} {theirs.deducted_paise} paise are deducted there "
            f"and {ours.deducted_paise} here."
        )
