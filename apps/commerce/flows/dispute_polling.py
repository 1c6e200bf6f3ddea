"""Polling the provider's list of disputes, for those whose webhook events never came."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from uuid import UUID

from apps.commerce.flows.batch import has_time, within_budget
from apps.commerce.gateways import registry
from apps.commerce.gateways.outcomes import Done
from apps.commerce.gateways.payloads import ProviderDispute
from apps.commerce.gateways.port import PaymentGateway
from apps.commerce.models import Dispute, Payment
from apps.commerce.services import disputes
from apps.core.row_processing import Failed, process_row


@dataclass(slots=True)
class Polled:
    """`recorded` had changed, `failed` raised, `unknown` counts pages without a response."""

    listed: int = 0
    recorded: int = 0
    failed: int = 0
    unknown: int = 0


def poll_disputes(*, at: datetime) -> Polled:
    """
    Record each listed dispute that is new or has changed.

    Disputes of unknown payments are skipped: another site may use the same account.
    """
    polled = Polled()
    for gateway in within_budget(registry.all_gateways()):
        _poll_provider(gateway, polled, at=at)
    return polled


def _poll_provider(gateway: PaymentGateway, polled: Polled, *, at: datetime) -> None:
    for page in gateway.all_disputes():
        if not isinstance(page, Done):
            polled.unknown += 1
            return
        polled.listed += len(page.value)
        for order_id, listed in _changed_disputes(gateway, page.value):
            if not has_time():
                return
            record = partial(disputes.record_listed, order_id=order_id, listed=listed, listed_at=at)
            has_failed = isinstance(process_row(record, name=listed.id), Failed)
            polled.failed += has_failed
            polled.recorded += not has_failed


def _changed_disputes(
    gateway: PaymentGateway, page: Sequence[ProviderDispute]
) -> Iterator[tuple[UUID, ProviderDispute]]:
    known = Dispute.objects.in_bulk([listed.id for listed in page], field_name="provider_dispute_id")
    payments = Payment.objects.filter(
        order__provider=gateway.name, provider_payment_id__in=[listed.payment_id for listed in page]
    )
    orders = dict(payments.values_list("provider_payment_id", "order_id"))
    for listed in page:
        if listed.payment_id in orders and disputes.has_changed(known.get(listed.id), listed):
            yield orders[listed.payment_id], listed
