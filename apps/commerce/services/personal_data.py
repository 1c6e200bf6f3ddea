"""What this app holds of a person, for their download and for the erasure of their account."""

from collections.abc import Iterator, Mapping
from datetime import datetime

from apps.accounts import personal_data
from apps.accounts.models import User
from apps.commerce.models import Cart, CreditNote, Invoice, Order
from apps.commerce.selectors import exported

NAMELESS = "Deleted account"


def register() -> None:
    """Called once, at start-up."""
    personal_data.register("orders", export=exported.orders_of, erase=forget_in_orders)
    personal_data.register("carts", export=exported.carts_of, erase=forget_in_carts)


def forget_in_orders(person: User, _at: datetime, /) -> None:
    """Orders and papers stay, as tax law says, and name at most the company that a bill is made out to."""
    for paper in _papers(person):
        type(paper).objects.replace_buyer(paper=paper, buyer=_without_person(paper))
    Order.objects.filter(person=person).update(billing={})


def forget_in_carts(person: User, at: datetime, /) -> None:
    Cart.objects.filter(person=person).update(billing={})
    Cart.objects.filter(person=person, closed_at__isnull=True).update(closed_at=at)


def _papers(person: User) -> Iterator[Invoice | CreditNote]:
    yield from Invoice.objects.filter(order__person=person).select_related("order")
    yield from CreditNote.objects.filter(invoice__order__person=person).select_related("invoice__order")


def _without_person(paper: Invoice | CreditNote) -> Mapping[str, str]:
    """The buyer's state, and for a business its name and GSTIN: by these the tax office knows the sale."""
    buyer = paper.content["buyer"]
    order = paper.order if isinstance(paper, Invoice) else paper.invoice.order
    is_company = buyer["gstin"] and buyer["name"] == order.billing.get("company")
    return {
        "name": buyer["name"] if is_company else NAMELESS,
        "address": "",
        "state": buyer["state"],
        "gstin": buyer["gstin"],
        "email": "",
        "phone": "",
    }
