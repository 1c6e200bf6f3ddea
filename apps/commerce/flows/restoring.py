"""What the providers know of the time after a backup that was restored."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from apps.commerce import document_numbers
from apps.commerce.gateways import registry
from apps.commerce.gateways.outcomes import Done
from apps.commerce.models import Order
from apps.core import ids
from apps.core.errors import GatewayFailed

BEFORE = timedelta(days=8)
"""Orders this much older than the backup may have been paid or refunded after it."""


class OrdersNotListed(GatewayFailed):
    code = "payment_provider_failed"
    message = "The payment provider does not list its orders. Nothing was done. Please try again later."


@dataclass(frozen=True, slots=True)
class ProviderRecords:
    """`letters`: the last letter of the invoice numbers in the notes, by financial year."""

    lost_orders: int
    letters: Mapping[str, str]


def read_provider_records(*, since: datetime, at: datetime) -> ProviderRecords:
    """:raises OrdersNotListed: if a provider does not respond"""
    lost, letters = 0, defaultdict[str, str](str)
    for gateway in registry.all_gateways():
        for page in gateway.orders_between(begins=since - BEFORE, ends=at):
            if not isinstance(page, Done):
                raise OrdersNotListed()
            paid = {
                receipt
                for order, payments in page.value
                if (receipt := ids.parse(order.receipt)) and any(one.status == "captured" for one in payments)
            }
            lost += len(paid) - Order.objects.filter(pk__in=paid).count()
            for order, _ in page.value:
                if invoice := document_numbers.noted(order.notes.get("invoice", "")):
                    letters[invoice.year] = max(letters[invoice.year], invoice.letter)
    return ProviderRecords(lost, letters)
