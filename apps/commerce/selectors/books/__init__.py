"""Whether our own books agree with each other: one module for each part of them."""

from collections.abc import Callable, Iterator

from apps.commerce.selectors.books import (
    bills,
    carts,
    coupons,
    deliveries,
    invoices,
    ledger,
    orders,
    payments,
    refunds,
)
from apps.core.transactions import snapshot

LISTED = 200
"""Of one part of the books; what is more than that has one cause most likely, and fills no memory."""

_PARTS: tuple[Callable[[], Iterator[str]], ...] = (
    ledger.differences,
    orders.differences,
    carts.differences,
    bills.differences,
    payments.differences,
    invoices.differences,
    coupons.differences,
    refunds.differences,
    deliveries.differences,
)


def differences() -> Iterator[str]:
    """
    One sentence for each thing that does not agree, and names its row.

    The number of statements does not depend on the number of rows, which are read in batches.
    """
    with snapshot():
        for part in _PARTS:
            yield from _first(part())


def _first(found: Iterator[str]) -> Iterator[str]:
    more = 0
    for number, difference in enumerate(found):
        if number < LISTED:
            yield difference
        else:
            more += 1
    if more:
        yield f"{more} more differences like the ones before are not listed."
