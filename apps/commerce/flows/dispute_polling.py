"""Disputes whose events never came: the provider's list of them against our rows."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from uuid import UUID

from apps.commerce.flows.attempts import Raised, attempt, has_time
from apps.commerce.gateways import razorpay
from apps.commerce.gateways.outcomes import Done
from apps.commerce.gateways.payloads import ProviderDispute
from apps.commerce.models import Dispute, Payment
from apps.commerce.services import disputes


@dataclass(slots=True)
class Polled:
    """`recorded` differed from ours, `failed` raised, `unknown` counts pages without an answer."""

    listed: int = 0
    recorded: int = 0
    failed: int = 0
    unknown: int = 0


def run(*, at: datetime) -> Polled:
    """
    Record each listed dispute that we do not know, or know in another state.

    One of a payment that we do not know is left out: it may be of another site with this account.
    """
    polled = Polled()
    for page in razorpay.all_disputes():
        if not isinstance(page, Done):
            polled.unknown += 1
            break
        polled.listed += len(page.value)
        for order_id, said in _news(page.value):
            if not has_time():
                return polled
            record = partial(disputes.record_listed, order_id=order_id, said=said, at=at)
            has_failed = isinstance(attempt(record, name=said.id), Raised)
            polled.failed += has_failed
            polled.recorded += not has_failed
    return polled


def _news(page: Sequence[ProviderDispute]) -> Iterator[tuple[UUID, ProviderDispute]]:
    known = Dispute.objects.in_bulk([said.id for said in page], field_name="provider_dispute_id")
    payments = Payment.objects.filter(provider_payment_id__in=[said.payment_id for said in page])
    orders = dict(payments.values_list("provider_payment_id", "order_id"))
    for said in page:
        if said.payment_id in orders and disputes.is_news(known.get(said.id), said):
            yield orders[said.payment_id], said
