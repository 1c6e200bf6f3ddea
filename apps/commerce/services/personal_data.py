"""Export and erasure of the personal data in orders and carts."""

from collections.abc import Iterator, Mapping
from datetime import datetime

from apps.accounts import personal_data
from apps.accounts.models import User
from apps.commerce.models import Cart, CreditNote, Invoice, Order
from apps.commerce.selectors import personal_data_export
from apps.commerce.selectors.invoices import ERASED_NAME


def register() -> None:
    """Called once, at start-up."""
    personal_data.register("orders", export=personal_data_export.export_orders, erase=erase_in_orders)
    personal_data.register("carts", export=personal_data_export.export_carts, erase=erase_in_carts)


def erase_in_orders(person: User, _at: datetime, /) -> None:
    """Tax law requires orders and invoices to be kept. At most the billed company stays named."""
    for document in _documents(person):
        type(document).objects.replace_buyer(document=document, buyer=_anonymised_buyer(document))
    Order.objects.filter(person=person).update(billing={})


def erase_in_carts(person: User, at: datetime, /) -> None:
    Cart.objects.filter(person=person).update(billing={}, billing_given=None)
    Cart.objects.filter(person=person, closed_at__isnull=True).update(closed_at=at)


def _documents(person: User) -> Iterator[Invoice | CreditNote]:
    yield from Invoice.objects.filter(order__person=person).select_related("order")
    yield from CreditNote.objects.filter(invoice__order__person=person).select_related("invoice__order")


def _anonymised_buyer(document: Invoice | CreditNote) -> Mapping[str, str]:
    """Keeps the state, and for a business its name and GSTIN, which the tax office needs."""
    buyer = document.content["buyer"]
    order = document.order if isinstance(document, Invoice) else document.invoice.order
    is_company = buyer["gstin"] and buyer["name"] == order.billing.get("company")
    return {
        "name": buyer["name"] if is_company else ERASED_NAME,
        "address": "",
        "state": buyer["state"],
        "gstin": buyer["gstin"],
        "email": "",
        "phone": "",
    }
