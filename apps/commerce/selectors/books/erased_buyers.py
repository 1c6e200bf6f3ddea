"""Whether erased buyers are still named, and whether anything was sold to them afterwards."""

from collections.abc import Iterator
from datetime import timedelta

from django.db.models import F, Q

from apps.commerce.documents import Party
from apps.commerce.models import CreditNote, Invoice
from apps.commerce.selectors.books.invoices import read
from apps.commerce.selectors.books.iteration import batches, violations
from apps.commerce.selectors.invoices import ERASED_NAME

_CLOCK_MARGIN = timedelta(minutes=15)
"""More than the clocks of two machines differ."""

_RULES = (
    (
        Q(paid_at__gt=F("person__erased_at") + _CLOCK_MARGIN),
        "was paid after its buyer's account was erased",
    ),
)


def differences() -> Iterator[str]:
    yield from violations(_RULES)
    invoices = Invoice.objects.filter(order__person__erased_at__isnull=False)
    notes = CreditNote.objects.filter(invoice__order__person__erased_at__isnull=False)
    for name, rows in (("Invoice", invoices), ("Credit note", notes)):
        for number, content in batches(rows.order_by("pk").values_list("number", "content")):
            document = read(content)
            if document is not None and _names_somebody(document.buyer):
                yield f"{name} {number} names its buyer, whose account is erased."


def _names_somebody(buyer: Party) -> bool:
    """A company with a GSTIN stays named, for the tax office."""
    is_named = buyer.name != ERASED_NAME and not buyer.gstin
    return is_named or bool(buyer.address or buyer.email or buyer.phone or buyer.contact)
