"""Consistency checks of our own records, one module per part."""

from collections.abc import Callable, Iterator

from apps.commerce.selectors.books import (
    bills,
    carts,
    coupons,
    deliveries,
    erased_buyers,
    events,
    invoices,
    ledger,
    orders,
    payments,
    refund_requests,
    refunds,
)
from apps.core.transactions import snapshot

MAX_LISTED = 200
"""Per part: more of them most likely have one cause, and would fill the memory."""

PARTS: tuple[Callable[[], Iterator[str]], ...] = (
    ledger.differences,
    orders.differences,
    carts.differences,
    bills.differences,
    payments.differences,
    invoices.differences,
    erased_buyers.differences,
    coupons.differences,
    refunds.differences,
    refund_requests.differences,
    events.differences,
    deliveries.differences,
)


def differences() -> Iterator[str]:
    """
    A sentence for each inconsistency, naming its row.

    Rows are read in batches; the number of statements does not depend on their number.
    """
    with snapshot():
        for part in PARTS:
            yield from _first(part())


def _first(found: Iterator[str]) -> Iterator[str]:
    more = 0
    for number, difference in enumerate(found):
        if number < MAX_LISTED:
            yield difference
        else:
            more += 1
    if more:
        yield f"{more} more differences like the ones before are not listed."
